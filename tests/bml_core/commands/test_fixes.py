"""``bml check --fix``: what has one safe mend."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bml_core.commands import main, streams
from bml_core.notes import loads
from tests.bml_core.cases import read_sections

FIXTURES = Path(__file__).parent / "fixtures" / "fixes.txt"
CASES = [pytest.param(sections, id=f"{line} {title}") for line, title, sections in read_sections(FIXTURES)]
WRONG = "1N  15--17\n  // or 14?\n  2c  Stayman\n"
RIGHT = "1N  15--17\n// or 14?\n  2C  Stayman\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mended(text: str, ending: str = ".bml") -> str:
    path = Path(f"notes{ending}")
    path.write_text(text, "utf-8", newline="")
    main(["check", "--no-checks", "--fix", str(path)])
    return path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("sections", CASES)
def test_mends(sections: dict[str, str]) -> None:
    (before, *after) = sections
    ending = Path(before).suffix
    once = mended(sections[before], ending)
    assert once == sections[after[0] if after else before]
    assert mended(once, ending) == once


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_ends_of_lines_and_marks_stay(end: str) -> None:
    assert mended("\ufeff" + WRONG.replace("\n", end)) == "\ufeff" + RIGHT.replace("\n", end)
    assert mended(WRONG.replace("\n", end).rstrip()) == RIGHT.replace("\n", end).rstrip()


@pytest.mark.parametrize("data", [WRONG.encode("utf-16"), WRONG.encode() + b"1C  \xe9\n", b"", b"\0\1\2"])
def test_files_that_are_not_utf_8_stay(data: bytes) -> None:
    Path("notes.bml").write_bytes(data)
    main(["check", "--fix", "notes.bml"])
    assert Path("notes.bml").read_bytes() == data


def test_protected_files_stay(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bml").write_text(WRONG)
    Path("b.bml").write_text(WRONG)
    Path("b.bml").chmod(0o444)
    main(["check", "--fix", "a.bml", "b.bml"])
    assert "b.bml is write-protected, so it is not corrected.\n" in capsys.readouterr().err
    assert (Path("a.bml").read_text(), Path("b.bml").read_text()) == (RIGHT, WRONG)


def test_parts_in_the_folder_of_a_file_are_mended_with_it() -> None:
    Path("main.bml").write_text("#INCLUDE part.bml\n")
    Path("part.bml").write_text(WRONG)
    main(["check", "--fix", "main.bml"])
    assert Path("part.bml").read_text() == RIGHT


def test_of_two_ways_somebody_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bml_core.commands.fixes.is_interactive", lambda: True)
    for answer, columns in (("1", "   "), ("2", "  "), ("", "")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n"))
        text = "1N  15--17\n   2C  Stayman\n  2D  transfer\n"
        assert mended(text) == (
            f"1N  15--17\n{columns}2C  Stayman\n{columns}2D  transfer\n" if answer else text
        )


def test_a_file_that_has_changed_meanwhile_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.bml").write_text(WRONG)

    def change(name: str) -> bool:
        return not Path(name).write_text("1C  somebody else\n")

    monkeypatch.setattr(streams, "is_protected", change)
    assert main(["check", "--fix", "a.bml"]) == 2
    assert "a.bml has changed meanwhile, so it is not corrected; run the command" in capsys.readouterr().err
    assert Path("a.bml").read_text() == "1C  somebody else\n"


LINES = st.builds(
    "{}{}  {}".format,
    st.sampled_from(["", "  ", "   ", "    ", "\t"]),
    st.sampled_from(
        ["1C", "1h", "1N", "2c", "(2D)", "2D:", "#PASTE a", "// x", "#CUT a", "#ENDCUT", "1H - 2H", ""]
    ),
    st.sampled_from(["", "15--17", "Stayman", "// or"]),
)


@given(st.lists(LINES, max_size=8))
@settings(max_examples=60, deadline=None)
def test_whatever_is_written_keeps_its_agreements(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    once = mended(text)
    was, now = loads(text, "notes.bml"), loads(once, "notes.bml")
    assert len(now.diagnostics) <= len(was.diagnostics)
    said = {row.auction: row.text for row in now}
    spaced = "1H - 2H" in text
    assert spaced or all(said.get(row.auction) == row.text for row in was)
    assert mended(once) == once
