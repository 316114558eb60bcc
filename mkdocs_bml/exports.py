"""The exported files of a site: every system in every format that the site asks for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bml_core import Document, System, expand
from bml_core.formats.exports import EXPORTS, SystemTexts
from bml_core.site.exports import Offer
from mkdocs_bml.reports import LOG, log_diagnostics, log_warning
from mkdocs_bml.settings import Settings


def write_exports(
    folder: Path,
    exported: Iterable[tuple[str, Document]],
    offers: Iterable[Offer],
    settings: Settings,
    default: SystemTexts,
) -> None:
    """Write the systems that the pages agree on, and the files that pages have links to, into ``folder``.

    ``exported`` are documents with the names of their systems, in reading order; ``default`` is what files
    say where neither notes nor settings do.

    Raises:
        OSError: a file cannot be written.
    """
    systems = _build(exported, settings)
    filled = [name for name, system in systems.items() if system.agreements]
    offers = list(offers)
    for offer in offers:
        if problem := offer.emptiness(filled):
            log_warning(offer.place, str(problem))
    # A link leads to a file, even to one that holds nothing.
    for name in dict.fromkeys([*filled, *(offer.system for offer in offers)]):
        own = settings.systems.get(name, SystemTexts())
        texts = SystemTexts(own.title or default.title, own.summary or default.summary)
        _write(folder, name, systems.get(name, System(())), settings, texts)


def _build(exported: Iterable[tuple[str, Document]], settings: Settings) -> dict[str, System]:
    documents: dict[str, list[Document]] = {}
    for name, document in exported:
        documents.setdefault(name, []).append(document)
    systems = {name: expand(said, limits=settings.limits) for name, said in documents.items()}
    for system in systems.values():
        log_diagnostics(system.diagnostics)
    return systems


def _write(folder: Path, name: str, system: System, settings: Settings, texts: SystemTexts) -> None:
    for export in (EXPORTS[format_name] for format_name in settings.exports):
        log_diagnostics(export.losses(system))
        path = folder / export.file_name(name)
        path.write_bytes(export.content(system, texts))
        LOG.info("Wrote %s.", path)
