"""Notes as files hold them, BML or pages with BML in them, as settings say, and as one system to ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from errno import ENOENT
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bml_core._package import checked, how_to_install
from bml_core.diagnostics import Diagnostic, Location, Result, Severity, counted, listed
from bml_core.document import (
    DEFAULT_LIMITS,
    BiddingTable,
    Diagram,
    Dialect,
    Document,
    Limits,
    RowOrder,
    TextLine,
)
from bml_core.files import decode, is_file, is_folder, read_file, repository
from bml_core.formats import SystemTexts, bss
from bml_core.language import DEFAULT_ABBREVIATIONS, Page, read_source
from bml_core.notes.options import (
    DEFAULT_SYSTEM,
    NOT_EXPORTED,
    QUERIES,
    BlockOptions,
    Kind,
    Markup,
    Show,
    markup_of,
    named_file,
    option_diagnostic,
    page_options,
    parse_options,
)
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
        'The page weak belongs to none of the systems in the setting systems.'
        """
        if not self.systems or self.default_system(page) != NOT_EXPORTED:
            return ()
        setting = f"the setting {self.prefix}systems"
        message = f"The page {page or '(unknown)'} belongs to none of the systems in {setting}."
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


if TYPE_CHECKING:
    from bml_core.formats.deals import SourcedBoard
    from bml_core.notes.page_blocks import PageBlock
    from bml_core.notes.standing import StandingPart

_all = chain.from_iterable

MARKUPS = tuple(markup.value for markup in Markup)
"""What a file of notes may be written in: BML, or Markdown or reStructuredText with blocks of BML."""

MOST_BOARDS = 200
"""Boards that one block shows; nobody reads a page with more."""
NO_DOCUMENT = Document(())
_MOST_MISSING = 6
_DISCLOSURE_ENDING = ".bss"
_DEALS_ENDINGS = {".pbn": "pbn", ".lin": "lin"}
_SEVERAL = ("These files have", "They have", "Their")
_HOW_TO_WRITE = {
    Markup.MARKDOWN: "Write a line ```bml above the rows and a line ``` below them.",
    Markup.REST: "Write the rows below a line .. bml:: and an empty line, indented.",
}


# ---------------------------------------------------------------- one block


@dataclass(frozen=True, slots=True)
class NotesBlock:
    """Hold what a block of a page says, or a whole BML file, whatever shows it.

    Attributes:
        place: Where the block is.
        options: Its options.
        document: What it says, with its diagnostics; empty for a block of boards, queries or changes.
        diagnostics: Everything that is wrong with the block, its options and its files.
        source: The text as it is written.
        deals: The boards of a file that it shows.
        dependencies: The files that it was read from.
        system: The system that it adds to, if to any.
    """

    place: Location
    options: BlockOptions
    document: Document = NO_DOCUMENT
    diagnostics: tuple[Diagnostic, ...] = ()
    source: str = ""
    deals: tuple[SourcedBoard, ...] = ()
    dependencies: tuple[str, ...] = ()
    system: str | None = DEFAULT_SYSTEM

    @property
    def named(self) -> str:
        """Return the system that it names, "" for none; boards, queries and lists of changes have none."""
        return self.options.system if self.options.kind is Kind.NOTES else NOT_EXPORTED

    @property
    def is_shown(self) -> bool:
        """Return whether the page shows what it says."""
        return not (self.options.hide or self.options.hidden) and self.options.show is not Show.SOURCE

    def within(self, default: str) -> NotesBlock:
        """Return the block in its system, which is ``default`` if it names none."""
        return replace(self, system=BlockOptions(system=self.named).exported_system(default))


