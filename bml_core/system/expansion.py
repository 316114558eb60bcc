"""Expand the rows of documents to the auctions that they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import ACTION_WORDS, PASS, Auction, Bid, Call, Illegality, Strain, Suit, passing_sides
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location, Related, Result, listed
from bml_core.document import (
    DEFAULT_LIMITS,
    MEANING_KEYS,
    NOTE_LANGUAGES,
    BiddingTable,
    CallPattern,
    DescriptionLine,
    Dialect,
    Document,
    EveryCall,
    History,
    Label,
    Limits,
    LiteralCall,
    MetaEntry,
    Passage,
    Row,
    RowCall,
    RowOrder,
    StrainChoice,
    read_note_language,
    walk_rows,
)
from bml_core.language import DEFAULT_ABBREVIATIONS
from bml_core.system.agreements import Agreement, Metadata, System
from bml_core.system.card_words import card_word
from bml_core.system.note_languages import LANGUAGE_NAMES, note_language
from bml_core.system.own_abbreviations import own_abbreviations, own_meanings
from bml_core.system.variables import ExpansionState, PossibleCall, Wording, is_normal, possible_calls

_VISITS = 2
_EXAMPLES = 4
_LONGEST_QUOTED = 40
# "Gambling" above its responses.
_TITLE = r"[^\W\d]\S*(?: [^\W\d]\S*)?"
_OVER = re.compile(r"(?i)\((?:over|after) ")
_BY_THE_CALL_BEFORE = (Illegality.DOUBLE_OF_OWN_BID, Illegality.AUCTION_OVER)
READ_BY = frozenset({"BML", "CHOICE", "LANGUAGE"}) | MEANING_KEYS
"""The keys of metadata that say how rows are read, or chosen."""


@checked
def expand(
    documents: Iterable[Document],
    *,
    limits: Limits = DEFAULT_LIMITS,
    abbreviations: tuple[tuple[str, str], ...] | None = None,
    language: str = "",
    meanings: tuple[str, ...] = (),
) -> System:
    r"""Expand the bidding tables of ``documents``, in reading order, to one System.

    What cannot be exported is in the System's diagnostics; those of the Documents are not repeated.
    ``abbreviations`` are all that the descriptions may have, each with what it stands for, None for the
    usual ones; those that the texts define go first. ``language`` is the one of descriptions, where the
    metadata name none; without it, or with ``en``, that of their words, if these are sure. ``meanings`` are
    usual meanings that are changed, before those of the metadata.

    >>> from bml_core.language import parse
    >>> system = expand([parse("1C  Strong\n  2m  5+ suit")])
    >>> [str(agreement.auction) for agreement in system.agreements]
    ['1C', '1C-2C', '1C-2D']
    """
    documents = tuple(documents)
    metadata: dict[str, MetaEntry] = {}
    for entry in (entry for document in documents for entry in document.metadata):
        metadata.setdefault(entry.key, entry)
    spoken, choice = _language(metadata.get("LANGUAGE")), _choice(metadata.get("CHOICE"))
    meant: list[tuple[str, Location | None]] = [(text, None) for text in meanings]
    entries = (entry for document in documents for entry in document.metadata if entry.key in MEANING_KEYS)
    meant += ((entry.value.strip(), entry.location) for entry in entries)
    texts = (*own_meanings(documents), *(text for text, _ in meant))
    # English is what settings say that say nothing.
    named = spoken.value or language.removeprefix("en")
    found = "" if named or "LANGUAGE" in metadata else note_language(documents)
    counted = None
    if abbreviations != ():
        known = dict(DEFAULT_ABBREVIATIONS if abbreviations is None else abbreviations)
        own = own_abbreviations(documents)
        counted = card_word(documents, known | own)
        own |= {counted[0]: "cards"} if counted else {}
        abbreviations = tuple((known | own).items()) if own else abbreviations
    builder = _Builder(limits, abbreviations, named or found or language, texts)
    for document in documents:
        for table in document.tables:
            if table.is_unplaced:
                builder.note_never_legal(table)
            else:
                _Expansion(table, builder).run()
    repeats = tuple(builder.all_repeats())
    return System(
        tuple(builder.agreements.values()),
        Metadata(
            _first(document.title for document in documents),
            _first(document.description for document in documents),
            _first(document.author for document in documents),
            choice.value,
            _settings(documents),
            tuple(meant),
        ),
        (
            *builder.all_diagnostics(),
            *choice.diagnostics,
            *spoken.diagnostics,
            *_found(found, documents),
            *_counted(counted),
        ),
        repeats=repeats,
        left_out=tuple(_left_out(documents, [*builder.agreements.values(), *(row for row, _ in repeats)])),
    )


def _language(entry: MetaEntry | None) -> Result[str]:
    """Return the language of descriptions, as the metadata have it."""
    if entry is None:
        return Result("")
    if language := read_note_language(entry.value):
        return Result(language)
    message = f"Descriptions in the language {entry.value[:40] or 'without a name'} are read as English."
    hint = f"Write {listed(NOTE_LANGUAGES)}."
    return Result("", (Diagnostic("BML131", message, entry.location, hint),))


def _found(language: str, documents: Iterable[Document]) -> Iterator[Diagnostic]:
    """Yield in which language descriptions are read whose notes do not name it."""
    first = next((table.location for document in documents for table in document.tables), None)
    if language and first:
        message = f"Descriptions are read as {LANGUAGE_NAMES[language]}, by their words."
        hint = f"Write #+LANGUAGE: {language} above them, or #+LANGUAGE: en for English."
        yield Diagnostic("BML229", message, first, hint)


def _counted(word: tuple[str, Location] | None) -> Iterator[Diagnostic]:
    """Yield which word of the rows is read as cards by its place alone."""
    if word:
        message = f"“{word[0]}” is read as “cards”, by the numbers before it and the suits after it."
        yield Diagnostic(
            "BML229", message, word[1], f"Write what it is in a line of its own: {word[0]} = cards."
        )


def _choice(entry: MetaEntry | None) -> Result[RowOrder | None]:
    """Return the order of rows that fit the same hand, as the metadata have it."""
    if entry is None:
        return Result(None)
    try:
        return Result(RowOrder(entry.value.strip().lower()))
    except ValueError:
        message = f"#+CHOICE: cannot be {entry.value[:40]}."
        return Result(None, (Diagnostic("BML131", message, entry.location, "Write auto, natural or first."),))


def _settings(documents: Iterable[Document]) -> tuple[tuple[str, str], ...]:
    """Return the metadata that say how rows are read, those of one key with several values together."""
    found: dict[str, dict[str, None]] = {}
    for document in documents:
        for entry in document.metadata:
            if entry.key in READ_BY:
                found.setdefault(entry.key, {})[entry.value.strip()] = None
    return tuple((key, ", ".join(values)) for key, values in found.items())


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")


def _left_out(documents: Iterable[Document], agreements: Iterable[Agreement]) -> Iterator[Agreement]:
    """Yield the rows from which no agreement comes, unless they are without words and only lead to others."""
    auctions = {row.location: row.auction for row in agreements}
    for table in (table for document in documents for table in document.tables):
        calls = table.history.calls if table.history else ()
        top = "-".join(_written_auction("", call) for call in calls)
        last = auctions.get(calls[-1].location) if calls else None
        above = [(last or Auction(scope=table.scope), top)]
        for depth, row in walk_rows(table.rows):
            del above[depth + 1 :]
            auction, written = auctions.get(row.call.location), _written_auction(above[-1][1], row.call)
            is_said = row.description or row.condition
            is_label = any(isinstance(pattern, Label) for pattern in row.call.patterns)
            if auction is None and (is_said or (is_label and not row.children)):
                wording = Wording(row.description, row.condition, PASS, None, {})
                lines = wording.description
                yield Agreement(
                    above[-1][0], lines, row.call.alert, row.call.location, wording=wording, written=written
                )
            above.append((auction or above[-1][0], written))


# ---------------------------------------------------------------- rows, and what becomes of them


@dataclass(slots=True, eq=False)
class WrittenRow:
    """A row, or a call of a history, with what became of it so far.

    Args:
        call: The bid column.
        written: The auction up to the row, as the bid columns have it.
        lines: The description.
        condition: The condition in braces.
        below: The rows below it.
        before: The bid column of the row above, or the last call of the history.
        auctions: How many auctions the row stands for.
        lost: How many of them are described by another row.
        is_shadowed: True if a call of the row belongs to another row, or is described by it.
        first: That other row, and what it says.
        condition_alone: True if only the condition in braces differs from that row's.
        visits: How many auctions the row was tried in.
        illegal: Some calls that are not legal where the row is, by reason; True with the reason if the
            auction goes through ``any`` or ``other``.
        is_rest: True if the row stands for every call that no row beside it names.
        bare: The calls of rows above that say nothing themselves, and do not get the responses of this row.
        passed_over: The agreements on calls that belong to another row, each with that one.
        says_new: True if it says what the first row for its call does not, or is in its table.
        says_elsewhere: True if that row is in another table.
        is_caption: True if it is the history of a table, with words as a title of its rows.
        table: The place of its table, where something is left out.
        reported: The codes of the diagnostics that the row has already.
    """

    call: RowCall
    written: str = ""
    lines: tuple[DescriptionLine, ...] = ()
    condition: Passage | None = None
    below: RowGroup | None = None
    before: RowCall | None = None
    auctions: int = 0
    lost: int = 0
    is_shadowed: bool = False
    first: Location | None = None
    said_first: str = ""
    says_new: bool = False
    says_elsewhere: bool = False
    condition_alone: bool = False
    visits: int = 0
    illegal: dict[tuple[Illegality, bool], list[str]] = field(default_factory=dict)
    is_rest: bool = False
    bare: dict[Call, Location] = field(default_factory=dict)
    passed_over: list[tuple[Agreement, Agreement]] = field(default_factory=list)
    is_caption: bool = False
    table: Location | None = None
    reported: frozenset[str] = frozenset()

    @property
    def said(self) -> str:
        """Return the first line of its description."""
        return self.lines[0].text if self.lines else ""

    def note_illegal(self, illegality: Illegality, call: Call, *, is_rest: bool) -> None:
        """Remember a call that is not legal, unless there are examples enough."""
        examples = self.illegal.setdefault((illegality, is_rest), [])
        if len(examples) <= _EXAMPLES and (shown := self.as_written(call)) not in examples:
            examples.append(shown)

    def as_written(self, call: Call) -> str:
        """Return a call as the bid column has it, ``X`` or ``Dbl``, if it is written there."""
        parts = zip(self.call.text.split("/"), self.call.patterns, strict=False)
        shown = next((part for part, pattern in parts if pattern == LiteralCall(call)), str(call))
        return f"({shown})" if self.call.theirs else shown

    def note_bare(self, call: Call, row: WrittenRow) -> None:
        """Remember a call of a row above, where this row was hardly meant to leave it out."""
        is_bare = not (row.lines or row.condition or row.call.theirs)
        if self.below and row.below and is_bare:
            self.bare[call] = row.call.location

    def cause_of(self, code: str) -> object:
        """Return the cause of a diagnostic, which is that of other rows of the table as well.

        The auction above is over for all rows below it; another file describes the same calls.
        """
        if code == "BML225":
            return self.table, self.first and self.first.file
        is_over = any(illegality is Illegality.AUCTION_OVER for illegality, _ in self.illegal)
        return self.table, *self.illegal, self.written.rpartition("-")[0] if is_over else ""

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield the report of what of the row is left out."""
        if not self.auctions and self.illegal:
            yield self._never_legal()
        elif self.is_shadowed and self.auctions == self.lost and (self.says_new or not self.auctions):
            yield self._described_already()
        elif self.bare:
            call, place = next(iter(self.bare.items()))
            own, name = f"has a row in line {place.line}", self.call.text[:40]
            message = f"The rows below {name} do not continue {call}, which {own}."
            hint = f"Write {name} above {call} if they hold for both; else write the bids that are meant."
            yield Diagnostic("BML230", message, self.call.location, hint)
        # Below "any" and "other" a row is meant for those auctions where it is legal, as "1M" is above 1H.
        left_out = {key: calls for key, calls in self.illegal.items() if not key[1]}
        if self.auctions and left_out and self._names_several:
            code, hint = ("BML223", "Correct the call.") if self._has_slip else ("BML221", "")
            yield Diagnostic(code, f"{_reasons(left_out, 'left out')}.", self.call.location, hint)

    @property
    def _has_slip(self) -> bool:
        """Return whether one of several bids is not legal after one auction: "1S/1C/2D" after (1H)-X.

        "1NT / 2NT" over 1C and 2C is meant for one of these each, and "3C/3D  3D 12-17" for 3D.
        """
        bids = [each.call for each in self.call.patterns if isinstance(each, LiteralCall)]
        strains = [bid.strain for bid in bids if isinstance(bid, Bid)]
        is_plain = len(strains) == len(set(strains)) == len(self.call.patterns)
        first = self.said.partition(" ")[0].strip(":,").upper()
        return self.visits == 1 and is_plain and first not in {bid.code for bid in bids}

    @property
    def _names_several(self) -> bool:
        """Return whether each of several bids is written: ``2CDH`` and ``2C/2D``, but not ``2M``."""
        named = [getattr(pattern, "strains", (None,)) for pattern in self.call.patterns]
        has_variable = any(getattr(pattern, "variable", None) for pattern in self.call.patterns)
        return not has_variable and sum(map(len, named)) > 1

    def _described_already(self) -> Diagnostic:
        where = ""
        if self.first:
            is_here = self.first.file == self.call.location.file
            place = f"line {self.first.line}" if is_here else self.first.seen_from(self.call.location)
            where = f" {'in' if is_here else 'at'} {place}"
        what = "text is" if self.auctions else "row and the rows below it are" if self.below else "row is"
        lost = "condition is" if self.condition_alone else what
        there, here = _quoted(self.said_first), _quoted(self.said)
        are_told = here and there and here != there
        how = f"described as {here} here and as {there}" if are_told else "already described"
        message = f"{_written_auction('', self.call)[:40]} is {how}{where}, so this {lost} not used."
        mend = "join the two there" if self.below else "delete one of the two"
        before = self.written.rpartition("-")[0]
        if _OVER.search(f"{self.said_first} {self.said}"):
            mend = "write a table of its own for each auction that the rows name"
        elif self.says_elsewhere and before[:1].isdecimal():
            mend += f", or begin this table with P-{before}--- if the player has passed"
        hint = f"The first definition is used; {mend}."
        return Diagnostic("BML225", message, self.call.location, hint)

    def _never_legal(self) -> Diagnostic:
        lost = "row and the rows below it are" if self.below else "row is"
        others = ", and its other calls belong to other rows" if self.is_shadowed else ""
        message = f"{_reasons(self.illegal, 'not legal here')}{others}. The {lost} shown, but not used."
        hint = "Correct the call, its indentation, or the auction above; if both sides bid, write every pass."
        if next(iter(self.illegal))[0] is Illegality.NOTHING_TO_DOUBLE:
            hint = "Indent the row below a bid of the opponents, as in (1N). Leave no blank line between."
        if next(iter(self.illegal))[0] is Illegality.AUCTION_OVER and (passes := _two_passes(self.written)):
            hint = f"With the pass of the other side between the two of {passes[0]}, three passes end it."
            hint += f" Write {passes[1]} if the second pass is theirs."
        if next(iter(self.illegal))[0] is Illegality.DOUBLE_OF_OWN_BID and not self.call.theirs:
            hint = f"Write ({self.call.text}) if the opponents double; else correct its indentation."
            before, _, bid = self.written.rpartition("-")[0].rpartition("-")
            if before and "(" not in bid:
                hint = f"Write {before}-({bid}) if {bid} is a bid of the opponents,"
                hint += f" ({self.call.text}) if they double."
        see: tuple[Related, ...] = ()
        # The slip may be in the call before: "1S" for "(1S)", "P" for "(P)".
        if self.before and next(iter(self.illegal))[0] in _BY_THE_CALL_BEFORE:
            see = (Related(self.before.location, f"{_written_auction('', self.before)} is the call before."),)
        return Diagnostic("BML212", message, self.call.location, hint, see)


