"""Diagnostics on the command line: what repeats is printed once, with every place it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location, Severity, counted

# A file that is wrong throughout is wrong in one way: a few messages of each code say which.
_MESSAGES_OF_A_CODE = 5
_LINES_NAMED = 6
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}


def location_entry(location: Location) -> dict[str, object]:
    """Return a location as the JSON of every command has it."""
    return {"file": location.file, "line": location.line, "column": location.column}


def report(diagnostics: Iterable[Diagnostic], *, verbose: int = 1, each_option: str = "") -> None:
    """Print diagnostics in the order of the text to standard error; see :class:`Report`."""
    whole = Report(verbose=verbose, each_option=each_option)
    whole.add(sorted(diagnostics, key=_position))
    whole.print()


def say_outcome(
    target: str, amount: str, *, failed: bool, is_withheld: bool = False, is_verbose: bool = False
) -> None:
    """Print how a conversion ended: what was not written, or what was, if that needs to be said."""
    what = f": {amount}" if amount else ""
    output = "the output" if target == STANDARD else target
    if is_withheld:
        say(f"There were errors, so {output} was not written.")
    elif failed:
        say(f"There were errors; everything that could be read was written{what}.")
    elif is_verbose and target != STANDARD:
        say(f"Wrote {target}{what}.")


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
    user sets that.

    >>> whole = Report()
    >>> whole.add(Diagnostic("BML201", "No bid.", Location("a.bml", line)) for line in range(1, 100))
    >>> whole.counts[Severity.ERROR]
    99
    """

    def __init__(self, *, verbose: int = 1, each_option: str = "") -> None:
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
        kinds: dict[tuple[str, str], dict[object, list[Diagnostic]]] = {}
        for diagnostic in self._diagnostics:
            if self._shows_infos or diagnostic.severity is not Severity.INFO:
                causes = kinds.setdefault((diagnostic.location.file, diagnostic.code), {})
                causes.setdefault(self._cause(diagnostic), []).append(diagnostic)
        lines: list[tuple[Diagnostic, str]] = []
        is_shortened = False
        for causes in kinds.values():
            groups = list(causes.values())
            # Two messages are not worth a summary.
            if len(groups) > _MESSAGES_OF_A_CODE + 1 and not self._each:
                rest = [diagnostic for group in groups[_MESSAGES_OF_A_CODE:] for diagnostic in group]
                groups = groups[:_MESSAGES_OF_A_CODE]
                where = _lines(each.location.line for each in rest)
                what = f"{rest[0].location}: {_label(rest[0])}: {len(rest):,} more like these: {where}"
                lines.append((rest[0], what))
                is_shortened = True
            for first, *others in groups:
                lines.append((first, str(first) + _elsewhere(first, others)))
                is_shortened |= bool(others) and not _says_the_same(first, others)
        ranks = {file: index for index, file in enumerate(files)}
        for first, line in sorted(
            lines, key=lambda each: (ranks.get(each[0].location.file, len(ranks)), _position(each[0]))
        ):
            say(line, paint=_label(first), colour=_COLOURS[first.severity])
            for related in first.related:
                say(f"    {related}")
        if is_shortened:
            say(f"List all of them with {self._each_option}.")

    def _cause(self, diagnostic: Diagnostic) -> object:
        if self._each:
            return diagnostic
        if diagnostic.severity is Severity.INFO:
            return None
        # What is about several places is one of a kind.
        return diagnostic.cause, diagnostic.location if diagnostic.related else None


def _says_the_same(first: Diagnostic, others: Sequence[Diagnostic]) -> bool:
    is_info = first.severity is Severity.INFO
    return not is_info and all(other.message == first.message for other in others)


def _elsewhere(first: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """Return where else the diagnostics of a group are, in words."""
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
