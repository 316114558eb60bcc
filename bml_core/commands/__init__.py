"""The command line: ``bml COMMAND …``, one module for each command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bml_core import __version__
from bml_core.commands import bss, check

_COMMANDS = (bss, check)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml``; returns the exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["check", "missing.bml"])
    1
    """
    parser = argparse.ArgumentParser(
        prog="bml", description="Bridge system notes: check and convert BML files."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.register(subparsers)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
