"""The files of a site: each system in each format that the site asks for, and the deals that pages offer."""

from __future__ import annotations

from pathlib import Path

from bml_core.formats import EXPORTS, SystemTexts
from bml_core.site import Configuration, Site
from mkdocs_bml.reports import LOG, log_diagnostics, log_losses


def write_files(folder: Path, site: Site, settings: Configuration, default: SystemTexts) -> None:
    """Write the systems that the pages agree on, and the files that pages have links to, into ``folder``.

    ``default`` is what files say where neither notes nor settings do.

    Raises:
        OSError: a file cannot be written.
    """
    for system in site.systems.values():
        log_diagnostics(system.diagnostics)
    log_diagnostics(site.empty_offers())
    # A link leads to a file, even to one that holds nothing.
    for name in dict.fromkeys((*site.filled, *(offer.system for offer in site.offers))):
        texts = settings.texts(name)
        for format_name in settings.exports:
            file = site.system_file(name, EXPORTS[format_name], texts, default)
            log_diagnostics(file.diagnostics)
            LOG.info("Wrote %s.", file.write(folder))
    for file in site.offered_deals():
        LOG.info("Wrote %s.", file.write(folder))
        log_losses(file.loss_summary, file.losses)
