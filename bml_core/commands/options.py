"""The options of a command, as its section of ``options.txt`` beside this module has them.

An option is a line with its names and the word for its value, its help below that, and its settings after
``=``. Of the options with ``|`` beside each other one can be given, of those with ``|!`` one must be.
``<name>`` stands for the options of a section that several commands share.
"""

from __future__ import annotations

import argparse
import re
from functools import partial
from typing import Any

from bml_core.commands import SECTIONS
from bml_core.files import is_folder

_OPTION = re.compile(r"^(?:(\|!?) )?(\S.*)\n((?:    .*\n)*)", re.MULTILINE)
_Settings = dict[str, Any]
_PATHS = {"DEALS", "DIR", "FILE", "INPUT", "NEW", "NOTES", "OLD", "OUT", "PAGE", "SYSTEM"}


def add_options(parser: argparse.ArgumentParser, section: str) -> None:
    """Add the options of a section to a parser."""
    group = None
    for mark, head, lines in _OPTION.findall(SECTIONS[section].options):
        if head.startswith("<"):
            add_options(parser, head)
            continue
        if not mark:
            group = None
        elif group is None:
            group = parser.add_mutually_exclusive_group(required=mark == "|!")
        first, *others = head.split()
        names = [first, *(word for word in others if word.startswith("-"))]
        texts = [line.strip() for line in lines.splitlines()]
        settings: _Settings = {"help": " ".join(text for text in texts if text[0] != "=") or None}
        if others and others[-1] not in names:
            settings["metavar"] = others[-1]
            settings |= {"type": _path} if others[-1] in _PATHS else {}
        for text in texts:
            settings |= _setting(text[2:]) if text[0] == "=" else {}
        (group or parser).add_argument(*names, **settings)


def _setting(text: str) -> _Settings:
    """Return what ``argparse`` calls a setting: "flag", "choices: a4 letter", "choices: 1 to 4"."""
    word, _, value = (part.strip() for part in text.partition(":"))
    least, _, most = value.partition(" to ")
    if word.startswith("like "):
        return {"type": partial(_text_like, word[5:], value)}
    if word == "choices":
        return (
            {"type": int, "choices": range(int(least), int(most) + 1)} if most else {"choices": value.split()}
        )
    if word == "number":
        return {"type": partial(_number, int(least), int(most))}
    if word in ("default", "into"):
        return {"default" if word == "default" else "dest": value}
    plain: dict[str, _Settings] = {
        "flag": {"action": "store_true"},
        "on or off": {"action": argparse.BooleanOptionalAction, "default": True},
        "counted": {"action": "count", "default": 0},
        "repeated": {"action": "append", "default": list[str]()},
        "required": {"required": True},
        "one or none": {"nargs": "?"},
        "one or more": {"nargs": "+"},
        "any number": {"nargs": "*"},
        "two": {"nargs": 2},
        "integer": {"type": int},
        "folder": {"type": _folder},
    }
    return plain[word]


def _number(least: int, most: int, text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most:,}, not {text[:40]}")
    return number


def _path(name: str) -> str:
    if not name:
        raise argparse.ArgumentTypeError('"" is not a file; write . for the current folder')
    return name


def _folder(name: str) -> str:
    if not is_folder(name):
        raise argparse.ArgumentTypeError(f"folder not found: {name[:200]}")
    return name


def _text_like(pattern: str, fault: str, text: str) -> str:
    if not re.fullmatch(pattern, text):
        raise argparse.ArgumentTypeError(f"{text!r} {fault}")
    return text
