"""Comments: lines that begin with ``//``, in dialect 1 also the rest of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.document import Dialect
from bml_core.language.reporter import Reporter
from bml_core.language.source import SourceLine

# "//" behind a colon belongs to a web address, in every dialect.
_ANYWHERE = re.compile(r"(?<!:)//.*")


def without_comments(lines: list[SourceLine], dialect: Dialect, reporter: Reporter) -> Iterator[SourceLine]:
    """The lines that are left; a line that was only a comment disappears, so it ends no block."""
    for line in lines:
        if "//" not in line.text:
            yield line
        elif dialect is Dialect.V1:
            yield from _without_tail(line)
        elif not line.text.startswith("//"):
            if line.text.lstrip().startswith("//"):
                _report_indented(line, reporter)
            else:
                yield line


def _without_tail(line: SourceLine) -> Iterator[SourceLine]:
    rest = _ANYWHERE.sub("", line.text)
    if rest.strip() or rest == line.text:
        line.text = rest
        yield line


def _report_indented(line: SourceLine, reporter: Reporter) -> None:
    reporter.report(
        "BML124",
        "A comment must begin at the first column; this line is left out all the same.",
        line.at(line.start),
        "Move the // to the beginning of the line.",
    )
