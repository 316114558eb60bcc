"""Transcripts of commands: files, command lines, and what each printed, as text files hold them.

A file has transcripts that begin with a title::

    == an auction that the notes lack
    -- notes.bml
    1N  15--17
    $ bml bid notes.bml --hand "AK84 Q5 KJ43 982" --auction 1C
    not known
    ! notes.bml:1:1: warning BML999: what was printed to standard error
    [1]

``-- NAME`` begins a file, which is there for every transcript if it stands before the first title. ``$``
begins a command line, which may end in ``< FILE``, or in ``| PROGRAM`` for one that reads what ours prints.
Below it stand the lines of standard output, those of standard error with ``! ``, and the exit status in
brackets unless it is 0; of wrong usage only the status. Other programs than ours are run as they are, without
a shell.

    python -m tests.bml_core.commands.transcripts FILE …

writes what commands print now into the files. Read the difference before you believe it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from bml_core.commands import DROP_INS, drop_in, main

FOLDER = Path(__file__).parent / "fixtures" / "transcripts"
COLUMNS = "100"
#: What git must not ask of the machine.
_GIT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


class Transcript(NamedTuple):
    """A transcript of a file, from its title on."""

    file: str
    title: str
    text: str
    files: str = ""


def transcripts() -> Iterator[Transcript]:
    """Yield every transcript."""
    for path in sorted(FOLDER.glob("*.txt")):
        before, *parts = re.split(r"(?m)^(?=== )", path.read_text("utf-8"))
        for part in parts:
            title, _, text = part.partition("\n")
            yield Transcript(path.stem, title.removeprefix("== "), text, before)


def replay(text: str, folder: Path) -> str:
    """Return a transcript with what its commands print now, when they are run in a folder."""
    folder.mkdir(exist_ok=True)
    lines: list[str] = []
    for part in re.split(r"(?m)^(?=-- |\$ )", text):
        first, _, rest = part.partition("\n")
        if first.startswith("-- "):
            path = folder / first.removeprefix("-- ")
            path.parent.mkdir(parents=True, exist_ok=True)
            # An empty line before the next part belongs to the transcript.
            path.write_text(rest.rstrip("\n") + "\n" if rest.strip() else "", "utf-8", newline="")
            lines.append(part)
        elif first.startswith("$ "):
            blank = "\n" * bool(re.search(r"\n\n\Z", part))
            lines.append(f"{first}\n{_run(first.removeprefix('$ '), folder)}{blank}")
        else:
            lines.append(part)
    return "".join(lines)


def _run(line: str, folder: Path) -> str:
    """Return what a command line prints, as a transcript has it."""
    program, *words = shlex.split(line)
    data, reader = b"", list[str]()
    if "|" in words:
        words, reader = words[: words.index("|")], words[words.index("|") + 1 :]
    if words[-2:-1] == ["<"]:
        data = (folder / words[-1]).read_bytes()
        words = words[:-2]
    if program == "bml" or program in DROP_INS:
        status, out, err = _run_here(program, words, data, folder)
        if reader:
            read = subprocess.run(
                reader, input=out, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False
            )
            status, out = read.returncode, read.stdout
    else:
        environment = {**os.environ, **_GIT, "LC_ALL": "C.UTF-8", "PATH": _path()}
        done = subprocess.run(
            [program, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    shown = [
        *out.splitlines(),
        *(f"! {said}" for said in err.splitlines()),
        *([f"[{status}]"] if status else []),
    ]
    return "".join(f"{each}\n" for each in shown)


def _path() -> str:
    """Return the folders of programs, ours first."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def _run_here(program: str, words: list[str], data: bytes, folder: Path) -> tuple[int, str, str]:
    before, stdin, path = Path.cwd(), sys.stdin, os.environ["PATH"]
    os.environ["PATH"] = _path()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    os.chdir(folder)
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(words) if program == "bml" else drop_in(program, words)
            except SystemExit as stopped:
                # What argparse says depends on the version of Python.
                return cast("int", stopped.code), "", ""
    finally:
        os.chdir(before)
        sys.stdin = stdin
        os.environ["PATH"] = path
    for stream in (out, err):
        stream.flush()
    texts = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)]
    return status, texts[0], texts[1]


def _rewrite(path: Path) -> None:
    before, *parts = re.split(r"(?m)^(?=== )", path.read_text("utf-8"))
    texts = [before]
    for part in parts:
        title, newline, text = part.partition("\n")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "notes")
            replay(before, folder)
            texts.append(title + newline + replay(text, folder))
    path.write_text("".join(texts), "utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = COLUMNS
    for name in sys.argv[1:]:
        _rewrite(Path(name))
