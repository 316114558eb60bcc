"""The tokens of a text: words and amounts, each with its location, in the words of the phrases."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain, pairwise, starmap
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.vocabulary import ENGLISH, Vocabulary, vocabulary_of
from bml_core.hands.shapes import UnreadableError
from bml_core.language import DEFAULT_ABBREVIATIONS

SuitsOfRow = Mapping[int, tuple[int, Suit]]
"""Texts that are suits in one row alone: where each begins, where it ends, and its suit."""

Role = Callable[[str], Suit | None]
"""Returns the suit that a word such as "other major" names in an auction."""

Abbreviated = tuple[tuple[str, str], ...] | None
"""Abbreviations with what they stand for."""

SUIT_OF = {suit.symbol: suit for suit in Suit}
SHAPE_MARK = "§"
"""What a word begins with that is a shape, or four digits."""
BID_MARK = "="
"""What a word begins with that is a bid, such as 2NT."""
AMOUNT_MARK = "#"
"""What a word begins with that is an amount of several words, which are joined by ``_``."""

_LENGTHS = (
    r"[0-9]{1,2}(?P<dash>--|[-=–])[0-9]{1,2}(?:(?P=dash)[0-9]{1,2}){2}(?![0-9])"
    r"|[0-9][-=][0-9][-=]\([0-9][-=]?[0-9]\)"
    r"|(?:[0-9]{2}|[0-9]-[0-9]|\([0-9]{2}\))-?\([xX]{2}\)"
    r"|(?:[0-9]{1,2}|[0-9](?:!?[shdc♠♥♦♣]|[Mm#]))?\([0-9]{2,4}\)(?:\([0-9]{2,4}\)|[0-9](?![0-9]))?"
    r"|[0-9](?:!?[shdc]|[♠♥♦♣])[0-9]{3}(?![0-9])"
)
_LEXER = (
    r"(?P<named>shape\s*\{[^}]*\}?|shape\s+[^\s,]+)|(?P<lengths>" + _LENGTHS + r")|<=|>=|!=|==|--|v\.s\."
    r"|{bids}[0-9]+(?:\.[0-9]+)?|!?[♠♥♦♣][\ufe0e\ufe0f]?(?:s\b)?|!(?:(?-i:[cdhs]s?)|[CDHS](?!/[A-Z]))(?![^\W\d_])"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)?|\S"
)
_BIDS = r"(?P<bid>(?<!\d-)(?-i:[1-7](?:NT|[CDHSN]+))(?!\w))|"
_PROSE = re.compile(_LEXER.replace("{bids}", _BIDS), re.IGNORECASE)
#: "5H+" are points in French.
_ABROAD = re.compile(_LEXER.replace("{bids}", _BIDS.replace(r"(?!\w))", r"(?![\w+]))")), re.IGNORECASE)
_FORMAL = re.compile(_LEXER.replace("{bids}", ""), re.IGNORECASE)
#: What looks like a shape and is none is a number or a bracket, and what follows it.
_PART = re.compile(r"\d+(?=[-–=(!a-z#])|\((?=\d)", re.IGNORECASE)
#: In small letters these are bounds: max 7 hcp.
_BOUNDS = ("max", "min")
_LENGTH_BEHIND = re.compile(r"\d (?:\+ |- \d )?(?![♠♥♦♣](?! :)|hcp|card|suit|[-/+]|\d)")
_SIDES_BEHIND = re.compile(r"(?:≥ )?([5-9] [-/] [4-6]|4 [-/] 4)(?! (?:hcp|[♠♥♦♣]))")
_CARD_WORDS = ("card", "cards")
# "4c ♠" and "5c S"
_SUIT_AHEAD = re.compile(r" ?(?:!?[♠♥♦♣]|![shdc]\b|[SHDC](?!\w))")
_SUITS, _OTHER_SUITS = 4, 3
_MOST_CARDS = 8
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
#: What nor is, after neither; in other languages, both may be the same word.
_NOR = ("and", "no")
_CLAUSE_ENDS = (";", ".", ":")
# "11~15", but "~11"
_RANGE_BY_TILDE = re.compile(r"(?<=\d)~(?=\d)")
# "[11,13]" and "[16,∞)" are points, as mathematicians write them; "[4,5] spades" is a length.
_INTERVAL = re.compile(
    r"(?i)(?P<begin>\[)\s{0,3}\d{1,2}\s{0,3}(?P<to>[,;])\s{0,3}"
    r"(?:\d{1,2}\s{0,3}(?P<end>\])|(?P<no_end>\u221e|inf|)\s{0,3}(?P<open>[)\[\]]))"
    r"(?!\s{0,3}(?:[\u2660-\u2667]|!?[cdhs]\b|cards?\b|spades?|hearts?|diamonds?|clubs?|hcp|points|pts))"
)
_OF_INTERVAL = {"begin": "", "to": "-", "end": "hcp", "open": "hcp", "no_end": ""}
_SAME_SIGN = {"--": "-", "–": "-", "—": "-", "<=": "≤", ">=": "≥", "==": "=", "’": "'"}
#: Signs may be followed by one that they are to be shown in colour, "♥️".
_SAME_WORD = str.maketrans({"’": "'", "\ufe0e": "", "\ufe0f": ""})
#: Letters are suits in conditions only: in a description 4S is a bid.
_LETTERS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CAPITALS = ENGLISH.letters
#: As a length that may be followed by a letter: 8-9 D may be points.
_FEW = frozenset("01234567")
_LONG_NUMBERS = frozenset("45678")
_DENIALS = ("no", "not")
_SHAPELY = frozenset(("balanced", "unbalanced", "semi-balanced"))
_PART_BEGINS = frozenset(("", ",", ";", "(", "and", "with", "or", "-", "/", "&", "no", "not"))
_GAME_FORCED = ("gf", "force", "forcing", "game")
_STRONG = ("strong", "artificial")
_OR_GAME_BEHIND = re.compile(rf"(?:(?:{'|'.join(_STRONG)}) ,? ?)*or (?:any )?(?:gf|game) ")
_UNBOUND = {"M": "anymajor", "m": "anyminor"}
#: What may come before a length such as 4H in the row of a bid of hearts, and before any length.
_BEFORE_LENGTH = _PART_BEGINS | {
    *("not", "denies", "never", "natural", "nat", "weak", "wk", "unbal", "unbalanced", "min", "max", "inv"),
    *("ish", "has", "have", "shows", "w", "maybe", "possibly", "perhaps", "usually", "often", "exactly"),
}
_BEFORE_ANY_LENGTH = frozenset(
    ("no", "not", "denies", "never", "without", "have", "has", "hold", "holds")
) | {"exactly", "promises", "shows"}
_AFTER_LENGTH = re.compile(
    r"\+?\s*(?:$|[-,;.)(/&]|\+|(?:and|or|no|not|min|max|minimum|maximum|inv|ish|as well|too|possible)\b)",
    re.IGNORECASE,
)
#: Words before a letter that is a suit: transfer to C, short D, max S.
_BEFORE_LETTER = frozenset(
    ("to", "trf", "transfer", "xfer", "tfr", "xf", "texas", "short", "sh", "min", "max", "long")
)
_BEFORE_SMALL = frozenset(("transfer", "trf", "xfer", "tfr", "xf", "texas", "short", "sh"))
_SUIT_LETTERS = re.compile(r"(?:^|[\d+ ])[shd](?![^\W\d_])|[♠♥♦♣]|[^\w!]!?[SHDC](?!\w)|\d[SHDC](?!\w)")
# "5H + 4m" and "4S + 6D" are cards.
_WITH_MORE = re.compile(r"\s*\+\s*[3-7]\+?[SHDCMm](?!\w)")
# "H and S", "C and a higher suit"
_AND_LETTER = re.compile(
    r" (?:and|&) (?:[HDCSmM](?![\w+])|an? (?:m\b|M\b|minor|major|higher|lower|other|another|second)\b)"
)
_TWO_LETTERS = re.compile(r"\s*\+\s*(?:[mMSHDC](?![\w+])|(?:a )?(?:minor|major|other|another|higher)\b)")


#: After a suit, 3 to 5 or more, and any number of cards.
_CARDS_BEHIND = re.compile(
    r"(?:[3-5] (?:\+|or\+)|(?:≥ )?\d (?:\+ |or\+ )?cards)(?= *$| [,;.)] ?| and | with )"
)
Bounds = tuple[int, int]

_NUMBER = r"(?:\d+|ten) "
#: How good a hand is that has just the first or the last points of a range.
_QUALITIES = frozenset(
    ("good", "bad", "decent", "nice", "poor", "great", "excellent", "ugly", "horrible")
) | {*("terrible", "awful", "handsome", "super", "lovely", "fine")}
_QUALITY = rf"(?:a )?(?:{'|'.join(sorted(_QUALITIES))}) "
_AMOUNT = re.compile(
    # "good 14 to 17", "6 to a bad 10", "14+ to 17", "13 or a bad 14"
    rf"(?<!\S)(?:(?:{_QUALITY})?{_NUMBER}(?:-|to|≤) {_QUALITY}{_NUMBER}"
    rf"|{_QUALITY}{_NUMBER}(?:-|to|≤) (?:9|[12]\d) "
    rf"|(?:9|[12]\d) (?:, )?or {_QUALITY}(?:9|[12]\d) "
    rf"|(?:9|[12]\d) \+ (?:-|to|≤) [12]\d )|"
    # A word for the best or the weakest of a range is not a bound: MAX 3=!h.
    rf"(?<!\S)(?:~ )?(?:between {_NUMBER}(?:and|-|to) {_NUMBER}"
    rf"|(?:maximum|minimum) {_NUMBER}(?=hcp )"
    rf"|(?:max|min|maximum \.|minimum \.|max \.|min \.) {_NUMBER}(?![-+=] )"
    rf"|(?:≥ |[≤<>] (?!\S+ (?:-|to) ))?(?:exactly )?"
    rf"{_NUMBER}(?:\+ |or\+ |or- |exactly |(?:ish )?(?:-|to|≤) {_NUMBER})?(?:ish )?)"
)
_LEAST = frozenset(("≥", "min", "minimum", "+", "or+"))
_MOST = frozenset(("≤", "max", "maximum", "or-"))
_DIGITS = 9
#: Words from "at least" to the number after "and": at least five card suit and ten.
_REACH = 5
#: What may be between two numbers of one range, or after a bound.
_JOINTS = frozenset(("to", "plus", "up", "or", "/"))
_JOINS_BEHIND = ("or", "and", "with", ",", "/")
_JOINS_AHEAD = ("or", "and", "with")


class NoHandError(UnreadableError):
    """A number is plain, and no hand has it."""


#: What is a length of a suit or points, where nothing says which: "about 7".
_LENGTHS_AT_ALL = range(8)


class Amount(NamedTuple):
    """One range of numbers, or two, such as ``12--14`` and ``5+``.

    ``ranges`` have a lower bound and an upper one, both included, None for no upper one, and where these are
    written. ``is_exact`` is True for a single number, ``is_about`` after a ``~``, ``is_only`` beside
    ``exactly``: then not even a ``4-card suit`` may be longer. ``is_judged`` is True for ``6 to a bad 10``.
    """

    ranges: tuple[tuple[int, int | None, int, int], ...]
    is_exact: bool
    is_about: bool = False
    is_only: bool = False
    is_judged: bool = False

    def __or__(self, other: Amount) -> Amount:
        """Return both ranges, as in ``11 or 12``."""
        is_about, is_only = self.is_about or other.is_about, self.is_only or other.is_only
        return Amount(self.ranges + other.ranges, is_exact=False, is_about=is_about, is_only=is_only)

    def within(self, most: int, too_many: str) -> tuple[Bounds, ...]:
        """Return the bounds of each range, the upper one at most ``most``; ``too_many`` says why not.

        Raises:
            NoHandError: The lower bound of the only range is above ``most``, or the upper one of points below
                it: no hand has it. Of several ranges, no single one leaves no hand.
            UnreadableError: The upper bound is above ``most``, or that of cards below the lower one: the two
                numbers of ``5-4 majors`` are lengths of two suits.
        """
        bounds: list[Bounds] = []
        for low, open_high, low_offset, high_offset in self.ranges:
            high = most if open_high is None else open_high
            error: type[UnreadableError] = NoHandError if len(self.ranges) == 1 else UnreadableError
            if high < 0:
                raise UnreadableError("BML612", "No number is below 0.", low_offset, "Write 0.")
            for number, offset in ((low, low_offset), (high, high_offset)):
                if number > most:
                    shown = str(number) if number < 10_000 else "this many"
                    # "15-17 clubs" are points.
                    are_points = most == FULL_HAND and open_high is not None and open_high <= MAX_POINTS
                    error = UnreadableError if low <= most or are_points else error
                    raise error("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
            if low > high:
                message = f"No number is at least {low} and at most {high}."
                error = error if most > FULL_HAND else UnreadableError
                raise error("BML612", message, low_offset, "Write the smaller number first.")
            bounds.append((low, high))
        return tuple(bounds)

    @property
    def low(self) -> int:
        """Return the smallest number."""
        return self.ranges[0][0]

    @property
    def is_open(self) -> bool:
        """Return True for such as 5+."""
        return self.ranges[0][1] is None

    def is_above(self, least: int) -> bool:
        """Return True for ranges that end above ``least``, or begin with it and have no end."""
        return not self.is_exact and all(
            (low if high is None else high) >= least for low, high, *_ in self.ranges
        )

    def is_up_to(self, highest: int) -> bool:
        """Return True for ranges from none to ``highest`` or above."""
        return all(not low and high is not None and high >= highest for low, high, *_ in self.ranges)

    @property
    def is_mixed(self) -> bool:
        """Return True for two ranges that are hardly of the same: the points and cards of ``8-9 or 4!h``."""
        return any(high != low or low > 9 for low, high, *_ in self.ranges[:-1])

    @property
    def reads_as_points(self) -> bool:
        """Return True for what is not a length of a suit: 10+, 0+, ranges up to nine or more, 0-6, and ~8."""
        # "solid clubs, seven or so"
        return (self.is_about and not (self.is_exact and self.low in _LENGTHS_AT_ALL)) or (
            not self.is_exact
            and all(
                low > 9 or not low if high is None else high >= (9 if low else 6)
                for low, high, *_ in self.ranges
            )
        )


class Token(NamedTuple):
    """A word of the phrases, or an amount, as written, and where it begins and ends.

    Tokens are equal if they mean the same, wherever they are.
    """

    word: str
    written: str
    start: int
    end: int
    amount: Amount | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and self[:2] == other[:2]

    def __hash__(self) -> int:
        return hash(self[:2])


def plain_words(tokens: Iterable[Token]) -> list[str]:
    """Return the words of tokens, and those of which amounts are made."""
    return [
        word
        for token in tokens
        for word in (
            token.word[1:].split("_") if token.amount and token.word[0] == AMOUNT_MARK else (token.word,)
        )
    ]


def tokens_of(
    text: str,
    suits: SuitsOfRow,
    *,
    prose: bool,
    vocabulary: Vocabulary = ENGLISH,
    abbreviations: Abbreviated = None,
    role: Role = lambda name: None,
) -> list[Token]:
    """Return the words of a text; in a description (``prose``), a letter such as ``S`` is not a suit.

    ``abbreviations`` are all there are, None for the usual ones; ``role`` has suits that the auction names.

    >>> [token.word for token in tokens_of("12--14 points, 4+!s, FG", {}, prose=True)]
    ['#12_-_14', 'hcp', ',', '#4_+', '♠', ',', 'forcing', 'to', 'game']
    """
    defined = _defined_letters(vocabulary.language, abbreviations)
    letters = ({**vocabulary.letters, **defined} if defined else vocabulary.letters) if prose else {}
    written_as = _Letters(letters, frozenset(defined), _card_words(vocabulary.language, abbreviations))
    named = _written(text, suits, prose=prose, letters=written_as, role=role)
    written = [token for token in named if token.word]
    lexicon = _lexicon(vocabulary.language, abbreviations)
    tokens = _without_second_bounds(_translated(text, written, lexicon, role))
    has_numbers = any(token.word == "ten" or token.word.isdecimal() for token in tokens)
    if has_numbers:
        _move_bounds(tokens)
        _join_neighbours(tokens)
    tokens = [
        _joined(tokens, number, prose=prose) if token.word in (",", ":") else token
        for number, token in enumerate(tokens)
    ]
    return with_amounts(text, tokens, prose=prose) if has_numbers else tokens


@lru_cache(maxsize=32)
def _defined_letters(language: str, abbreviations: Abbreviated) -> Mapping[str, str]:
    """Return the letters that stand for suits, as notes say with ``C = coeurs``, with their signs."""
    signs = {text: sign for sign, texts in vocabulary_of(language).suits.items() for text in texts}
    return {
        word: signs[meaning.lower()]
        for word, meaning in abbreviations or ()
        if len(word) == 1 and word.isupper() and meaning.lower() in signs
    }


@lru_cache(maxsize=32)
def _card_words(language: str, abbreviations: Abbreviated) -> frozenset[str]:
    """Return the words for cards, and those that notes have for them: the ``ka`` of ``5+ka S``."""
    words = {*_CARD_WORDS, *chain.from_iterable(vocabulary_of(language).same[word] for word in _CARD_WORDS)}
    return frozenset(words | {word.lower() for word, meaning in abbreviations or () if meaning in words})


def _translated(
    text: str, written: Sequence[Token], lexicon: Mapping[str, Sequence[_Entry]], role: Role
) -> list[Token]:
    """Return the tokens in the words of the phrases."""
    words = tuple([token.word for token in written])
    tokens: list[Token] = []
    at = 0
    while at < len(written):
        token = written[at]
        for entry in lexicon.get(token.word, ()):
            if not entry.fits(words, written, at) or (entry.is_nor and not _is_denied(tokens)):
                continue
            if meaning := entry.meaning_in(role):
                at += len(entry.words)
                end = written[at - 1].end
                tokens += (Token(word, text[token.start : end], token.start, end) for word in meaning)
                break
        else:
            tokens.append(token)
            at += 1
    return tokens


def _is_denied(tokens: Sequence[Token]) -> bool:
    """Return True if something of the clause is denied already, as before the second half of a ``nor``."""
    words = [token.word for token in tokens]
    begin = max((n for n, word in enumerate(words, 1) if word in _CLAUSE_ENDS), default=0)
    return "no" in words[begin:]


def _without_second_bounds(tokens: Sequence[Token]) -> list[Token]:
    """Leave out what says again that a number is the least: ``from six points upward``."""
    words = [token.word for token in tokens]
    return [
        token
        for at, token in enumerate(tokens)
        if token.word != "or+" or "≥" not in words[max(at - 3, 0) : at]
    ]


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
        if token.word in _OF_POINTS and counted != ["hcp"]:
            continue
        words = (_BOUNDS_BEHIND[token.word], *counted)
        for location, word in enumerate(words, first):
            tokens[location] = tokens[location]._replace(word=word)


def _join_neighbours(tokens: list[Token]) -> None:
    """Write a number and the next one as a range, ``11 or 12``, ``to 10 hcp`` and ``8 plus`` as bounds."""
    for at, token in enumerate(tokens):
        joint = token.word
        if joint not in _JOINTS:
            continue
        low, high = (tokens[n].word if 0 <= n < len(tokens) else "," for n in (at - 1, at + 1))
        before, behind = (tokens[n].word if 0 <= n < len(tokens) else "" for n in (at - 2, at + 2))
        if joint == "to" and low in (",", ";", "(") and high.isdecimal() and behind == "hcp":
            tokens[at] = tokens[at]._replace(word="≤")
        if joint in ("plus", "up") and low.isdecimal() and high in (",", ";", ".", ")", "hcp", "with"):
            # "8 plus, 5 hearts", but not "6 up the line"
            tokens[at] = tokens[at]._replace(word="or+")
        if joint not in ("or", "/") or not (low.isdecimal() and high.isdecimal() and len(high) < 3):
            continue
        is_free = before not in (*_OF_RANGES, "/", ",") and behind not in (
            *(*_OF_RANGES, "/", "+", "or+", "or-", "card"),
        )
        # "4/5 in the majors" may be four of one and five of the other.
        if int(high) == int(low) + 1 and is_free and (joint == "or" or int(low) > _MOST_CARDS):
            tokens[at] = tokens[at]._replace(word="-")


def _joined(tokens: Sequence[Token], at: int, *, prose: bool) -> Token:
    """Return a comma or colon; inside of a phrase, as in ``4414, 4405``, it is doubled."""
    token = tokens[at]
    indexes = (at - 1, *range(at + 1, at + 6))
    before, *behind = (tokens[n].word if 0 <= n < len(tokens) else "" for n in indexes)
    if token.word == ":":
        is_phrase = before in SUIT_OF and _LENGTH_BEHIND.match(" ".join(behind)) is not None
    elif before in ("majors", "minors"):
        earlier = [each.word for each in tokens[max(at - 3, 0) : at - 1]]
        is_first = not earlier or earlier[-1] in ("both", ",", ";")
        is_phrase = is_first and _SIDES_BEHIND.match(" ".join(behind)) is not None
    elif behind[0] in ("except", "unless") and behind[1].startswith(SHAPE_MARK):
        is_phrase = True
    elif behind[0] == "unless":
        # "No 4-card major, unless game forcing"
        since = next((n for n in range(at - 1, -1, -1) if tokens[n].word in ",;.:"), -1)
        is_phrase = prose and tokens[since + 1].word in _DENIALS
    elif before in SUIT_OF and _CARDS_BEHIND.match(" ".join(behind)) and not _is_counted(tokens[: at - 1]):
        # "Shows spades, five or more"
        is_phrase = True
    elif behind[0].isdecimal() and before not in (")", "or"):
        # "4+!d, 3 only with 4-4-3-2", "11-21, 12+ if bal"
        is_phrase = "only" in behind[1:3] or (
            not {"if", "when"}.isdisjoint(behind[1:]) and not _SHAPELY.isdisjoint(behind[2:])
        )
    elif _OR_GAME_BEHIND.match(" ".join(each.word for each in tokens[at + 1 : at + 9])):
        # "22+ hcp, strong, artificial, or any game force"
        is_phrase = before in ("hcp", "balanced", "+", "or+", *_STRONG)
    elif behind[0] == "or" and behind[1].isdecimal():
        # "Any game force, or 23+ bal", "weak in a major (6-10), or 20-22 NT"
        earlier = [each.word for each in tokens[max(at - 9, 0) : at]]
        is_phrase = before in _GAME_FORCED or {"weak", "major"} <= {*earlier}
    elif before in _LONG_NUMBERS and behind[0] in SUIT_OF:
        # "5-5, !s and a minor"
        is_phrase = tokens[at - 2].word == "-" and behind[1] in ("and", "/")
    else:
        other = behind[behind[0] == "or"]
        is_phrase = all(
            word.startswith(SHAPE_MARK) and (prose or word[1:].isdecimal()) for word in (before, other)
        )
    return token._replace(word=token.word * 2) if is_phrase else token


def _is_counted(tokens: Sequence[Token]) -> bool:
    """Return whether the number of cards of the next suit is among these already."""
    before = tokens[-1].word if tokens else ""
    return before[:1].isdecimal() or before in (
        "+",
        "or+",
        "card",
        "cards",
        "of",
        "in",
        "and",
        "or",
        "no",
        "/",
        "-",
        "to",
        "transfer",
        "short",
    )


def breaks_sentence(text: str, before: Token, after: Token) -> bool:
    """Return True if a line ends between two tokens, and the sentence with it."""
    return (
        "\n" in text[before.end : after.start]
        and before.word not in _JOINS_BEHIND
        and after.word not in _JOINS_AHEAD
    )


def with_amounts(text: str, tokens: Sequence[Token], *, prose: bool = True) -> list[Token]:
    """Return the tokens with the words of each amount in one; none goes on after the end of a sentence."""
    joined = "".join([f"{token.word} " for token in tokens])
    ends = list(accumulate([len(token.word) + 1 for token in tokens]))
    limits = [0, len(joined)]
    if prose and "\n" in text:
        pairs = enumerate(pairwise(tokens))
        limits[1:1] = [ends[at] for at, pair in pairs if breaks_sentence(text, *pair)]
    done: list[Token] = []
    at = 0
    for found in chain.from_iterable(starmap(partial(_AMOUNT.finditer, joined), pairwise(limits))):
        begin, end = bisect_right(ends, found.start()), bisect_left(ends, found.end()) + 1
        done += tokens[at:begin]
        words = found[0].split()
        word = words[0] if len(words) == 1 else AMOUNT_MARK + "_".join(words)
        start, stop = tokens[begin].start, tokens[end - 1].end
        done.append(Token(word, text[start:stop], start, stop, _amount(tokens[begin:end])))
        at = end
    return list(_bounded(done + list(tokens[at:]))) if prose else done + list(tokens[at:])


def _bounded(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens where ``at least`` holds for what ``and`` joins: ``at least 10 points and five clubs``."""
    reach = 0
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.word.startswith("#≥"):
            reach = _REACH
        elif reach and before and before.word == "and" and token.amount and token.amount.is_exact:
            low, _, start, end = token.amount.ranges[0]
            amount = Amount(((low, None, start, end),), is_exact=False)
            word = token.word if token.amount.is_only else f"#≥_{low}"
            token = token if token.amount.is_only else token._replace(word=word, amount=amount)
        reach = max(reach - 1, 0)
        yield token


