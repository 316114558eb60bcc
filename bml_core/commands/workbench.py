"""What the page of the workbench asks: commands, run on files that the page keeps in the memory of a browser.

The page and this module speak JSON. Every answer is that of the command line, since a command gives it.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import gc
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from bml_core.commands import main
from bml_core.notes import NotesFile


def answer(question: str, files_read: dict[object, NotesFile] | None = None) -> str:
    r"""Write files into the current folder, run commands there, and return what came of them.

    A question has some of these members:

    - ``files``: texts by name, or bytes as a list of one text in base64; None deletes a file
    - ``run``: the words of each command, which are run one after another
    - ``wanted``: names of files and folders that are returned in base64, a folder as a zip, and deleted

    ``files_read`` holds what was read already; questions that share it read each file once, so no file may
    change between them.

    The answer has an entry of ``ran`` for each command, with its ``status``, ``output`` and ``messages``, and
    the ``files`` that are there.

    Raises:
        ValueError: A name leads out of the folder.

    >>> json.loads(answer('{"run": [["count", "15-17 hcp"]]}'))["ran"][0]["output"]
    '64,112,827,328 (10.096293 %), 1 in 9.90\n'
    """
    asked = json.loads(question)
    for name, content in asked.get("files", {}).items():
        _store(_inside(name), content)
    shared = None if files_read is None else argparse.Namespace(files_read=files_read)
    ran = [_run(words, shared) for words in asked.get("run", ())]
    found = {name: data for name in asked.get("wanted", ()) for data in _taken(_inside(name))}
    files = {name: base64.b64encode(data).decode("ascii") for name, data in found.items()}
    return json.dumps({"ran": ran, "files": files})


def _inside(name: str) -> Path:
    path = PurePosixPath(name)
    if not path.parts or path.is_absolute() or ".." in path.parts:
        raise ValueError(f"the name must lead into the folder, not {name[:80]!r}")
    return Path(path)


def _store(path: Path, content: str | list[str] | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    data = base64.b64decode(content[0]) if isinstance(content, list) else content.encode("utf-8", "replace")
    path.write_bytes(data)


def _run(words: list[str], shared: argparse.Namespace | None) -> dict[str, object]:
    """Run a command as a process would; what it prints is kept."""
    printed = (io.BytesIO(), io.BytesIO())
    output, messages = (io.TextIOWrapper(data, "utf-8", write_through=True) for data in printed)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages):
        try:
            status: object = main(words, shared=shared)
        except SystemExit as leaving:
            status = leaving.code
        except (MemoryError, RecursionError):
            status = 1
            messages.write("These notes need more memory than there is.\n")
    # A command ends with its process elsewhere, and leaves its memory as it is.
    gc.unfreeze()
    texts = (data.getvalue().decode("utf-8", "replace") for data in printed)
    return dict(zip(("status", "output", "messages"), (status, *texts), strict=True))


def _taken(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file, or those of a zip with the files of a folder, and delete it."""
    if path.is_dir():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path.rglob("*")):
                archive.write(file, file.relative_to(path))
        shutil.rmtree(path)
        yield packed.getvalue()
    elif path.exists():
        data = path.read_bytes()
        path.unlink()
        yield data
