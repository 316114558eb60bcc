"""The exported files of a project: its systems, and how a file of one gets into the output."""

from __future__ import annotations

from pathlib import Path

from sphinx.environment import BuildEnvironment

from bml_core import System, expand
from bml_core.formats.exports import ExportFormat, SystemTexts
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain


def build_systems(env: BuildEnvironment) -> dict[str, System]:
    """The systems of the project by name."""
    limits = read_config(env.config).limits
    return {name: expand(documents, limits=limits) for name, documents in bml_domain(env).systems().items()}


def write_export(
    env: BuildEnvironment, folder: Path, export: ExportFormat, name: str, system: System
) -> None:
    """Write the file of a system into ``folder``, unless it is there already."""
    config = env.config
    texts = read_config(config).texts(name)
    # Without a release the title that Sphinx makes up has two spaces where that would stand.
    summary = texts.summary or " ".join(config.html_title.split())
    content = export.content(system, SystemTexts(texts.title or config.project, summary))
    write_file(folder / export.file_name(name), content)


def write_file(path: Path, content: bytes) -> None:
    """Write a file of the output, unless it is there already."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    # Who reads the old file meanwhile, reads all of it.
    draft = path.with_name(f".{path.name}.new")
    draft.write_bytes(content)
    draft.replace(path)