def _amount(tokens: Sequence[Token]) -> Amount:
    words = [token.word for token in tokens]
    numbers = [token for token in tokens if token.word == "ten" or token.word.isdecimal()]
    # Python takes its time over thousands of digits.
    low, *rest = (10 if token.word == "ten" else int(token.word[:_DIGITS]) for token in numbers)
    at = numbers[0].start
    is_exact = len([word for word in words if word not in ("~", "ish", "exactly")]) == 1
    high: int | None = low
    if rest:
        low, high = (low, rest[0]) if "or" not in words else sorted((low, rest[0]))
    elif "<" in words:
        low, high = 0, low - 1
    elif ">" in words:
        low, high = low + 1, None
    elif not _MOST.isdisjoint(words):
        low, high = 0, low
    elif not _LEAST.isdisjoint(words):
        high = None
    is_about = not {"~", "ish"}.isdisjoint(words)
    is_judged = not _QUALITIES.isdisjoint(words) or ("+" in words and len(numbers) > 1)
    return Amount(((low, high, at, numbers[-1].start),), is_exact, is_about, "exactly" in words, is_judged)


# ---------------------------------------------------------------- as written

_SIGN = "[\u2660\u2663\u2665\u2666]"
# "4♣ Stayman", and both of "4♦ & 4♥ transfers"
_CALL_WITH_NAME = re.compile(
    rf"([1-7])({_SIGN})(?=(?:(?:,| and| &|/) ?[1-7]{_SIGN})* (?:(?:is|are|=) )?"
    r"(?i:stayman|transfers?|puppet|blackwood|gerber|checkback|ogust)\b)"
)


