"""The program dealer: conditions and auctions as scripts, and ``shape{ }`` written as dealer reads it.

dealer knows points, lengths, shapes and single cards, so that every condition can be written in its words.
What of the notes is not understood can only be a comment. ``shape{north, …}`` becomes ``shape(north,…)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, dropwhile

from bml_core.bridge import FULL_HAND, Seat, Vulnerability
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.conditions import (
    HONOURS,
    MAX_POINTS,
    SUIT_ORDER,
    Always,
    Compared,
    Formula,
    Leaf,
    Length,
    Points,
    Shaped,
    Tally,
    runs,
)
from bml_core.hands.shapes import ANY_LENGTH, CARDS, SHAPES, Box, ShapeSet, Term, box_mask, parse_terms

__all__ = ["MOST_SHAPES", "DealerScript", "preprocess"]

_VULNERABLE = dict(zip(Vulnerability, ("none", "NS", "EW", "all"), strict=True))
_GENERATED = 10_000_000


@dataclass(frozen=True, slots=True)
class DealerScript:
    """A script for dealer: this many deals in which each hand fits its condition.

    ``comments`` are lines of any text for the beginning of the script.
    """

    conditions: Mapping[Seat, Formula]
    number: int = 10
    dealer: Seat = Seat.NORTH
    vulnerability: Vulnerability = Vulnerability.NONE
    comments: tuple[str, ...] = ()

    def text(self) -> str:
        r"""Return the script, with shapes as dealer reads them.

        >>> from bml_core.hands.conditions import cards
        >>> print(DealerScript({Seat.SOUTH: cards(5, 13, "H")}, comments=("A\nheart",)).text(), end="")
        # A heart
        <BLANKLINE>
        generate 10000000
        produce 10
        dealer north
        vulnerable none
        condition
          hearts(south)>=5
        action printpbn
        """
        return preprocess("".join(f"{line}\n" for line in self._lines())).text

    def _lines(self) -> Iterator[str]:
        yield from (f"# {_comment(text)}".rstrip() for text in self.comments)
        yield from [""] * bool(self.comments)
        yield f"generate {_GENERATED}"
        yield f"produce {self.number}"
        yield f"dealer {self.dealer.name.lower()}"
        yield f"vulnerable {_VULNERABLE[self.vulnerability]}"
        asked = [expression(condition, seat) for seat, condition in self.conditions.items()]
        yield "condition"
        yield "  " + "\n  and ".join([text for text in asked if text != "1"] or ["1"])
        yield "action printpbn"


def _comment(text: str) -> str:
    """Return a text on one line: a comment ends where its line does."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


@dataclass(frozen=True, slots=True)
class _Words:
    """A condition in the words of dealer: parts, with ``sign`` between them."""

    parts: tuple[str, ...]
    sign: str = ""

    @property
    def text(self) -> str:
        return f"({f' {self.sign} '.join(self.parts)})" if len(self.parts) > 1 else self.parts[0]

    def __and__(self, other: _Words) -> _Words:
        return self._joined("and", other)

    def __or__(self, other: _Words) -> _Words:
        return self._joined("or", other)

    def _joined(self, sign: str, other: _Words) -> _Words:
        parts = (each.parts if each.sign == sign else (each.text,) for each in (self, other))
        return _Words(tuple(chain.from_iterable(parts)), sign)

    def __invert__(self) -> _Words:
        return _Words((f"not {self.text}" if len(self.parts) > 1 else f"not ({self.text})",))


def expression(condition: Formula, seat: Seat) -> str:
    """Return a condition on the hand of a seat as dealer reads it; shapes are in braces, for ``preprocess``.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> expression(points(15, 17) & ~honours(2, 2, "AK", "H"), Seat.NORTH)
    '((hcp(north)>=15 and hcp(north)<=17) and not (hascard(north,AH)+hascard(north,KH)==2))'
    """
    name = seat.name.lower()
    return condition.fold(lambda leaf: _Words((_leaf(leaf, name),)), _Words.__invert__).text


