"""Findings that are known already: in a file that ``bml check`` has written, or in a revision."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bml_core.commands import streams
from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Diagnostic
from bml_core.files import MOST_BYTES, read_file, real_path

_FORMAT, _VERSION = "bml-baseline", 1
# "a.bml:12", "line 7", "Lines 3 to 5 and 8": the places in a sentence, which move.
_PLACES = re.compile(r":\d+(?::\d+)?|\b([Ll]ines?) \d+(?:(?:, | to | and |-)\d+)*")


class KnownFinding(NamedTuple):
    """What makes a finding the same after lines have moved: its file, code, message and line."""

    file: str
    code: str
    message: str
    line: str


def known_findings(found: Iterable[Diagnostic], root: str | Path) -> list[KnownFinding]:
    """Return what makes findings the same after lines have moved; files are named from ``root``."""
    top = real_path(root)
    known = []
    for each in found:
        file = each.location.file
        name = os.path.relpath(real_path(file), top) if Path(file).is_file() else file
        lines = _lines(file)
        line = lines[each.location.line - 1] if each.location.line <= len(lines) else ""
        message = _PLACES.sub(r"\1", each.message)
        known.append(KnownFinding(Path(name).as_posix(), each.code, message, " ".join(line.split())))
    return known


@lru_cache(maxsize=256)
def _lines(file: str) -> list[str]:
    data = read_file(file).value if Path(file).is_file() else None
    return (data or b"").decode("utf-8", "replace").splitlines()


def new_findings(found: Sequence[Diagnostic], known: Iterable[KnownFinding], root: Path) -> list[Diagnostic]:
    """Return the findings that are not known; one on a line that is written in another way is known."""
    left = Counter(known)
    new = list(zip(found, known_findings(found, root), strict=True))
    rest = []
    for diagnostic, key in new:
        if left[key] > 0:
            left[key] -= 1
        else:
            rest.append((diagnostic, key._replace(line="")))
    elsewhere: Counter[KnownFinding] = Counter()
    for each, times in left.items():
        elsewhere[each._replace(line="")] += times
    new = []
    for diagnostic, key in rest:
        if elsewhere[key] > 0:
            elsewhere[key] -= 1
        else:
            new.append((diagnostic, key))
    return [diagnostic for diagnostic, _ in new]


def write_baseline(name: str, found: Iterable[Diagnostic]) -> None:
    """Write findings to a file, one a line.

    Raises:
        UsageError: It cannot be written.
    """
    entries = ",\n".join(json.dumps(each) for each in sorted(known_findings(found, Path(name).parent)))
    head = f'"format": "{_FORMAT}",\n"version": {_VERSION}'
    streams.write(name, f'{{\n{head},\n"findings": [\n{entries}\n]\n}}\n')


def read_baseline(name: str) -> list[KnownFinding]:
    """Return the findings of a file.

    Raises:
        UsageError: It does not exist, is something else, or has another version.
    """
    if not Path(name).exists():
        raise UsageError(f"{name[:200]} cannot be found; write it with --write-baseline")
    data = read_file(name).value
    if data is None or len(data) > MOST_BYTES:
        raise UsageError(f"{name} cannot be read")
    try:
        whole = json.loads(data)
        version = whole["version"] if whole["format"] == _FORMAT else None
        if version == _VERSION:
            entries = [KnownFinding(*each) for each in whole["findings"]]
            if all(isinstance(text, str) for each in entries for text in each):
                return entries
    except (ValueError, TypeError, KeyError, RecursionError):
        version = None
    if version not in (None, _VERSION):
        raise UsageError(f"{name} is a baseline of version {str(version)[:20]}; write it again")
    raise UsageError(f"{name} is not a baseline; write one with --write-baseline")
