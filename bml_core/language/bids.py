"""The grammar of calls: bid columns such as ``1M`` or ``(2C/2D)``, histories, and how rows begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import ACTION_WORDS, Bid, Call, Strain, Suit, make_bid
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import (
    CallPattern,
    Dialect,
    EveryCall,
    Label,
    LiteralCall,
    OppositeSuit,
    Steps,
    StrainChoice,
)
from bml_core.language.inline import find_link
from bml_core.language.lines import expanded

# One or two letters are a call as capitals alone: in small letters they begin words.
ACTIONS: dict[str, Call] = {
    form: action
    for word, action in ACTION_WORDS.items()
    for form in ((word, word.capitalize(), word.upper()) if len(word) > 2 else (word.upper(),))
    if form not in ("DOUBLE", "REDOUBLE")
}
BID = r"[1-7](?:[CDHSNMmXYZ\u2660\u2663\u2665\u2666]|NT|o[Mm])"
"""A pattern for a bid as it is written, special ones among them."""
CALL = rf"(?:{BID}|{'|'.join(ACTIONS)})"
"""A pattern for a call as it is written."""
# Writing programs put them where a hyphen was typed; each is one character, so offsets stay.
DASHES = "\u2010\u2011\u2013\u2014\u2212"
EMPTY_ROOT = "{}"
"""The history of a table of openings."""
UNREADABLE = Label(known=False)

_CHOICES = {"M": "HS", "m": "CD", "X": "CDHS", "Y": "CDHS", "Z": "CDHS", "RED": "DH", "BLACK": "CS"}
_OPPOSITE = ("oM", "om")
_EVERY_CALL = {"any", "other", "others"}
_LABELS = {"jump", "cue", "raise", "new", "next", "game", "newsuit", "1st", "2nd", "3rd", "4th", "5th"}
# 3x, 2N+, 3jump and 6-side name no call, and neither do words that no sentence has: jumpRaise, step2.
_LABEL_SHAPE = re.compile(
    r"[1-7][xyz*]\+?|[1-7](?:[CDHSMmN]|NT)\+"
    r"|[1-7]-?(?:jump|cue|raise|new|game|others?|trumps?|higher|lower|above|below|slam|void|side|suit|thSuit)"
    r"|[^\W\d_]{3,30}\d|[a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,3}"
)
_PLAIN_WORD = r"[^\W\d_]{3,30}(?:[-'][^\W\d_]{1,30})?\d?"
_LEVELLED = re.compile(r"(\d+)(\D.*)")
_TOP_LEVEL = 7
_STRAIN_LETTERS = ("C", "D", "H", "S", "N", "NT")
# Hollow signs, too; what makes pictures of them is left out.
_SUIT_SIGNS = str.maketrans("\u2663\u2666\u2665\u2660\u2667\u2662\u2661\u2664", "CDHSCDHS", "\ufe0e\ufe0f")
# "2/3H" is 2H/3H.
_LEVELS = re.compile(r"((?:[1-7]/)+[1-7])([^\d/]+)")
_EXCLAIMED_SUITS = re.compile(r"(?<=[\d/])(?:![cdhsCDHS])+(?![A-Za-z])")
#: What is around calls in other markup, or before what is said of them.
_DECORATION = "*_`~:,;.=/\u2026\u2013\u2014-"
_AROUND = re.compile(rf"[{re.escape(_DECORATION)}()\[\]{{}}\"']+")
_SMALL_CALL = re.compile("[1-7](?:[cdhsn]|nt)|p|x|xx")
_DOUBLES = {
    **dict.fromkeys(("RD", "RDB", "RE", "REDBL"), "Write R, XX or Rdbl."),
    **dict.fromkeys(("DB", "DBLE", "DOU"), "Write D, X or Dbl."),
}
# "5", "oM", "H", "c+/!d+"
_PART_OF_BID = re.compile(
    r"(?P<level>[1-7])|(?P<other>o[Mm])|(?P<strain>[CDHSNMm]|NT)|(?P<low>[cdhs])\+?/!(?P<high>[cdhs])\+?"
)

_LEVEL_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
# The letters of other languages, as on their cards, and words for strains; K is clubs or diamonds.
_STRAIN_WORDS = {
    word: strain
    for strain, words in {
        "C": "club clubs cl t tr tre treff trefl trefle trèfle trèfles kr kreuz kl klaveren klöver kløver "
        "klør f fiori tréboles \u0441",
        "D": "diamond diamonds dia r ru ruiten ruter ruder ka karo car carreau carreaux q quadri diamantes",
        "H": "heart hearts ht co coe coeur coeurs c\u0153ur c\u0153urs he herz ha harten hj "
        "hjärter hjerter cuori corazones kier \u043d",
        "S": "spade spades sp p pi pik pic pique piques sch schoppen spader spar picche picas \u0455",
        "NT": "nt notrump notrumps no-trump no-trumps sa ba zt ut st sang sans-atout",
        "K": "k",
    }.items()
    for word in words.split()
} | {"no trump": "NT", "no trumps": "NT", "sans atout": "NT"}
SUIT_WORDS = {
    word: strain
    for word, strain in _STRAIN_WORDS.items()
    if strain in "CDHS" and (len(word) > 3 or word == "pik") and not word.endswith("s")
}
"""A suit in the singular, but for Dutch: "4 hearts" are cards."""
_LETTERS_AND_SIGNS = r"(?-i:![cdhs]|[CDHSN\u2660-\u2667]\ufe0f?)"
SPELLED_STRAIN = (
    rf"(?i:({'|'.join(sorted(_STRAIN_WORDS, key=len, reverse=True))}|{_LETTERS_AND_SIGNS})(?![\w'-]))"
)
# "Six clubs, limited" are cards.
_SPELLED_CALL = re.compile(
    rf"(?i)\(?([1-7]|{'|'.join(_LEVEL_WORDS)})(\s|-|\.(?=\S)|){SPELLED_STRAIN}\)?[:!*]*(?!,)"
)


# ---------------------------------------------------------------- the bid column


@dataclass(frozen=True, slots=True)
class BidColumn:
    """The bid column of a row.

    Attributes:
        text: The column without marks and parentheses.
        patterns: The calls that each alternative stands for.
        theirs: Whether it is a call of the opponents.
        alert: Whether it has the mark of an alert.
        diagnostic: What is wrong with the first alternative that is, placed at the column itself, or None.
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool = False
    alert: bool = False
    diagnostic: Diagnostic | None = None

    @property
    def is_call(self) -> bool:
        """Return whether at least one alternative is a call."""
        return any(not isinstance(pattern, Label) for pattern in self.patterns)

    @property
    def is_meant_as_call(self) -> bool:
        """Return whether one is a call, or a bid with an impossible level or of another dialect."""
        is_slip = self.diagnostic is not None and self.diagnostic.code in ("BML202", "BML204")
        return is_slip or self.is_call

    @property
    def own_suit(self) -> Suit | None:
        """Return the suit of the bid where the column holds just one."""
        match self.patterns:
            case (LiteralCall(Bid() as bid),):
                return bid.strain.suit
        return None