def _leaf(leaf: Leaf, seat: str) -> str:
    match leaf:
        case Always():
            return str(int(leaf.fitting))
        case Points():
            spans = [_between(f"hcp({seat})", low, high, MAX_POINTS) for low, high in runs(leaf.mask)]
            return f"({' or '.join(spans)})" if len(spans) > 1 else "".join(spans) or "0"
        case Length():
            return _between(f"{leaf.suit.word}({seat})", leaf.low, leaf.high, FULL_HAND)
        case Compared():
            sign = "==" if leaf.sign == "=" else leaf.sign
            return f"{leaf.suit.word}({seat}){sign}{leaf.other.word}({seat})"
        case Shaped():
            return f"shape{{{seat}, {leaf.shapes}}}"
    assert isinstance(leaf, Tally)
    cards = [
        f"{'' if worth == 1 else f'{worth}*'}hascard({seat},{rank}{suit.value})"
        for suit, values in zip(SUIT_ORDER, leaf.worth, strict=True)
        for rank, worth in zip(HONOURS, values, strict=True)
        if worth
    ]
    return _between("+".join(cards) or "0", leaf.low, leaf.high, sum(map(sum, leaf.worth)))


def _between(value: str, low: int, high: int, most: int) -> str:
    """Return two bounds, without those that are always met."""
    if low == high:
        return f"{value}=={low}"
    bounds = [f"{value}>={low}"] * bool(low) + [f"{value}<={high}"] * (high < most)
    return f"({' and '.join(bounds)})" if len(bounds) > 1 else "".join(bounds) or "1"


# ---------------------------------------------------------------- shapes

MOST_SHAPES = 31
"""So many shape( ) may be in one script of dealer (it says 32); more are written with lengths of suits."""
_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_COMMENT = r"#[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z)"
_PIECE = re.compile(rf'{_COMMENT}|"[^"]*"|\bshape\s*\(|\bshape\s*\{{', re.S)
_BODY = re.compile(rf"(?:{_COMMENT}|[^{{}}#/]|/)*", re.S)
_COMMENTS = re.compile(_COMMENT, re.S)
_LARGEST_DIGIT = 9

#: Lengths of the four suits; None is any length.
_Lengths = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A script that dealer reads, and what is wrong with the one it was made from."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    shapes: int = 0


def preprocess(text: str, file: str = "<script>") -> Script:
    """Write each ``shape{ }`` of a script as dealer reads it; everything else stays as it is.

    What cannot be read stays as well, and is reported.

    >>> preprocess("condition shape{north, 5s(431)}").text
    'condition shape(north,5134 + 5143 + 5314 + 5341 + 5413 + 5431)'
    """
    found: list[Diagnostic] = []
    pieces: list[str] = []
    position = number = 0
    used = sum(piece[0].endswith("(") and piece[0].startswith("shape") for piece in _PIECE.finditer(text))
    while piece := _PIECE.search(text, position):
        pieces.append(text[position : piece.start()])
        position = piece.end()
        if not (piece[0].startswith("shape") and piece[0].endswith("{")):
            pieces.append(_as_dealer_comments(text, piece))
            continue
        body = _BODY.match(text, position)
        end = body.end() if body else position
        result = _expanded(text, piece.start(), position, end, file, used + number >= MOST_SHAPES)
        if isinstance(result, Diagnostic):
            found.append(result)
            # Where a brace follows, it may be that of the next shape.
            position = position if text[end : end + 1] == "{" else end
            pieces.append(text[piece.start() : position])
            continue
        number += 1
        position = end + 1
        # The lines after it keep their numbers, which dealer tells when it finds a mistake.
        pieces.append(result + "\n" * text.count("\n", piece.start(), position))
    pieces.append(text[position:])
    return Script("".join(pieces), tuple(found), number)


def _as_dealer_comments(text: str, piece: re.Match[str]) -> str:
    """Return a piece that stays; after code, dealer takes // for a comment, but not #."""
    is_behind_code = piece[0].startswith("#") and piece.start() and text[piece.start() - 1] != "\n"
    return f"//{piece[0][1:]}" if is_behind_code else piece[0]


