"""BML nodes as HTML, LaTeX and plain text: the writers of ``bml_core.render``, inline parts from Sphinx."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, dropwhile, takewhile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator
from sphinx.writers.latex import LaTeXTranslator
from sphinx.writers.text import TextTranslator

from bml_core import Location
from bml_core.document import AuctionBlock, DescriptionLine, Diagram, RowCall, Table, walk_rows
from bml_core.render import (
    ENGLISH,
    FrameKind,
    Printed,
    Style,
    SuitColors,
    call_text,
    html,
    latex,
    plain,
    script_words,
    signs,
)
from bml_core.render.html import HtmlOptions
from bml_core.site import box_close, box_open
from sphinx_bml.config import project_words, read_config
from sphinx_bml.content import (
    BmlText,
    bml_caption,
    bml_description,
    bml_drawing,
    bml_frame,
    bml_paragraph,
    bml_symbols,
    bml_table,
    page_row_ids,
    parts_of,
    place_of,
)
from sphinx_bml.domain import bml_domain, has_row_ids
from sphinx_bml.exports import has_files, way_to_top
from sphinx_bml.reports import warn

Visit = tuple[Callable[..., None], Callable[..., None] | None]
"""How one kind of writer visits and departs a node."""


def _drawn(write: Callable[..., str]) -> Visit:
    """Return the visitor of a node that ``write`` draws whole."""

    def visit(translator: Any, node: nodes.Element) -> None:  # noqa: ANN401 - writers have no type in common
        translator.body.append(write(translator, node))
        raise nodes.SkipNode

    return visit, None


def _written(translator: Any, *children: nodes.Node) -> str:  # noqa: ANN401
    """Return what a translator writes for some nodes, instead of adding it to the page."""
    body, translator.body = translator.body, []
    try:
        for child in children:
            child.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


class _Parts:
    """The inline parts of a table as nodes: the links of calls, and the descriptions."""

    def __init__(self, table: bml_table) -> None:
        self._texts: dict[int, nodes.Element] = {}
        self._calls: dict[int, nodes.Element] = {}
        for part, node in parts_of(table):
            (self._texts if isinstance(node, bml_description) else self._calls)[part] = node

    def _of_text(self, part: int) -> Sequence[nodes.Node]:
        return self._texts[part].children if part in self._texts else ()


# ---------------------------------------------------------------- HTML


class _HtmlParts(_Parts):
    def __init__(self, translator: HTML5Translator, table: bml_table, options: HtmlOptions) -> None:
        super().__init__(table)
        self._translator = translator
        self._write = html.first_uses(options.abbreviations)

    def text(self, part: int, lines: Sequence[DescriptionLine], *, links: bool = True) -> str:
        return _inline_html(self._translator, self._of_text(part), links=links, text=self._write)

    def links(self, part: int, lines: Sequence[DescriptionLine]) -> list[str]:
        text = self._texts.get(part)
        found = text.findall(nodes.reference) if text is not None else ()
        return [_inline_html(self._translator, [each]) for each in found]

    def call(self, part: int, call: RowCall, shown: str) -> str:
        link = self._calls[part].next_node(nodes.reference) if part in self._calls else None
        return html.link_html(_target(link), shown) if link is not None else shown


def _inline_html(
    translator: HTML5Translator,
    children: Iterable[nodes.Node],
    *,
    links: bool = True,
    text: Callable[[str], str] = html.escape,
) -> str:
    def write(node: nodes.Node) -> str:
        match node:
            case nodes.Text():
                return html.LINE_BREAK.join(text(line) for line in node.split("\n"))
            case bml_symbols():
                return html.pieces_html([node["symbols"]])
            case nodes.emphasis():
                return f"<em>{inner(node)}</em>"
            case nodes.strong():
                return f"<strong>{inner(node)}</strong>"
            case nodes.literal():
                return f"<code>{html.escape(node.astext())}</code>"
            case nodes.reference() if not links or "filename" not in node:
                shown = _inline_html(translator, node.children, links=links)
                if not links:
                    return shown
                return html.link_html(_target(node), shown, node.get("reftitle", ""), node["classes"])
            case nodes.inline():
                return _inline_html(translator, node.children, links=links)
        return _written(translator, node)

    def inner(node: nodes.Element) -> str:
        return "".join(map(write, node.children))

    return "".join(map(write, children))


def _target(node: nodes.reference) -> str:
    return str(node["refuri"]) if "refuri" in node else f"#{node['refid']}"


def _html_options(translator: HTML5Translator) -> HtmlOptions:
    """Return how BML is written on a page, which has a translator of its own."""
    known = vars(translator).get("bml_options")
    if isinstance(known, HtmlOptions):
        return known
    builder = translator.builder
    options = HtmlOptions(
        abbreviations=read_config(translator.config).abbreviations,
        words=project_words(),
        links=bml_domain(builder.env).links(builder, builder.current_docname),
    )
    # E-books have no addresses, and no id there may begin with a digit.
    if builder.add_permalinks:
        options = replace(options, row_id=page_row_ids(translator.document))
    vars(translator)["bml_options"] = options
    return options


def _html_ident(node: nodes.Element) -> str:
    return node["ids"][0] if node["ids"] else ""


def _more_idents(node: nodes.Element) -> str:
    return "".join(f'<span id="{html.escape(ident)}"></span>' for ident in node["ids"][1:])


def _table_html(self: HTML5Translator, node: bml_table, caption: str = "") -> str:
    options = _html_options(self)
    # Not every reader of e-books can open a branch.
    collapse = 0 if self.builder.name == "epub" else node["collapse"]
    options = replace(options, style=Style(node["style"]), collapse=collapse)
    if not node["listed"]:
        options = replace(options, row_id=HtmlOptions().row_id)
    parts = _HtmlParts(self, node, options)
    table = html.render_table(
        node.model, options, parts, caption=caption, classes=node["classes"], ident=_html_ident(node)
    )
    return _more_idents(node) + "".join(table)


def _drawing_html(self: HTML5Translator, node: bml_drawing) -> str:
    options, ident = _html_options(self), _html_ident(node)
    match node.model:
        case Diagram():
            return html.render_diagram(node.model, replace(options, hcp=node["hcp"]), ident=ident)
        case AuctionBlock():
            return html.render_auction(node.model, options, ident=ident)
        case Table():
            return html.render_blocks([node.model], options)
    builder, here = self.builder, self.builder.current_docname
    # The one page of singlehtml gives its rows other ids.
    has_rows = has_files(builder) and builder.name != "singlehtml"

    def address(place: Location) -> str:
        page, row = node["addresses"].get(place, ("", ""))
        if not (row and has_rows):
            return ""
        return f"{'' if page == here else builder.get_relative_uri(here, page)}#{row}"

    # The index of an e-book does not say that a page of it has a picture.
    chart = builder.name != "epub"
    options = HtmlOptions(words=options.words, address=address)
    return html.render_frequencies(node.model, options, chart=chart, ident=ident)


def _frame_html(self: HTML5Translator, node: bml_frame) -> str:
    kind, words = node["kind"], _html_options(self).words
    if kind == "notes":
        notes = (child for child in node.children if isinstance(child, bml_paragraph))
        return html.notes_html((note["mark"], _inline_html(self, note.children)) for note in notes)
    if kind == "box":
        index = _written(self, *node.children)
        if not has_files(self.builder):
            return index
        top = way_to_top(self.builder, self.builder.current_docname)
        return box_open(node.model, words, top=top) + index + box_close()
    children, caption, parts = list(node.children), "", [_more_idents(node)]
    if children and isinstance(children[0], bml_caption):
        caption = _inline_html(self, children.pop(0).children)
    first = children[0] if caption and children else None
    if isinstance(first, bml_table) and html.holds_caption(first.model, Style(first["style"])):
        parts.append(_table_html(self, first, caption))
        del children[0]
        caption = ""
    if kind == FrameKind.ANSWER.value:
        del children[0]
    parts += (_written(self, child) for child in children)
    return html.frame_html(
        FrameKind(kind),
        [part for part in parts if part],
        words,
        caption=caption,
        classes=node["classes"],
        ident=_html_ident(node),
        printed=Printed(node.get("printed", Printed.BELOW)),
    )


# ---------------------------------------------------------------- LaTeX


def add_package(app: Sphinx, config: Config) -> None:
    """Let documents use the style file, with the suit colours and the language of the project."""
    app.add_latex_package(latex.PACKAGE, read_config(config).suit_colors.value)
    # Sphinx wants xindy for XeLaTeX and LuaLaTeX; makeindex comes with every TeX.
    if config.latex_use_xindy and shutil.which("xindy") is None:
        config.latex_use_xindy = False
    language = re.sub(r"[^A-Za-z0-9-]", "-", str(config.language))
    read_aloud = f"\\hypersetup{{pdflang={{{language}}}}}\n"
    # What the project itself says in its preamble comes later and wins.
    preamble = (
        read_aloud + latex.language_latex(project_words()) + str(config.latex_elements.get("preamble", ""))
    )
    config.latex_elements = {**config.latex_elements, "preamble": preamble}


class _LatexParts(_Parts):
    def __init__(self, translator: LaTeXTranslator, table: bml_table) -> None:
        super().__init__(table)
        self._translator = translator

    def text(self, part: int, lines: Sequence[DescriptionLine]) -> str:
        return "".join(map(self._inline, self._of_text(part)))

    def _inline(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return latex.LINE_BREAK.join(map(latex.escape, node.split("\n")))
        return _written(self._translator, node)

    def call(self, part: int, call: RowCall, shown: str) -> str:
        link = self._calls.get(part)
        return shown if link is None else _written(self._translator, *link.children).strip()


def _anchors(translator: LaTeXTranslator, node: nodes.Element) -> str:
    return "".join(translator.hypertarget(ident, anchor=True) for ident in node["ids"])


def _table_latex(self: LaTeXTranslator, node: bml_table) -> str:
    domain = bml_domain(self.builder.env)
    # A document has the pages of a project one after the other.
    page = str(self.curfilestack[-1])

    def label(call: Location) -> str:
        """Return what the links to a row lead to; "" if there are none."""
        ident = domain.facts[page].rows.get(call)
        is_linked = ident is not None and domain.is_linked(page, ident)
        return str(self.idescape(f"{page}:{ident}")) if is_linked else ""

    linked = latex.LatexLinks(domain.links(self.builder, page, self.idescape), label)
    table = latex.render_table(node.model, project_words(), _LatexParts(self, node), linked)
    return f"\n{_anchors(self, node)}{table}"


def _drawing_latex(self: LaTeXTranslator, node: bml_drawing) -> str:
    words = project_words()
    match node.model:
        case Diagram():
            drawing = _kept(node) + latex.render_diagram(node.model, hcp=node["hcp"], words=words)
        case AuctionBlock():
            drawing = _kept(node) + latex.render_auction(node.model, words)
        case Table():
            drawing = latex.render_blocks([node.model], words)
        case _:
            drawing = latex.render_frequencies(node.model, words)
    return f"\n{_anchors(self, node)}{drawing}"


def _kept(node: nodes.Node) -> str:
    """Return what keeps hands, an auction or its notes with what of the board is below them."""
    below = node.next_node(descend=False, siblings=True)
    if below is None and isinstance(node.parent, bml_frame) and node.parent["kind"] == "beside":
        return _kept(node.parent)
    is_drawn = isinstance(below, bml_drawing) and isinstance(below.model, Table | AuctionBlock)
    is_notes = isinstance(below, bml_frame) and below["kind"] == "notes"
    of_board = isinstance(node.parent, bml_frame) and node.parent["kind"] == FrameKind.BOARD.value
    is_more = isinstance(below, nodes.paragraph) and (of_board or _ANSWER_LINK in below["classes"])
    return "\\bmlkeep\n" if is_drawn or is_more or is_notes else ""


def _frame_latex(self: LaTeXTranslator, node: bml_frame) -> str:
    if node["kind"] == "notes":
        notes = (child for child in node.children if isinstance(child, bml_paragraph))
        written = latex.notes_latex((note["mark"], _written(self, *note.children)) for note in notes)
        return f"\n{_kept(node)}{written}"
    if node["kind"] == "beside":
        parts = (_written(self, *part) for part in (node.children[:1], node.children[1:]))
        return f"\n{latex.beside(*parts)}"
    if node["kind"] == FrameKind.BOARD.value:
        # Names stay with their hands.
        names = list(takewhile(lambda each: not isinstance(each, bml_drawing | bml_frame), node.children))
        inner = "".join(f"{_written(self, name)}\n\\par\\nobreak\n" for name in names)
        inner += _written(self, *node.children[len(names) :])
        above = node.parent.children[node.parent.index(node) - 1] if node.parent.index(node) else None
        follows = isinstance(above, bml_frame) and above["kind"] == FrameKind.BOARD.value
        return f"\n\\bmlboardrule\n{inner}" if follows else inner
    inner = _written(self, *node.children)
    return f"\n\\par {_anchors(self, node)}{inner}\n" if node["kind"] == FrameKind.FIGURE.value else inner


class PlaceAuctions(SphinxPostTransform):
    """Puts the auction of a deal, with its notes, beside the hands where paper has room for both."""

    default_priority = 5
    formats = ("latex",)

    def run(self, **_kwargs: object) -> None:
        """Move auctions."""
        for hands in list(self.document.findall(bml_drawing)):
            if not isinstance(hands.model, Diagram) or not latex.is_compass(hands.model):
                continue
            parent = hands.parent
            following = parent.children[parent.index(hands) + 1 :]
            if isinstance(parent, bml_frame) and parent["kind"] == FrameKind.BOARD.value:
                # Tricks and comments on the hands come below both.
                following = list(dropwhile(lambda each: not isinstance(each, bml_drawing), following))
            auction, *notes = (*following[:2], None)[:2]
            if not isinstance(auction, bml_drawing) or not isinstance(auction.model, AuctionBlock):
                continue
            beside = bml_frame("", kind="beside", classes=[])
            parts: list[nodes.Node] = [hands, auction]
            parts += [each for each in notes if isinstance(each, bml_frame) and each["kind"] == "notes"]
            parent.insert(parent.index(hands), beside)
            for part in parts:
                parent.remove(part)
                beside += part


class PrepareText(SphinxPostTransform):
    """Sets long words and rare characters apart, and warns of those that the engine has no glyph for.

    Sphinx writes text as it is; pdfLaTeX stops at a character that it does not know, and every engine lets
    words run into the margin, and ends pages below a line that ends in a colon.
    """

    default_priority = 900
    formats = ("latex",)

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Prepare the texts of the document."""
        if self.config.latex_engine == "pdflatex":
            self._warn()
        for node in list(self.document.findall(nodes.TextElement)):
            if isinstance(node, BmlText):
                _set_apart(node)
            is_free = isinstance(node, nodes.paragraph) and not isinstance(node.parent, nodes.entry)
            if is_free and node.astext().endswith(":"):
                # A page may end above the frame of a literal block, whatever is above it.
                at = node.parent.index(node)
                is_code = isinstance(node.next_node(descend=False, siblings=True), nodes.literal_block)
                lead = nodes.raw("", "\\bmlneed{7}\n" if is_code else latex.LEAD, format="latex")
                node.parent.insert(at + (not is_code), lead)

    def _warn(self) -> None:
        found = (
            (place, ", ".join(f'"{character}" (U+{ord(character):04X})' for character in lost))
            for text, place in _texts_in(self.document)
            if (lost := latex.lost_in_pdflatex(text))
        )
        # All boards of a file have the place of the block that shows them.
        for place, named in dict.fromkeys(found):
            warn(
                f"pdfLaTeX has no glyph for {named} and prints a mark in its place. "
                'Set latex_engine = "xelatex" with a font that has it.',
                place,
                "glyph",
            )


