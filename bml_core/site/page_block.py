"""A block of BML as a page has it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block of BML in a page.

    It opens at ``line`` and ``column`` of the page. ``raw`` are its options as they are written, and ``text``
    what is BML, without the indentation of the block; it begins at ``text_line`` and ``text_column``.
    ``problem`` is what is wrong with the block as such, a sentence and a hint, "" where nothing is.
    """

    line: int
    column: int
    raw: dict[str, str] = field(hash=False)
    text: str
    text_line: int
    text_column: int
    problem: tuple[str, str] = ("", "")


# What these directives hold is shown as it stands, or is no text: no block of BML stands in it.
LITERAL_DIRECTIVES = frozenset(
    (
        "bml",
        "bml-source",
        "bml:deal",
        "code",
        "code-block",
        "sourcecode",
        "highlight",
        "parsed-literal",
        "literalinclude",
        "raw",
        "math",
        "prompt",
        "mermaid",
        "graphviz",
        "digraph",
        "graph",
        "productionlist",
        "doctest",
        "testcode",
        "testsetup",
        "testcleanup",
        "testoutput",
        "toctree",
        "figure",
        "image",
        "include",
        "csv-table",
        "eval-rst",
    )
)


def indent_of(line: str) -> int:
    """How many columns stand before the text of a line without tabs."""
    return len(line) - len(line.lstrip(" "))
