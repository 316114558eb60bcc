"""What leads nowhere: histories that no row describes, calls without responses, cuts that nothing pastes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from bml_core.bridge import ANY_SCOPE, DOUBLE, PASS, REDOUBLE, Auction, Bid, OpenerPosition, Scope, bid_above
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import ASKS, LETTERS, SUIT_LETTER
from bml_core.checks.wording import SUITS, in_small_letters
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import BiddingTable, Heading, Label, LiteralCall, Row, plain_text, walk_rows
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, asked_steps, explain, known_of, obligations_of
from bml_core.render import scope_words
from bml_core.system import Agreement, System

_RESPONSE = re.compile(r"[1-7]\s?(?:NT?|!?[CDHS]|[♣♦♥♠])")
_OBVIOUS = re.compile(
    r"(?i)\b(?:stop\w*|describe|blackwood|rk?cb?|key ?cards?|gerber|quant\w*|kings?|queens?|aces?"
    # "asks for 3C, clubs to play"
    r"|asks? (?:for )?[1-7][CDHSN\u2660-\u2667]\b.*to play"
    r"|asks? (?:\w+ )?(?:partner|opener|responder|\w+bidder) to|asked to"
    r"|asks? (?:for )?the (?:longer|better) \w+"
    r"|asks? (?:for )?(?:the |a )?(?:m|minor|suit|raise|preference|lead|cue-? ?bids?|cues?))\b"
)
# "6+!c or 6+!d": partner must find out.
_EITHER = re.compile(r"[5-9]\+?!([cdhs]) or [5-9]\+?!([cdhs])")
# What is said after a question, and a link to the responses
_ASKS = re.compile(r"asks\b")
_WEAK_OR = re.compile(r"\bor (?:gf|game forc\w+|strong|fg)\b")
_REMARK = re.compile(r"\?\s+\w|\]\(")
_QUESTION = re.compile(r"(?i)(?:where|which|what|how)\b[^?]*\?")
_SEE = re.compile(r"(?i)\bsee ((?-i:[1-7](?:NT?|[CDHS]))) (above|below)\b")
_PASSES, _OVERCALLED, _PARTNER = (LiteralCall(PASS),), 3, 3
_SEVERAL = 2
_ROUND = 4
_FEW, _FEW_QUESTIONS, _FEW_OPENINGS = 0.2, 0.5, 3
_SUIT, _NOTRUMP = 3, 2
_TO_PLAY, _ANSWERS = re.compile(r"(?:to play|s/o|sign[- ]?off)\b(?!.*(?:\bor\b|unless|\?))"), 3


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the loose ends of notes, but for the responses to calls."""
    yield from _histories(notes)
    yield from _unpasted(notes)
    yield from _unended(notes)
    yield from _pointers(notes)
    for location in notes.unlisted:
        message = "This page of the notes is in no navigation."
        yield Diagnostic("BML925", message, location, "Add it to the navigation, or to a table of contents.")


