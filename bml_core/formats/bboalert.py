"""BBOalert data: what the browser extension of that name shows the opponents while we bid.

Its reader looks up our own calls alone. It leaves the passes before the opening bid out of the auction, and
shows the last record that fits, so records that hold always come first, and those for a position or
vulnerability follow in ``Option`` blocks. What it would take for a command of its own is written otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from bml_core.bridge import ANY_SCOPE, DOUBLE, PASS, REDOUBLE, Call, OpenerPosition, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import write_file
from bml_core.system import Agreement, System

__all__ = ["dump", "dumps", "losses"]

_TOKENS: dict[Call, str] = {PASS: "--", DOUBLE: "Db", REDOUBLE: "Rd"}
_ANYWHERE = SideVulnerability()
_BLOCK_END = "Option"


def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> None:
    """Write a system as BBOalert data; ``title`` and ``summary`` are used where it has none of its own.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    write_file(path, [dumps(system, title=title, summary=summary).encode("utf-8", "replace")])


def dumps(system: System, *, title: str = "", summary: str = "") -> str:
    r"""Return BBOalert data: the header, then a record for each call of ours that has a description.

    ``title`` and ``summary`` are used where the system has none of its own. Lines end with a newline; the
    text must be stored as UTF-8. What the data cannot hold is in :func:`losses`.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> text = "1N  15--17, balanced\n  2C  Stayman\n#SEAT 34\n\n1N  14--17\n\n(1C)\n  1H  Five cards"
    >>> print(dumps(expand([parse(text)]), title="Club notes"), end="")
    BBOalert,Club notes
    ,1N,15--17&#44; balanced
    1N--,2C,Stayman
    Option,Opening_@3@4
    ,1N,14--17
    1C,1H,Five cards
    Option
    """
    return "".join(f"{line}\n" for line in _lines(system, title, summary))


def losses(system: System) -> tuple[Diagnostic, ...]:
    """Report what the data cannot hold: calls that nobody can make there, and second meanings of one call.

    Calls of the opponents are not meant: nobody alerts them from our notes.
    """
    return tuple(_Records(system).losses.values())


def _lines(system: System, title: str, summary: str) -> Iterator[str]:
    said = (readable([text]) for text in (system.title or title, system.summary or summary))
    yield "BBOalert," + "<br>".join(escape(text) for text in said if text)
    blocks = _Records(system).blocks
    for scope in sorted(blocks, key=_precedence):
        if scope != ANY_SCOPE:
            yield f"Option,{_label(scope)}"
        yield from (f"{auction},{text}" for auction, (text, _) in blocks[scope].items())
        if scope != ANY_SCOPE:
            yield _BLOCK_END


# ---------------------------------------------------------------- the order of records


@dataclass(slots=True)
class _Records:
    """The records of a system: for each scope, by context and call, the text and where it was said."""

    system: System
    blocks: dict[Scope, dict[str, tuple[str, Location]]] = field(default_factory=dict)
    losses: dict[Location, Diagnostic] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for agreement in self.system.agreements:
            # An empty record would hide an earlier one that says something.
            if agreement.is_ours and (text := explanation(agreement.description)):
                self._add(agreement, text)

    def _add(self, agreement: Agreement, text: str) -> None:
        # The passes before the opening bid, or before the pass that is described, tell the position.
        passes, scope = agreement.auction.before.position - 1, agreement.scope
        if passes:
            if passes + 1 not in scope.position.positions:
                message = (
                    f"Not in the BBOalert data: #SEAT {scope.position.value} and the passes of the "
                    f"auction, after which seat {passes + 1} opens, contradict each other."
                )
                hint = "Delete #SEAT, or the passes before the opening bid."
                self._report(agreement, message, hint)
                return
            scope = scope._replace(position=OpenerPosition(str(passes + 1)))
        *context, call = (_TOKENS.get(call) or call.code for call in agreement.auction.calls[passes:])
        known = self.blocks.setdefault(scope, {}).setdefault(
            f"{''.join(context)},{call}", (text, agreement.location)
        )
        if known[0] != text:
            first = f"{PurePath(known[1].file).name}:{known[1].line}"
            message = f"Not in the BBOalert data: {first} describes the same call for the same seat."
            self._report(agreement, message, "The first definition is used; delete one of the two.")

    def _report(self, agreement: Agreement, message: str, hint: str) -> None:
        place = agreement.location
        self.losses.setdefault(place, Diagnostic("BML401", message, place, hint))


# ---------------------------------------------------------------- blocks


def _precedence(scope: Scope) -> tuple[int, ...]:
    """Return the sort key of a block: the last one wins, so the narrower the later.

    A position counts more than vulnerability, and our own vulnerability more than theirs.
    """
    we, they = scope.vulnerability.we, scope.vulnerability.they
    return (
        scope.position is not OpenerPosition.ANY,
        scope.vulnerability != _ANYWHERE,
        -len(scope.position.positions),
        we is not None and they is not None,
        we is not None,
        # Those that contradict each other: in any order, but always the same one.
        scope.position.positions[0],
        bool(we),
        bool(they),
    )


def _label(scope: Scope) -> str:
    """Return the name of a block, one word; its tags switch the block on."""
    positions = () if scope.position is OpenerPosition.ANY else scope.position.positions
    seats = "".join(f"@{position}" for position in positions)
    we = {True: "@v", False: "@n", None: ""}[scope.vulnerability.we]
    they = {True: "@V", False: "@N", None: ""}[scope.vulnerability.they]
    return f"{'Opening' if seats else 'Vulnerability'}_{seats}{we}{they}"


# ---------------------------------------------------------------- texts

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
    r"""Return lines of BML text as one line without anything that the reader obeys.

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
    while len(head) + sum(character > "\uffff" for character in head) > ALERT_LENGTH:
        head = head[:-1]
    if len(head) == len(text):
        return text, ""
    space = text.rfind(" ", 0, len(head) + 1)
    if space > 0:
        return text[:space].rstrip(), text[space:].lstrip()
    # One endless word: at least its suits stay whole.
    cut = len(head) - head.endswith("!")
    return text[:cut], text[cut:]
