"""What the blocks of a page say, read one after the other as a site reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Document
from bml_core.language import Page
from bml_core.site.options import BlockOptions, OptionProblem, make_options
from bml_core.site.page_block import PageBlock

_BML_ENDING = ".bml"
_TEXT_BESIDE_FILE = OptionProblem(
    "file", "A block with a file shows the file alone.", "Delete the text of the block."
)
_TEXT_BESIDE_HANDS = OptionProblem(
    "text", "A block with frequencies or examples shows no text.", "Delete the text of the block."
)


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """A block of a page: its options and what it says, with everything that is wrong with it.

    A block that shows the boards of a file of deals, or hands, says nothing itself: its document is empty
    but for what is wrong and for the files that were read.
    """

    options: BlockOptions
    document: Document

    @property
    def system(self) -> str | None:
        """The name of the system that it adds to; None for no system."""
        return self.options.exported_system()


def read_blocks(
    page: Page, blocks: Iterable[PageBlock], find_file: Callable[[str], Path]
) -> Iterator[ReadBlock]:
    """Read the blocks of ``page``, in order; ``find_file`` tells which file a name in the options means.

    >>> block = PageBlock(3, 1, {"system": "none"}, "1C  16+", 5, 1)
    >>> [read] = read_blocks(Page("notes.md"), [block], Path)
    >>> read.system, str(read.document.tables[0].location)
    (None, 'notes.md:5:1')
    """
    for block in blocks:
        place = Location(page.file, block.line, block.column)
        options, problems = make_options(block.raw)
        # Whoever knows more options is asked where these are too few, or where a file is no BML file.
        is_plain = not problems and (not options.file or options.file.lower().endswith(_BML_ENDING))
        other = None if is_plain else _other_block(page, block, place, find_file)
        if other is None:
            beside = (_TEXT_BESIDE_FILE,) if options.file and block.text.strip() else ()
            document = _document(page, block, options, place, find_file)
            other = ReadBlock(options, _with_problems(document, (*problems, *beside), place))
        if block.problem[0]:
            found = Diagnostic("BML132", block.problem[0], place, block.problem[1])
            told = (found, *other.document.diagnostics)
            other = replace(other, document=replace(other.document, diagnostics=told))
        yield other


def _document(
    page: Page, block: PageBlock, options: BlockOptions, place: Location, find_file: Callable[[str], Path]
) -> Document:
    with page.in_dialect(options.dialect):
        if options.file:
            return page.parse_file(find_file(options.file), place=place)
        return page.parse(block.text, line=block.text_line, column=block.text_column)


def _other_block(
    page: Page, block: PageBlock, place: Location, find_file: Callable[[str], Path]
) -> ReadBlock | None:
    """A block that shows boards of a file, frequencies or hands; None for a block of BML."""
    # Here, since most pages have no such block and these rooms are large.
    from bml_core.site.deal_pages import asks_for_deals, make_deal_options, read_deals
    from bml_core.site.hand_pages import asks_for_hands, make_hand_options

    if asks_for_deals(block.raw):
        options, problems = make_deal_options(block.raw)
        found = read_deals(page, find_file(options.block.file), options, place)
        document = Document((), (), found.diagnostics, found.dependencies)
        beside = (_TEXT_BESIDE_FILE,) if block.text.strip() else ()
        return ReadBlock(
            options.block, _with_problems(document, (*problems, *found.problems, *beside), place)
        )
    if asks_for_hands(block.raw):
        asked, problems = make_hand_options(block.raw)
        beside = (_TEXT_BESIDE_HANDS,) if block.text.strip() else ()
        return ReadBlock(asked.block, _with_problems(Document(()), (*problems, *beside), place))
    return None


def _with_problems(document: Document, problems: Iterable[OptionProblem], place: Location) -> Document:
    told = tuple(Diagnostic("BML131", problem.message, place, problem.hint) for problem in problems)
    return replace(document, diagnostics=(*told, *document.diagnostics)) if told else document
