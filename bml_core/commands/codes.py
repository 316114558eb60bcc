"""``bml explain-code CODE…``: what a code means, with an example, as the manual has it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from bml_core.commands import outputs
from bml_core.commands.terminal import OK, USAGE, UsageError, did_you_mean, say

# An installed package has this page of the manual beside the module.
_PAGES = (
    Path(__file__).with_name("diagnostics.md"),
    Path(__file__).parents[2] / "demo_docs/manual/diagnostics.md",
)
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)\s]*\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_FENCE = re.compile(r"`{3,}")
_INDENT = "    "


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("codes", metavar="CODE", nargs="+", help="a code such as BML201, or a number of it")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    sections = dict(_sections(_page()))
    names = {name.casefold(): name for name in sections}
    wanted = [f"BML{code}" if code.isdecimal() else code for code in options.codes]
    for code in wanted:
        if code.casefold() not in names:
            say(f"bml explain-code: {code[:40]} is not a code.{did_you_mean(code.upper(), sections)}")
            return USAGE
    found = (names[code.casefold()] for code in wanted)
    outputs.write(outputs.STANDARD, "\n".join(f"{name}\n\n{_plain(sections[name])}" for name in found))
    return OK


def _page() -> str:
    for path in _PAGES:
        if path.is_file():
            return path.read_text("utf-8")
    raise UsageError("the explanations of codes are not installed")


def _sections(page: str) -> Iterator[tuple[str, str]]:
    """Yield the codes of the page with what it says of each."""
    parts = re.split(r"^(#{2,3}) (.*)\n", page, flags=re.MULTILINE)
    for level, name, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if level == "###":
            yield name, text.strip() + "\n"


def _plain(text: str) -> str:
    """Return Markdown as a person reads it in a terminal: fences are indented, links are their words."""
    lines: list[str] = []
    mark = ""
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if fence and (not mark or line.rstrip() == mark):
            mark = "" if mark else fence[0]
        elif mark:
            lines.append(f"{_INDENT}{line}".rstrip())
        else:
            lines.append(_STRONG.sub(r"\1", _LINK.sub(r"\1", line)))
    return "".join(f"{line}\n" for line in lines)
