"""Report diagnostics as warnings of the build, at the place in the source."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from sphinx.application import Sphinx
from sphinx.util.logging import NAMESPACE, getLogger

from bml_core import Diagnostic, Location, Severity
from bml_core.diagnostics import by_cause

WARNING_TYPE = "bml"
LOGGER = getLogger(__name__)

# What ``suppress_warnings`` calls a diagnostic about something around BML; the others go by their codes.
_SUBTYPES = {
    "BML131": "option",
    "BML132": "option",
    "BML134": "system",
    "BML135": "download",
    "BML136": "hands",
    "BML137": "deal",
    "BML138": "dd",
    "BML139": "pages",
    "BML145": "changes",
    "BML142": "config",
    "BML143": "config",
}


class _Once(logging.Filter):
    """Lets each warning about BML pass once in a build, however many pages include the file it is about."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[tuple[str, object]] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "type", "") != WARNING_TYPE:
            return True
        key = (record.getMessage(), getattr(record, "location", None))
        is_new = key not in self._known
        self._known.add(key)
        return is_new

    def forget(self, *_arguments: object) -> None:
        """Begin the next build."""
        self._known.clear()


def report_once(app: Sphinx) -> None:
    """Let no warning be shown twice; those of other processes pass the same handlers."""
    once = _Once()
    for handler in logging.getLogger(NAMESPACE).handlers:
        if handler.level >= logging.WARNING:
            # Sphinx counts a warning in the filters that it put there itself.
            handler.filters.insert(0, once)
    app.connect("env-before-read-docs", once.forget)


# ---------------------------------------------------------------- diagnostics


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Warn of errors and warnings, once for each cause; remarks are for ``sphinx-build -v``."""
    for diagnostic in by_cause(diagnostics):
        if diagnostic.severity is Severity.INFO:
            _remark(diagnostic)
        else:
            subtype = _SUBTYPES.get(diagnostic.code, diagnostic.code)
            warn(
                "\n    ".join((diagnostic.sentence, *map(str, diagnostic.related))),
                diagnostic.location,
                subtype,
            )


def report_losses(summary: str, losses: Iterable[Diagnostic]) -> None:
    """Say that a file leaves out something of pages, which are not wrong for it; ``-v`` lists each loss."""
    if summary:
        LOGGER.info("%s", summary)
    for loss in losses:
        _remark(loss)


def warn(sentence: str, place: Location, subtype: str) -> None:
    """Warn of something at a place."""
    # As a text the location stays as it is; of a pair Sphinx would take the file for a page.
    LOGGER.warning("%s", sentence, location=_line(place), type=WARNING_TYPE, subtype=subtype)


def _remark(diagnostic: Diagnostic) -> None:
    place, sentence = _line(diagnostic.location), diagnostic.sentence
    LOGGER.verbose("%s: %s [%s.%s]", place, sentence, WARNING_TYPE, diagnostic.code)


def _line(place: Location) -> str:
    return f"{place.file}:{place.line}"
