"""The place of a bidding box on a page, and a page of its own."""

from __future__ import annotations

from dataclasses import fields
from urllib.parse import quote

from bml_core.document import Block
from bml_core.render import Words
from bml_core.render.html import HtmlOptions, PageOptions, escape, render_blocks, write_box_page
from bml_core.site.bidding_box.data import BiddingBox, as_json

_USED = (
    *("passed", "double", "redouble", "north", "east", "south", "west", "dealer", "alert", "at_most"),
    *("both_vulnerable", "neither_vulnerable", "only_we_vulnerable", "only_they_vulnerable", "link_to"),
    *("left_out", "one_left_out"),
)


def box_open(box: BiddingBox, words: Words, *, top: str = "", whole: str = "") -> str:
    """Return the HTML before the index that readers without JavaScript see.

    ``top`` is the way from the page to the top of the site, where the files of the data are; with ``whole``
    the data is on the page itself.
    """
    names = [field.name for field in fields(Words) if field.name.startswith("box")]
    said = as_json({name: getattr(words, name) for name in (*_USED, *names)})
    attributes = {"system": box.system, "start": box.start, "top": top, "words": said}
    if not whole:
        source = f"{top}{quote(box.folder)}/"
        attributes |= {"key": box.folder, "source": source, "version": box.version}
    written = "".join(f' data-{name}="{escape(value)}"' for name, value in attributes.items())
    data = f'<script type="application/json">{whole}</script>\n' if whole else ""
    return f'<div class="bml-box"{written}>\n{data}<div class="bml-box-index">\n'


def box_close() -> str:
    """Return the HTML after the index."""
    return "</div>\n</div>\n"


def box_page(
    box: BiddingBox, index: tuple[Block, ...], title: str, words: Words, options: PageOptions
) -> str:
    """Return a page with a box and all its data, which needs no other file."""
    opened = box_open(box, words, whole=box.whole(_nowhere, words))
    shown = render_blocks(index, HtmlOptions(words=words, collapse=1))
    return write_box_page(title, f"{opened}{shown}{box_close()}", options)


def _nowhere(page: str) -> None:
    return None
