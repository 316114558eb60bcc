"""Messages, help, manual and docstrings say only what people say aloud: see ``plain_english.txt``."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bml_core.commands import INDEX, command_parser

TOP = Path(__file__).parent.parent
LINES = (
    Path(__file__).with_suffix(".txt").with_name("plain_english.txt").read_text(encoding="utf-8").splitlines()
)
PATTERNS = [tuple(line.split(" => ", 1)) for line in LINES if " => " in line and not line.startswith("#")]
ANY = re.compile("|".join(f"(?:{pattern})" for pattern, _ in PATTERNS))
ALLOWED = {line.removeprefix("allow ") for line in LINES if line.startswith("allow ")}
MODULES = sorted(
    path for room in ("bml_core", "sphinx_bml", "mkdocs_bml") for path in (TOP / room).rglob("*.py")
)


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module, with … for values, its docstrings without examples, and its comments.

    What stands after a number sign in a text comes twice.
    """
    source = path.read_text(encoding="utf-8")
    yield from re.findall("#.*", source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield " ".join(re.sub(r"(?m)^ *>>> (?s:.*?)(?=\n *\n|\Z)|``[^`]*``", "", node.value).split())


def odd(words: str) -> list[str]:
    """Return what a text says that nobody would, with what to write instead."""
    if words in ALLOWED or not ANY.search(words):
        return []
    return [f"{words!r}: write {instead}" for pattern, instead in PATTERNS if re.search(pattern, words)]


@pytest.mark.parametrize("room", ["bml_core", "sphinx_bml", "mkdocs_bml"])
def test_messages_docstrings_and_comments_are_plain_english(room: str) -> None:
    modules = [path for path in MODULES if path.is_relative_to(TOP / room)]
    assert [fault for path in modules for words in texts(path) for fault in odd(words)] == []


PAGES = [TOP / "README.md", *sorted((TOP / "demo_docs").glob("[mp]*/*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_manual_is_plain_english(page: Path) -> None:
    prose = re.sub(r"(?ms)^(`{3,}).*?^\1$|`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    paragraphs = (" ".join(paragraph.split()) for paragraph in prose.split("\n\n"))
    assert [fault for words in paragraphs for fault in odd(words)] == []


def test_help_is_plain_english() -> None:
    helped = (" ".join(command_parser(name).format_help().split()) for name in INDEX)
    assert [fault for words in helped for fault in odd(words)] == []
