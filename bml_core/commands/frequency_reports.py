"""Frequencies as a table on a terminal, and as JSON."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

from bml_core.bridge import PASS
from bml_core.commands.hand_lines import readable
from bml_core.commands.reports import counted
from bml_core.diagnostics import Location
from bml_core.hands.bidding import Frequencies, FrequencyRow, Gap, UncountedRow
from bml_core.render.text import number_lines

_SEATS = {1: "first seat", 2: "second seat", 3: "third seat", 4: "fourth seat"}
_WHO = {(False, False): "nobody", (True, False): "we are", (False, True): "they are", (True, True): "both"}
_BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_WIDTH = 100
_LEAST_LABEL = 20
_LISTED, _UNREAD_LISTED = 5, 10
_LEFT = 60
# Without rows that are not counted, what fits no row is passed.
_REST = {False: ("Pass", "fits no row"), True: ("rest", "fits none of these rows")}
_NEGLIGIBLE = 0.000_05


def as_text(found: Frequencies, title: str = "") -> str:
    """Return a table to read: first how often each call is made, then the hands that fit none or two."""
    parts = [
        _heading(found, title),
        _table(found),
        _sums(found),
        _gaps(found),
        _overlaps(found),
        _unread(found),
    ]
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _heading(found: Frequencies, title: str) -> Iterator[str]:
    what = f"Calls after {found.after}" if found.after else "Opening bids"
    ours, theirs = found.vulnerability.we or False, found.vulnerability.they or False
    who = _WHO[ours, theirs] + (" vulnerable" if ours is theirs else " vulnerable alone")
    yield f"{title + ': ' if title else ''}{what}, {_SEATS.get(found.position, '')}, {who}"
    if found.is_exact:
        yield f"Counted exactly: {found.hands:,} {'pairs of hands' if found.of_pairs else 'hands'}"
    else:
        worst = max((row.standard_error or 0.0 for row in (*found.rows, found.rest)), default=0.0)
        error = f"the standard error is at most {100 * worst:.2f} %"
        yield f"The other hands were drawn {found.samples:,} times; {error}"


def _table(found: Frequencies) -> Iterator[str]:
    rest, nothing = _REST[bool(found.uncounted)]
    *lines, last = number_lines([*map(_cells, found.rows), (rest, *_cells(found.rest)[1:])])
    most = max((row.share for row in found.rows), default=0.0) or 1.0
    room = max(_LEAST_LABEL, shutil.get_terminal_size((_WIDTH, 1)).columns - len(last) - _BAR - 4)
    for row, numbers in zip(found.rows, lines, strict=True):
        text = _shortened(readable(row.label or str(row.condition)), room)
        yield f"{numbers}  {_bar(row.share / most):<{_BAR}}  {text}".rstrip()
    yield f"{last}  {'':<{_BAR}}  {nothing}"


def _cells(row: FrequencyRow) -> tuple[str, str, str]:
    often = "never" if not row.share else f"1 in {1 / row.share:,.{1 if row.share > 0.001 else 0}f}"
    return "Pass" if row.call is PASS else str(row.call), percent(row.share), often


def _bar(share: float) -> str:
    eighths = round(share * _BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _sums(found: Frequencies) -> Iterator[str]:
    passed = sum(row.share for row in (*found.rows, found.rest) if row.call is PASS)
    if found.uncounted:
        yield f"Bids that are counted here take {percent(1 - passed).strip()} of these hands."
    else:
        verb = "bid on" if found.auction.last_bid else "open"
        yield f"We {verb} {percent(1 - passed).strip()} of these hands, and pass the others."
    never = [str(row.call) for row in found.rows if not row.share]
    if never:
        yield f"Never, since no hand fits or rows above take all of them: {', '.join(never)}"


def _gaps(found: Frequencies) -> Iterator[str]:
    whole = found.uncovered
    if not found.gaps:
        if whole.words != "any":
            yield f"Every hand with {whole.words} fits one of these rows."
        return
    kind = "Hands" if whole.words == "any" else f"Hands with {whole.words}"
    about = "" if found.is_exact else "about "
    telling = [gap for gap in found.gaps if gap.share >= _NEGLIGIBLE]
    most = "; the most frequent are" if telling else ""
    yield f"{kind} that fit none of these rows: {about}{percent(whole.share).strip()}{most}"
    for gap in telling[:_LISTED]:
        yield f"  {percent(gap.share)}  {gap.words}"


def _overlaps(found: Frequencies) -> Iterator[str]:
    telling = [overlap for overlap in found.overlaps if overlap.share >= _NEGLIGIBLE]
    if telling:
        yield "Hands that fit two rows, of which the upper one gets them"
    for overlap in telling[:_LISTED]:
        yield f"  {percent(overlap.share)}  {overlap.first} and {overlap.second}"
    if len(telling) > _LISTED:
        yield f"  and {counted(len(telling) - _LISTED, 'more pair')}"


def _unread(found: Frequencies) -> Iterator[str]:
    if found.unclear_calls:
        yield "Calls of the auction that are not understood in full, so that more hands than meant fit them"
        yield from _listed(found.unclear_calls)
    if found.uncounted:
        rows = counted(len(found.rows) + len(found.uncounted), "row")
        yield f"Not counted: {len(found.uncounted)} of {rows}; their hands go to other rows, or pass"
        yield from _listed(found.uncounted)


def _listed(rows: tuple[UncountedRow, ...]) -> Iterator[str]:
    for row in rows[:_UNREAD_LISTED]:
        yield f"  {row.location}: {row.call} {_reason(row)}"
    if len(rows) > _UNREAD_LISTED:
        yield f"  and {len(rows) - _UNREAD_LISTED:,} more, which bml explain tells"


def _reason(row: UncountedRow) -> str:
    if row.too_many:
        return "asks for too many single cards"
    if not row.not_understood:
        return f"says nothing about the hand: {_shortened(readable(row.label), _LEFT)}"
    left = " ".join("; ".join(map(readable, row.not_understood)).split())
    return f"is not understood: {_shortened(left, _LEFT)}"


def percent(share: float) -> str:
    """Return a share in per cent, aligned.

    >>> percent(0.0765304), percent(0.0000123), percent(0.0)
    (' 7.65 %', '0.001 %', ' 0.00 %')
    """
    digits = 2 if share >= _NEGLIGIBLE or not share else 3
    text = f"{100 * share:.{digits}f} %"
    return f"{'<0.001 %' if share and text == '0.000 %' else text:>7}"


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


# ---------------------------------------------------------------- JSON


def as_json(found: Frequencies, title: str = "") -> str:
    """Return everything that is known as one JSON object."""
    whole: dict[str, object] = {
        "title": title,
        "auction": [str(call) for call in found.auction.calls],
        "position": found.position,
        "vulnerability": {"we": found.vulnerability.we, "they": found.vulnerability.they},
        "hands": found.hands,
        "of_pairs": found.of_pairs,
        "samples": found.samples,
        "rows": [_row(row) for row in found.rows],
        "rest": _row(found.rest),
        "overlaps": [
            {"first": str(o.first), "second": str(o.second), "share": o.share, "count": o.count}
            for o in found.overlaps
        ],
        "uncovered": _gap(found.uncovered),
        "gaps": [_gap(gap) for gap in found.gaps],
        "unread": [_unread_row(row) for row in found.uncounted],
        "vague": [_unread_row(row) for row in found.unclear_calls],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _row(row: FrequencyRow) -> dict[str, object]:
    return {
        "call": str(row.call),
        "description": row.label,
        "condition": str(row.condition),
        "share": row.share,
        "count": row.count,
        "standard_error": row.standard_error,
        "fitting": row.fitting,
        "location": _place(row.location),
    }


def _gap(gap: Gap) -> dict[str, object]:
    return {"hands": gap.words, "share": gap.share, "count": gap.count}


def _unread_row(row: UncountedRow) -> dict[str, object]:
    return {
        "call": str(row.call),
        "description": row.label,
        "left": list(row.not_understood),
        "location": _place(row.location),
    }


def _place(location: Location | None) -> dict[str, object] | None:
    return (
        None
        if location is None
        else {"file": location.file, "line": location.line, "column": location.column}
    )
