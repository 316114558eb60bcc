"""How diagnostics are told on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core import Diagnostic, Severity
from bml_core.commands.programs import ERRORS, OK, say

SHOWN_ALWAYS = frozenset({Severity.ERROR, Severity.WARNING})
EVERYTHING = frozenset(Severity)


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "agreement"), counted(1200, "agreement"), counted(2, "info")
    ('1 agreement', '1,200 agreements', '2 info')
    """
    return f"{count:,} {noun}{'' if count == 1 or noun == 'info' else 's'}"


def report(diagnostics: Iterable[Diagnostic], *, show: frozenset[Severity] = EVERYTHING) -> int:
    """Print diagnostics, one a line, to standard error; returns the exit status they make."""
    status = OK
    for diagnostic in diagnostics:
        if diagnostic.severity in show:
            say(str(diagnostic))
        if diagnostic.severity is Severity.ERROR:
            status = ERRORS
    return status
