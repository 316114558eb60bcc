"""What the pages of a project say in BML, kept from build to build, and the links of a project."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar
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
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import make_refnode

from bml_core import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, OPTIONAL_AUCTION, plain_text
from bml_core.files import Results
from bml_core.language import HAND_TARGET, parse_hand_line, parse_inline
from bml_core.notes import named_file, reading_order
from bml_core.render import anchor_key, signs
from bml_core.render.html import ROW_LINK_CLASS, walk_paths
from bml_core.site import (
    AuctionIndex,
    AuctionLink,
    AuctionPlace,
    CodeFence,
    FoundAuction,
    PageAnswers,
    PageFacts,
    Site,
    SiteFacts,
    SiteLinks,
    address_spans,
    auctions_in,
    goes_on,
    named_links,
    parse_address,
)
from sphinx_bml.config import read_config
from sphinx_bml.content import (
    BmlText,
    bml_caption,
    bml_symbols,
    bml_table,
    bml_title,
    filled_link,
    inline_nodes,
    page_row_ids,
    place_of,
)
from sphinx_bml.reports import report, warn

AUCTION = "auction"
"""The type of the objects of the domain, and the role that links to them."""
OPTIONAL_TYPE = "known-auction"
"""The type of a link that nobody wrote, to an auction of these notes alone."""

_MYST_TARGETS = "myst_slugs"
# A search for 1H would list every auction that begins so: the script of the field adds rows to what it lists.
# The index has an auction once, with the name of its system where it is in several.
_NOT_SEARCHED, _FOUND_ELSEWHERE = -1, -2


# ---------------------------------------------------------------- places that links lead to

_ID_IN_HTML = re.compile(r"""\b(?:id|name)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
# Before what all spellings of an anchor have in common; no id has a blank.
_SPELLED = " "


class _PageAnchors:
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
        rows = {path for table in page.findall(bml_table) for _, _, path in walk_paths(table.model)}
        for node in page.findall(nodes.Element):
            idents: list[str] = node.get("ids", [])
            in_html = _ID_IN_HTML.findall(node.astext()) if isinstance(node, nodes.raw) else []
            found.update({ident: ident for ident in (*idents, *in_html)})
        others = {_SPELLED + anchor_key(name): found[name] for name in reversed(found) if name not in rows}
        # The signs in the id of a row say who bids.
        spelled_rows = {_SPELLED + row.casefold(): row for row in sorted(rows, reverse=True)}
        return {**spelled_rows, **others, **found}


# ---------------------------------------------------------------- links that lead nowhere

HERE = "."
_RELATIVE_NAMES = "The name is relative to the folder of the page, or with a leading / to the source folder."
_PLACES = "Give a heading or a block that name."


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that leads nowhere: its target, its place, and the page whose anchor it names.

    ``page`` is "" for a link to a page or file that does not exist, and ``HERE`` for the page of the link.
    """

    target: str
    place: Location
    page: str = ""

    @property
    def sentence(self) -> str:
        """Return what is wrong with it, and what to do."""
        if not self.page:
            return f"Page or file not found: {self.target}. {_RELATIVE_NAMES}"
        page = "This page" if self.page == HERE else f"The page {self.page}"
        return f"{page} has no place called {self.target}. {_PLACES}"


def _joined(links: list[BrokenLink]) -> str:
    names = named_links((AuctionLink(_target(link), link.place) for link in links), links[0].place.file)
    if links[0].page:
        return f"Places not found: {names}. {_PLACES}"
    return f"Pages or files not found: {names}. {_RELATIVE_NAMES}"


def _target(link: BrokenLink) -> str:
    page = "" if link.page == HERE else link.page
    return f"{page}#{link.target}" if link.page else link.target


# ---------------------------------------------------------------- the domain


class AuctionsPage(Index):
    """The index of all auctions, by opening; web pages alone have it, since no book is that long."""

    name = "auctions"
    localname = "Index of auctions"
    shortname = "auctions"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the auctions below their openings."""
        domain = self.domain
        assert isinstance(domain, BmlDomain)
        openings: dict[str, list[IndexEntry]] = {}
        meanings: dict[str, tuple[str, str]] = domain.data["meanings"]
        are_several = len({system for system, _ in meanings.values()}) > 1
        for name, shown, _, page, row, priority in domain.get_objects() if domain.is_web else ():
            if priority == _NOT_SEARCHED and (docnames is None or page in docnames):
                opening, (system, meaning) = shown.partition("–")[0], meanings[name]
                entry = IndexEntry(shown, 0, page, row, system if are_several else "", "", meaning)
                openings.setdefault(opening, []).append(entry)
        return list(openings.items()), True


