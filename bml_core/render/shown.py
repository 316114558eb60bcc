"""What pages show beside the blocks of a document: how often calls are made, and files to download."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from bml_core.bridge import ANY_SCOPE, PASS, Auction, Call, Scope
from bml_core.diagnostics import Location
from bml_core.document import Block, Document, Span
from bml_core.render.calls import Piece, call_pieces, scope_words
from bml_core.render.ui_texts import ENGLISH, UiTexts, filled, split_at

NO_BREAK = "\u00a0"
_DASH = " – "
_NEVER = "–"


@dataclass(frozen=True, slots=True)
class ShareRow:
    """How often a call is made: ``share`` is between 0 and 1, ``error`` its standard error where it has one.

    ``text`` is what the call means, and ``place`` where the notes say so; None for hands that fit no row.
    ``call`` is None where the notes do not say what these call.
    """

    call: Call | None
    text: tuple[Span, ...]
    share: float
    error: float | None = None
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class SkippedCall:
    """A row that is not counted, or a call of the auction that may be made on any hand."""

    call: Call
    place: Location


NoteWriter = Callable[[str | SkippedCall], str]


@dataclass(frozen=True, slots=True)
class ShareTable:
    """How often each call is made after an auction, in the order of the notes.

    ``left_out`` are rows that are not counted, ``vague`` those of calls of the auction that are taken for any
    hand; ``usual`` are rows with a word whose usual meaning counts. Where hands were drawn, ``samples`` says
    how many. ``chart`` asks for bars.
    """

    rows: tuple[ShareRow, ...]
    auction: Auction = field(default_factory=Auction)
    scope: Scope = ANY_SCOPE
    samples: int = 0
    left_out: tuple[SkippedCall, ...] = ()
    vague: tuple[SkippedCall, ...] = ()
    usual: tuple[tuple[SkippedCall, str], ...] = ()
    chart: bool = True

    def length_of(self, row: ShareRow) -> float:
        """Return the length of the bar of a row, from 0 to 1, as part of the longest.

        Hands that fit no row have none, since they would make all others short.
        """
        longest = max((each.share for each in self.rows if each.place), default=0.0)
        return row.share / longest if row.place and longest else 0.0


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A row as every format shows it.

    ``rest`` stands for the meaning of hands that fit no row; for others it is "".
    """

    row: ShareRow
    call: tuple[Piece, ...]
    share: str
    odds: str
    rest: str


def share_lines(table: ShareTable, words: UiTexts = ENGLISH) -> tuple[ShareLine, ...]:
    """Return the rows as they are shown."""
    lines: list[ShareLine] = []
    for row in table.rows:
        call = (words.not_known,) if row.call is None else call_pieces(row.call, words)
        rest = "" if row.place else words.none_of_these if row.call is None else words.too_weak
        share = percent_text(row.share, words)
        if row.error is not None:
            share = f"{share} ± {percent_text(row.error, words)}"
        lines.append(ShareLine(row, call, share, odds_text(row.share, words), rest))
    return tuple(lines)


def percent_text(share: float, words: UiTexts = ENGLISH) -> str:
    """Return a share in per cent with two decimals, or that it is less than one can show so.

    >>> [percent_text(share).replace(NO_BREAK, " ") for share in (0.04865599, 0.5, 0.0000001, 0)]
    ['4.87 %', '50.00 %', 'under 0.01 %', '0.00 %']
    """
    if 0 < share < 0.00005:
        return filled(words.at_most, share=_percent(1, words))
    return _percent(round(share * 10_000), words)


def _percent(hundredths: int, words: UiTexts) -> str:
    whole, part = divmod(hundredths, 100)
    return filled(words.percent, whole=whole, part=f"{part:02}").replace(" ", NO_BREAK)


def odds_text(share: float, words: UiTexts = ENGLISH) -> str:
    """Return in how many hands a call is made once, to two digits or more; a dash for never.

    >>> [odds_text(share).replace(NO_BREAK, " ") for share in (0.04865599, 0.4, 0.000002, 0)]
    ['21', '2.5', '500 000', '–']
    """
    if share <= 0:
        return _NEVER
    hands = 1 / share
    if hands < 9.95:
        whole, part = f"{hands:.1f}".split(".")
        return filled(words.percent, whole=whole, part=part).rstrip(" %")
    digits = max(int(math.log10(hands)) - 2, 0)
    return f"{round(hands, -digits):,.0f}".replace(",", NO_BREAK)