def _suit_or_call(text: str, start: int, suits: SuitsOfRow, *, prose: bool) -> Token | None:
    """Return the sign of a suit that begins here, or a call that its name follows."""
    if start in suits:
        end, suit = suits[start]
        return Token(suit.symbol, text[start:end], start, end)
    call = _CALL_WITH_NAME.match(text, start) if prose else None
    if call is None:
        return None
    letter = SUIT_OF[_SAME_SIGN.get(call[2], call[2])].value
    return Token(f"{BID_MARK}{call[1]}{letter}", call[0], start, call.end())


class _Letters(NamedTuple):
    """The suits of letters after an amount, those letters that are suits everywhere, and words for cards."""

    suits: Mapping[str, str] = ENGLISH.letters
    defined: frozenset[str] = frozenset()
    card_words: frozenset[str] = frozenset(_CARD_WORDS)


_ENGLISH = _Letters()


def _written(
    text: str, suits: SuitsOfRow, *, prose: bool, letters: _Letters = _ENGLISH, role: Role = lambda name: None
) -> Iterator[Token]:
    """Yield the words as they are written; those that say nothing are empty."""
    signs, defined, card_words = letters
    in_prose = _PROSE if signs.get("H") == _CAPITALS["H"] else _ABROAD
    pattern, position, has_letter = (in_prose if prose else _FORMAL), 0, False
    before = earlier = Token("", "", -1, -1)
    text = _RANGE_BY_TILDE.sub("-", text)
    intervals = _intervals(text) if prose and "[" in text else {}
    while found := pattern.search(text, position):
        start, written, kind = found.start(), found[0], found.lastgroup
        if (whole := _suit_or_call(text, start, suits, prose=prose)) is not None:
            position = whole.end
            earlier, before = before, whole
            yield before
            continue
        shape = ""
        if kind == "lengths":
            shape = _expression(written, start, suits)
            if not shape and (part := _PART.match(written)):
                written = part[0]
        position = start + len(written)
        is_glued = before.end == start
        word = intervals.get(start, _SAME_SIGN.get(written, written.lower().translate(_SAME_WORD)))
        if shape or kind == "named" or (len(written) == _SUITS and written.isdecimal()):
            word = "shape" if kind == "named" else SHAPE_MARK + (shape or written)
        elif kind == "bid":
            word = BID_MARK + written
            named = SUIT_OF.get(signs.get(written[1:], ""))
            is_meant = has_letter or before.word in _BEFORE_ANY_LENGTH or written[1:] in defined
            is_meant = is_meant or _WITH_MORE.match(text, position) is not None
            is_length = named is not None and _is_length_here(written, before, text[position:])
            if named is not None and is_length and (is_meant or named is role("bid")):
                # Nobody who writes so means that there are no more.
                is_more = before.word != "exactly"
                yield Token(written[0], written[0], start, start + 1)
                earlier, before = before, Token("or+" if is_more else "", "", start + 1, start + 1)
                yield before
                start, written, word, has_letter = start + 1, written[1], named.symbol, True
        elif written in _UNBOUND and (
            (is_glued and before.word in "+=0123456789") or (before.word == "and" and earlier.word in SUIT_OF)
        ):
            word = _UNBOUND[written]
        elif written in signs and (
            written in defined
            or _is_foreign_length(written, earlier, before, text[before.end : start], letters)
        ):
            word = signs[written] or "?"
        elif (
            prose
            and written in _CAPITALS
            and (
                _is_length(earlier, before, text[before.end : start], card_words)
                or (_is_letter(earlier, before, text[position:]) and role("bid") is not None)
                or _is_named(before, text[position:])
            )
        ):
            word = signs[written] if signs[written] == _CAPITALS[written] else word
            has_letter = True
        elif (
            prose
            and word in _LETTERS
            and signs.get(written) != ""
            and _is_small_length(word, earlier, before, text[position:], start)
        ):
            is_before_suit = _SUIT_AHEAD.match(text, position) is not None
            word = "card" if word == "c" and is_before_suit else _small_letter(word, before, text, role)
        elif word == "+":
            word = _plus(before, text[position : position + 1].strip(), is_glued=is_glued)
        elif word == "-" and is_glued and _is_hyphen(before, text[position : position + 1]):
            word = ""
        elif not prose:
            word = _LETTERS.get(word, word)
        earlier, before = before, Token(word, written, start, position)
        yield before


