"""Notes as files hold them, BML or pages with BML in them, and as one system that can be asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bml_core._package import check_argument, checked, list_argument
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Dialect, Document
from bml_core.files import decode, is_file, read_file, repository
from bml_core.language import Page
from bml_core.system import System, expand

_T = TypeVar("_T")

MARKUPS = ("bml", "md", "rst")
"""What a file of notes may be written in: BML, or Markdown or reStructuredText with blocks of BML."""

_DEFAULT_SYSTEM = "system"
_DISCLOSURE_ENDING = ".bss"
_SEVERAL = ("These files have", "They have", "Their")
# Files of BML do not wait for what reads pages, which is imported where it is needed.
_HOW_TO_WRITE = {
    "md": "Write a line ```bml above the rows and a line ``` below them.",
    "rst": "Write the rows below a line .. bml:: and an empty line, indented.",
}


# ---------------------------------------------------------------- one file


class NotesBlock(NamedTuple):
    """A block of a page, or a whole BML file: what it adds to the system of this name, if to any.

    ``named`` is the system that it names itself, "" for none, and ``place`` where the block is.
    """

    document: Document
    system: str | None = _DEFAULT_SYSTEM
    is_shown: bool = True
    named: str = ""
    place: Location = Location("", 1)


class NotesFile(NamedTuple):
    """A file as its blocks; a BML file is one block.

    Attributes:
        name: The file, as messages call it.
        blocks: The blocks in order.
        markup: What the file is written in, one of ``MARKUPS``; "" for several files.
        file_diagnostics: What is wrong with the file itself.
        files: The files that were read beside those that the documents name.
    """

    name: str
    blocks: tuple[NotesBlock, ...]
    markup: str = "bml"
    file_diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return everything that is wrong."""
        return (*self.file_diagnostics, *_all(block.document.diagnostics for block in self.blocks))

    @property
    def systems(self) -> tuple[str, ...]:
        """Return the names of the systems that blocks add to, in order."""
        return tuple(dict.fromkeys(block.system for block in self.blocks if block.system is not None))

    def documents(self, system: str) -> list[Document]:
        """Return what each block adds to a system."""
        return [block.document for block in self.blocks if block.system == system]

    def within(self, default: str) -> NotesFile:
        """Return the file as one of several: what names no system adds to ``default``."""
        from bml_core.site import BlockOptions

        def placed(block: NotesBlock) -> NotesBlock:
            return block._replace(system=BlockOptions(system=block.named).exported_system(default))

        return self._replace(blocks=tuple(map(placed, self.blocks)))

    def document(self, is_chosen: Callable[[NotesBlock], bool]) -> Document:
        """Return the blocks that are chosen as one document, which names every file that was read."""
        chosen = [block.document for block in self.blocks if is_chosen(block)]
        if len(chosen) == len(self.blocks) == 1 and not self.file_diagnostics:
            return chosen[0]
        every = [block.document for block in self.blocks]
        return Document(
            tuple(_all(document.blocks for document in chosen)),
            tuple(_all(document.metadata for document in chosen)),
            (*self.file_diagnostics, *_all(document.diagnostics for document in chosen)),
            tuple(dict.fromkeys((*self.files, *_all(document.dependencies for document in every)))),
            tuple(dict.fromkeys(_all(document.missing for document in every))),
            tuple(_all(document.allowances for document in chosen)),
            tuple(_all(document.cuts for document in chosen)),
            tuple(_all(document.pasted for document in every)),
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
        hint = (
            f"{it} blocks of {names}: choose with --system."
            if names
            else f"{its} blocks belong to no system."
        )
        missing = Diagnostic("BML133", message, Location(self.name, 1), hint)
        return replace(document, diagnostics=(*document.diagnostics, missing))


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
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
) -> NotesFile:
    """Read a file of notes, BML or a page with BML; everything wrong is in the diagnostics.

    Args:
        path: The file.
        data: Its bytes, if they are not to be read from ``path``.
        name: What messages call the file; ``path`` if nothing is given.
        markup: What it is written in, one of ``MARKUPS``; by its name if nothing is given.
        dialect: The dialect of BML, unless the text names one.
        include_roots: Further folders that ``#INCLUDE`` may take files from, beside those of the file, of its
            repository and of the process.

    >>> read_notes_file("missing.md").diagnostics[0].message
    'File not found: missing.md.'
    """
    folder = Path(path).parent
    further = map(Path, list_argument("include_roots", include_roots, str, Path))
    roots = [folder, Path(), *repository(folder), *further]
    page = Page(name or str(path), dialect=dialect, include_roots=roots)
    markup = markup or _markup(str(path))
    if markup == "bml":
        document = page.parse_file(path) if data is None else page.parse_bytes(data)
        block = NotesBlock(document, named=_named_system(document), place=Location(page.file, 1))
        return NotesFile(page.file, (block,))
    return _read_page(page, markup, roots, data)


