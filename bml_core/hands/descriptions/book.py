"""The book of usual meanings: what players mean by a word in an auction, as data that notes may change."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from bml_core.bridge import SUITS, Suit
from bml_core.diagnostics import did_you_mean

_FILE = Path(__file__).parent / "words" / "usual_meanings.toml"
LONGEST_MEANING = 500
"""Characters of a meaning in notes."""
MOST_MEANINGS = 200
"""Meanings that notes may have."""
SUIT_NAMES = (
    *("bid", "partner", "own", "last", "their", "theirs", "stop", "doubled", "overcalled", "transfer"),
    *("splinter", "other1", "other2", "other3", "low1", "low2", "other major", "other minor", "fourth"),
    *("trumps", "named", "named2", "beside1", "beside2", "beside3", "x", "y", "z", "M", "m", "oM", "om"),
)
"""Suits of the auction that a meaning may name in braces; the letters are those of its auctions."""
POINT_NAMES = (
    *("invite", "game", "slam", "min", "max", "inviting", "quantitative", "to play"),
    *("weak", "unsaid", "no fit", "fit"),
)
"""Numbers that follow from what earlier calls show; a meaning says nothing of points where there are none."""
_NAME = re.compile(r"\{([^{}]*)\}")
#: "weak two = 5-10, 6 cards": what a bare range and a bare number of cards are.
_BARE_POINTS = re.compile(r"(\d+(?:-\d+|\+)?)(?: ?hcp)?")
_BARE_CARDS = re.compile(r"(\d+(?:-\d+|\+)?)[ -]cards?")
_TOP_COMMA = re.compile(r", *(?![^()]*\))")
_AT = re.compile(r"(.*?) at ((?:[(\dxyzMmCHSNDRP*)-]| (?=[(\d*]))+)")
_CLASSES = {"x": "CDHS", "y": "CDHS", "z": "CDHS", "M": "HS", "m": "CD"}
_OTHER_SUIT = {Suit.SPADES: Suit.HEARTS, Suit.DIAMONDS: Suit.CLUBS}
_OTHER_SUIT |= {other: suit for suit, other in _OTHER_SUIT.items()}


#: Where a meaning comes from.
USUAL, _OF_NOTES = "usual meaning", "meaning of the notes"


@dataclass(frozen=True, slots=True)
class UsualMeaning:
    """A word with the auctions in which it says something, and what; what the row says goes first.

    ``words`` are its forms, in the words of the phrases. It applies ``at`` some auctions, or everywhere, if
    the ``fact`` holds; ``where`` says so to people where no auctions do. It ``shows`` conditions in parts,
    with suits of the auction in braces, but for lengths ``unless`` the row has such figures. ``obliges`` are
    the names of obligations. ``fits`` and ``misfits`` are examples, an auction and a hand that it shows or
    not, and it does not apply in the auctions of ``never``. ``answers`` are what partner calls next, a pass
    or the lowest bid of a strain, each with its hands. ``source`` says where it comes from; ``index`` is the
    number of its text in the notes, None for one of the book.
    """

    name: str
    words: tuple[str, ...]
    shows: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    where: str = ""
    fact: str = ""
    unless: str = ""
    obliges: tuple[str, ...] = ()
    fits: str = ""
    misfits: str = ""
    never: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: str = USUAL
    index: int | None = None

    @property
    def is_general(self) -> bool:
        """Return True if it means the same in every auction, so that nothing need be known of it."""
        return not (self.at or self.fact or any("{" in says for says in self.shows))


@lru_cache(maxsize=16_384)
def bound(at: tuple[str, ...], auction: str) -> tuple[tuple[str, Suit], ...] | None:
    """Return the suits of the letters of some auctions, None if this is none of them.

    >>> bound(("1M-3M",), "1H-3H"), bound(("1M-3M",), "1H-3S")
    ((('M', Suit.HEARTS), ('oM', Suit.SPADES)), None)
    """
    found = next(filter(None, (_expression(pattern).fullmatch(auction) for pattern in at)), None)
    if not found:
        return None
    suits = {name: Suit(strain) for name, strain in found.groupdict().items() if strain}
    for name in "Mm":
        if name in suits:
            suits[f"o{name}"] = _OTHER_SUIT[suits[name]]
    return tuple(suits.items())


@lru_cache(maxsize=4096)
def _expression(pattern: str) -> re.Pattern[str]:
    """Return the expression of a pattern such as ``(1x)-2y``: letters are suits, no two of them the same."""
    parts: list[str] = []
    known: list[str] = []
    for mark in pattern:
        if mark in known:
            parts.append(f"(?P={mark})")
        elif mark in _CLASSES:
            unlike = "".join(f"(?!(?P={name}))" for name in known)
            parts.append(f"{unlike}(?P<{mark}>[{_CLASSES[mark]}])")
            known.append(mark)
        else:
            # The double of "*D" is not the end of a bid of diamonds.
            parts.append({"*": ".*(?<![1-7])", "?": "[1-7]"}.get(mark, re.escape(mark)))
    return re.compile("".join(parts))


@cache
def usual_meanings() -> tuple[UsualMeaning, ...]:
    """Return what players agree on, each once.

    >>> usual_meanings()[0].name, usual_meanings()[0].shows
    ('weak two', ('6 {bid}', '5-10 hcp'))
    """
    return tuple(map(_meaning, records()))


@cache
def records() -> tuple[dict[str, Any], ...]:
    """Return the records of the book, as they are written."""
    return tuple(tomllib.loads(_FILE.read_text("utf-8"))["meaning"])


def _meaning(record: Mapping[str, Any]) -> UsualMeaning:
    texts = {
        name: record[name]
        for name in ("name", "where", "fact", "unless", "fits", "misfits")
        if name in record
    }
    return UsualMeaning(
        words=tuple(record["words"]),
        shows=parts_of(record.get("shows", "")),
        at=tuple(record.get("at", "").split()),
        obliges=tuple(record.get("obliges", ())),
        never=tuple(record.get("never", "").split()),
        answers=record.get("answers", {}),
        **texts,
    )


def parts_of(shows: str) -> tuple[str, ...]:
    """Return the parts of a condition, between commas outside of brackets."""
    return tuple(part for part in _TOP_COMMA.split(shows.strip()) if part)


# ---------------------------------------------------------------- what notes say of meanings


@dataclass(frozen=True, slots=True)
class MeaningFault:
    """What is wrong with the meaning of a setting, and what to write: the number of its text, from 0."""

    index: int
    message: str
    hint: str


def changed_book(
    book: tuple[UsualMeaning, ...], texts: Iterable[str]
) -> tuple[tuple[UsualMeaning, ...], tuple[MeaningFault, ...]]:
    """Return the book with the meanings of notes, and what is wrong with these; ``none`` empties the book.

    >>> book, faults = changed_book(usual_meanings(), ("weak two = 6-10, 6 cards",))
    >>> book[0].shows, faults
    (('6-10 hcp', '6 {bid}'), ())
    """
    faults: list[MeaningFault] = []
    defined: dict[tuple[str, tuple[str, ...]], int] = {}
    for index, text in enumerate(texts):
        if index >= MOST_MEANINGS or len(text) > LONGEST_MEANING:
            hint = f"Write at most {MOST_MEANINGS} meanings of {LONGEST_MEANING} characters."
            faults.append(MeaningFault(index, "This meaning is too long, or one too many.", hint))
            if index >= MOST_MEANINGS:
                break
            continue
        if text.strip().lower() == "none":
            book = tuple(meaning for meaning in book if meaning.source != USUAL)
            continue
        name, sign, shows = (part.strip() for part in text.partition("="))
        placed = _AT.fullmatch(name)
        name, at = (placed[1], tuple(placed[2].split())) if placed else (name, ())
        key = " ".join(name.lower().split()), at
        if not (sign and key[0] and shows):
            faults.append(
                MeaningFault(index, "A meaning is a name, = and a condition.", "Write weak two = 6-10 hcp.")
            )
        elif wrong := next(
            (each for each in _NAME.findall(shows) if each not in (*SUIT_NAMES, *POINT_NAMES)), ""
        ):
            hint = f"Write one of {', '.join(SUIT_NAMES[:6])}, or a letter of its auction."
            faults.append(MeaningFault(index, f"No auction names a suit {{{wrong[:40]}}}.", hint))
        elif key in defined:
            message = f"The meaning of {name[:40]} is defined twice."
            faults.append(MeaningFault(index, message, "Delete one of them; the first is used."))
        elif not at and (near := _near(key[0], book)):
            message = f"No usual meaning is called {name[:40]}."
            faults.append(MeaningFault(index, message, near))
        else:
            defined[key] = index
            book = tuple(_with(book, key[0], at, _parts(shows), index))
    return book, tuple(faults)


def _near(name: str, book: Iterable[UsualMeaning]) -> str:
    """Return a hint to the name that was meant, "" for a name of the book, or one that is like none."""
    names = {each for meaning in book for each in (meaning.name.lower(), *meaning.words) if each.islower()}
    return "" if name in names else did_you_mean(name, sorted(names), cutoff=0.8)


def _parts(shows: str) -> tuple[str, ...]:
    """Return the parts of what notes write, with the words that they leave out: ``5-10, 6 cards``."""
    return tuple(
        f"{points[1]} hcp"
        if (points := _BARE_POINTS.fullmatch(part))
        else f"{cards[1]} {{bid}}"
        if (cards := _BARE_CARDS.fullmatch(part))
        else part
        for part in parts_of(shows)
    )


def _with(
    book: tuple[UsualMeaning, ...], name: str, at: tuple[str, ...], shows: tuple[str, ...], index: int
) -> Iterator[UsualMeaning]:
    """Yield the meanings with one that is changed, or added before all others."""
    same = [meaning for meaning in book if name == meaning.name.lower() or name in meaning.words]
    if at or not same:
        words = same[0].words if same else (name,)
        yield UsualMeaning(name, words, shows, at, source=_OF_NOTES, index=index)
        yield from book
        return
    for meaning in book:
        changed = replace(meaning, shows=shows, source=_OF_NOTES, index=index)
        yield changed if meaning in same else meaning


# ---------------------------------------------------------------- what the auction fills in


def filled(says: str, suits: Mapping[str, str]) -> str | None:
    """Return a part with its suits and points, None if one of them is missing."""
    try:
        return _NAME.sub(lambda found: suits[found[1]], says)
    except KeyError:
        return None


_FIT, _MAJOR = 8, 5
INVITATION_POINTS, GAME_POINTS, SLAM_POINTS = 23, 25, 33
"""What two hands have together that invite game, that bid it, and that bid a slam."""


@lru_cache(maxsize=1024)
def points_after(
    partner: tuple[int, int] | None, mine: tuple[int, int] | None, partner_length: int = 0
) -> dict[str, str]:
    """Return the points that ranges of earlier calls name: half of a range, and what makes a game with it.

    Beside them is how many cards are a fit with the least that partner's suit has, which is 5 if its row does
    not say, and how many are too few.

    >>> points_after((15, 17), None)["invite"], points_after((15, 17), None)["inviting"]
    ('8', '8-9')
    >>> points_after((5, 10), None)["invite"]
    '15'
    >>> points_after(None, (15, 17))["max"], "inviting" in points_after((5, 9), (11, 15))
    ('16-17', False)
    """
    fit = max(_FIT - (partner_length or _MAJOR), 0)
    named = {"no fit": str(max(fit - 1, 0)), "fit": str(min(fit, _MAJOR))}
    if partner:
        low, high = partner
        named["invite"], named["game"] = f"{max(0, INVITATION_POINTS - low)}", f"{max(0, GAME_POINTS - low)}"
        named["weakest"] = f"0-{max(0, 20 - low)}"
        named["weak"] = f"0-{max(0, INVITATION_POINTS - 1 - low)}"
        named["slam"] = f"{max(0, SLAM_POINTS - low)}"
        if high - low > WIDEST_RANGE:
            partner = None
    if partner:
        # Opposite 5-10, with what makes game opposite the best of them.
        named["invite"] = f"{max(0, min(INVITATION_POINTS - low, GAME_POINTS - high))}"
        named["inviting"] = _range(GAME_POINTS - high, GAME_POINTS - 1 - low, mine)
        named["quantitative"] = _range(SLAM_POINTS - high, SLAM_POINTS - 1 - low, mine)
        named["to play"] = _range(GAME_POINTS - low, SLAM_POINTS - 1 - high, mine)
    if mine and 0 < mine[1] - mine[0] <= WIDEST_RANGE:
        middle = sum(mine)
        named["min"], named["max"] = _range(mine[0], middle // 2), _range((middle + 1) // 2, mine[1])
    return {name: points for name, points in named.items() if points}


WIDEST_RANGE = 5
"""From 12 to 21 points, players draw the line of a maximum where they like."""


def _range(low: int, high: int, mine: tuple[int, int] | None = None) -> str:
    """Return points in words, "" where there are none of them, or none that the player has shown."""
    least, most = mine or (0, high)
    return f"{max(low, 0)}-{high}" if high >= max(low, least) and low <= most else ""


def lowest_unbid(theirs: Iterable[Suit]) -> list[Suit]:
    """Return the suits that they have not bid, the lowest first."""
    return [suit for suit in SUITS if suit not in set(theirs)]
