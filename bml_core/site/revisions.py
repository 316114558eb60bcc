"""Revisions of a git repository: their names, and the files of one."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bml_core.files import MOST_BYTES, real_path

_SECONDS = 60
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?\Z")
_LONGEST_NAME = 200
# Everything else is taken up to a size, since #INCLUDE may name any file.
_NOTES = frozenset({".bml", ".md", ".markdown", ".rst", ".bss"})
_MOST_OF_OTHERS = 200_000
_MOST_IN_ALL = 500_000_000
# The configuration of a repository may name programs, which are not started: monitors, hooks, and whatever
# fetches the objects that a partial clone lacks. Filters are started by what reads files of the work tree, so
# nothing here does.
_NO_PROGRAMS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_NO_FETCHING = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
_LINK, _FILE_MODES = "120000", ("100644", "100755", "120000")


class RevisionError(ValueError):
    """A revision cannot be read; the text says why, without a full stop."""


def _git(folder: str | Path, *arguments: str, data: bytes | None = None) -> bytes | None:
    """Return what git prints; None where it fails.

    Raises:
        RevisionError: There is no git, or it takes too long.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    words = ["git", "-C", os.fspath(folder), *_NO_PROGRAMS, *arguments]
    environment |= {**_NO_FETCHING, "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            words, input=data or b"", capture_output=True, timeout=_SECONDS, env=environment, check=False
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, so there are no revisions") from None
    except (OSError, ValueError) as error:
        raise RevisionError(f"git cannot be started: {error}") from error
    except subprocess.TimeoutExpired:
        raise RevisionError("git takes too long") from None
    return done.stdout if done.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision of a repository: its name as it was asked for, its commit, and the top folder."""

    name: str
    commit: str
    top: Path


def find_revision(name: str, folder: str | Path) -> Revision:
    """Return the revision that a name or a date means in the repository of a folder.

    Raises:
        RevisionError: The revision does not exist, or the folder is in no repository.

    >>> find_revision("--output=x", ".")
    Traceback (most recent call last):
        ...
    bml_core.site.revisions.RevisionError: "--output=x" cannot be a revision
    """
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    if not name.strip() or name.startswith("-") or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise RevisionError(f'"{shown}" cannot be a revision')
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise RevisionError(f"{folder} is not in a git repository that can be read")
    root = Path(os.fsdecode(top.removesuffix(b"\n")))
    if _commit("HEAD", root) is None:
        raise RevisionError(f"the repository of {folder} has no commit yet")
    commit = _commit(name, root)
    if commit is None and _DATE.match(name):
        moment = name if len(name) > len("2026-01-01") else f"{name} 23:59:59"
        before = _git(root, "rev-list", "-1", f"--before={moment}", "HEAD", "--") or b""
        commit = before.decode().strip() or None
        if commit is None:
            raise RevisionError(f"no commit found up to {name}{_if_shallow(root)}")
    if commit is None:
        raise RevisionError(f'revision not found: "{shown}"{_if_shallow(root)}')
    return Revision(name, commit, root)


def last_tag(folder: str | Path) -> str:
    """Return the last tag before the state of a folder, "" if there is none, or no repository."""
    try:
        found = _git(folder, "describe", "--tags", "--abbrev=0", "--first-parent")
    except RevisionError:
        return ""
    return found.decode("utf-8", "replace").strip() if found else ""


def _commit(name: str, top: Path) -> str | None:
    found = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return found.decode().strip() if found else None


def _if_shallow(top: Path) -> str:
    is_shallow = (_git(top, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"
    return "; this copy of the repository is shallow, and git fetch --unshallow gets the rest" * is_shallow


def _if_partial(top: Path) -> str:
    is_partial = _git(top, "config", "--get-regexp", r"^remote\..*\.promisor$") is not None
    return "; the copy is partial, and git fetch --refetch --no-filter gets the rest" * is_partial


@contextmanager
def files_of(revision: Revision) -> Iterator[Path]:
    """Write the files of a revision that notes may be read from into a folder, which is gone afterwards.

    Raises:
        RevisionError: They cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="bml-revision-") as name:
        folder = Path(name)
        # Files are included from the whole repository, and this marks its top.
        (folder / ".git").mkdir()
        entries = _entries(revision)
        contents = _contents(revision, entries)
        for path, (mode, blob) in entries.items():
            data = _behind_links(path, mode, blob, entries, contents)
            parts = PurePosixPath(path).parts
            if data is None or ".." in parts or ".git" in parts or path.startswith("/"):
                continue
            target = folder.joinpath(*parts)
            # A name that this disk cannot take is left out.
            with suppress(OSError):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        yield folder


