"""What a command is, and the options that several commands have, each once."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from bml_core.commands.streams import STANDARD
from bml_core.document import NOTE_LANGUAGES, Dialect, RowOrder
from bml_core.files import is_folder

_LARGEST_SEED = 2**63


class Argument(NamedTuple):
    """An argument of a command: its names, and its settings for ``argparse``."""

    names: tuple[str, ...]
    settings: Mapping[str, object]


class OneOf(NamedTuple):
    """Options of which one can be given, or must be."""

    options: tuple[Argument, ...]
    required: bool = False


Options = Sequence[Argument | OneOf]


class Command(NamedTuple):
    """A command: what it does, its options, and its description unless that is the purpose in the index."""

    run: Callable[[argparse.Namespace], int]
    options: Options
    description: str = ""


def option(names: str, help: str, **settings: object) -> Argument:  # noqa: A002
    """Return an option such as "-o --output OUT", or an argument such as "files FILE", with its help.

    The settings are those of ``argparse``.
    """
    first, *others = names.split()
    metavar = next((word for word in others if not word.startswith("-")), None)
    words = (first, *(word for word in others if word != metavar))
    return Argument(words, {"help": help or None, **({"metavar": metavar} if metavar else {}), **settings})


def flag(names: str, help: str) -> Argument:  # noqa: A002
    """Return an option that is given or not."""
    return option(names, help, action="store_true")


def add_options(parser: argparse.ArgumentParser, options: Options) -> None:
    """Add options to a parser."""
    for each in options:
        group = parser
        if isinstance(each, OneOf):
            group = parser.add_mutually_exclusive_group(required=each.required)  # type: ignore[assignment]
        for names, settings in each.options if isinstance(each, OneOf) else (each,):
            add: Callable[..., object] = group.add_argument
            add(*names, **settings)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number within limits, for the setting ``type``."""
    return partial(_number, least=least, most=most)


def _number(text: str, least: int, most: int) -> int:
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most:,}, not {text[:40]}")
    return number


def _folder(name: str) -> str:
    if not is_folder(name):
        raise argparse.ArgumentTypeError(f"folder not found: {name[:200]}")
    return name


# ---------------------------------------------------------------- notes

FILES = option(
    "files FILE", "BML files, pages with BML, or folders of them (- for standard input)", nargs="+"
)
READING = (
    option(
        "--dialect",
        "the dialect of BML (default: 2.0); a line #+BML: in the file takes precedence",
        choices=[dialect.value for dialect in Dialect],
        default=Dialect.V2_0.value,
    ),
    option(
        "--include-root DIR",
        "another folder from which #INCLUDE may read files, besides those of the input file, its "
        "repository and the current folder; may be repeated",
        action="append",
        type=_folder,
        default=[],
    ),
)
MARKUP = (
    option(
        "--markup",
        "the format of the file: BML, or a Markdown or reStructuredText page with BML blocks (default: "
        "by its name)",
        choices=("bml", "md", "rst"),
    ),
    *READING,
)
SYSTEM = (
    *MARKUP,
    option(
        "--system NAME", "in pages, use only blocks with :system: NAME (default: blocks without a system)"
    ),
)
WORDS = (
    option(
        "--language",
        "the language of descriptions, where the notes have no #+LANGUAGE: (default: en)",
        choices=NOTE_LANGUAGES,
        default="",
    ),
    option(
        "--abbreviation WORD=MEANING",
        "an abbreviation in descriptions, such as FNT=forcing notrump; may be repeated",
        action="append",
    ),
    option(
        "--meaning NAME=CONDITION",
        "what a word of the book of usual meanings means in these notes, such as 'weak two=6-10 hcp', or "
        "none for no book; may be repeated",
        action="append",
    ),
)
SEAT = option("--seat", "the position of the opener (default: 1, the dealer)", type=int, choices=(1, 2, 3, 4))
ONLY_IN = option(
    "--only-in PATTERN", "report only what is in auctions that begin so, such as 1N, 1M-2M or (1N)-*"
)
VULNERABLE = {"none": (False, False), "we": (True, False), "they": (False, True), "both": (True, True)}
VUL = option("--vul", "who is vulnerable (default: none)", choices=VULNERABLE, default="none")
ROW_ORDERS = [choice.value for choice in RowOrder]
CHOICE = option(
    "--choice",
    "how to choose between rows that a hand fits: the first, the natural one, or auto, which is "
    "natural where rows are in order of rank (default: as set in the notes, else auto)",
    choices=ROW_ORDERS,
)
QUESTION = (FILES, SEAT, VUL, CHOICE, *SYSTEM, *WORDS)
"""The files of the notes that are asked, and where in them the answer is looked up."""

# ---------------------------------------------------------------- deals

AUCTION = (
    option("--auction AUCTION", 'the auction, such as 1N-2C or "(1H)-2C"', required=True),
    option("--dealer", "the dealer (default: N)", choices=tuple("NESW"), default="N"),
    flag("--any-passes", "let opponents pass even with hands on which anybody would bid"),
)
SEED = option(
    "--seed S",
    "the same number gives the same deals (default: random; printed with the result)",
    type=whole_number(0, _LARGEST_SEED),
)


# ---------------------------------------------------------------- output


def output(when: str = "") -> Argument:
    """Return the option with the file to write; ``when`` says for which other options."""
    help_text = f"{when}the file to write (default: standard output)"
    return option("-o --output OUT", help_text, default=STANDARD)


def text_or_json(text: str = "text") -> Argument:
    """Return the option with the format of an answer."""
    return option("--format", f"{text} (default) or JSON", choices=("text", "json"), default="text")


ALL = flag("--all", "list every occurrence of repeated messages")
STRICT_CHECK = flag("--strict", "exit with status 1 for warnings, too")
STRICT = flag("--strict", "write nothing if there are errors")


def verbose(also: str) -> Argument:
    """Return the option that has more reported of a conversion."""
    return option("-v --verbose", also, action="count", default=0)
