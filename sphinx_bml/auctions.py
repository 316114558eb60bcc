"""Links to auctions in the markup of a project: the role, links of MyST, and what becomes of wrong ones."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform

from bml_core import Location
from bml_core.document import AUCTION_SCHEME
from bml_core.site import address_spans
from sphinx_bml.domain import AUCTION, BmlDomain, bml_domain
from sphinx_bml.inlines import auction_reference, inline_nodes
from sphinx_bml.reports import report

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
        return [nodes.Text(title)]
    address = target.rpartition(":")[2]
    if is_short:
        address = address.replace("–", "-").rpartition("-")[2]
    return inline_nodes(address_spans(address)) or [nodes.Text(target)]


class FindAuctionLinks(SphinxTransform):
    """Turns links such as ``[Stayman](auction:1N-2C)`` into links to the rows of these auctions."""

    default_priority = _BEFORE_DOMAINS

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Replace the links of the document."""
        for node in [each for each in self.document.findall(nodes.Element) if _is_auction_link(each)]:
            target = str(node.get("reftarget") or node.get("refuri"))
            source, line = node.source or self.document.get("source", ""), _line(node)
            found = auction_reference(self.env, target, Location(str(source), line))
            found["refexplicit"] = bool(node.astext())
            content = node.children
            if isinstance(node, pending_xref) and content and isinstance(content[0], nodes.Element):
                content = content[0].children
            shown = list(content) if node.astext() else _shown(target.removeprefix(AUCTION_SCHEME), "")
            found += nodes.inline("", "", *shown)
            node.replace_self(found)


def _is_auction_link(node: nodes.Element) -> bool:
    if isinstance(node, pending_xref):
        is_link = node["reftype"] == "myst"
        return is_link and str(node.get("reftarget")).lower().startswith(AUCTION_SCHEME)
    return isinstance(node, nodes.reference) and str(node.get("refuri")).lower().startswith(AUCTION_SCHEME)


def _line(node: nodes.Node) -> int:
    at: nodes.Node | None = node
    while at is not None and not at.line:
        at = at.parent
    return int(at.line or 1) if at is not None else 1


def report_missing_auction(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Warn of a link to an auction that neither the notes nor other projects have, in our own words."""
    if not isinstance(domain, BmlDomain) or node["reftype"] != AUCTION:
        return None
    place = Location(str(node.source), node.line or 1)
    report(domain.auctions.find(node["reftarget"], node["refdoc"], place).diagnostics)
    return True


def find_changed_links(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with links to auctions that lead elsewhere than when they were written."""
    return bml_domain(env).note_auctions(app.builder)