def read_block(
    page: Page, block: PageBlock, find_file: Callable[[str], str | Path], *, one_deal: bool = False
) -> NotesBlock:
    """Read a block of a page; blocks are read in order, since they share the state of the page.

    ``find_file`` returns the file that a name in the options means. With ``one_deal`` the text must be one
    deal diagram and nothing else.

    >>> from bml_core.notes import PageBlock
    >>> block = read_block(Page("notes.md"), PageBlock(3, 1, {"system": "none"}, "1C  16+", 5, 1), Path)
    >>> block.options.system, str(block.document.tables[0].location)
    ('none', 'notes.md:5:1')
    """
    place = Location(block.file or page.file, block.line, block.column)
    parsed = parse_options(block.raw, place)
    options = parsed.value
    problem, hint = block.problem
    faults = [Diagnostic("BML132", problem, place, hint)] if problem else []
    faults += parsed.diagnostics
    unread: list[Diagnostic] = []
    if block.text.strip() and (why := _why_no_text(options)):
        unread.append(option_diagnostic(f"A block with {why}.", place, "Delete the text of the block."))
    if options.kind is Kind.DEALS:
        boards = _read_boards(page, find_file(options.file), options, place)
        return replace(boards, diagnostics=(*faults, *boards.diagnostics, *unread))
    faults += unread
    if options.kind is not Kind.NOTES:
        return NotesBlock(place, options, diagnostics=tuple(faults))
    source = block.text
    with page.in_dialect(options.dialect):
        if options.file:
            path = find_file(options.file)
            document = page.parse_file(path, location=place)
            source = read_source(path) if document.dependencies else ""
        else:
            places = [(file or page.file, line) for file, line in block.places] or None
            begin = block.text_line, block.text_column
            document = page.parse(
                block.text, line=begin[0], column=begin[1], places=places, above=block.above
            )
    if one_deal:
        only = _only_deal(document, place)
        document = only.value
        faults += only.diagnostics
    if options.choice is not None:
        document = document.with_choice(options.choice)
    faults += document.diagnostics
    document = replace(document, diagnostics=tuple(faults))
    return NotesBlock(place, options, document, tuple(faults), source, dependencies=document.dependencies)


def _why_no_text(options: BlockOptions) -> str:
    """Return what a block has that leaves no room for text, "" for nothing."""
    if options.kind in QUERIES or options.kind is Kind.CHANGES:
        return f"{options.kind.value} shows no text"
    return "a file shows the file alone" if options.file or options.kind is Kind.DEALS else ""


def _only_deal(document: Document, place: Location) -> Result[Document]:
    """Return a document of one deal diagram and nothing else; report at ``place`` that it was not one."""
    if len(document.blocks) == 1 and isinstance(document.blocks[0], Diagram):
        return Result(document)
    diagrams = tuple(block for block in document.blocks if isinstance(block, Diagram))[:1]
    held = "more than a deal" if diagrams else "no deal"
    hint = "Write a line for each hand: N: AKx T9 xxx Q987x."
    fault = Diagnostic("BML137", f"The text of bml:deal holds {held}.", place, hint)
    return Result(replace(document, blocks=diagrams, metadata=()), (fault,))


def _read_boards(page: Page, path: str | Path, options: BlockOptions, place: Location) -> NotesBlock:
    """Read the boards of a file that a block asks for; ``place`` is where a page names the file.

    The file must lie in a folder that the page may include files from. Only errors of a board are
    reported; ``bml deals check`` reports everything.
    """
    # Few pages show files of deals.
    from bml_core.formats.deals import read, selected  # noqa: PLC0415 - only for files of deals

    data, diagnostics, dependencies = page.read_data(path, location=place)
    if data is None:
        return NotesBlock(place, options, diagnostics=diagnostics, dependencies=dependencies)
    every = list(read(data, str(path)))
    boards = list(selected(every, options.boards))
    shown = boards[:MOST_BOARDS]
    checked = [dealt for dealt in every if not dealt.is_board] + shown
    errors = [one for dealt in checked for one in dealt.diagnostics if one.severity is Severity.ERROR]
    faults = _board_faults(every, len(boards), options.boards or (), Path(path).name)
    asked = (option_diagnostic(message, place, hint) for message, hint in faults)
    every_fault = (*diagnostics, *errors, *asked)
    return NotesBlock(place, options, diagnostics=every_fault, deals=tuple(shown), dependencies=dependencies)