@lru_cache(maxsize=4096)
def parse_bid_column(word: str, dialect: Dialect) -> BidColumn:
    """Return the calls that the bid column of a row stands for.

    >>> column = parse_bid_column("(2C/2D)", Dialect.V2_0)
    >>> column.text, column.theirs, len(column.patterns)
    ('2C/2D', True, 2)
    """
    # Without a level, "!d" in "!c/!d" does not double.
    bare = _EXCLAIMED_SUITS.sub(_letters, word) if "!" in word and re.search(r"\d", word) else word
    alert = bare != (bare := bare.strip("!"))
    theirs = bare.startswith("(") and bare.endswith(")")
    if theirs:
        inner = bare[1:-1]
        bare = inner.strip("!")
        alert = alert or bare != inner
    bare = bare.translate(_SUIT_SIGNS)
    patterns: list[CallPattern] = []
    diagnostic: Diagnostic | None = None
    level = ""
    levels = _LEVELS.fullmatch(bare)
    parts = [f"{each}{levels[2]}" for each in levels[1].split("/")] if levels else bare.split("/")
    # "(X/2C/2D both majors)": all of it is theirs.
    for part in parts if bare[:1] != "(" else [bare]:
        # In 2C/D the level goes on; a double would be written X or Dbl.
        pattern = _parse_one(level + part if level and part in _STRAIN_LETTERS else part, dialect)
        if isinstance(pattern, Diagnostic) and level and not part[:1].isdecimal():
            levelled = _parse_one(level + part, dialect)
            pattern = pattern if isinstance(levelled, Diagnostic) else levelled
        if isinstance(pattern, Diagnostic):
            diagnostic = diagnostic or (pattern if part else _unreadable(bare))
            pattern = UNREADABLE
        level = part[0] if part[:1].isdecimal() else level
        patterns.append(pattern)
    if len(patterns) > 1 and all(pattern == UNREADABLE for pattern in patterns):
        diagnostic = _unreadable(bare)
    if diagnostic and diagnostic.message.startswith(f"{bare} is not"):
        # As it is written: "!c+/!d+", "(bid)".
        message = f"{_cut_short(word)}{diagnostic.message[len(bare) :]}"
        hint = diagnostic.hint.replace(f"write {bare.upper()}.", f"write {word.upper()}.")
        diagnostic = replace(diagnostic, message=message, hint=hint)
    return BidColumn(bare or word, tuple(patterns), theirs, alert, diagnostic)


