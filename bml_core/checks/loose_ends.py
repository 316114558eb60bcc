"""What leads nowhere: histories that no row describes, calls without responses, cuts that nothing pastes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from bml_core.bridge import (
    ANY_SCOPE,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Bid,
    OpenerPosition,
    Scope,
    Strain,
    bid_above,
    make_bid,
)
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import QUESTION, SUIT_LETTER, row_that_ends
from bml_core.checks.wording import (
    BALANCED,
    CONVENTION,
    CORRECTS,
    asks,
    in_small_letters,
    strain_of,
    suits_in,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import BiddingTable, Heading, Label, LiteralCall, Row, RowCall, plain_text, walk_rows
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, asked_steps, explain, known_of, obligations_of
from bml_core.render import scope_words
from bml_core.system import Agreement, System

_RESPONSE = re.compile(r"[1-7]\s?(?:NT?|!?[CDHS]|[♣♦♥♠])")
# "asks for an eighth trick: bid six with it"
_ANSWERED = re.compile(r"\bask.*[:;,] ?(?:opener |partner |responder )?(?:bids?|rais\w+|shows?)\b")
_OBVIOUS = re.compile(
    # "asks, as over 1H"
    r"(?i)\b(?:as (?:over|after|in|for|to)|like|same"
    r"|stop\w*|describe|blackwood|rk?cb?|key[- ]?cards?|gerber|quant\w*|kings?|queens?|aces?"
    # "asks for 3C, clubs to play"
    r"|(?:asks?|puppet|relay)(?: for| to)? [1-7][CDHSN\u2660-\u2667]\b.*to play"
    r"|asks? (?:\w+ )?(?:partner|opener|responder|\w+bidder) to|asked to|(?:by|in) steps|asks nothing"
    r"|asks? (?:for )?(?:a )?max\w*|asks? for [1-7][CDHSN\u2660-\u2667]"
    r"|asks? (?:for )?an? (?:[45]|four|five)[- ]card (?:m|major|minor|suit)"
    r"|asks? (?:for )?the (?:longer|better) \w+|long \w+ ask"
    r"|asks? (?:for )?(?:the |a )?(?:m|minor|suit|raise|preference|lead|cue-? ?bids?|cues?))(?!\w)"
)
# "6+!c or 6+!d": partner must find out.
_EITHER = re.compile(r"[5-9]\+?!([cdhs]) or [5-9]\+?!([cdhs])")
# What is said after a question, and a link to the responses
_ASKS = re.compile(r"asks\b")
_ASKS_WITH = re.compile(r"(?i)\b(?:opener|responder|partner) asks with [1-7](?:NT?|!?[CDHS])\b")
_WEAK_OR = re.compile(r"\bor (?:gf|game forc\w+|strong|fg|better)\b")
_ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")
_REMARK = re.compile(r"\?\W+\w|\]\(|(?i:\bnot\b.*\bask)")
_ACE_ASK = re.compile(r"(?i)\b(?:r?kcb?|key[- ]?cards?|(?:black|key)wood|aces)\b")
_NOTRUMP_OVERCALL = re.compile(r"(?i)\b(?:no[- ]?trump|1NT?)\W+over-?calls?\b")
_SEE = re.compile(r"(?i)\bsee ((?-i:[1-7](?:NT?|[CDHS]))) (above|below)\b")
_PASSES = (LiteralCall(PASS),)
_FOUR_NOTRUMP = make_bid(4, Strain.NOTRUMP)
_SEVERAL = 2
_ROUND = 4
_FEW, _FEW_QUESTIONS, _FEW_OPENINGS = 0.2, 0.5, 3
_SUIT, _NOTRUMP = 3, 2
_ANSWERS, _SLAM = 3, 4
_TO_PLAY = re.compile(
    r"(?:to play|s/o|sign[- ]?off)\b(?!.*(?:\bor\b|unless|\?))|.*, (?:just )?(?:to play|s/o|sign-?off)$"
)
_BINDING = frozenset((Obligation.CALLED_FORCING, Obligation.REQUEST))
_OTHERS = re.compile(r"\b(?:or|majors?|minors?|perhaps|may|other|any)\b|\?|\d\+?m\b|\bm\b")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the loose ends of notes, but for the responses to calls."""
    yield from _histories(notes)
    yield from _unpasted(notes)
    yield from _unended(notes)
    yield from _pointers(notes)
    for location in notes.unlisted:
        message = "This page of the notes is in no navigation."
        yield Diagnostic("BML925", message, location, "Add it to the navigation, or to a table of contents.")
    for location, target in notes.unlinked:
        message = f"There is no page {target[:80]}."
        yield Diagnostic("BML930", message, location, "Correct the name of the file in the link.")


