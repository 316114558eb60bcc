"""What words of a description say at first sight: ranges of points, and suits.

They are read as they are written, so that rows that are not understood in full are seen as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import Bid, Call, Strain
from bml_core.hands.descriptions import english_words, without_intervals
from bml_core.system import Agreement

# "15, at most 2!h", "12 bal" and "no shortness, 15": the only points that a row has.
SINGLE = re.compile(r"(?:^|, )(1\d|2\d)(?=$|,|;| bal| hcp| points| pts)(?!.*\bor\b)")
_LEAST_TOP = 4
#: Points from which "8+" is one of points, and those of a whole deck.
LEAST_OPEN, DECK_POINTS = 8, 40
MOST_POINTS = 37

CONVENTION = re.compile(r"\b(?:stayman|puppet|marionette|checkback|relay|drury|[ei]nquiry|lebensohl|wolff)\b")
"""Conventions by which a player asks, and what a question begins with."""
_QUESTION = re.compile(r"jacoby(?: 2n|[:,])|stenberg|ogust|(?:\w+ )?asks?\b")
_NUMBER_WORDS = {"no": 0, "none": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NUMBER_OF = rf"(\d\d?|{'|'.join(_NUMBER_WORDS)})"
# "0 or 3", "none", "two aces", "4-5 controls", "8 or more"
_COUNT = re.compile(
    rf"{_NUMBER_OF}\b(?:-{_NUMBER_OF}\b)?(\+)?(?: ?(?:\(?or|/) ?(?:all )?(?:{_NUMBER_OF}|(more))\b\)?)?"
    r"(?: ((?:ace|king|control|key ?card)s?)\b)?(?=$|[,;]| (?:and|plus|with(?:out)?|no|or|\(?or)\b| ?\+ ?\D)"
)
_HIGHEST_ALONE = 5
SCHEME = r"(?:14-?30|41-?30|03-?14|30-?14|30-?41)"
"""What answers for key cards are called: each begins with the numbers of the first answer."""
_QUEEN = r"(?:the )?(?:trump )?q(?:ueen)?(?: of trumps?)?\b"
_WITH_QUEEN = re.compile(rf",? ?(?:\bwith|\band|\bplus|\+) ?{_QUEEN}")
_NO_QUEEN = re.compile(rf",? ?\b(?:no|without|w/o|lacks?) ?{_QUEEN}")
_SEE_LINK = re.compile(r",? ?\(?see (?:(?:the|also) )*\[[^][]*\]\([^()]*\)\)?")
ASIDE = re.compile(r" ?\([^()]*\)")
"""What is in brackets."""
CORRECTS = re.compile(r"\bpass or correct\b|\bp/c\b")
SUITS = {"c": Strain.CLUBS, "d": Strain.DIAMONDS, "h": Strain.HEARTS, "s": Strain.SPADES}
_SIGNS = str.maketrans({"\u2663": "!c", "\u2666": "!d", "\u2665": "!h", "\u2660": "!s", "\u2013": "-"})
SUIT = r"(?:!|(?=(?:clubs?|diamonds?|hearts?|spades?)\b))([cdhs])"
LETTERS = re.compile(SUIT)
# "wk, 6h" in small letters is a length as well, and "xfer d" names a suit.
NAMED = re.compile(
    rf"{SUIT}|\bmajors?\b|\bminors?\b|\bbal(?:anced)?\b|\b[4-7][cdhs]\b|\b(?:xfer|transfer) [cdhs]\b"
)
# "5-9", "0 to 4 hcp" and "16+", but no lengths, shapes, steps or controls.
_COUNTED = r"(?!\s?-\s?\d|\s?(?:!|[cdhs]\b|clubs?|diamonds?|hearts?|spades?|cards?|suit|major|minor|trumps?"
RANGE = re.compile(
    rf"(?<![\d./=-])(\d{{1,2}})(?:\s?(?:-|to|or(?= ))\s?(\d{{1,2}})|\+)(?![\d=/+-])"
    rf"{_COUNTED}|in (?:the |both )?(?:!|clubs|diamonds|hearts|spades|majors|minors)"
    r"|controls?|aces?|kings?|key|losers?|tricks?|steps?))\s*(?:hcp|pts|points|p\b)?"
)
# How strong a hand is that forces to game is left open beside "or 23+".
IN_SOME_CASES = re.compile(
    r"(?i)\?|\(m = |\b(?:GF|game[- ]forc\w*),? or\b|\bor (?:any )?(?:GF|game[- ]forc)"
    r"|\b(?:(?<!\ball )(?<!any )(?<!every )seats?|position|passed|unpassed|p\.?h\.?|n?vul|nv|vulnerab\w*"
    r"|(?:un)?favou?rable"
    r"|1st|2nd|3rd|4th|third|fourth(?![- ]suit)"
    r"|except\w*|unless|after|over|if|when|where|otherwise|see(?! \[)|above|below|later"
    r"|as (?:for|in|over)|same as"
    r"|competition|interference|opposite|versus|vs|alternativ\w*"
    r"|other (?:kind|type|way|meaning)|tb[ad]|todo)\b"
)
"""What is not said of all hands, or not here: "in third seat", "(after 1!s)", "see below", "?"."""
# "two !s", but not "one or two !s"
_NUMBERS = dict(zip(("two", "three", "four", "five", "six", "seven", "eight"), "2345678", strict=True))
_NUMBER = re.compile(
    rf"(?<!or )(?<!than )\b({'|'.join(_NUMBERS)})"
    r"(?=[ -]?(?:cards?\b|!|clubs?\b|diamonds?\b|hearts?\b|spades?\b|trumps?\b))"
)
# "5+ H", "5ka H", "four C" and "short D", with the suit as a letter, but not "over 2H"; "6h, max" and "5c4d"
_LETTER = re.compile(
    r"(?m)(?:(?<=[\d+][ -])|(?<=[+])|(?<=[\d+]ka )"
    rf"|(?i:\b(?:{'|'.join(_NUMBERS)}|short) ))(?=[CDHS]\b(?![/'&.-]))"
    r"|(?<=\d\+)(?=[cdhs](?![a-z]))"
    r"|(?:(?<=^[4-9])|(?<=, [4-9])|(?<=[cdhs][4-9])|(?<=[cdhs] [4-9]))"
    r"(?=[cdhs](?:$|[;)\d]|,(?! [1-7][cdhsn])| [\d+&]| (?:and|with)\b))"
)
BALANCED = re.compile(r"\bbal(?:anced)?\b")
EXTREME = re.compile(r"(min|max)(?:imum)?\b")
# "5+!h", but "puppet to 2!d" names a bid.
SUIT_LENGTH = re.compile(
    r"(?<![a-z] to )(?<! over )(?<! after )"
    r"\d\+?[ -]?(?:![cdhs]|clubs?|diamonds?|hearts?|spades?|tr(?:umps?)?\b)"
)


# "≥5♠" and "¬4♠"
_AT_LEAST = re.compile(r"(?:\u2265|>=) ?(\d{1,2})(?![\d=-])")


@lru_cache(maxsize=1 << 13)
def in_small_letters(lines: tuple[str, ...]) -> str:
    """Return the words of a description on one line, with suits as ``!h`` and numbers in digits.

    >>> in_small_letters(("11--14, four ♥", "No five-card minor"))
    '11-14, 4 !h no 5-card minor'
    >>> in_small_letters(("6+ H, four C, after 2D",))
    '6+ !h, 4 !c, after 2d'
    >>> in_small_letters(("≥5♠, ¬4♥, [11,13]",))
    '5+!s, no 4!h, 11-13 hcp'
    """
    text = without_intervals("\n".join(lines).translate(_SIGNS)).replace("\u00ac", "no ")
    text = _LETTER.sub(lambda found: f"{found[0]}!", _AT_LEAST.sub(r"\1+", text))
    words = " ".join(text.lower().split()).replace("--", "-")
    return _NUMBER.sub(lambda found: _NUMBERS[found[1]], words)


def words_of(row: Agreement) -> str:
    """Return the words of an agreement like that, in English as far as they are known.

    A link in "5+!s, see [majors](majors.md)" names no suits.
    """
    words = in_small_letters((english_words(row),))
    return _SEE_LINK.sub("", words) if "](" in words else words


def strain_of(call: Call) -> Strain | None:
    """Return the strain of a bid, None of other calls."""
    return call.strain if isinstance(call, Bid) else None


def suits_in(words: str) -> list[Strain]:
    """Return the suits that words in small letters name, as often and in the order as they do."""
    return [SUITS[letter] for letter in LETTERS.findall(words)]


def without_asides(text: str) -> str:
    """Return a text without what is in brackets.

    >>> without_asides("min (11-12), 4!h (rarely 3)")
    'min, 4!h'
    """
    return ASIDE.sub("", text)


def asks(words: str) -> bool:
    """Return whether words in small letters are a question, or name a convention that is one."""
    return (_QUESTION.match(words) or CONVENTION.search(words)) is not None


class Count(NamedTuple):
    """How many aces, key cards or controls an answer shows: with or without the queen, or nothing else."""

    numbers: frozenset[int]
    queen: bool | None
    is_alone: bool


@lru_cache(maxsize=4096)
def count_in(text: str) -> Count | None:
    """Return what words in small letters count, if they begin with that.

    >>> [sorted(count_in(text).numbers) for text in ("0 or 3", "two aces", "4-6 controls")]
    [[0, 3], [2], [4, 5, 6]]
    >>> count_in("2, no queen").queen, count_in("6 controls").is_alone, count_in("6"), count_in("3 !h")
    (False, True, None, None)
    """
    found = _COUNT.match(text)
    if found is None:
        return None
    low, high, plus, other, more, of_what = found.groups()
    first, *others = [int(_NUMBER_WORDS.get(each, each)) for each in (low, high, other) if each]
    # "4-6" and "6" may be points or cards.
    if not of_what and (high or plus or (not more and max(first, *others, 0) > _HIGHEST_ALONE)):
        return None
    numbers = frozenset(range(first, others[0] + 1) if high else (first, *others))
    rest = text[found.end() :]
    has, lacks = _WITH_QUEEN.search(rest), _NO_QUEEN.search(rest)
    is_alone = not rest or any(each is not None and each[0] == rest for each in (has, lacks))
    return Count(numbers, False if lacks else True if has else None, is_alone)


def first_answer(scheme: str) -> frozenset[int]:
    """Return the numbers of key cards that the first answer shows, by the name of the answers.

    >>> sorted(first_answer("14-30")), sorted(first_answer("0314"))
    ([1, 4], [0, 3])
    """
    return frozenset(map(int, scheme[:2]))


@lru_cache(maxsize=4096)
def ranges_in(text: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of points that words in small letters name; none if one of them is doubtful.

    >>> ranges_in("12-14 or 18-19 balanced, 2-3!s"), ranges_in("5-4 either way")
    (((12, 14), (18, 19)), ())
    >>> ranges_in("15, at most 2!s"), ranges_in("12 or 13 controls")
    (((15, 15),), ())
    """
    ranges = tuple((int(found[1]), int(found[2] or MOST_POINTS)) for found in RANGE.finditer(text))
    if not ranges and (single := SINGLE.search(text)):
        return ((int(single[1]), int(single[1])),)
    are_sure = all(
        low < high <= MOST_POINTS and (low >= LEAST_OPEN if high == MOST_POINTS else high >= _LEAST_TOP)
        for low, high in ranges
    )
    return ranges if are_sure else ()


def range_in_words(points: tuple[int, int]) -> str:
    """Return a range of points, such as ``15-17`` or ``22+``."""
    low, high = points
    return f"{low}+" if high == MOST_POINTS else f"{low}-{high}" if low < high else str(low)


def points_in_words(low: int, high: int) -> str:
    """Return points of a range in a sentence."""
    return f"{low} points" if low == high else f"{low} to {high} points"
