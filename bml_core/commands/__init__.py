"""The command line: ``bml COMMAND …``, one module for each command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from bml_core._package import __version__
from bml_core.commands.terminal import HelpFormatter, add_version, guarded

#: Each command with its module and what it does; a command imports nothing but its own module, and help none.
COMMANDS = {
    "check": ("check", "say what is wrong with BML files"),
    "html": ("html", "write a web page"),
    "latex": ("latex", "write a document for LaTeX"),
    "bss": ("bss", "write a Full Disclosure .bss file"),
    "bboalert": ("bboalert", "write BBOalert data"),
    "import": ("importing", "write BML from a Full Disclosure .bss file"),
    "depends": ("depends", "write for make which files a BML file includes"),
    "deals": ("deals", "read and write boards: PBN, LIN, BML"),
    "deals check": ("deals", "say what is wrong with PBN and LIN files"),
    "dpp": ("dpp", "write the shapes of a script for dealer as dealer reads them"),
    "count": ("count", "count the hands that fit a condition"),
    "explain": ("explain", "say what each row means for a hand"),
    "frequencies": ("frequencies", "say how often each call of a table is made"),
    "shape": ("shape", "say which hands have a shape"),
    "sample": ("sample", "deal hands that fit an auction"),
    "dealer": ("dealer", "write a script for the program dealer"),
    "bid": ("bid", "say what a hand bids, and why"),
    "quickstart": ("quickstart", "make a folder of notes a site, or begin one"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml`` and return its exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["check", "missing.bml"])
    1
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        # Without a parser it takes half the time.
        print(f"bml {__version__}")
        sys.exit(0)
    # The name of a command may be two words, such as "deals check".
    length = 2 if " ".join(words[:2]) in COMMANDS else 1
    name = " ".join(words[:length])
    if name not in COMMANDS:
        return _overview(words)
    return guarded(f"bml {name}", lambda: _run(name, words[length:]))


def _run(name: str, words: Sequence[str]) -> int:
    options = command_parser(name).parse_args(words)
    return int(options.run(options))


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command; what it parses has the attribute ``run``."""
    module, purpose = COMMANDS[name]
    parser = argparse.ArgumentParser(
        prog=f"bml {name}", description=as_sentence(purpose), formatter_class=HelpFormatter
    )
    add_version(parser)
    # "deals check" is configured by configure_check.
    function = "_".join(["configure", *name.split()[1:]])
    getattr(import_module(f"{__name__}.{module}"), function)(parser)
    return parser


def as_sentence(purpose: str) -> str:
    """Return a line of the list of commands as a sentence."""
    return f"{purpose[0].upper()}{purpose[1:]}."


def _overview(words: Sequence[str]) -> int:
    """Print what there is, or what is wrong with words that name no command."""
    parser = argparse.ArgumentParser(
        prog="bml", description="Bridge system notes: check and convert BML files."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name, (_, purpose) in COMMANDS.items():
        subparsers.add_parser(name, help=purpose)
    parser.parse_args(words)
    parser.error("write the command first")


if __name__ == "__main__":
    sys.exit(main())
