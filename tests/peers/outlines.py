"""What a page shows, kind by kind: the same outline from our pages and from a peer's.

An outline is a list of ``(kind, text)``. Rows of bidding tables are ``row <depth>``, with ``BAR`` between
call and description; headings are ``heading <level>``. Texts have no white space, suits are symbols, fonts
are as in BML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

Outline = list[tuple[str, str]]
BAR = "|"

_FONTS = {"em": "/", "strong": "*", "code": "="}
_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def squeezed(text: str) -> str:
    """The text without white space."""
    return re.sub(r"\s+", "", text)


# ---------------------------------------------------------------- ours


def of_our_page(html: str) -> Outline:
    """The outline of a page with a title, as a tree or as tables."""
    main = BeautifulSoup(html, "html5lib").find("main")
    assert isinstance(main, Tag)
    for symbols in main.select(".bml-symbols"):
        shown = "".join(_our_suit(mark) for mark in symbols.find_all("i"))
        symbols.replace_with(NavigableString(shown))
    for hidden in main.select(".bml-path, .bml-deal, .bml-auction, .bml-text-table, nav"):
        hidden.decompose()
    return list(_our_blocks(main))


def _our_suit(mark: Tag) -> str:
    (name,) = mark.get_attribute_list("class")
    return str(mark.get("data-prefix", "")) + _SUITS[str(name).removeprefix("bml-")]


def _our_blocks(main: Tag) -> Iterator[tuple[str, str]]:
    for block in main.find_all(True, recursive=False):
        if "bml-table" in block.get_attribute_list("class"):
            yield from _our_rows(block)
        elif re.fullmatch("h[1-6]", block.name):
            # The title of the page is the heading above all.
            yield f"heading {int(block.name[1]) - 1}", _text(block)
        else:
            yield from _text_block(block)


def _our_rows(table: Tag) -> Iterator[tuple[str, str]]:
    history = table.find(class_="bml-history")
    depth = 0
    if isinstance(history, Tag):
        yield "row 0", _cut(history, history.find(class_="bml-auction-so-far"))
        depth = 1
    for row in table.select(".bml-row, tbody > tr"):
        steps = len(row.select(".bml-step")) if row.name == "tr" else len(row.find_parents("ul")) - 1
        for link in row.select(".bml-link"):
            link.decompose()
        yield f"row {depth + steps}", _cut(row, row.find(class_="bml-call"))


def _cut(row: Tag, call: object) -> str:
    """The text of a row, cut after its call; one without a description is all call."""
    assert isinstance(call, Tag)
    shown = _text(call)
    return f"{shown}{BAR}{_text(row)[len(shown) :]}"


# ---------------------------------------------------------------- theirs


def of_their_page(html: str) -> Outline:
    """The outline of a page by bridge-markup."""
    _, _, html = html.rpartition("?>")
    body = BeautifulSoup(html, "html5lib").body
    assert body
    return list(_their_blocks(body))


def _their_blocks(body: Tag) -> Iterator[tuple[str, str]]:
    for block in body.find_all(True, recursive=False):
        if block.name == "div":
            yield from _their_rows(block)
        elif re.fullmatch("h[1-4]", block.name):
            yield f"heading {block.name[1]}", _text(block)
        else:
            yield from _text_block(block)


def _their_rows(table: Tag) -> Iterator[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for item in table.find_all("li"):
        depth = len(item.find_parents("ul")) - 1
        lists = [child.extract() for child in item.find_all("ul", recursive=False)]
        call = item.select_one("td.node, div.start") or item
        shown = _cut(item, call)
        if call.name == "div" and not _text(call):
            # A description goes on in a row without a bid.
            rows[-1] = (rows[-1][0], rows[-1][1] + shown.removeprefix(BAR))
        else:
            rows.append((f"row {depth}", shown))
        for child in lists:
            item.append(child)
    yield from rows


# ---------------------------------------------------------------- both


def _text_block(block: Tag) -> Iterator[tuple[str, str]]:
    if block.name in ("ul", "ol"):
        kind = "item" if block.name == "ul" else "numbered item"
        yield from ((kind, _text(item)) for item in block.find_all("li"))
    elif block.name == "p":
        yield "paragraph", _text(block)
    else:
        yield block.name, _text(block)


def _text(element: Tag) -> str:
    return squeezed("".join(_pieces(element)))


def _pieces(element: Tag) -> Iterable[str]:
    for child in element.children:
        if isinstance(child, Tag):
            mark = _FONTS.get(child.name, "")
            yield mark
            yield from _pieces(child)
            yield mark
        else:
            yield str(child)
