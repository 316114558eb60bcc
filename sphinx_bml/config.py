"""Read the settings of a project from conf.py, where each has the prefix ``bml_``, and its language."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.i18n import CatalogRepository

from bml_core import Location
from bml_core.document import read_note_language
from bml_core.render import CATALOGUE, UiTexts, read_catalogue, translated
from bml_core.site import SETTINGS, Configuration, check_names, read_configuration
from sphinx_bml.reports import report

PREFIX = "bml_"

# Sphinx has a setting of its own for the language, builders for the formats, and no errors on its pages.
SETTING_NAMES = [name for name in SETTINGS if name not in ("language", "exports", "errors")]
# Settings of web pages; a change of any other one makes Sphinx read all pages again.
_WEB = ("suit_colors", "abbreviations")
_NAMED_SITES_ONLY = "intersphinx_disabled_reftypes"


def read_config(config: Config) -> Configuration:
    """Return the validated settings.

    Raises:
        ConfigError: a value cannot be used; says which and what to write.
    """
    raw = {name: getattr(config, PREFIX + name) for name in SETTING_NAMES}
    result = read_configuration(raw, prefix=PREFIX)
    if result.diagnostics:
        raise ConfigError("\n".join(diagnostic.sentence for diagnostic in result.diagnostics))
    return replace(result.value, language=read_note_language(config.language or ""))


def check_config(app: Sphinx, config: Config) -> None:
    """Stop the build early if a setting cannot be used, and make folders relative to conf.py absolute."""
    configuration = read_config(config)
    place = Location(str(app.confdir / "conf.py"), 1)
    report(check_names(_unknown(config), prefix=PREFIX, known=SETTING_NAMES, place=place))
    roots = tuple(str(app.confdir / root) for root in configuration.include_roots)
    report(replace(configuration, include_roots=roots).check_roots(place))
    config.bml_include_roots = list(roots)
    if _NAMED_SITES_ONLY in config:
        # A mistyped auction of these notes shall not lead to those of others, unless it names their site.
        config[_NAMED_SITES_ONLY] = [*config[_NAMED_SITES_ONLY], "bml:auction"]


def _unknown(config: Config) -> list[str]:
    """Return the names in conf.py with our prefix that no extension has registered."""
    # Sphinx keeps what conf.py says beside what was registered, but names it nowhere in public.
    said = getattr(config, "_raw_config", {})
    return [name.removeprefix(PREFIX) for name in said if name.startswith(PREFIX) and name not in config]


def add_config_values(app: Sphinx) -> None:
    """Register the settings."""
    for name in SETTING_NAMES:
        # What a setting may be is checked where it is read.
        app.add_config_value(PREFIX + name, SETTINGS[name].default, "html" if name in _WEB else "env", Any)


# ---------------------------------------------------------------- our own words


class _OwnCatalogue(NullTranslations):
    """The catalogue of a language that comes with this package."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._messages = read_catalogue(language)

    def gettext(self, message: str) -> str:
        """Return the translation of a message, or the message."""
        return self._messages.get(message, message)


def add_catalogues(app: Sphinx) -> None:
    """Take the catalogue of the language, after one that the project has in its ``locale_dirs``."""
    config = app.config
    own = CatalogRepository(app.srcdir, config.locale_dirs, config.language, config.source_encoding)
    for catalogue in own.catalogs:
        # Sphinx compiles catalogues when it reads pages, which is too late for this one.
        if catalogue.domain == CATALOGUE and catalogue.is_outdated():
            catalogue.write_mo(config.language, config.gettext_allow_fuzzy_translations)
    # An earlier project of this process may have had another language.
    locale.translators.pop(("general", CATALOGUE), None)
    translator, _ = locale.init(list(own.locale_dirs), config.language, CATALOGUE)
    translator.add_fallback(_OwnCatalogue(read_note_language(config.language or "")))


def project_words() -> UiTexts:
    """Return the words in the language of the project that is built."""
    return _words_of(locale.get_translator(CATALOGUE))


@lru_cache(maxsize=1)
def _words_of(translator: NullTranslations) -> UiTexts:
    return translated(translator.gettext)
