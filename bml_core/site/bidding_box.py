"""The notes as a bidding box: the data of a system, the place for it on a page, and a page of its own.

:func:`make_box` puts the data of a system together, in parts that a page loads when they are asked for.
What :func:`box_open` and :func:`box_close` write is around the index that readers without JavaScript
see; the script ``bml-box.js`` of the room ``render.html`` does the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from bml_core.bridge import ANY_SCOPE, Auction, Call, Scope
from bml_core.diagnostics import Location
from bml_core.document import Block, plain_text
from bml_core.language import parse_inline
from bml_core.render import UiTexts, scope_words, script_words
from bml_core.render.html import HtmlOptions, PageOptions, escape, render_blocks, write_app_page
from bml_core.system import Agreement, System

FOLDER = "bml-box"
"""The folder of the data, at the top of a site."""

_MOST_ROWS = 1_500
_LONGEST = 1_000
_OPENINGS = "openings"
_UNSAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

Address = Callable[[Agreement], tuple[str, str] | None]
"""From an agreement to its page and the id of its row there."""
Way = Callable[[str], str | None]
"""From a page to its address; None if rows have no addresses there."""
Numbers = dict[str, object]
"""What is known of the hands at a place of an auction, as JSON."""


def as_json(value: object) -> str:
    r"""Return a value as JSON that every page and every script can hold.

    >>> print(as_json("</script> & ♥"))
    "\u003c/script\u003e \u0026 \u2665"
    """
    return json.dumps(value, separators=(",", ":")).translate(_UNSAFE)


class BoxFile(NamedTuple):
    """A file with a part of the data: its path below the top of a site, and its text."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class BiddingBox:
    """Hold the data of a system, as a bidding box shows it.

    Attributes:
        system: The name of the system.
        pages: The pages that rows are on.
        scopes: The seats and vulnerabilities of agreements, the first one any.
        has_hands: Whether hands are looked at.
        start: The auction that the box opens at.
        parts: The parts by name, each the members of an object in JSON; the first one has the openings.
    """

    system: str
    pages: tuple[str, ...]
    scopes: tuple[Scope, ...]
    parts: tuple[tuple[str, str], ...]
    has_hands: bool = True
    start: str = ""

    @property
    def folder(self) -> str:
        """Return the folder of the files, below the top of a site."""
        return f"{FOLDER}/{self.system}{'' if self.has_hands else '/without-hands'}"

    @property
    def version(self) -> str:
        """Return a text that is another one for other data."""
        return hashlib.sha256(repr(self).encode("utf-8", "replace")).hexdigest()[:12]

    def whole(self, way: Way, words: UiTexts) -> str:
        """Return all data as one object of JSON; ``way`` leads to a page."""
        head = self._head(way, words, ())
        parts = ",".join(f"{{{content}}}" for _, content in self.parts)
        return f'{{{head},"parts":[{parts}]}}'

    def files(self, way: Way, words: UiTexts) -> Iterator[BoxFile]:
        """Yield the files; ``way`` leads from the top of the site to a page."""
        first, *others = (name for name, _ in self.parts)
        for name, content in self.parts:
            members = f"{self._head(way, words, others)},{content}" if name == first else content
            key = as_json(f"{self.folder}/{name}")
            text = f"(window.bmlBox=window.bmlBox||{{}})[{key}]={{{members}}};\n"
            yield BoxFile(f"{self.folder}/{name}.js", text)

    def _head(self, way: Way, words: UiTexts, names: Sequence[str]) -> str:
        pages = [way(page) for page in self.pages]
        scopes = [_scope(scope, words) for scope in self.scopes]
        return f'"pages":{as_json(pages)},"scopes":{as_json(scopes)},"names":{as_json(names)}'


# ---------------------------------------------------------------- parts


class _Entry(NamedTuple):
    """A thing to find at a place in an auction; ``path`` are the opening and the calls that follow it."""

    path: tuple[str, ...]
    key: str
    kind: str
    value: object


def make_box(
    name: str, system: System, address: Address, numbers: dict[str, Numbers] | None = None
) -> BiddingBox:
    """Return the data of a system; ``numbers`` are by places of auctions, None if they are not wanted."""
    pages: dict[str, int] = {}
    scopes = {ANY_SCOPE: 0}
    entries: list[_Entry] = []
    for row in system.agreements:
        before = row.auction.before
        place = address(row)
        page = -1 if place is None else pages.setdefault(place[0], len(pages))
        scope = scopes.setdefault(row.scope, len(scopes))
        text = _text(row)
        value: list[object] = [row.call.code, text, page, "" if place is None else place[1]]
        flags = (1 if row.alert else 0) + (2 if row.is_described else 0)
        value += [flags, scope] if scope else [flags]
        entries.append(_Entry(_path(before), before.code, "rows", value))
    entries += _steps(system)
    entries += (_Entry(_path_of(key), key, "hands", found) for key, found in (numbers or {}).items())
    parts = tuple((_name(path), _members(found)) for path, found in _split(entries, ()))
    return BiddingBox(name, tuple(pages), tuple(scopes), parts, numbers is not None)


