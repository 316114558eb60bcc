"""``bml frequencies FILE…``: how often each call of a table is made."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from bml_core.bridge import PASS, Auction, AuctionPattern, Call, parse_hand, parse_pattern
from bml_core.commands import streams
from bml_core.commands.reading import read_auction, read_notes, readable, vulnerability
from bml_core.commands.reports import location_entry, report
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, UsageError
from bml_core.diagnostics import Result, counted, has_errors
from bml_core.hands.bidding import SAMPLES, Frequencies, FrequencyRow, Gap, SkippedRow, frequencies
from bml_core.hands.conditions import spoken
from bml_core.hands.descriptions import source_words
from bml_core.render import odds_text
from bml_core.render.plain import frequency_rows, shortened
from bml_core.system import System

_MOST_TABLES = 40


def _run(options: argparse.Namespace) -> int:
    if options.after is None and options.hand is not None:
        raise UsageError("--hand is the hand of the partner; give partner's calls with --after")
    hand = Result(None) if options.hand is None else parse_hand(options.hand)
    report(hand.diagnostics)
    read = read_notes(options)
    if hand.diagnostics or read is None:
        return ERRORS
    written = Result[Auction | None](Auction(()))
    if options.after is not None:
        written = read_auction(options.after, options)
    auctions: tuple[Auction, ...] = (written.value,) if written.value is not None else ()
    pattern = parse_pattern(options.after).value if written.diagnostics else None
    if pattern is not None:
        auctions = _auctions(read.system, pattern)
        if not auctions:
            raise UsageError(f"--after: the notes go on after no auction {options.after[:40]}")
    elif written.diagnostics:
        report(written.diagnostics)
        return ERRORS
    tables = [
        frequencies(
            read.system,
            auction,
            hand=hand.value,
            position=options.seat or 1,
            vulnerability=vulnerability(options),
            samples=options.samples or SAMPLES,
            seed=options.seed,
        )
        for auction in auctions
    ]
    for table in tables:
        report(table.diagnostics)
    shown = [table for table in tables if table.rows]
    if not shown:
        return ERRORS
    is_json = options.format == "json"
    # Several files are in the order of pages, of which each has its own title.
    titles = {document.title for document in read.documents if document.title}
    title = read.system.title if len(titles) == 1 else ""
    if len(read.documents) > 1 and not is_json:
        shown = [replace(each, rows=tuple(sorted(each.rows, key=lambda row: row.call))) for each in shown]
    texts = [(as_json if is_json else as_text)(table, title) for table in shown]
    # Programs that ask for a pattern get a list.
    text = f"[{','.join(texts)}]\n" if is_json and pattern is not None else "\n".join(texts)
    streams.write(STANDARD, text)
    return ERRORS if any(has_errors(table.diagnostics) for table in tables) else OK


def _auctions(system: System, pattern: AuctionPattern) -> tuple[Auction, ...]:
    """Return the auctions of a pattern that the notes go on with, such as 1H and 1S for 1M."""
    found: dict[Auction, None] = {}
    for row in system.select(pattern):
        auction = row.auction
        while auction.calls and not pattern.matches(auction := auction.before):
            continue
        if auction.calls:
            found[auction] = None
    return tuple(islice(found, _MOST_TABLES))


# ---------------------------------------------------------------- a table to read

_SEATS = {1: "first seat", 2: "second seat", 3: "third seat", 4: "fourth seat"}
_WHO = {(False, False): "nobody", (True, False): "we are", (False, True): "they are", (True, True): "both"}
_WIDTH = 100
_LISTED, _UNCOUNTED_LISTED = 5, 10
_PART = 60
_NEGLIGIBLE = 0.000_05


def as_text(table: Frequencies, title: str = "") -> str:
    """Return a table to read: first how often each call is made, then the hands that fit none or two."""
    parts = [
        _heading(table, title),
        _table(table),
        _sums(table),
        _gaps(table),
        _overlaps(table),
        _meanings(table),
        _uncounted(table),
    ]
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _heading(table: Frequencies, title: str) -> Iterator[str]:
    what = f"Calls after {table.after}" if table.after else "Opening bids"
    ours, theirs = table.vulnerability.we or False, table.vulnerability.they or False
    who = _WHO[ours, theirs] + (" vulnerable" if ours is theirs else " vulnerable alone")
    yield f"{title + ': ' if title else ''}{what}, {_SEATS.get(table.auction.position, '')}, {who}"
    if table.is_exact:
        kind = "pairs of hands" if table.counting.of_pairs else "hands"
        yield f"Counted exactly: {table.counting.hands:,} {kind}"
    else:
        worst = max((row.standard_error or 0.0 for row in (*table.rows, table.rest)), default=0.0)
        error = f"the standard error is at most {100 * worst:.2f} %"
        yield f"The other hands were drawn {table.counting.samples:,} times; {error}"


def _table(table: Frequencies) -> Iterator[str]:
    longest = max((row.share for row in table.rows), default=0.0) or 1.0
    rows = [
        (
            "Pass" if row.call is PASS else str(row.call),
            row.share,
            readable(row.label or spoken(row.condition)),
            row.share / longest,
        )
        for row in table.rows
    ]
    if table.rest.passing.share:
        rows.append(("Pass", table.rest.passing.share, "too weak to bid", 0.0))
    if table.rest.unknown.share:
        rows.append(("not known", table.rest.unknown.share, "fits none of these rows", 0.0))
    calls, shares, texts, bars = zip(*rows, strict=True)
    cells = [
        (call, percent(share), f"1 in {_odds(share)}" if share else "never")
        for call, share in zip(calls, shares, strict=True)
    ]
    width = shutil.get_terminal_size((_WIDTH, 1)).columns
    return frequency_rows(cells, texts, width, bars=bars, cut=True)


def _odds(share: float) -> str:
    """Return in how many hands a call is made once, rare ones as pages have it."""
    return f"{1 / share:.1f}" if share > 0.001 else odds_text(share).replace("\u00a0", ",")


def _sums(table: Frequencies) -> Iterator[str]:
    passed = table.rest.passing.share + sum(row.share for row in table.rows if row.call is PASS)
    verb = "bid on" if table.auction.last_bid else "open"
    bid = percent(max(0.0, 1 - passed - table.rest.unknown.share)).strip()
    # "100.00 %" leaves no others.
    others = ", and pass the others" if bid != percent(1).strip() else ""
    if table.rest.unknown.share:
        others = f", and pass {percent(passed).strip()}" if passed else ""
        others += f"; for {percent(table.rest.unknown.share).strip()}, the notes do not say the call"
    yield f"We {verb} {bid} of these hands{others}."
    if never := [str(row.call) for row in table.rows if not row.share]:
        yield f"Never, since no hand fits or other rows take all of them: {', '.join(never)}"


def _gaps(table: Frequencies) -> Iterator[str]:
    whole = table.rest.uncovered
    if not table.rest.gaps:
        if whole.words != "any":
            yield f"Every hand with {whole.words} fits one of these rows."
        return
    which = "whose call is not known"
    if whole.words != "any":
        which = f"with {whole.words} that fit none of these rows"
    about = "" if table.is_exact else "about "
    shown = [gap for gap in table.rest.gaps if gap.share >= _NEGLIGIBLE]
    most = "; the most frequent are" if shown else ""
    yield f"Hands {which}: {about}{percent(whole.share).strip()}{most}"
    for gap in shown[:_LISTED]:
        yield f"  {percent(gap.share)}  {gap.words}"


def _overlaps(table: Frequencies) -> Iterator[str]:
    if shown := [overlap for overlap in table.overlaps if overlap.share >= _NEGLIGIBLE]:
        yield "Hands that fit two rows; they are counted for the first one named"
    for overlap in shown[:_LISTED]:
        how = ", by the better suit" if overlap.by_suit else ""
        yield f"  {percent(overlap.share)}  {overlap.first} and {overlap.second}{how}"
    if len(shown) > _LISTED:
        yield f"  and {counted(len(shown) - _LISTED, 'more pair')}"


def _meanings(table: Frequencies) -> Iterator[str]:
    said = [f"{row.call} {source}" for row in table.rows for source in source_words(row.sources)]
    if said:
        yield "Words whose meaning does not come from the row"
        yield from (f"  {each}" for each in said)


def _uncounted(table: Frequencies) -> Iterator[str]:
    if table.unclear_calls:
        yield "Calls of the auction that are not understood in full, so that more hands than meant fit them"
        yield from _listed(table.unclear_calls)
    if table.uncounted:
        rows = counted(len(table.rows) + len(table.uncounted), "row")
        yield f"Not counted: {len(table.uncounted)} of {rows}; their hands go to other rows, or pass"
        yield from _listed(table.uncounted)


def _listed(rows: tuple[SkippedRow, ...]) -> Iterator[str]:
    for row in rows[:_UNCOUNTED_LISTED]:
        yield f"  {row.location}: {row.call} {_reason(row)}"
    if len(rows) > _UNCOUNTED_LISTED:
        yield f"  and {len(rows) - _UNCOUNTED_LISTED:,} more, listed by bml explain"


def _reason(row: SkippedRow) -> str:
    if row.too_many:
        return "asks for too many single cards"
    if row.lacks and not row.not_understood:
        lacks = " and ".join(lack.value for lack in row.lacks)
        return f"does not say {lacks}: {shortened(readable(row.label), _PART)}"
    if not row.not_understood:
        return f"says nothing about the hand: {shortened(readable(row.label), _PART)}"
    parts = " ".join("; ".join(map(readable, row.not_understood)).split())
    return f"is not understood: {shortened(parts, _PART)}"


def percent(share: float) -> str:
    """Return a share in per cent, aligned.

    >>> percent(0.0765304), percent(0.0000123), percent(0.0)
    (' 7.65 %', '0.001 %', ' 0.00 %')
    """
    digits = 2 if share >= _NEGLIGIBLE or not share else 3
    text = f"{100 * share:.{digits}f} %"
    return f"{'<0.001 %' if share and text == '0.000 %' else text:>7}"


# ---------------------------------------------------------------- JSON


def as_json(table: Frequencies, title: str = "") -> str:
    """Return everything that is known as one JSON object."""
    whole: dict[str, object] = {
        "title": title,
        "auction": [str(call) for call in table.auction.calls],
        "position": table.auction.position,
        "vulnerability": {"we": table.vulnerability.we, "they": table.vulnerability.they},
        "hands": table.counting.hands,
        "of_pairs": table.counting.of_pairs,
        "samples": table.counting.samples,
        "may_pass": table.rest.may_pass,
        "rows": [_row(row) for row in table.rows],
        "rest": _fields(table.rest, *_SHARE),
        "passing": _fields(table.rest.passing, *_SHARE),
        "unknown": _fields(table.rest.unknown, *_SHARE),
        "overlaps": [
            _fields(overlap, "first", "second", "share", "count", "by_suit") for overlap in table.overlaps
        ],
        "uncovered": _gap(table.rest.uncovered),
        "gaps": [_gap(gap) for gap in table.rest.gaps],
        "unread": [_skipped(row) for row in table.uncounted],
        "vague": [_skipped(row) for row in table.unclear_calls],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


_SHARE = ("share", "count", "standard_error")


def _fields(value: object, *names: str) -> dict[str, object]:
    """Return fields of a value, calls as text."""
    fields = {name: getattr(value, name) for name in names}
    return {name: str(field) if isinstance(field, Call) else field for name, field in fields.items()}


def _row(row: FrequencyRow) -> dict[str, object]:
    location = location_entry(row.location) if row.location else None
    said = {"description": row.label, "condition": str(row.condition)}
    counts = _fields(row, *_SHARE, "fitting")
    rest = {"location": location, "sources": source_words(row.sources)}
    return {"call": str(row.call), **said, **counts, **rest}


def _gap(gap: Gap) -> dict[str, object]:
    return {"hands": gap.words, **_fields(gap, "share", "count")}


def _skipped(row: SkippedRow) -> dict[str, object]:
    left, location = list(row.not_understood), location_entry(row.location)
    lacks = [lack.value for lack in row.lacks]
    said = {"call": str(row.call), "description": row.label, "left": left, "lacks": lacks}
    return {**said, "location": location}


COMMANDS = {"frequencies": _run}
