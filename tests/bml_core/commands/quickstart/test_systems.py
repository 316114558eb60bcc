"""How many systems the files of a folder make."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.commands.quickstart.sites import survey
from tests.bml_core.commands.quickstart.folders import CLUB, ESTATE, put, quickstart, setting, site

_OPENINGS = b"1C  3+\n1D  4+\n1M  5+\n1N  15--17\n2C  strong\n"


@pytest.mark.parametrize(
    ("files", "several"),
    [
        (CLUB, True),
        (ESTATE, False),
        ({"a.bml": _OPENINGS, "b.bml": _OPENINGS.replace(b"2C", b"2D")}, True),
        # Chapters of one system say again what they go on from.
        (
            {
                "openings.bml": _OPENINGS,
                "1C.bml": b"1C  3+\n  1D  weak\n",
                "1N.bml": b"1N  15--17\n  2C  x\n",
            },
            False,
        ),
        ({"minors.bml": b"1m  4+\n", "majors.bml": b"1M  5+\n"}, False),
        ({"openings.bml": _OPENINGS, "defence.bml": b"(1C)---\n1N  15--17\n"}, False),
        # Two files include what both of them need, but no rows.
        (
            {
                "openings.bml": b"#INCLUDE words.bml\n1C  3+\n",
                "defence.bml": b"#INCLUDE words.bml\n(1C)---\nD  12+\n",
                "words.bml": b"Abbreviations are those of the club.\n",
            },
            False,
        ),
        ({"a.bml": b"#+SYSTEM: a\n" + _OPENINGS, "b.bml": b"#+SYSTEM: b\n" + _OPENINGS}, False),
        ({"a.bml": b"", "b.bml": b""}, False),
    ],
)
def test_files_that_cannot_be_one_system(files: dict[str, bytes], several: bool) -> None:
    assert survey(str(put(Path("notes"), files))).are_rivals is several


def test_the_user_decides() -> None:
    put(Path("one"), CLUB)
    quickstart("one", "--host", "sphinx", "--systems", "one")
    assert "bml_systems" not in Path("one/conf.py").read_text("utf-8")
    put(Path("each"), {"minors.bml": b"#+TITLE: Ours\n1m  4+\n", "majors.bml": b"1M  5+\n"})
    quickstart("each", "--host", "sphinx", "--systems", "each")
    assert setting(Path("each"), "bml_systems") == {
        "majors": {"title": "Majors", "pages": ["majors.bml"]},
        "minors": {"pages": ["minors.bml"]},
    }
    assert setting(Path("each"), "project") == "Each"


def test_systems_of_the_same_name() -> None:
    files = {
        f"{folder}/{name}.bml": b"1C  x\n1D  x\n" for folder in ("ann", "bob") for name in ("main", "None")
    }
    put(Path("club"), files)
    quickstart("club", "--host", "sphinx")
    assert list(setting(Path("club"), "bml_systems")) == ["None", "main", "bob-None", "bob-main"]  # type: ignore[call-overload]


def test_the_settings_of_mkdocs() -> None:
    put(Path("club/notes"), {"a.bml": _OPENINGS, "b/c.bml": _OPENINGS})
    quickstart("club")
    plugins = site(Path("club"))["plugins"]
    assert plugins == [
        "search",
        "offline",
        {
            "bml": {
                "systems": {
                    "a": {"title": "A", "pages": ["a.bml"]},
                    "c": {"title": "C", "pages": ["b/c.bml"]},
                }
            }
        },
    ]
