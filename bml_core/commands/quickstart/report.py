"""What the command says: what it found and wrote, and the command that comes next."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bml_core.commands.quickstart.installed import is_installed
from bml_core.commands.quickstart.plan import Site
from bml_core.commands.quickstart.survey import Folder
from bml_core.commands.quickstart.writing import Outcome
from bml_core.commands.reports import counted

#: Of pages that are left out, so many are named.
_MOST_NAMES = 5


def compose(name: str, folder: Folder, site: Site, outcome: Outcome) -> str:
    """The whole report, ready to print; ``name`` is the folder as the user wrote it."""
    parts = [
        [_summary(name, folder)],
        list(_files(name, folder, outcome)),
        list(_remarks(name, folder, site, outcome)),
        list(_next(name, site)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _summary(name: str, folder: Folder) -> str:
    if folder.is_bare:
        return f"{name}: no notes yet, so an example system comes with the site."
    found = counted(len(folder.pages) + len(folder.included), "BML file")
    documents = f"; {counted(len(folder.documents), 'other page')}" if folder.documents else ""
    included = f", {len(folder.included):,} of them shown or included by others" if folder.included else ""
    main = f"; the main one is {folder.main}" if folder.main and len(folder.pages) > 1 else ""
    return f"{name}: {found}{included}{main}{documents}."


def _files(name: str, folder: Folder, outcome: Outcome) -> Iterator[str]:
    verb = "would write" if outcome.is_rehearsal else "wrote"
    yield from (f"{verb}  {_path(name, path)}" for path in outcome.written)
    there = [*(path for _, path in folder.configured), *outcome.kept]
    yield from (f"left alone  {_path(name, path)}, which is there already" for path in dict.fromkeys(there))


def _remarks(name: str, folder: Folder, site: Site, outcome: Outcome) -> Iterator[str]:
    host = site.host
    configuration = folder.configuration(host.name)
    if configuration is not None and not host.uses_bml.search(_text(folder.top / configuration)):
        yield f"{_path(name, configuration)} knows no BML yet. Add to it:"
        yield from (f"    {line}" for line in host.lines)
    if site.left_out.pages:
        yield f"Not in the site: {_some(site.left_out.pages)}. {site.left_out.advice}."
    for misnamed in folder.misnamed:
        yield f"{_path(name, misnamed)} seems to hold BML. Rename it: the names of pages end in .bml."
    for unusable in folder.unusable:
        shown = _path(name, unusable).encode(errors="replace").decode()
        yield f"{shown} is no page: its name has a character that a configuration cannot hold. Rename it."
    if folder.repository is not None:
        yield (
            f"{name} is a part of the repository {folder.repository}. GitHub and Read the Docs look for "
            "their files only at its top, so none were written here."
        )
    if "requirements.txt" in outcome.written and not site.needs.is_public:
        yield (
            "bml-docs is not on PyPI yet: before you publish the site, say in "
            f"{_path(name, 'requirements.txt')} where other computers get it."
        )


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def _next(name: str, site: Site) -> Iterator[str]:
    host = site.host
    arguments = [*site.build.options, *(_path(name, path) for path in site.build.paths)]
    yield "Next:"
    missing = [] if is_installed(host.module) else [site.needs.argument]
    missing += [package for package in site.packages if not is_installed(_module(package))]
    if missing:
        yield f"    {_line([*_installer(), *missing])}"
    yield f"    {_line([*_program(host.program, host.module), *arguments])}"
    yield f"Then open {_path(name, f'{site.build.output}/index.html')}."


def _module(package: str) -> str:
    """The module of a requirement such as ``myst-parser>=5``."""
    return re.split(r"[^\w-]", package, maxsplit=1)[0].replace("-", "_")


def _path(name: str, path: str) -> str:
    """A path in the folder, as the shell that the command ran in finds it."""
    joined = os.path.normpath(Path(name, path))
    return f".{os.sep}{joined}" if joined.startswith("-") else joined


def _installer() -> Sequence[str]:
    if not is_installed("pip") and shutil.which("uv"):
        return ("uv", "pip", "install", "--python", sys.executable)
    return (*_python(), "-m", "pip", "install")


def _program(program: str, module: str) -> Sequence[str]:
    """The program that belongs to this Python, or the way this Python runs it."""
    beside = _beside(program)
    return (beside,) if beside else (*_python(), "-m", module)


def _python() -> Sequence[str]:
    return (_beside("python") or _beside("python3") or sys.executable,)


def _beside(program: str) -> str | None:
    """A program that lies beside this Python: its name if the shell finds it by that, else its path."""
    folder = Path(sys.executable).parent
    found = shutil.which(program, path=folder)
    if found is None:
        return None
    if shutil.which(program) == found:
        return program
    try:
        return str(Path(found).relative_to(Path.cwd()))
    except ValueError:
        return found


def _line(words: Sequence[str]) -> str:
    """A command line to paste into the shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
