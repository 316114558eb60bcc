"""The texts of BBOalert data: what its reader would take for a command of its own is said otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable

ALERT_LENGTH = 69
"""How many characters the field for alerts takes, counted as browsers do: in units of UTF-16."""

_BREAK = re.compile(r"\\n|<\s*br\s*/?\s*>|[\n-\r\x1c-\x1e\x85\u2028\u2029]", re.IGNORECASE)
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_SUIT_SIGN = re.compile(r"([♣♦♥♠])\ufe0f?")
_SUITS = {"♣": "!c", "♦": "!d", "♥": "!h", "♠": "!s"}
_CARDS_MARK = re.compile(r"(?<=[0-9+-])#")
_PERCENT = re.compile(r" ?%(?=(\w)?)")
_NUMBER_MARK = re.compile(r"\\*#\s*")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ",": "&#44;"})


def escape(text: str) -> str:
    """Return a readable text as a field may hold it; the reader shows what it was.

    >>> escape("4-4 & <15, balanced")
    '4-4 &amp; &lt;15&#44; balanced'
    """
    return text.translate(_ESCAPES)


def readable(lines: Iterable[str]) -> str:
    r"""Lines of BML text as one line without anything that the reader obeys.

    Line breaks become a slash. ``#`` would begin the part for the chat, ``@`` a tag, two ``%`` a script, and
    a backslash at the end would take the next record in.

    >>> readable(["5+!h,  INV @ MP", "", "50%\\n#1 choice"])
    '5+!h, INV at MP / 50% / no. 1 choice'
    """
    parts = [part for line in lines for part in map(_one_line, _BREAK.split(line)) if part]
    text = " / ".join(parts)
    if text.count("%") > 1:
        text = _PERCENT.sub(lambda sign: " percent " if sign[1] else " percent", text)
    return text.rstrip("\\ ").lstrip()


def _one_line(text: str) -> str:
    text = _SUIT_SIGN.sub(lambda sign: _SUITS[sign[1]], text)
    text = _NUMBER_MARK.sub("no. ", _CARDS_MARK.sub(" cards", text)).replace("@", " at ")
    return _SPACE.sub(" ", text).strip()


def explanation(lines: Iterable[str]) -> str:
    """Return the field of a record for the lines of a description, "" where nothing is said.

    What the field for alerts cannot take goes to the chat, from a word on.

    >>> explanation(["5+!h, balanced"])
    '5+!h&#44; balanced'
    >>> explanation(["A " + "long " * 20]).partition("#")[2]
    'long long long long long long long'
    """
    alert, chat = divided(readable(lines))
    return f"{escape(alert)}#{escape(chat)}" if chat else escape(alert)


def divided(text: str) -> tuple[str, str]:
    """Return a readable text as alert and chat, which is "" for a text that is short enough."""
    head = text[:ALERT_LENGTH]
    while _units(head) > ALERT_LENGTH:
        head = head[:-1]
    if len(head) == len(text):
        return text, ""
    space = text.rfind(" ", 0, len(head) + 1)
    if space > 0:
        return text[:space].rstrip(), text[space:].lstrip()
    # One endless word: at least its suits stay whole.
    cut = len(head) - head.endswith("!")
    return text[:cut], text[cut:]


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
