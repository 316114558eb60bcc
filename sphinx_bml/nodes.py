"""The nodes of BML in a document tree.

Each is a subclass of the standard node that comes nearest, so that a writer which has never heard of BML
still writes something sensible. They hold their text in ASCII letters, which is what search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from docutils import nodes
from sphinx.addnodes import not_smartquotable, translatable

from bml_core import Location
from bml_core.document import AuctionBlock, Diagram
from bml_core.render import ShareTable
from bml_core.render.html import RowIds
from bml_core.site import BiddingBox


class BmlText(translatable):
    """A mixin for nodes that hold BML text: its source is what translators see.

    ``own`` is the letter of the suit that ``#`` stands for in the source of a description.
    """

    rawsource: str
    attributes: dict[str, Any]
    is_settled = False
    """Whether the text is translated, so that no other transform may touch it."""

    def preserve_original_messages(self) -> None:
        """Keep the source in ``rawsource`` all along."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Do nothing: translations are BML, which the transform of this package brings in."""

    def extract_original_messages(self) -> Sequence[str]:
        """Return what there is to translate."""
        return () if self.is_settled or not self.rawsource else (self.rawsource,)


class bml_symbols(nodes.inline):  # noqa: N801
    """A suit or a bid with suits; ``symbols`` says which, the text holds the letters."""


class bml_plain(nodes.inline):  # noqa: N801
    """Text that LaTeX needs help with: long words and rare characters. Other writers never meet it."""


class bml_paragraph(nodes.paragraph, BmlText):  # noqa: N801
    """A paragraph, a list item or a table cell."""


class bml_term(nodes.term, BmlText):  # noqa: N801
    """The term of a definition."""


class bml_title(nodes.title, BmlText):  # noqa: N801
    """The title of a section."""


class bml_rubric(nodes.rubric, BmlText):  # noqa: N801
    """A heading where no section can be."""


class bml_caption(nodes.paragraph, BmlText):  # noqa: N801
    """The line above a block."""


class bml_figure(nodes.container):  # noqa: N801
    """A block with a caption, a name or classes."""


class bml_both(nodes.container):  # noqa: N801
    """The source of a block, as its first child, and the result."""


class bml_table(nodes.container):  # noqa: N801
    """A bidding table: scope and history, where it has them, and rows; ``style`` is its form on web pages."""


class bml_scope(nodes.paragraph, not_smartquotable):  # noqa: N801
    """The seat and vulnerability a table is limited to."""


class bml_history(nodes.paragraph, not_smartquotable):  # noqa: N801
    """The auction that a table continues: ``calls`` and their ``places``, then perhaps a description."""


class bml_rows(nodes.bullet_list):  # noqa: N801
    """Rows at one level."""


class bml_row(nodes.list_item, not_smartquotable):  # noqa: N801
    """A row: the ``call`` in letters or as a link, then perhaps a description, then perhaps responses.

    ``path`` is the auction that leads to it as written; a branch with ``closed`` starts closed. ``place`` is
    that of its call in the source.
    """

    place: Location | None = None

    def copy(self) -> Self:
        """Return a copy without children."""
        copied = super().copy()
        copied.place = self.place
        return copied


class bml_description(nodes.paragraph, BmlText, not_smartquotable):  # noqa: N801
    """The description of a row; its lines are set apart by newline characters."""


class _Modelled(nodes.Element):
    """A mixin for nodes with a value that is drawn."""

    model: Any = None

    def copy(self) -> Self:
        """Return a copy without children."""
        copied = super().copy()
        copied.model = self.model
        return copied


class _Drawing(_Modelled, nodes.literal_block):
    """A node with a value that is drawn; its text is the drawing in characters."""


class bml_deal(_Drawing):  # noqa: N801
    """A deal diagram; with ``hcp`` the points of its hands are shown."""

    model: Diagram


class bml_auction(_Drawing):  # noqa: N801
    """An auction block, without its notes."""

    model: AuctionBlock


class bml_downloads(nodes.bullet_list):  # noqa: N801
    """Exported files that are offered; each item says ``file``, the name, and ``format`` in words."""


class bml_board(nodes.container):  # noqa: N801
    """A board of a file, and what belongs to it."""


class bml_answer(nodes.container):  # noqa: N801
    """What a reader opens to see: a heading for where nothing opens, then the answer.

    An answer with ``left_out`` is not in formats of paper.
    """


