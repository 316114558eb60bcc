"""The bid column: from ``1M``, ``(2C/2D)``, ``Dbl`` or ``2steps`` to the calls meant."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

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
_DECORATION = "*_`~:,;.=…–—-"
_LABELS = {"jump", "cue", "raise", "new", "next", "game", "newsuit"}
_LEVELLED = re.compile(r"(\d+)(\D.*)")
_LABEL_SHAPE = re.compile(r"[1-7][x*]|[1-7](?:[CDHSMmN]|NT)\+|[1-7](?:jump|cue|raise|new|game)")
_WORD = re.compile(r"[^\W\d_]{3,30}(?:[-'][^\W\d_]{1,30})?\d?")
#: Words that no sentence has: jumpRaise, step2.
_COINED = re.compile(r"[^\W\d_]{3,30}\d|[a-z]{1,30}(?:[A-Z][a-z]{1,30}){1,3}")
_SUIT_SIGNS = str.maketrans("\u2663\u2666\u2665\u2660", "CDHS")
_EXCLAIMED_SUITS = re.compile(r"(?<=[\d/])(?:![cdhsCDHS])+(?![A-Za-z])")

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
        diagnostic: What is wrong with it, placed at the column itself, or None.
        is_call: Whether at least one alternative is a call.
        own_suit: The suit of the bid where the column holds just one.
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool = False
    alert: bool = False
    diagnostic: Diagnostic | None = None
    is_call: bool = field(init=False)
    own_suit: Suit | None = field(init=False)

    @property
    def is_meant_as_call(self) -> bool:
        """Return whether it is a call, or a bid with an impossible level or of another dialect."""
        return self.is_call or (self.diagnostic is not None and self.diagnostic.code in ("BML202", "BML204"))

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_call", any(not isinstance(pattern, Label) for pattern in self.patterns))
        object.__setattr__(self, "own_suit", _own_suit(self.patterns))


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
    patterns, diagnostic = _parse_alternatives(bare, dialect)
    return BidColumn(bare or word, patterns, theirs, alert, diagnostic)


def _letters(suits: re.Match[str]) -> str:
    return suits[0].replace("!", "").upper()


def _parse_alternatives(text: str, dialect: Dialect) -> tuple[tuple[CallPattern, ...], Diagnostic | None]:
    patterns: list[CallPattern] = []
    diagnostic: Diagnostic | None = None
    level = ""
    for part in text.split("/"):
        # In 2C/D the level goes on; a double would be written X or Dbl.
        goes_on = level and part in _STRAIN_LETTERS
        pattern = _parse_one(level + part if goes_on else part, dialect)
        if isinstance(pattern, Diagnostic) and level and not part[:1].isdigit():
            levelled = _parse_one(level + part, dialect)
            pattern = pattern if isinstance(levelled, Diagnostic) else levelled
        if isinstance(pattern, Diagnostic):
            diagnostic = diagnostic or pattern
            pattern = UNREADABLE
        level = part[0] if part[:1].isdigit() else level
        patterns.append(pattern)
    if len(patterns) > 1 and all(pattern == UNREADABLE for pattern in patterns):
        diagnostic = _unreadable(text)
    return tuple(patterns), diagnostic


def _parse_one(text: str, dialect: Dialect) -> CallPattern | Diagnostic:
    if text in ACTIONS:
        return LiteralCall(ACTIONS[text])
    if text.lower() in _EVERY_CALL:
        return EveryCall()
    if text.lower() in _LABELS or _LABEL_SHAPE.fullmatch(text) or _COINED.fullmatch(text):
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
    hint = "Begin the row with a bid such as 1H, 2M, (3C), P or D, then two spaces and the description."
    lower = re.fullmatch(r"([1-7])([cdhsn]|nt)", text)
    if lower:
        hint = f"The strain is a capital letter: write {text.upper()}."
    elif text.startswith("(") != text.endswith(")") and any(character.isdigit() for character in text):
        hint = "Write opponents' calls in parentheses, as in (1S)."
    elif (bare := text.strip(_DECORATION)) != text and _is_plain_call(bare):
        is_starred = text == f"{bare}*"
        hint = f"Write {bare}! if it is alerted, else {bare} alone." if is_starred else f"Write {bare} alone."
    elif re.search("[-;–—]", text):
        hint = "Only the first line of a table may hold several calls: put a blank line above it."
    return _diagnostic("BML201", f"{_shortened(text)} is not a bid.", hint)


def as_label(column: BidColumn) -> BidColumn:
    """Return a column of one word as a label, as ``jump`` is one; other columns as they are.

    >>> as_label(parse_bid_column("jumpRaise", Dialect.V2_0)).diagnostic is None
    True
    """
    if column.patterns != (UNREADABLE,) or not _WORD.fullmatch(column.text):
        return column
    return replace(column, patterns=(Label(),), diagnostic=None)


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
