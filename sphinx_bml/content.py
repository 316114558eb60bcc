"""The nodes of BML in a document tree, and what blocks of a BML document show with them.

Nodes are standard ones where there are any, and one for a bidding table. They hold their text in ASCII
letters, which is what search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from docutils import nodes
from sphinx.addnodes import not_smartquotable, translatable

from bml_core import Location
from bml_core.document import (
    AuctionBlock,
    AuctionNote,
    BiddingTable,
    Block,
    BulletList,
    Definition,
    DefinitionList,
    DescriptionLine,
    Diagram,
    Emphasis,
    Enumeration,
    Heading,
    Link,
    ListItem,
    Mono,
    OwnSuit,
    Paragraph,
    Row,
    Span,
    Strong,
    Table,
    TableRow,
    Text,
    plain_text,
    walk_rows,
    write_spans,
)
from bml_core.render import (
    ENGLISH,
    Deferred,
    DownloadList,
    Frame,
    FrameKind,
    Piece,
    PlayLink,
    ShareTable,
    Shown,
    SourceText,
    Style,
    UiTexts,
    arrange_auctions,
    call_text,
    heading_anchor,
    history_texts,
    letters,
    plain,
    scope_words,
    symbol_pieces,
)
from bml_core.render.html import RowIds
from bml_core.site import BiddingBox, BlockContent
from sphinx_bml.config import project_words


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
    """Return where a node is written, or else what it is in."""
    at = node
    while at.parent is not None and not (at.source and at.line):
        at = at.parent
    source = at.source or (node.document["source"] if node.document else "")
    return Location(str(source), at.line or 1)


def parts_of(table: bml_table) -> Iterator[tuple[int, nodes.Element]]:
    """Yield the links of calls and the descriptions of a table, each with its part."""
    for child in table.children[1:]:
        if isinstance(child, nodes.Element):
            yield child["part"], child


def page_row_ids(document: nodes.document) -> RowIds:
    """Return what gives the rows of a page their ids on the web, in order."""
    elements = document.findall(nodes.Element)
    return RowIds(ident for element in elements for ident in element["ids"])


LEXER = "bml-source"
_Placed = TypeVar("_Placed", bound=nodes.Element)
_Worded = TypeVar("_Worded", bound=nodes.TextElement)

# ---------------------------------------------------------------- inline text

LinkMaker = Callable[[str, Location], nodes.Element]
"""Makes the empty node of a link from its target and its place."""


def web_link(target: str, place: Location) -> nodes.Element:
    """Return a link that leads where its target says."""
    return nodes.reference(refuri=target)


def inline_nodes(spans: Iterable[Span], link: LinkMaker = web_link) -> list[nodes.Node]:
    """Return spans as nodes."""
    return [node for span in spans for node in _span_nodes(span, link)]


def _span_nodes(span: Span, link: LinkMaker) -> list[nodes.Node]:
    match span:
        case Text(text):
            return [nodes.Text(text)]
        case Emphasis(spans):
            return [nodes.emphasis("", "", *inline_nodes(spans, link))]
        case Strong(spans):
            return [nodes.strong("", "", *inline_nodes(spans, link))]
        case Mono(text):
            return [nodes.literal(text, text)]
        case Link(target, spans, place):
            return [filled_link(link(target, place), inline_nodes(spans, link))]
    return piece_nodes(symbol_pieces(span))


def filled_link(node: nodes.Element, content: list[nodes.Node]) -> nodes.Element:
    """Return the node of a link with what it shows."""
    if isinstance(node, nodes.TextElement):
        node += content
    else:
        # References that Sphinx resolves later keep the children of one inline node.
        node += nodes.inline("", "", *content)
    return node


def piece_nodes(pieces: Iterable[Piece]) -> list[nodes.Node]:
    """Return words and symbols as nodes."""
    return [
        nodes.Text(piece) if isinstance(piece, str) else bml_symbols("", piece.letters, symbols=piece)
        for piece in pieces
    ]


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class NodeMaker:
    """Turn blocks into nodes of ``document``.

    ``link`` makes the nodes of links, ``collapse`` is the depth from which branches start closed. Headings
    become sections if ``sections`` says that these can be there. ``style`` is the form of tables on web
    pages, and ``hcp`` tells the points of hands. Rows that are not ``listed`` are none of the notes.
    ``words`` are those of the language of the project.
    """

    document: nodes.document
    link: LinkMaker
    collapse: int = 0
    sections: bool = True
    style: Style = Style.TREE
    hcp: bool = False
    listed: bool = True
    words: UiTexts = ENGLISH

    @classmethod
    def of_block(
        cls, document: nodes.document, link: LinkMaker, content: BlockContent, *, sections: bool = True
    ) -> NodeMaker:
        """Return the maker with the options of a block."""
        options = content.options
        return cls(
            document, link, content.depth, sections, options.style, hcp=options.hcp, words=project_words()
        )

    def nodes_for(self, blocks: Iterable[Block]) -> list[nodes.Element]:
        """Return the nodes of blocks; sections hold what follows their heading."""
        top: list[nodes.Element] = []
        # The children of the page, then those of each section that is open, with the level of its heading.
        open_lists: list[tuple[int, list[nodes.Element] | nodes.section]] = [(0, top)]
        for block in arrange_auctions(blocks):
            if isinstance(block, Heading) and self.sections:
                while open_lists[-1][0] >= block.level:
                    open_lists.pop()
                section = self._section(block)
                open_lists[-1][1].append(section)
                open_lists.append((block.level, section))
            elif not (isinstance(block, BiddingTable) and block.hidden):
                open_lists[-1][1].append(self._node(block))
            if isinstance(block, AuctionBlock) and block.notes:
                open_lists[-1][1].append(self._notes(block.notes))
        return top

    def shown(self, shown: Iterable[Shown], place: Location) -> list[nodes.Element]:
        """Return the nodes of what a block shows; ``place`` is that of the block."""
        found: list[nodes.Element] = []
        for each in shown:
            match each:
                case Frame():
                    found.append(_placed(self._frame(each, place), place))
                case ShareTable():
                    found.append(_placed(self.frequencies(each), place))
                case SourceText(text):
                    found.append(_placed(nodes.literal_block(text, text, language=LEXER), place))
                case PlayLink(address):
                    link = nodes.reference("", self.words.play_on_bbo, refuri=address, internal=False)
                    found.append(nodes.paragraph("", "", link, classes=["bml-play"], translatable=False))
                case DownloadList(files):
                    found.append(bml_later(files=files))
                case Deferred():
                    found.append(_placed(bml_later(), place))
                case _:
                    found += self.nodes_for([each])
        return found

    def _frame(self, frame: Frame, place: Location) -> bml_frame:
        node = bml_frame("", kind=frame.kind.value, classes=list(frame.classes))
        node["printed"] = frame.printed.value
        if frame.kind in (FrameKind.QUIZ, FrameKind.QUESTION):
            node["ids"].append(frame.name)
        if frame.caption:
            node += self._worded(bml_caption(), frame.caption, place)
        if frame.kind is FrameKind.ANSWER:
            # The search gives no answer away.
            node["classes"].append("no-search")
            node += nodes.paragraph("", "", nodes.strong("", self.words.answer), translatable=False)
        node += self.shown(arrange_auctions(frame.content), place)
        return node

    def frequencies(self, table: ShareTable) -> bml_drawing:
        """Return how often calls are made."""
        return _drawing(table, plain.frequency_lines(table, self.words))

    # ------------------------------------------------------------ text blocks

    def _node(self, block: Block) -> nodes.Element:
        match block:
            case BiddingTable():
                return self._bidding_table(block)
            case Diagram():
                drawing = _drawing(block, plain.deal_lines(block, hcp=self.hcp, words=self.words))
                drawing["hcp"] = self.hcp
                return _placed(drawing, block.location)
            case AuctionBlock():
                # Notes are nodes of their own, so that they can be translated and their links found.
                drawing = _drawing(replace(block, notes=()), plain.auction_lines(block, self.words))
                return _placed(drawing, block.location)
            case Heading(_, spans, place):
                return self._worded(bml_rubric(), spans, place)
            case Paragraph(spans, place):
                return self._worded(bml_paragraph(), spans, place)
            case BulletList(items, place):
                return _placed(nodes.bullet_list("", *map(self._item, items), bullet="*"), place)
            case Enumeration(items, place, start):
                node = nodes.enumerated_list(
                    "", *map(self._item, items), enumtype="arabic", prefix="", suffix="."
                )
                if start != 1:
                    node["start"] = start
                return _placed(node, place)
            case DefinitionList(items, place):
                return _placed(nodes.definition_list("", *map(self._definition, items)), place)
            case Table() if block.drawn:
                return _placed(_drawing(block, plain.text_table_lines(block)), block.location)
            case Table():
                return self._text_table(block)

    def _worded(self, node: _Worded, spans: Sequence[Span], place: Location) -> _Worded:
        node.rawsource = write_spans(spans).replace("\n", " ")
        node.extend(inline_nodes(spans, self.link))
        return _placed(node, place)

    def _section(self, heading: Heading) -> nodes.section:
        title = self._worded(bml_title(), heading.spans, heading.location)
        section = _placed(nodes.section("", title), heading.location)
        text = plain_text(heading.spans)
        section["names"].append(nodes.fully_normalize_name(text))
        section["ids"] = self._idents(text)
        self.document.note_implicit_target(section, section)
        return section

    def _idents(self, text: str) -> list[str]:
        """Return the ids of a heading: the one that it has in every host, and that of docutils."""
        taken = self.document.ids
        ident, usual = heading_anchor(text, taken), nodes.make_id(text)
        return [ident] if usual in ("", ident) or usual in taken else [ident, usual]

    def _item(self, item: ListItem) -> nodes.list_item:
        return nodes.list_item("", self._worded(bml_paragraph(), item.spans, item.location))

    def _definition(self, item: Definition) -> nodes.definition_list_item:
        term = self._worded(bml_term(), item.term, item.location)
        text = [self._worded(bml_paragraph(), item.spans, item.location)] if item.spans else []
        return nodes.definition_list_item("", term, nodes.definition("", *text))

    def _notes(self, notes: Sequence[AuctionNote]) -> bml_frame:
        texts = [self._worded(bml_paragraph(mark=note.mark), note.spans, note.location) for note in notes]
        return _placed(bml_frame("", *texts, kind="notes"), notes[0].location)

    def _text_table(self, table: Table) -> nodes.table:
        rows = (*table.header, *table.rows)
        longest = (max(len(plain_text(row.cells[n])) + 2 for row in rows) for n in range(table.columns))
        # As far as a text page has room: it draws a rule and a space on both sides of each column.
        widths = plain.column_widths(longest, plain.WIDTH - 3 * table.columns)
        columns = [nodes.colspec(colwidth=width) for width in widths]
        group = nodes.tgroup("", *columns, cols=table.columns)
        if table.header:
            group += nodes.thead("", *map(self._text_row, table.header))
        group += nodes.tbody("", *map(self._text_row, table.rows))
        return _placed(nodes.table("", group, classes=["bml-text-table"]), table.location)

    def _text_row(self, row: TableRow) -> nodes.row:
        cells = ([self._worded(bml_paragraph(), cell, row.location)] if cell else [] for cell in row.cells)
        return nodes.row("", *(nodes.entry("", *cell) for cell in cells))

    # ------------------------------------------------------------ bidding tables

    def _bidding_table(self, table: BiddingTable) -> bml_table:
        history = history_texts(table.history, self.words) if table.history else ()
        shown = [letters(call.shown) for call in history]
        shown += (letters(call_text(row.call, self.words).shown) for _, row in walk_rows(table.rows))
        text = " ".join((scope_words(table.scope, self.words), *shown)).strip()
        node = bml_table("", nodes.inline("", text), style=self.style.value, collapse=self.collapse)
        node["listed"] = self.listed
        node.model = _without_descriptions(table)
        if table.history is not None and table.history.description:
            node += self._description(0, table.history.description)
        for part, (_, row) in enumerate(walk_rows(table.rows), 1):
            if row.call.target:
                link = self.link(row.call.target, row.call.location)
                filled_link(link, piece_nodes(call_text(row.call, self.words).shown))
                node += nodes.inline("", "", link, part=part)
            if row.description:
                node += self._description(part, row.description)
        return _placed(node, table.location)

    def _description(self, part: int, lines: Sequence[DescriptionLine]) -> bml_description:
        node = bml_description("\n".join(line.text for line in lines), part=part)
        for line in lines:
            if line is not lines[0]:
                node += nodes.Text("\n")
            node += inline_nodes(line.spans, self.link)
            if own := _own_suit(line.spans):
                node["own"] = own.suit
        return _placed(node, lines[0].location)


def _placed(node: _Placed, place: Location) -> _Placed:
    node.source, node.line = place.file, place.line
    return node


def _drawing(model: Diagram | AuctionBlock | ShareTable | Table, lines: list[str]) -> bml_drawing:
    text = "\n".join(lines)
    node = bml_drawing(text, text, language="none", translatable=False)
    node.model = model
    return node


def _without_descriptions(table: BiddingTable) -> BiddingTable:
    history = table.history and table.history._replace(description=())
    return table._replace(history=history, rows=tuple(map(_bare_row, table.rows)))


def _bare_row(row: Row) -> Row:
    return row._replace(description=(), children=tuple(map(_bare_row, row.children)))


def _own_suit(spans: Iterable[Span]) -> OwnSuit | None:
    for span in spans:
        match span:
            case OwnSuit():
                return span
            case Emphasis(inner) | Strong(inner) | Link(_, inner):
                if found := _own_suit(inner):
                    return found
    return None
