"""``bml check NOTES…``: what an earlier one printed, if nothing has changed that it asked of the disk.

That is found out before anything is loaded that reads notes. With another word in one of the files, all are
read, and the openings that this word is about are checked.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Any

from bml_core.commands.streams import STANDARD, is_descriptor, kept_results
from bml_core.commands.terminal import heard, is_interactive, say_again
from bml_core.files import is_as_before, is_folder, real_path, watched

_KIND, _MOST = "printed", 20


def _run(options: argparse.Namespace) -> int:
    results, key = kept_results(options), _key(options)
    known: dict[str, Any] | None = results.find(_KIND, key) if key else None
    if known and is_as_before(known["asked"]):
        say_again(known["said"])
        return int(known["status"])
    # What reads notes takes long to load.
    from bml_core.commands.check import run  # noqa: PLC0415

    if not key:
        return run(options)
    with watched() as asked, heard() as said:
        status = run(options)
    answers = [[*question, answer] for question, answer in asked.items()]
    results.keep(_KIND, key, {"asked": answers, "said": said, "status": status}, most=_MOST)
    results.write()
    return status


def _key(options: argparse.Namespace) -> str:
    """Return a short key of all that a check depends on, but for the program and what is on the disk.

    It is "" for a check that does more than to print what is wrong with files that can be read again.
    """
    writes = options.fix, options.diff, options.report, options.write_baseline
    is_piped = any(name == STANDARD or is_descriptor(name) for name in options.files)
    others = options.no_cache, options.baseline, options.since, is_piped, "files_read" in vars(options)
    if any((*writes, *others)):
        return ""
    asked = sorted((name, value) for name, value in vars(options).items() if name != "run")
    folders = (Path(path) for path in sys.path if path.endswith("-packages") and is_folder(path))
    packages = [(path, path.stat().st_mtime_ns) for path in folders]
    where = real_path("."), is_interactive(), sys.version, packages
    return hashlib.sha256(repr((asked, where)).encode("utf-8", "replace")).hexdigest()


COMMANDS = {"check": _run}
