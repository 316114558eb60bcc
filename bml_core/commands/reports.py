"""How diagnostics are told on the command line: what repeats is told once, with every place it has."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from bml_core.commands.terminal import say
from bml_core.diagnostics import Diagnostic, Severity

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
    return sorted(diagnostics, key=_place)


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
    findings = Findings(show=show, each=each, each_option=each_option)
    findings.add(in_order(diagnostics))
    findings.tell()


class Findings:
    """Takes diagnostics as they are found, and tells them in the end, as :func:`report` does.

    However many there are, those that are not told in full are held as a line number.

    >>> from bml_core.diagnostics import Location
    >>> findings = Findings()
    >>> findings.add(Diagnostic("BML201", "No bid.", Location("a.bml", line)) for line in range(1, 100))
    >>> findings.counts[Severity.ERROR]
    99
    """

    def __init__(
        self, *, show: frozenset[Severity] = EVERYTHING, each: bool = False, each_option: str = ""
    ) -> None:
        self.show, self.each, self.each_option = show, each, each_option
        self.counts: Counter[Severity] = Counter()
        self._all: list[Diagnostic] = []
        self._kinds: dict[tuple[str, str], _Kind] = {}

    @property
    def has_errors(self) -> bool:
        """Whether there is an error among them."""
        return self.counts[Severity.ERROR] > 0

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take further findings; those of one file come in the order of its text."""
        for found in diagnostics:
            severity = found.severity
            self.counts[severity] += 1
            if severity not in self.show:
                continue
            if self.each:
                self._all.append(found)
            else:
                key = found.location.file, found.code
                kind = self._kinds.get(key)
                if kind is None:
                    kind = self._kinds[key] = _Kind()
                kind.add(found)

    def tell(self) -> None:
        """Print them in the order of the text to standard error."""
        entries = [_Entry(found) for found in self._all]
        entries += [entry for kind in self._kinds.values() for entry in kind.entries()]
        entries.sort(key=lambda entry: _place(entry.first))
        for entry in entries:
            for line in entry.lines():
                say(line, paint=entry.label, colour=_COLOURS[entry.first.severity])
        if any(entry.rest for entry in entries):
            say(f"The option {self.each_option} tells each of them.")


class _Entry:
    """What is told together: the first place in full, then the lines of the others.

    Of a ``rest``, the first is among the others, and each may have a message of its own.
    """

    def __init__(self, first: Diagnostic, *, rest: bool = False) -> None:
        self.first, self.rest = first, rest
        self.others = array("Q")

    @property
    def label(self) -> str:
        return f"{self.first.severity.value} {self.first.code}"

    def lines(self) -> Iterator[str]:
        if self.rest:
            number = f"{len(self.others):,} more like these"
            yield f"{self.first.location}: {self.label}: {number}: {_lines(self.others)}"
            return
        yield str(self.first)
        elsewhere = [line for line in self.others if line != self.first.location.line]
        here = len(self.others) - len(elsewhere)
        if here:
            yield f"    and {counted(here, 'more place')} on this line"
        if elsewhere:
            yield f"    and {counted(len(elsewhere), 'more place')}: {_lines(elsewhere)}"


class _Kind:
    """The findings with one code in one file: a few messages, and the lines of all others."""

    def __init__(self) -> None:
        self.told: dict[str, _Entry] = {}
        self.rest: _Entry | None = None

    def add(self, found: Diagnostic) -> None:
        entry = self.told.get(found.message)
        if entry is not None:
            entry.others.append(found.location.line)
        elif self.rest is not None:
            self.rest.others.append(found.location.line)
        elif len(self.told) <= _MESSAGES_OF_A_CODE:
            self.told[found.message] = _Entry(found)
        else:
            # One more than usual may be told, since two are not worth a summary.
            _, last = self.told.popitem()
            self.rest = _Entry(last.first, rest=True)
            self.rest.others.append(last.first.location.line)
            self.rest.others += last.others
            self.rest.others.append(found.location.line)

    def entries(self) -> Iterator[_Entry]:
        yield from self.told.values()
        if self.rest is not None:
            yield self.rest


def _place(found: Diagnostic) -> tuple[str, int, int]:
    return found.location.file, found.location.line, found.location.column


def _lines(lines: Iterable[int]) -> str:
    """Lines, neighbours as a span.

    >>> _lines((3, 7, 8, 9, 12))
    'lines 3, 7-9, 12'
    """
    numbers = sorted(set(lines))
    spans = []
    for _, neighbours in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in neighbours]
        spans.append(f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}")
    named = ", ".join(spans[:_LINES_NAMED])
    further = f" and others up to {numbers[-1]}" if len(spans) > _LINES_NAMED else ""
    return f"line{'' if len(numbers) == 1 else 's'} {named}{further}"
