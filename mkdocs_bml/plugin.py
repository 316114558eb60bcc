"""The MkDocs plugin ``bml``: the extension, its style sheet, exported systems, and BML files as pages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import BaseConfigOption, Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel, file_sort_key
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url, nest_paths

from bml_core import Diagnostic, Location
from bml_core._package import few_collections
from bml_core.diagnostics import counted
from bml_core.files import Results
from bml_core.formats import EXPORTS, SystemTexts
from bml_core.language import read_source
from bml_core.notes import SUFFIX, Markup, PageList, find_parts, listed_pages, read_page_list, reading_order
from bml_core.render import LANGUAGES, script_words
from bml_core.render.html import FIELD_FILES, escape, site_files
from bml_core.site import (
    FIELD_DATA,
    SETTINGS,
    Configuration,
    Site,
    SiteFile,
    auction_list,
    check_names,
    fill_links,
    has_links,
    practice_page,
)
from mkdocs_bml.blocks import HandPages, has_places, named_requests, partial_box
from mkdocs_bml.extension import BmlExtension, read_settings
from mkdocs_bml.pages import page_name
from mkdocs_bml.reports import LOG, begin_build, end_build, log_diagnostics, log_losses, uncounted_warnings
from mkdocs_bml.sites import INVENTORY, Inventories, mended, note_spellings, write_inventory


class BmlFile(File):
    """A BML file that is a page, as Markdown files are."""

    def is_documentation_page(self) -> bool:
        """Return that it is one."""
        return True


def make_pages(files: Files, config: MkDocsConfig, include_roots: Sequence[str], *, serving: bool) -> None:
    """Turn BML files into pages; those that other files show or include stay what they are."""
    levels = ((file, file.inclusion) for file in files if file.abs_src_path)
    shown = [file for file, level in levels if (level.is_in_serve() if serving else level.is_included())]
    candidates = [file for file in shown if file.src_uri.lower().endswith(SUFFIX)]
    if not candidates:
        return
    parts = _parts(candidates, shown, [config.docs_dir, *include_roots])
    for uri, whole in parts.items():
        LOG.info("%s is included in %s", uri, whole)
    for uri in _named_in(config.nav):
        if uri in parts:
            hint = f"Delete it of nav, or #INCLUDE it nowhere in {parts[uri]}."
            LOG.warning(
                "The nav lists %s, but it is included in %s and gets no page. %s", uri, parts[uri], hint
            )
    pages = {file.src_uri: _as_page(file) for file in candidates if file.src_uri not in parts}
    _leave_out_conflicts(pages, shown)
    # Put where their files were: the order of the files is that of a site without a nav.
    for file in list(files):
        files.remove(file)
        files.append(pages.get(file.src_uri, file))
    if config.nav is None:
        config.nav = listed_nav(files, pages.values(), parts)


def keep_pages(files: Files, pages: Set[str]) -> None:
    """Make pages again of files that another plugin has put in the places of ``pages``, where it put them."""
    for file in files:
        if file.src_uri in pages and not isinstance(file, BmlFile):
            # The plugin goes on with the very object, to which it has added what it knows.
            file.__class__ = BmlFile


def _parts(candidates: list[File], shown: list[File], roots: list[str]) -> dict[str, str]:
    """Return the files that are parts of pages, and the pages; both by their addresses."""
    uris = {str(file.abs_src_path): file.src_uri for file in shown}
    markdown = [str(file.abs_src_path) for file in shown if file.is_documentation_page()]
    found = find_parts([str(file.abs_src_path) for file in candidates], markdown, roots)
    return {uris[part]: uris[whole] for part, whole in found.items()}


def _named_in(nav: Any) -> Iterator[str]:  # noqa: ANN401 - whatever YAML holds
    match nav:
        case str():
            yield nav
        case list():
            for item in nav:
                yield from _named_in(item)
        case dict():
            for item in nav.values():
                yield from _named_in(item)


def _as_page(file: File) -> File:
    page = BmlFile(
        file.src_uri, file.src_dir, file.dest_dir, file.use_directory_urls, inclusion=file.inclusion
    )
    # Another plugin may have made the file, somewhere else.
    page.abs_src_path, page.generated_by = file.abs_src_path, file.generated_by
    return page


def _leave_out_conflicts(pages: dict[str, File], shown: Iterable[File]) -> None:
    taken = {file.dest_uri: file.src_uri for file in shown if file.is_documentation_page()}
    # An index comes before a README, as among Markdown files.
    for uri, page in sorted(pages.items(), key=lambda item: PurePosixPath(item[0]).stem != "index"):
        other = taken.setdefault(page.dest_uri, uri)
        if other != uri:
            LOG.warning("%s gets no page, since %s has the same address. Rename one of the two.", uri, other)
            del pages[uri]


# ---------------------------------------------------------------- lists of pages


def listed_nav(
    files: Files, bml_pages: Iterable[File], parts: Mapping[str, str] | None = None
) -> list[Any] | None:
    """Return the nav that the lists of pages make, each page before those it lists; None without a list.

    Folders are its sections, as in the one that MkDocs makes. A page of Markdown has the list of the file
    that it shows, one of the ``parts``.
    """
    shown = ((page, files.get_file_from_path(part)) for part, page in (parts or {}).items())
    sources = [(page, file) for page, file in shown if file is not None and page.endswith(".md")]
    sources += [(file.src_uri, file) for file in bml_pages]
    written = {
        page_name(page): (file, read_page_list(read_source(str(file.abs_src_path)))) for page, file in sources
    }
    lists = {address: (file, found) for address, (file, found) in written.items() if found is not None}
    if not lists:
        return None
    in_nav = [file for file in files.documentation_pages() if file.inclusion.is_in_nav()]
    pages = {page_name(file.src_uri): file.src_uri for file in sorted(in_nav, key=file_sort_key)}
    listed = {address: _listed(address, *lists[address], pages) for address in lists}
    # Pages that nobody lists keep their order, and circles come last.
    below = {page for names in listed.values() for page in names}
    order = reading_order([*(page for page in pages if page not in below), *pages], listed)
    nav: list[Any] = nest_paths(pages[address] for address in order)
    return nav


def _listed(address: str, file: File, written: PageList, pages: Iterable[str]) -> tuple[str, ...]:
    found = listed_pages(written.names, address, pages, written.line)
    log_diagnostics(found.diagnostics(str(file.abs_src_path), "the folder of all pages"))
    return found.pages


STYLE_SHEET = "assets/bml.css"
SCRIPT = "assets/bml.js"
_EXTENSION_NAMES = ("bml", "mkdocs_bml", "mkdocs_bml.extension", "mkdocs_bml.extension:BmlExtension")
_ANSWER = re.compile(r'<details class="bml-answer.*?</details>\n?', re.DOTALL)
_HEAD_END = re.compile(r"</head\s*>", re.IGNORECASE)
_INVENTORIES = "inventories"
_LANGUAGES = "i18n"
_CACHE = ".cache/bml-double-dummy"
_RESULTS = ".cache/bml"
_BML_ON_PAGE = 'class="bml-'


class _Setting(BaseConfigOption[Any]):
    """An option that is read as in every host, with its error reported in the way of MkDocs."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.default = SETTINGS[name].default
        self._name = name

    def run_validation(self, value: object) -> object:
        try:
            read_settings({self._name: value})
        except ValueError as error:
            raise ValidationError(str(error)) from None
        return value


