"""What belongs to a whole site: its inventory, rows in its search, links to anchors in other spellings."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import urlopen

from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from bml_core import Diagnostic, Location
from bml_core.document import plain_text
from bml_core.render import Anchors
from bml_core.render.html import escape
from bml_core.site import AuctionIndex, address_spans, parse_address

# ---------------------------------------------------------------- inventories

INVENTORY = "objects.inv"
_HEAD = b"# Sphinx inventory version 2"
_LINE = re.compile(r"(\S+)\s+bml:auction\s+(-?\d+)\s+(\S*)\s+(.*)")
_LARGEST = 20_000_000
_LARGEST_UNPACKED = 20_000_000
_SECONDS = 10
_IS_WEB = re.compile(r"https?://", re.IGNORECASE)
_HINT = "Write the address of the site, such as https://club.example/notes/, and perhaps file: PATH."

Entry = tuple[str, str]
"""The address of a row, and the auction as it is printed."""


def write_inventory(
    project: str, auctions: AuctionIndex, url: Callable[[str], str], beside: bytes = b""
) -> bytes:
    """Return the inventory of a site; ``url`` is the address of a page below that of the site.

    What ``beside``, the inventory of another plugin, has is kept.

    >>> write_inventory("Notes", AuctionIndex((), {}), str).splitlines()[1]
    b'# Project: Notes'
    """
    lines: list[str] = []
    with suppress(ValueError):
        lines = [f"{line}\n" for line in _lines(beside) if not _LINE.match(line)]
    for name, place in sorted(auctions.names.items()):
        shown = plain_text(address_spans(name))
        where = f"{url(place.page)}#{'$' if place.row == name else place.row}"
        lines.append(f"{name} bml:auction 1 {where} {shown}\n")
    head = (_HEAD.decode(), f"# Project: {' '.join(project.split())}", "# Version: ")
    packing = "# The remainder of this file is compressed using zlib."
    return "\n".join((*head, packing, "")).encode() + zlib.compress("".join(lines).encode(), 9)


def read_inventory(content: bytes, site: str) -> dict[str, Entry]:
    """Return the auctions of an inventory by address; ``site`` is the address of its site.

    Entries that lead elsewhere than into this site are left out.

    Raises:
        ValueError: this is not an inventory, or it is too large.

    >>> read_inventory(write_inventory("Notes", AuctionIndex((), {}), str), "https://club.example/")
    {}
    """
    base = site if site.endswith("/") else f"{site}/"
    found: dict[str, Entry] = {}
    for line in _lines(content):
        if entry := _LINE.match(line):
            name, _, where, shown = entry.groups()
            if address := _address_below(base, where[:-1] + name if where.endswith("$") else where):
                found[name] = (address, shown)
    return found


def _address_below(base: str, where: str) -> str:
    """Return the web address of an entry of the site at ``base``, "" if it leads out of the site.

    >>> _address_below("https://club.example/notes/", "majors/#1H")
    'https://club.example/notes/majors/#1H'
    >>> [_address_below("https://club.example/notes/", at) for at in ("javascript:a", "//b.example", "../", "http://[")]
    ['', '', '', '']
    """
    try:
        address = urljoin(base, where)
        parts, top = urlsplit(address), urlsplit(base)
    except ValueError:  # "http://[": half of an IPv6 address
        return ""
    is_below = (parts.scheme, parts.netloc) == (top.scheme, top.netloc) and parts.path.startswith(top.path)
    return address if is_below else ""


def _lines(content: bytes) -> list[str]:
    """Return the entries of an inventory."""
    parts = content.split(b"\n", 4)
    if len(parts) < 5 or parts[0].strip() != _HEAD or b"zlib" not in parts[3]:
        raise ValueError("it is not an inventory of version 2")
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(parts[4], _LARGEST_UNPACKED)
    except zlib.error:
        raise ValueError("it is damaged") from None
    if unpacker.unconsumed_tail:
        raise ValueError("it is too large")
    return text.decode("utf-8", "replace").splitlines()


class Inventories:
    """The inventories that the option ``inventories`` names; each is read when a link may need it.

    ``given`` holds for each name the address of the site, or a mapping with ``url`` and ``file``; files are
    relative to ``folder``.
    """

    def __init__(self, given: Mapping[str, object], folder: Path) -> None:
        self._given = given
        self._folder = folder
        self._known: dict[str, Mapping[str, Entry]] = {}
        self._faults: list[Diagnostic] = []

    def find(self, target: str) -> Entry | None:
        """Return where an auction of another site is described, whose name comes before it.

        A mistyped auction of these notes shall not lead to those of others.
        """
        address = parse_address(target).value if self._given else None
        name, _, system = address.system.partition(":") if address else ("", "", "")
        if address is None or name not in self._given:
            return None
        return self._auctions(name).get(f"{system}:{address.name}" if system else address.name)

    def faults(self) -> Iterator[Diagnostic]:
        """Yield once what is wrong with the inventories that were read."""
        while self._faults:
            yield self._faults.pop(0)

    def _auctions(self, name: str) -> Mapping[str, Entry]:
        if name not in self._known:
            self._known[name] = {}
            try:
                self._known[name] = self._read(self._given[name])
            except (ValueError, OSError) as error:
                why = str(error.reason) if isinstance(error, URLError) else str(error)
                message = f"The inventory {name} cannot be read: {why}."
                self._faults.append(Diagnostic("BML144", message, Location("mkdocs.yml", 1), _HINT))
        return self._known[name]

    def _read(self, given: object) -> dict[str, Entry]:
        values = given if isinstance(given, Mapping) else {"url": given}
        site, file = values.get("url"), values.get("file")
        if not isinstance(site, str) or not _IS_WEB.match(site):
            raise ValueError("it has no address of a site")
        if file is not None:
            path = self._folder / str(file)
            if path.stat().st_size > _LARGEST:
                raise ValueError("it is too large")
            return read_inventory(path.read_bytes(), site)
        with urlopen(
            urljoin(site if site.endswith("/") else f"{site}/", INVENTORY), timeout=_SECONDS
        ) as answer:
            content: bytes = answer.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise ValueError("it is too large")
        return read_inventory(content, site)


# ---------------------------------------------------------------- spellings of anchors


class PageAnchors(set[str]):
    """The ids of a page, which finds them in other spellings as well."""

    def __init__(self, idents: Iterable[str], rows: Iterable[str]) -> None:
        super().__init__(idents)
        self._anchors = Anchors(self, rows)

    def __contains__(self, anchor: object) -> bool:
        return isinstance(anchor, str) and self.find(anchor) is not None

    def find(self, anchor: str) -> str | None:
        """Return the id that an anchor means; None for none."""
        return self._anchors.find(anchor)


def note_spellings(page: Page, rows: Iterable[str]) -> None:
    """Let MkDocs find the anchors of a page in other spellings."""
    if page.present_anchor_ids is not None:
        page.present_anchor_ids = PageAnchors(page.present_anchor_ids, rows)


def mended(html: str, page: Page) -> str:
    """Return a page with its links to anchors in another spelling led to the ids themselves."""
    for file, links in page.links_to_anchors.items() if page.links_to_anchors else ():
        known = file.page.present_anchor_ids if file.page else None
        if not isinstance(known, PageAnchors):
            continue
        for anchor in links:
            ident = known.find(anchor)
            if ident not in (None, anchor):
                way = "" if page.file == file else escape(get_relative_url(file.url, page.file.url))
                html = html.replace(
                    f'href="{way}#{escape(anchor)}"', f'href="{way}#{escape(quote(ident or ""))}"'
                )
    return html
