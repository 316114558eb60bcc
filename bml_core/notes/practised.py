"""What is practised of notes: topics of files beside them, and the headings above their tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Result, has_errors
from bml_core.document import Document
from bml_core.files import decode, read_file
from bml_core.notes.options import Markup, markup_of
from bml_core.notes.page_blocks import page_headings
from bml_core.practice import Topic, heading_topics, read_topics

TOPICS_FILE = "bml-topics.toml"
"""The file of topics beside the notes."""


def named_topics(files: Iterable[str]) -> Result[tuple[Topic, ...]]:
    """Return the topics of ``TOPICS_FILE`` in the folders of files, and in those above that hold all of them.

    >>> named_topics(["nowhere/openings.bml"]).value
    ()
    """
    topics: list[Topic] = []
    faults: list[Diagnostic] = []
    for path in _beside({str(Path(file).absolute()) for file in files}):
        data = read_file(path)
        # Messages name files as the reader of a command does.
        name = str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
        text = decode(data.value or b"", name)
        found = read_topics(text.value, name)
        problems = (*data.diagnostics, *text.diagnostics, *found.diagnostics)
        faults += problems
        topics += found.value if not has_errors(problems) else ()
    return Result(tuple(topics), tuple(faults))


def _beside(files: set[str]) -> Iterator[Path]:
    """Yield the files of topics, those higher up first."""
    folders = {Path(file).parent for file in files}
    top = os.path.commonpath(folders) if folders else ""
    between = {each for folder in folders for each in (folder, *folder.parents) if each.is_relative_to(top)}
    yield from (path for path in sorted(folder / TOPICS_FILE for folder in between) if path.is_file())


def headed_topics(documents: Sequence[Document], *, most: int = 0) -> tuple[Topic, ...]:
    """Return the headings above tables as topics; pages of Markdown and reStructuredText have them as well.

    With ``most``, each table is in one of no more topics than that.
    """
    return heading_topics(documents, _headings, most=most)


def _headings(file: str) -> tuple[tuple[int, int, str], ...]:
    markup = markup_of(file)
    data = read_file(file).value if markup is not Markup.BML and Path(file).is_file() else None
    return page_headings(decode(data, file).value, markup) if data else ()