def _letters(suits: re.Match[str]) -> str:
    return suits[0].replace("!", "").upper()


def _parse_one(text: str, dialect: Dialect) -> CallPattern | Diagnostic:
    """Return what one alternative stands for, or why it cannot be read."""
    if text in ACTIONS:
        return LiteralCall(ACTIONS[text])
    if text.lower() in _EVERY_CALL:
        return EveryCall()
    if text.lower() in _LABELS or _LABEL_SHAPE.fullmatch(text):
        return Label()
    levelled = _LEVELLED.fullmatch(text)
    if levelled is None:
        return _unreadable(text)
    level, name = int(levelled[1][:4]), "N" if levelled[2] == "NT" else levelled[2]
    if name.lower() in ("step", "steps"):
        no_step = f"{text} is not a bid: the first step is 1step."
        return Steps(level) if level else _wrong("BML202", no_step, "Count from 1.")
    return _parse_bid(text, level, name.upper() if name.upper() in ("RED", "BLACK") else name, dialect)


def _parse_bid(text: str, level: int, name: str, dialect: Dialect) -> CallPattern | Diagnostic:
    are_strains = all(letter in "CDHSN" for letter in name)
    if not are_strains and name not in _CHOICES and name not in _OPPOSITE:
        return _unreadable(text)
    if not 1 <= level <= _TOP_LEVEL:
        return _wrong("BML202", f"{text} is not a bid: levels run from 1 to 7.", "Correct the level.")
    if are_strains:
        if len(set(name)) < len(name):
            once = f"{level}{''.join(dict.fromkeys(name))}"
            return _wrong("BML201", f"{text} has a letter twice.", f"Write {once}.")
        strains = tuple(map(Strain, name))
        return LiteralCall(make_bid(level, strains[0])) if len(strains) == 1 else StrainChoice(level, strains)
    if name in ("Y", "Z") and dialect is not Dialect.V2_7:
        return _wrong("BML204", f"{name} means a suit only in BML 2.7.", "Write #+BML: 2.7 above.")
    if name in ("BLACK", *_OPPOSITE) and dialect is Dialect.V1:
        return _wrong("BML204", f"{name} is not known in BML 1.", "Write #+BML: 2.0 above.")
    if name in _OPPOSITE:
        return OppositeSuit(level, name[1])
    variable = name if len(name) == 1 and dialect is not Dialect.V1 else None
    return StrainChoice(level, tuple(Strain(letter) for letter in _CHOICES[name]), variable)


OTHER_LETTERS = "letters of another language"
"""The cause of all bids that are written with them."""


def _wrong(code: str, message: str, hint: str) -> Diagnostic:
    # The place of a column in its file is not known here.
    return Diagnostic(code, message, Location("bid column", 1), hint)


def _cut_short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _unreadable(text: str) -> Diagnostic:
    found = _wrong("BML201", f"{_cut_short(text)} is not a bid.", _hint(text))
    return replace(found, cause=OTHER_LETTERS) if spelled_call(text) else found


