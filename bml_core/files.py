"""Read a file or say why not, decode its bytes, and write one so that the old one stays whole until then."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from bml_core._package import __version__
from bml_core.diagnostics import Diagnostic, Location, Result, did_you_mean, limited

MOST_BYTES = 20_000_000
"""Bytes of a file that is read as a whole."""

LONGEST_LINE = 100_000
"""Characters of a line that are read: nobody writes as many."""

_LINE = re.compile(r"[^\r\n]+")
_LINE_END = re.compile(r"\r\n?|\n")
_MOST_FILES = 20_000
#: Folders that programs fill; notes are never in them.
_FILLED_BY_PROGRAMS = frozenset(
    {"_build", "build", "dist", "site", "node_modules", "site-packages", "__pycache__"}
)
PROGRAMS = frozenset(
    ("pyproject.toml", "setup.py", "package.json", "Cargo.toml", "go.mod", "pom.xml", "CMakeLists.txt")
)
"""A folder with one of these holds a program."""
#: A folder with one of these is an environment, or a repository of its own.
_SEPARATE = frozenset((".git", "pyvenv.cfg", "conda-meta"))

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_START = 64
_LOOKED_AT = 32_768
UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def decode(data: bytes, file: str) -> Result[str]:
    r"""Decode a file as UTF-8, as UTF-16, else as Windows Latin with a warning.

    Of a file that is not text, such as a picture, nothing is read.

    >>> decode("1C = Précision".encode("cp1252"), "a.bml").value
    '1C = Précision'
    >>> print(*decode(b"\x89PNG\r\n\0\0", "a.bml").diagnostics)
    a.bml: error BML101: a.bml is not a text file. Save notes as text, in UTF-8.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    if encoding := utf16(data):
        return cut_lines(data.decode(encoding, errors="replace"), file)
    try:
        return cut_lines(data.decode("utf-8"), file)
    except UnicodeDecodeError as error:
        if b"\0" in data:
            message, hint = f"{Path(file).name} is not a text file.", "Save notes as text, in UTF-8."
            return Result("", (Diagnostic("BML101", message, Location(file, 1), hint),))
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
    message = "The file is not UTF-8, so it is read as Windows Latin (cp1252)."
    warning = Diagnostic("BML121", message, Location(file, line, column), "Save it as UTF-8.")
    text = cut_lines(_windows_latin(data), file)
    return Result(text.value, (warning, *text.diagnostics))


def utf16(data: bytes) -> str:
    r"""Return how a text in UTF-16 is encoded, "" for another one; without a mark, its zeros tell.

    >>> utf16("1C  Strong".encode("utf-16")), utf16("1C  Strong".encode("utf-16-le")), utf16(b"1C  Strong")
    ('utf-16', 'utf-16-le', '')
    """
    if data.startswith(_UTF16_MARKS):
        return "utf-16"
    even, odd = data[:_START:2], data[1:_START:2]
    halves = {"utf-16-le": (odd, even), "utf-16-be": (even, odd)}
    return next((name for name, (a, b) in halves.items() if 4 * a.count(0) > 3 * len(a) and 0 not in b), "")


def _windows_latin(data: bytes) -> str:
    # Five bytes have no character in cp1252.
    pieces = enumerate(re.split(b"([\x81\x8d\x8f\x90\x9d])", data))
    return "".join(piece.decode("latin-1" if index % 2 else "cp1252") for index, piece in pieces)


def cut_lines(text: str, file: str) -> Result[str]:
    r"""Return a text without what is too much of a line, which is reported.

    >>> text = cut_lines("x" * 100_001 + "\n1C", "a.bml")
    >>> len(text.value), str(text.diagnostics[0].location)
    (100003, 'a.bml:1:100001')
    """
    if len(text) <= LONGEST_LINE or max(map(len, text.replace("\r", "\n").split("\n"))) <= LONGEST_LINE:
        return Result(text)
    parts: list[str] = []
    errors: list[Diagnostic] = []
    end = at = 0
    number = 1
    for line in _LINE.finditer(text):
        if line.end() - line.start() <= LONGEST_LINE:
            continue
        number += len(_LINE_END.findall(text, at, line.start()))
        at = line.start()
        parts.append(text[end : at + LONGEST_LINE])
        errors.append(line_too_long(Location(file, number, LONGEST_LINE + 1)))
        end = line.end()
    return Result("".join((*parts, text[end:])), limited(errors)) if errors else Result(text)


def line_too_long(location: Location) -> Diagnostic:
    """Return the diagnostic for a line that is not read from this location on."""
    message = f"A line may have {LONGEST_LINE:,} characters; the rest of this one is not read."
    return Diagnostic("BML105", message, location, "Divide it.")


