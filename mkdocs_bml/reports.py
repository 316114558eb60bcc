"""Report diagnostics to the author: log records that a strict build counts, and a box on the page."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from pathlib import Path

from bml_core import Diagnostic, Location, Severity
from bml_core.diagnostics import by_cause
from bml_core.render.html import escape

# MkDocs counts what is logged below this name; a strict build fails with it.
LOG = logging.getLogger("mkdocs.plugins.bml")

_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.DEBUG}
_MOST_IN_BOX = 20


class _Once(logging.Filter):
    """Lets each message pass once, however many pages include the file it is about."""

    def __init__(self) -> None:
        super().__init__()
        self._page = ""
        self._known: dict[str, str] = {}

    def begin_page(self, page: str) -> None:
        """Let what was said of a page pass again."""
        self._page = page
        self._known = {message: of for message, of in self._known.items() if of != page}

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        is_new = message not in self._known
        self._known.setdefault(message, self._page)
        return is_new


class _Uncounted(logging.Filter):
    """Counts the warnings that a quiet MkDocs neither shows nor counts."""

    def __init__(self) -> None:
        super().__init__()
        self.warnings = 0

    def filter(self, record: logging.LogRecord) -> bool:
        is_shown = record.levelno > logging.WARNING
        self.warnings += not is_shown
        return is_shown


def begin_build(*, is_strict: bool = False) -> None:
    """Log each message once from here on; a strict build counts the warnings that nobody sees."""
    end_build()
    LOG.addFilter(_Once())
    if is_strict and not LOG.isEnabledFor(logging.WARNING):
        LOG.setLevel(logging.WARNING)
        LOG.addFilter(_Uncounted())


def uncounted_warnings() -> int:
    """Return how many warnings of a strict build MkDocs has not counted."""
    return sum(known.warnings for known in LOG.filters if isinstance(known, _Uncounted))


def begin_page(page: str) -> None:
    """Log each message once, in a program that converts pages again without saying when a build begins."""
    if not _filters():
        begin_build()
    for known in _filters():
        known.begin_page(page)


def end_build() -> None:
    """Log every message again."""
    for known in [known for known in LOG.filters if isinstance(known, (_Once, _Uncounted))]:
        LOG.removeFilter(known)
        if isinstance(known, _Uncounted):
            LOG.setLevel(logging.NOTSET)


def _filters() -> list[_Once]:
    return [known for known in LOG.filters if isinstance(known, _Once)]


def log_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Log each cause once: errors and warnings count in a strict build, the rest is for ``--verbose``."""
    for diagnostic in by_cause(diagnostics):
        LOG.log(_LEVELS[diagnostic.severity], "%s", _line(diagnostic))


def log_losses(summary: str, losses: Iterable[Diagnostic]) -> None:
    """Log what a file leaves out of the pages, which are not wrong for it; each loss for ``--verbose``."""
    if summary:
        LOG.info("%s", summary)
    for loss in losses:
        LOG.debug("%s", _line(loss))


def _line(diagnostic: Diagnostic) -> str:
    first = f"{shown_place(diagnostic.location)}: {diagnostic.code}: {diagnostic.sentence}"
    others = (f"see {shown_place(related.location)}: {related.message}" for related in diagnostic.related)
    return "\n    ".join((first, *others))


def shown_place(location: Location) -> str:
    """Return a place as an editor can open it: relative to the working folder if it lies below that.

    >>> shown_place(Location("notes.md", 3))
    'notes.md:3:1'
    """
    path = Path(location.file)
    if path.is_absolute():
        relative = os.path.relpath(path)
        path = path if relative.startswith("..") else Path(relative)
    return f"{path}:{location.line}:{location.column}"


def error_lines(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the errors for the page, each as a line below the block; "" for none."""
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    if not errors:
        return ""
    lines = [f"{_place_on_page(e.location)}: {escape(e.sentence)}" for e in errors[:_MOST_IN_BOX]]
    if len(errors) > _MOST_IN_BOX:
        lines.append(f"{len(errors) - _MOST_IN_BOX} more errors are in the log of the build.")
    return f'<ul class="bml-errors">\n{_items(lines)}</ul>\n'


def failure_box(place: Location) -> str:
    """Return what the page shows for a block that a fault of this program stopped."""
    return problem_box(place, ["This block cannot be shown. The log of the build says why."])


def problem_box(place: Location, sentences: Iterable[str]) -> str:
    """Return what the page shows for a block that has nothing to show; "" for no sentences."""
    lines = [f"{_place_on_page(place)}: {escape(sentence)}" for sentence in sentences]
    if not lines:
        return ""
    title = '<p class="admonition-title">Errors in BML</p>'
    return f'<div class="admonition danger bml-errors">\n{title}\n<ul>\n{_items(lines)}</ul>\n</div>\n'


def _place_on_page(place: Location) -> str:
    # The path on the author's computer is nobody else's business.
    return escape(f"{Path(place.file).name}:{place.line}")


def _items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{line}</li>\n" for line in lines)
