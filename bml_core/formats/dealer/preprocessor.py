"""Scripts for the program dealer: ``shape{north, …}`` becomes what dealer reads, ``shape(north,…)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.shapes import ANY_LENGTH, CARDS, SHAPES, Box, ShapeSet, Term, box_mask, parse_terms

#: dealer takes so many shape( ) in one script (it says 32); what is more is written with lengths of suits.
MOST_SHAPES = 31
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

    What cannot be read stays as well, and is told.

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
    """Return a piece that stays; behind code, dealer takes // for a comment, but not #."""
    is_behind_code = piece[0].startswith("#") and piece.start() and text[piece.start() - 1] != "\n"
    return f"//{piece[0][1:]}" if is_behind_code else piece[0]


def _expanded(text: str, start: int, inside: int, end: int, file: str, by_suits: bool) -> str | Diagnostic:
    def problem(message: str, offset: int, hint: str) -> Diagnostic:
        return Diagnostic("BML604", message, _place(text, offset, file), hint)

    if text[end : end + 1] != "}":
        return problem("This shape{ has no } at its end.", start, "Write } behind the shape.")
    # Blanks in place of comments keep every column.
    body = _COMMENTS.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text[inside:end])
    compass, comma, expression = body.partition(",")
    at = inside + len(compass) - len(compass.lstrip())
    seat = compass.strip().lower()
    if seat not in _SEATS:
        shown = compass.strip()[:20]
        message = f"{shown} is no seat." if shown else "The seat is missing."
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
    signed = [
        (" - " if term.subtracted else " + ", text) for term in _after_first(terms) for text in _texts(term)
    ]
    return "".join(f"{sign}{text}" for sign, text in signed).removeprefix(" + ") or "xxxx - xxxx"


def _after_first(terms: Iterable[Term]) -> Iterator[Term]:
    begun = False
    for term in terms:
        begun = begun or not term.subtracted
        if begun:
            yield term


def _by_suits(seat: str, terms: Iterable[Term]) -> str:
    """Return the terms as conditions on the lengths of suits."""
    whole = "0"
    for term in terms:
        # Every box of a pattern is written: "any" has no counterpart here.
        lengths = dict.fromkeys(
            lengths for pattern in term.patterns for lengths in _boxes(term, pattern.boxes)
        )
        shown = " or ".join(
            "("
            + " and ".join(
                f"{suit}({seat})=={n}" for suit, n in zip(_SUITS, some, strict=True) if n is not None
            )
            + ")"
            if any(n is not None for n in some)
            else "1"
            for some in lengths
        )
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
