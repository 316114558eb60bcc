"""Where the links of a BML text lead inside a Sphinx project."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from sphinx_bml.paths import is_file_inside, named_file

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class PageLinks:
    """Makes the links of one page: to the web, to another page of the project, to a file beside it."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def __call__(self, target: str) -> nodes.Element:
        """The empty node of a link."""
        path, _, anchor = target.partition("#")
        if not path or _ELSEWHERE.match(target):
            return nodes.reference(refuri=target)
        file = named_file(self._env, path)
        docname = self._env.path2doc(file)
        if docname is not None and docname in self._env.found_docs:
            return self._page(docname, anchor)
        # What is linked to gets published: only files of the documentation may be.
        if is_file_inside(self._env, file):
            return addnodes.download_reference(
                reftarget=path, refdoc=self._env.docname, refwarn=False, reftype="download", refdomain=""
            )
        return nodes.reference(refuri=target)

    def _page(self, docname: str, anchor: str) -> nodes.Element:
        return addnodes.pending_xref(
            refdomain="bml",
            reftype="page",
            reftarget=docname,
            anchor=anchor,
            refdoc=self._env.docname,
            refexplicit=True,
            refwarn=True,
        )
