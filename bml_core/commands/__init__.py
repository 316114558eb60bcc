"""The command line: ``bml COMMAND …``, one module for each command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from bml_core._package import __version__
from bml_core.commands.terminal import (
    OK,
    USAGE,
    CommandParser,
    HelpFormatter,
    add_version,
    did_you_mean,
    guarded,
    say,
)

#: Each command by group, with its module and what it does; a command imports nothing but its own module, and
#: help none.
GROUPS = {
    "Start": {"quickstart": ("quickstart", "turn a folder of notes into a website, or start a new one")},
    "Check and publish notes": {
        "check": ("check", "report mistakes in notes"),
        "diff": ("diff", "show what has changed in notes since another file or revision"),
        "html": ("html", "write a web page"),
        "latex": ("latex", "write a LaTeX document"),
        "bss": ("bss", "write a Full Disclosure .bss file"),
        "bboalert": ("bboalert", "write BBOalert data"),
        "import": ("importing", "convert a Full Disclosure .bss file to BML"),
        "depends": ("depends", "list the files that a BML file includes, for make"),
    },
    "Deals": {
        "deals": ("deals", "convert boards between PBN, LIN and BML"),
        "deals check": ("deals", "report mistakes in PBN and LIN files"),
    },
    "Hands and bidding": {
        "bid": ("bid", "choose the call for a hand, or bid whole deals, and explain it"),
        "compare": ("compare", "compare the contracts of two systems on the same deals"),
        "frequencies": ("frequencies", "count how often each call is made"),
        "sample": ("sample", "deal hands that fit an auction"),
        "explain": ("explain", "show what each row means for a hand"),
        "count": ("count", "count the hands that fit a condition"),
        "shape": ("shape", "count the hands of a shape"),
        "dealer": ("dealer", "write a script for the dealer program"),
        "dpp": ("dpp", "expand the shapes in a dealer script"),
    },
}
COMMANDS = {name: entry for group in GROUPS.values() for name, entry in group.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml`` and return its exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["check", "missing.bml"])
    1
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        print(f"bml {__version__}")
        sys.exit(0)
    # The name of a command may be two words, such as "deals check".
    length = 2 if " ".join(words[:2]) in COMMANDS else 1
    name = " ".join(words[:length])
    if name in COMMANDS:
        return guarded(f"bml {name}", lambda: _run(name, words[length:]))
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK if words else USAGE
    kind = "an option" if words[0].startswith("-") else "a command"
    names = ("--help", "--version") if kind == "an option" else COMMANDS
    say(
        f"bml: {words[0]} is not {kind} of bml.{did_you_mean(words[0], names)} bml --help lists the commands."
    )
    return USAGE


def _run(name: str, words: Sequence[str]) -> int:
    options = command_parser(name).parse_args(words)
    return int(options.run(options))


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command; what it parses has the attribute ``run``."""
    module, purpose = COMMANDS[name]
    parser = CommandParser(
        prog=f"bml {name}", description=as_sentence(purpose), formatter_class=HelpFormatter
    )
    add_version(parser)
    # "deals check" is configured by configure_check.
    function = "_".join(["configure", *name.split()[1:]])
    getattr(import_module(f"{__name__}.{module}"), function)(parser)
    return parser


def as_sentence(purpose: str) -> str:
    """Return what a command does as a sentence."""
    return f"{purpose[0].upper()}{purpose[1:]}."


def _overview() -> str:
    lines = ["usage: bml COMMAND ...", "", "Bridge system notes: check, publish, count and bid."]
    for title, commands in GROUPS.items():
        lines += ["", f"{title}:"]
        lines += [f"  {name:<13}{purpose}" for name, (_, purpose) in commands.items()]
    lines += ["", "bml COMMAND --help explains a command; bml --version prints the version."]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
