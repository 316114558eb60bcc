"""What pages and LaTeX documents of bridge-markup show, in the outlines that are made of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag

from tests.bml_core.shown import (
    BAR,
    HEADINGS,
    ITEMS,
    Outline,
    body,
    cut_row,
    groups,
    plain,
    text_block,
    text_of,
)


def of_their_page(html: str) -> Outline:
    """The outline of a page by bridge-markup."""
    _, _, html = html.rpartition("?>")
    body = BeautifulSoup(html, "html.parser").body
    assert body
    return list(_their_blocks(body))


def _their_blocks(body: Tag) -> Iterator[tuple[str, str]]:
    for block in body.find_all(True, recursive=False):
        if block.name == "div":
            yield from _their_rows(block)
        elif re.fullmatch("h[1-4]", block.name):
            yield f"heading {block.name[1]}", text_of(block)
        else:
            yield from text_block(block)


def _their_rows(table: Tag) -> Iterator[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for item in table.find_all("li"):
        depth = len(item.find_parents("ul")) - 1
        lists = [child.extract() for child in item.find_all("ul", recursive=False)]
        call = item.select_one("td.node, div.start") or item
        shown = cut_row(item, call)
        if call.name == "div" and not text_of(call):
            # A description goes on in a row without a bid.
            rows[-1] = (rows[-1][0], rows[-1][1] + shown.removeprefix(BAR))
        else:
            rows.append((f"row {depth}", shown))
        for child in lists:
            item.append(child)
    yield from rows


# ---------------------------------------------------------------- LaTeX

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
        yield f"heading {HEADINGS[found['heading']]}", plain(groups(found["title"], 0)[0])
    elif found["tree"] is not None:
        for row in _TREE_ROW.finditer(found["tree"] + "\n"):
            yield f"row {int(row['depth']) - 1}", plain(row["call"]) + BAR + plain(row["text"] or "")
    elif found["deal"]:
        yield from _their_deal(found["deal"])
    elif kind in ITEMS:
        for item in re.split(r"\n*\\item", inside)[1:]:
            yield ITEMS[kind], plain(re.sub(r"^\[(.*?)\]", r"\1", item))
    elif kind == "bidtable":
        yield from _their_bids(inside)
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


def _their_bids(table: str) -> Iterator[tuple[str, str]]:
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
