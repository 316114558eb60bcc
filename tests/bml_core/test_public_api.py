"""What bml_core promises: its names, their descriptions, and that importing it costs nothing."""

from __future__ import annotations

import collections.abc
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import typing
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import ModuleType

import pytest

import bml_core
import bml_core as bml
from bml_core import practice

ROOT = Path(bml_core.__file__).parent.parent


def _modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.walk_packages(bml_core.__path__, "bml_core.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def _public_members(module: ModuleType) -> list[tuple[str, object]]:
    own = [(name, member) for name, member in vars(module).items() if not name.startswith("_")]
    return [(name, member) for name, member in own if getattr(member, "__module__", "") == module.__name__]


def test_each_public_name_exists_and_fifty_are_enough() -> None:
    assert all(hasattr(bml_core, name) for name in bml_core.__all__)
    assert set(bml_core.__all__) <= set(dir(bml_core))
    assert len(bml_core.__all__) <= 50


def test_what_the_manual_imports_is_exported_for_type_checkers() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "demo_docs").rglob("*.md"))
    found = re.findall(r">>> from (bml_core\.[\w.]+) import ([\w, ]+)", pages)
    assert found
    for room, names in found:
        assert set(names.split(", ")) <= set(importlib.import_module(room).__all__)


def test_help_begins_with_each_name() -> None:
    named = set(re.findall(r"``(\w+)``", bml_core.__doc__ or ""))
    assert set(bml_core.__all__) - named == {"__version__"}


def test_signatures_have_short_defaults() -> None:
    members = [getattr(bml_core, name) for name in bml_core.__all__]
    shown = [
        repr(parameter.default)
        for member in members
        if inspect.isfunction(member)
        or (inspect.isclass(member) and not issubclass(member, Enum | Exception))
        for parameter in inspect.signature(member).parameters.values()
    ]
    assert max(map(len, shown)) <= 60


def test_each_type_of_a_signature_is_imported_from_the_face_and_named_in_help() -> None:
    told = set(re.findall(r"``([A-Z]\w+)``", (bml_core.__doc__ or "").partition("Of             Types")[2]))
    assert told == _parts()
    assert all(hasattr(bml_core, name) for name in told)


def _parts() -> set[str]:
    """The types that signatures of public names and of each other speak of, without the public ones."""
    public = [getattr(bml_core, name) for name in bml_core.__all__]
    functions = ("load", "loads", "dump", "dumps")
    formats = [
        getattr(member, name, None) for member in public if inspect.ismodule(member) for name in functions
    ]
    waiting, seen = [*public, *formats], set[str]()
    while waiting:
        for word in _types_in(waiting.pop()) - seen:
            seen.add(word)
            waiting += [getattr(bml_core, word)] if hasattr(bml_core, word) else []
    return {word for word in seen if word not in bml_core.__all__}


def _types_in(member: object) -> set[str]:
    """The types of our own that the annotations of a function or class name."""
    kinds = member.__mro__ if inspect.isclass(member) else ()
    own = [vars(kind).items() for kind in kinds if kind.__module__.startswith("bml_core")]
    methods = [value for items in own for name, value in items if not name.startswith("_")]
    inside = [getattr(each, "fget", None) or getattr(each, "__func__", each) for each in methods]
    found = {
        word
        for each in (member, *inside)
        for name, annotation in (getattr(each, "__annotations__", None) or {}).items()
        if not name.startswith("_")
        for word in re.findall(r"\b[A-Z]\w+", str(annotation))
    }
    return found - {*dir(typing), *dir(collections.abc), "Path", "None"}


def test_the_version_is_that_of_the_distribution() -> None:
    declared = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert declared is not None
    assert bml_core.__version__ == declared[1]


def test_types_are_published() -> None:
    assert all((ROOT / name / "py.typed").exists() for name in ("bml_core", "sphinx_bml", "mkdocs_bml"))