def _text(row: Agreement) -> str:
    lines = row.description
    if not any(lines) and row.wording is not None:
        lines = (row.wording.condition_text,)
    text = "\n".join(filter(None, map(_plain, lines)))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


@lru_cache(maxsize=4096)
def _plain(line: str) -> str:
    spans = parse_inline(line[: 4 * _LONGEST], Location("", 1), in_description=True).value
    return " ".join(plain_text(spans, signs=True).split())


def _scope(scope: Scope, words: UiTexts) -> list[object]:
    position, sides = scope
    return [position.positions, sides.we, sides.they, scope_words(scope, words)]


def _path(auction: Auction) -> tuple[str, ...]:
    """Return the opening, with its side, and the calls that follow it; nothing before an opening."""
    passes = auction.position - 1
    if passes == len(auction):
        return ()
    first, *others = (call.code for call in auction.calls[passes:])
    return (first if auction.is_ours(passes) else f"they-{first}", *others)


def _path_of(key: str) -> tuple[str, ...]:
    return _path(Auction(tuple(map(Call.parse, codes(key))), not key.startswith("*")))


def codes(key: str) -> Iterator[str]:
    """Yield the codes of the calls in the name of a place.

    >>> list(codes("*1HP2N"))
    ['1H', 'P', '2N']
    """
    text = key.removeprefix("*")
    at = 0
    while at < len(text):
        size = 2 if text[at].isdecimal() else 1
        yield text[at : at + size]
        at += size


def _steps(system: System) -> Iterator[_Entry]:
    """Yield the calls that no row describes, though rows follow them."""
    known = {row.auction.code for row in system.agreements}
    for row in system.agreements:
        auction = row.auction.before
        while auction.calls and auction.code not in known:
            known.add(auction.code)
            yield _Entry(_path(auction.before), auction.before.code, "steps", auction.call.code)
            auction = auction.before


def _split(entries: list[_Entry], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[_Entry]]]:
    """Yield parts by the beginning of their auctions: by openings, and what is still too much further on."""
    if path and len(entries) <= _MOST_ROWS:
        yield path, entries
        return
    own: list[_Entry] = []
    longer: dict[str, list[_Entry]] = {}
    for entry in entries:
        if len(entry.path) == len(path):
            own.append(entry)
        else:
            longer.setdefault(entry.path[len(path)], []).append(entry)
    yield path, own
    for call, below in longer.items():
        yield from _split(below, (*path, call))


def _name(path: tuple[str, ...]) -> str:
    return "-".join(path) or _OPENINGS


def _members(entries: Iterable[_Entry]) -> str:
    found: dict[str, dict[str, object]] = {"rows": {}, "steps": {}, "hands": {}}
    for entry in entries:
        if entry.kind == "hands":
            found["hands"][entry.key] = entry.value
            continue
        values = found[entry.kind].setdefault(entry.key, [])
        assert isinstance(values, list)
        values.append(entry.value)
    return ",".join(f"{as_json(kind)}:{as_json(values)}" for kind, values in found.items() if values)


_USED = (
    *("passed", "double", "redouble", "north", "east", "south", "west", "dealer", "alert", "at_most"),
    *("both_vulnerable", "neither_vulnerable", "only_we_vulnerable", "only_they_vulnerable", "link_to"),
    *("left_out", "one_left_out", "box"),
)


def box_open(box: BiddingBox, words: UiTexts, *, top: str = "", whole: str = "") -> str:
    """Return the HTML before the index that readers without JavaScript see.

    ``top`` is the way from the page to the top of the site, where the files of the data are; with ``whole``
    the data is on the page itself.
    """
    said = script_words(words, "box_", *_USED, has_english=False)
    attributes = {"system": box.system, "start": box.start, "top": top, "words": said}
    if not whole:
        source = f"{top}{quote(box.folder)}/"
        attributes |= {"key": box.folder, "source": source, "version": box.version}
    written = "".join(f' data-{name}="{escape(value)}"' for name, value in attributes.items())
    data = f'<script type="application/json">{whole}</script>\n' if whole else ""
    # Its rows are found on their own pages. Material knows the end of what its search leaves out by the tag.
    return f'<div class="bml-box"{written}>\n{data}<section class="bml-box-index" data-search-exclude>\n'


def box_close() -> str:
    """Return the HTML after the index."""
    return "</section>\n</div>\n"


def box_page(
    box: BiddingBox, index: tuple[Block, ...], title: str, words: UiTexts, options: PageOptions
) -> str:
    """Return a page with a box and all its data, which needs no other file."""
    opened = box_open(box, words, whole=box.whole(lambda page: None, words))
    shown = render_blocks(index, HtmlOptions(words=words, collapse=1))
    return write_app_page(title, f"{opened}{shown}{box_close()}", options)
