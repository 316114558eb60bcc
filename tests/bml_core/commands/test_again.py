"""A check again: what it printed is known, unless something has changed that it asked of the disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import pytest

from bml_core.commands import main
from bml_core.files import watched

Printed = tuple[int, str, str]
Check = Callable[..., Printed]

PAGE = "# Openings\n\n```bml\n1N  15-17 hcp, balanced\n#INCLUDE more.bml\n#INCLUDE gone.bml\n```\n"
FILES = {
    "mkdocs.yml": "site_name: Club\nplugins:\n- bml\nnav:\n- index.md\n",
    "docs/index.md": PAGE,
    "docs/more.bml": "1C  strong\n  1D  negative\n",
    "docs/Other.bml": "1H  5+!h, 11-21 hcp\n1zoo  what\n",
    "docs/letter.txt": "After 1NT:\n2C = Stayman\n2D = hearts\n2H = spades\n",
    "docs/part.bml": "#INCLUDE other.bml\n",
}


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Check:
    """Checks a site in the current folder; what is known of it is in another folder."""
    site = tmp_path / "site"
    for name, text in FILES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
    monkeypatch.chdir(site)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def check(*options: str) -> Printed:
        status = main(["check", "docs", *options])
        printed = capsysbinary.readouterr()
        return status, printed.out.decode(), printed.err.decode()

    return check


@pytest.mark.parametrize("options", [(), ("--all",), ("--format", "json")])
def test_nothing_is_read_again_if_nothing_has_changed(check: Check, options: tuple[str, ...]) -> None:
    first = check(*options)
    assert first[0] == 1
    with mock.patch("bml_core.commands.check.run", side_effect=AssertionError):
        assert check(*options) == first


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs/index.md", PAGE.replace("15-17", "15-14")),
        ("docs/more.bml", "1C  strong\n1C  weak\n"),
        ("docs/gone.bml", "1S  zoo\n1zoo  what\n"),
        ("docs/new.md", "```bml\n1zoo  what\n```\n"),
        ("docs/other.bml", "1S  5+!s\n1boo  what\n"),
        ("docs/letter.bml", "1X  what\n"),
        ("docs/letter.txt", "After 1NT:\n2C = Stayman\n2D = hearts\n2C = clubs\n"),
    ],
)
def test_whatever_has_changed_is_seen(check: Check, name: str, text: str) -> None:
    first = check()
    Path(name).write_text(text, "utf-8")
    again = check()
    assert again == check("--no-cache") != first


@pytest.mark.parametrize("name", ["mkdocs.yml", "docs/mkdocs.yml", "docs/conf.py"])
def test_settings_may_change_all(check: Check, name: str) -> None:
    check()
    Path(name).write_text("site_name: Players\n", "utf-8")
    with mock.patch("bml_core.commands.check.run", return_value=7):
        assert check()[0] == 7


def test_a_file_that_is_gone_is_missed(check: Check) -> None:
    first = check()
    Path("docs/more.bml").unlink()
    assert check() == check("--no-cache") != first


@pytest.mark.parametrize("options", [("--fix",), ("--write-baseline", "known.json"), ("--diff",)])
def test_a_check_that_writes_writes_again(check: Check, options: tuple[str, ...]) -> None:
    for _ in range(2):
        with mock.patch("bml_core.commands.check.run", return_value=7):
            assert check(*options)[0] == 7


def test_what_is_printed_goes_where_it_went(check: Check) -> None:
    (_, out, err), (_, json, nothing) = check(), check("--format", "json")
    for _ in range(2):
        assert check() == (1, out, err)
        assert check("--format", "json") == (1, json, nothing)
    assert not out
    assert err
    assert json.startswith("{")


def test_all_that_a_check_asks_of_the_disk_is_noted(check: Check) -> None:
    with watched() as noted, _Spies(Path.cwd()) as asked:
        check("--checks", "all", "--no-cache")
    assert asked
    assert asked - {str(Path(path).absolute()) for _, path in noted} == set()


class _Spies:
    """What is asked of the system below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}{os.sep}"
        self._asked: set[str] = set()
        self._patches = ExitStack()

    def __enter__(self) -> set[str]:
        for name in ("os.stat", "os.lstat", "os.scandir", "os.listdir", "os.access", "io.open"):
            self._patches.enter_context(mock.patch(name, self._spy(name)))
        return self._asked

    def __exit__(self, *_: object) -> None:
        self._patches.close()

    def _spy(self, name: str) -> Callable[..., object]:
        module, _, function = name.partition(".")
        real: Callable[..., object] = getattr(__import__(module), function)

        def spy(path: object = ".", *rest: object, **named: object) -> object:
            if isinstance(path, str | os.PathLike):
                place = str(Path(os.fspath(path)).absolute())
                if place.startswith(self._folder):
                    self._asked.add(place)
            return real(path, *rest, **named)

        return spy
