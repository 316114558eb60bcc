"""Variables of rows: the calls and suits they stand for in an auction, and the words of a row with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import CALLS, STRAINS, Auction, Bid, Call, Strain, Suit, bid_above, make_bid
from bml_core.diagnostics import Diagnostic, Result
from bml_core.document import (
    OWN_SUIT_MARK,
    CallPattern,
    DescriptionLine,
    Dialect,
    EveryCall,
    Label,
    LiteralCall,
    OppositeSuit,
    Passage,
    RowCall,
    Steps,
    StrainChoice,
)

_STEP = re.compile(r"(?i)step[1-9]|[1-9](?:st|nd|rd|th)")
_OWN_SUIT = re.compile(OWN_SUIT_MARK)
RANKED_VARIABLES = "XYZ"

# The number begins a word, or comes after another variable or its suit.
_NUMBER = r"(?:\b|(?<=![cdhs])|(?<=[0-9][MmXYZ])|(?<=[0-9]o[Mm]))[0-9]+\+?"
# What a hand has in a suit, not in a double.
_IN_SUIT = (
    r"\b(?i:stoppers?|stops?|stopped|cards?|controls?|length|support|fit|splinter"
    r"|void|singleton|doubleton|short|shortness|honours?|honors?) (?:in|for) "
)
_MEANS = (
    r"\s*(?:=|\bis\b)\s*(?:!?[CDHScdhs]\b|[\u2660\u2663\u2665\u2666]|(?i:clubs|diamonds|hearts|spades)\b)"
)
_MEANS_BEFORE = r"(?<!![CDHScdhs] = )(?<!![CDHScdhs]=)"

Bindings = Mapping[str, Strain]


class Wording(NamedTuple):
    """The words of a row for one of its calls, as written, and the suits of its variables there.

    Args:
        lines: The description.
        condition: The condition in braces.
        call: The call.
        variable: The variable in the bid column of the row.
        bindings: The suits of the variables in the auction.
        choices: The suits in the bid column of the row, where it stands for several calls.
        abbreviations: All abbreviations there are, each with what it stands for; None for the usual ones.
        language: The language of the description, "" for English.
        meanings: What the notes say of usual meanings, such as ``weak two = 6-10 hcp``.
    """

    lines: tuple[DescriptionLine, ...]
    condition: Passage | None
    call: Call
    variable: str | None
    bindings: Bindings
    choices: tuple[Suit, ...] = ()
    abbreviations: tuple[tuple[str, str], ...] | None = None
    language: str = ""
    meanings: tuple[str, ...] = ()

    @property
    def description(self) -> tuple[str, ...]:
        """Return the lines of the description, variables replaced by suits."""
        return with_suits(tuple([line.text for line in self.lines]), self.call, self.variable, self.bindings)

    @property
    def condition_text(self) -> str:
        """Return the condition in braces on one line, variables replaced by suits; "" if there is none."""
        if self.condition is None:
            return ""
        words = " ".join(self.condition.text.split())
        return with_suits((words,), self.call, self.variable, self.bindings)[0]

    @property
    def passage(self) -> Passage:
        """Return the description as one text, as written."""
        places = tuple(line.location for line in self.lines)
        return Passage("\n".join(line.text for line in self.lines), places)

    @property
    def is_described(self) -> bool:
        """Return whether there is any text, or a condition in braces."""
        return self.condition is not None or any(line.text for line in self.lines)

    def suits_in(self, text: str) -> dict[int, tuple[int, Suit]]:
        """Find the words of ``text`` that are suits in this row alone.

        Returns:
            For the offset of each such word, the offset of its end and its suit.

        >>> from bml_core.bridge import make_bid
        >>> wording = Wording((), None, make_bid(2, Strain.HEARTS), "M", {"M": Strain.HEARTS})
        >>> wording.suits_in("5+M, 4# and 2M")
        {2: (3, Suit.HEARTS), 13: (14, Suit.HEARTS), 6: (7, Suit.HEARTS)}
        """
        suits: dict[int, tuple[int, Suit]] = {}
        for name, strain in self.bindings.items():
            if name in text and strain.suit:
                for word in _pattern_of(name, self.variable).finditer(text):
                    suits[word.end() - len(name)] = (word.end(), strain.suit)
        own = own_suit(self.call)
        if own and "#" in text:
            suits |= {mark.start(): (mark.end(), own) for mark in _OWN_SUIT.finditer(text)}
        return suits


def own_suit(call: Call) -> Suit | None:
    """Return the suit that a call names, None for notrump and for calls that are not bids."""
    return call.strain.suit if isinstance(call, Bid) else None


def with_suits(
    lines: tuple[str, ...], call: Call, variable: str | None, bindings: Bindings
) -> tuple[str, ...]:
    """Return the lines of a description for one call, with suits for variables and ``#``.

    ``bindings`` are the suits of the variables in the auction, ``variable`` is that in the bid column of the
    row, or None.

    >>> from bml_core.bridge import make_bid
    >>> with_suits(("raise of M, 4+#",), make_bid(2, Strain.HEARTS), "M", {"M": Strain.HEARTS})
    ('raise of !h, 4+!h',)
    """
    joined = "".join(lines)
    for name, strain in bindings.items():
        if name in joined:
            pattern = _pattern_of(name, variable)
            suit = f"!{strain.value.lower()}"
            lines = tuple([pattern.sub(rf"\g<1>{suit}", text) for text in lines])
    if "#" in joined and (own := own_suit(call)):
        lines = tuple([_OWN_SUIT.sub(f"!{own.value.lower()}", text) for text in lines])
    return lines


def _pattern_of(name: str, variable: str | None) -> re.Pattern[str]:
    """Return the pattern of a variable in the description of a row whose bid column has ``variable``."""
    return _variable_pattern(name, alone=name not in RANKED_VARIABLES or name == variable)


@lru_cache
def _variable_pattern(variable: str, *, alone: bool) -> re.Pattern[str]:
    """Return the pattern of a variable after a number or ``stopper in``, and with ``alone`` as any word.

    A lone X is usually a double, so X, Y and Z count as words only in the row that names them. In 4M333 more
    numbers follow, and in 5M4m another variable. What is said to be a suit, as in M = !s, stays as it is.
    """
    numbered = rf"({_NUMBER}|{_IN_SUIT}){variable}(?:\b|(?=[0-9]))"
    return re.compile(rf"{numbered}|{_MEANS_BEFORE}\b{variable}\b(?!{_MEANS})" if alone else numbered)


_PAIRS = {"M": (Strain.HEARTS, Strain.SPADES), "m": (Strain.CLUBS, Strain.DIAMONDS)}


class PossibleCall(NamedTuple):
    """A call that a pattern stands for, the bindings from there on, and the variable that names the bid."""

    call: Call
    bindings: Bindings
    variable: str | None = None


class ExpansionState(NamedTuple):
    """The state of an auction before its next call.

    Args:
        auction: The auction so far.
        bindings: The suits of the variables.
        named: The variables that name a bid; ``oM`` may be bound without being among them.
        is_rest: True if the auction goes through ``any`` or ``other``.
        qualifications: The indices of the calls that have one meaning alone, each with that.
    """

    auction: Auction
    bindings: Bindings
    named: frozenset[str] = frozenset()
    is_rest: bool = False
    qualifications: tuple[tuple[int, str], ...] = ()

    def after(
        self, auction: Auction, possible: PossibleCall, *, is_rest: bool, meaning: str = ""
    ) -> ExpansionState:
        """Return the next state: ``auction`` ends with the call of ``possible``, which has a ``meaning``."""
        named = self.named if possible.variable is None else self.named | {possible.variable}
        qualified = ((len(auction) - 1, meaning),) if meaning else ()
        return ExpansionState(
            auction, possible.bindings, named, self.is_rest or is_rest, (*self.qualifications, *qualified)
        )


def is_normal(pattern: CallPattern, bindings: Bindings) -> bool:
    """Return True if a pattern stands for a single call: written, counted, or with a variable that is bound.

    Normal bids come before special ones, which stand for several; among normal bids the first row stands.

    >>> is_normal(StrainChoice(2, (Strain.HEARTS, Strain.SPADES), "M"), {"M": Strain.HEARTS})
    True
    """
    match pattern:
        case LiteralCall() | OppositeSuit() | Steps():
            return True
        case StrainChoice(variable=str() as variable):
            return variable in bindings
    return False


def possible_calls(
    pattern: CallPattern, written: RowCall, state: ExpansionState, dialect: Dialect
) -> Result[tuple[PossibleCall, ...]]:
    """Return the calls that a pattern of a bid column stands for, legal or not."""
    bindings = state.bindings
    match pattern:
        case LiteralCall(call):
            return Result((PossibleCall(call, bindings),))
        case StrainChoice(level, strains, None):
            return Result(tuple([PossibleCall(make_bid(level, strain), bindings) for strain in strains]))
        case StrainChoice(level, strains, str() as variable):
            auction = state.auction.for_side(ours=not written.theirs)
            return Result(tuple(_variable_bids(level, strains, variable, state, auction, dialect)))
        case OppositeSuit(level, variable):
            return _opposite_bid(level, variable, written, state, dialect)
        case Steps(count):
            return _step_bid(count, written, state)
        case EveryCall():
            auction = state.auction.for_side(ours=not written.theirs)
            # Opponents who pass leave the auction to us, which is what rows without them are about.
            calls = CALLS[1:] if written.theirs else CALLS
            legal = [call for call in calls if auction.illegality(call) is None]
            return Result(tuple([PossibleCall(call, bindings) for call in legal]))
        case Label(known=True):
            text = written.text[:40]
            bid = "({})".format if written.theirs else str
            shown = bid(text)
            # "Step2" and "2nd" are meant as 2step, which counts from the last bid.
            step = _STEP.fullmatch(text)
            is_word = step is None and not text[:1].isdecimal()
            if is_word or (step and state.auction.last_bid is None):
                message = f"{shown} is not a call, so this row and the rows below it are shown, but not used."
                meant = f"bids, such as {bid(_bids_meant(text, written, state))}"
                if step:
                    meant = "1step and 2step below the auction that they answer"
                hint = f"If they are to be used, write {meant}."
                return Result((), (Diagnostic("BML222", message, written.location, hint, cause="words"),))
            lost = "so this row and the rows below it are shown, but not used"
            message = f"{shown} does not say which bids it means, {lost}."
            notation, hint = _notation(text, _bids_meant(text, written, state), theirs=written.theirs)
            if step:
                notation, hint = "step", "Write 1step for the first step, 2step for the second one."
            return Result((), (Diagnostic("BML228", message, written.location, hint, cause=notation),))
    return Result(())


def _bids_meant(text: str, written: RowCall, state: ExpansionState) -> str:
    """Return bids that a word may stand for here, as in a bid column: new, their or our suits."""
    auction, word = state.auction.for_side(ours=not written.theirs), text.lower()
    named = {strain: name for name, strain in state.bindings.items() if len(name) == 1}
    bids = [
        (call.strain, auction.is_ours(at)) for at, call in enumerate(auction.calls) if isinstance(call, Bid)
    ]
    theirs, ours = (
        {strain for strain, is_ours in bids if is_ours is side and strain.suit}
        for side in (written.theirs, not written.theirs)
    )
    old = (theirs if "cue" in word else set()) or (ours if "raise" in word else set())
    suits = old or {strain for strain in STRAINS if strain.suit}.difference(strain for strain, _ in bids)
    # "4thSuit" has no level, and a jump is one level higher than it need be.
    level = re.match("[1-7](?!(?:st|nd|rd|th))", text)
    lowest = [
        at for at in range(1, 8) if any(auction.illegality(make_bid(at, suit)) is None for suit in suits)
    ]
    first = int(level[0]) if level else next(iter(lowest[bool("jump" in word) :]), 7)
    legal = [suit for suit in STRAINS if suit in suits and auction.illegality(make_bid(first, suit)) is None]
    if old and legal:
        return f"{first}{named.get(legal[-1], legal[-1].value)}"
    # Of openings, those in a major.
    return f"{first}{''.join(suit.value for suit in legal[0 if bids else -2 :])}" if legal else "3C"


def _notation(text: str, meant: str, *, theirs: bool = False) -> tuple[str, str]:
    """Return what kind of words stands for bids in a bid column, and what to write instead.

    >>> _notation("2N+", "")
    ('+', 'Write the bids, as in 2N/3CDHSN, or other for all calls that have no row here.')
    >>> _notation("3x", "3DS")
    ('x', 'Write 3X for a bid in any suit, or the bids that are meant, as in 3DS.')
    """
    level, bid = text[0], "({})".format if theirs else str
    if above := re.fullmatch(r"([1-6])([CDHSN])T?\+", text):
        strains = "CDHSN"["CDHSN".find(above[2]) :]
        bids = bid(f"{level}{strains}/{int(level) + 1}CDHSN")
        return "+", f"Write the bids, as in {bids}, or {bid('other')} for all calls that have no row here."
    if re.search(r"[1-7/][xyz*]", text):
        any_suit = bid(f"{level}X")
        return "x", f"Write {any_suit} for a bid in any suit, or the bids that are meant, as in {bid(meant)}."
    return "word", f"Write the bids that are meant, such as {bid(meant)}."


def _variable_bids(
    level: int,
    strains: tuple[Strain, ...],
    variable: str,
    state: ExpansionState,
    auction: Auction,
    dialect: Dialect,
) -> Iterable[PossibleCall]:
    bindings = state.bindings
    if variable in bindings:
        return (PossibleCall(make_bid(level, bindings[variable]), bindings, variable),)
    free = [strain for strain in strains if _keeps_order(variable, strain, bindings)]
    if dialect is Dialect.V2_7:
        free = [strain for strain in free if strain not in _strains_in(auction)]
    return [PossibleCall(make_bid(level, s), bind(bindings, variable, s), variable) for s in free]


def _opposite_bid(
    level: int, variable: str, written: RowCall, state: ExpansionState, dialect: Dialect
) -> Result[tuple[PossibleCall, ...]]:
    if variable not in state.bindings:
        message = f"o{variable} is the other suit than {variable}, but no {variable} was bid before."
        hint = f"Write a bid with {variable}, as in 1{variable}, in the row or auction above, or the suit."
        return Result((), (Diagnostic("BML203", message, written.location, hint),))
    name = f"o{variable}"
    strain = state.bindings[name]
    is_new = name not in state.named
    if dialect is Dialect.V2_7 and is_new and strain in _strains_in(state.auction):
        return Result(())
    return Result((PossibleCall(make_bid(level, strain), state.bindings, name),))


def _step_bid(count: int, written: RowCall, state: ExpansionState) -> Result[tuple[PossibleCall, ...]]:
    last = state.auction.last_bid
    bid = bid_above(last, count)
    if bid is not None:
        return Result((PossibleCall(bid, state.bindings),))
    steps = "1 step leads" if count == 1 else f"{count} steps lead"
    message = f"{steps} past 7NT, since the last bid is {last or 'none'}."
    return Result((), (Diagnostic("BML207", message, written.location, "Use fewer steps."),))


def _strains_in(auction: Auction) -> set[Strain]:
    return {call.strain for call in auction.calls if isinstance(call, Bid)}


def _keeps_order(variable: str, strain: Strain, bindings: Bindings) -> bool:
    """Return True if X < Y < Z still holds."""
    if variable not in RANKED_VARIABLES:
        return True
    rank = make_bid(1, strain).rank
    for other, other_strain in bindings.items():
        if other in RANKED_VARIABLES and other != variable:
            other_rank = make_bid(1, other_strain).rank
            if other_rank == rank or (other < variable) is not (other_rank < rank):
                return False
    return True


def bind(bindings: Bindings, variable: str, strain: Strain) -> Bindings:
    """Return the bindings with one more variable; ``oM`` and ``om`` are bound together with ``M`` and ``m``.

    >>> sorted(bind({}, "M", Strain.HEARTS))
    ['M', 'oM']
    """
    pair = _PAIRS.get(variable)
    if pair is None:
        return {**bindings, variable: strain}
    return {**bindings, variable: strain, f"o{variable}": pair[0] if strain is pair[1] else pair[1]}
