"""``bml quickstart``: when it cannot, and when it asks."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bml_core.commands import main, streams
from tests.bml_core.commands.quickstart.folders import contents, put, quickstart, setting

HOSTS = ["mkdocs", "sphinx"]
Capture = pytest.CaptureFixture[str]


# ---------------------------------------------------------------- failures


def test_a_file_instead_of_a_folder(capsys: Capture) -> None:
    Path("main.bml").touch()
    quickstart("main.bml", status=2)
    assert capsys.readouterr().err == "bml quickstart: main.bml is a file; name a folder.\n"


@pytest.mark.parametrize("name", ["a\0b", "x" * 300])
def test_a_name_that_cannot_be(name: str, capsys: Capture) -> None:
    quickstart(name, status=2)
    said = capsys.readouterr().err
    assert said.startswith("bml quickstart: ")
    assert len(said.splitlines()) == 1


def test_a_line_break_in_a_name_breaks_no_line_of_the_report(capsys: Capture) -> None:
    put(Path("our\nnotes"), {"a\nb.bml": b"1C  x\n", "c.bml": b"1D  x\n"})
    quickstart("our\nnotes", "--host", "mkdocs")
    lines = capsys.readouterr().out.splitlines()
    assert "wrote  our\ufffdnotes/mkdocs.yml" in lines
    assert any(line.startswith("Not in the site: our\ufffdnotes/a\ufffdb.bml. ") for line in lines)


@pytest.mark.parametrize("failing", ["mkdocs.yml", ".readthedocs.yaml"])
def test_after_a_failure_nothing_is_left(
    failing: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    put(Path("notes"), {"system/main.bml": b"1C  x\n"})
    write = streams.write

    def full(target: str, text: str) -> None:
        if target.endswith(failing):
            raise OSError(28, "No space left on device", target)
        write(target, text)

    monkeypatch.setattr(streams, "write", full)
    quickstart("notes", status=2)
    assert contents(Path("notes")).keys() == {"system/main.bml"}
    assert sorted(path.name for path in Path("notes").iterdir()) == ["system"]
    assert capsys.readouterr().err == (
        f"bml quickstart: notes/{failing} cannot be written: No space left on device; nothing was changed.\n"
    )


def test_a_folder_that_is_too_large_to_be_notes(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("bml_core.files._MOST_FILES", 3)
    put(Path("home"), {f"{number}.txt": b"" for number in range(4)})
    quickstart("home", status=2)
    said = "home cannot be read: it holds more than 3 files; name the folder of your notes"
    assert said in capsys.readouterr().err
    assert len(contents(Path("home"))) == 4


def test_documents_of_word_processors_are_named(capsys: Capture) -> None:
    put(Path("notes"), {"old/Our system.docx": b"PK", "b.odt": b"PK", "photo.png": b""})
    quickstart("notes", "--dry-run")
    said = "Not read: b.odt, old/Our system.docx. If these are notes, bml import writes them as BML."
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("host", HOSTS)
def test_links_that_lead_back_are_named(host: str, capsys: Capture) -> None:
    put(Path("notes"), {"a/main.bml": b"1C  x\n", "b/more.bml": b"1D  x\n"})
    for link, target in (("a/again", "../a"), ("a/b", "../b"), ("b/all", ".."), ("a/out", "../..")):
        Path("notes", link).symlink_to(target)
    Path("elsewhere").mkdir()
    Path("notes/elsewhere").symlink_to("../elsewhere")
    quickstart("notes", "--host", host)
    named = "These links lead back into the folder: a/again, a/b, a/out, b/all. Remove them, or "
    assert named in capsys.readouterr().out


def test_a_folder_where_a_file_should_be() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", ".github": b"a file\n"})
    quickstart("notes", status=2)
    assert contents(Path("notes")).keys() == {"main.bml", ".github"}


def test_a_language_is_a_language(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["quickstart", "notes", "--language", "de\nx"])
    assert stopped.value.code == 2
    assert "is not a language; write en, de, fr or nl" in capsys.readouterr().err


# ---------------------------------------------------------------- questions


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def sit_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)


def test_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["spinx", "sphinx", "Harbour"])
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    sit_at_a_terminal(monkeypatch)
    monkeypatch.setattr("builtins.input", answer)
    quickstart("notes")
    assert asked == [
        "Program for the site: mkdocs, sphinx or zensical [mkdocs]: ",
        "Program for the site: mkdocs, sphinx or zensical [mkdocs]: ",
        "Title [Our system]: ",
    ]
    assert setting(Path("notes"), "project") == "Harbour"


def test_yes_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_at_a_terminal(monkeypatch)
    monkeypatch.setattr("builtins.input", None)
    quickstart("notes", "--yes")


def test_no_answer_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    sit_at_a_terminal(monkeypatch)
    quickstart("notes", status=2)
    assert "the questions were not answered, so nothing was written" in capsys.readouterr().err
    assert not Path("notes").exists()
