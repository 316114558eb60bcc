"""``ARCHITECTURE.md`` and ``CONTRIBUTING.md`` are what the import contracts and the tree say."""

from __future__ import annotations

import importlib
import re
from collections import Counter

import pytest

from tests.architecture import PAGE, TOP, drawn, hosts, layers, rooms

TEXT = PAGE.read_text("utf-8")
NAMES = sorted(set(re.findall(r"`(bml_core\.[\w.]+)`", TEXT)))


def paragraphs() -> dict[str, str]:
    """Return the paragraph of each room."""
    found = re.findall(r"^(\*\*`.*?)(?=\n\n)", TEXT, re.M | re.S)
    return {name: text for text in found for name in re.findall(r"\*\*`(\w+)`\*\*", text)}


def test_the_pictures_are_those_of_the_contracts() -> None:
    assert drawn(TEXT) == TEXT, "python -m tests.architecture draws them again"


def test_every_room_has_its_paragraph_lowest_first() -> None:
    assert list(paragraphs()) == [*rooms(), *hosts()]


def test_the_rooms_are_those_of_the_tree() -> None:
    tree = {
        path.stem
        for path in (TOP / "bml_core").iterdir()
        if (path / "__init__.py").exists() or path.suffix == ".py"
    }
    assert {name for name in tree if not name.startswith("_")} == set(rooms())


@pytest.mark.parametrize("room", rooms())
def test_the_rooms_inside_a_room_are_named(room: str) -> None:
    inside = {path.parent.name for path in (TOP / "bml_core" / room).glob("*/__init__.py")}
    told = TEXT if room == "hands" else paragraphs()[room]
    assert {name for name in inside if f"`{name}`" not in told} == set()
    if room == "hands":
        assert inside <= {name for row in layers("hands") for name in row}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_walks_is_on_a_face(name: str) -> None:
    home, _, last = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(home), last)


def test_no_class_name_stands_twice() -> None:
    names = Counter(
        name
        for package in ("bml_core", "sphinx_bml", "mkdocs_bml")
        for path in (TOP / package).rglob("*.py")
        for name in re.findall(r"(?m)^ *class (\w+)[(:]", path.read_text("utf-8"))
    )
    assert {name for name, times in names.items() if times > 1 and not name.startswith("_")} == set()


@pytest.mark.parametrize(
    "term", re.findall(r"`((?:\w+\.)+[A-Z]\w+)`", TEXT.split("## Glossary")[1].split("## How")[0])
)
def test_every_term_of_the_glossary_is_a_type(term: str) -> None:
    room, _, name = term.rpartition(".")
    assert isinstance(getattr(importlib.import_module(f"bml_core.{room}"), name), type)


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_in_backquotes_exists(page: str) -> None:
    text = re.sub(r"(?ms)^```.*?^```$", "", (TOP / page).read_text("utf-8"))
    words = (word for quoted in re.findall(r"`([^`\n]+)`", text) for word in quoted.split())
    paths = {word for word in words if re.match(r"[\w.-]+/|[\w-]+\.(?:py|txt|toml|md)$", word)}
    assert {path for path in paths if not _is_there(path)} == set()


def _is_there(path: str) -> bool:
    # "words/en.toml" is said beside the folder that it is in.
    return (TOP / path).exists() or any(any((TOP / top).rglob(path)) for top in ("bml_core", "tests"))