def _entries(revision: Revision) -> dict[str, tuple[str, str]]:
    """Return mode and name of the content of each file that is wanted, by path."""
    listed = _git(revision.top, "ls-tree", "-r", "-z", "-l", "--full-tree", revision.commit)
    if listed is None:
        raise RevisionError(f"git cannot list the files of {revision.name}{_if_partial(revision.top)}")
    entries = {}
    total = 0
    for line in listed.split(b"\0")[:-1]:
        head, _, path = line.partition(b"\t")
        mode, _, blob, size = head.decode().split()
        name = os.fsdecode(path)
        is_note = PurePosixPath(name).suffix.lower() in _NOTES
        if is_note and mode in _FILE_MODES and not size.isdigit():
            # "BAD" or "-": a partial clone lacks it.
            raise RevisionError(f"{name} is not in this copy of the repository{_if_partial(revision.top)}")
        most = MOST_BYTES if is_note else _MOST_OF_OTHERS
        if mode not in _FILE_MODES or not size.isdigit() or int(size) > most:
            continue
        total += int(size)
        if total > _MOST_IN_ALL:
            raise RevisionError(f"the files of {revision.name} are too large")
        entries[name] = (mode, blob)
    return entries


def _contents(revision: Revision, entries: Mapping[str, tuple[str, str]]) -> dict[str, bytes]:
    names = list(dict.fromkeys(blob for _, blob in entries.values()))
    asked = "".join(f"{name}\n" for name in names).encode()
    answer = _git(revision.top, "cat-file", "--batch", data=asked) if names else b""
    if answer is None:
        raise RevisionError(f"git cannot read the files of {revision.name}{_if_partial(revision.top)}")
    contents = {}
    start = 0
    for name in names:
        end = answer.index(b"\n", start)
        *_, size = answer[start:end].split()
        if not size.isdigit():
            # A partial clone may lack it.
            start = end + 1
            continue
        contents[name] = answer[end + 1 : end + 1 + int(size)]
        start = end + 2 + int(size)
    return contents


def _behind_links(
    path: str, mode: str, blob: str, entries: Mapping[str, tuple[str, str]], contents: Mapping[str, bytes]
) -> bytes | None:
    """Return the content of a file, or of the one that a link leads to in the same revision."""
    for _ in range(5):
        data = contents.get(blob)
        if mode != _LINK or data is None:
            return data
        path = os.path.normpath(PurePosixPath(path).parent / os.fsdecode(data)).replace(os.sep, "/")
        if path not in entries:
            return None
        mode, blob = entries[path]
    return None


def former_name(revision: Revision, path: Path) -> str | None:
    """Return the path that a file had in a revision, below the top; None if it did not exist.

    Raises:
        RevisionError: It is outside of the repository.
    """
    relative = below_top(revision, path)
    if _git(revision.top, "cat-file", "-e", f"{revision.commit}:{relative}") is not None:
        return relative
    options = ("--cached", "--ignore-submodules=all", "-M", "--diff-filter=R", "--name-status", "-z")
    moved = _git(revision.top, "diff-index", *options, revision.commit, "--")
    words = [os.fsdecode(word) for word in (moved or b"").split(b"\0")]
    renamed = {words[at + 2]: words[at + 1] for at in range(0, len(words) - 2, 3)}
    return renamed.get(relative)


def path_in(revision: Revision, folder: Path, name: str) -> Path:
    """Return the path that a file or a folder had in a revision, whose files are in ``folder``.

    Raises:
        RevisionError: It did not exist.
    """
    relative = below_top(revision, Path(name))
    if not Path(folder, relative).is_dir():
        relative = former_name(revision, Path(name)) or relative
    if not Path(folder, relative).exists():
        raise RevisionError(f"{name} is not in {revision.name}")
    return Path(folder, relative)


def below_top(revision: Revision, path: Path) -> str:
    """Return a path relative to the top of the repository.

    Raises:
        RevisionError: It is outside.
    """
    try:
        relative = Path(real_path(path)).relative_to(real_path(revision.top))
    except ValueError:
        raise RevisionError(f"{path} is outside of the repository {revision.top}") from None
    return relative.as_posix()


def in_revision(path: Path, revision: Revision, folder: Path) -> Path:
    """Return where a folder is in a revision; one outside of the repository is where it was."""
    try:
        return folder / below_top(revision, path)
    except RevisionError:
        return path