def _expanded(text: str, start: int, inside: int, end: int, file: str, by_suits: bool) -> str | Diagnostic:
    def problem(message: str, offset: int, hint: str) -> Diagnostic:
        return Diagnostic("BML604", message, _place(text, offset, file), hint)

    if text[end : end + 1] != "}":
        return problem("This shape{ has no closing }.", start, "Write } after the shape.")
    # Blanks in place of comments keep every column.
    body = _COMMENTS.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text[inside:end])
    compass, comma, expression = body.partition(",")
    at = inside + len(compass) - len(compass.lstrip())
    seat = compass.strip().lower()
    if seat not in _SEATS:
        shown = compass.strip()[:20]
        message = f"{shown} is not a seat." if shown else "The seat is missing."
        return problem(message, at, "Write north, east, south or west, and a comma.")
    if not comma:
        return problem("The shape is missing.", at, f"Write one, such as shape{{{seat}, 4432}}.")
    terms = parse_terms(expression, _place(text, inside + len(compass) + 1, file))
    if terms.diagnostics:
        return terms.diagnostics[0]
    return _by_suits(seat, terms.value) if by_suits else f"shape({seat},{_by_shape(terms.value)})"


def _place(text: str, offset: int, file: str) -> Location:
    return Location(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _by_shape(terms: Iterable[Term]) -> str:
    """Return the terms in the language of dealer: digits, x and "any".

    dealer has no first sign; nothing is left of what is taken away at the beginning.
    """
    begun = dropwhile(lambda term: term.subtracted, terms)
    signed = [(" - " if term.subtracted else " + ", text) for term in begun for text in _texts(term)]
    return "".join(f"{sign}{text}" for sign, text in signed).removeprefix(" + ") or "xxxx - xxxx"


def _by_suits(seat: str, terms: Iterable[Term]) -> str:
    """Return the terms as conditions on the lengths of suits."""
    whole = "0"
    for term in terms:
        # Every box of a pattern is written: "any" has no counterpart here.
        lengths = dict.fromkeys(
            lengths for pattern in term.patterns for lengths in _boxes(term, pattern.boxes)
        )
        ways = [
            [f"{suit}({seat})=={n}" for suit, n in zip(_SUITS, some, strict=True) if n is not None]
            for some in lengths
        ]
        shown = " or ".join(f"({' and '.join(way)})" if way else "1" for way in ways)
        whole = f"({whole} and not ({shown}))" if term.subtracted else f"({whole} or {shown})"
    return whole


def _texts(term: Term) -> list[str]:
    texts: set[str] = set()
    for pattern in term.patterns:
        if pattern.any_order and term.condition is None:
            groups = (sorted(some, key=_shown_first) for some in _boxes(term, [pattern.any_order]))
            texts.update(f"any {text}" for group in groups for text in _written(tuple(group)))
        else:
            texts.update(text for some in _boxes(term, pattern.boxes) for text in _written(some))
    return sorted(texts)


def _shown_first(length: int | None) -> tuple[bool, int]:
    return length is not None, -(length or 0)


def _boxes(term: Term, boxes: Iterable[Box]) -> Iterator[_Lengths]:
    """Yield the lengths that the term speaks of; suits of any length of which it says nothing are None."""
    named = term.condition.suits if term.condition else ()
    for box in boxes:
        spoken = [lengths != ANY_LENGTH or suit in named for suit, lengths in enumerate(box)]
        yield from dict.fromkeys(
            tuple(length if said else None for length, said in zip(shape, spoken, strict=True))
            for shape in ShapeSet(box_mask(box) & term.mask)
        )


def _written(lengths: _Lengths) -> Iterator[str]:
    """Yield the lengths as dealer writes them, with digits where only one length is left.

    A suit of ten cards and more has no digit; it is the x beside three digits.
    """
    left = CARDS - sum(length or 0 for length in lengths)
    if not left or lengths.count(None) == 1:
        lengths = tuple(left if length is None else length for length in lengths)
    if all(length is None or length <= _LARGEST_DIGIT for length in lengths):
        yield "".join("x" if length is None else str(length) for length in lengths)
        return
    for shape in SHAPES:
        if all(length is None or length == own for length, own in zip(lengths, shape, strict=True)):
            yield "".join("x" if length > _LARGEST_DIGIT else str(length) for length in shape)