def without_intervals(text: str) -> str:
    """Return a text with ``11-13 hcp`` for ``[11,13]``, and ``16+ hcp`` for ``[16,∞)``."""

    def in_words(found: re.Match[str]) -> str:
        low, _, high = found[0].strip("[])").partition(found["to"])
        return f"{low.strip()}+ hcp" if found["open"] else f"{low.strip()}-{high.strip()} hcp"

    return _INTERVAL.sub(in_words, text) if "[" in text else text


def _intervals(text: str) -> dict[int, str]:
    """Return the words of the signs of intervals, by their places: ``-`` for the comma of ``[11,13]``."""
    return {
        found.start(part): "+" if part == "to" and found["open"] else word
        for found in _INTERVAL.finditer(text)
        for part, word in _OF_INTERVAL.items()
        if found[part]
    }


def _is_hyphen(before: Token, behind: str) -> bool:
    """Return True for a hyphen inside of a word, which is a space."""
    return before.word[-1:].isalpha() and behind.isalpha()


def _small_letter(letter: str, before: Token, text: str, role: Role) -> str:
    """Return the suit of a letter; ``4c`` beside no other letters may be cards, or clubs, and is cards."""
    is_raise = "bergen" in text.lower()
    is_of_cards = (
        letter == "c"
        and before.word not in _BEFORE_SMALL
        and not _SUIT_LETTERS.search(text)
        and (is_raise or role("bid") is not Suit.CLUBS)
    )
    return "card" if is_of_cards else _LETTERS[letter]