def _quoted(text: str) -> str:
    """Return the beginning of a description between quotation marks, "" for none."""
    words = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).split())
    if len(words) > _LONGEST_QUOTED:
        words = f"{words[:_LONGEST_QUOTED].rpartition(' ')[0].rstrip(',;') or words[:_LONGEST_QUOTED]} …"
    return f"“{words}”" if words else ""


def _two_passes(written: str) -> tuple[str, str] | None:
    """Return two passes in a row of one side in an auction, and the auction with the second by the other.

    >>> _two_passes("1D-(1N)-P-P-X")
    ('P-P', '1D-(1N)-P-(P)')
    """
    calls = written.split("-")
    for at, (first, second) in enumerate(pairwise(calls)):
        if first == second and ACTION_WORDS.get(first.strip("()").lower()) is PASS and at:
            other = second.strip("()") if second.startswith("(") else f"({second})"
            return f"{first}-{second}", "-".join((*calls[: at + 1], other))
    return None


def _reasons(illegal: dict[tuple[Illegality, bool], list[str]], outcome: str) -> str:
    """Return what becomes of calls that are not legal, in words, and why."""
    texts = []
    for (illegality, _), calls in illegal.items():
        names = ", ".join(calls[:_EXAMPLES]) + (" …" if len(calls) > _EXAMPLES else "")
        texts.append(f"{names} {'is' if len(calls) == 1 else 'are'} {outcome}: {illegality.value}")
    return "; ".join(texts)


