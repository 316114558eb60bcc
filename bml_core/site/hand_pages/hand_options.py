"""What a block asks for that a whole system answers, such as shares, hands or an index; and the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge import ANY_SCOPE, OpenerPosition, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location, Result, Severity, listed
from bml_core.document import Block
from bml_core.render import ShareTable
from bml_core.site.bidding_box import BiddingBox
from bml_core.site.options import (
    A_REVISION,
    BLOCK_OPTIONS,
    NOWHERE,
    YES_OR_NO,
    BlockOptions,
    Option,
    Options,
    read_fields,
    read_flag,
    read_number,
    read_text,
)

MOST_EXAMPLES = 100
"""Hands that one block shows; more are not a page that anybody reads."""
_NO_OPTIONS = BlockOptions()


class Shown(Enum):
    """Choose which hands an example has; the value is the word in the options."""

    HANDS = "hands"
    PARTNERS = "partners"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class _Asked:
    """Hold what all these blocks have; ``scope`` is seat and vulnerability as far as they are given."""

    block: BlockOptions = _NO_OPTIONS
    scope: Scope = ANY_SCOPE

    @property
    def position(self) -> int | None:
        """Return the position of the opener, from 1; None if none is given."""
        positions = self.scope.position.positions
        return positions[0] if len(positions) == 1 else None

    @property
    def vulnerability(self) -> SideVulnerability:
        """Return who is vulnerable; nobody if nothing is given."""
        sides = self.scope.vulnerability
        return SideVulnerability(bool(sides.we), bool(sides.they))


@dataclass(frozen=True, slots=True)
class FrequencyOptions(_Asked):
    """Ask how often each call is made after the auction ``after``, "" for openings.

    Without ``chart`` there are no bars.
    """

    after: str = ""
    chart: bool = True


@dataclass(frozen=True, slots=True)
class ExampleOptions(_Asked):
    """Ask for ``count`` hands for an auction, the same ones for the same seed; ``show`` says whose hands."""

    auction: str = ""
    count: int = 5
    seed: int = 1
    show: Shown = Shown.HANDS


@dataclass(frozen=True, slots=True)
class IndexOptions(_Asked):
    """Ask for the index of auctions: those that begin with ``start``, up to ``depth`` calls, 0 for all."""

    start: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class ExploreOptions(_Asked):
    """Ask for a bidding box that opens at the auction ``start``; ``hands`` are looked at for it.

    Its index has auctions of up to ``depth`` calls, 0 for as many as are quickly read.
    """

    start: str = ""
    depth: int = 0
    hands: bool = True


@dataclass(frozen=True, slots=True)
class HealthOptions(_Asked):
    """Ask for the state of the notes, with what has changed ``since``; ``changes`` are these as blocks."""

    since: str = ""
    changes: tuple[Block, ...] = ()


HandOptions = FrequencyOptions | ExampleOptions | IndexOptions | ExploreOptions | HealthOptions


def asks_for_hands(raw: Mapping[str, str]) -> bool:
    """Return whether options ask for something that is worked out from a whole system, such as hands.

    >>> asks_for_hands({"examples": "1N-2C"}), asks_for_hands({"caption": "Openings"})
    (True, False)
    """
    return any(name in raw for name in _KINDS)


_POSITIONS = {
    word: OpenerPosition(str(number))
    for number, words in enumerate((("1", "1st"), ("2", "2nd"), ("3", "3rd"), ("4", "4th")), 1)
    for word in words
}
_VULNERABILITIES = {
    "none": SideVulnerability(we=False, they=False),
    "we": SideVulnerability(we=True, they=False),
    "they": SideVulnerability(we=False, they=True),
    "both": SideVulnerability(we=True, they=True),
}
_SHOWN = {
    **{shown.value: shown for shown in Shown},
    "hand": Shown.HANDS,
    "both": Shown.PARTNERS,
    "both partners": Shown.PARTNERS,
    "deal": Shown.DEALS,
}


def _one_of(words: Mapping[str, object]) -> Callable[[str], object]:
    return lambda text: words[" ".join(text.lower().split())]


def _nothing(text: str) -> bool:
    """Read the name of the block itself, which is a flag."""
    if not read_flag(text):
        raise ValueError(text)
    return True


def _count(text: str) -> int:
    number = read_number(text)
    if not 1 <= number <= MOST_EXAMPLES:
        raise ValueError(text)
    return number


_AN_AUCTION = "Write an auction, such as 1N-2C."
_SCOPE: Options = {
    "seat": Option(_one_of(_POSITIONS), "Write the seat of the opener, 1 to 4."),
    "vulnerability": Option(_one_of(_VULNERABILITIES), f"Write {listed(_VULNERABILITIES)}."),
}
_OF_EVERY_BLOCK: Options = {
    name: BLOCK_OPTIONS[name] for name in ("caption", "name", "class", "system", "choice")
}
_FREQUENCIES: Options = {
    "frequencies": Option(_nothing, "Leave it empty; the auction belongs in the option after."),
    "after": Option(read_text, _AN_AUCTION),
    **_SCOPE,
    "no_chart": Option(lambda text: not read_flag(text), YES_OR_NO, "chart"),
    **_OF_EVERY_BLOCK,
}
_EXAMPLES: Options = {
    "examples": Option(read_text, _AN_AUCTION, "auction"),
    **_SCOPE,
    "n": Option(_count, f"Write a number from 1 to {MOST_EXAMPLES}.", "count"),
    "seed": Option(read_number, "Write a whole number, such as 1."),
    "show": Option(_one_of(_SHOWN), f"Write {listed({shown.value: shown for shown in Shown})}."),
    **_OF_EVERY_BLOCK,
}


_INDEX: Options = {
    "auctions": Option(_nothing, "Write nothing there; the beginning of the auctions has the option start."),
    "start": Option(read_text, _AN_AUCTION),
    "depth": Option(read_number, "Write how many calls the longest auctions have, such as 3."),
    **_OF_EVERY_BLOCK,
}


_EXPLORE: Options = {
    "explore": Option(_nothing, "Write nothing there; the auction to begin with has the option start."),
    "start": Option(read_text, _AN_AUCTION),
    "depth": _INDEX["depth"],
    "no_hands": Option(lambda text: not read_flag(text), YES_OR_NO, "hands"),
    **_OF_EVERY_BLOCK,
}
_HEALTH: Options = {
    "health": Option(_nothing, "Write nothing there; what changes begin with has the option since."),
    "since": Option(read_text, A_REVISION),
    **_OF_EVERY_BLOCK,
}
_KINDS: Mapping[str, tuple[Callable[..., HandOptions], Options]] = {
    "examples": (ExampleOptions, _EXAMPLES),
    "auctions": (IndexOptions, _INDEX),
    "explore": (ExploreOptions, _EXPLORE),
    "health": (HealthOptions, _HEALTH),
    "frequencies": (FrequencyOptions, _FREQUENCIES),
}


def parse_hand_options(raw: Mapping[str, str], place: Location = NOWHERE) -> Result[HandOptions]:
    """Parse the options of a block that is at ``place``; what cannot be used is reported and left out.

    >>> options = parse_hand_options({"frequencies": "", "after": "1N", "seat": "3"}).value
    >>> options.after, options.scope.position.value
    ('1N', '3')
    >>> parse_hand_options({"examples": "1N", "n": "many"}).diagnostics[0].sentence
    'The option n cannot be "many". Write a number from 1 to 100.'
    """
    asked = next((name for name in _KINDS if name in raw), "frequencies")
    kind, options = _KINDS[asked]
    result = read_fields(raw, options, place, where=" here")
    values = result.value
    # The name of the block itself says nothing further, unless it has a value in a field of another name.
    values.pop(asked, None)
    fields = [option.field or name for name, option in _OF_EVERY_BLOCK.items()]
    block = {name: values.pop(name) for name in fields if name in values}
    position = values.pop("seat", OpenerPosition.ANY)
    vulnerability = values.pop("vulnerability", SideVulnerability())
    values["block"] = BlockOptions(**block)  # type: ignore[arg-type]
    values["scope"] = Scope(position, vulnerability)  # type: ignore[arg-type]
    return Result(kind(**values), result.diagnostics)


Addresses = Mapping[Location, tuple[str, str]]
"""For the place of the call of a row its page, and the id of the row there."""


@dataclass(frozen=True, slots=True)
class HandRequest:
    """Hold a block that shows hands or numbers of a system: what it asks for, and where it is."""

    options: HandOptions
    system: str | None
    place: Location

    @property
    def name(self) -> str:
        """Return the kind of block, which is the name of its option."""
        return next(name for name, (kind, _) in _KINDS.items() if kind is type(self.options))


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """Hold what a block shows, and its diagnostics; where nothing is shown, ``failures`` says why.

    ``above`` is what comes before the hands, which tell their points. ``index`` are tables whose rows
    are none of the notes, so they have no ids; with a ``box``, readers without JavaScript see them instead.
    """

    table: ShareTable | None = None
    above: tuple[Block, ...] = ()
    hands: tuple[Block, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    index: tuple[Block, ...] = ()
    box: BiddingBox | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to show."""
        return self.table is None and not (self.hands or self.index or self.above)

    @property
    def failures(self) -> tuple[str, ...]:
        """Return why there is nothing to show, one sentence or two each."""
        if not self.is_empty:
            return ()
        return tuple(found.sentence for found in self.diagnostics if found.severity is not Severity.INFO)


@dataclass(frozen=True, slots=True)
class PageAnswers:
    """What the blocks of a page show, in order, and the addresses of rows; ``signature`` is that of both."""

    signature: str
    answers: tuple[HandAnswer, ...]
    addresses: Addresses
