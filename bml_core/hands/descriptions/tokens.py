"""The words of a text, each with its place, in the words of the phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.descriptions.words import ENGLISH, Vocabulary, phrases_of
from bml_core.language import DEFAULT_ABBREVIATIONS

SuitsOfRow = Mapping[int, tuple[int, Suit]]
"""Words that are suits in one row alone: where each begins, where it ends, and its suit."""

Abbreviated = tuple[tuple[str, str], ...] | None
"""Abbreviations with what they stand for."""

SIGN_OF = {suit: suit.symbol for suit in Suit}
SUIT_OF = {sign: suit for suit, sign in SIGN_OF.items()}
SHAPE_MARK = "§"
"""What a word begins with that is a shape, or four digits."""
BID_MARK = "="
"""What a word begins with that is a bid, such as 2NT."""

_LENGTHS = (
    r"[0-9]{1,2}(?P<dash>--|[-=–])[0-9]{1,2}(?:(?P=dash)[0-9]{1,2}){2}(?![0-9])"
    r"|[0-9][-=][0-9][-=]\([0-9][-=]?[0-9]\)"
    r"|(?:[0-9]{1,2}|[0-9](?:!?[shdc]|[Mm#]))?\([0-9]{2,4}\)(?:\([0-9]{2,4}\)|[0-9](?![0-9]))?"
)
_LEXER = (
    r"(?P<named>shape\s*\{[^}]*\}?|shape\s+[^\s,]+)|(?P<lengths>" + _LENGTHS + r")|<=|>=|!=|==|--|v\.s\."
    r"|{bids}[0-9]+(?:\.[0-9]+)?|!?[♠♥♦♣](?:s\b)?|!(?:(?-i:[cdhs]s?)|[CDHS](?!/[A-Z]))(?![^\W\d_])"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)?|\S"
)
_PROSE = re.compile(
    _LEXER.replace("{bids}", r"(?P<bid>(?<!\d-)(?-i:[1-7](?:NT|[CDHSN]+))(?!\w))|"), re.IGNORECASE
)
_FORMAL = re.compile(_LEXER.replace("{bids}", ""), re.IGNORECASE)
#: What looks like a shape and is none is a number or a bracket, and what follows it.
_PART = re.compile(r"\d+(?=[-–=(!a-z#])|\((?=\d)", re.IGNORECASE)
#: In small letters these are bounds: max 7 hcp.
_BOUNDS = ("max", "min")
_LENGTH_BEHIND = re.compile(r"\d (?:\+ |- \d )?(?![♠♥♦♣](?! :)|hcp|card|suit|[-/+]|\d)")
_SIDES_BEHIND = re.compile(r"(?:≥ )?([5-9] [-/] [4-6]|4 [-/] 4)(?! (?:hcp|[♠♥♦♣]))")
_SUITS = 4
#: What may come after a number and what it counts.
_BOUNDS_BEHIND = {
    "or+": "or+",
    "or-": "or-",
    "+": "or+",
    "≥": "or+",
    "≤": "or-",
    "minimum": "or+",
    "min": "or+",
    "maximum": "or-",
    "max": "or-",
    "exactly": "exactly",
}
#: Five hearts minimum may be a weak hand with five hearts.
_OF_POINTS = ("minimum", "min", "maximum", "max", "+")
_OF_RANGES = ("-", "to", "≥", "≤", "<", ">", "between")
_COUNTED = ("hcp", "cards", "card", "suit", "support", "in", "-")
_ENDS = (",", ";", ".", ")", ":", "and", "with")
#: What nor is, after neither; in other languages, both may be the same word.
_NOR = ("and", "no")
_CLAUSE_ENDS = (";", ".", ":")
_SAME_SIGN = {"--": "-", "–": "-", "—": "-", "<=": "≤", ">=": "≥", "==": "=", "’": "'"}
#: Letters are suits in conditions only: in a description 4S is a bid.
_LETTERS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CAPITALS = ENGLISH.letters
#: As a length that may be followed by a letter: 8-9 D may be points.
_FEW = frozenset("01234567")
_UNBOUND = {"M": "anymajor", "m": "anyminor"}


class Token(NamedTuple):
    """A word of the phrases, as written, and where it begins and ends."""

    word: str
    written: str
    start: int
    end: int


def tokens_of(
    text: str,
    suits: SuitsOfRow,
    *,
    prose: bool,
    vocabulary: Vocabulary = ENGLISH,
    abbreviations: Abbreviated = None,
    roles: Mapping[str, Suit] | None = None,
) -> list[Token]:
    """Return the words of a text; in a description (``prose``), a letter such as ``S`` is not a suit.

    ``abbreviations`` are all there are, None for the usual ones; ``roles`` suits that the auction names.

    >>> [token.word for token in tokens_of("12--14 points, 4+!s, FG", {}, prose=True)]
    ['12', '-', '14', 'hcp', ',', '4', '+', '♠', ',', 'forcing', 'to', 'game']
    """
    letters = vocabulary.letters if prose else {}
    written = [token for token in _written(text, suits, prose=prose, letters=letters) if token.word]
    words = tuple([token.word for token in written])
    lexicon = _lexicon(vocabulary, abbreviations)
    tokens: list[Token] = []
    at = 0
    while at < len(written):
        token = written[at]
        for entry in lexicon.get(token.word, ()):
            if entry.is_nor and not _is_denied(tokens):
                continue
            if entry.fits(words, written, at) and (meaning := entry.meaning_in(roles or {})):
                at += len(entry.words)
                end = written[at - 1].end
                span = (text[token.start : end], token.start, end)
                tokens += (Token(word, *span) for word in meaning)
                break
        else:
            tokens.append(token)
            at += 1
    _move_bounds(tokens)
    return [
        _joined(tokens, number, prose=prose) if token.word in (",", ":") else token
        for number, token in enumerate(tokens)
    ]


def _is_denied(tokens: Sequence[Token]) -> bool:
    """Return True if something of the clause is denied already, as before the second half of a ``nor``."""
    words = [token.word for token in tokens]
    begin = max((n for n, word in enumerate(words, 1) if word in _CLAUSE_ENDS), default=0)
    return "no" in words[begin:]


def _move_bounds(tokens: list[Token]) -> None:
    """Put a bound after its number: ``12 hcp or more``, ``5 hearts at least`` and ``12 points minimum``."""
    for at, token in enumerate(tokens):
        if token.word not in _BOUNDS_BEHIND:
            continue
        first = at
        while first and (tokens[first - 1].word in _COUNTED or tokens[first - 1].word in SUIT_OF):
            first -= 1
        counted = [each.word for each in tokens[first:at]]
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        if not counted or not first or not tokens[first - 1].word.isdecimal() or following.isdecimal():
            continue
        if tokens[max(first - 2, 0)].word in _OF_RANGES:
            continue
        if token.word == "+" and following and following not in _ENDS:
            continue
        if token.word in _OF_POINTS and counted != ["hcp"]:
            continue
        words = (_BOUNDS_BEHIND[token.word], *counted)
        for place, word in enumerate(words, first):
            tokens[place] = tokens[place]._replace(word=word)


def _joined(tokens: Sequence[Token], at: int, *, prose: bool) -> Token:
    """Return a comma or colon; inside of a phrase, as in ``4414, 4405``, it is doubled."""
    token = tokens[at]
    places = (at - 1, *range(at + 1, at + 6))
    before, *behind = (tokens[n].word if 0 <= n < len(tokens) else "" for n in places)
    if token.word == ":":
        is_phrase = before in SUIT_OF and _LENGTH_BEHIND.match(" ".join(behind)) is not None
    elif before in ("majors", "minors"):
        earlier = [each.word for each in tokens[max(at - 3, 0) : at - 1]]
        is_first = not earlier or earlier[-1] in ("both", ",", ";")
        is_phrase = is_first and _SIDES_BEHIND.match(" ".join(behind)) is not None
    else:
        other = behind[behind[0] == "or"]
        is_phrase = all(
            word.startswith(SHAPE_MARK) and (prose or word[1:].isdecimal()) for word in (before, other)
        )
    return token._replace(word=token.word * 2) if is_phrase else token


# ---------------------------------------------------------------- as written


def _written(
    text: str, suits: SuitsOfRow, *, prose: bool, letters: Mapping[str, str] = ENGLISH.letters
) -> Iterator[Token]:
    """Yield the words as they are written; those that say nothing are empty."""
    pattern, position = (_PROSE if prose else _FORMAL), 0
    before = earlier = Token("", "", -1, -1)
    while found := pattern.search(text, position):
        start, written, kind = found.start(), found[0], found.lastgroup
        if start in suits:
            position, suit = suits[start]
            earlier, before = before, Token(SIGN_OF[suit], text[start:position], start, position)
            yield before
            continue
        shape = ""
        if kind == "lengths":
            shape = _expression(written, start, suits)
            if not shape and (part := _PART.match(written)):
                written = part[0]
        position = start + len(written)
        is_glued = before.end == start
        word = _SAME_SIGN.get(written, written.lower().replace("’", "'"))
        if shape or (len(written) == _SUITS and written.isdecimal()):
            word = SHAPE_MARK + (shape or written)
        elif kind == "named":
            word = "shape"
        elif kind == "bid":
            word = BID_MARK + written
        elif written in _UNBOUND and is_glued and before.word in "+=0123456789":
            word = _UNBOUND[written]
        elif written in letters and is_glued and before.word == "+" and _is_digit(earlier, before):
            word = letters[written] or "?"
        elif prose and written in _CAPITALS and _is_length(earlier, before, text[before.end : start]):
            word = letters[written] if letters[written] == _CAPITALS[written] else word
        elif word == "+":
            word = _plus(before, text[position : position + 1].strip(), is_glued=is_glued)
        elif (
            word == "-"
            and is_glued
            and before.word[-1:].isalpha()
            and text[position : position + 1].isalpha()
        ):
            # Hyphens inside of words are blanks.
            word = ""
        elif not prose:
            word = _LETTERS.get(word, word)
        earlier, before = before, Token(word, written, start, position)
        yield before


def _plus(before: Token, behind: str, *, is_glued: bool) -> str:
    """Return "and" for a plus between two conditions: blanks on both sides or on none."""
    if is_glued and before.word.isalnum():
        return "+"
    return "and" if before.word and bool(behind) is is_glued else "+"


def _is_digit(number: Token, behind: Token) -> bool:
    """Return True for the 5 of ``5+S``; in ``12+D``, letters may be points."""
    return number.end == behind.start and number.word.isdecimal() and len(number.word) == 1


def _is_length(earlier: Token, before: Token, gap: str) -> bool:
    """Return True before the letter of ``5+ S``, ``4-5S`` and ``4-5 S``, after a ``gap``."""
    if "\n" in gap or earlier.end != before.start:
        return False
    number = earlier if before.word == "+" else before
    return (before.word == "+" or earlier.word == "-") and number.word in _FEW


def _expression(written: str, start: int, suits: SuitsOfRow) -> str:
    """Return a shape in the language of shapes, "" if its brackets are not shape."""
    if "(" in written and sum(map(int, re.findall(r"[0-9]", written))) != FULL_HAND:
        return ""
    for place, (_, suit) in suits.items():
        if start <= place < start + len(written):
            written = f"{written[: place - start]}{suit.value.lower()}{written[place - start + 1 :]}"
    if "(" in written:
        written = re.sub("[-=–]", "", written)
    return written.replace("!", "").replace("--", "-").replace("–", "-")


# ---------------------------------------------------------------- other words for the same


class _Entry(NamedTuple):
    """A sequence of words, and what it becomes; where case counts, how it is written."""

    words: tuple[str, ...]
    meaning: tuple[str, ...]
    role: str = ""
    written: str = ""
    abbreviates: bool = False

    @property
    def is_nor(self) -> bool:
        """Return True for the word of a second half, which may mean something else without the first."""
        return self.meaning == _NOR and len(self.words) == 1

    def fits(self, words: Sequence[str], tokens: Sequence[Token], at: int) -> bool:
        """Return True if the words from one on are these."""
        end = at + len(self.words)
        if words[at:end] != self.words:
            return False
        return not self.written or "".join(token.written for token in tokens[at:end]) == self.written

    def meaning_in(self, roles: Mapping[str, Suit]) -> tuple[str, ...]:
        """Return the words of the phrases; none for a suit that the auction does not name."""
        if not self.role:
            return self.meaning
        return (SIGN_OF[roles[self.role]],) if self.role in roles else ()


@lru_cache(maxsize=32)
def _lexicon(vocabulary: Vocabulary, abbreviations: Abbreviated) -> Mapping[str, Sequence[_Entry]]:
    """Return the entries by their first word: the longest first, and first those whose case counts."""
    meanings = DEFAULT_ABBREVIATIONS if abbreviations is None else dict(abbreviations)
    entries = [
        _Entry(_split(word), tuple(meaning.split()), written=word.replace(" ", ""))
        for word, meaning in vocabulary.exact.items()
    ]
    entries += _abbreviated(meanings, exact=True)
    for word, texts in (*vocabulary.suits.items(), *vocabulary.same.items()):
        entries += (_Entry(_split(text), tuple(word.split())) for text in phrases_of(texts))
    for role, texts in vocabulary.roles.items():
        entries += (_Entry(_split(text), (), role) for text in phrases_of(texts))
    entries += _abbreviated(meanings, exact=False)
    known = _by_first_word([entry for entry in entries if not entry.abbreviates])
    # An abbreviation may stand for others.
    for _ in range(2):
        entries = [
            entry._replace(meaning=_replaced(entry.meaning, known)) if entry.abbreviates else entry
            for entry in entries
        ]
        known = _by_first_word(entries)
    return known


def _abbreviated(meanings: Mapping[str, str], *, exact: bool) -> list[_Entry]:
    # What follows a colon explains the word, and is not read.
    return [
        _Entry(
            _split(word), _split(meaning.partition(":")[0]), written=word if exact else "", abbreviates=True
        )
        for word, meaning in meanings.items()
        if exact or word.lower() not in _BOUNDS
    ]


def _split(text: str) -> tuple[str, ...]:
    return tuple(token.word for token in _written(text, {}, prose=True) if token.word)


def _by_first_word(entries: Sequence[_Entry]) -> dict[str, list[_Entry]]:
    found: dict[str, list[_Entry]] = {}
    for entry in entries:
        if entry.words:
            found.setdefault(entry.words[0], []).append(entry)
    for same in found.values():
        same.sort(key=lambda entry: -len(entry.words))
    return found


def _replaced(words: tuple[str, ...], plain: Mapping[str, Sequence[_Entry]]) -> tuple[str, ...]:
    """Return the words of a meaning, each in the words of the phrases."""
    tokens = [Token(word, word, 0, 0) for word in words]
    done: list[str] = []
    at = 0
    while at < len(words):
        entries = (each for each in plain.get(words[at], ()) if each.fits(words, tokens, at))
        entry = next(entries, None)
        done += entry.meaning if entry and entry.meaning else (words[at],)
        at += len(entry.words) if entry and entry.meaning else 1
    return tuple(done)
