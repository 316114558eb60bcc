"""What an author asks for beside a file of deals."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge import Seat
from bml_core.formats.deals import parse_numbers
from bml_core.site.options import BlockOptions, OptionProblem, make_options

ENDINGS = (".pbn", ".lin")
_NO_OPTIONS = BlockOptions()


class Part(Enum):
    """What of a board can be shown or hidden; the value is the word in the options."""

    HANDS = "hands"
    AUCTION = "auction"
    PLAY = "play"
    COMMENTS = "comments"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class DealOptions:
    """What is shown of which boards of a file.

    ``block`` has the options that every block has. ``boards`` are the numbers of the boards, None for all.
    ``show`` are the parts that are on the page at all; what is in ``hide``, and the hands at
    ``hidden_seats``, stands behind an answer that the reader opens. With ``bbo`` each board has a link to
    BBO's handviewer. On paper answers stand below their boards if ``answers``, else nowhere.
    """

    block: BlockOptions = _NO_OPTIONS
    boards: tuple[range, ...] | None = None
    show: frozenset[Part] = frozenset(Part)
    hide: frozenset[Part] = frozenset()
    hidden_seats: frozenset[Seat] = frozenset()
    bbo: bool = False
    answers: bool = True


def asks_for_deals(raw: Mapping[str, str]) -> bool:
    """Whether options are about a file of deals: they name one with ``deal``, or it is one by its name.

    >>> asks_for_deals({"file": "Final.LIN"}), asks_for_deals({"file": "hands.bml"})
    (True, False)
    """
    return "deal" in raw or raw.get("file", "").strip().lower().endswith(ENDINGS)


def make_deal_options(raw: Mapping[str, str]) -> tuple[DealOptions, tuple[OptionProblem, ...]]:
    """The options that ``raw`` asks for; what cannot be used is left out and is a problem.

    >>> options, problems = make_deal_options({"file": "a.pbn", "boards": "3-5, 8", "hide": "EW play"})
    >>> options.boards, sorted(seat.value for seat in options.hidden_seats), problems
    ((range(3, 6), range(8, 9)), ['E', 'W'], ())
    >>> print(make_deal_options({"boards": "five"})[1][0])
    The option boards cannot be "five". Write numbers and ranges, such as 3-5, 8.
    """
    values: dict[str, object] = {}
    problems: list[OptionProblem] = []
    others: dict[str, str] = {}
    for name, text in raw.items():
        read = _READERS.get(name.lower())
        if read is None:
            others["file" if name.lower() == "deal" else name] = text
            continue
        said = read(text)
        if isinstance(said, str):
            short = text.strip()[:60]
            problems.append(OptionProblem(name, f'The option {name} cannot be "{short}".', said))
        else:
            values.update(said)
    block, more = make_options(others)
    return DealOptions(block, **values), (*problems, *more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- values: what is said, or a hint

_Said = dict[str, object] | str
_SEATS = {seat.name.lower(): seat for seat in Seat}
_PARTS = {part.value: part for part in Part}
_SEAT_LETTERS = re.compile(r"[nesw]{1,4}")


def _boards(text: str) -> _Said:
    numbers = parse_numbers(text)
    return {"boards": numbers} if numbers else "Write numbers and ranges, such as 3-5, 8."


def _show(text: str) -> _Said:
    words = text.lower().replace(",", " ").split()
    if not words or not all(word in _PARTS for word in words):
        return f"Write some of {', '.join(_PARTS)}."
    return {"show": frozenset(_PARTS[word] for word in words)}


def _hide(text: str) -> _Said:
    parts: set[Part] = set()
    seats: set[Seat] = set()
    words = text.lower().replace(",", " ").split()
    for word in words:
        if word in _PARTS:
            parts.add(_PARTS[word])
        elif word in _SEATS:
            seats.add(_SEATS[word])
        elif _SEAT_LETTERS.fullmatch(word):
            seats.update(Seat(letter.upper()) for letter in word)
        else:
            words = []
            break
    if not words:
        return f"Write seats and parts, such as EW or east, and {', '.join(_PARTS)}."
    return {"hide": frozenset(parts), "hidden_seats": frozenset(seats)}


def _bbo(text: str) -> _Said:
    word = text.strip().lower()
    if word in ("", "yes", "true", "on"):
        return {"bbo": True}
    return {"bbo": False} if word in ("no", "false", "off") else "Write yes or no, or nothing for yes."


def _answers(text: str) -> _Said:
    known = {"below": True, "none": False}
    word = text.strip().lower()
    return {"answers": known[word]} if word in known else "Write below or none."


_READERS: dict[str, Callable[[str], _Said]] = {
    "boards": _boards,
    "show": _show,
    "hide": _hide,
    "bbo": _bbo,
    "answers": _answers,
}
