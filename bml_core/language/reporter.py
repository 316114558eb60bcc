"""Where the parts of the parser put what they find wrong."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.diagnostics import Diagnostic, Location

_LONGEST_TEXT = 240


class Reporter:
    """Collects diagnostics in the order they are found.

    >>> reporter = Reporter()
    >>> reporter.report("BML118", "There is no dialect '3'.", Location("a.bml", 1))
    >>> len(reporter.take()), len(reporter.take())
    (1, 0)
    """

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def report(self, code: str, message: str, location: Location, hint: str = "") -> None:
        """Add a finding."""
        self._found.append(Diagnostic(code, _shortened(message), location, _shortened(hint)))

    def add(self, findings: Iterable[Diagnostic]) -> None:
        """Add findings that are complete."""
        self._found += findings

    def take(self) -> tuple[Diagnostic, ...]:
        """All findings so far; the reporter is empty afterwards."""
        found = tuple(self._found)
        self._found.clear()
        return found


def _shortened(text: str) -> str:
    # The words of a text may be as long as the text.
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 80]} … {text[-60:]}"