class BmlDomain(Domain):
    """What is known of each page, and what was made of that when a builder last wrote it.

    ``pages`` holds the facts, ``answers`` what the blocks of a page show of hands, ``written`` for each
    builder the signature of the answers that it wrote a page with. ``objects`` are the auctions, ``meanings``
    the system and the meaning of each, ``revision`` counts their changes, and ``linked`` has for each builder
    the last revision that it wrote, and where the links of each page led in it. ``missing`` are the files
    that the links of each page miss.
    """

    name = "bml"
    label = "BML"
    data_version = 13
    initial_data: ClassVar[dict[str, Any]] = {
        "pages": {},
        "answers": {},
        "written": {},
        "objects": (),
        "meanings": {},
        "revision": 0,
        "linked": {},
        "missing": {},
    }
    indices: ClassVar[list[type[Index]]] = [AuctionsPage]
    object_types: ClassVar[dict[str, ObjType]] = {AUCTION: ObjType("auction", AUCTION, "any")}

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self._anchors = _PageAnchors(env)
        self._suits_in_contents: bool | None = None
        self._known_site: Site | None = None
        self._targets: Set[tuple[str, str]] | None = None
        #: The rows of links that were resolved, also of links that an index adds to a page.
        self._linked: set[tuple[str, str]] = set()
        self._is_changed = False
        self.findings: tuple[Diagnostic, ...] = ()
        self.results = Results(Path(env.doctreedir, "bml"))
        #: The broken links, and what else is wrong, of the page that is being read or written.
        self._broken: dict[BrokenLink, None] = {}
        self._faults: list[Diagnostic] = []
        self.is_web = False
        #: Whether the auctions are other ones than before this build.
        self.is_revised = False

    @property
    def facts(self) -> SiteFacts:
        """Return what is known of the pages."""
        return SiteFacts(self.data["pages"])

    def site(self) -> Site:
        """Return the pages read so far, in the order in which a reader meets them."""
        if self._known_site is None:
            pages = self.facts.in_order(toctree_order(self.env))
            self._known_site = Site(pages, read_config(self.env.config), self.results)
        return self._known_site

    def check(self, place: Location) -> None:
        """Note what the notes say against themselves, if a page was read; ``place`` is where settings are."""
        if self._is_changed:
            self.findings = self.site().findings(place).findings

    @property
    def has_suits_in_contents(self) -> bool:
        """Return whether a list of contents, which may be on any page, shows suits."""
        if self._suits_in_contents is None:
            entries = (*self.env.titles.values(), *self.env.tocs.values())
            self._suits_in_contents = any(next(entry.findall(bml_symbols), None) for entry in entries)
        return self._suits_in_contents

    def note(self, docname: str, facts: PageFacts) -> None:
        """Add what became known of a page."""
        self._forget_auctions()
        self.facts.add(docname, facts)

    def answers(self, docname: str) -> PageAnswers | None:
        """Return what the blocks of a page show of hands, as far as it is worked out."""
        known: PageAnswers | None = self.data["answers"].get(docname)
        return known

    def work_out(self, site: Site, docname: str, builder: str, *, boxes: bool) -> PageAnswers | None:
        """Work out what the blocks of a page show; None if the builder has written the page with it."""
        requests = self.facts[docname].requests
        answers = site.page_answers(requests, self.answers(docname), boxes=boxes)
        self.data["answers"][docname] = answers
        written: dict[str, str] = self.data["written"].setdefault(builder, {})
        is_new = written.get(docname) != answers.signature
        written[docname] = answers.signature
        return answers if is_new else None

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self._suits_in_contents = None
        self._anchors.forget(docname)
        self._forget_auctions()
        self.data["missing"].pop(docname, None)
        self.facts.clear(docname)

    def _forget_auctions(self) -> None:
        self._known_site, self._targets, self._is_changed = None, None, True

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        self._forget_auctions()
        self.facts.merge(SiteFacts(otherdata["pages"]), docnames)
        self.data["missing"] |= {
            page: files for page, files in otherdata["missing"].items() if page in docnames
        }

    # ------------------------------------------------------------ what is wrong with a page

    def note_missing(self, docname: str, link: BrokenLink, file: str) -> None:
        """Note a link of the page being read to a file that does not exist, or not yet."""
        self._broken[link] = None
        self.data["missing"].setdefault(docname, set()).add(file)

    def note_faults(self, faults: Iterable[Diagnostic]) -> None:
        """Note what is wrong with a block or a link."""
        self._faults += faults

    def report_faults(self) -> None:
        """Warn of what is wrong with the page that was read or written: once for each cause."""
        links, faults = list(self._broken), tuple(self._faults)
        self._broken, self._faults = {}, []
        for group in ([link for link in links if not link.page], [link for link in links if link.page]):
            if len(group) > 1:
                warn(_joined(group), group[0].place, "link")
            elif group:
                warn(group[0].sentence, group[0].place, "link")
        report(faults)

    # ------------------------------------------------------------ auctions

    @property
    def auctions(self) -> AuctionIndex:
        """Return where the auctions of the pages read so far are described."""
        return self.site().auctions

    def links(self, builder: Builder, docname: str, label: Callable[[str], str] = str) -> SiteLinks:
        """Return the links of a page to other tables, as a builder writes them; LaTeX has labels."""

        def link(page: str, row: str) -> str:
            try:
                address = "" if page == docname else builder.get_relative_uri(docname, page)
            except NoUri:
                return ""
            if builder.format == "latex":
                return label(f"{page}:{row}")
            return f"{address}#{row}" if has_row_ids(builder) else address

        return SiteLinks(self.site().navigation, link)

    @property
    def targets(self) -> Set[tuple[str, str]]:
        """Return the rows that links of any page lead to, each with its page."""
        if self._targets is None:
            links = ((page, link) for page in self.facts for link in self.facts[page].auction_links)
            found = (self.auctions.find(link.target, page).value for page, link in links)
            written = {(place.page, place.row) for place in found if place is not None}
            self._targets = written | self.site().navigation.targets
        return self._targets

    def is_linked(self, docname: str, row: str) -> bool:
        """Return whether a link leads to a row, among those of all pages and those that were resolved."""
        return (docname, row) in self.targets or (docname, row) in self._linked

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield every auction that a row describes: for searches, and for the inventory of the project."""
        yield from self.data["objects"]

    def note_auctions(self, builder: Builder) -> list[str]:
        """Note the auctions of all pages; return the pages with links that lead elsewhere than before.

        What counts is when the builder last wrote these pages. Nothing is worked out if no page was read.
        """
        self.is_web = has_row_ids(builder)
        if self._is_changed:
            self._is_changed, self.is_revised = False, True
            self.data["revision"] += 1
            names, objects = self.auctions.names, []
            for name, place in names.items():
                shown = plain_text(address_spans(name), signs=True)
                is_short = name == place.name and f"{place.system}:{name}" in names
                priority = _FOUND_ELSEWHERE if is_short else _NOT_SEARCHED
                objects.append((name, shown, AUCTION, place.page, place.row, priority))
            self.data["objects"] = tuple(objects)
            self.data["meanings"] = {name: (place.system, place.meaning) for name, place in names.items()}
        revision, known = self.data["linked"].get(builder.name, (0, {}))
        if revision == self.data["revision"]:
            return []
        leads = {page: found for page in self.facts if (found := self._leads(page))}
        self.data["linked"][builder.name] = (self.data["revision"], leads)
        return [page for page in self.facts if leads.get(page) != known.get(page)]

    def _leads(self, docname: str) -> tuple[object, ...]:
        """Return where the links of a page lead, and what they say."""
        links = self.facts[docname].auction_links
        found = (self.auctions.find(link.target, docname).value for link in links)
        written = [(place.page, place.row, place.meaning) if place else None for place in found]
        return (*written, *self.site().navigation.of_page(docname))

    def _auction_reference(
        self, docname: str, builder: Builder, target: str, node: pending_xref, contnode: nodes.Element
    ) -> nodes.reference | None:
        link = AuctionLink(target, place_of(node))
        found = self.auctions.find(target, docname, link.place)
        if found.value is None:
            return None
        self.note_faults(found.diagnostics)
        self._linked.add((found.value.page, found.value.row))
        return _place_reference(builder, docname, found.value, contnode)

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Let ``:ref:`` show the caption of a named block, and let other markup link to rows."""
        labels = env.domains.standard_domain.labels
        for caption in document.findall(bml_caption):
            figure, text = caption.parent, _with_signs(caption)
            for name in figure["names"] if text else ():
                labels.setdefault(name, (docname, figure["ids"][0], text))
        if is_markdown(env, docname):
            # The first fence of BML that did not become a directive.
            blocks = document.findall(nodes.literal_block)
            for block in islice((each for each in blocks if str(each.get("language")).lower() == "bml"), 1):
                place = Location(str(block.source or env.doc2path(docname)), block.line or 1)
                self.note(docname, PageFacts(code_fences=(CodeFence(block["language"], place),)))
        rows = page_row_ids(document)
        for table in document.findall(bml_table):
            rows.add_table(table.model)
        links = tuple(
            AuctionLink(node["reftarget"], place_of(node))
            for node in document.findall(pending_xref)
            if node["refdomain"] == self.name and node["reftype"] in (AUCTION, OPTIONAL_TYPE)
        )
        if rows.given or links:
            self.note(docname, PageFacts(rows=rows.places, auction_links=links))
        targets = {ident: ident for ident in rows.given} | _headings(document)
        if targets:
            # Where MyST looks for what is on a page: a line, an id, a title.
            known = env.metadata[docname].get(_MYST_TARGETS, {})
            spelled = {name: (None, *target) for name, target in _spellings(document).items()}
            added = {**spelled, **{name: (None, name, title) for name, title in targets.items()}}
            env.metadata[docname][_MYST_TARGETS] = {**added, **known}

    def check_consistency(self) -> None:
        """Say once why BML is shown as code on Markdown pages."""
        pages = self.facts.in_order(toctree_order(self.env))
        read = getattr(self.env.config, "myst_fence_as_directive", ())
        fences = (fence for _, facts in pages for fence in facts.code_fences if fence.language not in read)
        for fence in islice(fences, 1):
            hint = 'Add myst_fence_as_directive = ["bml"] to conf.py.'
            if fence.language != "bml":
                hint = "Write the word bml in small letters."
            warn(f"A fence of BML is shown as code, not as a table. {hint}", fence.place, "myst")

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
        """Lead a link in BML text to another page of the project, a link to an auction or row to the row."""
        if typ == AUCTION:
            return self._auction_reference(fromdocname, builder, target, node, contnode)
        if typ == OPTIONAL_TYPE:
            known = self._auction_reference(fromdocname, builder, target, node, contnode)
            return known or contnode  # type: ignore[return-value]
        if typ != "page" or target not in env.all_docs:
            return None
        anchor: str = node["anchor"]
        ident = self._anchors.find(target, anchor) if anchor else anchor
        if ident is None:
            page = HERE if target == fromdocname else target
            self._broken[BrokenLink(anchor, place_of(node), page)] = None
        return make_refnode(builder, fromdocname, target, anchor if ident is None else ident, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Lead a link to an auction to its row."""
        place = self.auctions.find(target, fromdocname).value
        if place is None:
            return []
        return [("bml:auction", _place_reference(builder, fromdocname, place, contnode))]


def _place_reference(
    builder: Builder, docname: str, place: AuctionPlace, content: nodes.Element
) -> nodes.reference:
    """Return a link to a row; where rows have no ids, it leads to their page."""
    row = place.row if has_row_ids(builder) or builder.format == "latex" else ""
    is_bare = isinstance(content, nodes.inline) and not content["classes"]
    shown = content.children if is_bare else content
    reference = make_refnode(builder, docname, place.page, row, shown, place.meaning or None)
    reference["classes"].append(ROW_LINK_CLASS)
    return reference


def has_row_ids(builder: Builder) -> bool:
    """Return whether the rows of a page have the ids in its output that they have on its own web page."""
    # The one page of singlehtml gives its rows other ids.
    is_web = builder.format == "html" and getattr(builder, "add_permalinks", False)
    return bool(is_web and builder.name != "singlehtml")


def _with_signs(node: nodes.Node) -> str:
    """Return the text of a node with printed suit signs."""
    if isinstance(node, bml_symbols):
        return signs([node["symbols"]])
    return node.astext() if isinstance(node, nodes.Text) else "".join(map(_with_signs, node.children))


def _headings(document: nodes.document) -> dict[str, str]:
    """Return the ids of the headings that BML made, with their texts."""
    return {
        ident: _with_signs(title)
        for title in document.findall(bml_title)
        if title.parent is not None
        for ident in title.parent["ids"]
    }


def _spellings(document: nodes.document) -> dict[str, tuple[str, str]]:
    """Return the ids and texts of the headings that BML made by what an author may write for them."""
    return {
        re.sub(r"\s+", "-", title.rawsource): (title.parent["ids"][0], _with_signs(title))
        for title in document.findall(bml_title)
        if title.parent is not None and title.parent["ids"]
    }


def is_markdown(env: BuildEnvironment, docname: str) -> bool:
    """Return whether MyST reads a page."""
    suffixes: dict[str, str] = env.config.source_suffix
    return suffixes.get(env.doc2path(docname).suffix) == "markdown"


def bml_domain(env: BuildEnvironment) -> BmlDomain:
    """Return the BML domain of a project."""
    domain = env.domains[BmlDomain.name]
    assert isinstance(domain, BmlDomain)
    return domain


def report_faults(app: Sphinx, *_arguments: object) -> None:
    """Warn of what is wrong with the page that was read or written."""
    bml_domain(app.env).report_faults()


def toctree_order(env: BuildEnvironment) -> list[str]:
    """Return all pages: in the order of the toctrees, then those in none, by name."""
    pages = reading_order([env.config.root_doc], env.toctree_includes)
    known = set(env.all_docs)
    return list(dict.fromkeys((*(page for page in pages if page in known), *sorted(known))))


# ---------------------------------------------------------------- links in BML text

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
            hand = parse_hand_line(node.astext(), place_of(node))
            report(hand.diagnostics)
            bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
            shown = inline_nodes(hand.value) or [nodes.Text(node.astext())]
            node.replace_self(nodes.inline("", "", *shown, classes=["bml-cards-inline"]))
        for node in (each for each in elements if _leads_to(each, AUCTION_SCHEME)):
            target = str(node.get("reftarget") or node.get("refuri"))
            found = auction_reference(self.env, target, place_of(node))
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
        place = place_of(parent)
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
    domain.note_faults(domain.auctions.find(link.target, node["refdoc"], link.place).diagnostics)
    return True


def find_changed_links(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with links to auctions that lead elsewhere than when they were written."""
    return bml_domain(env).note_auctions(app.builder)
