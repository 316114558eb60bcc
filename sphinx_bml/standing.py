"""Tables and lists of bids that stay as they are in a page: they get addresses, suits and links."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from bml_core import Location
from bml_core.files import decode, read_file
from bml_core.notes import StandingPart, find_standing, is_mark, markup_of, without_condition
from bml_core.render import suit_pieces
from bml_core.render.html import ROW_CLASS, RowIds, walk_paths
from bml_core.site import PageFacts, said_beside
from sphinx_bml.config import project_words, read_config
from sphinx_bml.content import bml_symbols, page_row_ids, piece_nodes
from sphinx_bml.directives import note_block, page_reader
from sphinx_bml.domain import bml_domain, has_row_ids, is_code
from sphinx_bml.page_files import bml_pages
from sphinx_bml.reports import report

# After the links of the page are made (800), and before domains look at it (850).
_BEFORE_DOMAINS = 805


class ReadStanding(SphinxTransform):
    """Reads the tables and lists of bids of a page, and puts an anchor at the beginning of each row."""

    default_priority = _BEFORE_DOMAINS

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Change the document."""
        env, settings = self.env, read_config(self.config)
        if env.docname in bml_pages(env):
            return
        file = str(env.doc2path(env.docname))
        text = decode(read_file(file).value or b"", file).value
        if not (settings.tables or settings.lists or "bml" in text):
            return
        found = find_standing(text, file, markup_of(file), tables=settings.tables, lists=settings.lists)
        report(found.diagnostics)
        for paragraph in [each for each in self.document.findall(nodes.paragraph) if is_mark(each.astext())]:
            paragraph.parent.remove(paragraph)
        if not found.parts:
            bml_domain(env).note(env.docname, said_beside(bml_domain(env).facts[env.docname], text, file))
            return
        row_ids, lines = page_row_ids(self.document), _Lines(self.document, file)
        for part in found.parts:
            note_block(env, page_reader(env).read(part))
            for holder in dict.fromkeys(filter(None, _add_anchors(part, row_ids, lines))):
                _draw_suits(holder)
        bml_domain(env).note(env.docname, PageFacts(rows=row_ids.places))


def _add_anchors(part: StandingPart, row_ids: RowIds, lines: _Lines) -> Iterator[nodes.Element | None]:
    """Put an anchor at each row, and yield the tables and lists that rows are in."""
    for table in part.tables:
        for _, row, path in walk_paths(table):
            place = row.call.location
            anchor = nodes.target("", "", ids=[row_ids(path, place)], classes=[ROW_CLASS])
            anchor.source, anchor.line = place.file, place.line
            anchor["column"] = place.column
            text = lines.text(place.line)
            if text is not None:
                anchors = sum(isinstance(child, nodes.target) for child in text.children)
                text.insert(anchors, anchor)
                if row.condition:
                    *_, last = _holder_row(text).findall(nodes.Text)
                    last.parent.replace(last, nodes.Text(without_condition(str(last))))
                yield _holder(text)


def _holder(text: nodes.Element) -> nodes.Element:
    """Return the outermost table or list that a text is in, or the text."""
    found = at = text
    while isinstance(at.parent, nodes.Element):
        at = at.parent
        if isinstance(at, nodes.table | nodes.bullet_list | nodes.enumerated_list | nodes.definition_list):
            found = at
    return found


class _Lines:
    """The texts of a page by the lines that they begin at."""

    def __init__(self, document: nodes.document, file: str) -> None:
        self._texts: dict[int, nodes.Element | None] = {}
        for table in document.findall(nodes.table):
            rows = list(table.findall(nodes.row))
            begins = [_first_line(row) for row in rows]
            if len({*begins}) == 1 and len(rows) > 1:
                # MyST gives all of a table the line of its header; a line of dashes is below that.
                begins = [begins[0], *range(begins[0] + 2, begins[0] + 1 + len(rows))]
            for row, line in zip(rows, begins, strict=True):
                if text := next(row.findall(nodes.paragraph), None):
                    self._texts.setdefault(line, text)
        for node in document.findall(nodes.TextElement):
            is_text = isinstance(node, nodes.paragraph | nodes.term) and node.line
            if is_text and Path(str(node.source or file)).name == Path(file).name:
                self._texts.setdefault(int(node.line or 0), node)
        for apart in (*document.findall(nodes.title), *document.findall(nodes.literal_block)):
            # Headings and code have no anchors within them.
            self._texts.setdefault(int(apart.line or 0), None)
        self._known = sorted(self._texts)

    def text(self, line: int) -> nodes.Element | None:
        """Return the text in a line: the one that begins there, or else above."""
        place = bisect_right(self._known, line)
        return self._texts[self._known[place - 1]] if place else None


def _first_line(node: nodes.Element) -> int:
    lines = (each.line for each in node.findall(nodes.Element) if each.line)
    return min(lines, default=0)


def _draw_suits(holder: nodes.Element) -> None:
    for text in list(holder.findall(nodes.Text)):
        pieces = suit_pieces(str(text))
        has_suits = any(not isinstance(piece, str) for piece in pieces)
        if has_suits and not (isinstance(text.parent, bml_symbols) or is_code(text)):
            text.parent.replace(text, piece_nodes(pieces))


def add_responses(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Add links to the tables that go on where a row ends; take the anchors out where rows have none."""
    anchors = [each for each in document.findall(nodes.target) if ROW_CLASS in each["classes"]]
    builder = app.builder
    if not anchors or builder.format != "html":
        return
    links = bml_domain(app.env).links(builder, docname)
    words = project_words()
    together = Counter(id(anchor.parent) for anchor in anchors)
    for anchor in anchors:
        row = anchor.parent
        for link in links.to_responses(Location(str(anchor.source), anchor.line or 1, anchor["column"])):
            cells = _holder_row(row)
            if any(each.get("refuri") == link.address for each in cells.findall(nodes.reference)):
                continue
            # One of several links names its auction, and so does one for the rows of a paragraph.
            is_alone = not link.spans and together[id(row)] == 1
            name = link.word(words) if is_alone else link.title
            shown = nodes.reference(
                "", f"{name} →", refuri=link.address, internal=True, classes=["bml-responses"]
            )
            shown["reftitle"] = link.title
            cells += [nodes.Text(" "), shown]
        if not has_row_ids(builder):
            row.remove(anchor)


def _holder_row(text: nodes.Element) -> nodes.Element:
    """Return where what is added to a row comes: in its last cell, or in its line."""
    entry = text.parent
    row = entry.parent if entry is not None else None
    if not isinstance(row, nodes.row):
        return text
    last = row.children[-1]
    assert isinstance(last, nodes.Element)
    if not any(isinstance(child, nodes.paragraph) for child in last.children):
        last += nodes.paragraph()
    found = last.children[-1]
    return found if isinstance(found, nodes.paragraph) else text