def showable(text: str) -> str:
    """Replace each character that no page can show by U+FFFD."""
    return text if text.isprintable() else UNSHOWABLE.sub("\ufffd", text)


def unshowable(character: str, location: Location) -> Diagnostic:
    """Return the diagnostic for the first character that cannot be shown."""
    message = f"The character with number {ord(character):#x} cannot be shown."
    return Diagnostic("BML121", message, location, "Delete it; it is replaced by \ufffd wherever it occurs.")


# ---------------------------------------------------------------- a block at a time

Source = str | bytes | BinaryIO
"""A text, bytes in UTF-8, ISO 8859-1 or UTF-16 with a mark, or an open binary file."""

BLOCK = 1 << 18
"""Bytes that are read from a file at a time."""


def read_blocks(source: Source) -> Iterator[bytes]:
    r"""Yield the bytes of a source as UTF-8 or ISO 8859-1, without a mark, every end of a line a newline.

    >>> list(read_blocks("a\r\nb"))
    [b'a\nb']
    """
    held = b""
    for block in _utf8_blocks(source):
        block = held + block
        # This may be half of the end of a line.
        held = b"\r" if block.endswith(b"\r") else b""
        if b"\r" in block:
            block = block.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield block
    if held:
        yield b"\n"


def _utf8_blocks(source: Source) -> Iterator[bytes]:
    if not isinstance(source, str | bytes) and not hasattr(source, "read"):
        raise TypeError(f"source must be text, bytes or an open binary file, not {type(source).__name__}")
    if isinstance(source, str):
        # A text may begin with the mark too, when somebody else decoded the file.
        yield source.removeprefix("\ufeff").encode("utf-8", "replace")
        return
    blocks = iter([source]) if isinstance(source, bytes) else iter(lambda: source.read(BLOCK), b"")
    first = next(blocks, b"")
    if encoding := utf16(first):
        texts = codecs.iterdecode(chain((first,), blocks), encoding, "replace")
        yield from (text.encode("utf-8", "replace") for text in texts)
        return
    yield first.removeprefix(codecs.BOM_UTF8)
    yield from blocks