class bml_hands(nodes.container):  # noqa: N801
    """The place of a block that is worked out when all pages are read.

    ``page`` and ``number`` say which of the requests of the pages it is.
    """


class bml_frequencies(_Drawing):  # noqa: N801
    """How often calls are made; ``addresses`` are those of rows."""

    model: ShareTable


class bml_examples(nodes.container):  # noqa: N801
    """Example hands, each a diagram."""


class bml_box(_Modelled, nodes.container):  # noqa: N801
    """A bidding box: the index of auctions, which a script replaces; ``model`` is its data."""

    model: BiddingBox


class bml_notes(nodes.definition_list):  # noqa: N801
    """The notes of the auction above: marks in brackets as terms, with a paragraph each."""


STANDARD = (bml_paragraph, bml_term, bml_title, bml_rubric)
"""Nodes that every writer treats as the standard nodes they are."""

DRAWN = (
    bml_symbols,
    bml_plain,
    bml_caption,
    bml_figure,
    bml_both,
    bml_table,
    bml_scope,
    bml_history,
    bml_rows,
    bml_row,
    bml_description,
    bml_deal,
    bml_auction,
    bml_notes,
    bml_downloads,
    bml_board,
    bml_answer,
    bml_hands,
    bml_frequencies,
    bml_examples,
    bml_box,
)
"""Nodes with visitors of their own."""


Visit = tuple[Callable[..., None], Callable[..., None] | None]
"""How one kind of writer visits and departs a node."""
Visitors = Mapping[type[nodes.Element], Visit]


def drawn(write: Callable[..., str]) -> tuple[Callable[..., None], None]:
    """Return the visitor of a node that ``write`` draws whole."""

    def visit(translator: Any, node: nodes.Element) -> None:  # noqa: ANN401 - writers have no type in common
        translator.body.append(write(translator, node))
        raise nodes.SkipNode

    return visit, None


def fixed(text: str) -> Callable[..., None]:
    """Return what visits or departs a node by writing the same text for all."""

    def write(translator: Any, node: nodes.Element) -> None:  # noqa: ANN401
        translator.body.append(text)

    return write


def written(translator: Any, *children: nodes.Node) -> str:  # noqa: ANN401
    """Return what a translator writes for some nodes, instead of adding it to the page."""
    body, translator.body = translator.body, []
    try:
        for child in children:
            child.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


def pass_through(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Let the children speak for a node."""


def visit_answer(translator: nodes.NodeVisitor, node: bml_answer) -> None:
    """Leave an answer out of formats of paper where its author wants that."""
    if node["left_out"]:
        raise nodes.SkipNode


def _skip(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    raise nodes.SkipNode


SKIPPED = (_skip, None)
"""The visitors of a node that another one has drawn."""
BOARDS: Visitors = {
    bml_board: (pass_through, pass_through),
    bml_answer: (visit_answer, pass_through),
    bml_examples: (pass_through, pass_through),
    bml_box: (pass_through, pass_through),
}
"""The visitors of boards and examples where these have no frame."""


def place_of(node: nodes.Node) -> Location:
    """Return where a node is written."""
    return Location(str(node.source), node.line or 1)


def description_of(node: nodes.Element) -> bml_description | None:
    """Return the description of a row or history."""
    return next((child for child in node.children if isinstance(child, bml_description)), None)


def linked_call(row: bml_row) -> nodes.Element | None:
    """Return the link that the call of a row is, or None."""
    first = row.children[0]
    return first if isinstance(first, nodes.Element) else None


def notes_of(node: bml_notes) -> list[tuple[str, nodes.Element]]:
    """Return the mark and the paragraph of each note."""
    marks = (item["mark"] for item in node.children if isinstance(item, nodes.Element))
    return list(zip(marks, node.findall(bml_paragraph), strict=True))


def page_row_ids(document: nodes.document) -> RowIds:
    """Return what gives the rows of a page their ids on the web, in order."""
    elements = document.findall(nodes.Element)
    return RowIds(ident for element in elements for ident in element["ids"])


def rows_of(node: nodes.Element) -> list[bml_row]:
    """Return the rows below a table or row."""
    lists = (child for child in node.children if isinstance(child, bml_rows))
    return [row for rows in lists for row in rows.children if isinstance(row, bml_row)]
