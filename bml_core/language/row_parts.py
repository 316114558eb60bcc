"""A line cut at its columns, and what its bid column means: ``1M``, ``(2C/2D)``, ``Dbl`` or ``2steps``."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
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
from bml_core.language.inline_text import AFTER_CALL, find_link

# One or two letters are a call as capitals alone: in small letters they begin words.
ACTIONS: dict[str, Call] = {
    form: action
    for word, action in ACTION_WORDS.items()
    for form in ((word, word.capitalize(), word.upper()) if len(word) > 2 else (word.upper(),))
    if form not in ("DOUBLE", "REDOUBLE")
}
_CHOICES = {"M": "HS", "m": "CD", "X": "CDHS", "Y": "CDHS", "Z": "CDHS", "RED": "DH", "BLACK": "CS"}
_EVERY_CALL = {"any", "other", "others"}
#: What is around calls in other markup, or before what is said of them.
_DECORATION = "*_`~:,;.=/…–—-"
_LABELS = {"jump", "cue", "raise", "new", "next", "game", "newsuit"}
_LEVELLED = re.compile(r"(\d+)(\D.*)")
_LABEL_SHAPE = r"[1-7][x*]|[1-7](?:[CDHSMmN]|NT)\+|[1-7](?:jump|cue|raise|new|game)"
_PLAIN_WORD = r"[^\W\d_]{3,30}(?:[-'][^\W\d_]{1,30})?\d?"
#: Words that no sentence has: jumpRaise, step2.
_COINED = r"[^\W\d_]{3,30}\d|[a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,3}"
# Hollow signs, too; what makes pictures of them is left out.
_SUIT_SIGNS = str.maketrans("\u2663\u2666\u2665\u2660\u2667\u2662\u2661\u2664", "CDHSCDHS", "\ufe0e\ufe0f")
_EXCLAIMED_SUITS = re.compile(r"(?<=[\d/])(?:![cdhsCDHS])+(?![A-Za-z])")

_LEVEL_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
# The letters of other languages, as on their cards, and words for strains; K is clubs or diamonds.
_STRAIN_WORDS = {
    word: strain
    for strain, words in {
        "C": "club clubs cl t tr tre treff trefl tr\u00e8fle tr\u00e8fles kr kreuz kl f fiori \u0441",
        "D": "diamond diamonds dia r ru ruiten ruter ruder ka karo car carreau carreaux q quadri",
        "H": "heart hearts ht co coe coeur coeurs c\u0153ur c\u0153urs he herz ha harten hj kier \u043d",
        "S": "spade spades sp p pi pik pic pique piques sch schoppen spader picche \u0455",
        "NT": "nt notrump notrumps no-trump no-trumps sa ba zt ut sans-atout",
        "K": "k",
    }.items()
    for word in words.split()
} | {"no trump": "NT", "no trumps": "NT", "sans atout": "NT"}
_SPELLED = (
    rf"(?i)\(?([1-7]|{'|'.join(_LEVEL_WORDS)})(\s|-|\.(?=\S)|)"
    rf"({'|'.join(sorted(_STRAIN_WORDS, key=len, reverse=True))}|(?-i:![cdhs]|[CDHSN\u2660-\u2667]\ufe0f?))"
    r"(?![\w'-])\)?[:!*]*"
)
_FOREIGN = re.compile(r"\(?[1-7](T|Tr|K|Ka|Co|P|Pi|SA|R|Ru|Ha)\)?")

_STRAIN_LETTERS = ("C", "D", "H", "S", "N", "NT")
TOP_LEVEL = 7
UNREADABLE = Label(known=False)
# The place of a column in its file is not known here.
_HERE = Location("bid column", 1)


@dataclass(frozen=True, slots=True)
class BidColumn:
    """The bid column of a row.

    Attributes:
        text: The column without marks and parentheses.
        patterns: The calls that each alternative stands for.
        theirs: Whether it is a call of the opponents.
        alert: Whether it has the mark of an alert.
        diagnostic: What is wrong with it, placed at the column itself, or None; ``hint`` says what to write.
        wrong: The alternative that is wrong.
        is_call: Whether at least one alternative is a call.
        is_meant_as_call: Whether one is a call, or a bid with an impossible level or of another dialect.
        own_suit: The suit of the bid where the column holds just one.
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool = False
    alert: bool = False
    diagnostic: Diagnostic | None = None
    wrong: str = ""
    is_call: bool = field(init=False)
    is_meant_as_call: bool = field(init=False)
    own_suit: Suit | None = field(init=False)

    def __post_init__(self) -> None:
        is_call = any(not isinstance(pattern, Label) for pattern in self.patterns)
        is_slip = self.diagnostic is not None and self.diagnostic.code in ("BML202", "BML204")
        object.__setattr__(self, "is_call", is_call)
        object.__setattr__(self, "is_meant_as_call", is_call or is_slip)
        object.__setattr__(self, "own_suit", _own_suit(self.patterns))

    @property
    def hint(self) -> str:
        """Return what to write instead, "" if nothing is wrong; many columns are auctions, and need none."""
        if self.diagnostic is None:
            return ""
        return self.diagnostic.hint or _hint(self.wrong)