def find_missing_responses(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each call that is forcing, or asks, and lacks responses."""
    followed = _followed(notes.system.agreements) | _followed(notes.statements)
    # Rows below one that no call is read of describe a response as well: "4x  shortage".
    above_some = {
        row.location
        for document in notes.documents
        for table in document.tables
        for _, row in walk_rows(table.rows)
        if row.children
    }
    # Of the rows that must have responses, which have none.
    lacking: dict[tuple[Location, bool | None], Diagnostic | None] = {}
    # Of those with the same words but for their suits, in one table and in all
    alike: dict[tuple[str, str], dict[Location, Agreement | None]] = {}
    asking: dict[Location, Agreement] = {}
    # Of those with them, whatever they oblige to
    similar: dict[tuple[str, str], dict[Location, Agreement | None]] = {}
    for row in notes.system.agreements:
        if not (row.is_described and row.is_ours and isinstance(row.call, Bid)):
            continue
        # Partner must find out which suit it is, though no word says so.
        is_either = _is_either(row)
        asks = _steps(row, notes.system) is not None
        has_some = row.auction.code in followed or row.location in above_some
        is_free = row.auction.calls[-2:-1] in ((), (PASS,))
        obligations = obligations_of(row, notes.system)
        words = SUIT_LETTER.sub("", in_small_letters(row.description))
        groups = [(similar, row.auction.before.code)] if is_free and words and len(row.auction) > 1 else []
        if is_free and (asks or Obligation.CALLED_FORCING in obligations or _is_two_way(row, words)):
            groups += [(alike, f"{row.auction.before.code}{row.call.level}"), (alike, "")]
        if asks or "forces " in words:
            groups.append((similar, ""))
        for rows, where in groups:
            same = rows.setdefault((where, words), {})
            if same.get(row.location, row):
                same[row.location] = None if has_some else row
        key = row.location, None if is_either else asks
        if lacking.get(key):
            continue
        if is_free and not has_some and _ASKS.match(words) and not _OBVIOUS.search(words):
            asking[row.location] = row
        if is_either or known_of("wants", row, notes.system, _wants_responses):
            lacking[key] = None if has_some else _without_responses(row, asks=bool(key[1]))
    reported: set[Location] = set()
    unlike = {}
    for (where, _), same in alike.items():
        rest = [row for row in same.values() if row]
        if len(rest) == 1 < len(same) - (0 if where else 1):
            asks = _steps(rest[0], notes.system) is not None
            is_said = asks or Obligation.CALLED_FORCING in obligations_of(rest[0], notes.system)
            unlike[rest[0].location] = (
                _without_responses(rest[0], asks=asks) if is_said else _bare(rest[0], same, "BML922")
            )
    others = {
        location: replace(_without_responses(row, asks=True), code="BML927")
        for location, row in asking.items()
    }
    for (where, _), same in similar.items():
        rest = [row for row in same.values() if row]
        if len(rest) == 1 < len(same) - (2 if where else 0):
            others[rest[0].location] = _bare(rest[0], same, "BML927")
    for is_question in (True, False, None):
        kind = [each for (_, asks), each in lacking.items() if asks is is_question]
        found = [each for each in kind if each and each.location not in unlike]
        most = max(1, _FEW_QUESTIONS * len(kind)) if is_question else _FEW * len(kind)
        are_few = is_question is not None and len(found) <= most < len(kind)
        yield from (each if are_few else replace(each, code="BML927") for each in found)
        reported.update(each.location for each in found)
    yield from unlike.values()
    yield from (each for place, each in others.items() if place not in reported and place not in unlike)


# ---------------------------------------------------------------- histories


def _histories(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each table whose last call of ours no row describes."""
    lasts = {}
    partial: set[Location] = set()
    title = ""
    for block in (block for document in notes.documents for block in document.blocks):
        if isinstance(block, Heading):
            title = plain_text(block.spans)
        if isinstance(table := block, BiddingTable):
            partial.update(row.location for row in table.rows if table.is_partial)
            location = _last_of_ours(table)
            # "Responding to a takeout X" says what the X is.
            if location is not None and not _names_double(table, title):
                lasts[location] = table
            if table.history is None and not table.is_unplaced:
                # "2H" without words, above its responses, is there for them alone.
                lasts.update({row.location: table for row in table.rows if row.children})
    silent: dict[Location, list[Agreement]] = {}
    for row in notes.system.agreements:
        if row.location in lasts and row.is_ours and not row.is_described and row.call is not PASS:
            silent.setdefault(row.location, []).append(row)
    scopes = _scopes(notes.system, {row.auction.code for rows in silent.values() for row in rows})
    described = Counter(
        row.auction.before.code for row in notes.system.agreements if silent and row.is_described
    )
    # "lower new suit: 11-17", which stays text on a page, may describe the call.
    unread = {row.auction.before.code for row in notes.system.agreements if row.location in partial}
    said = {row.auction for row in notes.statements} if silent else set()
    for location, rows in silent.items():
        missing = [
            row
            for row in rows
            if not any(map(row.scope.meets, scopes.get(row.auction.code, ())))
            and row.auction.before.code not in unread
            and row.auction not in said
            and not _is_asked_for(row, notes.system)
        ]
        if missing:
            names = list(map(_named, missing))
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            message = f"This table continues {names[0]}{more}, which no row describes."
            hint = "Describe the call in a row or after the auction here, or correct the auction."
            code = "BML926"
            if not all(map(_is_plain, missing)) and all(
                described[row.auction.before.code] > (0 if row.auction.before else _FEW_OPENINGS)
                for row in missing
            ):
                code, message = "BML921", f"{message[:-1]}, though rows describe other calls there."
            yield Diagnostic(code, message, location, hint)


def _names_double(table: BiddingTable, title: str) -> bool:
    """Return whether a heading names the double that a table continues."""
    last = table.history.calls[-1] if table.history and table.history.calls else None
    is_double = last is not None and last.literal in (DOUBLE, REDOUBLE)
    return (
        is_double
        and re.search(rf"(?i)(?<!\w)(?:{last.text if last else ''}|doubles?)(?!\w)", title) is not None
    )


def _named(row: Agreement) -> str:
    """Return the auction of a row, with doubles as they are written: ``X`` or ``Dbl``."""
    calls, written = f"{row.auction:short}".split("-"), row.written.split("-")
    if len(calls) == len(written):
        are_doubles = [call.strip("()") in ("D", "R") for call in calls]
        calls = [
            own if is_double else call
            for call, own, is_double in zip(calls, written, are_doubles, strict=True)
        ]
    return "-".join(calls)


def _is_plain(row: Agreement) -> bool:
    """Return whether a call is a response in a new suit on the one level, which many find natural."""
    is_suit = isinstance(row.call, Bid) and row.call.level == 1 and row.call.strain.suit is not None
    return is_suit and row.auction.before.last_bid is not None


def _is_asked_for(row: Agreement, system: System) -> bool:
    """Return whether a call is the next bid after partner's transfer or relay, and goes without saying."""
    before = row.auction.before.before
    if not before or row.call != bid_above(before.last_bid, 1):
        return False
    partner = system.after(before.before, in_any_scope=True).get(before.call)
    return partner is not None and known_of("requests", partner, system, _requests)


def _requests(row: Agreement, system: System) -> bool:
    return Obligation.REQUEST in obligations_of(row, system)


def _last_of_ours(table: BiddingTable) -> Location | None:
    """Return the place of the last call in a history, if it is ours and there are rows."""
    if table.history is None or not table.history.calls or not table.rows:
        return None
    calls, last = table.history.calls, table.history.calls[-1]
    # "(1N)-2S-(P)" continues our overcall.
    if len(calls) == _OVERCALLED and last.theirs and last.patterns == _PASSES:
        last = calls[1]
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


def _followed(rows: Iterable[Agreement]) -> set[str]:
    """Return the codes of the auctions that rows continue, after a pass as well."""
    codes = {row.auction.code.removesuffix(row.call.code): row.is_ours for row in rows}
    ours = (code for code, is_ours in codes.items() if is_ours and code.endswith(PASS.code))
    return {*codes, *(code.removesuffix(PASS.code) for code in ours)}


def _wants_responses(row: Agreement, system: System) -> bool:
    """Return whether the words of a call say that it is forcing or asks, where players write responses."""
    if (steps := _steps(row, system)) is not None:
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


def _steps(row: Agreement, system: System) -> int | None:
    """Return in how many steps partner answers; 0 of a question that does not say it."""
    return 0 if _QUESTION.fullmatch(row.text) else asked_steps(row, system)


def _is_either(row: Agreement) -> bool:
    either, calls = _EITHER.search(row.text), row.auction.calls
    is_quiet = row.auction.we_deal and all(call is PASS for call in calls[-2::-2])
    return is_quiet and either is not None and row.call.code[-1].lower() not in either.groups()


def _without_responses(row: Agreement, *, asks: bool) -> Diagnostic:
    what = "asks" if asks else "is forcing"
    message = f"{row.auction:short} {what}, and no row describes a response."
    return Diagnostic("BML922", message, row.location, "Write the responses in rows below it.")


def _is_two_way(row: Agreement, words: str) -> bool:
    """Return whether partner must bid since a hand with another suit may be strong: "6+!c, weak or GF"."""
    suits = {SUITS[letter] for letter in LETTERS.findall(in_small_letters(row.description))}
    is_other = isinstance(row.call, Bid) and len(suits) == 1 and row.call.strain not in suits
    return is_other and _WEAK_OR.search(words) is not None


def _bare(row: Agreement, same: Iterable[Location], code: str) -> Diagnostic:
    """Report a row without others below it, unlike those at the other places."""
    see = (Related(next(each for each in same if each != row.location), "Such a row is here."),)
    message = f"{row.auction:short} has no row below it, unlike others with its words."
    return Diagnostic(code, message, row.location, "Write the responses in rows below it.", see)


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


# ---------------------------------------------------------------- cuts, seats and pointers


def _unpasted(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for the rows that were cut, and that nothing pastes."""
    for document in notes.documents:
        for clip in document.cuts:
            if clip.location not in notes.pasted:
                message = f"The rows that are cut as {clip.name} are pasted nowhere, so they are lost."
                hint = f"Write #PASTE {clip.name} where they belong, or #COPY instead of #CUT."
                yield Diagnostic("BML924", message, clip.location, hint)


def _unended(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the last #SEAT or #VUL of a page, where tables below it continue calls of all cases."""
    opened = {
        (row.table, row.auction.calls[-1])
        for row in notes.system.agreements
        if len(row.auction) == 1 and row.is_described
    }
    for document in notes.documents:
        scope = document.tables[-1].scope if document.tables else ANY_SCOPE
        runs = [[*run] for _, run in groupby(document.tables, key=lambda table: table.scope)]
        if scope == ANY_SCOPE or len(runs) == 1:
            continue
        last = runs[-1]
        here = {table.location for table in last}
        own = {call for table, call in opened if table in here}
        others = {
            row.table
            for row in notes.system.agreements
            if row.table in here and len(row.auction) > 1 and row.auction.calls[0] not in own
        }
        headings = [each for each in document.blocks if isinstance(each, Heading)]
        below = [each for each in headings if each.location.line > last[0].location.line]
        are_many = len(others) >= _SEVERAL * _SEVERAL and below
        if not (are_many or min(len(others), len(below)) >= _SEVERAL):
            continue
        command = "#SEAT 0" if scope.position is not OpenerPosition.ANY else "#VUL 00"
        message = (
            f"The rows from here to the end are for {scope_words(scope)} alone, and {len(others)} tables"
            " continue calls of others."
        )
        yield Diagnostic("BML928", message, last[0].location, f"Write {command} where they end.")


def _pointers(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows that name another row, above or below, that the notes lack."""
    for document in notes.documents:
        rows: list[tuple[int, Row]] = []
        written: list[tuple[int, int, str]] = []
        for table in document.tables:
            calls = table.history.calls if table.history else ()
            written += [(call.location.line, depth, call.text) for depth, call in enumerate(calls)]
            rows += [(len(calls) + depth, row) for depth, row in walk_rows(table.rows)]
        written += [(row.location.line, depth, row.call.text) for depth, row in rows]
        for depth, row in rows:
            found = _SEE.search(" ".join(line.text for line in row.description))
            if found is None:
                continue
            lines = [
                line - row.location.line
                for line, other, text in written
                # "See 4S" in the row for 4S means one as deep.
                if _may_be(text, found[1]) and (other == depth or not _may_be(row.call.text, found[1]))
            ]
            if not any(line < 0 if found[2] == "above" else line > 0 for line in lines):
                message = f"The notes have no row for “{found[0]}”."
                yield Diagnostic("BML923", message, row.location, "Correct the call that it names.")


def _may_be(written: str, bid: str) -> bool:
    """Return whether a call as it is written, such as ``4HS`` or ``4M``, may stand for a bid."""
    strains = written[1:].replace("M", "HS").replace("m", "CD")
    return written[:1] == bid[0] and (bid[1] in strains or not set(strains) <= set("CDHSNT"))


# ---------------------------------------------------------------- answers to calls that do not ask


def find_answers_to_nothing(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield calls that end the auction and have answers, and those with the answers to others that ask."""
    answered: dict[Location, dict[Location, Agreement]] = {}
    for row in notes.system.agreements:
        calls = row.auction.calls
        if row.is_ours and row.is_described and len(calls) >= _PARTNER and calls[-2] is PASS:
            before = Auction(calls[:-_PARTNER], row.auction.we_deal)
            partner = notes.system.after(before, in_any_scope=True).get(calls[-_PARTNER])
            if partner and partner.is_described and isinstance(partner.call, Bid):
                answered.setdefault(row.location, {})[partner.location] = partner
    reported: set[Location] = set()
    closed: dict[Location, tuple[Agreement, list[Location]]] = {}
    for place, partners in answered.items():
        for row in filter(_is_last, partners.values()):
            closed.setdefault(row.location, (row, []))[1].append(place)
    for row, places in closed.values():
        if len(places) >= _ANSWERS:
            reported.add(row.location)
            message = f"{row.auction:short} is to play, and {len(places)} rows answer it."
            see = (Related(places[0], "The first one is here."),)
            yield Diagnostic(
                "BML953", message, row.location, "Correct the row, or the auction of the answers.", see
            )
    for place, partners in answered.items():
        asking = [row for row in partners.values() if _is_question(row, notes.system)]
        passable = [
            row
            for row in partners.values()
            if row not in asking and _is_passable(obligations_of(row, notes.system))
        ]
        if asking and len(passable) == 1 and passable[0].location not in reported:
            reported.add(passable[0].location)
            names = (
                f"{passable[0].auction:short} may be passed, and has the answers to {asking[0].auction:short}"
            )
            hint = "Correct the row, or the auction of the answers."
            see = (Related(place, "An answer is here."),)
            yield Diagnostic("BML953", f"{names}, which asks.", passable[0].location, hint, see)


def _is_last(row: Agreement) -> bool:
    """Return whether a bid of a suit is to play; opener may run from 3NT."""
    is_suit = isinstance(row.call, Bid) and row.call.strain.suit is not None
    return is_suit and _TO_PLAY.match(in_small_letters(row.description)) is not None


def _is_question(row: Agreement, system: System) -> bool:
    return _steps(row, system) is not None or ASKS.match(in_small_letters(row.description)) is not None


def _is_passable(obligations: Collection[Obligation]) -> bool:
    """Return whether words say that partner may pass, and do not force."""
    return Obligation.PASSABLE in obligations and Obligation.CALLED_FORCING not in obligations


CHECKS = (
    Check(find, ("BML921", "BML923", "BML924", "BML928"), ("BML925", "BML926")),
    Check(find_missing_responses, ("BML922",), ("BML927",), of_rows=True),
    Check(find_answers_to_nothing, ("BML953",), of_rows=True),
)