def auction_pieces(auction: Auction, words: UiTexts = ENGLISH) -> tuple[Piece, ...]:
    """Return an auction as notes write it, opponents' calls in parentheses, their passes left out.

    >>> auction_pieces(Auction.parse("1NT-(P)-P"))
    ('1NT', ' – ', 'Pass')
    """
    pieces: list[Piece] = []
    for index, call in enumerate(auction.calls):
        theirs = not auction.is_ours(index)
        if theirs and call is PASS:
            continue
        shown = call_pieces(call, words)
        pieces += [_DASH] if pieces else []
        pieces += ("(", *shown, ")") if theirs else shown
    return tuple(pieces)


def title_pieces(table: ShareTable, words: UiTexts = ENGLISH) -> tuple[Piece, ...]:
    """Return the title of a table: what it counts, after which auction, in which seat and vulnerability."""
    calls = auction_pieces(table.auction, words)
    title: tuple[Piece, ...] = (words.shares,)
    if calls:
        before, behind = split_at(words.shares_after, "auction")
        title = (before, *calls, behind)
    scope = scope_words(table.scope, words)
    return tuple(piece for piece in (*title, f", {scope}" if scope else "") if piece)


def table_notes(table: ShareTable, write: NoteWriter, words: UiTexts = ENGLISH) -> Iterator[str]:
    """Yield the notes below a table; ``write`` turns text and rows into what a format has for them."""
    if table.left_out:
        count = len(table.left_out)
        text = words.one_left_out if count == 1 else filled(words.left_out, count=count)
        yield _with_calls(text, map(write, table.left_out), write)
    if table.vague:
        yield _with_calls(words.vague, map(write, table.vague), write)
    if table.usual:
        named = (f"{write(row)} {write(f'({name})')}" for row, name in table.usual)
        yield _with_calls(words.usual, named, write)
    if table.samples:
        yield write(filled(words.drawn, count=f"{table.samples:,}".replace(",", NO_BREAK)))


def _with_calls(text: str, calls: Iterable[str], write: NoteWriter) -> str:
    before, behind = split_at(text, "calls")
    return f"{write(before)}{', '.join(calls)}{write(behind)}"


# ---------------------------------------------------------------- files


@dataclass(frozen=True, slots=True)
class Download:
    """A file to offer: its name, what people call its format, and the folder, as "" or "../", it lies in."""

    file: str
    format: str
    folder: str = ""

    @property
    def text(self) -> str:
        """Return the name of the file, and its format in parentheses.

        >>> Download("precision.bss", "Full Disclosure").text
        'precision.bss (Full Disclosure)'
        """
        return f"{self.file} ({self.format})"


# ---------------------------------------------------------------- what a page is made of


class Documents(Protocol):
    """Notes: anything that has documents."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return the documents in reading order."""


def one_document(notes: Documents) -> Document:
    """Return the documents of notes as one, to be shown on one page."""
    documents = getattr(notes, "documents", None)
    if documents is None:
        raise TypeError(f"notes must be notes, as bml.load returns them, not {type(notes).__name__}")
    return Document(
        tuple(block for document in documents for block in document.blocks),
        tuple(entry for document in documents for entry in document.metadata),
    )


class Printed(Enum):
    """Choose where answers are on paper."""

    END = "end"
    BELOW = "below"
    NOWHERE = "none"


class FrameKind(Enum):
    """What holds other things together."""

    FIGURE = "figure"
    SOURCE_AND_RESULT = "both"
    BOARD = "board"
    ANSWER = "answer"
    EXAMPLES = "examples"
    QUIZ = "quiz"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Frame:
    """Things that are shown together.

    A figure has a caption, a name or classes. Of source and result, the source comes first. An answer is
    opened to be seen; ``printed`` says where it is where nothing opens.
    """

    kind: FrameKind
    content: tuple[Shown, ...]
    caption: tuple[Span, ...] = ()
    name: str = ""
    classes: tuple[str, ...] = ()
    printed: Printed = Printed.BELOW


@dataclass(frozen=True, slots=True)
class SourceText:
    """BML as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayLink:
    """The address of a program that plays a board."""

    address: str


@dataclass(frozen=True, slots=True)
class DownloadList:
    """Files to offer."""

    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class Deferred:
    """Something that is worked out when all pages are read: what its block asks for."""

    request: object


Shown = Block | Frame | ShareTable | SourceText | PlayLink | DownloadList | Deferred
"""Whatever a page shows."""