def _plus(before: Token, behind: str, *, is_glued: bool) -> str:
    """Return "and" for a plus between two conditions: spaces on both sides or on none."""
    if is_glued and before.word.isalnum() and behind != "Q":
        return "+"
    return "and" if before.word and bool(behind) is is_glued else "+"


def _is_digit(number: Token, behind: Token) -> bool:
    """Return True for the 5 of ``5+S``; in ``12+D``, letters may be points."""
    return number.end == behind.start and number.word.isdecimal() and len(number.word) == 1


def _is_foreign_length(letter: str, earlier: Token, before: Token, gap: str, letters: _Letters) -> bool:
    """Return True for the letter of ``5+S`` and, but in English, of ``4+ T``; ``5+ P`` may be points."""
    if not gap and before.word == "+" and _is_digit(earlier, before):
        return True
    is_plain = letter not in _CAPITALS and letter != "P" and letters.suits[letter] != ""
    return is_plain and _is_length(earlier, before, gap, letters.card_words)


def _is_small_length(letter: str, earlier: Token, before: Token, behind: str, start: int) -> bool:
    """Return True for the letter of ``5+h``, ``trf h``, ``4c ♥``, or of ``4s`` at the beginning of a part."""
    if letter == "c" and _SUIT_AHEAD.match(behind):
        return before.end == start and (before.word == "+" or before.word in _FEW)
    if before.word in _BEFORE_SMALL:
        return _AFTER_LENGTH.match(behind) is not None
    if before.word in _PART_BEGINS and _TWO_LETTERS.match(behind):
        # "d + M"
        return True
    if before.end != start or behind[:1].isalpha() or behind.lstrip().lower().startswith("su"):
        # "5c support" is about cards.
        return False
    if before.word == "+":
        return _is_digit(earlier, before)
    is_alone = before.word == "3" and behind.lstrip()[:1] in (",", "")
    return (is_alone or before.word in _LONG_NUMBERS) and (
        earlier.word in _PART_BEGINS or earlier.word in SUIT_OF
    )