def _hint(text: str) -> str:
    """Return what to write instead of a word that is not a bid."""
    hint = "Begin the row with a bid such as 1H, 2M, (3C), P or D, then two spaces and the description."
    bare = re.sub("([Mm])o$", r"o\1", text.strip(_DECORATION))
    if _SMALL_CALL.fullmatch(bare):
        hint = f"Calls are capital letters: write {bare.upper()}."
    elif spelled := spelled_call(text):
        level = spelled[0]
        call = f"{level}C for clubs, {level}D for diamonds" if spelled.endswith("K") else spelled
        if text.rstrip(_DECORATION).endswith("R"):
            call = f"{level}D for diamonds, {level}red for both red suits"
        hint = f"Write {call}: suits are C, D, H and S, and notrump is N."
    elif re.match(r"\((?!\()", text) and all(map(_is_plain_call, text[1:].split("/"))):
        hint = f"Close the parenthesis after the calls, as in {text}), then two spaces and the description."
    elif text.startswith("(") != text.endswith(")") and any(character.isdecimal() for character in text):
        hint = "Write opponents' calls in parentheses, as in (1S)."
    elif bare != text and _is_plain_call(bare):
        hint = f"Write {bare}." if bare[1:2] == "o" else f"Write {bare} alone."
        if text == f"{bare}*":
            hint = f"Write {bare}! if it is alerted, else {bare} alone."
        elif text == f"{bare}:":
            hint = f"Write {bare}--- if the rows below continue it, else {bare} alone."
    elif part := _DOUBLES.get(text.upper()) or part_of_bid(text):
        hint = part
    elif not bare or text in ("+", "•"):
        hint = "Begin the row with its bid, without a mark before it."
    elif len(calls := re.findall("[^-;–—]+", bare)) > 1:
        wrong = [call for call in calls if not all(map(_is_plain_call, call.strip("()").split("/")))]
        if not wrong:
            is_bare = bare == text
            first = (
                "Only the first line of a table may hold several calls" if is_bare else f"Write {bare} alone"
            )
            hint = f"{first}: put a blank line above it, and the whole auction, or write a row for each call."
        elif len(wrong) < len(calls):
            hint = f"Correct {wrong[0]}: write a bid such as 1H, (3C), P or D."
    elif bare.isalpha() and len(bare) > 1:
        hint += " Leave a blank line above and below the line if it is text."
    return hint


def part_of_bid(text: str, level: int = 2) -> str:
    """Return what to write, on a level, instead of a level or a suit alone; "" for other words.

    >>> part_of_bid("oM"), part_of_bid("c+/!d+", 3)
    ('Write its level, too, as in 2oM, or both bids, as in 1S/2H.', 'Write the level, too, as in 3CD.')
    """
    found = _PART_OF_BID.fullmatch(text)
    if found is None:
        return ""
    if found["level"]:
        return f"Write the suits, too, as in {text}C or {text}CD."
    if found["other"]:
        low, high = "SH" if text == "oM" else "DC"
        both = f"{level - 1}{low}/{level}{high}"
        return f"Write its level, too, as in {level}{text}, or both bids, as in {both}."
    if found["strain"]:
        return f"Write its level, too, as in {level}{text}."
    return f"Write the level, too, as in {level}{found['low'].upper()}{found['high'].upper()}."


def better_call(text: str) -> str:
    """Return a call as BML has it, which is in small letters or has signs around it; "" for other texts.

    >>> better_call("1nt"), better_call("*2C*"), better_call("1C"), better_call("2C*")
    ('1N', '2C', '', '')
    """
    bare = text.upper() if _SMALL_CALL.fullmatch(text) else text.strip(_DECORATION)
    # "2C*" may be alerted, and "2C:" an auction that the rows below continue.
    is_better = bare != text and text not in (f"{bare}*", f"{bare}:") and _is_plain_call(bare)
    return bare.replace("NT", "N") if is_better else ""


def as_label(column: BidColumn) -> BidColumn:
    """Return a column of one word as a label, as ``jump`` is one; other columns as they are.

    >>> as_label(parse_bid_column("jumpRaise", Dialect.V2_0)).diagnostic is None
    True
    """
    if column.patterns != (UNREADABLE,) or not re.fullmatch(_PLAIN_WORD, column.text):
        return column
    return replace(column, patterns=(Label(),), diagnostic=None)


def in_auction(column: BidColumn) -> BidColumn:
    """Return a call of an auction; where it is a word that is none, with what to write instead.

    >>> in_auction(parse_bid_column("(higher)", Dialect.V2_0)).diagnostic.hint
    'Write (any) for every call, or the bids that are meant, as in (2H).'
    """
    if column.diagnostic is None or not re.fullmatch(rf"{_PLAIN_WORD}(?:/{_PLAIN_WORD})*", column.text):
        return column
    every, bid = ("(any)", "(2H)") if column.theirs else ("any", "2H")
    hint = f"Write {every} for every call, or the bids that are meant, as in {bid}."
    return replace(column, diagnostic=replace(column.diagnostic, hint=hint))


