"""Inline BML as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docutils import nodes

from bml_core import Location
from bml_core.document import Emphasis, Link, Mono, Span, Strong, Text
from bml_core.render import Piece, symbol_pieces
from sphinx_bml.nodes import bml_symbols

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
            return [_filled_link(link(target, place), inline_nodes(spans, link))]
    return piece_nodes(symbol_pieces(span))


def _filled_link(node: nodes.Element, content: list[nodes.Node]) -> nodes.Element:
    if isinstance(node, nodes.TextElement):
        node += content
    else:
        # References that Sphinx resolves later keep the children of one inline node.
        node += nodes.inline("", "", *content)
    return node


def piece_nodes(pieces: Iterable[Piece]) -> list[nodes.Node]:
    """Words and symbols as nodes."""
    return [
        nodes.Text(piece) if isinstance(piece, str) else bml_symbols("", piece.letters, symbols=piece)
        for piece in pieces
    ]
