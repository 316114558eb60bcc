"""The command line: ``bml COMMAND …``, one module for each command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from bml_core import __version__
from bml_core.commands.terminal import guarded

#: Each command with its module, whose ``register`` adds it; it is imported when the command is asked for, and
#: all are for their help.
COMMANDS = {
    "check": "check",
    "html": "html",
    "latex": "latex",
    "bss": "bss",
    "bboalert": "bboalert",
    "import": "importing",
    "depends": "depends",
    "deals": "deals",
    "dpp": "dpp",
    "count": "count",
    "explain": "explain",
    "frequencies": "frequencies",
    "shape": "shape",
    "sample": "sample",
    "dealer": "dealer",
    "bid": "bid",
    "quickstart": "quickstart",
}


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
    words = list(sys.argv[1:] if arguments is None else arguments)
    asked = words[0] if words else ""
    for module in [COMMANDS[asked]] if asked in COMMANDS else COMMANDS.values():
        import_module(f"{__name__}.{module}").register(subparsers)
    # The name of a command may be two words, such as "deals check".
    if " ".join(words[:2]) in subparsers.choices:
        words[:2] = [" ".join(words[:2])]
    options = parser.parse_args(words)
    return guarded(f"bml {options.command}", lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