class BmlConfig(Config):
    """The options of the plugin; the names are those of the Sphinx extension without ``bml_``."""

    locals().update({name: _Setting(name) for name in SETTINGS})
    include_roots = config_options.ListOfItems(config_options.Dir(exists=True), default=[])
    inventories = config_options.Type(dict, default={})

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Read the options; of one that does not exist, MkDocs learns which one was meant."""
        unknown = [name for name in self if name not in SETTINGS and name != _INVENTORIES]
        for name in unknown:
            del self[name]
        errors, warnings = super().validate()
        return errors, [*warnings, *((each, one.sentence) for each in unknown for one in check_names([each]))]


class BmlPlugin(BasePlugin[BmlConfig]):
    """Shows BML on the pages of a site and writes the exported files of every system beside them."""

    def __init__(self) -> None:
        # MkDocs reads the settings before anything else; this stands for the extension with these.
        self._extension = BmlExtension()
        self._page_order: list[str] = []
        self._unlisted: dict[str, Location] = {}
        self._hands: HandPages | None = None
        self._files: Files | None = None
        self._whole_site: Site | None = None
        self._inventories = Inventories({}, Path())
        self._loaded: dict[str, str] = {}
        self._results = Results()
        self._with_answers = ""
        self._is_partial = False
        self._is_served = False

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Note whether all pages are converted, and whether drafts are."""
        self._is_partial = dirty
        self._is_served = command == "serve"

    # After plugins for several languages, which build the site once for each.
    @event_priority(-150)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the extension, in the place of one that the site lists itself."""
        begin_build(is_strict=config.strict)
        for name in _EXTENSION_NAMES:
            if name in config.markdown_extensions:
                config.markdown_extensions.remove(name)
            if config.mdx_configs.pop(name, None):
                LOG.warning(
                    "The plugin bml already includes its extension: move the options of %s to the plugin.",
                    name,
                )
        beside = Path(config.config_file_path).parent if config.config_file_path else Path()
        settings = {name: value for name, value in self.config.items() if name != _INVENTORIES}
        locale = str(getattr(config.plugins.get(_LANGUAGES), "current_language", ""))[:2]
        settings["language"] = locale if locale in LANGUAGES else self.config["language"]
        self._extension = BmlExtension(**settings, cache=str(beside / _CACHE))
        self._inventories = Inventories(self.config.inventories, beside)
        self._extension.fills_later = True
        self._results = Results(beside / _RESULTS)
        self._hands = self._files = self._whole_site = None
        config.markdown_extensions.append(self._extension)  # type: ignore[arg-type]
        return config

    def _make_pages(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Make pages of BML files, and note which style sheets and scripts the site has itself."""
        make_pages(files, config, self.config.include_roots, serving=self._is_served)
        self._extension.bml_pages = {file.src_uri for file in files if isinstance(file, BmlFile)}
        # They are written later: plugins for several languages take no files that are not on the disk.
        loaded = site_files(self._extension.configuration.suit_colors)
        self._loaded = {
            name: content
            for file, content in loaded.items()
            if files.get_file_from_path(name := f"assets/{file}") is None
        }
        return files

    # After plugins for several languages, which make files of their own.
    @event_priority(-150)
    def _keep_pages(self, files: Files, *, config: MkDocsConfig) -> Files:
        keep_pages(files, self._extension.bml_pages)
        settings = self._extension.configuration
        uri = f"{settings.practice}.md"
        # A page of the author's comes first.
        if settings.practice and files.get_file_from_path(uri) is None:
            titles = {name: texts.title for name, texts in settings.systems.items()}
            page = practice_page(titles, Markup.MARKDOWN, settings.words)
            files.append(File.generated(config, uri, content=page))
        return files

    on_files = CombinedEvent(_make_pages, _keep_pages)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Note the order in which the pages are read; pages outside the navigation come after it."""
        read = [page.file.src_uri for page in nav.pages]
        rest = sorted(file.src_uri for file in files.documentation_pages())
        self._page_order = list(dict.fromkeys([*read, *rest]))
        # Without a navigation in the settings every page is in the one that MkDocs makes.
        outside = [] if config.nav is None else [uri for uri in rest if uri not in set(read)]
        sources = {file.src_uri: file.abs_src_path or file.src_uri for file in files}
        self._unlisted = {page_name(uri): Location(sources[uri], 1) for uri in outside}
        return nav

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Keep BML away from what reads Markdown; the extension reads the file itself."""
        return f"<!-- {page.file.src_uri} -->" if isinstance(page.file, BmlFile) else None

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Let what a BML file says about itself become what the theme knows of the page."""
        facts = self._extension.facts[page.file.src_uri]
        page.meta = {**page.meta, **facts.metadata}
        if _BML_ON_PAGE in html:
            note_spellings(page, facts.rows.values())
        return html

    @few_collections()
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Fill in what is known of hands, now that all pages are converted."""
        self._files = files
        for file in files.documentation_pages():
            if file.page is not None and file.page.content:
                file.page.content = mended(file.page.content, file.page)
            if file.page is not None and file.page.content:
                rows = self._extension.rows.get(file.src_uri, {})
                file.page.content = _with_script(self._filled(file.page.content, file.page, rows), file.page)
                # mkdocs-print-site-plugin makes its page of this copy.
                if isinstance(copy := getattr(file.page, "html", None), str):
                    filled = self._filled(copy, file.page, rows)
                    file.page.html = _with_script(filled, file.page)  # type: ignore[attr-defined]
        self._keep_quizzes(files)
        if not self._is_partial:
            log_diagnostics(self._site().wrong_links(elsewhere=self._inventories.find))
            log_diagnostics(self._inventories.faults())
            log_diagnostics(self._findings(config))
        return env

    def _keep_quizzes(self, files: Files) -> None:
        """Leave files of boards out of the site if a page hides something of them, and none links to them."""
        facts = self._extension.facts
        quizzes = {os.path.realpath(quiz) for page in facts for quiz in facts[page].quizzes}
        if not quizzes:
            return
        pages = [file.page.content or "" for file in files.documentation_pages() if file.page is not None]
        for file in files:
            link = f'{quote(PurePosixPath(file.src_uri).name)}"'
            is_quiz = file.abs_src_path is not None and os.path.realpath(file.abs_src_path) in quizzes
            if is_quiz and not any(link in content for content in pages):
                file.inclusion = InclusionLevel.EXCLUDED
                LOG.info("The site leaves out %s, since a page hides something of it.", file.src_uri)

    def _findings(self, config: MkDocsConfig) -> tuple[Diagnostic, ...]:
        """Return what the systems of all pages say against themselves."""
        place = Location(str(config.config_file_path or "mkdocs.yml"), 1)
        return self._site().findings(place, self._unlisted).findings

    def _filled(self, html: str, page: Page, rows: Mapping[str, Location | None]) -> str:
        if not (rows or has_places(html) or has_links(html)):
            return html
        extension, files = self._extension, self._files
        if files is None:
            return html
        facts = extension.facts
        requests = named_requests(facts[page] for page in facts)
        urls = _urls(files)

        def link(name: str, ident: str) -> str:
            own = name == page_name(page.file.src_uri)
            way = "" if own else get_relative_url(urls[name], page.url)
            return f"{way}#{ident}"

        site = self._site()
        if self._is_partial:
            html = partial_box(html, requests)
        else:
            if self._hands is None:
                self._hands = HandPages(extension.configuration, site, requests)
            html = self._hands.fill(html, link, get_relative_url(".", page.url).rstrip("/") + "/")
        name, words = page_name(page.file.src_uri), extension.configuration.words
        return fill_links(html, site, name, link, rows=rows, elsewhere=self._inventories.find, words=words)

    # The search reads a page between these two: it gives no answer away.
    @event_priority(100)
    def _close_answers(self, /, context: object, *, page: Page, **_: object) -> None:
        content = page.content or ""
        if '<details class="bml-answer' in content:
            self._with_answers = content
            page.content = _ANSWER.sub("", content)

    @event_priority(-200)
    def _open_answers(self, /, context: object, *, page: Page, **_: object) -> None:
        if self._with_answers:
            page.content, self._with_answers = self._with_answers, ""

    on_page_context = CombinedEvent(_close_answers, _open_answers)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Link the style sheet from a page that shows BML, last of all, and from no other."""
        # Blogs put the beginnings of pages together when all pages are converted.
        output = self._filled(output, page, {})
        end = _HEAD_END.search(output)
        if end is None:
            return output
        links = []
        if _BML_ON_PAGE in output:
            links.append(f'<link rel="stylesheet" href="{get_relative_url(STYLE_SHEET, page.url)}">\n')
        if self._has_field:
            links += self._field_links(page)
        return output[: end.start()] + "".join(links) + output[end.start() :]

    @property
    def _has_field(self) -> bool:
        is_wanted = self._extension.configuration.auction_field and not self._is_partial
        return is_wanted and bool(self._site().auctions.places)

    def _field_links(self, page: Page) -> Iterator[str]:
        """Yield what a page loads for its auction field."""
        style, script = (get_relative_url(f"assets/{name}", page.url) for name in FIELD_FILES)
        words = script_words(self._extension.configuration.words, "field_")
        said = f' data-words="{escape(words)}"' if words else ""
        yield f'<link rel="stylesheet" href="{style}">\n<script defer src="{script}"{said}></script>\n'

    # The search, and the list of objects of other plugins, come first; what packs the site comes last.
    @event_priority(-50)
    def _finish(self, *, config: MkDocsConfig) -> None:
        """Write the files of each system that the pages agree on, in the order of the navigation."""
        self._results.write()
        try:
            self._write_files(config)
        except OSError as error:
            end_build()
            # A full disk names no file.
            name = error.filename or config.site_dir
            raise PluginError(f"The file {name} cannot be written: {error.strerror or error}.") from error

    # As MkDocs does, when all plugins have run.
    @event_priority(-200)
    def _stop(self, *, config: MkDocsConfig) -> None:
        """Fail a strict build for warnings that a quiet MkDocs does not count."""
        warnings = uncounted_warnings()
        end_build()
        if warnings:
            count = counted(warnings, "warning")
            raise Abort(f"Aborted with {count} about BML in strict mode! Without --quiet they are shown.")

    on_post_build = CombinedEvent(_finish, _stop)

    def _write_files(self, config: MkDocsConfig) -> None:
        for name, content in self._loaded.items():
            SiteFile(name, content.encode()).write(Path(config.site_dir))
        if self._is_partial:
            LOG.info("Only changed pages were built, so no system is written to files.")
            return
        default = SystemTexts(config.site_name, config.site_description or "")
        write_files(Path(config.site_dir), self._site(), self._extension.configuration, default)
        self._write_boxes(Path(config.site_dir))
        self._write_auctions(Path(config.site_dir))
        self._write_inventory(config)

    def _write_boxes(self, folder: Path) -> None:
        """Write the data of the bidding boxes on pages."""
        if self._hands is None or self._files is None:
            return
        urls = _urls(self._files)
        for box in self._hands.boxes:
            for name, content in box.files(urls.__getitem__, self._extension.configuration.words):
                SiteFile(name, content.encode()).write(folder)

    def _write_auctions(self, folder: Path) -> None:
        """Write the list of auctions for the field of every page."""
        if not self._has_field or self._files is None:
            return
        urls = _urls(self._files)
        pages = [file.page for file in self._files.documentation_pages() if file.page is not None]
        titles = {page_name(page.file.src_uri): unescape(page.title or "") for page in pages}
        content = auction_list(self._site().auctions, urls.__getitem__, lambda page: titles.get(page) or page)
        SiteFile(f"assets/{FIELD_DATA}", content.encode()).write(folder)

    def _write_inventory(self, config: MkDocsConfig) -> None:
        """Write the inventory of the site, with what other plugins have written there."""
        auctions, folder = self._site().auctions, Path(config.site_dir)
        if not auctions.names or self._files is None:
            return
        old = folder / INVENTORY
        beside = old.read_bytes() if old.is_file() else b""
        way = {page: url.removeprefix("./") for page, url in _urls(self._files).items()}
        content = write_inventory(config.site_name, auctions, way.__getitem__, beside)
        SiteFile(INVENTORY, content).write(folder)

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., None]
    ) -> LiveReloadServer:
        """Watch the folders that files are included from; that of the documentation is watched already."""
        for root in self.config.include_roots:
            server.watch(root)
        return server

    def _site(self) -> Site:
        """Return the site as far as its pages are converted; it is made once these all are."""
        if self._files is not None and self._whole_site is not None:
            return self._whole_site
        pages = self._extension.facts.in_order(self._page_order)
        settings = self._extension.configuration
        named = ((page_name(uri), facts) for uri, facts in pages)
        site = Site(named, settings, self._results)
        self._whole_site = site if self._files is not None else None
        return site


def _with_script(html: str, page: Page) -> str:
    """Link the script from a page that shows BML or links to it, and from no other.

    It is below the text: themes that exchange pages without loading them run no script of a head.
    """
    script = f'\n<script defer src="{get_relative_url(SCRIPT, page.url)}"></script>'
    return f"{html}{script}" if _BML_ON_PAGE in html else html


def _urls(files: Files) -> dict[str, str]:
    """Return the addresses of the pages below that of the site, by their names."""
    return {page_name(file.src_uri): file.url for file in files.documentation_pages()}


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