class RowGroup:
    """Rows side by side, and what of them names a single call, by side.

    Args:
        rows: The rows, which continue the auction ``above``, whose last call is that of ``before``.
        literal: The calls that are written as such.
        others: The other patterns that may name one call where an auction has arrived, with their rows.
        visits: How many auctions the rows were tried in.
    """

    __slots__ = ("literal", "others", "rows", "visits")

    def __init__(self, rows: tuple[Row, ...], above: str = "", before: RowCall | None = None) -> None:
        self.rows: list[WrittenRow] = []
        self.visits = 0
        self.literal: dict[bool, set[Call]] = {True: set(), False: set()}
        self.others: dict[bool, list[tuple[WrittenRow, CallPattern]]] = {True: [], False: []}
        for each in rows:
            written = _written_auction(above, each.call)
            below = RowGroup(each.children, written, each.call) if each.children else None
            row = WrittenRow(each.call, written, each.description, each.condition, below, before)
            self.rows.append(row)
            for pattern in row.call.patterns:
                if isinstance(pattern, LiteralCall):
                    self.literal[row.call.theirs].add(pattern.call)
                elif isinstance(pattern, EveryCall):
                    row.is_rest = True
                elif not isinstance(pattern, Label):
                    self.others[row.call.theirs].append((row, pattern))