def decode_block(data: bytes) -> str:
    r"""Return the text of a part of a source: UTF-8, or else Windows Latin, as :func:`decode` reads files.

    >>> decode_block("é".encode()), decode_block(b"\xe9"), decode_block(b"\x93ten\x94")
    ('é', 'é', '“ten”')
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _windows_latin(data)


def decode_source(source: Source) -> str:
    """Return the whole text of a source.

    >>> decode_source(b"md|1S|")
    'md|1S|'
    """
    return decode_block(b"".join(read_blocks(source)))


# ---------------------------------------------------------------- what is asked of the disk


def _names_in(folder: str | Path) -> list[list[str]] | None:
    """Return the folders and the files in a folder, None if it cannot be entered."""
    if not os.access(folder, os.X_OK):
        return None
    _, *names = next(os.walk(folder), ("", [], []))
    return [sorted(each) for each in names]


def _start_of(path: str | Path) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(_LOOKED_AT)


def _is_protected(path: str | Path) -> bool:
    return not os.access(path, os.W_OK) or not Path(path).stat().st_mode & 0o222


_QUESTIONS: Mapping[str, Callable[[str | Path], Any]] = {
    "exists": lambda path: Path(path).exists(),
    "file": lambda path: Path(path).is_file(),
    "folder": lambda path: Path(path).is_dir(),
    "link": lambda path: Path(path).is_symlink(),
    "names": _names_in,
    "place": os.path.realpath,
    "protected": _is_protected,
    "start": _start_of,
    "size": lambda path: Path(path).stat().st_size,
    "text": lambda path: Path(path).read_bytes(),
}
#: What a run has asked, with the answers, while one is watched.
_asked: dict[tuple[str, str], Any] | None = None


def ask(question: str, path: str | Path) -> Any:  # noqa: ANN401 - the answers differ
    """Ask something of the disk. Notes are read by this alone, so that a run knows what it depends on.

    Raises:
        OSError: It cannot be answered.
        ValueError: No file can have this name.
    """
    answer = None
    try:
        answer = _QUESTIONS[question](path)
    finally:
        _note(question, path, answer)
    return answer


def _note(question: str, path: str | Path, answer: Any) -> None:  # noqa: ANN401 - the answers differ
    if _asked is not None:
        # If a file changes during the run, its first answer is kept: the next run then finds the change.
        _asked.setdefault((question, os.fspath(path)), _short(answer))


def _short(answer: Any) -> Any:  # noqa: ANN401 - what JSON holds
    """Return an answer as it is kept: a digest of the bytes of a file."""
    import hashlib  # noqa: PLC0415 - loads OpenSSL, which conversions need not wait for

    return hashlib.sha256(answer).hexdigest() if isinstance(answer, bytes) else answer


@contextlib.contextmanager
def watched() -> Iterator[dict[tuple[str, str], Any]]:
    """Note what is asked of the disk."""
    global _asked  # noqa: PLW0603 - whoever asks need not know
    before, _asked = _asked, {}
    try:
        yield _asked
    finally:
        _asked = before


def is_as_before(asked: Iterable[tuple[str, str, Any]]) -> bool:
    """Return whether the disk still gives the answers that it gave."""

    def answer(question: str, path: str) -> Any:  # noqa: ANN401 - what JSON holds
        with contextlib.suppress(OSError, ValueError):
            return _short(_QUESTIONS[question](path))

    return all(answer(question, path) == known for question, path, known in asked)


def is_folder(path: str | Path) -> bool:
    """Return whether there is a folder of this name, which need not be one that a folder can have."""
    try:
        return path != "" and bool(ask("folder", path))
    except (OSError, ValueError):
        return False


def is_file(path: str | Path) -> bool:
    """Return whether there is a file of this name, which need not be one that a file can have."""
    try:
        return bool(ask("file", path))
    except (OSError, ValueError):
        return False


class FolderFiles(NamedTuple):
    """The files in a folder, then those below it, by name, and the folders there that cannot be read.

    ``circles`` are links to folders among them, or around them. ``separate`` are environments, repositories
    and programs with tests, whose files are not among them.
    """

    files: tuple[Path, ...]
    closed: tuple[Path, ...] = ()
    circles: tuple[Path, ...] = ()
    separate: tuple[Path, ...] = ()


def files_below(folder: str | Path) -> FolderFiles:
    """Return the files in a folder and below it; a folder that does not exist has none.

    What is hidden is left out, and so are the folders that programs fill, such as ``build``, and those that
    are programs.

    Raises:
        OSError: The folder itself cannot be read, or there are too many files for a folder of notes.
    """
    top = Path(folder)
    files: list[Path] = []
    closed: list[Path] = []
    refused: list[OSError] = []
    circles: list[Path] = []
    separate: list[Path] = []
    for here, folders, names in os.walk(top, onerror=refused.append):
        can_enter = os.access(here, os.X_OK)
        _note("names", here, [sorted(folders), sorted(names)] if can_enter else None)
        if not can_enter:
            refused.append(PermissionError(errno.EACCES, os.strerror(errno.EACCES), here))
            folders.clear()
            continue
        if here != str(top) and _is_separate({*folders, *names}):
            separate.append(Path(here))
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _FILLED_BY_PROGRAMS
        )
        links = (path for name in folders if ask("link", path := Path(here, name)))
        circles += (path for path in links if _are_nested(real_path(path), real_path(top)))
        paths = (Path(here, name) for name in sorted(names) if not name.startswith("."))
        files += filter(is_file, paths)
        if len(files) > _MOST_FILES:
            reason = f"it holds more than {_MOST_FILES:,} files; name the folder of your notes"
            raise OSError(errno.EFBIG, reason, str(top))
    for error in refused:
        ask("names", error.filename)
        if Path(error.filename) != top:
            closed.append(Path(error.filename))
        elif not isinstance(error, FileNotFoundError):
            raise error
    return FolderFiles(tuple(files), tuple(closed), tuple(circles), tuple(separate))


def _is_separate(names: set[str]) -> bool:
    return not _SEPARATE.isdisjoint(names) or ("tests" in names and not PROGRAMS.isdisjoint(names))


def _are_nested(folder: str, other: str) -> bool:
    return Path(folder).is_relative_to(other) or Path(other).is_relative_to(folder)


def real_path(path: str | Path) -> str:
    r"""Return a path without links; one that no file can have stays as it is, as in a folder that is gone.

    >>> real_path("a\0b")
    'a\x00b'
    """
    try:
        return str(ask("place", path))
    except (OSError, ValueError):
        return os.fspath(path)


def read_file(
    path: str | Path, *, location: Location | None = None, code: str = "BML101", most: int | None = MOST_BYTES
) -> Result[bytes | None]:
    """Return the bytes of a file; None with a diagnostic if it cannot be read.

    Args:
        path: The file.
        location: Where the diagnostic belongs; the first line of the file without it.
        code: The code of the diagnostic.
        most: The bytes that it may have, with BML105 for more; None for any number.

    >>> print(*read_file("missing.bml").diagnostics)
    missing.bml: error BML101: File not found: missing.bml.
    """
    location = location or Location(str(path), 1)
    path = Path(path)
    hint = ""
    try:
        if ask("folder", path) and not os.access(path, os.R_OK | os.X_OK):
            message = f"The folder {path.name} cannot be read: Permission denied."
        elif path.is_dir():
            message, hint = f"{path.name or path} is a folder, not a file.", "Name a file in it."
        # A pipe would be waited for.
        elif not ask("file", path):
            message = f"File not found: {path.name}."
            hint = file_meant(path)
        elif most is not None and ask("size", path) > most:
            code = "BML105"
            message = f"The file {path.name} has more than {most:,} bytes, so it is not read."
            hint = "Divide it into several files."
        else:
            return Result(ask("text", path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        message = f"The file {path.name} cannot be read: {reason}."
    return Result(None, (Diagnostic(code, message, location, hint),))


def file_meant(path: Path, other_than: str = "") -> str:
    """Return the question whether a file beside this one was meant; "" if none has such a name."""
    # A folder that cannot be read has no proposals.
    with contextlib.suppress(OSError, ValueError):
        names = {*chain(*(ask("names", path.parent) or ()))} - {path.name, other_than}
        return did_you_mean(path.name, names, cutoff=0.8)
    return ""


def write_file(path: str | Path, parts: Iterable[bytes]) -> None:
    """Write ``parts`` one after the other as the file ``path``; a link stays a link to the file it leads to.

    Raises:
        OSError: the file cannot be written; the old one is still there.
    """
    if not os.fspath(path) or "\0" in os.fspath(path):
        raise OSError(errno.EINVAL, "No file can have this name", path)
    path = Path(path)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(parts)
        return
    path = Path(os.path.realpath(path))
    # The mask can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask
    temporary = path.with_name(f".bml-{os.getpid()}-{time.monotonic_ns()}")
    # Nobody else may read the file before it has the mode of the old one.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(temporary, flags, 0o600)
    except OSError as error:
        error.filename = str(path)
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException as error:
        if isinstance(error, OSError) and error.errno:
            # A full disk names no file.
            error.filename = str(path)
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def repository(folder: Path) -> Iterable[Path]:
    """Return the top of the repository of a folder: notes often include files from a neighbouring folder."""
    try:
        folder = folder.absolute()
    except OSError:  # The current folder is gone.
        return ()
    for parent in (folder, *folder.parents):
        # The copy of a work tree has a file of this name.
        if is_folder(parent / ".git") or is_file(parent / ".git"):
            return (parent,)
    return ()


# ---------------------------------------------------------------- results of earlier runs


class Results:
    """What was worked out, by what it was worked out from: kept in this process, or in a folder for the next.

    A key must tell everything that a result depends on. Values are what JSON holds. The folder has a file for
    each kind of result, which is written whole, so that two builds at once do no harm; whoever deletes it
    only waits longer. A file that cannot be read, or is that of another version, is as none.

    >>> results = Results()
    >>> results.keep("findings", "rows", ["BML904"])
    >>> results.find("findings", "rows"), results.find("findings", "other")
    (['BML904'], None)
    """

    MOST = 2_000
    """Results of a kind that are kept; the one that was not asked for longest goes first."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._kinds: dict[str, dict[str, Any]] = {}
        self._changed: set[str] = set()

    def find(self, kind: str, key: str) -> Any:  # noqa: ANN401 - what JSON holds
        """Return the result of a kind, None if it is not known."""
        known = self._known(kind)
        if key not in known:
            return None
        # The youngest are the last.
        known[key] = known.pop(key)
        return known[key]

    def keep(self, kind: str, key: str, value: Any, most: int = 0) -> None:  # noqa: ANN401 - what JSON holds
        """Keep a result, and at most that many of its kind; MOST if no number is given."""
        known = self._known(kind)
        known[key] = value
        while len(known) > (most or self.MOST):
            del known[next(iter(known))]
        self._changed.add(kind)

    def write(self) -> None:
        """Write what is new into the folder; a disk that is full or protected costs the next run its time."""
        import json  # noqa: PLC0415 - conversions keep no results

        while self._folder is not None and self._changed:
            kind = self._changed.pop()
            text = json.dumps({"version": _state_of_program(), "results": self._kinds[kind]})
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                write_file(self._folder / f"{kind}.json", [text.encode()])

    def _known(self, kind: str) -> dict[str, Any]:
        if kind not in self._kinds:
            self._kinds[kind] = self._read(kind)
        return self._kinds[kind]

    def _read(self, kind: str) -> dict[str, Any]:
        if self._folder is None:
            return {}
        import json  # noqa: PLC0415 - conversions keep no results

        try:
            held = json.loads((self._folder / f"{kind}.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        is_ours = isinstance(held, dict) and held.get("version") == _state_of_program()
        results = held.get("results") if is_ours else None
        return results if isinstance(results, dict) else {}


@cache
def _state_of_program() -> str:
    """Return the version of the program, and when its files changed last: results of another one are none."""
    top = Path(__file__).parent
    files = (path for path in top.rglob("*.*") if path.parent.name != "__pycache__")
    return f"{__version__} {max(path.stat().st_mtime_ns for path in files)}"
