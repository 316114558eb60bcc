"""What the pages of a project say in BML, kept from build to build."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from bml_core import Document, Location
from bml_core.document import BiddingTable, DescriptionLine, Row
from bml_core.formats.deals import Dealt
from bml_core.render.vocabulary import signs
from bml_core.site.deal_pages import DealOffer
from bml_core.site.exports import Offer
from bml_core.site.hand_pages import Addresses, HandAnswer, HandRequest
from sphinx_bml.links import Anchors
from sphinx_bml.nodes import bml_caption, bml_figure, bml_row, bml_symbols, bml_title
from sphinx_bml.reports import warn

_MYST_TARGETS = "myst_slugs"


@dataclass(frozen=True, slots=True)
class Settled:
    """What the blocks of a page show of hands, what that was made from, and where rows stand."""

    signature: str
    answers: tuple[HandAnswer, ...]
    addresses: Addresses


class BmlDomain(Domain):
    """For each page: whether it shows BML, its rows, and its documents with the system they belong to.

    Also the deals of a page, the files that it offers, what its blocks ask for that needs all pages, and of
    pages whose fences MyST shows as code, the line of the first.

    Documents are kept pickled, so that an environment loads quickly where nobody asks for them.
    """

    name = "bml"
    label = "BML"
    data_version = 6
    initial_data: ClassVar[dict[str, Any]] = {
        "documents": {},
        "shown": set(),
        "code": {},
        "rows": {},
        "offers": {},
        "deals": {},
        "deal_offers": {},
        "requests": {},
        "settled": {},
        "written": {},
    }

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self._anchors = Anchors(env)

    @property
    def _documents(self) -> dict[str, list[tuple[str, bytes]]]:
        documents: dict[str, list[tuple[str, bytes]]] = self.data["documents"]
        return documents

    @property
    def _shown(self) -> set[str]:
        shown: set[str] = self.data["shown"]
        return shown

    @property
    def _code(self) -> dict[str, tuple[str, Location]]:
        code: dict[str, tuple[str, Location]] = self.data["code"]
        return code

    @property
    def _rows(self) -> dict[str, frozenset[str]]:
        rows: dict[str, frozenset[str]] = self.data["rows"]
        return rows

    @property
    def _offers(self) -> dict[str, list[Offer]]:
        offers: dict[str, list[Offer]] = self.data["offers"]
        return offers

    @property
    def _deals(self) -> dict[str, list[Dealt]]:
        deals: dict[str, list[Dealt]] = self.data["deals"]
        return deals

    @property
    def _deal_offers(self) -> dict[str, list[DealOffer]]:
        offers: dict[str, list[DealOffer]] = self.data["deal_offers"]
        return offers

    def note_shown(self, docname: str) -> None:
        """Remember that a page shows BML."""
        self._shown.add(docname)

    def note_document(self, docname: str, system: str, document: Document) -> None:
        """Remember what a block of a page adds to a system."""
        packed = pickle.dumps(for_export(document), pickle.HIGHEST_PROTOCOL)
        self._documents.setdefault(docname, []).append((system, packed))

    def note_offer(self, docname: str, offer: Offer) -> None:
        """Remember that a page offers files of a system."""
        self._offers.setdefault(docname, []).append(offer)

    def offers(self) -> Iterator[Offer]:
        """The files that pages offer, in the order in which a reader meets them."""
        for docname in reading_order(self.env):
            yield from self._offers.get(docname, ())

    def note_deals(self, docname: str, boards: Iterable[Dealt]) -> None:
        """Remember the boards that a page shows."""
        self._deals.setdefault(docname, []).extend(boards)

    def deals(self, page: str = "") -> list[Dealt]:
        """The boards of a page, or of all pages in the order in which a reader meets them."""
        pages = [page] if page else reading_order(self.env)
        return [dealt for docname in pages for dealt in self._deals.get(docname, ())]

    def note_deal_offer(self, docname: str, offer: DealOffer) -> None:
        """Remember that a page offers files of deals."""
        self._deal_offers.setdefault(docname, []).append(offer)

    def deal_offers(self) -> Iterator[DealOffer]:
        """The files of deals that pages offer, in the order in which a reader meets them."""
        for docname in reading_order(self.env):
            yield from self._deal_offers.get(docname, ())

    # ------------------------------------------------------------ hands

    def note_request(self, docname: str, request: HandRequest) -> int:
        """Remember that a page shows hands or numbers of a system; the number of the block on the page."""
        requests: list[HandRequest] = self.data["requests"].setdefault(docname, [])
        requests.append(request)
        return len(requests) - 1

    def requests(self) -> Iterator[tuple[str, list[HandRequest]]]:
        """The pages that show hands or numbers of a system, and what they ask for."""
        yield from self.data["requests"].items()

    def settled(self, docname: str) -> Settled | None:
        """What the blocks of a page show, as far as it is worked out."""
        found: Settled | None = self.data["settled"].get(docname)
        return found

    def settle(self, docname: str, settled: Settled) -> None:
        """Remember what the blocks of a page show."""
        self.data["settled"][docname] = settled

    def note_written(self, builder: str, docname: str, signature: str) -> bool:
        """Remember what a builder wrote a page from; whether that is something new."""
        written: dict[str, str] = self.data["written"].setdefault(builder, {})
        is_new = written.get(docname) != signature
        written[docname] = signature
        return is_new

    def row_idents(self) -> Mapping[str, frozenset[str]]:
        """The ids of the rows of each page."""
        return self._rows

    def packed_systems(self) -> dict[str, list[tuple[str, bytes]]]:
        """The pages and pickled documents of each system, in the order in which a reader meets them."""
        systems: dict[str, list[tuple[str, bytes]]] = {}
        for docname in reading_order(self.env):
            for system, packed in self._documents.get(docname, ()):
                systems.setdefault(system, []).append((docname, packed))
        return systems

    def shows_bml(self, docname: str) -> bool:
        """Whether a page shows BML."""
        return docname in self._shown

    @property
    def is_empty(self) -> bool:
        """Whether no page shows BML."""
        return not self._shown

    def systems(self) -> dict[str, list[Document]]:
        """The documents of each system, in the order in which a reader meets them."""
        return {
            name: [pickle.loads(packed) for _, packed in pages]
            for name, pages in self.packed_systems().items()
        }

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self._anchors.forget(docname)
        self._documents.pop(docname, None)
        self._code.pop(docname, None)
        self._rows.pop(docname, None)
        self._offers.pop(docname, None)
        self._deals.pop(docname, None)
        self._deal_offers.pop(docname, None)
        self.data["requests"].pop(docname, None)
        self._shown.discard(docname)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        for docname in docnames:
            for name in ("documents", "code", "rows", "offers", "deals", "deal_offers", "requests"):
                if docname in otherdata[name]:
                    self.data[name][docname] = otherdata[name][docname]
        self._shown.update(otherdata["shown"] & set(docnames))

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Let ``:ref:`` show the caption of a named block, and let other markup link to rows."""
        self._note_captions(env, docname, document)
        self._note_code(env, docname, document)
        rows = frozenset(row["path"] for row in document.findall(bml_row))
        if rows:
            self._rows[docname] = rows
        targets = {path: path for path in rows} | _headings(document)
        if targets:
            # Where MyST looks for what is on a page: a line, an id, a title.
            known = env.metadata[docname].get(_MYST_TARGETS, {})
            added = {name: (None, name, title) for name, title in targets.items()}
            env.metadata[docname][_MYST_TARGETS] = {**added, **known}

    def _note_captions(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        labels = env.domains.standard_domain.labels
        for figure in document.findall(bml_figure):
            caption = next(
                (_with_signs(child) for child in figure.children if isinstance(child, bml_caption)), ""
            )
            for name in figure["names"] if caption else ():
                labels.setdefault(name, (docname, figure["ids"][0], caption))

    def _note_code(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        if is_markdown(env, docname) and (block := _shown_as_code(document)):
            place = Location(str(block.source or env.doc2path(docname)), block.line or 1)
            self._code[docname] = (block["language"], place)

    def check_consistency(self) -> None:
        """Say once why BML stands as code on Markdown pages."""
        for docname in reading_order(self.env):
            if docname not in self._code:
                continue
            language, place = self._code[docname]
            hint = 'Add myst_fence_as_directive = ["bml"] to conf.py.'
            if language in getattr(self.env.config, "myst_fence_as_directive", ()):
                continue
            if language != "bml":
                hint = "Write the word bml in small letters."
            warn(f"A fence of BML is shown as code, not as a table. {hint}", place, "myst")
            return

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Lead a link in BML text to another page of the project."""
        if typ != "page" or target not in env.all_docs:
            return None
        return make_refnode(builder, fromdocname, target, self._ident(target, node), contnode)

    def _ident(self, docname: str, node: pending_xref) -> str:
        anchor: str = node["anchor"]
        ident = self._anchors.find(docname, anchor) if anchor else anchor
        if ident is None:
            message = f"The page {docname} has no place called {anchor}."
            warn(
                f"{message} Give a heading or a block that name.",
                Location(str(node.source), node.line or 1),
                "link",
            )
        return anchor if ident is None else ident

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Lead a link to a row of the same page there."""
        if target not in self._rows.get(fromdocname, ()):
            return []
        if builder.format != "html" or not getattr(builder, "add_permalinks", False):
            # Elsewhere rows have no address, and a reference would have to lead somewhere.
            return [("bml:row", nodes.inline("", "", contnode))]  # type: ignore[list-item]
        return [("bml:row", nodes.reference("", "", contnode, internal=True, refid=target))]


def _with_signs(node: nodes.Node) -> str:
    """The text of a node with printed suit signs."""
    if isinstance(node, bml_symbols):
        return signs([node["symbols"]])
    return node.astext() if isinstance(node, nodes.Text) else "".join(map(_with_signs, node.children))


def _headings(document: nodes.document) -> dict[str, str]:
    """The ids of the headings that BML made, with their texts."""
    return {
        ident: _with_signs(title)
        for title in document.findall(bml_title)
        if title.parent is not None
        for ident in title.parent["ids"]
    }


def is_markdown(env: BuildEnvironment, docname: str) -> bool:
    """Whether MyST reads a page."""
    suffixes: dict[str, str] = env.config.source_suffix
    return suffixes.get(env.doc2path(docname).suffix) == "markdown"


def _shown_as_code(document: nodes.document) -> nodes.literal_block | None:
    """The first fence of BML that did not become a directive."""
    blocks = document.findall(nodes.literal_block)
    return next((block for block in blocks if str(block.get("language")).lower() == "bml"), None)


def bml_domain(env: BuildEnvironment) -> BmlDomain:
    """The BML domain of a project."""
    domain = env.domains[BmlDomain.name]
    assert isinstance(domain, BmlDomain)
    return domain


def reading_order(env: BuildEnvironment) -> Iterator[str]:
    """All pages: in the order of the toctrees, then those in none, by name."""
    seen: set[str] = set()
    stack = [env.config.root_doc]
    while stack:
        docname = stack.pop()
        if docname in seen or docname not in env.all_docs:
            continue
        seen.add(docname)
        yield docname
        stack.extend(reversed(env.toctree_includes.get(docname, ())))
    yield from sorted(set(env.all_docs) - seen)


def for_export(document: Document) -> Document:
    """What an exported file needs of a document: its metadata and its tables, without inline text."""
    tables = tuple(_slim_table(table) for table in document.tables)
    return replace(document, blocks=tables, diagnostics=(), dependencies=())


def _slim_table(table: BiddingTable) -> BiddingTable:
    history = table.history and replace(table.history, description=_slim_lines(table.history.description))
    return replace(table, history=history, rows=tuple(map(_slim_row, table.rows)))


def _slim_row(row: Row) -> Row:
    return replace(
        row, description=_slim_lines(row.description), children=tuple(map(_slim_row, row.children))
    )


def _slim_lines(lines: tuple[DescriptionLine, ...]) -> tuple[DescriptionLine, ...]:
    return tuple(replace(line, spans=()) for line in lines)
