"""The text of a line: spans of plain characters, symbols and styles, and their BML source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bml_core.bridge import Bid, Call, Strain, Suit
from bml_core.diagnostics import Location

AUCTION_SCHEME = "auction:"
"""What the target of a link begins with that leads to an auction of the notes."""

OPTIONAL_AUCTION = f"{AUCTION_SCHEME}?"
"""What the target of a link begins with that nobody wrote: it is one only if the notes have the auction."""

_ASCII_DASHES = str.maketrans({"\u2013": "--", "\u2014": "---"})

OWN_SUIT_MARK = r"(?<![A-Za-z#])#(?![\w#])"
"""The pattern of ``#`` where it means the suit of a row's own bid, as in ``7+#``."""

SUIT_LETTER = r"[cdhs]|[CDHS](?![A-Za-z]|/(?![!\u2660\u2663\u2665\u2666]))"
"""The pattern of what makes ``!`` a suit; before other capitals it is an alert, as in ``!SPL``, ``!S/T``."""


class Text(NamedTuple):
    """Plain characters; dashes are converted already."""

    text: str
    location: Location


class SuitSymbol(NamedTuple):
    """A suit written ``!h``."""

    suit: Suit
    location: Location


@dataclass(frozen=True, slots=True)
class OwnSuit:
    """``#`` in a description: the suit of the row's own bid. ``suit`` is None where that is not one suit."""

    suit: Suit | None
    location: Location


class BidSymbol(NamedTuple):
    """Bids in running text such as ``1NT``, ``2H`` or ``3CD``: one level, one or more strains."""

    level: int
    strains: tuple[Strain, ...]
    location: Location

    @property
    def text(self) -> str:
        """Return the bid in letters, notrump as ``NT``."""
        return f"{self.level}{''.join(map(str, self.strains))}"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Text between slashes."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Strong:
    """Text between asterisks."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Mono:
    """Text between equal signs, shown as it is."""

    text: str
    location: Location


class Link(NamedTuple):
    """A link to a web address, a mail address or a relative path; other targets never get here."""

    target: str
    spans: tuple[Span, ...]
    location: Location


Span = Text | SuitSymbol | OwnSuit | BidSymbol | Emphasis | Strong | Mono | Link


_AUCTION_WORD = r"\([^()]*\)|[^\s,;()\u2010-\u2015\u2212-]+"


def auction_spans(text: str, place: Location) -> tuple[Span, ...]:
    """Return an auction as it is printed, calls with dashes between them; words that are not calls stay.

    >>> [plain_text(auction_spans(text, Location("", 1))) for text in ("1n-2c", "(1H)-x", "1M-2N")]
    ['1NT–2C', '(1H)–D', '1M–2NT']
    """
    spans: list[Span] = []
    for number, word in enumerate(re.findall(_AUCTION_WORD, text)):
        inner = word.strip("()")
        before, behind = ("(", ")") if word.startswith("(") else ("", "")
        dash = "\u2013" if number else ""
        try:
            call = Call.parse(inner)
        except ValueError:
            spans.append(Text(f"{dash}{word}", place))
            continue
        if not isinstance(call, Bid):
            spans.append(Text(f"{dash}{before}{call}{behind}", place))
            continue
        spans += [Text(dash + before, place)] if dash + before else []
        spans.append(BidSymbol(call.level, (call.strain,), place))
        spans += [Text(behind, place)] if behind else []
    return tuple(spans)


def plain_text(spans: tuple[Span, ...], *, signs: bool = False) -> str:
    """Return the characters of ``spans`` without styles, suits as letters or as printed signs.

    >>> place = Location("", 1)
    >>> spans = (Text("5+", place), SuitSymbol(Suit.HEARTS, place))
    >>> plain_text(spans), plain_text(spans, signs=True)
    ('5+H', '5+♥')
    """
    return "".join(_plain(span, signs) for span in spans)


def _plain(span: Span, signs: bool) -> str:
    match span:
        case SuitSymbol(suit) | OwnSuit(Suit() as suit):
            return suit.symbol if signs else suit.value
        case OwnSuit():
            return "#"
        case Emphasis(spans) | Strong(spans) | Link(_, spans):
            return plain_text(spans, signs=signs)
        case _:
            return span.text


def write_spans(spans: Iterable[Span], *, ascii_dashes: bool = False) -> str:
    """Return the BML that reads as ``spans``; with ``ascii_dashes`` dashes are hyphens, as in ``15--17``.

    >>> place = Location("", 1)
    >>> write_spans((Text("5–16 with ", place), SuitSymbol(Suit.HEARTS, place)), ascii_dashes=True)
    '5--16 with !h'
    """
    return "".join([_source(span, ascii_dashes) for span in spans])


def _source(span: Span, ascii_dashes: bool) -> str:
    match span:
        case SuitSymbol(suit):
            return f"!{suit.value.lower()}"
        case OwnSuit():
            return "#"
        case Emphasis(spans):
            return f"/{write_spans(spans, ascii_dashes=ascii_dashes)}/"
        case Strong(spans):
            return f"*{write_spans(spans, ascii_dashes=ascii_dashes)}*"
        case Mono(text):
            return f"={text}="
        case Link(target, spans) if target.startswith(OPTIONAL_AUCTION):
            return write_spans(spans, ascii_dashes=ascii_dashes)
        case Link(target, (Text(text),)) if text == target:
            # A web address is a link by itself.
            return target if "://" in target else f"[[{target}]]"
        case Link(target, spans):
            return f"[{write_spans(spans, ascii_dashes=ascii_dashes)}]({target})"
        case Text(text):
            return text.translate(_ASCII_DASHES) if ascii_dashes else text
        case BidSymbol():
            return span.text
