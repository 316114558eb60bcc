"""``bml explain FILE…``: what each row says of a hand, and what of it is not understood."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.reports import counted, place_entry, report
from bml_core.commands.sources import SYSTEM, add_files
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import has_errors

if TYPE_CHECKING:
    from bml_core.hands.descriptions import ExplainedRow, Explanation
    from bml_core.system import Agreement

_SHOWN = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.description = "Say what each row means for a hand, and which words are not understood."
    add_files(parser)
    parser.add_argument("--left", action="store_true", help="only rows that are not understood in full")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="lines to read (default), or JSON"
    )
    SYSTEM.add_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.hands.descriptions import Grade, check_conditions, explain_rows

    read = notes.read(options)
    if read is None:
        return ERRORS
    found = check_conditions(read.system)
    report(found)
    rows = explain_rows(read.system)
    unclear = (Grade.PART, Grade.NOTHING)
    shown = [row for row in rows if row.grade in unclear] if options.left else rows
    if options.format == "json":
        outputs.write(outputs.STANDARD, _as_json(shown, rows))
    else:
        outputs.write(outputs.STANDARD, "".join(f"{line}\n" for line in _lines(shown, rows)))
    return ERRORS if has_errors(found) else OK


# ---------------------------------------------------------------- to read


def _lines(shown: Sequence[ExplainedRow], rows: Sequence[ExplainedRow]) -> Iterator[str]:
    file = ""
    for row in shown:
        if row.location.file != file:
            file = row.location.file
            yield file
        yield from _row(row)
    yield _summary(rows)


def _row(row: ExplainedRow) -> Iterator[str]:
    written = " / ".join(notes.readable(line) for line in row.agreements[0].description if line)
    yield f"{row.location.line:>6}  {_auction(row.agreements[0])}  {written}".rstrip()
    yield from (f"          = {line}" for line in _conditions(row))
    for left in _left(row.explanations[0]):
        yield f"          ? {notes.readable(' '.join(left.split()))}"


def _left(explanation: Explanation) -> Iterator[str]:
    """Yield what is not understood, neighbouring parts together."""
    from bml_core.hands.descriptions import Sense

    for sense, pieces in groupby(explanation.pieces, key=lambda piece: piece.sense):
        if sense is Sense.UNKNOWN:
            run = list(pieces)
            yield explanation.passage.text[run[0].offset : run[-1].offset + len(run[-1].text)]


def _conditions(row: ExplainedRow) -> Iterator[str]:
    """Yield what the row says of each of its calls, those that say the same together."""
    said: dict[str, list[Agreement]] = {}
    for agreement, explanation in zip(row.agreements, row.explanations, strict=True):
        if explanation.understood:
            said.setdefault(str(explanation.condition), []).append(agreement)
    for number, (words, agreements) in enumerate(said.items()):
        if number == _SHOWN:
            yield f"and so on, {counted(len(said), 'condition')} together"
            return
        yield words if len(said) == 1 else f"{_auction(agreements[0])}: {words}"


def _auction(agreement: Agreement) -> str:
    """Return the auction without the passes of the other side."""
    calls = agreement.auction.calls
    words = [
        str(call) if (number % 2 == 1) is agreement.they_open else f"({call})"
        for number, call in enumerate(calls)
    ]
    others = [word for word in words if word.startswith("(")]
    if all(word == "(P)" for word in others):
        words = [word for word in words if not word.startswith("(")]
    return "-".join(words) or "(P)"


def _summary(rows: Sequence[ExplainedRow]) -> str:
    from bml_core.hands.descriptions import Grade, count_grades

    found = count_grades(rows)
    share = f" ({100 * found[Grade.WHOLE] / len(rows):.1f} %)" if rows else ""
    parts = [f"{found[Grade.WHOLE]} {Grade.WHOLE.value}{share}"]
    parts += [f"{found[grade]} {grade.value}" for grade in (Grade.PART, Grade.NOTHING, Grade.SILENT)]
    return f"{counted(len(rows), 'row')}: {', '.join(parts)}."


# ---------------------------------------------------------------- JSON


def _as_json(shown: Sequence[ExplainedRow], rows: Sequence[ExplainedRow]) -> str:
    from bml_core.hands.descriptions import count_grades

    summary = {"rows": len(rows)} | {
        grade.name.lower(): number for grade, number in count_grades(rows).items()
    }
    whole = {"rows": [_entry(row) for row in shown], "summary": summary}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _entry(row: ExplainedRow) -> dict[str, object]:
    return {
        **place_entry(row.location),
        "text": row.agreements[0].text,
        "grade": row.grade.name.lower(),
        "agreements": [
            _meaning(agreement, explanation)
            for agreement, explanation in zip(row.agreements, row.explanations, strict=True)
        ],
    }


def _meaning(agreement: Agreement, explanation: Explanation) -> dict[str, object]:
    return {
        "auction": _auction(agreement),
        "condition": str(explanation.condition) if explanation.understood else None,
        "stated": explanation.in_braces,
        "left": [
            {**place_entry(explanation.passage.at(piece.offset)), "text": piece.text}
            for piece in explanation.unknown_pieces
        ],
    }
