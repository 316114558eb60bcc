"""Translated BML text, which stays BML."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import locale
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import docname_to_domain

from bml_core.language import parse_inline
from bml_core.site import linked_spans
from sphinx_bml.content import inline_nodes
from sphinx_bml.links import PageLinks
from sphinx_bml.nodes import BmlText, bml_caption, bml_rubric, bml_term, bml_title, place_of

_SPHINX_TRANSLATES = 20


class TranslateBml(SphinxTransform):
    """Replaces the texts of BML nodes by their translations, before Sphinx would read those as its own."""

    default_priority = _SPHINX_TRANSLATES - 5

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Translate the document."""
        messages = self._messages()
        if not messages:
            return
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, BmlText) and node.rawsource and (translated := messages.get(node.rawsource)):
                self._translate(node, translated)

    def _messages(self) -> dict[str, str]:
        config = self.config
        if not config.language:
            return {}
        domain = docname_to_domain(self.env.docname, config.gettext_compact)
        folders = [self.env.srcdir / folder for folder in config.locale_dirs]
        catalogue, found = locale.init(folders, config.language, domain)
        if not found:
            return {}
        messages: dict[str, str] = {}
        current: object = catalogue
        while current is not None:
            # The catalogue of an earlier folder wins over those after it.
            messages = getattr(current, "_catalog", {}) | messages
            current = getattr(current, "_fallback", None)
        return messages

    def _translate(self, node: nodes.TextElement, text: str) -> None:
        link = PageLinks(self.env)
        place = place_of(node)
        is_name = isinstance(node, bml_title | bml_rubric | bml_term | bml_caption)
        has_links = self.config.bml_link_auctions and not is_name
        node.clear()
        for number, line in enumerate(text.split("\n")):
            if number:
                node += nodes.Text("\n")
            spans = parse_inline(line, place, own_suit=node.get("own"), in_description="own" in node)
            node += inline_nodes(linked_spans(spans.value) if has_links else spans.value, link)
        node["translated"] = True
        node.is_settled = True  # type: ignore[attr-defined]


class ReopenBml(SphinxTransform):
    """Lets translated texts be extracted again, from their source, once Sphinx has translated the rest."""

    default_priority = _SPHINX_TRANSLATES + 1

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Reopen the texts of the document."""
        if not self.config.language:
            return
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, BmlText) and node.is_settled:
                node.is_settled = False
