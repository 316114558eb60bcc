"""What a page or a LaTeX document of ours shows, kind by kind: the outline that cases and peers compare.

An outline is a list of ``(kind, text)``. Rows of bidding tables are ``row <depth>``, with ``BAR`` between
call and description; headings are ``heading <level>``. Texts have no white space, suits are symbols, fonts
are as in BML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from bml_core import Document
from bml_core.render.html import page_rows
from bml_core.site import PageFacts, Site, SiteLinks, SystemPart

Outline = list[tuple[str, str]]
BAR = "|"

_TAGS = {"em": "/", "strong": "*", "code": "="}
_SYMBOLS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def squeezed(text: str) -> str:
    """The text without white space."""
    return re.sub(r"\s+", "", text)


# ---------------------------------------------------------------- pages


def of_our_page(html: str) -> Outline:
    """The outline of a page with a title, as a tree or as tables."""
    main = BeautifulSoup(html, "html.parser").find("main")
    assert isinstance(main, Tag)
    for hidden in main.select(".bml-symbols > u, i > u"):
        hidden.decompose()
    for mark in main.select(", ".join(f"i.bml-{suit}" for suit in _SYMBOLS)):
        mark.replace_with(NavigableString(_our_suit(mark)))
    for hidden in main.select(".bml-path, .bml-deal, .bml-auction, .bml-text-table, nav"):
        hidden.decompose()
    return list(_our_blocks(main))


def _our_suit(mark: Tag) -> str:
    (name,) = mark.get_attribute_list("class")
    return str(mark.get("data-n", "")) + _SYMBOLS[str(name).removeprefix("bml-")]


def _our_blocks(main: Tag) -> Iterator[tuple[str, str]]:
    for block in main.find_all(True, recursive=False):
        if "bml-table" in block.get_attribute_list("class"):
            yield from _our_rows(block)
        elif re.fullmatch("h[1-6]", block.name):
            # The title of the page is the heading above all.
            yield f"heading {int(block.name[1]) - 1}", text_of(block)
        else:
            yield from text_block(block)


def _our_rows(table: Tag) -> Iterator[tuple[str, str]]:
    history = table.find(class_="bml-history")
    depth = 0
    if isinstance(history, Tag):
        yield "row 0", cut_row(history, history.find(class_="bml-auction-so-far"))
        depth = 1
    for row in table.select(".bml-row, tbody > tr"):
        steps = len(row.select(".bml-step")) if row.name == "tr" else len(row.find_parents("ul")) - 1
        yield f"row {depth + steps}", cut_row(row, row.find(class_="bml-call"))


def cut_row(row: Tag, call: object) -> str:
    """The text of a row, cut after its call; one without a description is all call."""
    assert isinstance(call, Tag)
    shown = text_of(call)
    return f"{shown}{BAR}{text_of(row)[len(shown) :]}"


def text_block(block: Tag) -> Iterator[tuple[str, str]]:
    if block.name in ("ul", "ol"):
        kind = "item" if block.name == "ul" else "numbered item"
        yield from ((kind, text_of(item)) for item in block.find_all("li"))
    elif block.name == "p":
        yield "paragraph", text_of(block)
    else:
        yield block.name, text_of(block)


def text_of(element: Tag) -> str:
    return squeezed("".join(_pieces(element)))


def _pieces(element: Tag) -> Iterable[str]:
    for child in element.children:
        if isinstance(child, Tag):
            mark = _TAGS.get(child.name, "")
            yield mark
            yield from _pieces(child)
            yield mark
        else:
            yield str(child)


# ---------------------------------------------------------------- LaTeX

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
HEADINGS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_FONTS = {"emph": "/", "textbf": "*", "texttt": "="}
_CHARACTERS = {
    "bmlapart": "",
    "bmldash": "–",
    "O": "∅",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textbackslash": "\\",
    "textbar": "|",
    "textgreater": ">",
    "textless": "<",
    "textquotedbl": '"',
    "void": "—",
}
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+|.)", re.DOTALL)
#: Lines of ours that a document of a peer has no counterpart of.
_NO_TEXT = ("\\bmlscope", "\\bmltitle", "\\bmldescription", "\\bmlauthor", "{\\setlength")
ITEMS = {"itemize": "item", "enumerate": "numbered item", "description": "term"}


def plain(tex: str) -> str:
    """The text that LaTeX shows, without white space, fonts as in BML."""
    previous = ""
    while previous != tex:
        previous = tex
        for name, mark in _FONTS.items():
            tex = re.sub(rf"\\{name}\{{((?:[^{{}}]|\{{\}}|\\[{{}}])*)\}}", rf"{mark}\1{mark}", tex)
        tex = re.sub(r"\\href\{[^{}]*\}", "", tex)
    tex = tex.replace("\\\\", "")
    tex = tex.replace("---", "—").replace("--", "–")
    tex = re.sub(r"(?<!\\)[{}]", "", re.sub(r"(\\[A-Za-z]+)\{", r"\1 ", tex))
    return squeezed(_COMMAND.sub(_shown, tex))


def _shown(found: re.Match[str]) -> str:
    name = found["name"]
    if re.fullmatch("B[CDHS]|pdf[cdhs]", name):
        return _SUITS[name[-1].upper()]
    if name in ("bmlclubs", "bmldiamonds", "bmlhearts", "bmlspades"):
        return _SUITS[name[3].upper()]
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    return name if name in "&%$#_{}" else ""


def groups(tex: str, start: int) -> list[str]:
    """The contents of the groups in braces that follow each other from ``start`` on."""
    found: list[str] = []
    while tex[start : start + 1] == "{":
        end, depth = start, 0
        while True:
            escaped = tex[end] == "\\"
            depth += 0 if escaped else {"{": 1, "}": -1}.get(tex[end], 0)
            end += 2 if escaped else 1
            if not depth:
                break
        found.append(tex[start + 1 : end - 1])
        start = end
    return found


def body(tex: str) -> str:
    """What is between begin and end of the document, without title and table of contents."""
    inside = tex.partition("\\begin{document}")[2].partition("\\end{document}")[0]
    return inside.partition("\\tableofcontents\n")[2] or inside


def of_our_document(tex: str) -> Outline:
    """The outline of a document of ours, as a tree or not."""
    outline: Outline = []
    kind = depth = ""
    for block in re.split(r"\n\s*\n", body(tex)):
        paragraph = ""
        for line in block.strip().splitlines():
            command = re.match(r"\\(\w+)", line)
            name = command[1] if command else ""
            arguments = groups(line, command.end()) if command else []
            if name in HEADINGS:
                outline.append((f"heading {HEADINGS[name]}", plain(arguments[0])))
            elif name == "begin":
                kind, depth = arguments[0], "0"
            elif name == "end":
                kind = ""
            elif name == "item" and kind in ITEMS:
                outline.append((ITEMS[kind], _item(line, is_term=kind == "description")))
            elif name in _LINES:
                found = _LINES[name](line, arguments, int(depth or 0))
                depth = "1" if name == "bmlhistory" else depth
                outline += found
            elif kind == "longtable":
                if "\\tabularnewline" in line:
                    outline.append(("cells", plain(line.replace(" & ", BAR))))
            elif kind in ITEMS and outline:
                outline[-1] = (outline[-1][0], outline[-1][1] + plain(line))
            elif not line.startswith(_NO_TEXT):
                paragraph += f"{line}\n"
        if plain(paragraph):
            outline.append(("paragraph", plain(paragraph)))
    return outline


def _item(line: str, *, is_term: bool) -> str:
    found = re.fullmatch(r"\\item(?:\[\{?(?P<label>.*?)\}?\])? (?P<text>.*)", line)
    assert found
    return plain(f"{found['label']} {found['text']}" if is_term else found["text"])


def _row(_: str, arguments: list[str], depth: int) -> Outline:
    steps, call, text = arguments
    return [(f"row {depth + int(steps)}", plain(call) + BAR + plain(text))]


def _history(_: str, arguments: list[str], __: int) -> Outline:
    return [("row 0", plain(arguments[0]) + BAR + plain(arguments[1]))]


def _bids(_: str, arguments: list[str], __: int) -> Outline:
    return [("auction", BAR.join(map(plain, arguments)))]


def _deal(line: str, _: list[str], __: int) -> Outline:
    facts = next((groups(line, found.end())[0] for found in re.finditer(r"\\bmlfacts", line)), "")
    shown = [("fact", plain(fact)) for fact in facts.split("\\tabularnewline")]
    hands = [groups(line, found.end())[1] for found in re.finditer(r"\\bmlhand(?=\{)", line)]
    return [*shown, *sorted(("hand", re.sub("[♠♥♦♣]", BAR, plain(hand))) for hand in hands)]


_LINES = {"bmlrow": _row, "bmlhistory": _history, "bmlbids": _bids, "bmlcompass": _deal}


def page_ways(document: Document) -> SiteLinks:
    """Return the links between the tables of a page that is a site of its own."""
    facts = PageFacts(parts=(SystemPart("system", document),), rows=page_rows(document))
    return SiteLinks(Site([("", facts)]).navigation, lambda _, ident: f"#{ident}")