def spelled_call(text: str) -> str:
    """Return the call that a word stands for in other letters or in full; "" if it does not.

    ``K`` stays: it is clubs in some languages, diamonds in others.

    >>> spelled_call("One club"), spelled_call("2 \u2665"), spelled_call("1SA"), spelled_call("2K")
    ('1C', '2H', '1NT', '2K')
    >>> spelled_call("1C")
    ''
    """
    found = _SPELLED_CALL.fullmatch(text)
    if found is None or (not found[2] and found[3] in _STRAIN_LETTERS):
        return ""
    level, strain = found[1].lower(), found[3]
    letter = _STRAIN_WORDS.get(strain.lower()) or strain.strip("!").upper().translate(_SUIT_SIGNS)
    return f"{level if level.isdecimal() else _LEVEL_WORDS.index(level) + 1}{letter}"


def is_nearly_call(word: str) -> bool:
    """Return True if a word is calls but for marks around them or small letters.

    >>> is_nearly_call("1C:"), is_nearly_call("(1C-1D"), is_nearly_call("1nt"), is_nearly_call("5trump")
    (True, True, True, False)
    """
    parts = [_AROUND.sub("", part) for part in re.split("[-;,]", word)]
    return any(parts) and all(
        _is_plain_call(_EXCLAIMED_SUITS.sub(_letters, part).upper()) for part in parts if part
    )


def _is_plain_call(text: str) -> bool:
    pattern = _parse_one(text, Dialect.V2_7) if text else Label()
    return not isinstance(pattern, Diagnostic | Label)


# ---------------------------------------------------------------- rows

_HYPHENS = str.maketrans(dict.fromkeys(DASHES, "-"))
_SUIT_SIGN = re.compile(r"(?i)![cdhs]|[\u2660\u2663\u2665\u2666]")
_LEVEL = re.compile(r"!?\(?!?\d")
_IN_HISTORY = re.compile("[^-;]+")
_FIRST_CALL = re.compile(r"\(?!?(?:\d|P|Pass\b)")
_WORD = re.compile(r"\S+")
_CLOSING = re.compile(r"[)!]*(?=[\s=]|$)")
# A dash before another call is that of an auction with spaces, and "1N - ?" is the title of its responses.
_SEPARATOR = re.compile(
    r"\s*(?::?=(?!>)\s*|(?<=\s)[-\u2013\u2014]\s+(?!\?+\s*$|\(?!?(?:[1-7](?:NT|!?[A-Za-z\u2660-\u2667])|[PpDdRrXx(])))?"
)
# A colon alone ends a title: "1N:" may be that of its responses.
_MARKED_CALL = re.compile(
    r"(?P<marks>\*{1,3}|_{1,2}|`?)(?P<call>[^\s*_`:!]+)(?P<alert>!*+)(?P<colon>:?)(?P=marks)(?P<after>!*+)(?:(?<!:):)?(?=\s+\S)"
)
# P, D, R, X and XX are bids even where one space follows.
_LONGEST_LETTERS = 2


class RowParts(NamedTuple):
    """A line cut at its columns.

    ``word`` is the bid column with hyphens for dashes, and begins at ``offset``. ``text`` is the description,
    which begins at ``text_offset``; ``gap`` is what is between the two, and ``is_close`` says whether that is
    one blank alone, as between words, or after a colon. ``has_marks`` says whether dashes stand for hyphens,
    or stars and a colon are around the word; ``target`` is where the link leads that it is written as, or "".
    """

    column: BidColumn
    word: str
    offset: int
    text: str
    text_offset: int
    gap: str
    is_close: bool
    has_marks: bool = False
    target: str = ""

    @property
    def is_bid(self) -> bool:
        """Return whether the column is a call that is written with a level."""
        return self.column.is_meant_as_call and _LEVEL.match(self.word) is not None

    @property
    def reads_as_words(self) -> bool:
        """Return whether it begins with a word such as ``other`` or ``Pass`` that a sentence goes on from."""
        return self.is_close and self.word.isalpha() and len(self.word) > _LONGEST_LETTERS

    @property
    def has_signs(self) -> bool:
        """Return whether the column has signs, as in ``1!h`` and ``1C–1D``, which prose has as well."""
        return self.has_marks or _SUIT_SIGN.search(self.word) is not None


