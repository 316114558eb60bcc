"""What an author asks for: how often calls are made, or example hands for an auction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from bml_core.bridge import ANY_SCOPE, OpenerPosition, Scope, SideVulnerability
from bml_core.site.options import BlockOptions, OptionProblem, make_options

MOST_EXAMPLES = 100
"""Hands that one block shows; more are no page that anybody reads."""
_NO_OPTIONS = BlockOptions()


class Shown(Enum):
    """Which hands an example has; the value is the word in the options."""

    HANDS = "hands"
    PARTNERS = "partners"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What both kinds of blocks have; ``scope`` is seat and vulnerability as far as they are said."""

    block: BlockOptions = _NO_OPTIONS
    scope: Scope = ANY_SCOPE

    @property
    def position(self) -> int | None:
        """The position of the opener, from 1; None where nothing is said."""
        positions = self.scope.position.positions
        return positions[0] if len(positions) == 1 else None

    @property
    def vulnerability(self) -> SideVulnerability:
        """Who is vulnerable; nobody where nothing is said."""
        said = self.scope.vulnerability
        return SideVulnerability(bool(said.we), bool(said.they))


@dataclass(frozen=True, slots=True)
class FrequencyOptions(_Asked):
    """How often each call is made after the auction ``after``, or in the first place for "".

    Without ``chart`` there are no bars.
    """

    after: str = ""
    chart: bool = True


@dataclass(frozen=True, slots=True)
class ExampleOptions(_Asked):
    """So many hands for an auction, the same ones for the same seed; ``show`` says whose hands."""

    auction: str = ""
    count: int = 5
    seed: int = 1
    show: Shown = Shown.HANDS


HandOptions = FrequencyOptions | ExampleOptions


def asks_for_hands(raw: Mapping[str, str]) -> bool:
    """Whether options are about hands that fit the notes.

    >>> asks_for_hands({"examples": "1N-2C"}), asks_for_hands({"caption": "Openings"})
    (True, False)
    """
    return "examples" in raw or "frequencies" in raw


def make_hand_options(raw: Mapping[str, str]) -> tuple[HandOptions, tuple[OptionProblem, ...]]:
    """The options that ``raw`` asks for; what cannot be used is left out and is a problem.

    >>> options, problems = make_hand_options({"frequencies": "", "after": "1N", "seat": "3"})
    >>> options.after, options.scope.position.value, problems
    ('1N', '3', ())
    >>> print(make_hand_options({"examples": "1N", "n": "many"})[1][0])
    The option n cannot be "many". Write a number from 1 to 100.
    """
    readers = _EXAMPLES if "examples" in raw else _FREQUENCIES
    values: dict[str, object] = {}
    problems: list[OptionProblem] = []
    others: dict[str, str] = {}
    for written, text in raw.items():
        name = written.lower().replace("-", "_")
        read = readers.get(name)
        if name in _OF_EVERY_BLOCK:
            others[name] = text
        elif read is None:
            problems.append(_unknown(written, readers))
        elif isinstance(said := read(text.strip()), str):
            problems.append(_unusable(written, text, said))
        else:
            values.update(said)
    block, more = make_options(others)
    position = values.pop("position", OpenerPosition.ANY)
    vulnerability = values.pop("vulnerability", SideVulnerability())
    values |= {"block": block, "scope": Scope(position, vulnerability)}  # type: ignore[arg-type]
    kind = ExampleOptions if "examples" in raw else FrequencyOptions
    return kind(**values), (*problems, *more)  # type: ignore[arg-type]


def _unknown(name: str, readers: Mapping[str, object]) -> OptionProblem:
    known = [key.replace("_", "-") for key in (*readers, *_OF_EVERY_BLOCK)]
    close = get_close_matches(name.lower().replace("_", "-"), known, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"The options are {', '.join(known)}."
    return OptionProblem(name, f'There is no option "{name[:60]}" here.', hint)


def _unusable(name: str, text: str, hint: str) -> OptionProblem:
    short = text.strip()[:60]
    said = f'The option {name} cannot be "{short}".' if short else f"The option {name} has no value."
    return OptionProblem(name, said, hint)


# ---------------------------------------------------------------- values: what is said, or a hint

_Said = dict[str, object] | str
_OF_EVERY_BLOCK = ("caption", "name", "class", "system")
_POSITIONS = {
    word: OpenerPosition(str(number))
    for number, words in enumerate((("1", "1st"), ("2", "2nd"), ("3", "3rd"), ("4", "4th")), 1)
    for word in words
}
_VULNERABILITIES = {
    "none": SideVulnerability(we=False, they=False),
    "we": SideVulnerability(we=True, they=False),
    "they": SideVulnerability(we=False, they=True),
    "both": SideVulnerability(we=True, they=True),
}
_SHOWN = {
    **{shown.value: shown for shown in Shown},
    "hand": Shown.HANDS,
    "both": Shown.PARTNERS,
    "both partners": Shown.PARTNERS,
    "deal": Shown.DEALS,
}
_YES = ("", "yes", "true", "on", "1")
_NO = ("no", "false", "off", "0")
_MOST_DIGITS = 18


def _auction(name: str) -> Callable[[str], _Said]:
    def read(text: str) -> _Said:
        return {name: text} if text else "Write an auction, such as 1N-2C."

    return read


def _nothing(text: str) -> _Said:
    """The name of the block itself; where it has a value, that is not a flag."""
    return {} if text.lower() in _YES else "Write nothing there; the auction has the option after."


def _seat(text: str) -> _Said:
    position = _POSITIONS.get(text.lower())
    return {"position": position} if position else "Write the seat of the opener, 1 to 4."


def _vulnerability(text: str) -> _Said:
    vulnerability = _VULNERABILITIES.get(text.lower())
    return {"vulnerability": vulnerability} if vulnerability else f"Write {_either(_VULNERABILITIES)}."


def _either(words: Mapping[str, object]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}"


def _no_chart(text: str) -> _Said:
    word = text.lower()
    if word not in _YES + _NO:
        return "Write yes or no, or nothing for yes."
    return {"chart": word in _NO}


def _count(text: str) -> _Said:
    number = _number(text)
    usable = number is not None and 1 <= number <= MOST_EXAMPLES
    return {"count": number} if usable else f"Write a number from 1 to {MOST_EXAMPLES}."


def _seed(text: str) -> _Said:
    number = _number(text)
    return "Write a whole number, such as 1." if number is None else {"seed": number}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def _show(text: str) -> _Said:
    shown = _SHOWN.get(" ".join(text.lower().split()))
    return {"show": shown} if shown else f"Write {_either({shown.value: shown for shown in Shown})}."


_SCOPE: dict[str, Callable[[str], _Said]] = {"seat": _seat, "vulnerability": _vulnerability}
_FREQUENCIES: dict[str, Callable[[str], _Said]] = {
    "frequencies": _nothing,
    "after": _auction("after"),
    **_SCOPE,
    "no_chart": _no_chart,
}
_EXAMPLES: dict[str, Callable[[str], _Said]] = {
    "examples": _auction("auction"),
    **_SCOPE,
    "n": _count,
    "seed": _seed,
    "show": _show,
}