def _with_sides(calls: Sequence[RowCall], rows: Sequence[Row]) -> Sequence[RowCall]:
    """Return the calls of a history with the passes of ``P-P-1S`` made by the sides that players mean."""
    passes = next((n for n, call in enumerate(calls) if call.theirs or call.literal is not PASS), len(calls))
    following = calls[passes : passes + 1] or [row.call for row in rows]
    they_open = {call.theirs for call in following}
    if passes > 3 or len(they_open) != 1 or any(call.literal is PASS for call in following):
        return calls
    sides = passing_sides([False] * passes, they_open=they_open.pop())
    turns = [call._replace(theirs=theirs) for call, theirs in zip(calls, sides, strict=False)]
    return [*turns, *calls[passes:]]


def _written_auction(above: str, call: RowCall) -> str:
    """Return an auction with one more call, as bid columns have them."""
    shown = f"({call.text})" if call.theirs else call.text
    return f"{above}-{shown}" if above else shown


# ---------------------------------------------------------------- agreements


#: An auction, with what their calls in it mean if it is for that alone.
_Case = tuple[Auction, tuple[tuple[int, str], ...]]


class _Side(NamedTuple):
    """The calls of one side where an auction has arrived.

    Args:
        auction: The auction when that side calls next.
        normal: The calls of normal bids, in whatever row.
        taken: The calls of rows read so far, with their rows.
        deferred: Calls of special bids that are normal bids of a row below, with their rows.
    """

    auction: Auction
    normal: Set[Call]
    taken: dict[Call, WrittenRow]
    deferred: dict[Call, tuple[WrittenRow, PossibleCall]]