@lru_cache(maxsize=4096)
def split_row(text: str, dialect: Dialect) -> RowParts | None:
    """Cut a row into bid column and description; None for white space.

    >>> parts = split_row("1m = 3+ minor", Dialect.V2_0)
    >>> parts.word, parts.text, parts.text_offset
    ('1m', '3+ minor', 5)
    """
    start = len(text) - len(text.lstrip())
    found = _WORD.match(text, start)
    if found is None:
        return None
    written = found[0]
    marked = _MARKED_CALL.match(text, start)
    if marked is not None and any(marked.group("marks", "colon")) and _is_one_call(marked["call"], dialect):
        # Of "1C: 16+" and "**1C** - 16+" the call alone is meant.
        word = f"{marked['call']}{marked['alert'] or marked['after']}"
        return _cut(text, marked.start("call"), word, marked.end(), dialect)._replace(has_marks=True)
    linked = _linked_column(text, start, dialect) if written[0] in "[(" else None
    if linked is not None:
        column, offset, end, target = linked
        word = written = column.text
    else:
        offset, target = start, ""
        word = written if written.isascii() else written.translate(_HYPHENS)
        column = parse_bid_column(word, dialect)
        before = word.partition("=")[0] if "=" in word and not column.is_call else ""
        if before and all(call.is_call for _, call in history_calls(before, dialect)):
            word, written, column = before, written[: len(before)], parse_bid_column(before, dialect)
        elif not column.is_meant_as_call and (spelled := _SPELLED_CALL.match(text, start)) and spelled[2]:
            word = written = spelled[0]
            column = parse_bid_column(word, dialect)
        end = start + len(written)
    parts = _cut(text, offset, word, end, dialect)
    return parts._replace(column=column, has_marks=word != written, target=target)


def _cut(text: str, offset: int, word: str, end: int, dialect: Dialect) -> RowParts:
    """Return the parts of a row with a bid column that begins and ends at these offsets."""
    separator = _SEPARATOR.match(text, end)
    assert separator is not None
    gap, begin = separator[0], separator.end()
    if text[end - 1] == ":":
        gap = ":" + gap
    description = text[begin:].rstrip()
    is_close = gap in (" ", ": ") and description != ""
    return RowParts(parse_bid_column(word, dialect), word, offset, description, begin, gap, is_close)


def _is_one_call(word: str, dialect: Dialect) -> bool:
    column = parse_bid_column(word, dialect)
    return (
        column.diagnostic is None and column.is_call and (word in ACTIONS or _LEVEL.match(word) is not None)
    )


def _linked_column(text: str, start: int, dialect: Dialect) -> tuple[BidColumn, int, int, str] | None:
    """Return a bid column that is a link, as in ``[1D](#1C--1D)``, where it begins and ends, and the target.

    The parentheses of the opponents and the mark of an alert may be around it.
    """
    opening = start + (text[start] == "(")
    link = find_link(text, opening)
    closing = _CLOSING.match(text, link.end) if link is not None else None
    if link is None or closing is None:
        return None
    column = parse_bid_column(f"{text[start:opening]}{link.label}{closing[0]}", dialect)
    if not column.is_call:
        return None
    return column, start if opening > start else link.label_offset, closing.end(), link.target


# ---------------------------------------------------------------- histories


def is_history(word: str) -> bool:
    """Return True if the first word of a table is an auction to continue."""
    return word == EMPTY_ROOT or "-" in word or ";" in word


def history_calls(word: str, dialect: Dialect) -> list[tuple[int, BidColumn]]:
    """Return the calls of a history with their offsets in ``word``.

    >>> [(offset, column.text) for offset, column in history_calls("1N-(P)-2C;", Dialect.V2_0)]
    [(0, '1N'), (3, 'P'), (7, '2C')]
    """
    parts = _IN_HISTORY.finditer(word) if word != EMPTY_ROOT else ()
    return [(part.start(), parse_bid_column(part[0], dialect)) for part in parts]


# ---------------------------------------------------------------- how rows begin

