"""A site that exists: what it lacks for BML, as changes of its files and as sentences."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.quickstart.edits import Edit, read_text
from bml_core.commands.quickstart.folders import Folder
from bml_core.commands.quickstart.hosts import Host, is_installed
from bml_core.commands.quickstart.mkdocs_edits import docs_folder, mkdocs_edits
from bml_core.commands.quickstart.sphinx_edits import sphinx_edits
from bml_core.commands.terminal import UsageError


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a site lacks: changes of files, and what is to be done by hand, in sentences without a full stop.

    ``left_out`` are BML files that lie outside the folder of the pages, which is ``docs``.
    """

    docs: str = ""
    edits: Sequence[Edit] = ()
    advice: Sequence[str] = ()
    left_out: Sequence[str] = ()


Editor = Callable[[Folder, str, str, Sequence[str]], tuple[list[Edit], list[str]]]
"""From a folder, a configuration, the folder of its pages and settings of systems to changes and advice."""


def pages_folder(folder: Folder, host: str, configuration: str) -> str:
    """Return the folder of the pages of a site, "" for the top.

    Raises:
        UsageError: the configuration cannot be read.
    """
    text = read_text(folder.top, configuration)
    if host == "mkdocs" and is_installed("yaml"):
        return docs_folder(folder, configuration)
    if configuration.endswith(".toml"):
        docs = _docs_dir(text, configuration)
        return posixpath.normpath(posixpath.join(posixpath.dirname(configuration), docs))
    return posixpath.dirname(configuration)


def _docs_dir(text: str, configuration: str) -> str:
    try:
        project = tomllib.loads(text).get("project")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{configuration} cannot be read: {error}") from error
    return str(project.get("docs_dir", "docs")) if isinstance(project, dict) else "docs"


def lacking(folder: Folder, host: Host, configuration: str, docs: str, systems: Sequence[str]) -> Lacking:
    """Return what a site lacks.

    Raises:
        UsageError: the configuration cannot be read, or is not what its host reads.
    """
    outside = [name for name in folder.pages if docs and not name.startswith(f"{docs}/")]
    edit = _EDITORS.get(host.name)
    if edit is None or (host.name == "mkdocs" and not is_installed("yaml")):
        has_bml = re.search(host.uses_bml, read_text(folder.top, configuration))
        if has_bml:
            return Lacking(docs, (), (), outside)
        advice = [f"Add to {configuration} these lines, where missing: {'; '.join(host.lines)}"]
        if folder.pages and not host.shows_bml:
            name = posixpath.basename(folder.pages[0])
            advice.append(f'Show each BML file on a page, with the two lines ```bml file="{name}" and ```')
        return Lacking(docs, (), advice, outside)
    edits, advice = edit(folder, configuration, docs, systems)
    return Lacking(docs, edits, advice, outside)


_EDITORS: dict[str, Editor] = {"mkdocs": mkdocs_edits, "sphinx": sphinx_edits}


@contextmanager
def written(top: Path, edits: Sequence[Edit]) -> Iterator[list[Path]]:
    """Write changes; give the copies of the old files. What fails inside takes the changes back.

    Raises:
        UsageError: a file cannot be written.
    """
    done: list[tuple[Path, Path]] = []
    try:
        for edit in edits:
            done.append(edit.write(top))  # noqa: PERF401 - what was written before a failure is taken back
        yield [copy for _, copy in done]
    except BaseException as error:
        for path, copy in done:
            copy.replace(path)
        if isinstance(error, OSError):
            raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error
        raise
