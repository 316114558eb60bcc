"""Report diagnostics as warnings of the build, at the place in the source."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.util import logging

from bml_core import Diagnostic, Location, Severity

WARNING_TYPE = "bml"
LOGGER = logging.getLogger(__name__)

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
    "BML142": "config",
    "BML143": "config",
}


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Warn of errors and warnings; remarks are for ``sphinx-build -v``."""
    for diagnostic in diagnostics:
        if diagnostic.severity is Severity.INFO:
            _remark(diagnostic)
        else:
            subtype = _SUBTYPES.get(diagnostic.code, diagnostic.code)
            warn(diagnostic.sentence, diagnostic.location, subtype)


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