#: What older programs take for the beginning of a table, and what is written around a call.
_BID_SHAPE = re.compile(
    r"[(\[{\"'*_`~]*!?[1-9]!?[A-Za-z\u2660\u2663\u2665\u2666]|[\u2660\u2663\u2665\u2666][1-7]$"
)
_NO_BID = re.compile(r"\W*\d+(?:st|nd|rd|th)\b|[45]CMs?\b|4SF")


class LineKind(Enum):
    """What a line begins with."""

    BID = "a bid or an auction"
    SLIP = "the shape of a bid, but none"
    WORD = "a pass, a double or a label"
    TEXT = "anything else"


class LineShape(NamedTuple):
    """What a line looks like: its kind, its parts, and its indentation in columns.

    ``is_near`` says that a slip is a call but for small letters, signs around it, or another language.
    """

    kind: LineKind
    parts: RowParts
    indent: int
    is_near: bool = False

    @property
    def is_apart(self) -> bool:
        """Return whether more than a blank is between the first word and the rest."""
        return not self.parts.is_close

    @property
    def is_row_like(self) -> bool:
        """Return whether it may be a row."""
        return self.kind is not LineKind.TEXT

    @property
    def begins_table(self) -> bool:
        """Return whether it is a row or a history whatever is around it."""
        return self.kind is LineKind.BID and not (self.parts.has_signs and self.parts.is_close)

    @property
    def has_call(self) -> bool:
        """Return whether it begins with a call, or nearly."""
        return self.kind is LineKind.BID or self.is_near

    @property
    def is_set_apart(self) -> bool:
        """Return whether it has a call, or nearly, and a description that is apart from it."""
        is_apart = self.parts.gap.startswith(":") or self.is_apart
        return self.has_call and self.parts.text != "" and is_apart


@lru_cache(maxsize=4096)
def line_shape(text: str, dialect: Dialect) -> LineShape | None:
    """Return what a line looks like; None for white space."""
    parts = split_row(text, dialect)
    if parts is None:
        return None
    indent = len(expanded(text[: len(text) - len(text.lstrip())]))
    kind = _kind(parts, dialect)
    is_near = kind is LineKind.SLIP and (is_nearly_call(parts.word) or spelled_call(parts.word) != "")
    return LineShape(kind, parts, indent, is_near)


def begins_table(text: str, dialect: Dialect) -> bool:
    """Return True if a line is a row or a history whatever is around it.

    A table begins with a level and letters, as in ``1C`` or ``(2M)``, or with a history; the word must
    name a call, or a bid with an impossible level. A label such as ``3x``, and signs that prose has as well,
    as in ``1♥`` and ``1N–2C``, must be set apart from the description.

    >>> begins_table("2C is strong", Dialect.V2_0), begins_table("3rd seat openings", Dialect.V2_0)
    (True, False)
    >>> begins_table("1♥ shows five", Dialect.V2_0), begins_table("1♥  five", Dialect.V2_0)
    (False, True)
    """
    line = line_shape(text, dialect)
    return line is not None and line.begins_table


def _kind(parts: RowParts, dialect: Dialect) -> LineKind:
    word = parts.word
    if is_history(word):
        if word == EMPTY_ROOT or _continues_auction(word, dialect):
            return LineKind.BID
    elif Label() in parts.column.patterns and not parts.column.is_call:
        if any(character.isdecimal() for character in word):
            return LineKind.SLIP if parts.is_close else LineKind.BID
        return LineKind.WORD
    elif parts.is_bid:
        return LineKind.BID
    elif parts.column.is_meant_as_call:
        return LineKind.WORD if word.strip("!()").replace("/", "").isalpha() else LineKind.TEXT
    return LineKind.SLIP if has_shape_of_bid(parts) else LineKind.TEXT


def has_shape_of_bid(parts: RowParts) -> bool:
    """Return True if a line begins with a level and letters, or a suit sign, and no ordinal or the like."""
    if spelled_call(parts.word):
        return True
    return _BID_SHAPE.match(parts.word) is not None and _NO_BID.match(parts.word) is None


def _continues_auction(word: str, dialect: Dialect) -> bool:
    """Return True if a word with dashes is an auction, perhaps with a slip in it, and no compound word."""
    calls = [column for _, column in history_calls(word, dialect)]
    if not calls or _FIRST_CALL.match(word) is None or not calls[0].is_meant_as_call:
        return False
    return word.endswith((";", "-")) or all(
        column.is_meant_as_call or Label() in column.patterns for column in calls
    )
