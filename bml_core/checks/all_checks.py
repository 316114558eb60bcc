"""The table of checks, which of them run, and the run itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from importlib import import_module

from bml_core.checks.by_opening import Find, KeptFindings, find_by_opening
from bml_core.checks.checked_notes import CheckedNotes
from bml_core.diagnostics import Diagnostic, Location


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its name, which is that of its module in this room, and the codes its ``function`` reports.

    ``further`` are codes that are reported only if they are asked for: they may be meant. A check that is
    made ``by_opening`` looks at the rows after one opening; ``among_openings``, at the openings as well.
    """

    name: str
    codes: tuple[str, ...]
    further: tuple[str, ...] = ()
    by_opening: bool = False
    among_openings: bool = False
    function: str = "find"

    @property
    def key(self) -> str:
        """Return what tells it from the other checks."""
        return f"{self.name}.{self.function}"

    @property
    def find(self) -> Find:
        """Return the function that yields what the check finds."""
        # Most checks count hands, and loading what counts takes long.
        module = import_module(f"{__package__}.{self.name}")
        find: Find = getattr(module, self.function)
        return find


CHECKS: tuple[Check, ...] = (
    Check("contradictions", ("BML901", "BML902", "BML911")),
    Check("impossible", ("BML903", "BML904", "BML905"), by_opening=True),
    Check(
        "impossible", (), ("BML912",), by_opening=True, among_openings=True, function="find_called_otherwise"
    ),
    Check("choices", ("BML906",), ("BML910",), by_opening=True),
    Check("choices", (), ("BML909",), by_opening=True, function="find_alike"),
    Check("gaps", (), ("BML907", "BML908"), by_opening=True, among_openings=True),
    Check("loose_ends", ("BML924",), ("BML921", "BML925")),
    Check("loose_ends", (), ("BML922", "BML923"), function="find_missing_responses"),
)
"""All checks, in the order in which they run."""

ALL_CODES = frozenset(code for check in CHECKS for code in (*check.codes, *check.further))
DEFAULT_CODES = frozenset(code for check in CHECKS for code in check.codes)


def check_notes(
    notes: CheckedNotes, codes: Set[str] = DEFAULT_CODES, kept: KeptFindings | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the checks of codes find, in the order of the text.

    Who checks the same notes repeatedly gives the same ``kept``, which holds what was found.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> check_notes(CheckedNotes(expand([parse("1N  15--17")])))
    ()
    """
    running = [check for check in CHECKS if not codes.isdisjoint((*check.codes, *check.further))]
    found = [each for check in running if not check.by_opening for each in check.find(notes)]
    finders = {check.key: check.find for check in running if check.by_opening}
    if finders:
        wide = {check.key for check in running if check.among_openings}
        found += find_by_opening(finders, notes, {} if kept is None else kept, wide)
    return tuple(sorted({each: None for each in found if each.code in codes}, key=_place))


_SAID_BETTER = {"BML225": frozenset({"BML901", "BML902"})}


def without_repeats(diagnostics: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a system of which a check has not found more to say at the same place."""
    places = {(each.location, each.code) for each in found}
    for diagnostic in diagnostics:
        codes = _SAID_BETTER.get(diagnostic.code, ())
        if not any((diagnostic.location, code) in places for code in codes):
            yield diagnostic


def _place(diagnostic: Diagnostic) -> tuple[Location, str]:
    return diagnostic.location._replace(origin=None), diagnostic.code


def choose_codes(names: Iterable[str]) -> frozenset[str]:
    """Return the codes that names of checks mean, codes, beginnings of codes, ``all`` or ``default``.

    A ``-`` before one takes it away; where the first one has it, the default is what there is to begin with.

    Raises:
        ValueError: A name is not that of a check; the message lists them.

    >>> choose_codes(["default"]) == DEFAULT_CODES
    True
    """
    words = list(names)
    chosen = DEFAULT_CODES if words and words[0].startswith("-") else frozenset()
    for word in words:
        named = _named(word.removeprefix("-"))
        chosen = chosen - named if word.startswith("-") else chosen | named
    return chosen


def _named(word: str) -> frozenset[str]:
    if word in ("all", "default"):
        return ALL_CODES if word == "all" else DEFAULT_CODES
    found = {code for code in ALL_CODES if len(word) > 3 and code.startswith(word.upper())}
    found.update(code for check in CHECKS if check.name == word for code in (*check.codes, *check.further))
    if not found:
        names = ", ".join(dict.fromkeys(check.name for check in CHECKS))
        raise ValueError(f"Unknown check: {word[:40]}. The checks are {names}, their codes, default and all.")
    return frozenset(found)
