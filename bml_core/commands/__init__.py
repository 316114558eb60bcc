"""The command line: ``bml COMMAND …``.

Each command is a record beside its code, in ``COMMANDS`` of its module. The index here says which module that
is, so that a command loads nothing but its own, and help none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import PurePath
from typing import NamedTuple

from bml_core._package import __version__
from bml_core.commands.terminal import OK, USAGE, CommandParser, with_proposal, guarded, say


class Entry(NamedTuple):
    """A command in the index: its group in the overview, what it does, and the module that has it."""

    group: str
    purpose: str
    module: str


_START, _NOTES, _DEALS, _HANDS = "Start", "Check and publish notes", "Deals", "Hands and bidding"
INDEX = {
    "quickstart": Entry(_START, "turn a folder of notes into a website, or start a new one", "quickstart"),
    "workbench": Entry(_START, "write or open the page that does it all in a browser", "serving"),
    "completion": Entry(_START, "print what a shell needs to complete commands and options", "completion"),
    "check": Entry(_NOTES, "report mistakes in notes", "check"),
    "explain-code": Entry(_NOTES, "explain the code of a mistake, with an example", "explain"),
    "diff": Entry(_NOTES, "show what has changed in notes since another file or revision", "diff"),
    "html": Entry(_NOTES, "write a web page", "pages"),
    "latex": Entry(_NOTES, "write a LaTeX document", "pages"),
    "explore": Entry(_NOTES, "write the notes as a bidding box on a web page", "pages"),
    "bss": Entry(_NOTES, "write a Full Disclosure .bss file", "conversions"),
    "bboalert": Entry(_NOTES, "write BBOalert data", "conversions"),
    "import": Entry(_NOTES, "turn notes of other programs into BML", "imports"),
    "depends": Entry(_NOTES, "list the files that a BML file includes, for make", "conversions"),
    "deals": Entry(_DEALS, "convert boards between PBN, LIN and BML", "deals"),
    "deals check": Entry(_DEALS, "report mistakes in PBN and LIN files", "deals"),
    "bid": Entry(_HANDS, "choose the call for a hand, or bid whole deals, and explain it", "bid"),
    "compare": Entry(_HANDS, "compare the contracts of two systems on the same deals", "compare"),
    "frequencies": Entry(_HANDS, "count how often each call is made", "frequencies"),
    "sample": Entry(_HANDS, "deal hands that fit an auction", "samples"),
    "explain": Entry(_HANDS, "show what each row means for a hand", "explain"),
    "count": Entry(_HANDS, "count the hands that fit a condition", "counts"),
    "shape": Entry(_HANDS, "count the hands of a shape", "counts"),
    "practice": Entry(_HANDS, "write boards to bid, or a quiz, out of the notes", "practice"),
    "cards": Entry(_HANDS, "write the notes as cards for Anki, or as a table", "practice"),
    "dealer": Entry(_HANDS, "write a script for the dealer program", "samples"),
    "dpp": Entry(_HANDS, "expand the shapes in a dealer script", "samples"),
}
"""Each command by its name, which may be two words."""

DROP_INS = {
    "bml2bss": "bss",
    "bml2html": "html",
    "bml2latex": "latex",
    "bml_makedepend": "depends",
    "bss2bml": "import",
}
"""The programs of bridge-markup, with the command that does the same."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml`` and return its exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["check", "missing.bml"])
    1
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        print(f"bml {__version__}")
        sys.exit(0)
    length = 2 if " ".join(words[:2]) in INDEX else 1
    name = " ".join(words[:length])
    if name in INDEX:
        return _run(name, words[length:])
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK if words else USAGE
    kind = "an option" if words[0].startswith("-") else "a command"
    names = ["--help", "--version"] if kind == "an option" else list(INDEX)
    sentence = with_proposal(f"bml: {words[0]} is not {kind} of bml.", words[0], names)
    say(f"{sentence} bml --help lists the commands.")
    return USAGE


def drop_in(program: str = "", arguments: Sequence[str] | None = None) -> int:
    """Run a program of bridge-markup, the one that was started unless it is named; return its exit status."""
    return _run(program or PurePath(sys.argv[0]).stem, arguments)


def _run(name: str, words: Sequence[str] | None) -> int:
    def run() -> int:
        options = command_parser(name).parse_args(words)
        return int(options.run(options))

    return guarded(name if name in DROP_INS else f"bml {name}", run)


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command or a drop-in; what it parses has the attribute ``run``."""
    entry = INDEX[DROP_INS.get(name, name)]
    program = name if name in DROP_INS else f"bml {name}"
    command = import_module(f"{__name__}.{entry.module}").COMMANDS[name]
    parser = CommandParser(program, command.description or f"{entry.purpose[0].upper()}{entry.purpose[1:]}.")
    parser.add_argument("--version", action="version", version=f"%(prog)s ({__version__})")
    parser.set_defaults(run=command.run)
    import_module(f"{__name__}.options").add_options(parser, command.options)
    return parser


def _overview() -> str:
    lines = ["usage: bml COMMAND ...", "", "Bridge system notes: check, publish, count and bid."]
    group = ""
    for name, entry in INDEX.items():
        if entry.group != group:
            group = entry.group
            lines += ["", f"{group}:"]
        lines.append(f"  {name:<13}{entry.purpose}")
    lines += ["", "bml COMMAND --help explains a command; bml --version prints the version."]
    return "\n".join(lines)
