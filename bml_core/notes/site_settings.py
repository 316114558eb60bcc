"""What settings say of notes: how they are read, and which systems a site of any host has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import DEFAULT_LIMITS, Dialect, Document, Limits, RowOrder
from bml_core.formats import SystemTexts
from bml_core.language import DEFAULT_ABBREVIATIONS, Page
from bml_core.notes.options import DEFAULT_SYSTEM, NOT_EXPORTED, BlockOptions, parse_options
from bml_core.render import Abbreviations
from bml_core.system import System, expand

_IN_SYSTEM = "pages, title and summary"


# ---------------------------------------------------------------- settings


@dataclass(frozen=True, slots=True)
class SystemSetting(SystemTexts):
    """Hold what the settings say about a system.

    Attributes:
        pages: The pages whose blocks belong to it if they name no system, written as after ``#+PAGES:``.
    """

    pages: tuple[str, ...] = ()

    def has(self, page: str) -> bool:
        """Return whether a page is one of its own.

        >>> SystemSetting(pages=("acol.bml", "weak/*")).has("weak/twos")
        True
        """
        if not (self.pages and page):
            return False
        from bml_core.notes.note_files import listed_pages  # noqa: PLC0415 - only sites divide systems by pages

        return bool(listed_pages(self.pages, "", [page]).pages)


@dataclass(frozen=True, slots=True)
class NoteSettings:
    """Hold the settings of a documentation that say how notes are read.

    Attributes:
        dialect: The dialect of blocks that name none.
        systems: The exported systems by name; if the mapping is empty, every name is allowed.
        include_roots: Folders, beside the documentation, that files may come from.
        limits: Upper bounds for one page.
        abbreviations: What abbreviations stand for.
        language: The language of descriptions that name none.
        choice: The order of rows that fit the same hand, where tables and systems name none.
        prefix: What the host writes before the names of settings.
        tables: Whether tables of pages are read where they stand; None for those of pages without a block.
        lists: The same of lists.
    """

    dialect: Dialect = Dialect.V2_0
    systems: Mapping[str, SystemSetting] = field(default_factory=dict, hash=False)
    include_roots: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    abbreviations: Abbreviations = field(
        default_factory=partial(Abbreviations, DEFAULT_ABBREVIATIONS), hash=False
    )
    language: str = "en"
    meanings: tuple[str, ...] = ()
    choice: RowOrder = RowOrder.AUTO
    prefix: str = ""
    tables: bool | None = None
    lists: bool | None = None

    def default_system(self, page: str = "") -> str:
        """Return the system of blocks on a page that name none.

        It is the system with this page, or else the first one without pages. Where every system has its
        pages, the blocks of other pages are not exported.

        >>> systems = {"acol": SystemSetting(pages=("acol",)), "club": SystemSetting(pages=("club/**",))}
        >>> [NoteSettings(systems=systems).default_system(page) for page in ("acol", "club/a", "index")]
        ['acol', 'club', 'none']
        """
        if not self.systems:
            return DEFAULT_SYSTEM
        own = (name for name, setting in self.systems.items() if setting.has(page))
        without_pages = (name for name, setting in self.systems.items() if not setting.pages)
        return next(own, next(without_pages, NOT_EXPORTED))

    def exported_system(self, options: BlockOptions, page: str = "") -> str | None:
        """Return the system that a block of a page with these options is exported to, or None."""
        return options.exported_system(self.default_system(page))

    def check_system(self, system: str, location: Location) -> tuple[Diagnostic, ...]:
        """Report a system that the settings do not list.

        >>> settings = NoteSettings(systems={"acol": SystemSetting()})
        >>> settings.check_system("acoll", Location("a.md", 1))[0].sentence
        'The setting systems does not list the system acoll. It has acol.'
        """
        if system in self.systems or not self.systems:
            return ()
        message = f"The setting {self.prefix}systems does not list the system {system}."
        return (Diagnostic("BML134", message, location, f"It has {', '.join(self.systems)}."),)

    def check_page(self, page: str, location: Location) -> tuple[Diagnostic, ...]:
        """Report a page that belongs to no system, so that its bidding tables are in no exported file.

        >>> settings = NoteSettings(systems={"acol": SystemSetting(pages=("acol",))})
        >>> settings.check_page("weak", Location("a.md", 1))[0].message
        'No system in the setting systems has the page weak.'
        """
        if not self.systems or self.default_system(page) != NOT_EXPORTED:
            return ()
        message = f"No system in the setting {self.prefix}systems has the page {page or '(unknown)'}."
        hint = f"Add it to the pages of {', '.join(self.systems)}, or give it a system."
        return (Diagnostic("BML134", message, location, hint),)

    def page(self, file: str, root: str | Path) -> Page:
        """Return the page that a file is, below the folder of the documentation, ``root``."""
        roots = (root, *self.include_roots)
        return Page(file, dialect=self.dialect, include_roots=roots, limits=self.limits)

    def expand(self, documents: Iterable[Document]) -> System:
        """Return the system that documents make."""
        words = tuple(self.abbreviations.meanings.items())
        return expand(
            documents, limits=self.limits, abbreviations=words, language=self.language, meanings=self.meanings
        )


def read_systems_setting(value: object) -> Mapping[str, SystemSetting]:
    """Return what the setting ``systems`` says.

    Raises:
        ValueError: It cannot be used; says what to write.
    """
    if not isinstance(value, Mapping):
        raise ValueError(
            "Write names with their settings, in Python such as "
            '{"precision": {"title": "Precision"}}, in YAML such as precision: {title: Precision}.'
        )
    return {_system_name(name): _system_setting(name, texts) for name, texts in value.items()}


def _system_name(name: object) -> str:
    options = parse_options({"system": str(name)})
    if options.diagnostics:
        raise ValueError(options.diagnostics[0].sentence)
    if options.value.system == NOT_EXPORTED:
        raise ValueError(f"A system cannot be called {NOT_EXPORTED}: it marks blocks that are not exported.")
    return options.value.system


def _system_setting(name: object, raw: object) -> SystemSetting:
    known = [entry.name for entry in fields(SystemSetting)]
    if raw is not None and not isinstance(raw, Mapping):
        raise ValueError(f'System "{name}" can have {_IN_SYSTEM}.')
    values = dict(raw or {})
    for key, value in values.items():
        if key not in known:
            raise ValueError(f'System "{name}" cannot have "{key}", only {_IN_SYSTEM}.')
        if key == "pages":
            pages = [value] if isinstance(value, str) else value
            if not isinstance(pages, Sequence) or not all(isinstance(p, str) and p.strip() for p in pages):
                raise ValueError(f'Write the pages of system "{name}" as a list, such as ["{name}.bml"].')
            values[key] = tuple(pages)
        elif not isinstance(value, str):
            raise ValueError(f'The {key} of system "{name}" is not a text.')
    return SystemSetting(**values)
