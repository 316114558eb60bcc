"""Measures every claim about speed and prints one table.

python benchmarks/run.py            all claims
python benchmarks/run.py import     those whose name contains a word

The exit status is 1 only when something could not be measured: a claim that does not hold says "NOT met".
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import (
    board_pages,
    box_speed,
    bss_speed,
    changes_speed,
    checks_speed,
    choice_speed,
    conversions,
    deal_speed,
    demo_speed,
    endplay,
    frequency_speed,
    hand_counts,
    hostile_deals,
    import_growth,
    import_time,
    large_pages,
    linear_growth,
    link_speed,
    reading_speed,
    search_ranks,
    shape_speed,
    sphinx_speed,
    start_time,
)
from benchmarks.measure import WORK, CannotMeasureError, Outcome

CLAIMS: dict[str, Callable[[], Outcome]] = {
    "board_pages": board_pages.measure,
    "box_speed": box_speed.measure,
    "bss_speed": bss_speed.measure,
    "frequencies_of_openings": frequency_speed.measure_openings,
    "frequencies_of_answers": frequency_speed.measure_answers,
    "changes": changes_speed.measure,
    "checks": checks_speed.measure_first,
    "checks_again": checks_speed.measure_again,
    "checks_edited": checks_speed.measure_edited,
    "lookups": choice_speed.measure_lookups,
    "choices": choice_speed.measure_choices,
    "frequencies_as_chosen": choice_speed.measure_table,
    "deals_as_chosen": choice_speed.measure_deals,
    "demo_mkdocs": partial(demo_speed.measure_first, "mkdocs"),
    "demo_mkdocs_again": partial(demo_speed.measure_again, "mkdocs"),
    "demo_sphinx": partial(demo_speed.measure_first, "sphinx"),
    "demo_sphinx_again": partial(demo_speed.measure_again, "sphinx"),
    "descriptions_read": reading_speed.measure,
    "hand_counts": hand_counts.measure,
    "hands_drawn": deal_speed.measure_hands,
    "deals_drawn": deal_speed.measure_deals,
    "shape_speed": shape_speed.measure,
    "start_time": start_time.measure_version,
    "count_time": start_time.measure_count,
    "explore": large_pages.measure_box,
    "html_memory": large_pages.measure_memory,
    "html_speed": conversions.measure_web_pages,
    "import_speed": conversions.measure_import,
    "linear_growth": linear_growth.measure,
    "link_speed": link_speed.measure,
    "import_growth": import_growth.measure,
    "import_time": import_time.measure,
    "sphinx_speed": sphinx_speed.measure,
    "hostile_deals": hostile_deals.measure,
    "lin_speed": partial(endplay.measure, "lin"),
    "lin_growth": partial(endplay.measure_growth, "lin"),
    "pbn_speed": partial(endplay.measure, "pbn"),
    "pbn_growth": partial(endplay.measure_growth, "pbn"),
    "search_material": partial(search_ranks.measure, "mkdocs"),
    "search_sphinx": partial(search_ranks.measure, "sphinx"),
    "search_zensical": partial(search_ranks.measure, "zensical"),
}


def main(words: list[str]) -> int:
    """Measure the claims whose names contain one of ``words`` (all without words)."""
    chosen = {name: run for name, run in CLAIMS.items() if not words or any(word in name for word in words)}
    if not chosen:
        print(f"No such claim. There are: {', '.join(CLAIMS)}", file=sys.stderr)
        return 2
    WORK.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    failed = False
    for name, measure in chosen.items():
        print(name, file=sys.stderr, flush=True)
        try:
            outcomes.append(measure())
        except CannotMeasureError as error:
            failed = True
            print(f"  could not be measured: {error}", file=sys.stderr)
    print(table(outcomes))
    return 1 if failed else 0


def table(outcomes: list[Outcome]) -> str:
    """The outcomes, one a line, in columns."""
    lines = [("claim", "ours", "peer", "result", "target", "")]
    lines += [
        (o.claim, f"{o.ours:.3f} s", f"{o.peer:.3f} s", o.value, o.target, "ok" if o.holds else "NOT met")
        for o in outcomes
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in (0, 5) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
