"""The nodes of BML in a document tree: standard ones where there are any, and one for a bidding table.

They hold their text in ASCII letters, which is what search finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from docutils import nodes
from sphinx.addnodes import not_smartquotable, translatable

from bml_core import Location
from bml_core.document import AuctionBlock, BiddingTable, Diagram, Table
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


class bml_paragraph(nodes.paragraph, BmlText):  # noqa: N801
    """A paragraph, a list item, a table cell, or a note of an auction, whose ``mark`` it has then."""


class bml_term(nodes.term, BmlText):  # noqa: N801
    """The term of a definition."""


class bml_title(nodes.title, BmlText):  # noqa: N801
    """The title of a section."""


class bml_rubric(nodes.rubric, BmlText):  # noqa: N801
    """A heading where no section can be."""


class bml_caption(nodes.paragraph, BmlText):  # noqa: N801
    """The line above a block, the first child of its frame."""


class bml_description(nodes.paragraph, BmlText):  # noqa: N801
    """The description of a ``part`` of a table; its lines are set apart by newline characters."""


class _Modelled(nodes.Element):
    """A mixin for nodes with a value that is drawn."""

    model: Any = None

    def copy(self) -> Self:
        """Return a copy without children."""
        copied = super().copy()
        copied.model = self.model
        return copied


class bml_table(_Modelled, nodes.container, not_smartquotable):  # noqa: N801
    """A bidding table: ``model`` is all of it but the descriptions.

    Its first child says in letters what is in no other. The others are links of calls and descriptions, each
    with its ``part``: 0 is the history, the others are the rows. ``style`` is the form on web pages, and
    ``collapse`` the depth from which branches start closed there. Rows of a table that is not ``listed`` have
    no address.
    """

    model: BiddingTable


class bml_drawing(_Modelled, nodes.literal_block):  # noqa: N801
    """A deal with its ``hcp``, an auction without its notes, a table of tricks, or how often calls are made.

    Its text is the drawing in characters. ``addresses`` are those of rows that it names.
    """

    model: Diagram | AuctionBlock | ShareTable | Table


class bml_frame(_Modelled, nodes.container):  # noqa: N801
    """What holds nodes together: ``kind`` is one of ``FrameKind``, or ``notes`` or ``box``.

    An answer begins with a heading for where nothing opens, and is ``printed`` as its block says.
    ``model`` is the data of a bidding box; its children are the index of auctions, which a script replaces.
    """

    model: BiddingBox


class bml_later(nodes.container):  # noqa: N801
    """The place of something that is known when all pages are read, or to builders alone.

    It is the request ``number`` of the requests of a ``page``, or a list of files to offer, ``files``.
    """


def place_of(node: nodes.Node) -> Location:
    """Return where a node is written."""
    return Location(str(node.source), node.line or 1)


def parts_of(table: bml_table) -> Iterator[tuple[int, nodes.Element]]:
    """Yield the links of calls and the descriptions of a table, each with its part."""
    for child in table.children[1:]:
        if isinstance(child, nodes.Element):
            yield child["part"], child


def page_row_ids(document: nodes.document) -> RowIds:
    """Return what gives the rows of a page their ids on the web, in order."""
    elements = document.findall(nodes.Element)
    return RowIds(ident for element in elements for ident in element["ids"])