def _texts_in(document: nodes.document) -> Iterator[tuple[str, Location]]:
    """Yield the texts of BML, each with its place."""
    for node in document.findall(nodes.Element):
        if isinstance(node, bml_table):
            descriptions = dict(parts_of(node))
            for part, (_, row) in enumerate(walk_rows(node.model.rows), 1):
                yield str(call_text(row.call, ENGLISH)), row.call.location
                if part in descriptions:
                    yield descriptions[part].astext(), place_of(descriptions[part])
        elif isinstance(node, bml_drawing | BmlText):
            yield node.astext(), place_of(node)


def _set_apart(node: nodes.TextElement) -> None:
    for text in list(node.findall(nodes.Text)):
        # What is in a description alone is written by the writer of its table.
        is_free = text.parent is not None and not isinstance(text.parent, bml_description | nodes.raw)
        if is_free and latex.needs_escape(text):
            text.parent.replace(text, nodes.raw("", latex.escape(text), format="latex"))


# ---------------------------------------------------------------- answers on paper

_PAPER = ("latex", "texinfo", "man", "text")
_ANSWER_LINK = "bml-answer-link"


def print_answers(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Number answers and move them to the end of what cannot open them, unless their block says otherwise.

    That is the end of a book, or of a page of text or of an e-book.
    """
    form, words = app.builder.format, project_words()
    if app.builder.name != "epub" and form not in _PAPER:
        return
    section = nodes.section("", nodes.title("", words.answers), ids=["bml-answers"])
    # Books name the page of what they refer to.
    page = f"%{docname}#" if form in ("latex", "texinfo") else "#"
    frames = (frame for frame in document.findall(bml_frame) if frame["kind"] == FrameKind.ANSWER.value)
    for frame in list(frames):
        if frame["printed"] == Printed.BELOW.value:
            head, *rest = frame.children
            frame.replace_self([head, nodes.raw("", latex.LEAD, format="latex"), *rest])
        elif frame["printed"] == Printed.NOWHERE.value:
            frame.parent.remove(frame)
        else:
            ident, name = f"bml-answer-{len(section.children)}", f"{words.answer} {len(section.children)}"
            link = nodes.reference("", name, refuri=f"{page}{ident}", internal=True)
            frame.replace_self(nodes.paragraph("", "", link, classes=[_ANSWER_LINK]))
            head = nodes.paragraph("", "", nodes.target("", "", ids=[ident]), nodes.strong("", name))
            whole = nodes.raw("", "\\bmlneed{20}", format="latex")
            section += nodes.container("", whole, head, *frame.children[1:], classes=["bml-printed-answer"])
    if len(section.children) > 1:
        sections = [child for child in document.children if isinstance(child, nodes.section)]
        end: nodes.Element = sections[0] if len(sections) == 1 else document
        end += [nodes.raw("", "\\clearpage", format="latex"), section]


# ---------------------------------------------------------------- plain text

_WIDTH = 70
_PLAY_LINK = "bml-play"
# Builders without a format write no pages.
_OWN_FORMATS = ("html", "latex", "")


def draw_plain(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Replace BML by lines that are aligned with spaces, for writers that know none."""
    form = app.builder.format
    if form in _OWN_FORMATS:
        return

    def draw(node: nodes.Element, lines: Iterable[str]) -> None:
        text = "\n".join(lines)
        lines_node = nodes.literal_block(text, text, language="none", ids=node["ids"])
        # The writer of text would indent a literal block.
        node.replace_self(nodes.raw(text, text, format="text") if form == "text" else lines_node)

    for node in list(document.findall(nodes.Element)):
        match node:
            case bml_table():
                draw(node, plain.table_lines(node.model, project_words(), _PlainParts(node), _WIDTH))
            case bml_frame() if node["kind"] == "notes":
                notes = (child for child in node.children if isinstance(child, bml_paragraph))
                lines = (plain.note_lines(note["mark"], _plain(note), _WIDTH) for note in notes)
                draw(node, chain.from_iterable(lines))
            case nodes.paragraph() if _PLAY_LINK in node["classes"] and form in _PAPER:
                # A link is of no use without its address, which nobody could type.
                node.parent.remove(node)
            case bml_drawing() if form == "text":
                draw(node, [node.astext()])
            case bml_caption():
                shown = nodes.strong("", "", *node.children)
                node.clear()
                node += shown
    for symbols in list(document.findall(bml_symbols)):
        symbols.parent.replace(symbols, nodes.Text(_plain(symbols)))


class _PlainParts(_Parts):
    def text(self, part: int, lines: Sequence[DescriptionLine]) -> str:
        return "".join(map(_plain, self._of_text(part)))

    def call(self, part: int, call: RowCall, shown: str) -> str:
        return _plain(self._calls[part]) if part in self._calls else shown


def _plain(node: nodes.Node) -> str:
    """Return the text of a node with printed suit signs, and the addresses of its links."""
    match node:
        case bml_symbols():
            return signs([node["symbols"]])
        case nodes.Text():
            return str(node)
        case nodes.reference():
            text = "".join(map(_plain, node.children))
            target = str(node.get("refuri", ""))
            return f"{text} <{target}>" if "://" in target and target != text else text
    return "".join(map(_plain, node.children))


def _symbols_text(self: TextTranslator, node: bml_symbols) -> None:
    # In lists of contents, which are made of the titles of other pages.
    self.add_text(_plain(node))
    raise nodes.SkipNode


VISITORS: Mapping[type[nodes.Element], Mapping[str, Visit]] = {
    bml_symbols: {
        "html": _drawn(lambda _, node: html.pieces_html([node["symbols"]])),
        "latex": _drawn(lambda _, node: latex.symbols_latex(node["symbols"])),
        "text": (_symbols_text, None),
    },
    bml_table: {"html": _drawn(_table_html), "latex": _drawn(_table_latex)},
    bml_drawing: {"html": _drawn(_drawing_html), "latex": _drawn(_drawing_latex)},
    bml_frame: {"html": _drawn(_frame_html), "latex": _drawn(_frame_latex)},
    bml_caption: {
        "latex": _drawn(lambda self, node: f"\n\\bmlcaption{{{_written(self, *node.children)}}}\n")
    },
}
"""How the nodes are written, by the format of the writer."""


# ---------------------------------------------------------------- style sheets and scripts

BOOK_STYLE_SHEET = "bml-book.css"
_SCRIPTS = (html.SCRIPT, *html.BOX_FILES, *html.QUIZ_FILES, *html.FIELD_FILES)
_WEB_FILES = (html.STYLE_SHEET, *_SCRIPTS, *(colors.file for colors in SuitColors if colors.file))


def register_files(app: Sphinx, config: Config) -> None:
    """Let Sphinx copy the files; later than this it would take them for a change of the settings."""
    names = [*_style_sheets(config), *_SCRIPTS, BOOK_STYLE_SHEET]
    config.html_static_path = [*config.html_static_path, *(str(html.asset_path(name)) for name in names)]
    # What readers of e-books, and the programs that check them, would stumble over stays out of the book.
    # The list is the same for all settings, since another one makes Sphinx read every page again.
    config.epub_exclude_files = [*config.epub_exclude_files, *(f"_static/{name}" for name in _WEB_FILES)]
    config.latex_additional_files = [*config.latex_additional_files, str(latex.style_path())]


def _style_sheets(config: Config) -> list[str]:
    colors = read_config(config).suit_colors.file
    return [html.STYLE_SHEET, colors] if colors else [html.STYLE_SHEET]


def add_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link style sheets and script from pages that show BML."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder, Epub3Builder):
        language = html.escape(str(app.config.epub_language or "en").replace("_", "-"))
        tag = f'<html lang="{language}" xml:lang="{language}"'
        context["html_tag"] = context.get("html_tag", "").replace("<html", tag, 1)
    answers = doctree.findall(bml_frame) if doctree is not None else ()
    if any(frame["kind"] == FrameKind.ANSWER.value for frame in answers):
        # The copy of the source that readers are offered has the hands that a block of the page hides.
        context["sourcename"] = ""
    domain = bml_domain(app.env)
    # The one page of singlehtml shows what all pages show.
    pages = domain.facts if builder.name == "singlehtml" else [pagename]
    shows_bml = doctree is not None and (
        any(domain.facts[page].shows_bml for page in pages)
        or any(html.ROW_LINK_CLASS in link["classes"] for link in doctree.findall(nodes.reference))
    )
    if isinstance(builder, Epub3Builder):
        if shows_bml:
            builder.add_css_file(BOOK_STYLE_SHEET)
        return
    if shows_bml or domain.has_suits_in_contents:
        for name in _style_sheets(app.config):
            builder.add_css_file(name)
    # The pages of some builders run no script.
    if shows_bml and builder.add_permalinks:
        builder.add_js_file(html.SCRIPT, defer="defer")
    if has_row_ids(builder) and read_config(app.config).auction_field and domain.data["objects"]:
        style, script = html.FIELD_FILES
        words = script_words(project_words(), "field_")
        builder.add_css_file(style)
        builder.add_js_file(script, defer="defer", **({"data-words": words} if words else {}))


# ---------------------------------------------------------------- e-books


_LONGEST_ADDRESS = 60
_ACCESSIBILITY = {
    "accessMode": ("textual",),
    "accessModeSufficient": ("textual",),
    "accessibilityFeature": ("structuralNavigation", "tableOfContents", "readingOrder"),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": (
        "Headings, lists and tables can be navigated; suits are words, not colours alone.",
    ),
}
# What nobody gave is left out, since programs that check e-books refuse empty entries.
_EMPTY = re.compile(rb"\n *<(dc:rights|meta) ?[^<>]*></\1>")


