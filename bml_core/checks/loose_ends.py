"""What leads nowhere: histories that no row describes, calls without responses, cuts that nothing pastes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bml_core.bridge import PASS, Bid, Call, Scope, bid_above
from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import BiddingTable, Label
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, asked_steps, explain, obligations_of
from bml_core.system import Agreement, System

_BID = r"(?<![\w!(-])[1-7]\s?(?:NT?|!?[CDHS]|[♣♦♥♠])(?!\w)"
_BIDS = rf"{_BID}(?:\s*/\s*{_BID})*"
_RESPONSE = re.compile(r"[1-7]\s?(?:NT?|!?[CDHS]|[♣♦♥♠])")
_NO_LETTER = re.compile(r"[\s!]")
_EXPLAINED = re.compile(rf"{_BIDS}(?=\s*[=:])")
_LISTED = re.compile(rf"\s*({_BIDS})(?:\s|$)")
_LIST_BREAK = re.compile(r"[,;\n]")
_OBVIOUS = re.compile(
    r"(?i)\b(?:stop\w*|describe|blackwood|rk?cb?|key ?cards?|gerber|kings?|queens?|aces?"
    r"|asks? (?:\w+ )?(?:partner|opener|responder|\w+bidder) to"
    r"|asks? (?:for )?(?:the |a )?(?:m|minor|suit))\b"
)
# "6+!c or 6+!d": partner must find out.
_EITHER = re.compile(r"[5-9]\+?!([cdhs]) or [5-9]\+?!([cdhs])")
_REMARK = re.compile(r"\?\s+\w")
_ROUND = 4
_FEW = 0.2
_SUIT, _NOTRUMP = 3, 2


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the loose ends of notes, but for the responses to calls."""
    yield from _histories(notes)
    yield from _unpasted(notes)
    for location in notes.unlisted:
        message = "This page of the notes is in no navigation."
        yield Diagnostic("BML925", message, location, "Add it to the navigation, or to a table of contents.")