def _board_faults(
    every: Sequence[SourcedBoard], shown: int, wanted: Sequence[range], name: str
) -> Iterator[tuple[str, str]]:
    from bml_core.formats.deals import numbered  # noqa: PLC0415 - only for files of deals

    known = {number for number, _ in numbered(every)}
    missing = list(islice((n for span in wanted for n in span if n not in known), _MOST_MISSING + 1))
    if not every:
        yield f"The file {name} has no deal.", "Name a PBN or LIN file."
    elif not shown:
        held = counted(sum(dealt.is_board for dealt in every), "board")
        yield f"The file {name} contains none of these boards.", f"It has {held}."
    elif missing:
        numbers = ", ".join(map(str, missing[:_MOST_MISSING])) + " and more" * (len(missing) > _MOST_MISSING)
        yield f"The file {name} has no board {numbers}.", "Write numbers of boards in the file."
    if shown > MOST_BOARDS:
        message = f"Only the first {MOST_BOARDS} of these boards are shown."
        yield message, "Choose some with the option boards, such as 1-16."


# ---------------------------------------------------------------- one file


class NotesFile(NamedTuple):
    """A file as its blocks; a BML file is one block.

    Attributes:
        name: The file, as messages call it.
        blocks: The blocks in order.
        markup: What the file is written in, one of ``MARKUPS``; "" for several files.
        file_diagnostics: What is wrong with the file itself.
        files: The files that were read beside those that the documents name.
        standing: How many calls were placed in tables and lists of a page, and how many of these stay text.
        text: The text of a page; "" for BML and several files.
        meant: The diagnostics of rows of a page that stay text as they should.
    """

    name: str
    blocks: tuple[NotesBlock, ...]
    markup: str = "bml"
    file_diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()
    standing: tuple[int, int] = (0, 0)
    text: str = ""
    meant: tuple[Diagnostic, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return everything that is wrong."""
        return (*self.file_diagnostics, *_all(block.diagnostics for block in self.blocks))

    @property
    def texts(self) -> tuple[TextLine, ...]:
        """Return the headings, paragraphs, items and tables of it as lines, as far as these can be read."""
        if self.text:
            from bml_core.notes.standing import find_texts  # noqa: PLC0415 - BML files have none of these

            return find_texts(self.text, self.name)
        from bml_core.outlines import blocks_of_document, text_lines  # noqa: PLC0415 - rows need none of it

        return tuple(_all(text_lines(blocks_of_document(block.document)) for block in self.blocks))

    @property
    def systems(self) -> tuple[str, ...]:
        """Return the names of the systems that blocks add to, in order."""
        return tuple(dict.fromkeys(block.system for block in self.blocks if block.system is not None))

    def documents(self, system: str) -> list[Document]:
        """Return what each block adds to a system."""
        return [block.document for block in self.blocks if block.system == system]

    def within(self, default: str) -> NotesFile:
        """Return the file as one of several: what names no system adds to ``default``."""
        return self._replace(blocks=tuple(block.within(default) for block in self.blocks))

    def document(self, is_chosen: Callable[[NotesBlock], bool]) -> Document:
        """Return the blocks that are chosen as one document, which names every file that was read."""
        blocks = [block for block in self.blocks if is_chosen(block)]
        chosen, every = ([block.document for block in some] for some in (blocks, self.blocks))
        if len(chosen) == len(every) == 1 and not self.file_diagnostics:
            return chosen[0]
        return Document(
            tuple(_all(document.blocks for document in chosen)),
            tuple(_all(document.metadata for document in chosen)),
            (*self.file_diagnostics, *_all(block.diagnostics for block in blocks)),
            tuple(dict.fromkeys((*self.files, *_all(block.dependencies for block in self.blocks)))),
            tuple(dict.fromkeys(_all(document.missing for document in every))),
            tuple(_all(document.allowances for document in chosen)),
            tuple(_all(document.cuts for document in chosen)),
            tuple(_all(document.pasted for document in every)),
            _statements(chosen),
            tuple(_all(document.legend for document in chosen)),
        )

    def system_document(self, system: str) -> Document:
        """Return what the file adds to a system as one document; a BML file adds everything."""
        if self.markup == "bml":
            return self.document(lambda block: True)
        document = self.document(lambda block: block.system == system)
        if not self.blocks or system in self.systems:
            return document
        these, it, its = ("This page has", "It has", "Its") if self.markup else _SEVERAL
        message = f'{these} no BML block of the system "{system[:60]}".'
        names = ", ".join(self.systems)
        chosen = f"{it} blocks of {names}: choose with --system."
        hint = chosen if names else f"{its} blocks belong to no system."
        missing = Diagnostic("BML133", message, Location(self.name, 1), hint)
        return replace(document, diagnostics=(*document.diagnostics, missing))


def _statements(documents: Sequence[Document]) -> tuple[BiddingTable, ...] | None:
    """Return what the texts of documents say of calls; None where nobody has looked."""
    if all(document.statements is None for document in documents):
        return None
    from bml_core.outlines import statements_of_document  # noqa: PLC0415 - BML files alone need none of it

    return tuple(_all(map(statements_of_document, documents)))


def systems_of(files: Iterable[NotesFile], settings: NoteSettings) -> dict[str, System]:
    """Return the systems with rows that files make, by name."""
    documents: dict[str, list[Document]] = {}
    for file in files:
        for block in file.blocks:
            if block.system:
                documents.setdefault(block.system, []).append(block.document)
    systems = {name: settings.expand(parts) for name, parts in documents.items()}
    return {name: system for name, system in systems.items() if system.agreements or system.left_out}


def joined(name: str, files: Iterable[NotesFile]) -> NotesFile:
    """Return several files as one without a markup, which messages call ``name``."""
    files = tuple(files)
    return NotesFile(
        name,
        tuple(_all(file.blocks for file in files)),
        "",
        tuple(_all(file.file_diagnostics for file in files)),
        tuple(_all(file.files for file in files)),
    )


def read_notes_file(
    path: str | Path,
    *,
    data: bytes | None = None,
    name: str = "",
    markup: str = "",
    settings: NoteSettings | None = None,
    root: str | Path | None = None,
) -> NotesFile:
    """Read a file of notes, BML or a page with BML; everything wrong is in the diagnostics.

    Args:
        path: The file.
        data: Its bytes, if they are not to be read from ``path``.
        name: What messages call the file; ``path`` if nothing is given.
        markup: What it is written in, one of ``MARKUPS``; by its name if nothing is given.
        settings: How it is read, and further folders that ``#INCLUDE`` may take files from.
        root: The folder of the documentation, which files are taken from; without it, they are taken from the
            folder of the file, its repository and the folder of the process.

    >>> read_notes_file("missing.md").diagnostics[0].message
    'File not found: missing.md.'
    """
    settings = settings or NoteSettings()
    name = name or str(path)
    if root is not None:
        page = settings.page(name, root)
        find_file = partial(named_file, file=str(path), root=root)
    else:
        folder = Path(path).parent
        roots = [folder, Path(), *repository(folder), *map(Path, settings.include_roots)]
        page = Page(name, dialect=settings.dialect, include_roots=roots, limits=settings.limits)
        find_file = partial(_find_file, roots=roots)
    written = Markup(markup) if markup else markup_of(str(path))
    if written is Markup.BML and not markup and data is None and _is_text(path):
        return _read_text(page.file)
    if written is Markup.BML:
        document = page.parse_file(path) if data is None else page.parse_bytes(data)
        options, faults = page_options(document).value, document.diagnostics
        block = NotesBlock(Location(page.file, 1), options, document, faults, "", (), document.dependencies)
        return NotesFile(page.file, (block,))
    return _read_page(page, written, find_file, data, settings)


def _read_page(
    page: Page, markup: Markup, find_file: Callable[[str], Path], data: bytes | None, settings: NoteSettings
) -> NotesFile:
    read = read_file(page.file) if data is None else Result(data)
    if read.value is None:
        return NotesFile(page.file, (), markup.value, read.diagnostics)
    text = decode(read.value, page.file)
    diagnostics = text.diagnostics
    if any(each.code == "BML101" for each in diagnostics):
        return NotesFile(page.file, (), markup.value, diagnostics)
    # BML files have none of these.
    from bml_core.notes.page_blocks import find_blocks  # noqa: PLC0415
    from bml_core.notes.standing import find_said_beside, find_standing  # noqa: PLC0415

    found = find_blocks(text.value, markup)
    standing = find_standing(
        text.value, page.file, markup, tables=settings.tables, lists=settings.lists, has_blocks=bool(found)
    )
    diagnostics = (*diagnostics, *standing.diagnostics)
    if not (found or standing.parts):
        message = "This page has no BML block."
        hint = _HOW_TO_WRITE[markup]
        if standing.lacks:
            how = how_to_install("import")
            hint += f" To read its tables and lists as they are, {standing.lacks} is needed. {how}"
        nothing = Diagnostic("BML133", message, Location(page.file, 1), hint)
        diagnostics = (*diagnostics, nothing)
    blocks = [read_block(page, each, find_file).within(DEFAULT_SYSTEM) for each in found]
    blocks += (standing_block(part, page.file) for part in standing.parts)
    parts = ((block.system or "", block.document) for block in blocks)
    if said := find_said_beside(parts, text.value, page.file):
        blocks.append(NotesBlock(Location(page.file, 1), BlockOptions(), said[1], system=said[0]))
    blocks.sort(key=lambda block: block.place.line)
    files = (page.file,) if data is None else ()
    counts = (standing.placed, standing.unplaced)
    return NotesFile(
        page.file, tuple(blocks), markup.value, diagnostics, files, counts, text.value, standing.meant
    )


def _is_text(path: str | Path) -> bool:
    """Return whether a file is not BML, but a text that tells of calls."""
    if Path(path).suffix.lower() == ".bml":
        return False
    from bml_core.notes.note_files import is_text  # noqa: PLC0415 - BML files alone need none of it

    return is_text(path)


def _read_text(name: str) -> NotesFile:
    """Read a text that is not BML, as notes of another program."""
    from bml_core.notes.standing import find_in_text  # noqa: PLC0415 - BML files have none of these

    read = read_file(name)
    found = find_in_text(read.value or b"", name)
    blocks = tuple(standing_block(part, name) for part in found.parts)
    counts = (found.placed, found.unplaced)
    return NotesFile(
        name,
        blocks,
        Markup.MARKDOWN.value,
        (*read.diagnostics, *found.diagnostics),
        (name,),
        counts,
        meant=found.meant,
    )


def standing_block(part: StandingPart, file: str) -> NotesBlock:
    """Return tables or a list of a page, which stay as they are, as a block of it."""
    return NotesBlock(Location(file, part.line), BlockOptions(), part.document)


def _find_file(name: str, roots: Sequence[Path]) -> Path:
    """Return the file that a page names: relative to the page, with ``/`` to the top of the documentation.

    The page does not say where that top is: it is the first folder that has the file, from that of the page
    up to that of the repository, or one of the other folders that files may come from.
    """
    folder, *others = roots
    if not name.startswith("/"):
        return Path(os.path.normpath(folder / name))
    top = next(iter(repository(folder)), folder.absolute())
    above = [up for up in folder.absolute().parents if up.is_relative_to(top)]
    paths = [Path(os.path.normpath(place / name.lstrip("/"))) for place in (folder, *above, *others)]
    return next((path for path in paths if is_file(path)), paths[0])


# ---------------------------------------------------------------- one or several files as a system


@dataclass(frozen=True, slots=True, repr=False)
class Notes(System):
    r"""The notes of a partnership: a :class:`System` together with the documents and files it comes from.

    ``diagnostics`` are those of the documents, and what the system adds. Lookup, membership and iteration are
    those of the system.

    >>> notes = loads("1N  15--17\n  2C  Stayman")
    >>> notes["1N-2C"].text, len(notes)
    ('Stayman', 2)
    """

    documents: tuple[Document, ...] = ()
    files: tuple[str, ...] = ()


@checked
def load(
    *paths: str | Path,
    system: str = "system",
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
) -> Notes:
    """Load notes from files or folders: BML, Markdown, reStructuredText or Full Disclosure.

    Everything wrong with their text is in the diagnostics.

    Args:
        paths: The files, in reading order, or folders of them. A name that ends in ``.bss`` is a Full
            Disclosure file, one in ``.md`` or ``.rst`` a page, and any other a BML file.
        system: The system that is wanted of pages with blocks of several ones.
        dialect: The dialect of BML, unless a text names one.
        include_roots: Further folders that ``#INCLUDE`` may take files from.

    Raises:
        FileNotFoundError: One of ``paths`` does not exist, or a folder has no notes.
        TypeError: One of ``paths`` is not a path.
        ValueError: There are no ``paths``, Full Disclosure files beside other ones, or files of deals.
    """
    if not paths:
        raise ValueError("paths must name at least one file")
    for path in paths:
        if not isinstance(path, str | Path):
            raise TypeError(f"paths must be the names of files, not {type(path).__name__}")
    disclosures = [Path(path).suffix.lower() == _DISCLOSURE_ENDING for path in paths]
    if any(disclosures):
        if len(paths) > 1:
            raise ValueError("paths must be one Full Disclosure file, or files of BML alone")
        _files_at(paths[0])
        loaded = bss.load(paths[0])
        return Notes(**_values(loaded), files=(str(paths[0]),))
    settings = NoteSettings(dialect, include_roots=tuple(map(str, include_roots)))
    files = tuple(_all(map(_files_at, paths)))
    read = [read_notes_file(path, settings=settings) for path in files]
    return _notes([file.system_document(system) for file in read], tuple(map(str, files)))


def _files_at(path: str | Path) -> Iterable[str | Path]:
    """Return the file at a path, or those of notes in the folder there."""
    if kind := _DEALS_ENDINGS.get(Path(path).suffix.lower()):
        raise ValueError(
            f"paths must be files of notes; bml.{kind}.load reads the deals of {str(path)[:80]!r}"
        )
    if str(path) and is_folder(path):
        from bml_core.notes.note_files import files_with_notes  # noqa: PLC0415 - files alone need none of it

        if not (found := files_with_notes(path)):
            raise FileNotFoundError(
                ENOENT, "paths must name folders with notes; there are none in", str(path)
            )
        return found
    if not str(path) or not Path(path).exists():
        raise FileNotFoundError(ENOENT, "paths must name files that exist; there is none at", str(path))
    return (path,)


@checked
def loads(text: str, name: str = "<text>", *, markup: str = "bml", dialect: Dialect = Dialect.V2_0) -> Notes:
    r"""Load notes from a text.

    Args:
        text: The text.
        name: What diagnostics call it.
        markup: ``bml``, or ``md`` or ``rst`` for a page of Markdown or reStructuredText.
        dialect: The dialect of BML, unless the text names one.

    Raises:
        TypeError: ``text`` is not a text.
        ValueError: ``markup`` is another one.

    >>> print(loads("1N  15--17\n\n#CUT a\n", "draft.bml").diagnostics[0])
    draft.bml:3:1: error BML113: #CUT has no #ENDCUT. ...
    """
    if markup not in MARKUPS:
        raise ValueError(f"markup must be {listed(MARKUPS)}, not {markup!r}")
    if markup == "bml":
        return _notes([Page(name, dialect=dialect).parse(text)], ())
    data, settings = text.encode("utf-8", "surrogatepass"), NoteSettings(dialect)
    file = read_notes_file(name, data=data, markup=markup, settings=settings)
    return _notes([file.system_document(DEFAULT_SYSTEM)], ())


def _notes(documents: Sequence[Document], files: tuple[str, ...]) -> Notes:
    system = expand(documents)
    diagnostics = (*_all(document.diagnostics for document in documents), *system.diagnostics)
    names = tuple(dict.fromkeys((*files, *_all(document.dependencies for document in documents))))
    return Notes(**_values(replace(system, diagnostics=diagnostics)), documents=tuple(documents), files=names)


def _values(system: System) -> dict[str, Any]:
    return {field.name: getattr(system, field.name) for field in fields(System)}