def _own_suit(patterns: tuple[CallPattern, ...]) -> Suit | None:
    match patterns:
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
    bare = _EXCLAIMED_SUITS.sub(_letters, word)
    alert = bare != (bare := bare.strip("!"))
    theirs = bare.startswith("(") and bare.endswith(")")
    if theirs:
        inner = bare[1:-1]
        bare = inner.strip("!")
        alert = alert or bare != inner
    bare = bare.translate(_SUIT_SIGNS)
    patterns, diagnostic, wrong = _parse_alternatives(bare, dialect)
    return BidColumn(bare or word, patterns, theirs, alert, diagnostic, wrong)


def _letters(suits: re.Match[str]) -> str:
    return suits[0].replace("!", "").upper()


def _parse_alternatives(
    text: str, dialect: Dialect
) -> tuple[tuple[CallPattern, ...], Diagnostic | None, str]:
    """Return what each alternative stands for, what is wrong with the first that is wrong, and that one."""
    patterns: list[CallPattern] = []
    diagnostic: Diagnostic | None = None
    level = wrong = ""
    for part in text.split("/"):
        # In 2C/D the level goes on; a double would be written X or Dbl.
        word = level + part if level and part in _STRAIN_LETTERS else part
        pattern = _parse_one(word, dialect)
        if isinstance(pattern, Diagnostic) and level and not part[:1].isdecimal():
            levelled = _parse_one(level + part, dialect)
            pattern = pattern if isinstance(levelled, Diagnostic) else levelled
        if isinstance(pattern, Diagnostic):
            if diagnostic is None:
                diagnostic, wrong = (pattern, word) if part else (_unreadable(text), text)
            pattern = UNREADABLE
        level = part[0] if part[:1].isdecimal() else level
        patterns.append(pattern)
    if len(patterns) > 1 and all(pattern == UNREADABLE for pattern in patterns):
        diagnostic, wrong = _unreadable(text), text
    return tuple(patterns), diagnostic, wrong


def _parse_one(text: str, dialect: Dialect) -> CallPattern | Diagnostic:
    if text in ACTIONS:
        return LiteralCall(ACTIONS[text])
    if text.lower() in _EVERY_CALL:
        return EveryCall()
    if text.lower() in _LABELS or re.fullmatch(_LABEL_SHAPE, text) or re.fullmatch(_COINED, text):
        return Label()
    levelled = _LEVELLED.fullmatch(text)
    if levelled is None:
        return _unreadable(text)
    number, name = int(levelled[1][:4]), levelled[2]
    if name.lower() in ("step", "steps"):
        no_step = _diagnostic("BML202", f"{text} is not a bid: the first step is 1step.", "Count from 1.")
        return Steps(number) if number else no_step
    return _parse_bid(text, number, "N" if name == "NT" else name, dialect)


def _parse_bid(text: str, level: int, name: str, dialect: Dialect) -> CallPattern | Diagnostic:
    is_strains = all(letter in "CDHSN" for letter in name)
    word = name if name in _CHOICES else name.upper()
    is_word = word in _CHOICES and (len(word) > 1 or name in _CHOICES)
    if not (is_strains or is_word or name in ("oM", "om")):
        return _unreadable(text)
    if not 1 <= level <= TOP_LEVEL:
        return _bad_level(text)
    if is_strains:
        strains = tuple(Strain(letter) for letter in dict.fromkeys(name))
        return LiteralCall(make_bid(level, strains[0])) if len(strains) == 1 else StrainChoice(level, strains)
    foreign = _foreign_word(word if is_word else name, dialect)
    if foreign is not None:
        return foreign
    if name in ("oM", "om"):
        return OppositeSuit(level, name[1])
    variable = word if len(word) == 1 and dialect is not Dialect.V1 else None
    return StrainChoice(level, tuple(Strain(letter) for letter in _CHOICES[word]), variable)