def _is_length_here(written: str, before: Token, behind: str) -> bool:
    """Return True for 4H where a bid cannot be meant, as in ``4H, maybe 4S as well``."""
    return written[0] in "34567" and before.word in _BEFORE_LENGTH and _AFTER_LENGTH.match(behind) is not None


def _is_letter(earlier: Token, before: Token, behind: str) -> bool:
    """Return True for the letter of ``trf C``, ``5 H + 4+ minor``, ``6+ C or D``, and of ``S+m``."""
    if before.word in _PART_BEGINS and _TWO_LETTERS.match(behind):
        return True
    is_number = before.word in _LONG_NUMBERS and earlier.word in _BEFORE_LENGTH - {"-", "/"}
    is_second = before.word in ("or", "and") and earlier.word in SUIT_OF
    return (is_number or is_second or before.word in _BEFORE_LETTER) and bool(_AFTER_LENGTH.match(behind))


def _is_named(before: Token, behind: str) -> bool:
    """Return True for the letter of ``stopper in H``, and the first one of ``H and S``."""
    if before.word in ("in", "of"):
        return _AFTER_LENGTH.match(behind) is not None
    return before.word in _PART_BEGINS and _AND_LETTER.match(behind) is not None


def _is_length(earlier: Token, before: Token, gap: str, card_words: frozenset[str]) -> bool:
    """Return True before the letter of ``5+ S``, ``4-5S``, ``4-5 S`` and ``5-card S``, after a ``gap``."""
    if "\n" in gap:
        return False
    if before.word in card_words:
        return earlier.word in ("+", "-") or earlier.word in _FEW
    number = earlier if before.word == "+" else before
    is_plain = earlier.end == before.start and (before.word == "+" or earlier.word == "-")
    return is_plain and number.word in _FEW