@pytest.mark.parametrize("module", _modules(), ids=lambda module: module.__name__)
def test_every_public_name_says_what_it_is(module: ModuleType) -> None:
    silent = [] if inspect.getdoc(module) else [module.__name__]
    for name, member in _public_members(module):
        if inspect.isfunction(member) and not inspect.getdoc(member):
            silent.append(name)
        if inspect.isclass(member):
            silent += [] if _own_docstring(member) else [name]
            methods = [(n, m) for n, m in vars(member).items() if not n.startswith("_")]
            silent += [f"{name}.{n}" for n, m in methods if _is_method(m) and not inspect.getdoc(m)]
    assert silent == []


def _own_docstring(cls: type) -> str | None:
    # A dataclass without docstring gets its signature instead.
    doc = cls.__doc__
    return None if doc is None or doc.startswith(f"{cls.__name__}(") else doc


def _is_method(member: object) -> bool:
    return inspect.isfunction(member) or isinstance(member, property | classmethod | staticmethod)


def test_importing_brings_in_nothing_from_outside() -> None:
    code = "import sys; before = set(sys.modules); import bml_core; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert "bml_core" in loaded
    assert loaded - {"bml_core"} <= set(sys.stdlib_module_names)


def test_notes_are_a_mapping_of_which_an_agreement_is_a_key_as_well() -> None:
    notes = bml.loads("1N  15-17\n  2C  Stayman")
    asked: object = notes
    assert isinstance(asked, collections.abc.Mapping)
    assert [notes[key] for key in notes] == [notes[key] for key, _ in notes.items()] == [*notes.values()]
    assert dict(notes) == dict(notes.items())


# ---------------------------------------------------------------- misuse

