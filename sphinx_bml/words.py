"""Our own words in the language of the project, through the catalogues of Sphinx."""

from __future__ import annotations

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.util.i18n import CatalogRepository

from bml_core.render import CATALOGUE, Words, catalogue_folder, translated


def add_catalogues(app: Sphinx) -> None:
    """Take the catalogue of the language, behind one that the project has in its ``locale_dirs``."""
    config = app.config
    own = CatalogRepository(app.srcdir, config.locale_dirs, config.language, config.source_encoding)
    for catalogue in own.catalogs:
        # Sphinx compiles catalogues when it reads pages, which is too late for this one.
        if catalogue.domain == CATALOGUE and catalogue.is_outdated():
            catalogue.write_mo(config.language, config.gettext_allow_fuzzy_translations)
    # An earlier project of this process may have had another language.
    locale.translators.pop(("general", CATALOGUE), None)
    locale.init(list(own.locale_dirs), config.language, CATALOGUE)
    app.add_message_catalog(CATALOGUE, catalogue_folder())


def project_words() -> Words:
    """Return the words in the language of the project that is built."""
    return translated(locale.get_translation(CATALOGUE))
