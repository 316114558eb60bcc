"""A file that is written stays whole: for its readers, beside other writers, and after a failure."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bml_core import load
from bml_core.files import write_file


def test_writers_beside_each_other_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.bss"
    texts = [bytes([65 + number]) * 50_000 for number in range(8)]
    path.write_bytes(texts[0])

    def write(text: bytes) -> bytes:
        write_file(path, (text[:20_000], text[20_000:]))
        return path.read_bytes()

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(write, texts * 5))
    assert set(seen) <= set(texts)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.bss"]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.bss"
    path.write_bytes(b"old")

    def parts() -> Iterator[bytes]:
        yield b"new"
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        write_file(path, parts())
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("notes.bss", b"old")]


def test_a_full_disk_names_the_file(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"new"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match=r"notes\.bss") as raised:
        write_file(tmp_path / "notes.bss", parts())
    assert raised.value.filename == str(tmp_path / "notes.bss")


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no current folder")
def test_a_current_folder_that_is_gone_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(FileNotFoundError, match=r"a\.bml"):
        load("a.bml")
