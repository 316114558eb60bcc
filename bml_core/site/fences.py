"""Recognise fences in Markdown: the one grammar of their opening lines, for MkDocs, MyST and the commands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bml_core.site.options import parse_header

LANGUAGE = "bml"

_FENCE = re.compile(r"(?P<prefix>[> \t]*)(?P<marks>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>.*?)[ \t]*\Z")
_DIRECTIVE = re.compile(r"\{[ ]*(?P<name>[\w:.+-]+)[ ]*\}")
_BML = re.compile(r"(?:\.?bml|\{[ \t]*bml[ \t]*\})(?:[ \t]+(?P<header>.*))?\Z", re.IGNORECASE | re.DOTALL)
_BML_WITH_ATTRIBUTES = re.compile(
    r"(?:bml[ \t]*)?\{[ \t]*\.bml(?![\w-])(?P<first>.*)\}\Z|bml[ \t]*\{(?P<second>.*)\}\Z", re.IGNORECASE
)
_ATTRIBUTE_NAME = re.compile(r"(?<!\S)[.#][\w-]+")


@dataclass(frozen=True, slots=True)
class FenceOpening:
    """Hold the parts of a line that opens a fence.

    Attributes:
        prefix: The blanks and marks of quotes in front of the fence.
        marks: The marks that the fence is made of.
        info: What follows them.
    """

    prefix: str
    marks: str
    info: str

    @property
    def directive(self) -> str:
        """Return the name of the MyST directive that the fence is, in small letters; "" for other fences.

        >>> parse_fence("```{Note} Openings").directive
        'note'
        """
        match = _DIRECTIVE.match(self.info)
        return match["name"].lower() if match else ""

    @property
    def has_attributes(self) -> bool:
        """Return whether this is a BML fence with an attribute list."""
        return _BML_WITH_ATTRIBUTES.match(self.info) is not None

    @property
    def header(self) -> dict[str, str] | None:
        """Return the raw options beside the name of a BML fence; None for other fences.

        >>> parse_fence("> ```bml openings.bml hide").header
        {'file': 'openings.bml', 'hide': ''}
        >>> parse_fence("```bml { .wide collapse=2 }").header
        {'collapse': '2'}
        >>> parse_fence("```python").header is None
        True
        """
        if match := _BML_WITH_ATTRIBUTES.match(self.info):
            return parse_header(_ATTRIBUTE_NAME.sub("", match["first"] or match["second"] or ""))
        match = _BML.match(self.info)
        return None if match is None else parse_header(match["header"] or "")

    def is_closed_by(self, line: str, *, longer: bool = True) -> bool:
        """Return whether a line ends the fence; ``longer`` allows more marks than it opened with."""
        text = line.lstrip("> \t").rstrip()
        return text == self.marks or (
            longer and text.startswith(self.marks) and not text.strip(self.marks[0])
        )


def parse_fence(line: str) -> FenceOpening | None:
    """Parse a line that opens a fence; None for other lines.

    >>> parse_fence("  ~~~ bml")
    FenceOpening(prefix='  ', marks='~~~', info='bml')
    >>> parse_fence("```code``` in a line") is None
    True
    """
    match = _FENCE.match(line)
    if match is None or (match["marks"][0] == "`" and "`" in match["info"]):
        return None
    if match["marks"][0] == ":" and not match["info"].startswith("{"):
        return None
    return FenceOpening(match["prefix"], match["marks"], match["info"])