def _foreign_word(word: str, dialect: Dialect) -> Diagnostic | None:
    if word in ("Y", "Z") and dialect is not Dialect.V2_7:
        return _diagnostic("BML204", f"{word} means a suit only in dialect 2.7.", "Write #+BML: 2.7 above.")
    if word in ("BLACK", "oM", "om") and dialect is Dialect.V1:
        return _diagnostic("BML204", f"{word} is not known in dialect 1.", "Write #+BML: 2.0 above.")
    return None


def _diagnostic(code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code, message, _HERE, hint)


def _bad_level(text: str) -> Diagnostic:
    return _diagnostic("BML202", f"{text} is not a bid: levels run from 1 to 7.", "Correct the level.")


def _unreadable(text: str) -> Diagnostic:
    return _diagnostic("BML201", f"{_shortened(text)} is not a bid.", "")


def _hint(text: str) -> str:
    """Return what to write instead of a word that is not a bid."""
    hint = "Begin the row with a bid such as 1H, 2M, (3C), P or D, then two spaces and the description."
    lower = re.fullmatch(r"([1-7])([cdhsn]|nt)", text)
    if lower:
        hint = f"The strain is a capital letter: write {text.upper()}."
    elif spelled := spelled_call(text):
        level = spelled[0]
        call = f"{level}C for clubs, {level}D for diamonds" if spelled.endswith("K") else spelled
        hint = f"Write {call}: suits are C, D, H and S, and notrump is N."
    elif text.startswith("(") != text.endswith(")") and any(character.isdecimal() for character in text):
        hint = "Write opponents' calls in parentheses, as in (1S)."
    elif (bare := text.strip(_DECORATION)) != text and _is_plain_call(bare):
        is_starred = text == f"{bare}*"
        hint = f"Write {bare}! if it is alerted, else {bare} alone." if is_starred else f"Write {bare} alone."
    elif re.search("[-;–—]", text):
        hint = "Only the first line of a table may hold several calls: put a blank line above it."
    return hint


def as_label(column: BidColumn) -> BidColumn:
    """Return a column of one word as a label, as ``jump`` is one; other columns as they are.

    >>> as_label(parse_bid_column("jumpRaise", Dialect.V2_0)).diagnostic is None
    True
    """
    if column.patterns != (UNREADABLE,) or not re.fullmatch(_PLAIN_WORD, column.text):
        return column
    return replace(column, patterns=(Label(),), diagnostic=None)


def spelled_call(text: str) -> str:
    """Return the call that a word stands for in other letters or in full; "" if it does not.

    ``K`` stays: it is clubs in some languages, diamonds in others.

    >>> spelled_call("One club"), spelled_call("2 \u2665"), spelled_call("1SA"), spelled_call("2K")
    ('1C', '2H', '1NT', '2K')
    >>> spelled_call("1C")
    ''
    """
    found = re.fullmatch(_SPELLED, text)
    if found is None or (not found[2] and found[3] in _STRAIN_LETTERS):
        return ""
    level, strain = found[1].lower(), found[3]
    letter = _STRAIN_WORDS.get(strain.lower()) or strain.strip("!").upper().translate(_SUIT_SIGNS)
    return f"{level if level.isdecimal() else _LEVEL_WORDS.index(level) + 1}{letter}"


def foreign_meaning(words: Collection[str]) -> dict[str, str]:
    """Return what C and K mean beside the bids of a table, where these have letters of other languages.

    >>> foreign_meaning(["1T", "1K", "1C", "1P"]), foreign_meaning(["1K", "1R"])
    ({'C': 'H', 'K': 'D'}, {'K': 'C'})
    """
    letters = {found[1] for word in words if (found := _FOREIGN.fullmatch(word))}
    if letters & {"R", "Ru", "Ha"}:
        return {"K": "C"}
    return {"C": "H", "K": "D"} if len(letters) > 1 and letters - {"K", "SA"} else {}