class _Builder:
    """The agreements of all tables so far, and what of the rows is left out."""

    def __init__(
        self,
        limits: Limits,
        abbreviations: tuple[tuple[str, str], ...] | None,
        language: str,
        meanings: tuple[str, ...],
    ) -> None:
        self.limits = limits
        self.abbreviations = abbreviations
        self.language = language
        self.meanings = meanings
        self.agreements: dict[_Case, Agreement] = {}
        self.repeats: list[tuple[Agreement, Agreement]] = []
        self.is_full = self._is_spent = False
        # Auctions through "any" or "other", which give way to rows that name their calls.
        self._rest: set[_Case] = set()
        self._log = DiagnosticLog()
        # Rows some of whose calls are left out.
        self._incomplete: dict[int, WrittenRow] = {}
        self.tries_left = limits.calls_tried

    def tries(self, visits: int, row: WrittenRow) -> bool:
        """Return True if a row may be tried in one more auction, the one of this number.

        Where no try is left, every row is still tried in the first few, so that the notes go on.
        """
        if self.tries_left > 0 or visits <= _VISITS:
            return True
        if not self._is_spent:
            self._is_spent = True
            message = "The rows up to here mean too many auctions; some are left out."
            hint = "Write calls instead of any, other or several suits below each other."
            self._log.report("BML206", message, row.call.location, hint)
        return False

    def define(self, agreement: Agreement, row: WrittenRow, *, is_rest: bool) -> None:
        """Add an agreement, unless the same auction has one that stands."""
        key = agreement.auction, agreement.qualifications
        known = self.agreements.get(key)
        if known is None:
            if len(self.agreements) >= self.limits.agreements:
                if not self.is_full:
                    self.is_full = True
                    message = (
                        f"A system may have {self.limits.agreements:,} agreements; the rest is left out."
                    )
                    hint = "Divide it into several systems."
                    self._log.report("BML105", message, agreement.location, hint)
                return
            if is_rest:
                self._rest.add(key)
        elif agreement.is_described and (not known.is_described or (key in self._rest and not is_rest)):
            (self._rest.add if is_rest else self._rest.discard)(key)
        else:
            self._compare(known, agreement, row)
            return
        self.agreements[key] = agreement

    def _compare(self, known: Agreement, agreement: Agreement, row: WrittenRow) -> None:
        """Note what is lost where the first definition stands; one that says more takes its place."""
        says_more = agreement.says_more_than(known) and not row.is_caption
        is_elsewhere = agreement.table != known.table
        if says_more and is_elsewhere and known.is_part_of(agreement):
            self.agreements[known.auction, known.qualifications] = agreement
            agreement, known = known, agreement
        elif says_more:
            self.shadow(row, known.location)
            row.said_first, row.says_elsewhere = known.text.partition("\n")[0], is_elsewhere
            lines = agreement.description
            row.condition_alone = not any(lines) or lines == known.description
            # "15-17, balanced" at the head of a chapter and "BAL 15-17" of the summary speak of the same.
            is_title = row.below is not None and re.fullmatch(_TITLE, agreement.text) is not None
            row.says_new |= not (is_elsewhere and (is_title or agreement.shares_words_with(known)))
            row.lost += 1
        # The same row may be pasted in several places.
        places = [each.location.origin or each.location for each in (agreement, known)]
        if agreement.is_described and places[0] != places[1]:
            self.repeats.append((agreement, known))

    def shadow(self, row: WrittenRow, first: Location | None = None) -> None:
        """Note a row one of whose calls belongs to another row, which is at ``first`` if that is known."""
        self._incomplete[id(row)] = row
        row.is_shadowed, row.first = True, first or row.first

    def allows(self, row: WrittenRow, state: ExpansionState, auction: Auction, call: Call) -> bool:
        """Return True if a row may stand for one more auction, in which ``call`` comes next."""
        illegality = auction.illegality(call)
        if illegality is not None:
            self._incomplete[id(row)] = row
            row.note_illegal(illegality, call, is_rest=state.is_rest)
            return False
        row.auctions += 1
        if row.auctions > self.limits.row_expansions:
            message = f"This row means more than {self.limits.row_expansions:,} auctions."
            self.report(row, [Diagnostic("BML206", message, row.call.location)])
            return False
        return True

    def report(self, row: WrittenRow, diagnostics: Iterable[Diagnostic]) -> None:
        """Report each kind of fault once a row."""
        for diagnostic in diagnostics:
            if diagnostic.code not in row.reported:
                row.reported |= {diagnostic.code}
                self._log.add([diagnostic])

    def note_never_legal(self, table: BiddingTable) -> None:
        """Note rows of a table without an auction that are not legal after the bid above them."""
        for row in table.rows:
            if all(_is_bid(pattern) for pattern in row.call.patterns):
                alone = _Builder(self.limits, self.abbreviations, self.language, self.meanings)
                _Expansion(table._replace(rows=(row,)), alone).run()
                never = (each for each in alone._incomplete.values() if each.illegal and not each.auctions)
                for below in never:
                    below.passed_over.clear()
                    self._incomplete[id(below)] = below

    def all_repeats(self) -> Iterator[tuple[Agreement, Agreement]]:
        """Yield the agreements that are left out, each with the one that is used."""
        yield from self.repeats
        for row in self._incomplete.values():
            if not row.auctions:
                yield from row.passed_over

    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of all tables."""
        for row in self._incomplete.values():
            self._log.add(replace(each, cause=row.cause_of(each.code)) for each in row.diagnostics())
        return self._log.take()


def _is_bid(pattern: CallPattern) -> bool:
    """Return whether a pattern stands for bids, after which nothing before them matters."""
    is_literal = isinstance(pattern, LiteralCall) and isinstance(pattern.call, Bid)
    return is_literal or isinstance(pattern, StrainChoice)


def _choices(patterns: tuple[CallPattern, ...]) -> tuple[Suit, ...]:
    """Return the suits of a bid column that stands for several calls."""
    if len(patterns) == 1 and isinstance(patterns[0], LiteralCall):
        return ()
    strains: list[Strain] = []
    for pattern in patterns:
        if isinstance(pattern, LiteralCall):
            strains += [pattern.call.strain] if isinstance(pattern.call, Bid) else []
        elif isinstance(pattern, StrainChoice):
            strains += pattern.strains
    suits = dict.fromkeys(strain.suit for strain in strains if strain.suit)
    return tuple(suits) if len(suits) > 1 else ()


class _Expansion:
    """The expansion of one table."""

    def __init__(self, table: BiddingTable, builder: _Builder) -> None:
        self._table = table
        self._builder = builder

    def run(self) -> None:
        """Define the agreements of the table."""
        history = self._table.history
        if history is None or not history.calls:
            self._rows(RowGroup(self._table.rows), ExpansionState(Auction(scope=self._table.scope), {}))
        else:
            written = list(accumulate(history.calls, _written_auction, initial=""))[1:]
            group = RowGroup(self._table.rows, written[-1], history.calls[-1])
            for state in self._history(history, written):
                self._rows(group, state)

    def _history(self, history: History, written: Sequence[str]) -> Iterator[ExpansionState]:
        """Define the calls of a history one after the other; yield each state after the last one."""
        steps = list(map(WrittenRow, _with_sides(history.calls, self._table.rows), written))
        steps[-1].lines, steps[-1].condition = history.description, history.condition
        steps[-1].is_caption = bool(self._table.rows and not history.condition)
        # A stack, not recursion: an auction may be longer than Python's frames allow.
        self._builder.tries_left += len(steps) * self._builder.limits.calls_tried_per_row
        stack = [self._step(steps[0], ExpansionState(Auction(scope=self._table.scope), {}))]
        while stack:
            state = next(stack[-1], None)
            if state is None:
                stack.pop()
            elif len(stack) == len(steps):
                yield state
            else:
                stack.append(self._step(steps[len(stack)], state))

    def _step(self, row: WrittenRow, state: ExpansionState) -> Iterator[ExpansionState]:
        return self._calls(
            row, state, _Side(state.auction.for_side(ours=not row.call.theirs), frozenset(), {}, {})
        )

    def _rows(self, group: RowGroup, state: ExpansionState) -> None:
        if not group.visits:
            self._builder.tries_left += len(group.rows) * self._builder.limits.calls_tried_per_row
        group.visits += 1
        if not group.rows or not self._builder.tries(group.visits, group.rows[0]):
            return
        self._builder.tries_left -= len(group.rows)
        sides = {
            theirs: _Side(
                state.auction.for_side(ours=not theirs), self._normal_calls(group, theirs, state), {}, {}
            )
            for theirs in {row.call.theirs for row in group.rows}
        }
        # For all rows of a side at once: a table may have thousands of rows that stand for any call.
        every: dict[bool, Set[Call]] = {}
        for row in group.rows:
            side = sides[row.call.theirs]
            if row.is_rest:
                theirs = row.call.theirs
                if theirs not in every:
                    every[theirs] = group.literal[theirs] | self._calls_of(group.others[theirs], state)
                side = side._replace(normal=every[theirs])
            for following in self._calls(row, state, side):
                self._below(row, following)
        for side in sides.values():
            self._deferred(side, state)

    def _deferred(self, side: _Side, state: ExpansionState) -> None:
        """Define the calls of special bids that are normal bids of a row below."""
        repeats = self._builder.repeats
        amount = len(repeats)
        for row, possible in side.deferred.values():
            # If the normal bid is not legal, its own row reports that.
            if side.auction.illegality(possible.call) is None:
                following = self._call(row, state, side.auction, possible)
                if following is not None:
                    self._below(row, following)
        # A row for most suits, and one for a suit of its own, do not describe a call twice.
        del repeats[amount:]

    def _below(self, row: WrittenRow, state: ExpansionState) -> None:
        if row.below is not None:
            self._rows(row.below, state)

    def _normal_calls(self, group: RowGroup, theirs: bool, state: ExpansionState) -> Set[Call]:
        """Return the calls of one side that normal bids name here."""
        others = [
            (row, pattern) for row, pattern in group.others[theirs] if is_normal(pattern, state.bindings)
        ]
        # Nothing but normal bids: there is none to come before.
        if not others or len(others) == len(group.others[theirs]):
            return group.literal[theirs]
        return group.literal[theirs] | self._calls_of(others, state)

    def _calls_of(self, patterns: list[tuple[WrittenRow, CallPattern]], state: ExpansionState) -> Set[Call]:
        return {
            possible.call
            for row, pattern in patterns
            for possible in self._possible_calls(row, pattern, state)
        }

    def _possible_calls(
        self, row: WrittenRow, pattern: CallPattern, state: ExpansionState
    ) -> tuple[PossibleCall, ...]:
        if isinstance(pattern, LiteralCall):
            return (PossibleCall(pattern.call, state.bindings),)
        result = possible_calls(pattern, row.call, state, self._table.dialect)
        if result.diagnostics:
            self._builder.report(row, result.diagnostics)
        return result.value

    def _calls(self, row: WrittenRow, state: ExpansionState, side: _Side) -> Iterator[ExpansionState]:
        """Define every call a row stands for here; yield each state that the rows below it continue."""
        builder = self._builder
        if builder.is_full or row.auctions > builder.limits.row_expansions:
            return
        row.visits += 1
        for pattern in row.call.patterns:
            is_literal = isinstance(pattern, LiteralCall)
            is_rest = isinstance(pattern, EveryCall)
            is_special = not (is_literal or is_normal(pattern, state.bindings))
            if not builder.tries(row.visits, row):
                return
            found = self._possible_calls(row, pattern, state)
            builder.tries_left -= len(found)
            for possible in found:
                call = possible.call
                if not is_literal and call in side.taken:
                    builder.shadow(row, side.taken[call].call.location)
                    row.said_first = side.taken[call].said
                    row.note_bare(call, side.taken[call])
                    self._pass_over(row, state, side.auction, possible, is_rest=is_rest)
                elif is_special and call in side.normal:
                    if is_rest or self._table.dialect is not Dialect.V2_0:
                        builder.shadow(row)
                    else:
                        side.deferred.setdefault(call, (row, possible))
                else:
                    following = self._call(row, state, side.auction, possible, is_rest=is_rest)
                    if following is not None:
                        side.taken.setdefault(call, row)
                        yield following

    def _call(
        self,
        row: WrittenRow,
        state: ExpansionState,
        auction: Auction,
        possible: PossibleCall,
        *,
        is_rest: bool = False,
    ) -> ExpansionState | None:
        """Define one call of a row; return the state for the rows below it, None if it is not legal."""
        row.table = self._table.location
        if not self._builder.allows(row, state, auction, possible.call):
            return None
        following = state.after(
            auction.then(possible.call), possible, is_rest=is_rest, meaning=row.call.meaning
        )
        agreement = self._agreement(row, following, possible)
        self._builder.define(agreement, row, is_rest=following.is_rest)
        return following

    def _pass_over(
        self,
        row: WrittenRow,
        state: ExpansionState,
        auction: Auction,
        possible: PossibleCall,
        *,
        is_rest: bool,
    ) -> None:
        """Note a call that belongs to a row above, for the case that no other one is left of its row."""
        if not is_rest and not row.auctions and auction.illegality(possible.call) is None:
            following = state.after(
                auction.then(possible.call), possible, is_rest=False, meaning=row.call.meaning
            )
            known = self._builder.agreements.get((following.auction, following.qualifications))
            if known is not None:
                row.passed_over.append((self._agreement(row, following, possible), known))

    def _agreement(self, row: WrittenRow, state: ExpansionState, possible: PossibleCall) -> Agreement:
        """Return the agreement that a row is for the auction of a state, which ends with its call."""
        wording = None
        if row.lines or row.condition:
            wording = Wording(
                row.lines,
                row.condition,
                possible.call,
                possible.variable,
                possible.bindings,
                _choices(row.call.patterns),
                self._builder.abbreviations,
                self._builder.language,
                self._builder.meanings,
            )
        return Agreement(
            state.auction,
            wording.description if wording else (),
            row.call.alert,
            row.call.location,
            qualifications=state.qualifications,
            wording=wording,
            choice=self._table.choice,
            table=self._table.location,
            written=row.written,
        )
