"""How commands read BML: files of it, and the blocks in pages of Markdown and reStructuredText."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.decoding import decode
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Dialect, Document
from bml_core.language import Page
from bml_core.storage import read_file

# Files of BML do not wait for what reads pages, which is imported where it is needed.
_MARKUPS = ("bml", "md", "rst")
_HOW_TO_WRITE = {
    "md": "Write a line ```bml above the rows and a line ``` below them.",
    "rst": "Write the rows below a line .. bml:: and an empty line, set in.",
}


@dataclass(frozen=True, slots=True)
class BmlBlock:
    """A block of a page, or a whole BML file: what it adds to the system of this name, if to any."""

    document: Document
    system: str | None = ""
    is_shown: bool = True


@dataclass(frozen=True, slots=True)
class BmlSource:
    """A file as its blocks; a BML file is one block.

    ``found`` is what is wrong with the file itself, and ``files`` are the file and what it includes.
    """

    blocks: tuple[BmlBlock, ...]
    found: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()

    def systems(self) -> dict[str, list[Document]]:
        """What the blocks add to systems, by the names of these."""
        systems: dict[str, list[Document]] = {}
        for block in self.blocks:
            if block.system is not None:
                systems.setdefault(block.system, []).append(block.document)
        return systems

    def document(self, is_chosen: Callable[[BmlBlock], bool]) -> Document:
        """The blocks that are chosen as one document, which knows of everything that was read."""
        documents = [block.document for block in self.blocks if is_chosen(block)]
        if len(documents) == len(self.blocks) == 1 and not self.found:
            return documents[0]
        every = [block.document for block in self.blocks]
        return Document(
            tuple(chain.from_iterable(document.blocks for document in documents)),
            tuple(chain.from_iterable(document.metadata for document in documents)),
            (*self.found, *chain.from_iterable(document.diagnostics for document in documents)),
            tuple(dict.fromkeys((*self.files, *_all(document.dependencies for document in every)))),
            tuple(dict.fromkeys(_all(document.missing for document in every))),
        )

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong."""
        return (*self.found, *chain.from_iterable(block.document.diagnostics for block in self.blocks))


def _all(names: Iterable[tuple[str, ...]]) -> Iterable[str]:
    return chain.from_iterable(names)


# ---------------------------------------------------------------------------------------------- options


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--markup",
        choices=_MARKUPS,
        help="what the file is: BML, or a page of Markdown or reStructuredText with blocks of BML (default: "
        "what its name ends in)",
    )
    parser.add_argument(
        "--dialect",
        choices=[dialect.value for dialect in Dialect],
        default=Dialect.V2_0.value,
        help="the reading of BML (default 2.0); a line #+BML: in the file comes first",
    )
    parser.add_argument(
        "--include-root",
        action="append",
        default=[],
        metavar="DIR",
        help="a further folder that #INCLUDE may take files from; the folders of the input file, of its "
        "repository and of the shell are allowed already",
    )


def _add_system_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser)
    parser.add_argument(
        "--system",
        metavar="NAME",
        help="of pages, the blocks with this name as their option system (default: those that name none)",
    )


# ---------------------------------------------------------------------------------------------- reading


def read_source(name: str, options: argparse.Namespace, data: bytes | None = None) -> BmlSource:
    """The blocks of a file; ``data`` is what was read from standard input, if it was read already."""
    folder = Path() if name == STANDARD else Path(name).parent
    roots = [folder, Path(), *repository(folder), *map(Path, options.include_root)]
    page = Page(_place_name(name), dialect=Dialect(options.dialect), include_roots=roots)
    if name == STANDARD and data is None:
        data = standard_input()
    markup = _markup(name, options)
    if markup == "bml":
        document = page.parse_file(name) if data is None else page.parse_bytes(data)
        return BmlSource((BmlBlock(document),))
    return _read_page(page, markup, roots, data)


def _markup(name: str, options: argparse.Namespace) -> str:
    if options.markup or name.endswith(".bml"):
        return str(options.markup or "bml")
    from bml_core.site import markup_of

    return markup_of(name).value


def _read_page(page: Page, markup: str, roots: Sequence[Path], data: bytes | None) -> BmlSource:
    from bml_core.site import Markup, Show, find_blocks, read_blocks

    files = (page.file,) if data is None else ()
    read = read_file(page.file) if data is None else Result(data)
    if read.value is None:
        return BmlSource((), read.diagnostics)
    text = decode(read.value, page.file)
    found = text.diagnostics
    blocks = find_blocks(text.value, Markup(markup))
    if not blocks:
        nothing = "There is no BML block in this page."
        found = (*found, Diagnostic("BML133", nothing, Location(page.file, 1), _HOW_TO_WRITE[markup]))
    read_all = read_blocks(page, blocks, lambda name: _named(name, roots))
    return BmlSource(
        tuple(
            BmlBlock(
                block.document,
                block.system,
                is_shown=not block.options.hide and block.options.show is not Show.SOURCE,
            )
            for block in read_all
        ),
        found,
        files,
    )


def _named(name: str, roots: Sequence[Path]) -> Path:
    """The file that a page names: relative to the page, with ``/`` to the top of the documentation.

    Where that top is, nobody says here: it is the first folder that has the file, from that of the page up
    to that of the repository, or one of the other folders that files may come from.
    """
    folder, *others = roots
    if not name.startswith("/"):
        return _tidied(folder, name)
    top = next(iter(repository(folder)), folder.absolute())
    above = [up for up in folder.absolute().parents if up.is_relative_to(top)]
    places = [_tidied(place, name.lstrip("/")) for place in (folder, *above, *others)]
    return next((place for place in places if _is_there(place)), places[0])


def _tidied(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _place_name(name: str) -> str:
    return STDIN_NAME if name == STANDARD else name


def read_bml(name: str, options: argparse.Namespace, data: bytes | None = None) -> Document:
    """What a file shows: everything in it, but the blocks of a page that are hidden or shown as source."""
    return read_source(name, options, data).document(lambda block: block.is_shown)


def _read_agreed(name: str, options: argparse.Namespace) -> Document:
    """What a file adds to the system that the options name."""
    source = read_source(name, options)
    if _markup(name, options) == "bml":
        return source.document(lambda block: True)
    from bml_core.site import DEFAULT_SYSTEM

    system = DEFAULT_SYSTEM if options.system is None else options.system
    document = source.document(lambda block: block.system == system)
    systems = source.systems()
    if not source.blocks or system in systems:
        return document
    message = f'This page has no BML block of the system "{system[:60]}".'
    named = ", ".join(systems)
    hint = f"It has blocks of {named}: choose with --system." if named else "Its blocks belong to no system."
    found = Diagnostic("BML133", message, Location(_place_name(name), 1), hint)
    return replace(document, diagnostics=(*document.diagnostics, found))


def repository(folder: Path) -> Iterable[Path]:
    """The top of the repository that a file lies in: notes often include files from a neighbouring folder."""
    for parent in (folder.absolute(), *folder.absolute().parents):
        if (parent / ".git").exists():
            return (parent,)
    return ()


BML = Reader("BML", read_bml, _add_options)
"""What files show."""

SYSTEM = Reader("BML", _read_agreed, _add_system_options)
"""What files agree on."""
