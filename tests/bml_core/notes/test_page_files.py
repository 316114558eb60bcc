"""Which BML files of a documentation are pages, and which are parts of others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bml_core.files import Results
from bml_core.notes import files_with_notes, find_parts


def parts(folder: Path, **texts: str) -> dict[str, str]:
    """The parts among files; ``a__b`` is the file b in the folder a, and what begins with md is Markdown."""
    endings = {"md": ".md", "rs": ".rst"}
    files: list[str] = []
    pages: list[str] = []
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}{endings.get(name[:2], '.bml')}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        (files if path.suffix == ".bml" else pages).append(str(path))
    found = find_parts(files, pages, [str(folder)])
    return {Path(a).relative_to(folder).as_posix(): Path(b).name for a, b in found.items()}


def test_included_files_are_parts_however_deep(tmp_path: Path) -> None:
    found = parts(
        tmp_path, main="#INCLUDE sub/a.bml\n", sub__a="1C\n\n #INCLUDE b.bml\n", sub__b="1D", c="1H"
    )
    assert found == {"sub/a.bml": "main.bml", "sub/b.bml": "main.bml"}


def test_names_mean_what_they_mean_to_the_language(tmp_path: Path) -> None:
    found = parts(tmp_path, main='#INCLUDE "Sub\\A.BML"\n// #INCLUDE sub/b.bml\n', sub__a="1C", sub__b="1D")
    assert found == {"sub/a.bml": "main.bml"}


def test_of_a_circle_the_first_is_a_page(tmp_path: Path) -> None:
    assert parts(tmp_path, b="#INCLUDE a.bml\n", a="#INCLUDE b.bml\n", c="#INCLUDE c.bml\n") == {
        "b.bml": "a.bml"
    }


def test_a_circle_that_a_page_includes_is_all_parts(tmp_path: Path) -> None:
    found = parts(tmp_path, z="#INCLUDE b.bml\n", b="#INCLUDE a.bml\n", a="#INCLUDE b.bml\n")
    assert found == {"a.bml": "z.bml", "b.bml": "z.bml"}


@pytest.mark.parametrize(
    "markup",
    [
        ".. bml:: sub/a.bml",
        ".. bml:: /sub/a.bml hide",
        "   .. bml::\n      :file: sub/a.bml",
        '```bml file="sub/a.bml" collapse="1"\n```',
        "> ~~~ {bml} sub/a.bml\n> ~~~",
        "```bml\n:file: sub/a.bml\n```",
        "- x\n\n    ```bml\n    #INCLUDE sub/a.bml\n    ```",
    ],
)
def test_what_pages_in_other_markup_show_are_parts(markup: str, tmp_path: Path) -> None:
    kind = "rst" if ".. bml::" in markup else "md"
    texts = {f"{kind}_page": f"Title\n\n{markup}\n", "sub__a": "#INCLUDE b.bml\n", "sub__b": "1C"}
    page = f"{kind}_page.{kind}"
    assert parts(tmp_path, **texts) == {"sub/a.bml": page, "sub/b.bml": page}


def test_a_link_makes_no_part(tmp_path: Path) -> None:
    assert parts(tmp_path, md_page="# T\n\n[a](a.bml) and `a.bml`\n", a="1C  [b](b.bml)\n", b="1D") == {}


def test_files_outside_are_nobodys_parts(tmp_path: Path) -> None:
    outside = tmp_path / "outside.bml"
    outside.write_text("1C", "utf-8")
    inside = tmp_path / "docs"
    inside.mkdir()
    (inside / "main.bml").write_text("#INCLUDE ../outside.bml\n", "utf-8")
    assert find_parts([str(inside / "main.bml"), str(outside)], [], [str(inside)]) == {}


def test_old_encodings_and_line_ends_are_read(tmp_path: Path) -> None:
    (tmp_path / "main.bml").write_bytes("Défense\r\r#INCLUDE é.bml\r".encode("latin-1"))
    (tmp_path / "utf16.bml").write_bytes("#INCLUDE b.bml\n".encode("utf-16"))
    for name in ("é.bml", "b.bml"):
        (tmp_path / name).write_text("1C", "utf-8")
    files = [str(path) for path in tmp_path.iterdir()]
    found = find_parts(files, [], [str(tmp_path)])
    assert {Path(name).name for name in found} == {"é.bml", "b.bml"}


def test_nothing_on_the_disk_stops_it(tmp_path: Path) -> None:
    texts = f"#INCLUDE {'x' * 5000}.bml\n#INCLUDE \0\n#INCLUDE .\n#INCLUDE\n.. bml:: \0\n```bml ../..\n"
    assert parts(tmp_path, a=texts, md_b=texts + ".bml") == {}
    assert find_parts([str(tmp_path / "gone.bml")], [str(tmp_path / "gone.md")], [str(tmp_path)]) == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.bml")
    assert find_parts([str(tmp_path / "x.bml")], [], [str(tmp_path)]) == {}


def test_whether_a_page_has_notes_is_kept_until_its_text_changes(tmp_path: Path) -> None:
    page, kept = tmp_path / "site" / "notes.md", tmp_path / "kept"
    page.parent.mkdir()
    for text, has_notes in (("After 1NT:\n\n- 2♣: Stayman\n", True), ("After 1NT we talk.\n", False)) * 2:
        page.write_text(text, "utf-8")
        results = Results(kept)
        assert files_with_notes(page.parent, results) == [str(page)] * has_notes
        results.write()
    held = json.loads((kept / "pages.json").read_text("utf-8"))["results"]
    assert list(held.values()) == [True, False]
