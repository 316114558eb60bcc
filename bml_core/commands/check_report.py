"""``bml check --report``: the state of notes as a web page."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bml_core.checks import Acceptance, CheckedNotes
from bml_core.commands import streams
from bml_core.diagnostics import Location
from bml_core.document import Block, Dialect, Document, Heading, MetaEntry, Text
from bml_core.files import is_folder
from bml_core.notes import BlockOptions, Kind, SiteSettings
from bml_core.render.html import escape, render_frequencies, write_page
from bml_core.site import Configuration, Query, SiteHistory, answer, health_findings, health_numbers

_PLACE = Location("", 1)


def write_report(
    options: argparse.Namespace,
    systems: Sequence[CheckedNotes],
    compared: Sequence[CheckedNotes],
    acceptance: Acceptance,
    site: SiteSettings | None,
) -> None:
    """Write the state of systems as a page, with the changes of those that are ``compared``.

    Raises:
        UsageError: It cannot be written.
    """
    names = options.files
    folder = Path(options.report).absolute().parent
    blocks: list[Block] = []
    charts = []
    for notes in systems:
        if len(systems) > 1:
            blocks.append(_heading(notes.name))
        blocks.append(health_numbers(notes, _PLACE))
        table = answer(Query(BlockOptions(Kind.FREQUENCIES), notes.name, _PLACE), notes.system).table
        if table:
            name = f"<p><strong>{escape(notes.name)}</strong></p>\n" if len(systems) > 1 else ""
            charts.append(name + render_frequencies(table))
    blocks += [_heading("Findings"), *health_findings(acceptance, lambda place: _way(place, folder), _PLACE)]
    if len(names) == 1 and is_folder(names[0]):
        blocks += _changes(Path(names[0]), compared, Dialect(options.dialect), site)
    title = f"The state of {', '.join(Path(name).absolute().name for name in names)}"
    if charts:
        blocks.append(_heading("Openings"))
    page = write_page(Document(tuple(blocks), (MetaEntry("TITLE", title, _PLACE),)))
    before, end, after = page.rpartition("</body>")
    streams.write(options.report, f"{before}{''.join(charts)}{end}{after}")


def _heading(text: str) -> Heading:
    return Heading(1, (Text(text, _PLACE),), _PLACE)


def _way(place: Location, folder: Path) -> str:
    """Return the way from the folder of the page to a file."""
    if not Path(place.file).is_file():
        return ""
    return Path(os.path.relpath(place.file, folder)).as_posix()


def _changes(
    root: Path, systems: Sequence[CheckedNotes], dialect: Dialect, site: SiteSettings | None
) -> Iterator[Block]:
    """Yield what has changed in a folder since the last tag."""
    settings = Configuration(dialect=dialect)
    if site and any(notes.name in site.settings.systems for notes in systems):
        root, settings = site.pages, replace(settings, systems=site.settings.systems)
    history = SiteHistory(lambda name: root / name.lstrip("/"), settings)
    for notes in systems:
        changes = history.changes_since("", notes.name, _PLACE).value
        if changes:
            yield _heading(f"Changes of {notes.name}" if len(systems) > 1 else "Changes")
            yield from changes
