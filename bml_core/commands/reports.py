"""How diagnostics are told on the command line: what repeats is told once, with every place it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from bml_core import Diagnostic, Severity
from bml_core.commands.programs import say

SHOWN_ALWAYS = frozenset({Severity.ERROR, Severity.WARNING})
EVERYTHING = frozenset(Severity)

# A file that is wrong throughout is wrong in one way: a few messages of each code say which.
_MESSAGES_OF_A_CODE = 5
_LINES_NAMED = 10
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "agreement"), counted(1200, "agreement"), counted(2, "info")
    ('1 agreement', '1,200 agreements', '2 info')
    """
    return f"{count:,} {noun}{'' if count == 1 or noun == 'info' else 's'}"


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics in the order of the text, file by file."""
    return sorted(
        diagnostics, key=lambda found: (found.location.file, found.location.line, found.location.column)
    )


def report(
    diagnostics: Iterable[Diagnostic],
    *,
    show: frozenset[Severity] = EVERYTHING,
    each: bool = False,
    each_option: str = "",
) -> None:
    """Print diagnostics in the order of the text to standard error.

    What has the same code and message in one file is told once, and a few messages of a code stand for
    many, unless ``each`` is set; ``each_option`` is how the user sets it.
    """
    shown = [found for found in in_order(diagnostics) if found.severity in show]
    entries = [_Entry(diagnostic) for diagnostic in shown] if each else _entries(shown)
    for entry in entries:
        for line in entry.lines():
            say(line, paint=entry.label, colour=_COLOURS[entry.first.severity])
    if any(entry.rest for entry in entries):
        say(f"The option {each_option} tells each of them.")


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is told together: the first place in full, then where the others are.

    Of a ``rest``, ``others`` are all, the first among them, and each may have a message of its own.
    """

    first: Diagnostic
    others: Sequence[Diagnostic] = ()
    rest: bool = False

    @property
    def label(self) -> str:
        return f"{self.first.severity.value} {self.first.code}"

    def lines(self) -> Iterator[str]:
        if self.rest:
            number = f"{len(self.others):,} more like these"
            yield f"{self.first.location}: {self.label}: {number}: {_lines(self.others)}"
            return
        yield str(self.first)
        elsewhere = [other for other in self.others if other.location.line != self.first.location.line]
        here = len(self.others) - len(elsewhere)
        if here:
            yield f"    and {counted(here, 'more place')} on this line"
        if elsewhere:
            yield f"    and {counted(len(elsewhere), 'more place')}: {_lines(elsewhere)}"


def _entries(diagnostics: Sequence[Diagnostic]) -> list[_Entry]:
    """Diagnostics put together by file, code and message, in the order of their first places."""
    kinds: dict[tuple[str, str], dict[str, list[Diagnostic]]] = {}
    for found in diagnostics:
        messages = kinds.setdefault((found.location.file, found.code), {})
        messages.setdefault(found.message, []).append(found)
    entries = []
    for messages in kinds.values():
        alike = list(messages.values())
        told = len(alike) if len(alike) == _MESSAGES_OF_A_CODE + 1 else _MESSAGES_OF_A_CODE
        entries += [_Entry(first, others) for first, *others in alike[:told]]
        rest = in_order(chain.from_iterable(alike[told:]))
        if rest:
            entries.append(_Entry(rest[0], rest, rest=True))
    order = {id(found): number for number, found in enumerate(diagnostics)}
    return sorted(entries, key=lambda entry: order[id(entry.first)])


def _lines(diagnostics: Iterable[Diagnostic]) -> str:
    """The lines of diagnostics, neighbours as a span.

    >>> from bml_core import Location
    >>> _lines(Diagnostic("BML201", "", Location("a.bml", line)) for line in (3, 7, 8, 9, 12))
    'lines 3, 7-9, 12'
    """
    numbers = sorted({found.location.line for found in diagnostics})
    spans = []
    for _, neighbours in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in neighbours]
        spans.append(f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}")
    named = ", ".join(spans[:_LINES_NAMED])
    further = f" and others up to {numbers[-1]}" if len(spans) > _LINES_NAMED else ""
    return f"line{'' if len(numbers) == 1 else 's'} {named}{further}"
