"""Inline BML as nodes, and where its links lead inside a Sphinx project."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from bml_core import Location
from bml_core.document import AUCTION_SCHEME, OPTIONAL_AUCTION, Emphasis, Link, Mono, Span, Strong, Text
from bml_core.notes import named_file
from bml_core.render import Piece, anchor_key, symbol_pieces
from bml_core.site import parse_address
from sphinx_bml.nodes import bml_row, bml_symbols
from sphinx_bml.reports import BrokenLink, note_broken_link

LinkMaker = Callable[[str, Location], nodes.Element]
"""Makes the empty node of a link from its target and its place."""


def web_link(target: str, place: Location) -> nodes.Element:
    """Return a link that leads where its target says."""
    return nodes.reference(refuri=target)


def inline_nodes(spans: Iterable[Span], link: LinkMaker = web_link) -> list[nodes.Node]:
    """Return spans as nodes."""
    return [node for span in spans for node in _span_nodes(span, link)]


def _span_nodes(span: Span, link: LinkMaker) -> list[nodes.Node]:
    match span:
        case Text(text):
            return [nodes.Text(text)]
        case Emphasis(spans):
            return [nodes.emphasis("", "", *inline_nodes(spans, link))]
        case Strong(spans):
            return [nodes.strong("", "", *inline_nodes(spans, link))]
        case Mono(text):
            return [nodes.literal(text, text)]
        case Link(target, spans, place):
            return [filled_link(link(target, place), inline_nodes(spans, link))]
    return piece_nodes(symbol_pieces(span))


def filled_link(node: nodes.Element, content: list[nodes.Node]) -> nodes.Element:
    """Return the node of a link with what it shows."""
    if isinstance(node, nodes.TextElement):
        node += content
    else:
        # References that Sphinx resolves later keep the children of one inline node.
        node += nodes.inline("", "", *content)
    return node


def piece_nodes(pieces: Iterable[Piece]) -> list[nodes.Node]:
    """Return words and symbols as nodes."""
    return [
        nodes.Text(piece) if isinstance(piece, str) else bml_symbols("", piece.letters, symbols=piece)
        for piece in pieces
    ]


# ---------------------------------------------------------------- links

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ID_IN_HTML = re.compile(r"""\b(?:id|name)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)


# Before what all spellings of an anchor have in common; no id has a blank.
_SPELLED = " "


OPTIONAL_TYPE = "known-auction"
"""The type of a link that nobody wrote, to an auction of these notes alone."""


def auction_reference(env: BuildEnvironment, target: str, place: Location) -> addnodes.pending_xref:
    """Return the empty link to an auction, which is found when all pages are read."""
    is_meant = not target.startswith(OPTIONAL_AUCTION)
    address = parse_address(target).value if is_meant else None
    node = addnodes.pending_xref(
        refdomain="bml",
        reftype="auction" if is_meant else OPTIONAL_TYPE,
        # Other projects have each auction under one name.
        reftarget=target if address is None else str(address),
        refdoc=env.docname,
        refexplicit=True,
        refwarn=is_meant,
    )
    node.source, node.line = place.file, place.line
    return node


class PageLinks:
    """Makes the links of one page: to the web, to another page of the project, to a file beside it."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def __call__(self, target: str, place: Location) -> nodes.Element:
        """Return the empty node of a link at ``place``; warn of one that leads nowhere."""
        if target.startswith(AUCTION_SCHEME):
            return auction_reference(self._env, target, place)
        path, _, anchor = target.partition("#")
        if not (path or anchor) or _ELSEWHERE.match(target):
            return nodes.reference(refuri=target)
        if not path:
            return self._to_page(self._env.docname, anchor, place)
        path = self._file_name(path)
        file = page_file(self._env, path)
        docname = self._env.path2doc(file)
        if docname is not None and docname in self._env.found_docs:
            return self._to_page(docname, anchor, place)
        # What is linked to gets published: only files of the documentation may be.
        if is_file_inside(self._env, file):
            return addnodes.download_reference(
                reftarget=path, refdoc=self._env.docname, refwarn=False, reftype="download", refdomain=""
            )
        note_broken_link(BrokenLink(path, place))
        # It may be there at the next build, although this page has not changed.
        self._env.note_reread()
        return nodes.reference(refuri=target)

    def to_auction(self, target: str, place: Location) -> nodes.Element:
        """Return the empty node of a link to an auction, or to where other links may lead."""
        is_auction = parse_address(target).value is not None
        leads_elsewhere = (
            "#" in target
            or _ELSEWHERE.match(target)
            or is_file_inside(self._env, page_file(self._env, target))
        )
        if leads_elsewhere and not is_auction:
            return self(target, place)
        return auction_reference(self._env, target, place)

    def _file_name(self, path: str) -> str:
        """Return the file that a link names: as it is, or as an address writes it, with %20 for a blank."""
        decoded = unquote(path)
        if decoded == path or is_file_inside(self._env, page_file(self._env, path)):
            return path
        return decoded if is_file_inside(self._env, page_file(self._env, decoded)) else path

    def _to_page(self, docname: str, anchor: str, place: Location) -> addnodes.pending_xref:
        node = addnodes.pending_xref(
            refdomain="bml",
            reftype="page",
            reftarget=docname,
            anchor=anchor,
            refdoc=self._env.docname,
            refexplicit=True,
            refwarn=True,
        )
        node.source, node.line = place.file, place.line
        return node


class Anchors:
    """The places on the pages of a project that links may lead to."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._known: dict[str, dict[str, str]] = {}

    def forget(self, docname: str) -> None:
        """Forget a page, which is read again."""
        self._known.pop(docname, None)

    def find(self, docname: str, anchor: str) -> str | None:
        """Return the id that an anchor stands for: itself, or that of a heading MyST knows; None for none."""
        if docname not in self._known:
            self._known[docname] = self._on_page(docname)
        known, wanted = self._known[docname], unquote(anchor)
        spelled = (_SPELLED + anchor_key(wanted), _SPELLED + wanted.casefold())
        return next((known[name] for name in (wanted, *spelled) if name in known), None)

    def _on_page(self, docname: str) -> dict[str, str]:
        slugs: dict[str, tuple[int, str, str]] = self._env.metadata[docname].get("myst_slugs", {})
        found = {slug: ident for slug, (_, ident, _) in slugs.items()}
        page = self._env.get_doctree(docname)
        rows = {row["path"] for row in page.findall(bml_row)}
        for node in page.findall(nodes.Element):
            idents: list[str] = node.get("ids", [])
            in_html = _ID_IN_HTML.findall(node.astext()) if isinstance(node, nodes.raw) else []
            found.update({ident: ident for ident in (*idents, *in_html)})
        others = {_SPELLED + anchor_key(name): found[name] for name in reversed(found) if name not in rows}
        # The signs in the id of a row say who bids.
        spelled_rows = {_SPELLED + row.casefold(): row for row in sorted(rows, reverse=True)}
        return {**spelled_rows, **others, **found}


def page_file(env: BuildEnvironment, name: str) -> str:
    """Return the path of a file that the page being read names, relative to it or, with /, to the top."""
    return str(named_file(name, str(env.doc2path(env.docname)), env.srcdir))


def is_file_inside(env: BuildEnvironment, file: str) -> bool:
    """Return whether a file exists and lies in the source folder, links followed."""
    try:
        real = Path(os.path.realpath(file))
        return real.is_file() and real.is_relative_to(os.path.realpath(env.srcdir))
    except (OSError, ValueError):
        return False