class _Kind(NamedTuple):
    """Calls of which players write the responses, or not, alike.

    Attributes:
        what: What they have in common.
        least: How many others must have rows below them.
        share: How many of them may lack rows, but for one.
        is_further: Whether one without rows is often meant.
        needs_beside: Whether a row beside it must have rows below it.
    """

    what: tuple[object, ...]
    least: int
    share: float = 0
    is_further: bool = False
    needs_beside: bool = False


def find_missing_responses(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the calls that no row answers, unlike below nearly all others of a kind."""
    followed = _followed(notes.system.agreements) | _followed(notes.statements) | _like_others(notes.rules)
    # Rows below one that no call is read of describe a response as well: "4x  shortage".
    above_some = {
        row.location
        for document in notes.documents
        for table in document.tables
        for _, row in walk_rows(table.rows)
        if row.children
    }
    partial = notes.partial_pages
    kinds: dict[_Kind, dict[Location, Agreement | None]] = {}
    for row in notes.system.agreements:
        if row.is_described and row.is_ours and isinstance(row.call, Bid):
            has_some = row.auction.code in followed or row.location in above_some
            for kind in _kinds(row, notes.system):
                same = kinds.setdefault(kind, {})
                if same.get(row.location, row):
                    same[row.location] = None if has_some else row
    branching = {
        row.auction.code_up_to(-1) for row in notes.system.agreements if row.auction.code in followed
    }
    reported: set[Location] = set()
    for kind, same in sorted(kinds.items(), key=lambda each: each[0].is_further):
        bare = [row for row in same.values() if row]
        if len(same) - len(bare) >= kind.least and len(bare) <= max(1, kind.share * len(same)):
            for row in bare:
                is_sure = row.auction.code_up_to(-1) in branching or not kind.needs_beside
                if is_sure and row.location not in reported and row.location.file not in partial:
                    reported.add(row.location)
                    yield _bare(row, same, kind, notes.system)


def _kinds(row: Agreement, system: System) -> Iterator[_Kind]:
    """Yield the kinds of calls among which one is: those with its words, and all that ask or force."""
    before, is_free = row.auction.code_up_to(-1), row.auction.calls[-2:-1] in ((), (PASS,))
    words = SUIT_LETTER.sub("", in_small_letters(row.description))
    asks = _steps(row, system) is not None
    is_forcing = Obligation.CALLED_FORCING in obligations_of(row, system)
    is_two_way = is_free and _is_two_way(row, words)
    if is_two_way or (is_free and (asks or is_forcing)):
        yield _Kind((before, row.call.code[0], words), least=1)
        yield _Kind((words,), least=2)
    if is_free and (asks or is_two_way) and isinstance(row.call, Bid) and row.call.level < _SLAM:
        # (1H)-2H-(P)-2N and (1S)-2S-(P)-2N
        like = re.sub("[CDHS]", "x", row.auction.code)
        yield _Kind((like, words) if _says_all(row) else (like,), least=1)
    if known_of("wants", row, system, _wants_responses):
        yield _Kind(("asks",), 1, _FEW_QUESTIONS) if asks else _Kind(("forces",), 4, _FEW)
        yield _Kind(("asks", "forces"), 0, 1, is_further=True)
    if is_free and words and len(row.auction) > 1:
        yield _Kind((before, words), 3, is_further=True)
    if asks or "forces " in words:
        yield _Kind((words,), 1, is_further=True)
    is_quiet = all(call is PASS for call in row.auction.calls[-2::-2])
    for name in CONVENTION.findall(words)[:1] if is_quiet and not _says_all(row) else ():
        yield _Kind((name,), least=2, needs_beside=True)
    # Partner must find out which suit it is, though no word says so.
    if _is_either(row) or (is_free and _ASKS.match(words) and not _OBVIOUS.search(words)):
        yield _Kind(("asks", "forces"), 0, 1, is_further=True)


def _bare(row: Agreement, same: Iterable[Location], kind: _Kind, system: System) -> Diagnostic:
    """Report a row without others below it, unlike those at the other places."""
    code = "BML927" if kind.is_further else "BML922"
    hint, is_question = "Write the responses in rows below it.", _is_question(row, system)
    if later := _ASKS_WITH.search(row.text):
        message = f"After {row.auction:short}, {later[0]}, and no row describes that."
        return Diagnostic(code, message, row.location, "Write a row for it, and the responses below that.")
    if is_question or not kind.least or Obligation.CALLED_FORCING in obligations_of(row, system):
        what = "asks" if is_question else "is forcing"
        message = f"{row.auction:short} {what}, and no row describes a response."
        return Diagnostic(code, message, row.location, hint)
    see = (Related(next(each for each in same if each != row.location), "Such a row is here."),)
    message = f"{row.auction:short} has no row below it, unlike others with its words."
    return Diagnostic(code, message, row.location, hint, see)


# ---------------------------------------------------------------- histories


def _histories(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each table whose last call of ours no row describes."""
    system, lasts = notes.system, _last_calls(notes)
    # Rows of pages write their whole auction, and are rows all the same.
    yield from _only_continued(system, {place for place, table in lasts.items() if not table.is_read})
    silent: dict[Location, list[Agreement]] = {}
    for row in system.agreements:
        if row.location in lasts and row.is_ours and not row.is_described and row.call is not PASS:
            silent.setdefault(row.location, []).append(row)
    if not silent:
        return
    scopes = _scopes(system, {row.auction.code for rows in silent.values() for row in rows})
    described = Counter(row.auction.code_up_to(-1) for row in system.agreements if row.is_described)
    said = {row.auction for row in notes.statements}
    for location, rows in silent.items():
        missing = [
            row
            for row in rows
            if not any(map(row.scope.meets, scopes.get(row.auction.code, ())))
            and row.auction not in said
            and not _is_asked_for(row, system)
        ]
        if missing:
            code, why = _how_sure(missing, lasts[location], described, system)
            first, more = _named(missing[0]), f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            message = f"This table continues {first}{more}, which no row describes{why}."
            hint = "Describe the call in a row or after the auction here, or correct the auction."
            yield Diagnostic(code, message, location, hint)


def _last_calls(notes: CheckedNotes) -> dict[Location, BiddingTable]:
    """Return the tables that continue a call of ours, by its place, if a row must say what it is."""
    lasts, title, partial = {}, "", notes.partial_pages
    for block in (block for document in notes.documents for block in document.blocks):
        if isinstance(block, Heading):
            title = plain_text(block.spans)
        if isinstance(table := block, BiddingTable) and table.location.file not in partial:
            last = _last_of_ours(table)
            if last is not None and not _is_named(last, title):
                lasts[last.location] = table
            if table.history is None and not table.is_unplaced:
                # "2H" without words, above its responses, is there for them alone.
                lasts.update({row.location: table for row in table.rows if row.children})
    return lasts


def _how_sure(
    missing: Sequence[Agreement], table: BiddingTable, described: Mapping[str, int], system: System
) -> tuple[str, str]:
    """Return the code for rows that are missing above a table, and what says that they should be there.

    ``described`` are the numbers of rows that describe calls after each auction.
    """
    # A page about an opening says in its text what that is.
    is_of_page = table.is_read and not any(row.auction.before for row in missing)
    are_among_others = all(
        described[row.auction.code_up_to(-1)] > (0 if row.auction.before else _FEW_OPENINGS)
        for row in missing
    )
    # What asks above 3NT is often the example of a rule: kickback, exclusion.
    is_example = any(
        isinstance(row.call, Bid) and row.call.level >= _SLAM and len(row.auction) > _ROUND for row in missing
    )
    if are_among_others and not (is_of_page or is_example or all(map(_is_plain, missing))):
        return "BML921", ", though rows describe other calls there"
    # "XX  weak: opener bids 2C"
    partners = [_partner(row, system) for row in missing]
    if all(row and isinstance(row.call, Bid) and _is_passable(row, system) for row in partners):
        return "BML921", ", after a call that may be passed"
    return "BML926", ""


def _only_continued(system: System, lasts: Collection[Location]) -> Iterator[Diagnostic]:
    """Yield tables that continue, and describe, a call that is not among the rows of its auction.

    Others of that auction are among these, and described above a table once more.
    """
    repeats = [row for pair in system.repeats for row in pair]
    again = {row.auction.before for row in repeats if row.location in lasts and row.auction.before.last_bid}
    twice = {row.auction for row in repeats if again}
    rows = [row for row in system.agreements if again and row.auction.before in again]
    described = Counter(row.auction.before for row in rows if row.location not in lasts)
    for row in rows:
        before, is_only = row.auction.before, row.location in lasts and row.auction not in twice
        if is_only and row.is_described and row.is_ours and described[before] >= _ANSWERS:
            message = (
                f"This table continues {row.auction:short}, which is not among the rows after {before:short}."
            )
            hint = "Write a row for the call, or correct the auction."
            yield Diagnostic("BML921", message, row.location, hint)


def _is_named(call: RowCall, title: str) -> bool:
    """Return whether a heading says what a call is: "Responding to a takeout X", "RKC" above 4NT."""
    if call.literal in (DOUBLE, REDOUBLE):
        return re.search(rf"(?i)(?<!\w)(?:{re.escape(call.text)}|dbl|doubles?)(?!\w)", title) is not None
    bid = call.literal if isinstance(call.literal, Bid) else None
    name = _ACE_ASK if bid and bid.level >= _SLAM else _NOTRUMP_OVERCALL
    return bid is not None and bid.strain is Strain.NOTRUMP and name.search(title) is not None


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
    is_next = row.call == bid_above(row.auction.before.last_bid, 1)
    partner = _partner(row, system) if is_next else None
    return partner is not None and Obligation.REQUEST in obligations_of(partner, system)


def _partner(row: Agreement, system: System) -> Agreement | None:
    """Return the call of partner before a row, after which the opponents have passed."""
    has_passed = row.auction.calls[-2:-1] == (PASS,)
    return row_that_ends(system, row.auction, -2) if has_passed else None


def _last_of_ours(table: BiddingTable) -> RowCall | None:
    """Return the last call in a history, if it is ours and there are rows."""
    if table.history is None or not table.history.calls or not table.rows:
        return None
    calls, last = table.history.calls, table.history.calls[-1]
    # "(1N)-2S-(P)" continues our overcall. When they have bid twice, calls are as natural as they seem.
    bids = [each for each in calls if each.theirs and isinstance(each.literal, Bid)]
    if len(bids) <= 1 < len(calls) and last.theirs and last.patterns == _PASSES:
        last = calls[-2]
    is_label = any(isinstance(pattern, Label) for pattern in last.patterns)
    # "4N---" alone is the ask in any auction.
    is_ask = len(calls) == 1 and last.literal == _FOUR_NOTRUMP
    return None if last.theirs or is_label or is_ask else last


def _scopes(system: System, wanted: set[str]) -> dict[str, list[Scope]]:
    """Return for which positions and vulnerabilities auctions are described, by their codes."""
    scopes: dict[str, list[Scope]] = {}
    for row in system.agreements:
        if row.is_described and row.auction.code in wanted:
            scopes.setdefault(row.auction.code, []).append(row.scope)
    return scopes


# ---------------------------------------------------------------- responses


def _followed(rows: Iterable[Agreement]) -> set[str]:
    """Return the codes of the auctions that rows continue, after a pass as well."""
    codes = {row.auction.code.removesuffix(row.call.code): row.is_ours for row in rows}
    ours = (code for code, is_ours in codes.items() if is_ours and code.endswith(PASS.code))
    return {*codes, *(code.removesuffix(PASS.code) for code in ours)}


def _like_others(rules: Iterable[BiddingTable]) -> set[str]:
    """Return the codes of the auctions of which a text says that what follows is the same."""
    codes = set()
    for rule in rules:
        if rule.history and rule.rows[0].call.text == "same":
            with suppress(ValueError):
                codes.add(Auction.parse(rule.history.text).code)
    return codes


def _wants_responses(row: Agreement, system: System) -> bool:
    """Return whether the words of a call say that it is forcing or asks, where players write responses."""
    if (steps := _steps(row, system)) is not None:
        return not (steps or _says_all(row)) and all(call is PASS for call in row.auction.calls[-2::-2])
    is_forcing = Obligation.CALLED_FORCING in obligations_of(row, system)
    return is_forcing and not _continues_naturally(row, system)


def _says_all(row: Agreement) -> bool:
    """Return whether the words of a call say what partner answers, or everybody knows it."""
    # "4N  Asks for aces: 5C none, 5D one" has its responses in its words; a stopper is shown by 3NT.
    # "Pass or correct? ASK" is a question to partner at home.
    # What is in brackets is said of other calls: "control bid (better start with the ask)".
    is_aside = "ask" not in _ASIDE.sub("", text := row.text.lower()) and "ask" in text
    is_said = (
        is_aside or _ANSWERED.search(text) or _REMARK.search(row.text) or len(_RESPONSE.findall(row.text)) > 1
    )
    return bool(is_said or _OBVIOUS.search(row.text))


def _steps(row: Agreement, system: System) -> int | None:
    """Return in how many steps partner answers; 0 of a question that does not say it."""
    return 0 if QUESTION.fullmatch(row.text) else asked_steps(row, system)


def _is_either(row: Agreement) -> bool:
    either, calls = _EITHER.search(row.text), row.auction.calls
    is_quiet = row.auction.we_deal and all(call is PASS for call in calls[-2::-2])
    return is_quiet and either is not None and row.call.code[-1].lower() not in either.groups()


def _is_two_way(row: Agreement, words: str) -> bool:
    """Return whether partner must bid since a hand with another suit may be strong: "4+!s, INV or better"."""
    suits = {*suits_in(in_small_letters(row.description))}
    is_other = isinstance(row.call, Bid) and len(suits) == 1 and row.call.strain not in suits
    return is_other and _WEAK_OR.search(words) is not None


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


#: Where a row is, and how many calls its auction has.
_Place = tuple[Location, int]


def _place(row: Agreement) -> _Place:
    return row.location, len(row.auction)


def find_answers_to_nothing(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield calls with answers that were written for another meaning: for a question, or a request."""
    system = notes.system
    # One row of a page may have the answers to its call in it.
    answered: dict[_Place, dict[_Place, Agreement]] = {}
    answers: dict[_Place, tuple[Agreement, dict[_Place, Agreement]]] = {}
    for row in system.agreements:
        partner = _partner(row, system) if row.is_ours and row.is_described else None
        if partner and partner.is_described and isinstance(partner.call, Bid):
            place, of_partner = _place(row), _place(partner)
            answered.setdefault(place, {})[of_partner] = partner
            answers.setdefault(of_partner, (partner, {}))[1][place] = row
    for partner, rows in answers.values():
        asking = [
            other
            for place in rows
            for other in answered[place].values()
            if other is not partner and _is_question(other, system)
        ]
        if found := _unlike_answers(partner, [*rows.values()], asking, system):
            message = f"{partner.auction:short} {found[1]}."
            see = (Related(found[0].location, "An answer is here."),)
            hint = "Correct the row, or the auction of the answers."
            yield Diagnostic("BML953", message, partner.location, hint, see)


def _unlike_answers(
    row: Agreement, answers: Sequence[Agreement], asking: Sequence[Agreement], system: System
) -> tuple[Agreement, str] | None:
    """Return the answer that shows that a call has another meaning than they were written for, and why."""
    words = in_small_letters(row.description)
    is_suit = isinstance(row.call, Bid) and row.call.strain.suit is not None
    # Opener may run from 3NT.
    if is_suit and _TO_PLAY.match(words) and len(answers) >= _ANSWERS:
        return answers[0], f"is to play, and {len(answers)} rows answer it"
    if asking and _is_passable(row, system):
        return answers[0], f"may be passed, and has the answers to {asking[0].auction:short}, which asks"
    corrections = [each for each in answers if CORRECTS.search(in_small_letters(each.description))]
    if corrections and not _is_question(row, system) and _is_natural(row, words):
        return corrections[0], f"shows its own suit alone, and {corrections[0].call} is to be corrected"
    return None


def _is_natural(row: Agreement, words: str) -> bool:
    """Return whether words name the suit that a bid is of, and nothing else that it may show."""
    named, theirs = {*suits_in(words)}, map(strain_of, row.auction.calls[-2::-2])
    is_own = isinstance(row.call, Bid) and (named == {row.call.strain} or (not named and "natural" in words))
    # "11-13 bal, 2-3!s" shows a hand in notrump.
    return is_own and named.isdisjoint(theirs) and not (_OTHERS.search(words) or BALANCED.search(words))


def _is_passable(row: Agreement, system: System) -> bool:
    """Return whether words say that partner may pass, and neither force nor ask."""
    obligations = obligations_of(row, system)
    is_open = Obligation.PASSABLE in obligations and obligations.isdisjoint(_BINDING)
    return is_open and not _is_question(row, system)


def _is_question(row: Agreement, system: System) -> bool:
    return _steps(row, system) is not None or asks(in_small_letters(row.description))


CHECKS = (
    Check(
        find,
        ("BML921", "BML923", "BML924", "BML928", "BML930"),
        ("BML925", "BML926"),
        contradictions=("BML921",),
        accepted_as={"BML926": "BML921"},
    ),
    Check(find_missing_responses, ("BML922",), ("BML927",), of_rows=True, accepted_as={"BML927": "BML922"}),
    Check(find_answers_to_nothing, ("BML953",), of_rows=True),
)
