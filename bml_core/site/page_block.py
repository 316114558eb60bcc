"""Hold a block of BML as its page has it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Hold a block of BML in a page.

    Attributes:
        line: The line of the page that opens the block.
        column: The column of that line.
        raw: The options as they are written.
        text: What is BML, without the indentation of the block.
        text_line: The line that the text begins at.
        text_column: The column that it begins at.
        problem: What is wrong with the block as such, a sentence and a hint; "" if nothing is.
        file: The file that the block stands in, if that is not the page itself.
        places: The file, "" for the page, and the line of each line of the text, if these do not follow
            each other.
    """

    line: int
    column: int
    raw: dict[str, str] = field(hash=False)
    text: str
    text_line: int
    text_column: int
    problem: tuple[str, str] = ("", "")
    file: str = ""
    places: tuple[tuple[str, int], ...] = ()


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
    """Return how many columns stand before the text of a line without tabs."""
    return len(line) - len(line.lstrip(" "))
