"""Messages, help and manual say only what people say aloud: see ``plain_english.txt``."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bml_core.commands import COMMANDS, command_parser

TOP = Path(__file__).parent.parent
LINES = (
    Path(__file__).with_suffix(".txt").with_name("plain_english.txt").read_text(encoding="utf-8").splitlines()
)
PATTERNS = [tuple(line.split(" => ", 1)) for line in LINES if " => " in line and not line.startswith("#")]
ALLOWED = {line.removeprefix("allow ") for line in LINES if line.startswith("allow ")}
MODULES = sorted(
    path for room in ("bml_core", "sphinx_bml", "mkdocs_bml") for path in (TOP / room).rglob("*.py")
)


def texts(module: ast.Module) -> Iterator[str]:
    """Yield the texts of a module, with … for values; docstrings are none of them."""
    prose = {
        id(statement.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def odd(words: str) -> list[str]:
    """Return what a text says that nobody would, with what to write instead."""
    if words in ALLOWED:
        return []
    return [f"{words!r}: write {instead}" for pattern, instead in PATTERNS if re.search(pattern, words)]


@pytest.mark.parametrize("room", ["bml_core", "sphinx_bml", "mkdocs_bml"])
def test_messages_are_plain_english(room: str) -> None:
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for path in MODULES if path.is_relative_to(TOP / room)
    ]
    assert [fault for tree in trees for words in texts(tree) for fault in odd(words)] == []


PAGES = [TOP / "README.md", *sorted((TOP / "demo_docs" / "manual").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_manual_is_plain_english(page: Path) -> None:
    prose = re.sub(r"(?ms)^(`{3,}).*?^\1$|`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    paragraphs = (" ".join(paragraph.split()) for paragraph in prose.split("\n\n"))
    assert [fault for words in paragraphs for fault in odd(words)] == []


def test_help_is_plain_english() -> None:
    helped = (" ".join(command_parser(name).format_help().split()) for name in COMMANDS)
    assert [fault for words in helped for fault in odd(words)] == []