def _expression(written: str, start: int, suits: SuitsOfRow) -> str:
    """Return a shape in the language of shapes, "" if its brackets are not shape."""
    if "x" in written.lower():
        # "44(xx)": the other suits may have any length.
        return written.lower().replace("-", "")
    lengths = re.findall("[0-9]", written)
    is_after_suit = written[-_OTHER_SUITS:].isdecimal()
    if ("(" in written or is_after_suit) and sum(map(int, lengths)) != FULL_HAND:
        return ""
    for at, (_, suit) in suits.items():
        if start <= at < start + len(written):
            written = f"{written[: at - start]}{suit.value.lower()}{written[at - start + 1 :]}"
    if is_after_suit:
        # "5♥332"
        written = f"{written[:-_OTHER_SUITS]}({written[-_OTHER_SUITS:]})"
    if "(" in written:
        written = re.sub("[-=–]", "", written)
    for sign, suit in SUIT_OF.items():
        written = written.replace(sign, suit.value.lower())
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

    def meaning_in(self, role: Role) -> tuple[str, ...]:
        """Return the words of the phrases; none for a suit that the auction does not name."""
        if not self.role:
            return self.meaning
        suit = role(self.role)
        return (suit.symbol,) if suit else ()


@lru_cache(maxsize=32)
def _lexicon(language: str, abbreviations: Abbreviated) -> Mapping[str, Sequence[_Entry]]:
    """Return the entries by their first word: the longest first, and first those whose case counts."""
    vocabulary = vocabulary_of(language)
    meanings = DEFAULT_ABBREVIATIONS if abbreviations is None else dict(abbreviations)
    entries = [
        _Entry(_split(word), tuple(meaning.split()), written=word.replace(" ", ""))
        for word, meaning in vocabulary.exact.items()
    ]
    entries += _abbreviated(meanings, exact=True)
    for word, texts in (*vocabulary.suits.items(), *vocabulary.same.items()):
        entries += (_Entry(_split(text), tuple(word.split())) for text in texts)
    for role, texts in vocabulary.roles.items():
        entries += (_Entry(_split(text), (), role) for text in texts)
    entries += _abbreviated(meanings, exact=False)
    known = _by_first_word([entry for entry in entries if not entry.abbreviates])
    # An abbreviation may stand for others.
    for _ in range(2):
        for number, entry in enumerate(entries):
            if entry.abbreviates:
                written = [Token(word, word, 0, 0) for word in entry.meaning]
                meaning = tuple(token.word for token in _translated("", written, known, lambda name: None))
                entries[number] = entry._replace(meaning=meaning)
        known = _by_first_word(entries)
    return known


def _abbreviated(meanings: Mapping[str, str], *, exact: bool) -> list[_Entry]:
    # What follows a colon explains the word, and is not read.
    return [
        _Entry(
            _split(word), _split(meaning.partition(":")[0]), written=word if exact else "", abbreviates=True
        )
        for word, meaning in meanings.items()
        if exact or (len(word) > 1 and word.lower() not in _BOUNDS)
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
