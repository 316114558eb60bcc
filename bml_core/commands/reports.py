"""Diagnostics on the command line: what repeats is printed once, with every place it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bml_core.commands.streams import STANDARD, say_written
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location, Severity, apart, by_cause, counted, has_errors

# A file that is wrong throughout is wrong in one way: a few causes of each code say which.
_CAUSES_OF_A_CODE = 5
_MOST_INFOS = 20
# As many lines of its own file are named by the sentence of a diagnostic.
_LINES_IN_SENTENCE, _SPANS = 8, 6
_SEVERITIES = {severity: number for number, severity in enumerate(Severity)}
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}


def location_entry(location: Location) -> dict[str, object]:
    """Return a location as the JSON of every command has it."""
    return {"file": location.file, "line": location.line, "column": location.column}


def report(diagnostics: Iterable[Diagnostic], *, verbose: int = 1, each_option: str = "") -> None:
    """Print diagnostics in the order of the text to standard error; see :class:`Report`."""
    whole = Report(verbose=verbose, each_option=each_option)
    whole.add(sorted(diagnostics, key=_position))
    whole.print()


def say_outcome(target: str, amount: str, *, failed: bool, is_withheld: bool = False) -> None:
    """Print how a conversion ended: what was not written, or what was."""
    what = f": {amount}" if amount else ""
    output = "the output" if target == STANDARD else target
    if is_withheld:
        say(f"There were errors, so {output} was not written.")
    elif failed:
        say(f"There were errors; everything that could be read was written{what}.")
    else:
        say_written(target, amount)


def severities(counts: Counter[Severity]) -> list[str]:
    """Return how many diagnostics of each severity there are, in words."""
    return [counted(counts[severity], severity.value) for severity in Severity if counts[severity]]


def exit_status(counts: Counter[Severity], *, is_strict: bool) -> int:
    """Return the exit status of a command that checks: 1 for errors, and for warnings if it is strict."""
    return ERRORS if counts[Severity.ERROR] or (is_strict and counts[Severity.WARNING]) else OK


class Report:
    """Collects diagnostics, each once, and prints those with one cause as one line.

    Infos are left out if ``verbose`` is 0. Of a code with many causes a few are printed, and each, with all
    of its places, if ``verbose`` is 2; ``each_option`` is how the user sets that. With ``most_lines``, and
    unless each is printed, many infos are counted alone, and what would be longer has fewer causes of a code.

    >>> whole = Report()
    >>> whole.add(Diagnostic("BML201", "No bid.", Location("a.bml", line)) for line in range(1, 100))
    >>> whole.counts[Severity.ERROR]
    1
    """

    def __init__(self, *, verbose: int = 1, each_option: str = "", most_lines: int = 0) -> None:
        self._most_lines = most_lines if verbose < 2 else 0
        self._shows_infos, self._each, self._each_option = verbose > 0, verbose > 1, each_option
        self._diagnostics: list[Diagnostic] = []

    @property
    def counts(self) -> Counter[Severity]:
        """Return how many causes there are of each severity."""
        return Counter(each.severity for each in by_cause(self._diagnostics))

    @property
    def has_errors(self) -> bool:
        """Return whether there is an error among them."""
        return has_errors(self._diagnostics)

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take further diagnostics; a file that is included several times is wrong once."""
        self._diagnostics += diagnostics

    def print(self, files: Sequence[str] = ()) -> None:
        """Print them in the order of the text to standard error, file by file, ``files`` first."""
        found = list(by_cause(self._diagnostics))
        infos = sum(each.severity is Severity.INFO for each in found)
        shows_infos = self._shows_infos and not (self._most_lines and infos > _MOST_INFOS)
        shown = [each for each in found if shows_infos or each.severity is not Severity.INFO]
        ranks = {file: index for index, file in enumerate(files)}
        for most in (len(found),) if self._each else (_CAUSES_OF_A_CODE, 2, 1, 0):
            lines = list(_lines(shown, most))
            if not self._most_lines or sum(1 + len(first.related) for first, _ in lines) <= self._most_lines:
                break
        is_shortened = any(rest for _, rest in lines)
        lines = sorted(lines, key=lambda each: _SEVERITIES[each[0].severity])[: self._most_lines or None]
        for first, rest in sorted(
            lines, key=lambda each: (ranks.get(each[0].location.file, len(ranks)), _position(each[0]))
        ):
            say(rest or str(first), paint=_label(first), colour=_COLOURS[first.severity])
            if self._each or (most and not rest):
                for place in (*first.related, *(_others(first) if self._each else ())):
                    say(f"    {place}")
        if is_shortened:
            say(f"List all of them with {self._each_option}.")
        if self._shows_infos and not shows_infos:
            say(f"{counted(infos, 'info')} are not listed; list them with {self._each_option}.")


def _lines(shown: Iterable[Diagnostic], most: int) -> Iterator[tuple[Diagnostic, str]]:
    """Yield no more than ``most`` causes of each code, and the first of the rest with a line on these."""
    codes: dict[str, list[Diagnostic]] = {}
    for each in shown:
        codes.setdefault(each.code, []).append(each)
    for causes in codes.values():
        # Two are not worth a summary.
        end = max(most, 1) if len(causes) > most + bool(most) else len(causes)
        yield from ((first, "") for first in causes[:end])
        if rest := causes[end:]:
            yield (
                rest[0],
                f"{rest[0].location}: {_label(rest[0])}: {len(rest):,} more like these: {_where(rest)}",
            )


def _where(found: Iterable[Diagnostic]) -> str:
    """Return where diagnostics are: lines of one file, or how many files."""
    places = [each.location for each in apart(found)]
    files = {place.file for place in places}
    return (
        _spans((place.line for place in places), _SPANS) if len(files) == 1 else counted(len(files), "file")
    )


def _others(first: Diagnostic) -> Iterator[str]:
    """Yield the other places of a cause: those of a file together where nothing else is to be written."""
    groups: dict[tuple[str, str], list[int]] = {}
    for each in first.others:
        groups.setdefault((each.location.file, "" if each.hint == first.hint else each.hint), []).append(
            each.location.line
        )
    for (file, hint), lines in groups.items():
        if hint or file != first.location.file or len(lines) > _LINES_IN_SENTENCE:
            yield f"and {file}, {_spans(lines)}{': ' if hint else ''}{hint}"


def _label(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.severity.value} {diagnostic.code}"


def _position(diagnostic: Diagnostic) -> tuple[str, int, int]:
    return diagnostic.location.file, diagnostic.location.line, diagnostic.location.column


def _spans(lines: Iterable[int], most: int | None = None) -> str:
    """Return lines in words, neighbours as a span.

    >>> _spans((3, 7, 8, 9, 12))
    'lines 3, 7-9, 12'
    """
    numbers = sorted(set(lines))
    spans = []
    for _, neighbours in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in neighbours]
        spans.append(f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}")
    further = f" and others up to {numbers[-1]}" if len(spans) > (most or len(spans)) else ""
    return f"line{'' if len(numbers) == 1 else 's'} {', '.join(spans[:most])}{further}"