NOTES = bml.loads("1N  15-17 hcp, balanced\n  2C  Stayman")
HAND = "AKQ2 AKQ AKQ 432"
_PARSED = [kind for name in bml_core.__all__ if hasattr(kind := getattr(bml_core, name), "parse")]


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda: bml.choose_call("notes.bml", HAND), "system must be notes"),  # type: ignore[arg-type]
        (lambda: bml.frequencies("notes.bml"), "system must be notes"),  # type: ignore[arg-type]
        (lambda: bml.sample("notes.bml", "1N", 1), "system must be notes"),  # type: ignore[arg-type]
        (lambda: bml.check("notes.bml"), "system must be notes"),  # type: ignore[arg-type]
        (lambda: bml.diff(NOTES, "notes.bml"), "new must be notes"),  # type: ignore[arg-type]
        (lambda: bml.bss.dumps("notes.bml"), "system must be notes"),  # type: ignore[arg-type]
        (lambda: bml.html.dumps("notes.bml"), "notes must be notes"),  # type: ignore[arg-type]
        (lambda: bml.latex.dumps("notes.bml"), "notes must be notes"),  # type: ignore[arg-type]
        (lambda: practice.questions("notes.bml"), "system must be notes"),  # type: ignore[arg-type]
        (lambda: practice.practice_deals("notes.bml", "1N"), "system must be notes"),  # type: ignore[arg-type]
        (lambda: practice.questions(NOTES, None), "pattern must be a pattern"),  # type: ignore[arg-type]
        (lambda: practice.cards_of("notes.bml", ()), "system must be notes"),  # type: ignore[arg-type]
        (lambda: practice.write_csv("notes.bml"), "cards must be a list of NoteCard"),  # type: ignore[arg-type]
        (lambda: practice.find_topic(None, (), None), "name must be a text"),  # type: ignore[arg-type]
        (lambda: NOTES.select(None), "pattern must be a pattern"),  # type: ignore[arg-type]
        (lambda: bml.explain("1N"), "agreement must be an agreement"),  # type: ignore[arg-type]
        (lambda: bml.choose_call(NOTES, None), "hand must be a hand"),  # type: ignore[arg-type]
        (lambda: bml.frequencies(NOTES, 3), "auction must be an auction"),  # type: ignore[arg-type]
        *((lambda kind=kind: kind.parse(None), "text must be a text") for kind in _PARSED),
        (lambda: bml.sample(NOTES, "1N", None), "n must be a whole number"),  # type: ignore[arg-type]
        (lambda: practice.questions(NOTES, "", None), "n must be a whole number"),  # type: ignore[arg-type]
        (lambda: practice.practice_deals(NOTES, "1N", None), "n must be a whole number"),  # type: ignore[arg-type]
        (lambda: bml.load(None), "paths must be the names of files"),  # type: ignore[arg-type]
        (lambda: bml.Auction().then("1N"), "call must be a call"),  # type: ignore[arg-type]
        (lambda: bml.Auction().illegality("1N"), "call must be a call"),  # type: ignore[arg-type]
        (lambda: bml.Hand.of("SA"), "card must be a card"),  # type: ignore[arg-type]
        (lambda: bml.Hand("AK", None, "", ""), "hearts must be ranks"),  # type: ignore[arg-type]
        (lambda: bml.Deal(south=HAND), "south must be a hand"),  # type: ignore[arg-type]
        (lambda: bml.Board(None), "deal must be a deal"),  # type: ignore[arg-type]
        (lambda: bml.Board(play=9), "play must be a play"),  # type: ignore[arg-type]
        (lambda: bml.Board(texts="7a"), "texts must be texts"),  # type: ignore[arg-type]
        (lambda: bml.Bid(1, "S"), "strain must be a strain"),  # type: ignore[arg-type]
        (lambda: NOTES.after(None), "auction must be an auction"),  # type: ignore[arg-type]
        (lambda: NOTES.after("1N", "both"), "vulnerability must be"),  # type: ignore[arg-type]
        (lambda: NOTES.earlier("1N"), "agreement must be an agreement"),  # type: ignore[arg-type]
        (lambda: NOTES["1N"].says_more_than(None), "other must be an agreement"),  # type: ignore[arg-type]
        (lambda: NOTES.with_rows(3), "rows must be a list of Agreement"),  # type: ignore[arg-type]
        (lambda: bml.AuctionPattern.parse("1x").selects("1C"), "auction must be"),  # type: ignore[arg-type]
        (lambda: bml.Contract.parse("4HS").tricks(None), "outcome must be a text"),  # type: ignore[arg-type]
        (lambda: bml.Contract.parse("4HS").outcome("9"), "tricks must be a whole number"),  # type: ignore[arg-type]
        (lambda: bml.Hand.parse(HAND)["S"], "the index must be a suit or a number"),  # type: ignore[call-overload]
    ],
)
def test_what_is_asked_of_something_else_names_the_argument(use: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=f"^{said}.*, not (str|NoneType|int)$"):
        use()


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda: bml.choose_call(NOTES, "AKQ2 AKQ AKQ 43"), "12 cards; a hand has thirteen"),
        (lambda: bml.choose_call(NOTES, ""), "0 suits; a hand has four"),
        (lambda: bml.choose_call(NOTES, HAND, "zzz"), "zzz is not a call"),
        (lambda: bml.sample(NOTES, "1N", 10**9), "n must be"),
        (lambda: bml.sample(NOTES, "1N", -1), "n must be"),
        (lambda: practice.questions(NOTES, "", 10**9), "n must be"),
        (lambda: practice.practice_deals(NOTES, "1N", 10**9), "n must be"),
        (lambda: NOTES.get("1N", seat=9), "seat must be"),
        (lambda: NOTES.select(""), "text must be a pattern"),
        (lambda: bml.Contract.parse("4HS").score(14), "tricks must be"),
        (lambda: bml.Contract.parse("4H").score(10, bml.Vulnerability.ALL), "vulnerable must be"),
        (lambda: bml.Bid(8, bml.Strain.CLUBS), "level must be"),
        (lambda: bml.loads("1N", markup="docx"), "markup must be"),
        (lambda: bml.load("nowhere.bml"), "nowhere.bml"),
    ],
)
def test_nonsense_is_one_clear_error(use: Callable[[], object], said: str) -> None:
    with pytest.raises((ValueError, FileNotFoundError), match=said):
        use()
