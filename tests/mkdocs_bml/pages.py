"""What the tests of Markdown pages share: converting a text, and looking at the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import markdown
from bs4 import BeautifulSoup, Tag
from markdown.extensions import Extension

from bml_core.document import Document
from mkdocs_bml.extension import BmlExtension


@dataclass(frozen=True)
class Converted:
    """A page after its conversion."""

    html: str
    exports: tuple[tuple[str, Document], ...]
    toc: list[dict[str, Any]]

    @property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.html, "html.parser")

    @property
    def tables(self) -> list[str]:
        """The calls of each bidding table, row after row."""
        return [" ".join(calls_of(table)) for table in self.soup.select("div.bml-table")]

    @property
    def headings(self) -> list[str]:
        return [
            f"{tag.name} {tag.get_text()}" for tag in self.soup.find_all(["h1", "h2", "h3", "h4", "h5", "h6"])
        ]

    @property
    def errors(self) -> list[str]:
        return [item.get_text() for item in self.soup.select(".bml-errors li")]


def calls_of(table: Tag) -> list[str]:
    return [call.get_text() for call in table.select("li .bml-row .bml-call")]


def convert(text: str, *extensions: str | Extension, **settings: object) -> Converted:
    """``text`` as a page of a site with ``extensions``, ours first."""
    ours = BmlExtension(**{"errors": "show", **settings})
    return convert_with(ours, text, [ours, *extensions])


def convert_with(ours: BmlExtension, text: str, extensions: Sequence[str | Extension]) -> Converted:
    md = markdown.Markdown(extensions=extensions)
    html = md.convert(text)
    return Converted(
        html,
        tuple((part.system, part.document) for part in ours.facts[""].parts),
        getattr(md, "toc_tokens", []),
    )


def fence(text: str, header: str = "") -> str:
    """A BML fence."""
    return f"```bml {header}\n{text}\n```\n"