def fit_book(app: Sphinx) -> None:
    """Let Sphinx mend our fragments, show no long addresses, and say how the book can be read."""
    builder: Any = app.builder
    if not isinstance(builder, Epub3Builder):
        return
    mend, show, write = builder.fix_fragment, builder.add_visible_links, builder.build_content

    def show_addresses(tree: nodes.document, show_urls: str = "inline") -> None:
        show(tree, show_urls)
        for node in list(tree.findall(nodes.inline)):
            if "link-target" in node["classes"] and len(node.astext()) > _LONGEST_ADDRESS:
                node.parent.remove(node)
        for link in tree.findall(nodes.reference):
            if link.astext() == link.get("refuri") and len(link.astext()) > _LONGEST_ADDRESS:
                link.children = [nodes.Text(f"{urlsplit(link['refuri']).netloc}/…")]

    def write_content() -> None:
        write()
        package = Path(builder.outdir, "content.opf")
        text = _EMPTY.sub(b"", package.read_bytes())
        entries = "".join(
            f'    <meta property="schema:{name}">{value}</meta>\n'
            for name, values in _ACCESSIBILITY.items()
            for value in (*values, *(["visual"] * (name == "accessMode" and bool(builder.images))))
        )
        if b"schema:access" not in text:
            text = text.replace(b"  </metadata>", f"{entries}  </metadata>".encode())
        package.write_bytes(text)

    vars(builder)["fix_fragment"] = lambda prefix, fragment: mend(prefix, _fit(fragment))
    vars(builder)["add_visible_links"] = show_addresses
    vars(builder)["build_content"] = write_content


def fit_ids(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Mend the ids of the headings of a page of an e-book."""
    if isinstance(app.builder, Epub3Builder):
        for section in document.findall(nodes.section):
            section["ids"] = list(dict.fromkeys(map(_fit, section["ids"])))


def _fit(ident: str) -> str:
    return f"id-{ident}" if ident[:1].isdecimal() else ident
