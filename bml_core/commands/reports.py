"""Diagnostics on the command line: what repeats is printed once, with every place it has."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location, Severity, counted

SHOWN_ALWAYS = frozenset({Severity.ERROR, Severity.WARNING})
EVERYTHING = frozenset(Severity)

# A file that is wrong throughout is wrong in one way: a few messages of each code say which.
_MESSAGES_OF_A_CODE = 5
_LINES_NAMED = 6
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}


def place_entry(place: Location) -> dict[str, object]:
    """Return a place as the JSON of every command has it."""
    return {"file": place.file, "line": place.line, "column": place.column}


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics in the order of the text, file by file."""
    return sorted(diagnostics, key=_place)


def report(
    diagnostics: Iterable[Diagnostic],
    *,
    show: frozenset[Severity] = EVERYTHING,
    each: bool = False,
    each_option: str = "",
) -> None:
    """Print diagnostics in the order of the text to standard error; see :class:`Report`."""
    whole = Report(show=show, each=each, each_option=each_option)
    whole.add(in_order(diagnostics))
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


class _Group:
    """Diagnostics that are printed together: the first in full, the others as numbers of lines."""

    def __init__(self, first: Diagnostic) -> None:
        self.first = first
        self.lines = array("Q")
        self.is_one_message = True

    def add(self, diagnostic: Diagnostic) -> None:
        """Take another one, of which only the line is kept."""
        self.lines.append(diagnostic.location.line)
        self.is_one_message &= diagnostic.message == self.first.message


class Report:
    """Collects diagnostics, and prints those with the same code and message in one file as one line.

    Messages that differ only in the calls they name are the same.

    Infos of one code in one file are one line whatever their messages. Of a code with many messages a few
    are printed, unless ``each`` is set; ``each_option`` is how the user sets it. However many there are,
    those that are not printed in full are held as a line number.

    >>> from bml_core.diagnostics import Location
    >>> whole = Report()
    >>> whole.add(Diagnostic("BML201", "No bid.", Location("a.bml", line)) for line in range(1, 100))
    >>> whole.counts[Severity.ERROR]
    99
    """

    def __init__(
        self, *, show: frozenset[Severity] = EVERYTHING, each: bool = False, each_option: str = ""
    ) -> None:
        self.counts: Counter[Severity] = Counter()
        self._show, self._each, self._each_option = show, each, each_option
        # By file and code, then by message; the messages that are too many are None.
        self._kinds: dict[tuple[str, str], dict[str | int | None, _Group]] = {}
        self._seen: set[int] = set()

    @property
    def has_errors(self) -> bool:
        """Return whether there is an error among them."""
        return self.counts[Severity.ERROR] > 0

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take further diagnostics; those of one file come in the order of its text."""
        for diagnostic in diagnostics:
            # A file that is included several times is wrong once.
            key = hash(diagnostic)
            if key in self._seen:
                continue
            self._seen.add(key)
            self.counts[diagnostic.severity] += 1
            if diagnostic.severity not in self._show:
                continue
            groups = self._kinds.setdefault((diagnostic.location.file, diagnostic.code), {})
            cause = self._cause(diagnostic, groups)
            if cause not in groups:
                groups[cause] = _Group(diagnostic)
            else:
                groups[cause].add(diagnostic)

    def _cause(self, diagnostic: Diagnostic, groups: dict[str | int | None, _Group]) -> str | int | None:
        if self._each:
            return len(groups)
        if diagnostic.severity is Severity.INFO:
            return ""
        # What is about several places is one of a kind.
        place = f"{diagnostic.location} " if diagnostic.related else ""
        cause = place + diagnostic.cause[-1]
        is_new = cause not in groups
        return None if is_new and len(groups) > _MESSAGES_OF_A_CODE else cause

    def print(self, files: Sequence[str] = ()) -> None:
        """Print them in the order of the text to standard error, file by file, ``files`` first."""
        texts = [text for groups in self._kinds.values() for text in _texts(groups)]
        ranks = {file: number for number, file in enumerate(files)}

        def order(text: tuple[Diagnostic, str]) -> tuple[int, tuple[str, int, int]]:
            return ranks.get(text[0].location.file, len(ranks)), _place(text[0])

        for first, line in sorted(texts, key=order):
            say(line, paint=_label(first), colour=_COLOURS[first.severity])
            for related in first.related:
                say(f"    {related}")
        if any(map(_is_shortened, self._kinds.values())):
            say(f"List all of them with {self._each_option}.")


def _is_shortened(groups: dict[str | int | None, _Group]) -> bool:
    """Return whether there are messages that are not printed."""
    return (
        None in groups
        or ("" in groups and len(groups[""].lines) > 0)
        or any(not group.is_one_message for group in groups.values())
    )


def _texts(groups: dict[str | int | None, _Group]) -> Iterator[tuple[Diagnostic, str]]:
    """Yield the first of each group with the line of text about it."""
    single = list(groups.values())
    if None in groups:
        # Two messages are not worth a summary, so the last one joins those that are too many.
        last, rest = single[-2:]
        single = single[:-2]
        lines = [last.first.location.line, *last.lines, rest.first.location.line, *rest.lines]
        what = f"{_label(last.first)}: {len(lines):,} more like these: {_lines(lines)}"
        yield last.first, f"{last.first.location}: {what}"
    for group in single:
        yield group.first, str(group.first) + _elsewhere(group)


def _elsewhere(group: _Group) -> str:
    """Return where else the diagnostics of a group are, in words."""
    lines = [line for line in group.lines if line != group.first.location.line]
    here = len(group.lines) - len(lines)
    is_same = group.first.severity in SHOWN_ALWAYS and group.is_one_message
    more = "more place" if is_same else "more like this"
    places = [f"{counted(here, more)} on this line"] if here else []
    places += [f"{counted(len(lines), more)}: {_lines(lines)}"] if lines else []
    return f" (and {', and '.join(places)})" if places else ""


def _label(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.severity.value} {diagnostic.code}"


def _place(found: Diagnostic) -> tuple[str, int, int]:
    return found.location.file, found.location.line, found.location.column


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
