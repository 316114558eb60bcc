"""Show blocks of a BML document as nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from docutils import nodes

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
    History,
    Link,
    ListItem,
    OwnSuit,
    Paragraph,
    RowCall,
    Span,
    Strong,
    Table,
    TableRow,
    plain_text,
    write_spans,
)
from bml_core.render import (
    ENGLISH,
    CallText,
    Style,
    Words,
    arrange_auctions,
    call_text,
    heading_anchor,
    history_texts,
    letters,
    scope_words,
)
from bml_core.render.html import branch_is_closed, walk_paths
from bml_core.render.text import WIDTH, auction_lines, column_widths, deal_lines
from bml_core.site import BlockContent
from sphinx_bml.inlines import LinkMaker, filled_link, inline_nodes, piece_nodes
from sphinx_bml.nodes import (
    bml_auction,
    bml_caption,
    bml_deal,
    bml_description,
    bml_history,
    bml_notes,
    bml_paragraph,
    bml_row,
    bml_rows,
    bml_rubric,
    bml_scope,
    bml_table,
    bml_term,
    bml_title,
)
from sphinx_bml.translation import project_words

_Placed = TypeVar("_Placed", bound=nodes.Element)
_Worded = TypeVar("_Worded", bound=nodes.TextElement)


@dataclass(frozen=True, slots=True)
class BlockWriter:
    """Turn blocks into nodes of ``document``.

    ``link`` makes the nodes of links, ``collapse`` is the depth from which branches start closed. Headings
    become sections if ``sections`` says that these can be there. ``style`` is the form of tables on web
    pages, and ``hcp`` tells the points of hands. ``words`` are those of the language of the project.
    """

    document: nodes.document
    link: LinkMaker
    collapse: int = 0
    sections: bool = True
    style: Style = Style.TREE
    hcp: bool = False
    words: Words = ENGLISH

    @classmethod
    def of_block(
        cls, document: nodes.document, link: LinkMaker, content: BlockContent, *, sections: bool = True
    ) -> BlockWriter:
        """Return the writer with the options of a block."""
        options = content.options
        return cls(
            document, link, content.depth, sections, options.style, hcp=options.hcp, words=project_words()
        )

    def nodes_for(self, blocks: Iterable[Block]) -> list[nodes.Element]:
        """Return the nodes of blocks; sections hold what follows their heading."""
        top: list[nodes.Element] = []
        open_sections: list[tuple[int, nodes.section]] = []
        for block in arrange_auctions(blocks):
            if isinstance(block, Heading) and self.sections:
                while open_sections and open_sections[-1][0] >= block.level:
                    open_sections.pop()
                section = self._section(block)
                _append(top, open_sections, section)
                open_sections.append((block.level, section))
            elif (node := self._node(block)) is not None:
                _append(top, open_sections, node)
            if isinstance(block, AuctionBlock) and block.notes:
                _append(top, open_sections, self._notes(block.notes))
        return top

    def caption(self, spans: Sequence[Span], place: Location) -> bml_caption:
        """Return the line above a block."""
        return self._worded(bml_caption(), spans, place)

    # ------------------------------------------------------------ text blocks

    def _node(self, block: Block) -> nodes.Element | None:
        match block:
            case BiddingTable():
                return None if block.hidden else self._bidding_table(block)
            case Diagram():
                drawing = _drawing(bml_deal, block, deal_lines(block, hcp=self.hcp, words=self.words))
                drawing["hcp"] = self.hcp
                return drawing
            case AuctionBlock():
                # Notes are nodes of their own, so that they can be translated and their links found.
                return _drawing(bml_auction, replace(block, notes=()), auction_lines(block, self.words))
            case Heading(_, spans, place):
                return self._worded(bml_rubric(), spans, place)
            case Paragraph(spans, place):
                return self._worded(bml_paragraph(), spans, place)
            case BulletList(items, place):
                return _placed(nodes.bullet_list("", *map(self._item, items), bullet="*"), place)
            case Enumeration():
                return self._enumeration(block)
            case DefinitionList(items, place):
                return _placed(nodes.definition_list("", *map(self._definition, items)), place)
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

    def _enumeration(self, block: Enumeration) -> nodes.enumerated_list:
        node = nodes.enumerated_list(
            "", *map(self._item, block.items), enumtype="arabic", prefix="", suffix="."
        )
        if block.start != 1:
            node["start"] = block.start
        return _placed(node, block.location)

    def _definition(self, item: Definition) -> nodes.definition_list_item:
        term = self._worded(bml_term(), item.term, item.location)
        text = [self._worded(bml_paragraph(), item.spans, item.location)] if item.spans else []
        return nodes.definition_list_item("", term, nodes.definition("", *text))

    def _notes(self, notes: Sequence[AuctionNote]) -> bml_notes:
        return _placed(bml_notes("", *map(self._note, notes)), notes[0].location)

    def _note(self, note: AuctionNote) -> nodes.definition_list_item:
        text = self._worded(bml_paragraph(), note.spans, note.location)
        term = nodes.term("", f"[{note.mark}]", translatable=False)
        return nodes.definition_list_item("", term, nodes.definition("", text), mark=note.mark)

    def _text_table(self, table: Table) -> nodes.table:
        columns = [nodes.colspec(colwidth=width) for width in _widths(table)]
        group = nodes.tgroup("", *columns, cols=table.columns)
        if table.header:
            group += nodes.thead("", *map(self._text_row, table.header))
        group += nodes.tbody("", *map(self._text_row, table.rows))
        return _placed(nodes.table("", group, classes=["bml-text-table"]), table.location)

    def _text_row(self, row: TableRow) -> nodes.row:
        return nodes.row("", *(self._cell(cell, row.location) for cell in row.cells))

    def _cell(self, cell: Sequence[Span], place: Location) -> nodes.entry:
        return nodes.entry("", *([self._worded(bml_paragraph(), cell, place)] if cell else []))

    # ------------------------------------------------------------ bidding tables

    def _bidding_table(self, table: BiddingTable) -> bml_table:
        node = _placed(bml_table(style=self.style.value), table.location)
        if scope := scope_words(table.scope, self.words):
            node += bml_scope("", scope, translatable=False)
        if table.history is not None:
            node += self._history(table.history)
        if table.rows:
            node += self._rows(table)
        return node

    def _history(self, history: History) -> bml_history:
        calls = list(history_texts(history, self.words))
        text = " – ".join(letters(call.shown) for call in calls)
        places = [call.location for call in history.calls]
        node = bml_history("", text, calls=calls, places=places, translatable=False)
        if history.description:
            node += self._description(history.description)
        return node

    def _rows(self, table: BiddingTable) -> bml_rows:
        lists = [bml_rows(bullet="*")]
        for depth, row, path in walk_paths(table):
            del lists[depth + 1 :]
            call = call_text(row.call, self.words)
            node = bml_row("", self._call(row.call, call), call=call, path=path)
            node.place = row.call.location
            if row.description:
                node += self._description(row.description)
            lists[-1] += node
            if row.children:
                if branch_is_closed(depth, self.collapse):
                    node["closed"] = True
                lists.append(bml_rows(bullet="*"))
                node += lists[-1]
        return lists[0]

    def _call(self, written: RowCall, call: CallText) -> nodes.Node:
        if not written.target:
            return nodes.Text(letters(call.shown))
        return filled_link(self.link(written.target, written.location), piece_nodes(call.shown))

    def _description(self, lines: Sequence[DescriptionLine]) -> bml_description:
        node = bml_description("\n".join(line.text for line in lines))
        for line in lines:
            if line is not lines[0]:
                node += nodes.Text("\n")
            node += inline_nodes(line.spans, self.link)
            if own := _own_suit(line.spans):
                node["own"] = own.suit
        return _placed(node, lines[0].location)


def _append(top: list[nodes.Element], sections: list[tuple[int, nodes.section]], node: nodes.Element) -> None:
    if sections:
        sections[-1][1].append(node)
    else:
        top.append(node)


def _placed(node: _Placed, place: Location) -> _Placed:
    node.source, node.line = place.file, place.line
    return node


def _drawing(
    kind: type[bml_deal] | type[bml_auction], block: Diagram | AuctionBlock, lines: list[str]
) -> nodes.Element:
    text = "\n".join(lines)
    node = kind(text, text, language="none", translatable=False)
    node.model = block
    return _placed(node, block.location)


def _widths(table: Table) -> list[int]:
    """Return the longest texts of columns, as far as a text page has room; a PDF shares its width by them."""
    rows = (*table.header, *table.rows)
    longest = (max(len(plain_text(row.cells[n])) + 2 for row in rows) for n in range(table.columns))
    # Text draws a rule and a space on both sides of each column.
    return column_widths(longest, WIDTH - 3 * table.columns)


def _own_suit(spans: Iterable[Span]) -> OwnSuit | None:
    for span in spans:
        match span:
            case OwnSuit():
                return span
            case Emphasis(inner) | Strong(inner) | Link(_, inner):
                if found := _own_suit(inner):
                    return found
    return None
