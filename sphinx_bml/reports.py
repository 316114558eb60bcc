"""Diagnostics as warnings of the build, at the place in the source."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.util import logging

from bml_core import Diagnostic, Location, Severity

WARNING_TYPE = "bml"
LOGGER = logging.getLogger(__name__)


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Warn of errors and warnings; remarks are for ``sphinx-build -v``."""
    for diagnostic in diagnostics:
        if diagnostic.severity is Severity.INFO:
            _remark(diagnostic)
        else:
            warn(diagnostic.sentence, diagnostic.location, diagnostic.code)


def report_losses(said: str, losses: Iterable[Diagnostic]) -> None:
    """Say that a file leaves out something of pages, which are not wrong for it; ``-v`` tells each loss."""
    if said:
        LOGGER.info("%s", said)
    for loss in losses:
        _remark(loss)


def _remark(diagnostic: Diagnostic) -> None:
    LOGGER.verbose("%s: %s [%s.%s]", *_placed(diagnostic), WARNING_TYPE, diagnostic.code)


def warn(sentence: str, place: Location, subtype: str) -> None:
    """Warn of something at a place."""
    # As a text the location stays as it is; of a pair Sphinx would take the file for a page.
    LOGGER.warning("%s", sentence, location=f"{place.file}:{place.line}", type=WARNING_TYPE, subtype=subtype)


def _placed(diagnostic: Diagnostic) -> tuple[str, str]:
    place = diagnostic.location
    return f"{place.file}:{place.line}", diagnostic.sentence
