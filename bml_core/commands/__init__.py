"""The command line: ``bml COMMAND …``.

What each command does and which options it has is in ``options.txt``. What runs it is in ``COMMANDS`` of its
module, so that a command loads nothing but its own, and help none.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path, PurePath
from typing import NamedTuple

from bml_core._package import __version__
from bml_core.commands.terminal import OK, USAGE, CommandParser, with_proposal, guarded, say, show


class Section(NamedTuple):
    """A section of ``options.txt``: of a command, of a program that does the same, or of shared options.

    ``group`` and ``purpose`` are those of a command in the overview, ``module`` is what has it.
    """

    group: str
    module: str
    purpose: str
    description: str
    options: str


def _read_sections() -> Iterator[tuple[str, Section]]:
    text = Path(__file__).with_name("options.txt").read_text("utf-8")
    group, parts = "", re.split(r"^==(==)? (.*)\n", text, flags=re.MULTILINE)[1:]
    for mark, head, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if mark:
            group = head
            continue
        # "diff (diff): show what has changed"
        name, _, rest = head.partition(" (")
        module, _, purpose = rest.partition("): ")
        lines = body.split("\n")
        blank = lines.index("")
        description = " ".join(lines[:blank]) or f"{purpose[:1].upper()}{purpose[1:]}."
        yield name, Section(group, module, purpose, description, "\n".join(lines[blank:]))


SECTIONS = dict(_read_sections())
INDEX = {name: section for name, section in SECTIONS.items() if section.module}
"""Each command by its name, which may be two words."""

DROP_INS = {name: other for name, _, other in (head.partition(" as ") for head in SECTIONS) if other}
"""The programs of bridge-markup, with the command that does the same."""


def main(arguments: Sequence[str] | None = None, *, shared: argparse.Namespace | None = None) -> int:
    """Run ``bml`` and return its exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    ``shared`` holds what several commands share.

    >>> main(["check", "missing.bml"])
    1
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        show(f"bml {__version__}")
        sys.exit(0)
    length = 2 if " ".join(words[:2]) in INDEX else 1
    name = " ".join(words[:length])
    if name in INDEX:
        return _run(name, words[length:], shared)
    if not words or words[0] in ("-h", "--help", "help"):
        show(_overview())
        return OK if words else USAGE
    kind = "an option" if words[0].startswith("-") else "a command"
    names = ["--help", "--version"] if kind == "an option" else list(INDEX)
    sentence = with_proposal(f"bml: {words[0]} is not {kind} of bml.", words[0], names)
    say(f"{sentence} bml --help lists the commands.")
    return USAGE


def drop_in(program: str = "", arguments: Sequence[str] | None = None) -> int:
    """Run a program of bridge-markup, the one that was started unless it is named; return its exit status."""
    return _run(program or PurePath(sys.argv[0]).stem, arguments)


def _run(name: str, words: Sequence[str] | None, shared: argparse.Namespace | None = None) -> int:
    def run() -> int:
        options = command_parser(name).parse_args(
            words, argparse.Namespace(**vars(shared)) if shared else None
        )
        return int(options.run(options))

    return guarded(name if name in DROP_INS else f"bml {name}", run)


@cache
def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command or a drop-in; what it parses has the attribute ``run``."""
    other = DROP_INS.get(name, "")
    command = INDEX[other or name]
    runs = import_module(f"{__name__}.{command.module}").COMMANDS
    parser = CommandParser(name if other else f"bml {name}", command.description)
    parser.add_argument("--version", action="version", version=f"%(prog)s ({__version__})")
    parser.set_defaults(run=runs.get(name) or runs[other])
    import_module(f"{__name__}.options").add_options(parser, f"{name} as {other}" if other else name)
    return parser


def _overview() -> str:
    lines = ["usage: bml COMMAND ...", "", "Bridge system notes: check, publish, count and bid."]
    group = ""
    for name, command in INDEX.items():
        if command.group != group:
            group = command.group
            lines += ["", f"{group}:"]
        lines.append(f"  {name:<13}{command.purpose}")
    lines += ["", "bml COMMAND --help explains a command; bml --version prints the version."]
    return "\n".join(lines)
