"""What values show in notebooks: small tables, escaped, in the colours of the page around them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

_MOST_ROWS = 500
#: Legible on white and on black.
_RED = "#d6453d"
_CELL = "padding:.15em .7em .15em 0;text-align:left;vertical-align:top;color:inherit;background:transparent"
_TABLE = "border-collapse:collapse;color:inherit;background:transparent"
_SIGN_OF = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def notebook_text(text: str) -> str:
    """Return a text of BML as escaped HTML, with the signs of suits.

    >>> notebook_text("5+!s & 11--21")
    '5+♠ &amp; 11–21'
    """
    signs = re.sub(r"!([cdhs])(?![a-z])", lambda found: _SIGN_OF[found[1]], text.replace("--", "–"))
    lines = html.escape(signs).replace("\n", "<br>")
    return re.sub("[♥♦]", rf'<span style="color:{_RED}">\g<0></span>', lines)


def notebook_call(call: object) -> str:
    """Return a call, or calls with hyphens between them, with the signs of suits in BML: ``1!s``.

    >>> notebook_call("(1NT)-2C")
    '(1NT)-2!c'
    """
    return re.sub(r"([1-7])([CDHS])\b", lambda found: f"{found[1]}!{found[2].lower()}", str(call))


def notebook_table(rows: Iterable[Sequence[object]], head: Sequence[str] = (), caption: str = "") -> str:
    """Return rows of BML text as a table without a document around it; after 500 the others are counted.

    >>> notebook_table([("1!h", "<5+>")]).count("&lt;5+&gt;")
    1
    """
    rows = list(rows)
    parts = [f'<table style="{_TABLE}">']
    if caption:
        parts.append(f'<caption style="{_CELL};caption-side:top">{notebook_text(caption)}</caption>')
    if head:
        cells = "".join(f'<th scope="col" style="{_CELL}">{notebook_text(word)}</th>' for word in head)
        parts.append(f"<tr>{cells}</tr>")
    for row in rows[:_MOST_ROWS]:
        cells = "".join(f'<td style="{_CELL}">{notebook_text(str(cell))}</td>' for cell in row)
        parts.append(f"<tr>{cells}</tr>")
    parts.append("</table>")
    if len(rows) > _MOST_ROWS:
        parts.append(f"<p>… and {len(rows) - _MOST_ROWS:,} more</p>")
    return "".join(parts)


def notebook_details(summary: str, inner: str) -> str:
    """Return a part that opens: ``summary`` is BML text, ``inner`` HTML.

    >>> notebook_details("Ours", "<p>x</p>")
    '<details><summary>Ours</summary><p>x</p></details>'
    """
    return f"<details><summary>{notebook_text(summary)}</summary>{inner}</details>"
