"""What a LaTeX document shows, kind by kind, as ``outlines.py`` has it for pages: ours and a peer's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.peers.outlines import BAR, Outline, squeezed

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_HEADINGS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
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
_ITEMS = {"itemize": "item", "enumerate": "numbered item", "description": "term"}


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
    """What stands between begin and end of the document, without title and table of contents."""
    inside = tex.partition("\\begin{document}")[2].partition("\\end{document}")[0]
    return inside.partition("\\tableofcontents\n")[2] or inside


# ---------------------------------------------------------------- ours


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
            if name in _HEADINGS:
                outline.append((f"heading {_HEADINGS[name]}", plain(arguments[0])))
            elif name == "begin":
                kind, depth = arguments[0], "0"
            elif name == "end":
                kind = ""
            elif name == "item" and kind in _ITEMS:
                outline.append((_ITEMS[kind], _item(line, is_term=kind == "description")))
            elif name in _LINES:
                found = _LINES[name](line, arguments, int(depth or 0))
                depth = "1" if name == "bmlhistory" else depth
                outline += found
            elif kind == "longtable":
                if "\\tabularnewline" in line:
                    outline.append(("cells", plain(line.replace(" & ", BAR))))
            elif kind in _ITEMS and outline:
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


_LINES = {
    "bmlrow": _row,
    "bmlhistory": _history,
    "bmlbids": _bids,
    "bmlcompass": _deal,
}


# ---------------------------------------------------------------- theirs

_THEIR_BLOCK = re.compile(
    r"\\(?P<heading>section|subsection|subsubsection|paragraph)(?P<title>\{.*?\})\n\n"
    r"|\\begin\{(?P<kind>\w+)\}(?P<inside>.*?)\\end\{(?P=kind)\}(?:\s*\\bigbreak)?"
    r"|\\\n\\dirtree\{%%?\n(?P<tree>.*?)\n\}\n\\bigbreak"
    r"|\\dealdiagram\n(?P<deal>(?:\{[^\n]*\}\n)+)"
    r"|(?P<paragraph>[^\n].*?)\n\\bigbreak",
    re.DOTALL,
)
_TREE_ROW = re.compile(
    r" \.(?P<depth>\d+) (?P<call>.*?)"
    r"(?:\.*\\begin\{minipage\}\[t\]\{0\.8\\textwidth\}\n(?P<text>.*?)\n\\end\{minipage\})?\. (?:\n|$)",
    re.DOTALL,
)


def of_their_document(tex: str) -> Outline:
    """The outline of a document by bridge-markup."""
    return [piece for found in _THEIR_BLOCK.finditer(body(tex)) for piece in _their_block(found)]


def _their_block(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    kind, inside = found["kind"], found["inside"] or ""
    if found["heading"]:
        yield f"heading {_HEADINGS[found['heading']]}", plain(groups(found["title"], 0)[0])
    elif found["tree"] is not None:
        for row in _TREE_ROW.finditer(found["tree"] + "\n"):
            yield f"row {int(row['depth']) - 1}", plain(row["call"]) + BAR + plain(row["text"] or "")
    elif found["deal"]:
        yield from _their_deal(found["deal"])
    elif kind in _ITEMS:
        for item in re.split(r"\n*\\item", inside)[1:]:
            yield _ITEMS[kind], plain(re.sub(r"^\[(.*?)\]", r"\1", item))
    elif kind == "bidtable":
        yield from _their_rows(inside)
    elif kind == "bidding":
        for line in inside.strip().split("\\\\\n"):
            yield "auction", BAR.join(plain(call) for call in line.split("\\>"))
    elif kind == "tabular":
        for line in inside.partition("}")[2].split("\\\\\n"):
            cells = line.replace("\\hline", "").strip()
            if cells:
                yield "cells", BAR.join(plain(cell) for cell in cells.split(" & "))
    elif found["paragraph"]:
        yield "paragraph", plain(found["paragraph"])


def _their_rows(table: str) -> Iterator[tuple[str, str]]:
    depth = 0
    rows: list[tuple[str, str]] = []
    for line in table.strip().split("\\\\\n"):
        shown = re.sub(r"(?:\\[+-])+$", "", line)
        call, bar, text = shown.partition("\\>")
        if bar and not plain(call):
            rows[-1] = (rows[-1][0], rows[-1][1] + plain(text))
        else:
            rows.append((f"row {depth}", plain(call) + BAR + plain(text)))
        moves = line[len(shown) :]
        depth += moves.count("\\+") - moves.count("\\-")
    return iter(rows)


def _their_deal(deal: str) -> Iterator[tuple[str, str]]:
    *hands, facts = [groups(line, 0)[0] for line in deal.splitlines()]
    for fact in facts.split("\\\\"):
        yield "fact", plain(fact)
    cards = [groups(hand, hand.index("{")) for hand in hands]
    yield from sorted(("hand", "".join(BAR + plain(suit) for suit in hand)) for hand in cards)