def is_nearly_call(word: str) -> bool:
    """Return True if a word is calls but for marks around them or small letters.

    >>> is_nearly_call("1C:"), is_nearly_call("(1C-1D"), is_nearly_call("1nt"), is_nearly_call("5trump")
    (True, True, True, False)
    """
    parts = [
        re.sub(rf"[{re.escape(_DECORATION)}()\[\]{{}}\"']+", "", part) for part in re.split("[-;,]", word)
    ]
    return any(parts) and all(
        _is_plain_call(_EXCLAIMED_SUITS.sub(_letters, part).upper()) for part in parts if part
    )


def _is_plain_call(text: str) -> bool:
    pattern = _parse_one(text, Dialect.V2_7) if text else Label()
    return not isinstance(pattern, Diagnostic | Label)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


_HISTORY_SPLIT = re.compile(r"[-;]+")
# Writing programs put them where a hyphen was typed; each is one character, so offsets stay.
_DASHES = "\u2010\u2011\u2013\u2014\u2212"
_HYPHENS = str.maketrans(dict.fromkeys(_DASHES, "-"))
_BID = r"[1-7](?:[CDHSNMmXYZ\u2660\u2663\u2665\u2666]|NT|o[Mm])"
_ACTION = "|".join(ACTIONS)
_CALL = rf"(?:{_BID}|{_ACTION})"
# Other bids that share the description, as in ``2D / 2H``; without blanks they are in the bid column.
_SHARING_BID = rf"[/&+,]\s*(\(?{_BID}\)?)(?=[-\s/&+,:;=]|$)"
_EQUAL_BID = rf"(\(?{_BID}\)?)\s*=(?!=)"
# What people write between the calls of an auction, besides blanks.
_BETWEEN = f";>\u2192{_DASHES}-"
_FURTHER_BID = (
    rf"(?:=?[{_BETWEEN}]+|\.\.+|\u2026)\s*(?:(\(?{_BID}\)?|\((?:{_ACTION})\))(?=[\s:{_BETWEEN}]|$)"
    rf"|([PDRX]|[Pp]ass)(?=[{_BETWEEN}]|\s+[{_BETWEEN}]|\s\s|\s*$))"
)
_FURTHER_HISTORY = rf"[{_BETWEEN}]*\s*(\(?{_CALL}\)?)(?=\s*(?:[{_BETWEEN}]|$))"
# Calls that only a blank sets apart: the other side's, one or more before the description proper, or a bid
# before a word that does not make a sentence of it.
_CALLS = rf"{_CALL}(?:/{_CALL})*"
_FURTHER_CALLS = (
    rf"[Pp](?:ass)?\s+({_BID})\b|then\s+(\(?{_BID}\)?)(?=\s|$)|(\({_CALLS}\)(?!\w)|\(any\)(?=\s+{_CALL}\b)"
    rf"|{_CALLS}(?=[-;]*(?: \(?{_CALL}\)?)*[-;]*(?:\s{{2}}|\s*$))"
    rf"|{_BID}(?:/{_BID})*(?=\s(?!{AFTER_CALL})[A-Za-z]))"
)
_CALL_OF_OURS = rf"(?:[-{_DASHES}:]\s*)?({_CALL})(?=[-; ]|$)"
# What a description begins with if any of these is in it.
_MAY_BE_CALL = re.compile(
    rf"(?:[:/&+,=.\u2026{_BETWEEN}]*|then)\s*\(?(?:[1-7][CDHSNMmXYZo\u2660\u2663\u2665\u2666]|[PpDdXxRr]|any\))"
)
_SUIT_SIGN = r"(?i)![cdhs]|[\u2660\u2663\u2665\u2666]"
_LEVEL = re.compile(r"!?\(?!?\d")
_WORD = re.compile(r"\S+")
_CLOSING = re.compile(r"[)!]*(?=[\s=]|$)")
_SEPARATOR = re.compile(r"\s*(?:=(?!>)\s*)?")
# P, D, R, X and XX are bids even where one space follows.
_LONGEST_LETTERS = 2
EMPTY_ROOT = "{}"


