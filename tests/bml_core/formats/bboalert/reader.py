"""A model of the program that reads BBOalert data: how it takes records in and looks a call up.

What our writer never means, such as wildcards and commands, is an error here, so that a text which breaks
out of its record is found.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

LONGEST_ALERT = 69
_KEYWORDS = ("Shortcut", "Button", "Alias", "Trusted", "Untrusted", "Script", "Import", "Javascript")
_TOKENS = re.compile(r"(?:[1-7][CDHSN]|--|Db|Rd)*\Z")
_CONTROL = re.compile(r"@[TtDdAaI]")
_SCRIPT = re.compile(r"%[^%]+%")
_LEADING_PASSES = re.compile(r"(?:--)*")


class NotDataError(AssertionError):
    """The text holds what our writer never means."""


@dataclass(frozen=True)
class Table:
    """What is known of a table when we are to call: the auction as tokens, and who is vulnerable."""

    auction: str
    we: bool
    they: bool

    @property
    def position(self) -> int:
        """The position of the opening bid, by the passes before it."""
        return len(_LEADING_PASSES.match(self.auction)[0]) // 2 + 1  # type: ignore[index]


@dataclass(frozen=True)
class Shown:
    """What the opponents see: the alert, and what goes to the chat."""

    alert: str = ""
    chat: str = ""


@dataclass
class Reader:
    """Data that is taken in; ``records`` are (label of the block, context, call, explanation) in order."""

    text: str
    header: str = ""
    records: list[tuple[str, str, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert "bboalert" in self.text[:80].lower()
        assert self.text.endswith("\n")
        first, *rest = re.sub(r"\\\n", "", self.text).splitlines()
        self.header = first
        assert first.count(",") == 1, first
        label, labels = "", []
        for line in rest:
            fields = [part.strip() for part in line.split(",")]
            if fields[0] == "Option":
                label = fields[1] if len(fields) > 1 else ""
                labels.append(label)
                continue
            if fields[0] in _KEYWORDS or line.startswith(("/", "- ", "* ")) or len(fields) != 3:
                raise NotDataError(line)
            if not all(_TOKENS.match(part) for part in fields[:2]) or len(fields[1]) != 2:
                raise NotDataError(line)
            self.records.append((label, *fields))  # type: ignore[arg-type]
        named = [name for name in labels if name]
        assert all(" " not in name for name in named)
        # Neighbours with the same first word would switch each other off.
        assert len(named) == len(set(named))
        assert not labels or labels[-1] == "", "the last block is not ended"

    def shows(self, table: Table, call: str) -> Shown:
        """What is shown when we make a call."""
        for context in (_LEADING_PASSES.sub("", table.auction, count=1), table.auction):
            fitting = [
                explanation
                for label, known, known_call, explanation in self.records
                if (known, known_call) == (context, call) and _is_on(label, table)
            ]
            if fitting:
                return _shown(fitting[-1])
        return Shown()


def _is_on(label: str, table: Table) -> bool:
    tags = re.findall(r"@(.)", label)
    seats = [int(tag) for tag in tags if tag.isdigit()]
    holds = {"v": table.we, "n": not table.we, "V": table.they, "N": not table.they}
    return (not seats or table.position in seats) and all(holds[tag] for tag in tags if not tag.isdigit())


def _shown(explanation: str) -> Shown:
    # Markup ends the text; entities are read once, and only then are commands looked for.
    text = html.unescape(re.split(r"<(?=[a-zA-Z/!?])", explanation)[0])
    if _CONTROL.search(text) or _SCRIPT.search(text) or r"\n" in text:
        raise NotDataError(text)
    alert, _, chat = text.partition("#")
    if len(alert.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST_ALERT:
        raise NotDataError(alert)
    return Shown(alert, chat)
