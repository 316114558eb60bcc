"""Where the links of a BML text lead inside a Sphinx project."""

from __future__ import annotations

import re
from urllib.parse import unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from bml_core import Location
from sphinx_bml.paths import is_file_inside, named_file
from sphinx_bml.reports import warn

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ID_IN_HTML = re.compile(r"""\b(?:id|name)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_HINT = "The name is relative to the folder of the page, with a / in front to the source folder."


class PageLinks:
    """Makes the links of one page: to the web, to another page of the project, to a file beside it."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def __call__(self, target: str, place: Location) -> nodes.Element:
        """Return the empty node of a link at ``place``; warn of one that leads nowhere."""
        path, _, anchor = target.partition("#")
        if not (path or anchor) or _ELSEWHERE.match(target):
            return nodes.reference(refuri=target)
        if not path:
            return self._page(self._env.docname, anchor, place)
        path = self._file_name(path)
        file = named_file(self._env, path)
        docname = self._env.path2doc(file)
        if docname is not None and docname in self._env.found_docs:
            return self._page(docname, anchor, place)
        # What is linked to gets published: only files of the documentation may be.
        if is_file_inside(self._env, file):
            return addnodes.download_reference(
                reftarget=path, refdoc=self._env.docname, refwarn=False, reftype="download", refdomain=""
            )
        warn(f"There is no page or file {path}. {_HINT}", place, "link")
        # It may be there at the next build, although this page has not changed.
        self._env.note_reread()
        return nodes.reference(refuri=target)

    def _file_name(self, path: str) -> str:
        """Return the file that a link names: as it is, or as an address writes it, with %20 for a blank."""
        decoded = unquote(path)
        if decoded == path or is_file_inside(self._env, named_file(self._env, path)):
            return path
        return decoded if is_file_inside(self._env, named_file(self._env, decoded)) else path

    def _page(self, docname: str, anchor: str, place: Location) -> nodes.Element:
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
        """Forget a page, which is read anew."""
        self._known.pop(docname, None)

    def find(self, docname: str, anchor: str) -> str | None:
        """Return the id that an anchor stands for: itself, or that of a heading MyST knows; None for none."""
        if docname not in self._known:
            self._known[docname] = self._on_page(docname)
        return self._known[docname].get(unquote(anchor))

    def _on_page(self, docname: str) -> dict[str, str]:
        slugs: dict[str, tuple[int, str, str]] = self._env.metadata[docname].get("myst_slugs", {})
        found = {slug: ident for slug, (_, ident, _) in slugs.items()}
        page = self._env.get_doctree(docname)
        for node in page.findall(nodes.Element):
            idents: list[str] = node.get("ids", [])
            in_html = _ID_IN_HTML.findall(node.astext()) if isinstance(node, nodes.raw) else []
            found.update({ident: ident for ident in (*idents, *in_html)})
        return found