class RowParts(NamedTuple):
    """A line cut at its columns.

    ``word`` is the bid column with hyphens for dashes, and begins at ``offset``. ``text`` is the description,
    which begins at ``text_offset``; ``gap`` is what is between the two, and ``is_close`` says whether that is
    one blank alone, as between words. ``has_dashes`` says whether the word has dashes where hyphens are read,
    ``target`` where the link leads that it is written as, else "".
    """

    column: BidColumn
    word: str
    offset: int
    text: str
    text_offset: int
    gap: str
    is_close: bool
    has_dashes: bool = False
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
        return self.has_dashes or re.search(_SUIT_SIGN, self.word) is not None

    @property
    def may_begin_with_call(self) -> bool:
        """Return whether the description may begin with a further call; most are seen at once not to."""
        return _MAY_BE_CALL.match(self.text) is not None

    @property
    def further_bid(self) -> str:
        """Return the call that a description begins with as auctions go on, as in ``1H - 2H``; "" if none."""
        if self.column.is_call:
            if self.column.diagnostic is not None:
                return ""
            found = re.match(_FURTHER_BID, self.text)
            if found is None and self.is_close and self.is_bid:
                found = re.match(_CALL_OF_OURS if self.column.theirs else _FURTHER_CALLS, self.text)
        else:
            found = re.match(_FURTHER_HISTORY, self.text) if is_history(self.word) else None
        return next(filter(None, found.groups())) if found else ""

    @property
    def sharing_bid(self) -> str:
        """Return the bid that seems to share the description, as in ``2D / 2H  weak``; "" if none."""
        found = re.match(_EQUAL_BID if "=" in self.gap else _SHARING_BID, self.text)
        return found[1] if found and self.is_bid and self.column.diagnostic is None else ""


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
    if written[0] in "[(" and (linked := _linked_column(text, start, dialect)) is not None:
        return linked
    word = written if written.isascii() else written.translate(_HYPHENS)
    column = parse_bid_column(word, dialect)
    before = word.partition("=")[0] if "=" in word and not column.is_call else ""
    if before and _names_calls(before, dialect):
        word, written, column = before, written[: len(before)], parse_bid_column(before, dialect)
    elif not column.is_meant_as_call and (spelled := re.match(_SPELLED, text[start:])) and spelled[2]:
        word = written = spelled[0]
        column = parse_bid_column(word, dialect)
    return _parts(text, column, word, start, start + len(written), has_dashes=word != written)


def _linked_column(text: str, start: int, dialect: Dialect) -> RowParts | None:
    """Return the parts of a row whose bid column is a link, as in ``[1D](#1C--1D)``; None if it is none.

    The parentheses of the opponents and the mark of an alert may be around it.
    """
    opening = start + (text[start] == "(")
    link = find_link(text, opening)
    if link is None:
        return None
    closing = _CLOSING.match(text, link.end)
    column = parse_bid_column(f"{text[start:opening]}{link.label}{closing[0]}", dialect) if closing else None
    if closing is None or column is None or not column.is_call:
        return None
    offset = start if opening > start else link.label_offset
    return _parts(text, column, column.text, offset, closing.end(), target=link.target)


def _parts(
    text: str,
    column: BidColumn,
    word: str,
    offset: int,
    end: int,
    *,
    has_dashes: bool = False,
    target: str = "",
) -> RowParts:
    separator = _SEPARATOR.match(text, end)
    assert separator is not None
    gap, begin = separator[0], separator.end()
    description = text[begin:].rstrip()
    is_close = gap == " " and description != ""
    return RowParts(column, word, offset, description, begin, gap, is_close, has_dashes, target)


def is_history(word: str) -> bool:
    """Return True if the first word of a table is an auction to continue."""
    return word == EMPTY_ROOT or "-" in word or ";" in word


def history_calls(word: str, dialect: Dialect) -> list[tuple[int, BidColumn]]:
    """Return the calls of a history with their offsets in ``word``."""
    if word == EMPTY_ROOT:
        return []
    calls = []
    begin = 0
    for end in [*_HISTORY_SPLIT.finditer(word), None]:
        part = word[begin : end.start() if end else len(word)]
        if part:
            calls.append((begin, parse_bid_column(part, dialect)))
        begin = end.end() if end else begin
    return calls


def _names_calls(word: str, dialect: Dialect) -> bool:
    if not is_history(word):
        return parse_bid_column(word, dialect).is_call
    return all(column.is_call for _, column in history_calls(word, dialect))
