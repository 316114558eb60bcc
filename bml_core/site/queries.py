"""What blocks ask of a whole system, such as shares, hands or an index, and the answers, also as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import bml_core.diagnostics
import bml_core.document
from bml_core import bridge, render
from bml_core.bridge import Call
from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.document import Block
from bml_core.notes import BlockOptions
from bml_core.render import Frame, ShareTable
from bml_core.site.bidding_box import BiddingBox

Addresses = Mapping[Location, tuple[str, str]]
"""For the place of the call of a row its page, and the id of the row there."""


@dataclass(frozen=True, slots=True)
class Query:
    """Hold a block that shows hands or numbers of a system: what it asks for, and where it is.

    ``changes`` are the blocks that list what has changed, for the state of the notes.
    """

    options: BlockOptions
    system: str | None
    place: Location
    changes: tuple[Block, ...] = ()

    @property
    def name(self) -> str:
        """Return the kind of block, which is the name of its option."""
        return self.options.kind.value


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Hold what a block shows, and its diagnostics; where nothing is shown, ``failures`` says why.

    ``quiz`` are questions, with titles. ``above`` is what comes before the hands, which tell their points.
    ``index`` are tables whose rows are none of the notes, so they have no ids; with a ``box``, readers
    without JavaScript see them instead.
    """

    table: ShareTable | None = None
    above: tuple[Block, ...] = ()
    hands: tuple[Block, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    index: tuple[Block, ...] = ()
    box: BiddingBox | None = None
    quiz: tuple[Block | Frame, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to show."""
        return self.table is None and not (self.quiz or self.hands or self.index or self.above)

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
    answers: tuple[QueryResult, ...]
    addresses: Addresses


# ---------------------------------------------------------------- answers as JSON


_LOCATION, _CALL, _TUPLE = "@", "!", ""
_PLAIN = (str, int, float, bool, type(None))
_ROOMS = (render, bml_core.document, bridge, bml_core.diagnostics)


class AnswerCodec:
    """Writes values of the core as JSON, and reads them again.

    Locations are written by their index among ``known`` ones, those of the rows of a system and of the block
    that asks, so that an answer stays the same when its rows move.

    >>> codec = AnswerCodec([Location("a.md", 3)])
    >>> codec.encode((Call.parse("1N"), Location("a.md", 3, 7)))
    ['', ['!', '1N'], ['@', 0, 7]]
    >>> AnswerCodec([Location("b.md", 9)]).decode(['@', 0, 7])
    Location(file='b.md', line=9, column=7, origin=None)
    """

    def __init__(self, known: Iterable[Location]) -> None:
        self._known = list(dict.fromkeys(known))
        self._indices = {place: index for index, place in enumerate(self._known)}
        self._lines = {(place.file, place.line): index for index, place in enumerate(self._known)}

    def encode(self, value: object) -> Any:  # noqa: ANN401 - what JSON holds
        """Return a value as JSON.

        Raises:
            LookupError: It has a location that is not known, or a type that is not of the core.
        """
        if isinstance(value, Location):
            index = self._indices.get(value)
            if index is not None:
                return [_LOCATION, index]
            if value.origin is not None:
                raise LookupError(value)
            return [_LOCATION, self._lines[value.file, value.line], value.column]
        if isinstance(value, Call):
            return [_CALL, value.code]
        if isinstance(value, Enum):
            return [_name(value), value.name]
        if isinstance(value, _PLAIN):
            return value
        if isinstance(value, tuple):
            name = _name(value) if hasattr(value, "_fields") else _TUPLE
            return [name, *map(self.encode, value)]
        if not is_dataclass(value) or isinstance(value, type):
            raise LookupError(type(value))
        init = (getattr(value, each.name) for each in fields(value) if each.init)
        return [_name(value), *map(self.encode, init)]

    def decode(self, held: Any) -> Any:  # noqa: ANN401 - what JSON holds
        """Return a value that was encoded.

        Raises:
            LookupError: This is not such a value.
        """
        if not isinstance(held, list):
            return held
        name, *parts = held
        if name == _LOCATION:
            place = self._known[parts[0]]
            return place._replace(column=parts[1]) if len(parts) > 1 else place
        if name == _CALL:
            return Call.parse(parts[0])
        if name == _TUPLE:
            return tuple(map(self.decode, parts))
        kind = _class(name)
        return kind[parts[0]] if issubclass(kind, Enum) else kind(*map(self.decode, parts))


def _name(value: object) -> str:
    """Return the name of the class of a value.

    Raises:
        LookupError: It is not offered by one of the rooms that answers are made of.
    """
    name = type(value).__name__
    if _class(name) is not type(value):
        raise LookupError(name)
    return name


@cache
def _class(name: str) -> Any:  # noqa: ANN401 - one of many classes
    if name == QueryResult.__name__:
        return QueryResult
    room = next((room for room in _ROOMS if hasattr(room, name)), None)
    kind = getattr(room, name, None)
    is_value = isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum | tuple))
    if not is_value or not kind.__module__.startswith("bml_core."):
        raise LookupError(name)
    return kind
