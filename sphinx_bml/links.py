"""Links of a project: those in BML text, and those to auctions in other markup."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import (
    desc_signature,
    download_reference,
    index,
    literal_emphasis,
    literal_strong,
    pending_xref,
)
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform

from bml_core import Location
from bml_core.document import AUCTION_SCHEME, OPTIONAL_AUCTION
from bml_core.language import HAND_TARGET, parse_hand_line, parse_inline
from bml_core.notes import named_file
from bml_core.site import (
    AuctionLink,
    FoundAuction,
    PageFacts,
    address_spans,
    auctions_in,
    goes_on,
    parse_address,
)
from sphinx_bml.content import filled_link, inline_nodes
from sphinx_bml.domain import AUCTION, OPTIONAL_TYPE, BmlDomain, BrokenLink, bml_domain
from sphinx_bml.nodes import BmlText, bml_table, place_of
from sphinx_bml.reports import report

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)

# ---------------------------------------------------------------- links in BML text


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
        bml_domain(self._env).note_missing(self._env.docname, BrokenLink(path, place), file)
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


# ---------------------------------------------------------------- links to auctions in other markup

# After the parsers, and before domains look at a page (850).
_BEFORE_DOMAINS = 800


class AuctionRole(XRefRole):
    """A link to the row that describes an auction; with ``~`` it shows the last call alone."""

    innernodeclass = nodes.inline

    def __init__(self) -> None:
        super().__init__(warn_dangling=True)

    def create_non_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return what a link would show, without the link: the text begins with ``!``."""
        title = self.title if self.has_explicit_title else ""
        return _shown(self.target.removeprefix("!"), title.removeprefix("!")), []

    def create_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link."""
        file, line = self.get_source_info()
        title = self.title if self.has_explicit_title else ""
        target, is_short = self.target, False
        if not title and target.startswith("~"):
            target, is_short = target[1:].lstrip(), True
        node = auction_reference(self.env, target, Location(str(file), line))
        node["refexplicit"] = self.has_explicit_title
        self.set_source_info(node)
        node += nodes.inline("", "", *_shown(target, title, is_short=is_short))
        return [node], []


def _shown(target: str, title: str, *, is_short: bool = False) -> list[nodes.Node]:
    """Return what a link shows: its title, or the auction that it leads to."""
    if title:
        spans = parse_inline(title, Location("", 1)).value
        return inline_nodes(spans, lambda _target, _place: nodes.inline())
    address = target.rpartition(":")[2]
    if is_short:
        address = address.replace("–", "-").rpartition("-")[2]
    return inline_nodes(address_spans(address)) or [nodes.Text(target)]


class FindAuctionLinks(SphinxTransform):
    """Turns links such as ``[Stayman](auction:1N-2C)`` into links to the rows of these auctions."""

    default_priority = _BEFORE_DOMAINS

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Replace the links of the document, and show the hands that are written as links."""
        elements = list(self.document.findall(nodes.Element))
        for node in (each for each in elements if _leads_to(each, HAND_TARGET)):
            hand = parse_hand_line(node.astext(), _place(node, self.document))
            report(hand.diagnostics)
            bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
            shown = inline_nodes(hand.value) or [nodes.Text(node.astext())]
            node.replace_self(nodes.inline("", "", *shown, classes=["bml-cards-inline"]))
        for node in (each for each in elements if _leads_to(each, AUCTION_SCHEME)):
            target = str(node.get("reftarget") or node.get("refuri"))
            found = auction_reference(self.env, target, _place(node, self.document))
            found["refexplicit"] = bool(node.astext())
            content = node.children
            if isinstance(node, pending_xref) and content and isinstance(content[0], nodes.Element):
                content = content[0].children
            shown = list(content) if node.astext() else _shown(target.removeprefix(AUCTION_SCHEME), "")
            found += nodes.inline("", "", *shown)
            node.replace_self(found)


def _leads_to(node: nodes.Element, scheme: str) -> bool:
    if isinstance(node, pending_xref):
        return node["reftype"] == "myst" and str(node.get("reftarget")).lower().startswith(scheme)
    return isinstance(node, nodes.reference) and str(node.get("refuri")).lower().startswith(scheme)


def _place(node: nodes.Node, document: nodes.document) -> Location:
    """Return where a node is written, or else what it is in."""
    at: nodes.Node | None = node
    while at is not None and not at.line:
        at = at.parent
    line = at.line if at is not None else None
    return Location(str(node.source or document.get("source", "")), int(line or 1))


class LinkAuctions(SphinxTransform):
    """Makes links of the auctions in the text of a page, outside of headings, links and code."""

    default_priority = _BEFORE_DOMAINS

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Replace the texts of the document."""
        if not self.config.bml_link_auctions:
            return
        for text in list(self.document.findall(nodes.Text)):
            found = list(auctions_in(text)) if "-" in text or not text.isascii() else []
            if found and _is_prose(text):
                text.parent.replace(text, list(self._parts(text, found)))

    def _parts(self, text: nodes.Text, found: list[FoundAuction]) -> Iterator[nodes.Node]:
        done = 0
        parent = text.parent
        place = _place(parent, self.document)
        for begin, end, target in found:
            yield nodes.Text(text[done:begin])
            link = auction_reference(self.env, target, place)
            yield filled_link(link, [nodes.Text(text[begin:end])])
            done = end
        yield nodes.Text(text[done:])


_CLOSED = (
    *(nodes.title, nodes.subtitle, nodes.rubric, nodes.term, nodes.caption, nodes.label, nodes.field_name),
    *(
        nodes.reference,
        nodes.footnote_reference,
        nodes.target,
        nodes.image,
        nodes.abbreviation,
        nodes.problematic,
    ),
    *(nodes.literal, nodes.FixedTextElement, nodes.raw, nodes.comment, nodes.math, nodes.math_block),
    *(nodes.substitution_definition, nodes.system_message, nodes.docinfo),
    *(pending_xref, download_reference, index, desc_signature, literal_emphasis, literal_strong),
    # Blocks of BML have links of their own.
    *(BmlText, bml_table),
)


_CODE = (nodes.literal, nodes.FixedTextElement, nodes.raw, nodes.math, nodes.math_block)


def is_code(text: nodes.Text) -> bool:
    """Return whether a text is shown as it is."""
    return isinstance(text.parent, _CODE)


def _is_prose(text: nodes.Text) -> bool:
    at: nodes.Node | None = text
    while at is not None and not isinstance(at, nodes.document):
        parent = at.parent
        if isinstance(parent, _CLOSED) or _goes_on(at):
            return False
        at = parent
    return True


def _goes_on(node: nodes.Node) -> bool:
    """Return whether a word in its own style is a part of the auction around it."""
    if not isinstance(node, nodes.Inline):
        return False
    siblings, at = node.parent.children, node.parent.index(node)
    before = siblings[at - 1].astext() if at else ""
    after = siblings[at + 1].astext() if at + 1 < len(siblings) else ""
    return goes_on(before, after)


def report_missing_auction(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Warn of a link to an auction that neither the notes nor other projects have, in our own words."""
    if not isinstance(domain, BmlDomain) or node["reftype"] != AUCTION:
        return None
    link = AuctionLink(node["reftarget"], place_of(node))
    domain.note_wrong(link, domain.auctions.find(link.target, node["refdoc"], link.place).diagnostics)
    return True


def find_changed_links(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with links to auctions that lead elsewhere than when they were written."""
    return bml_domain(env).note_auctions(app.builder)
