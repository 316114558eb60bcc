"""The command line: ``bml COMMAND …``, one module for each command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from bml_core import __version__
from bml_core.commands import check, count, deals, quickstart, shape
from bml_core.commands.bboalert import BBOALERT
from bml_core.commands.bss import BSS
from bml_core.commands.depends import DEPENDS
from bml_core.commands.dpp import DPP
from bml_core.commands.html import HTML
from bml_core.commands.importing import IMPORT
from bml_core.commands.latex import LATEX
from bml_core.commands.programs import guarded

if TYPE_CHECKING:
    from argparse import _SubParsersAction


class _Command(Protocol):
    def register(self, subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None: ...


_COMMANDS: tuple[_Command, ...] = (
    check,
    HTML,
    LATEX,
    BSS,
    BBOALERT,
    IMPORT,
    DEPENDS,
    deals,
    DPP,
    count,
    shape,
    quickstart,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml``; returns the exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["check", "missing.bml"])
    1
    """
    parser = argparse.ArgumentParser(
        prog="bml", description="Bridge system notes: check and convert BML files."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for command in _COMMANDS:
        command.register(subparsers)
    words = list(sys.argv[1:] if arguments is None else arguments)
    # The name of a command may be two words, such as "deals check".
    if " ".join(words[:2]) in subparsers.choices:
        words[:2] = [" ".join(words[:2])]
    options = parser.parse_args(words)
    return guarded(f"bml {options.command}", lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
