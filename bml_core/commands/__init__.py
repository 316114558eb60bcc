"""The command line: ``bml COMMAND …``, a module for each command, or for a few that go together."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module

from bml_core._package import __version__
from bml_core.commands.terminal import OK, USAGE, CommandParser, HelpFormatter, add_version, guarded, say

#: Each command by group, with its module, the function in it unless that is ``configure``, and what it does.
#: A command imports nothing but its own module, and help none.
GROUPS = {
    "Start": {"quickstart": ("quickstart", "turn a folder of notes into a website, or start a new one")},
    "Check and publish notes": {
        "check": ("check", "report mistakes in notes"),
        "explain-code": ("explain:configure_explain_code", "explain the code of a mistake, with an example"),
        "diff": ("diff", "show what has changed in notes since another file or revision"),
        "html": ("conversions:configure_html", "write a web page"),
        "latex": ("conversions:configure_latex", "write a LaTeX document"),
        "explore": ("explore", "write the notes as a bidding box on a web page"),
        "bss": ("conversions:configure_bss", "write a Full Disclosure .bss file"),
        "bboalert": ("conversions:configure_bboalert", "write BBOalert data"),
        "import": ("conversions:configure_import", "convert a Full Disclosure .bss file to BML"),
        "depends": ("depends", "list the files that a BML file includes, for make"),
    },
    "Deals": {
        "deals": ("deals", "convert boards between PBN, LIN and BML"),
        "deals check": ("deals:configure_check", "report mistakes in PBN and LIN files"),
    },
    "Hands and bidding": {
        "bid": ("bid", "choose the call for a hand, or bid whole deals, and explain it"),
        "compare": ("compare", "compare the contracts of two systems on the same deals"),
        "frequencies": ("frequencies", "count how often each call is made"),
        "sample": ("auction_deals:configure_sample", "deal hands that fit an auction"),
        "explain": ("explain", "show what each row means for a hand"),
        "count": ("hand_counts:configure_count", "count the hands that fit a condition"),
        "shape": ("hand_counts:configure_shape", "count the hands of a shape"),
        "dealer": ("auction_deals:configure_dealer", "write a script for the dealer program"),
        "dpp": ("auction_deals:configure_dpp", "expand the shapes in a dealer script"),
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
    from bml_core.diagnostics import did_you_mean

    parts = f"bml: {words[0]} is not {kind} of bml.", did_you_mean(words[0], names)
    say(" ".join(filter(None, (*parts, "bml --help lists the commands."))))
    return USAGE


def _run(name: str, words: Sequence[str]) -> int:
    options = command_parser(name).parse_args(words)
    # What is loaded by now stays to the end: no search for reference cycles, the last one included, needs it.
    gc.freeze()
    return int(options.run(options))


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command; what it parses has the attribute ``run``."""
    target, purpose = COMMANDS[name]
    parser = CommandParser(
        prog=f"bml {name}", description=as_sentence(purpose), formatter_class=HelpFormatter
    )
    add_version(parser)
    module, _, function = target.partition(":")
    getattr(import_module(f"{__name__}.{module}"), function or "configure")(parser)
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
