"""A model of the extension itself, for data that people write: how it takes lines in and looks a call up.

Of the records that fit an auction, or the auction without the passes it begins with, it shows the last one.
``*``, ``_`` and regular expressions are tried as they are.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from tests.bml_core.formats.bboalert.reader import Table

_SUITS = str.maketrans("♣♦♥♠", "CDHS")
_TEXT_SUITS = str.maketrans({"♣": "!c", "♦": "!d", "♥": "!h", "♠": "!s"})


@dataclass
class Extension:
    """Data that is taken in."""

    text: str

    def shows(self, table: Table, call: str) -> str:
        """What is shown when we make a call: the alert and the chat, in words."""
        stripped = re.sub("^(?:--){1,3}", "", table.auction)
        answer, on, before = "", True, ""
        aliases: list[list[str]] = []
        labels: dict[str, bool] = {}
        group = ""
        for line in _continued(_tree(self.text.split("\n"))):
            fields = line.split(",")
            keyword = fields[0].strip()
            if keyword == "Option":
                label = fields[1].strip() if len(fields) > 1 else ""
                first = label.partition(" ")[0]
                if label and label not in labels:
                    labels[label] = _is_on(label, table) if "@" in label else first != group
                on, group = labels.get(label, True), first if label else group
                continue
            if not on:
                continue
            if keyword == "Alias":
                aliases.append(fields)
                continue
            fields = _replaced(line, aliases, "@G").split(",")
            if len(fields) < 3 or keyword in ("Shortcut", "Button", "Script"):
                continue
            wanted = _plain(_replaced(fields[1], aliases, "@B"))
            context = _plain(_replaced(fields[0], aliases, "@C"))
            context = before = before if context == "+" else context
            if not wanted or not _fits(wanted, call):
                continue
            if _fits(context, stripped) or _fits(context, table.auction):
                answer = _replaced(fields[2], aliases, "@E")
                if re.fullmatch(r"\(.*\)", wanted) and call in wanted[1:-1].split("|"):
                    place = wanted[1:-1].split("|").index(call)
                    answer = fields[2:][min(place, len(fields) - 3)]
        return _words(answer)


def _tree(lines: list[str]) -> list[str]:
    found, above = [], [""]
    for line in lines:
        item = re.fullmatch(r"( *)[-*] +(\S+) +(.*)", line.replace("\t", "    "))
        if item is None or len(item[1]) % 4:
            fields = line.split(",")
            above = ["".join("".join(fields[:2]).split())]
            found.append(line.strip())
            continue
        depth = len(item[1]) // 4 + 1
        theirs, comma, call = item[2].rpartition(",")
        auction = above[depth - 1] + (theirs if comma else "--")
        above[depth:] = [auction + call]
        found.append(f"{auction},{call},{item[3]}")
    return found


def _continued(lines: list[str]) -> list[str]:
    return re.sub(r"\\\n\s*", "", "\n".join(lines)).split("\n")


def _is_on(label: str, table: Table) -> bool:
    for yes in ("1234", "nv", "NV"):
        tags = [tag for tag in yes if f"@{tag}" in label]
        now = {"1234": str(table.position), "nv": "nv"[table.we], "NV": "NV"[table.they]}[yes]
        if tags and now not in tags:
            return False
    return True


def _replaced(text: str, aliases: list[list[str]], kind: str) -> str:
    for _ in range(100):
        usable = [each for each in aliases if each[1] in text and (len(each) == 3 or kind in each[3])]
        if not usable:
            break
        text = text.replace(usable[-1][1], usable[-1][2], 1)
    return text


def _plain(field: str) -> str:
    return re.sub(r"[\s!]", "", field.translate(_SUITS)).replace("NT", "N")


def _fits(pattern: str, text: str) -> bool:
    if len(pattern) > 1 and pattern[0] == pattern[-1] == "/":
        return re.search(pattern[1:-1], text) is not None
    if len(pattern) == len(text) and all(
        mine in ("_", "*", theirs) for mine, theirs in zip(pattern, text, strict=True)
    ):
        return True
    try:
        return re.fullmatch(re.sub(r"[*_]", ".", pattern), text) is not None
    except re.error:
        return False


def _words(answer: str) -> str:
    """The alert and the chat in words; breaks of lines are slashes, and hints at the chat are left out."""
    text = html.unescape(re.split(r"<(?!br)(?=[a-z/!?])", answer)[0]).translate(_TEXT_SUITS)
    alert, _, chat = re.sub("@[TtDdA]", "", text).partition("#")
    parts = [
        part for part in (alert, chat) if not re.fullmatch(r"\s*please read chat\s*", part, re.IGNORECASE)
    ]
    return " ".join(re.sub(r"\s*(?:<br>|/)\s*", " / ", " ".join(parts)).split())
