"""Report diagnostics as warnings of the build, at the place in the source."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from sphinx.application import Sphinx
from sphinx.util.logging import NAMESPACE, getLogger

from bml_core import Diagnostic, Location, Severity
from bml_core.site import AuctionLink, joined_faults, named_links

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


# ---------------------------------------------------------------- links that lead nowhere


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that leads nowhere: its target, its place, and the page whose anchor it names.

    ``page`` is "" for a link to a page or file that does not exist, and ``HERE`` for the page of the link.
    """

    target: str
    place: Location
    page: str = ""

    @property
    def sentence(self) -> str:
        """Return what is wrong with it, and what to do."""
        if not self.page:
            return f"Page or file not found: {self.target}. {_RELATIVE_NAMES}"
        page = "This page" if self.page == HERE else f"The page {self.page}"
        return f"{page} has no place called {self.target}. {_PLACES}"


HERE = "."
_RELATIVE_NAMES = "The name is relative to the folder of the page, or with a leading / to the source folder."
_PLACES = "Give a heading or a block that name."
_BROKEN: list[BrokenLink] = []
_WRONG: list[tuple[AuctionLink, Diagnostic]] = []


def note_broken_link(link: BrokenLink) -> None:
    """Keep a link of the page that is being read or written for the report about all of them."""
    _BROKEN.append(link)


def note_wrong_link(link: AuctionLink, faults: Iterable[Diagnostic]) -> None:
    """Keep what is wrong with a link to an auction for the report about all of the page."""
    _WRONG.extend((link, fault) for fault in faults)


def report_broken_links(*_arguments: object) -> None:
    """Warn of the wrong links of a page: once for each cause."""
    links = dict.fromkeys(_BROKEN)
    wrong = tuple(_WRONG)
    _BROKEN.clear()
    _WRONG.clear()
    for group in ([link for link in links if not link.page], [link for link in links if link.page]):
        if len(group) > 1:
            warn(_joined(group), group[0].place, "link")
        elif group:
            warn(group[0].sentence, group[0].place, "link")
    report(joined_faults(wrong))


def _joined(links: list[BrokenLink]) -> str:
    names = named_links((AuctionLink(_target(link), link.place) for link in links), links[0].place.file)
    if links[0].page:
        return f"Places not found: {names}. {_PLACES}"
    return f"Pages or files not found: {names}. {_RELATIVE_NAMES}"


def _target(link: BrokenLink) -> str:
    page = "" if link.page == HERE else link.page
    return f"{page}#{link.target}" if link.page else link.target


# ---------------------------------------------------------------- diagnostics


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Warn of errors and warnings; remarks are for ``sphinx-build -v``."""
    for diagnostic in diagnostics:
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
