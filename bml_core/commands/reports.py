"""Diagnostics on the command line: what repeats is printed once, with every place it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bml_core.commands.streams import STANDARD, say_written
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location, Severity, counted

# A file that is wrong throughout is wrong in one way: a few messages of each code say which.
_MESSAGES_OF_A_CODE = 5
_LINES_NAMED = 6
_MOST_INFOS = 20
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
    """Collects diagnostics, each once, and prints those with one cause in a file as one line.

    Infos of one code in one file are one line whatever their messages; they are left out if ``verbose`` is 0.
    Of a code with many messages a few are printed, and each if ``verbose`` is 2; ``each_option`` is how the
    user sets that. With ``most_lines``, and unless each is printed, many infos are counted alone, and what
    would be longer is one report of all files together.

    >>> whole = Report()
    >>> whole.add(Diagnostic("BML201", "No bid.", Location("a.bml", line)) for line in range(1, 100))
    >>> whole.counts[Severity.ERROR]
    99
    """

    def __init__(self, *, verbose: int = 1, each_option: str = "", most_lines: int = 0) -> None:
        self._most_lines = most_lines if verbose < 2 else 0
        self.counts: Counter[Severity] = Counter()
        self._shows_infos, self._each, self._each_option = verbose > 0, verbose > 1, each_option
        self._diagnostics: dict[Diagnostic, None] = {}

    @property
    def has_errors(self) -> bool:
        """Return whether there is an error among them."""
        return self.counts[Severity.ERROR] > 0

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take further diagnostics; a file that is included several times is wrong once."""
        for diagnostic in diagnostics:
            if diagnostic not in self._diagnostics:
                self._diagnostics[diagnostic] = None
                self.counts[diagnostic.severity] += 1

    def print(self, files: Sequence[str] = ()) -> None:
        """Print them in the order of the text to standard error, file by file, ``files`` first."""
        infos = self.counts[Severity.INFO]
        shows_infos = self._shows_infos and not (self._most_lines and infos > _MOST_INFOS)
        shown = [each for each in self._diagnostics if shows_infos or each.severity is not Severity.INFO]
        ranks = {file: index for index, file in enumerate(files)}
        ways = ((True, _MESSAGES_OF_A_CODE), (False, _MESSAGES_OF_A_CODE), (False, 2), (False, 1), (False, 0))
        for by_file, messages in ways:
            lines, is_shortened = self._lines(shown, messages, by_file=by_file)
            if not self._most_lines or sum(1 + len(first.related) for first, _ in lines) <= self._most_lines:
                break
        lines = sorted(lines, key=lambda each: _SEVERITIES[each[0].severity])[: self._most_lines or None]
        for first, line in sorted(
            lines, key=lambda each: (ranks.get(each[0].location.file, len(ranks)), _position(each[0]))
        ):
            say(line, paint=_label(first), colour=_COLOURS[first.severity])
            for related in first.related if messages else ():
                say(f"    {related}")
        if is_shortened or not by_file:
            say(f"List all of them with {self._each_option}.")
        if self._shows_infos and not shows_infos:
            say(f"{counted(infos, 'info')} are not listed; list them with {self._each_option}.")

    def _lines(
        self, shown: Iterable[Diagnostic], most: int, *, by_file: bool
    ) -> tuple[list[tuple[Diagnostic, str]], bool]:
        """Return a line for each cause, with what it is about, and whether messages are left out.

        Of a code there are no more than ``most`` messages, in a file or in all files.
        """
        kinds: dict[tuple[str, str], dict[object, list[Diagnostic]]] = {}
        for diagnostic in shown:
            causes = kinds.setdefault((diagnostic.location.file * by_file, diagnostic.code), {})
            causes.setdefault(self._cause(diagnostic, by_file=by_file), []).append(diagnostic)
        lines: list[tuple[Diagnostic, str]] = []
        is_shortened = False
        for causes in kinds.values():
            groups = list(causes.values())
            # Two messages are not worth a summary.
            if len(groups) > most + bool(most) and not self._each:
                rest = [diagnostic for group in groups[max(most, 1) :] for diagnostic in group]
                groups = groups[: max(most, 1)]
                if rest:
                    where = _in_files(rest)
                    what = f"{rest[0].location}: {_label(rest[0])}: {len(rest):,} more like these: {where}"
                    lines.append((rest[0], what))
                    is_shortened = True
            for first, *others in groups:
                lines.append((first, str(first) + _elsewhere(first, others)))
                is_shortened |= bool(others) and not _says_the_same(first, others)
        return lines, is_shortened

    def _cause(self, diagnostic: Diagnostic, *, by_file: bool) -> object:
        if self._each:
            return diagnostic
        if diagnostic.severity is Severity.INFO:
            return None
        # What is about several places is one of a kind.
        cause = diagnostic.cause if by_file else diagnostic.cause[1:]
        return cause, diagnostic.location if diagnostic.related else None


def _in_files(found: Sequence[Diagnostic]) -> str:
    """Return where diagnostics are: lines of one file, or how many files."""
    files = {each.location.file for each in found}
    return _lines(each.location.line for each in found) if len(files) == 1 else counted(len(files), "file")


def _says_the_same(first: Diagnostic, others: Sequence[Diagnostic]) -> bool:
    is_info = first.severity is Severity.INFO
    return not is_info and all(other.message == first.message for other in others)


def _elsewhere(first: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """Return where else the diagnostics of a group are, in words."""
    files = {each.location.file for each in (first, *others)}
    if len(files) > 1:
        return f" (and {counted(len(others), 'more place')} in {counted(len(files), 'file')})"
    lines = [each.location.line for each in others if each.location.line != first.location.line]
    here = len(others) - len(lines)
    more = "more place" if _says_the_same(first, others) else "more like this"
    places = [f"{counted(here, more)} on this line"] if here else []
    places += [f"{counted(len(lines), more)}: {_lines(lines)}"] if lines else []
    return f" (and {', and '.join(places)})" if places else ""


def _label(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.severity.value} {diagnostic.code}"


def _position(diagnostic: Diagnostic) -> tuple[str, int, int]:
    return diagnostic.location.file, diagnostic.location.line, diagnostic.location.column


def _lines(lines: Iterable[int]) -> str:
    """Return lines in words, neighbours as a span.

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
