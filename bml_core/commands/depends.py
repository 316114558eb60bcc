"""``bml depends`` and ``bml_makedepend``: tell make which files a BML file includes."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output
from bml_core.commands.inputs import Reader
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.commands.sources import BML
from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Diagnostic

_ABOUT_FILES = ("BML10", "BML122")


@dataclass(frozen=True, slots=True)
class _Files:
    """The files of a BML file, and what is wrong with them; rows and texts do not matter here."""

    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]
    missing: tuple[str, ...]


def _read(name: str, options: argparse.Namespace) -> _Files:
    if name == STANDARD:
        raise UsageError("standard input has no name that make could look at; name a file")
    document = BML.read(name, options)
    about_files = tuple(found for found in document.diagnostics if found.code.startswith(_ABOUT_FILES))
    return _Files(about_files, document.dependencies, document.missing)


def _ending(text: str) -> str:
    if not re.fullmatch(r"\.?[\w-]+", text):
        raise argparse.ArgumentTypeError(f"{text} is no ending; write htm, for example")
    return f".{text.lstrip('.')}"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for",
        action="append",
        default=[],
        type=_ending,
        dest="endings",
        metavar="ENDING",
        help="say what an output such as FILE with the ending htm depends on, not what FILE itself does; "
        "may be given several times",
    )
    parser.add_argument(
        "--run-in",
        metavar="DIR",
    )


def _write(files: _Files, options: argparse.Namespace) -> Output:
    from bml_core.commands import makefile as make

    file = Path(options.file)
    folder = file.parent if options.run_in is None else Path(options.run_in)
    outputs = [file.with_suffix(ending) for ending in options.endings]
    targets = [_seen_from(folder, str(target)) for target in outputs or [file]]
    included = list(_included(files, folder, file))
    return Output(make.write(targets, included), amount=counted(len(included), "file"))


def _included(files: _Files, folder: Path, file: Path) -> Iterator[str]:
    """Yield what ``file`` includes, by itself or through others, as it is called in ``folder``.

    What is missing is listed, too: make may know how to make it.
    """
    names = dict.fromkeys((*files.dependencies, *files.missing))
    names.pop(str(file), None)
    yield from dict.fromkeys(_seen_from(folder, name) for name in names)


def _seen_from(folder: Path, name: str) -> str:
    if Path(name).is_absolute() and not Path(name).is_relative_to(folder.absolute()):
        return Path(name).as_posix()
    return Path(os.path.relpath(name, folder)).as_posix()


DEPENDS = Conversion(
    name="depends",
    ending=".mk",
    reader=Reader(BML.noun, _read, BML.add_options),
    write=_write,
    add_options=_add_options,
    drop_in="bml_makedepend",
    # Make may know how to make what is missing; what is wrong is an error where the notes are converted.
    fails_on_errors=False,
)
configure = DEPENDS.configure
