"""Ids in e-books: none may begin with a digit there, as those of headings such as ``1c1d`` do."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder


def fit_fragments(app: Sphinx) -> None:
    """Let Sphinx, which mends fragments of links in e-books itself, mend these as well."""
    builder: Any = app.builder
    if isinstance(builder, Epub3Builder):
        mend = builder.fix_fragment
        vars(builder)["fix_fragment"] = lambda prefix, fragment: mend(prefix, _fit(fragment))


def fit_ids(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Mend the ids of the headings of a page."""
    if isinstance(app.builder, Epub3Builder):
        for section in document.findall(nodes.section):
            section["ids"] = list(dict.fromkeys(map(_fit, section["ids"])))


def _fit(ident: str) -> str:
    return f"id-{ident}" if ident[:1].isdecimal() else ident