def find_missing_responses(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each call that is forcing, or asks, and lacks responses."""
    followed = _followed(notes.system)
    # Of the rows that must have responses, which have none.
    lacking: dict[tuple[Location, bool | None], Diagnostic | None] = {}
    for row in notes.system.agreements:
        if not (row.is_described and row.is_ours and isinstance(row.call, Bid)):
            continue
        # Partner must find out which suit it is, though no word says so.
        is_either = _is_either(row)
        key = row.location, None if is_either else asked_steps(row, notes.system) is not None
        if lacking.get(key):
            continue
        if finding := _missing_responses(row, notes.system, followed):
            yield finding
        elif is_either or _wants_responses(row, notes.system):
            has_some = row.auction.code in followed
            lacking[key] = None if has_some else _without_responses(row, asks=bool(key[1]))
    for asks in (True, False, None):
        kind = [each for (_, is_question), each in lacking.items() if is_question is asks]
        found = [each for each in kind if each]
        are_few = asks is not None and len(found) <= max(asks, _FEW * len(kind)) < len(kind)
        yield from (each if are_few else replace(each, code="BML927") for each in found)


# ---------------------------------------------------------------- histories


def _histories(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each table whose last call of ours no row describes."""
    lasts = {}
    for document in notes.documents:
        for table in document.tables:
            if (location := _last_of_ours(table)) is not None:
                lasts[location] = table
    silent: dict[Location, list[Agreement]] = {}
    for row in notes.system.agreements:
        if row.location in lasts and not row.is_described and row.call is not PASS:
            silent.setdefault(row.location, []).append(row)
    scopes = _scopes(notes.system, {row.auction.code for rows in silent.values() for row in rows})
    described = {row.auction.before.code for row in notes.system.agreements if row.is_described}
    for location, rows in silent.items():
        missing = [
            row
            for row in rows
            if not any(map(row.scope.meets, scopes.get(row.auction.code, ())))
            and not _is_asked_for(row, notes.system)
        ]
        if missing:
            names = [f"{row.auction:short}" for row in missing]
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            message = f"This table continues {names[0]}{more}, which no row describes."
            hint = "Describe the call in a row or after the auction here, or correct the auction."
            code = "BML926"
            if all(row.auction.before and row.auction.before.code in described for row in missing):
                code, message = "BML921", f"{message[:-1]}, though rows describe other calls there."
            yield Diagnostic(code, message, location, hint)


def _is_asked_for(row: Agreement, system: System) -> bool:
    """Return whether a call is the next bid after partner's transfer or relay, and goes without saying."""
    before = row.auction.before.before
    partner = before and system.after(before.before, in_any_scope=True).get(before.call)
    is_asked = partner and Obligation.REQUEST in obligations_of(partner, system)
    return bool(is_asked) and row.call == bid_above(before.last_bid, 1)


def _last_of_ours(table: BiddingTable) -> Location | None:
    """Return the place of the last call in a history, if it is ours and there are rows."""
    if table.history is None or not table.history.calls or not table.rows:
        return None
    last = table.history.calls[-1]
    is_label = any(isinstance(pattern, Label) for pattern in last.patterns)
    return None if last.theirs or is_label else last.location


def _scopes(system: System, wanted: set[str]) -> dict[str, list[Scope]]:
    """Return for which positions and vulnerabilities auctions are described, by their codes."""
    scopes: dict[str, list[Scope]] = {}
    for row in system.agreements if wanted else ():
        if row.is_described and row.auction.code in wanted:
            scopes.setdefault(row.auction.code, []).append(row.scope)
    return scopes


# ---------------------------------------------------------------- responses


def _followed(system: System) -> dict[str, set[Call]]:
    """Return the codes of the auctions that rows continue, each with our next calls after a pass."""
    followed: dict[str, set[Call]] = {}
    for row in system.agreements:
        before = row.auction.before
        if row.is_ours and before.calls and before.call is PASS:
            followed.setdefault(before.before.code, set()).add(row.call)
        followed.setdefault(before.code, set())
    return followed


def _wants_responses(row: Agreement, system: System) -> bool:
    """Return whether the words of a call say that it is forcing or asks, where players write responses."""
    if (steps := asked_steps(row, system)) is not None:
        # "4N  Asks for aces: 5C none, 5D one" has its responses in its words; a stopper is shown by 3NT.
        # "Pass or correct? ASK" is a question to partner at home.
        says_all = (
            steps
            or _REMARK.search(row.text)
            or len(_RESPONSE.findall(row.text)) > 1
            or _OBVIOUS.search(row.text)
        )
        return not says_all and all(call is PASS for call in row.auction.calls[-2::-2])
    is_forcing = Obligation.CALLED_FORCING in obligations_of(row, system)
    return is_forcing and not _continues_naturally(row, system)


def _is_either(row: Agreement) -> bool:
    either, calls = _EITHER.search(row.text), row.auction.calls
    is_quiet = row.auction.we_deal and all(call is PASS for call in calls[-2::-2])
    return is_quiet and either is not None and row.call.code[-1].lower() not in either.groups()


def _without_responses(row: Agreement, *, asks: bool) -> Diagnostic:
    what = "asks" if asks else "is forcing"
    message = f"{row.auction:short} {what}, and no row describes a response."
    return Diagnostic("BML922", message, row.location, "Write the responses in rows below it.")


def _continues_naturally(row: Agreement, system: System) -> bool:
    """Return whether a bid describes the hand where nobody writes all responses: later, or in competition."""
    calls = row.auction.calls
    is_first = all(call is PASS for call in calls[-1 - _ROUND :: -_ROUND])
    is_quiet = all(call is PASS for call in calls[-2::-2])
    if is_first and is_quiet:
        return False
    explanation = explain(row, system)
    lengths = needs(explanation.condition).lengths
    return max(lengths) >= _SUIT or min(lengths) >= _NOTRUMP or not explanation.is_whole


def _missing_responses(row: Agreement, system: System, followed: dict[str, set[Call]]) -> Diagnostic | None:
    """Report the responses that an asking bid names and that have no rows, where other responses have."""
    known = followed.get(row.auction.code)
    steps = asked_steps(row, system) if known else None
    if not known or steps is None:
        return None
    missing = [response for response in _named_responses(row, steps) if response not in known]
    if not missing:
        return None
    names = " and ".join(map(str, missing[:2])) + (f" and {len(missing) - 2} more" if missing[2:] else "")
    message = f"{row.auction:short} asks for responses that no row describes: {names}."
    return Diagnostic("BML923", message, row.location, "Write a row for each of them.")


def _named_responses(row: Agreement, steps: int) -> list[Bid]:
    """Return the bids that an asking bid names as responses: each by itself, or by their number."""
    texts = [found[0] for found in _EXPLAINED.finditer(row.text)] or _listed_responses(row.text)
    # "2 !h" is 2H.
    bids = (Call.parse(_NO_LETTER.sub("", bid)) for text in texts for bid in _RESPONSE.findall(text))
    named = list(dict.fromkeys(bid for bid in bids if isinstance(bid, Bid)))
    passed = row.auction.then(PASS)
    legal = [bid for bid in named if not passed.is_over and passed.illegality(bid) is None]
    if len(legal) > 1:
        return legal if len(legal) == len(named) else []
    assert isinstance(row.call, Bid)
    above = (bid_above(row.call, number) for number in range(1, steps + 1))
    return [bid for bid in above if bid is not None]


def _listed_responses(text: str) -> list[str]:
    """Return the bids that each item of a list after a colon begins with; none if an item does not."""
    _, _, rest = text.partition(":")
    items = [_LISTED.match(item) for item in _LIST_BREAK.split(rest)]
    return [item[1] for item in items if item] if all(items) else []


# ---------------------------------------------------------------- cuts


def _unpasted(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for the rows that were cut, and that nothing pastes."""
    for document in notes.documents:
        for clip in document.cuts:
            if clip.location not in notes.pasted:
                message = f"The rows that are cut as {clip.name} are pasted nowhere, so they are lost."
                hint = f"Write #PASTE {clip.name} where they belong, or #COPY instead of #CUT."
                yield Diagnostic("BML924", message, clip.location, hint)


CHECKS = (
    Check(find, ("BML921", "BML924"), ("BML925", "BML926")),
    Check(find_missing_responses, ("BML922", "BML923"), ("BML927",), of_rows=True),
)