def _named_system(document: Document) -> str:
    """Return the system that a BML file names, "" for none."""
    written = next((entry.value for entry in document.metadata if entry.key == "SYSTEM"), "")
    if not written:
        return ""
    from bml_core.site import parse_options

    return parse_options({"system": written}).value.system


def _markup(name: str) -> str:
    if name.endswith(".bml"):
        return "bml"
    from bml_core.site import markup_of

    return markup_of(name).value


def _read_page(page: Page, markup: str, roots: Sequence[Path], data: bytes | None) -> NotesFile:
    from bml_core.site import Markup, Show, find_blocks, read_blocks

    read = read_file(page.file) if data is None else Result(data)
    if read.value is None:
        return NotesFile(page.file, (), markup, read.diagnostics)
    text = decode(read.value, page.file)
    diagnostics = text.diagnostics
    if any(each.code == "BML101" for each in diagnostics):
        return NotesFile(page.file, (), markup, diagnostics)
    blocks = find_blocks(text.value, Markup(markup))
    if not blocks:
        message = "This page has no BML block."
        nothing = Diagnostic("BML133", message, Location(page.file, 1), _HOW_TO_WRITE[markup])
        diagnostics = (*diagnostics, nothing)
    read_all = tuple(
        NotesBlock(
            replace(block.document, diagnostics=block.diagnostics, dependencies=block.dependencies),
            block.system,
            is_shown=not block.options.hide and block.options.show is not Show.SOURCE,
            named=block.options.system,
            place=block.place,
        )
        for block in read_blocks(page, blocks, lambda name: _named_file(name, roots))
    )
    return NotesFile(page.file, read_all, markup, diagnostics, (page.file,) if data is None else ())


def _named_file(name: str, roots: Sequence[Path]) -> Path:
    """Return the file that a page names: relative to the page, with ``/`` to the top of the documentation.

    The page does not say where that top is: it is the first folder that has the file, from that of the page
    up to that of the repository, or one of the other folders that files may come from.
    """
    folder, *others = roots
    if not name.startswith("/"):
        return _tidied(folder, name)
    top = next(iter(repository(folder)), folder.absolute())
    above = [up for up in folder.absolute().parents if up.is_relative_to(top)]
    places = [_tidied(place, name.lstrip("/")) for place in (folder, *above, *others)]
    return next((place for place in places if is_file(place)), places[0])


def _tidied(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))


def _all(groups: Iterable[tuple[_T, ...]]) -> Iterable[_T]:
    return chain.from_iterable(groups)


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
    """Load notes from one or several files: BML, Markdown, reStructuredText or Full Disclosure.

    Everything wrong is in the diagnostics, a file that cannot be read among it.

    Args:
        paths: The files, in reading order. A name that ends in ``.bss`` is a Full Disclosure file, one in
            ``.md`` or ``.rst`` a page with blocks of BML, and any other a BML file.
        system: The system that is wanted of pages with blocks of several ones.
        dialect: The dialect of BML, unless a text names one.
        include_roots: Further folders that ``#INCLUDE`` may take files from.

    Raises:
        TypeError: One of ``paths`` is not a path.
        ValueError: There are no ``paths``, or Full Disclosure files beside other ones.
    """
    if not paths:
        raise ValueError("paths must name at least one file")
    for path in paths:
        check_argument("paths", path, str, os.PathLike)
    disclosures = [Path(path).suffix.lower() == _DISCLOSURE_ENDING for path in paths]
    if any(disclosures):
        if len(paths) > 1:
            raise ValueError("paths must be one Full Disclosure file, or files of BML alone")
        from bml_core.formats import bss

        loaded = bss.load(paths[0])
        return Notes(**_values(loaded), files=(str(paths[0]),))
    read = [read_notes_file(path, dialect=dialect, include_roots=include_roots) for path in paths]
    return _notes([file.system_document(system) for file in read], tuple(map(str, paths)))


@checked
def loads(text: str, name: str = "<text>", *, dialect: Dialect = Dialect.V2_0) -> Notes:
    r"""Load notes from a BML text; ``name`` is what diagnostics call it.

    Raises:
        TypeError: ``text`` is not a string.

    >>> print(loads("1N  15--17\n\n#CUT a\n", "draft.bml").diagnostics[0])
    draft.bml:3:1: error BML113: #CUT has no #ENDCUT. ...
    """
    return _notes([Page(name, dialect=dialect).parse(text)], ())


def _notes(documents: Sequence[Document], files: tuple[str, ...]) -> Notes:
    system = expand(documents)
    diagnostics = (*_all(document.diagnostics for document in documents), *system.diagnostics)
    names = tuple(dict.fromkeys((*files, *_all(document.dependencies for document in documents))))
    return Notes(**_values(replace(system, diagnostics=diagnostics)), documents=tuple(documents), files=names)


def _values(system: System) -> dict[str, Any]:
    return {field.name: getattr(system, field.name) for field in fields(System)}
