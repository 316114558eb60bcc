"""BBOalert data, written and read: what the browser extension of that name shows opponents while we bid.

Its reader looks up our own calls alone. It leaves the passes before the opening bid out of the auction, and
shows the last record that fits, so records that hold always come first, and those for a position or
vulnerability follow in ``Option`` blocks. What it would take for a command of its own is written otherwise.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    ANY_SCOPE,
    CALLS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    OpenerPosition,
    Scope,
    SideVulnerability,
    illegality,
)
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location, counted
from bml_core.files import cut_lines, decode, read_file, showable, write_file
from bml_core.system import Agreement, Metadata, System

__all__ = ["dump", "dumps", "is_data", "load", "loads", "losses"]

_TOKENS: dict[Call, str] = {PASS: "--", DOUBLE: "Db", REDOUBLE: "Rd"}
_ANYWHERE = SideVulnerability()
_BLOCK_END = "Option"


@checked
def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> None:
    """Write a system as BBOalert data; ``title`` and ``summary`` are used where it has none of its own.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    write_file(path, [dumps(system, title=title, summary=summary).encode("utf-8", "replace")])


@checked
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


@checked
def losses(system: System) -> tuple[Diagnostic, ...]:
    """Report what the data cannot hold: calls that nobody can make there, and second meanings of one call.

    Calls of the opponents are not meant: nobody alerts them from our notes.
    """
    return tuple(_Records(system).losses.values())


def _lines(system: System, title: str, summary: str) -> Iterator[str]:
    said = (readable([text]) for text in (system.title or title, system.metadata.summary or summary))
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
            first = known[1].seen_from(agreement.location)
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


# ---------------------------------------------------------------- reading

_CALL_OF = {_TOKENS.get(call) or call.code: call for call in CALLS}
# The letters that tokens have; a wildcard is any of them.
_LETTERS = "".join(sorted({letter for token in _CALL_OF for letter in token}))
_ATOM = re.compile(r"\[(\^?)([\w-]+)\]|([_*.])|([\w-])|([()|])", re.ASCII)
_MOST_ALTERNATIVES, _MOST_AUCTIONS, _MOST_IN_ALL, _MOST_OPEN = 64, 256, 50_000, 100
_MOST_REPLACED, _LONGEST_RECORD = 100, 10_000

_COMMANDS = {
    "Button": "It is a button of the extension.",
    "Import": "It names another file: import that one as well.",
    "Javascript": "It runs a program.",
    "Script": "It runs a program.",
    "Shortcut": "It is a text to type at the table.",
    "Trusted": "It says how calls are confirmed.",
    "Untrusted": "It says how calls are confirmed.",
}
_ITEM = re.compile(r"([ ]*)[-*][ ]+(.*)")
_SUIT_SIGNS = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_AS_LETTERS = str.maketrans({sign: letter.upper() for sign, letter in _SUIT_SIGNS.items()} | {"\ufe0f": ""})
_AS_SUITS = str.maketrans({sign: f"!{letter}" for sign, letter in _SUIT_SIGNS.items()} | {"\ufe0f": ""})
_TAG = re.compile(r"<(?=[a-zA-Z/!?])(?!br\s*/?>)", re.IGNORECASE)
_CONTROLS = re.compile(r"@[TtDdA]")
_IGNORED = "@I"
_POINTER = re.compile(r"please read (?:the )?chat(?: for explanation)?", re.IGNORECASE)
_CONDITIONS = tuple(product((1, 2, 3, 4), (True, False), (True, False)))
_Condition = tuple[int, bool, bool]  # The position of the opener, and who is vulnerable, we and they.
_Answer = tuple[str, int]  # What is shown, and the line that says so.
_ALL_SEATS = "1234"


@checked
def load(path: str | Path) -> System:
    """Read a file of BBOalert data; a file that cannot be read is a diagnostic, too.

    >>> print(*load("missing.txt").diagnostics)
    missing.txt: error BML101: File not found: missing.txt.
    """
    data = read_file(path)
    if data.value is None:
        return System((), diagnostics=data.diagnostics)
    return loads(data.value, file=str(path))


@checked
def loads(text: str | bytes, *, file: str = "<bboalert>") -> System:
    r"""Read BBOalert data: what the extension shows for each auction that the records name.

    Of the records that fit an auction it shows the last one, so that one is read. A wildcard stands for all
    calls that are legal there. What BML cannot say is in the diagnostics of the System, line by line.

    >>> system = loads("BBOalert,Club notes\n,1N,15-17&#44; balanced\n- 2C Stayman\n1N__,2D,Transfer")
    >>> [f"{each.auction:bml} {each.text}" for each in system.agreements]
    ['1N 15-17, balanced', '1N-2C Stayman', '1N-2D Transfer', '1N-(D)-2D Transfer', '1N-(2C)-2D Transfer']
    """
    decoded = decode(text, file) if isinstance(text, bytes) else cut_lines(text, file)
    reader = _Reader(file)
    reader.log.add(decoded.diagnostics)
    return reader.read(enumerate(re.split(r"\r\n?|\n", decoded.value.removeprefix("\ufeff")), 1))


def read_lines(lines: Iterable[tuple[int, str]], *, file: str = "<bboalert>") -> System:
    """Read BBOalert data that is in a document, from its lines, each with its number.

    >>> read_lines([(1, "BBOalert"), (3, "1N"), (4, "- 2C Stayman")]).agreements
    (<Agreement 1NT-2C: Stayman>,)
    """
    return _Reader(file).read(lines)


@checked
def is_data(text: str) -> bool:
    """Return whether a text is BBOalert data: its first 80 characters say so.

    >>> is_data("BBOalert,Our system"), is_data("*00{Our system}=NYYYYYY")
    (True, False)
    """
    return "bboalert" in text[:80].lower() and not text.lstrip().startswith("<")


class _Record(NamedTuple):
    """A record as it is written, and the scopes in which its block is on."""

    line: int
    scopes: tuple[Scope, ...]
    context: str
    call: str
    texts: tuple[str, ...]

    def text(self, call: str) -> str:
        """Return the explanation of a call; ``(2C|2D)`` has one for each, in its order."""
        if len(self.texts) > 1 and self.call.startswith("(") and self.call.endswith(")"):
            calls = self.call.strip("()").split("|")
            return self.texts[min(calls.index(call), len(self.texts) - 1) if call in calls else 0]
        return self.texts[0]


class _Pattern(NamedTuple):
    """What a field fits, and the letters in each place of what it stands for, if that is not without end."""

    regex: re.Pattern[str]
    alternatives: tuple[tuple[str, ...], ...]


class _Reader:
    """The reader of one file: lines to records, records to the auctions that they fit."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.log = DiagnosticLog()
        self._title = ""
        self._records: list[_Record] = []
        self._aliases: list[list[str]] = []
        self._scripts: set[str] = set()
        self._texts: list[int] = []

    def read(self, lines: Iterable[tuple[int, str]]) -> System:
        self._lines(_joined(_listed((number, showable(line)) for number, line in lines)))
        agreements = tuple(self._agreements())
        if self._texts:
            message = f"No call is in {counted(len(self._texts), 'line')} of text: {_spans(self._texts)}."
            self._report(self._texts[0], message, "Copy what you want to keep into the BML file.")
        title, summary = (" ".join(_description(part)) for part in (*self._title.split("<br>", 1), "")[:2])
        found = sorted(self.log.take(), key=lambda each: each.location.line)
        return System(agreements, Metadata(title, summary), tuple(found))

    def _report(self, line: int, message: str, hint: str = "", code: str = "BML531") -> None:
        self.log.report(code, message, Location(self._file, line), hint)

    # ------------------------------------------------------------ lines

    def _lines(self, lines: Iterable[tuple[int, str]]) -> None:
        scopes: tuple[Scope, ...] = (ANY_SCOPE,)
        blocks: dict[str, tuple[Scope, ...]] = {}
        group = off = ""
        context = "+"
        for number, line in lines:
            fields = [part.strip() for part in line.split(",")]
            keyword = "".join(fields[0].split()).removeprefix("//")
            if keyword.lower().endswith("bboalert"):
                self._title = self._title or "".join(fields[1:2])
            elif keyword == "Option":
                label, off, context = "".join(fields[1:2]), "", "+"
                if label and label not in blocks:
                    # Labels in a row with the same first word switch each other off: the first one is on.
                    is_off = label.split()[0] == group and "@" not in label
                    blocks[label] = () if is_off else _scopes(label)
                    if len(fields) > 2:
                        who = " or ".join(fields[2:])
                        self._report(number, f"{label} holds with {who} alone; here it holds always.")
                group = label.split()[0] if label else group
                scopes = blocks.get(label, (ANY_SCOPE,))
                off = "" if scopes else label
            elif not scopes:
                if off and len(fields) > 2:
                    message = f"{off} is left out: it is off while another option of its first word is on."
                    self._report(number, message, "To have it, put it above the other option.")
                    off = ""
            elif keyword == "Alias":
                self._aliases.append(line.split(","))
            elif keyword in _COMMANDS:
                self._scripts |= {*fields[1:2]} if keyword == "Script" else set()
                self._report(number, f"{keyword} is not an agreement.", _COMMANDS[keyword])
            elif record := self._record(number, line, scopes, context):
                context = record.context
                self._records.append(record)

    def _record(self, line: int, text: str, scopes: tuple[Scope, ...], before: str) -> _Record | None:
        """Return the record of a line; None, after a report, where it is none or says what BML cannot say."""
        fields = self._replaced(text, "@G").replace("&comma;", ",").split(",")
        if len(fields) < 3 or not fields[1].strip():
            # A line with an auction alone begins a list, and has nothing else to say.
            begins = _pattern("".join(text.translate(_AS_LETTERS).replace("NT", "N").split()))
            self._texts += [] if begins is not None and _contexts(begins)[0] else [line]
            return None
        context, call = (
            "".join(self._replaced(field, kind).translate(_AS_LETTERS).replace("!", "").split())
            for field, kind in zip(fields[:2], ("@C", "@B"), strict=True)
        )
        context, call = context.replace("NT", "N"), call.replace("NT", "N")
        if context == before == "+":
            self._report(line, "+ has no record above it in its block.", "Write the auction.", "BML532")
            return None
        is_list = call.startswith("(") and call.endswith(")")
        texts = tuple(self._replaced(field, "@E") for field in fields[2 : None if is_list else 3])
        named = {name for part in (context, call, *texts) for name in re.findall("%([^%]+)%", part)}
        if named & self._scripts or "%" in context + call:
            self._report(line, "A program of the extension completes this record.", "Write what it shows.")
            return None
        if any(_IGNORED in each for each in texts):
            self._report(line, f"The extension ignores this record, which is marked {_IGNORED}.")
            return None
        if comment := "" if is_list else ", ".join(filter(None, map(str.strip, fields[3:]))):
            self._report(line, f'The comment "{comment[:60]}" is left out; the extension shows it to nobody.')
        if cut := next((each[tag.start() :] for each in texts if (tag := _TAG.search(each))), ""):
            self._report(line, f'The text ends before "{cut[:60]}", as at the table.', "Write it without <.")
        return _Record(line, scopes, before if context == "+" else context, call, texts)

    def _replaced(self, text: str, kind: str) -> str:
        """Return a field with its aliases replaced, the last one first; ``kind`` is that of the field."""
        usable = [each for each in self._aliases if len(each) == 3 or (len(each) > 3 and kind in each[3])]
        for _ in range(_MOST_REPLACED if usable else 0):
            alias = next((each for each in reversed(usable) if each[1] and each[1] in text), None)
            if alias is None or len(text) > _LONGEST_RECORD:
                break
            text = text.replace(alias[1], alias[2], 1)
        return text[:_LONGEST_RECORD]

    # ------------------------------------------------------------ records to agreements

    def _agreements(self) -> list[Agreement]:
        known: dict[tuple[str, str], list[tuple[int, int]]] = {}
        without_end: list[tuple[int, re.Pattern[str], list[str]]] = []
        for number, record in enumerate(self._records):
            context, call = _pattern(record.context), _pattern(record.call)
            calls = [token for token in _CALL_OF if call and call.regex.search(token)]
            if context is None or not calls:
                word, kind = (record.call, "a call") if context else (record.context, "an auction")
                hint = (
                    "Calls are 1C to 7N, -- for a pass, Db and Rd; _ * . [HS] (1C|1D) /4N--$/ are read, too."
                )
                self._report(record.line, f'"{word[:60]}" is not {kind}.', hint, "BML532")
                continue
            contexts, is_whole = _contexts(context)
            fitting = [(each, token) for each in contexts for token in calls if _is_legal(each, token)]
            if is_whole and not fitting:
                message = f"{record.context[:60]},{record.call[:20]} is not legal."
                self._report(record.line, message, "Correct the calls; write the passes, too.", "BML532")
            if not is_whole:
                where = "where the opponents pass" if fitting else "in auctions of other records"
                self._report(record.line, f"The record fits too many auctions; it is read {where}.")
                without_end.append((number, context.regex, calls))
            for auction, token in fitting:
                passes, opened = _without_passes(auction)
                known.setdefault((opened, token), []).append((number, passes and passes + 1))
            if len(known) > _MOST_IN_ALL:
                self._report(record.line, "The file fits too many auctions; it is read up to here.")
                break
        for number, regex, calls in without_end[:_MOST_OPEN]:
            for (opened, token), uses in known.items():
                if token in calls:
                    before = [(passes and passes + 1, "--" * passes + opened) for passes in range(4)]
                    fitted = [position for position, auction in before if regex.search(auction)]
                    uses += [(number, position) for position in (fitted if 0 not in fitted else [0])]
        # What continues an auction comes below it, wherever the file has it.
        rank: dict[str, int] = {}
        paths = {
            key: [key[0][:end] for end in range(2, len(key[0]) + 1, 2)] + ["".join(key)] for key in known
        }
        for path in paths.values():
            for auction in path:
                rank.setdefault(auction, len(rank))
        order = sorted(known, key=lambda key: [rank[auction] for auction in paths[key]])
        found = [each for key in order for each in self._resolved(*key, sorted(set(known[key])))]
        return sorted(found, key=lambda each: (not each.auction.we_deal, _precedence(each.scope)))

    def _resolved(self, opened: str, token: str, uses: list[tuple[int, int]]) -> Iterator[Agreement]:
        """Yield what is shown for a call, scope by scope; ``uses`` are records and positions, 0 for any."""
        said: dict[Scope, _Answer] = {}
        shown: dict[_Condition, _Answer] = {}
        for number, position in uses:
            record = self._records[number]
            seat = Scope(OpenerPosition(str(position)))
            for scope in filter(None, (_common(scope, seat) for scope in record.scopes)):
                said[scope] = answer = record.text(token), record.line
                shown |= {each: answer for each in _CONDITIONS if _holds(scope, each)}
        empty = {each for each, (text, _) in shown.items() if not _description(text)}
        if empty and len(empty) < len(shown):
            # An empty record hides one with a text, which then holds elsewhere alone.
            shown = {each: shown[each] for each in shown if each not in empty}
            said = _parts(shown)
        _settle(said, shown)
        calls = tuple(_CALL_OF[each] for each in (*re.findall("..", opened), token))
        for scope, (text, line) in said.items():
            place = Location(self._file, line)
            yield Agreement(Auction(calls, len(calls) % 2 == 1, scope), _description(text), False, place)


def _listed(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, with items of lists as records: ``- 2C Stayman`` below ``,1N,15-17``."""
    above: list[str] = [""]
    for number, line in lines:
        item = _ITEM.fullmatch(line.expandtabs(4).rstrip())
        if item is None or len(item[1]) % 4:
            # A line of one field is a context: 1N above a list.
            context, call = (*line.split(","), "")[:2] if "," in line else (line, "")
            above = ["".join(f"{context}{call}".split())]
            yield number, line.strip()
            continue
        depth = len(item[1]) // 4
        word, _, text = item[2].partition(" ")
        theirs, comma, call = word.rpartition(",")
        auction = above[: depth + 1][-1] + (theirs if comma else "--")
        above = [*above[: depth + 1], auction + call]
        fits = _pattern(call.translate(_AS_LETTERS).replace("NT", "N"))
        is_call = fits is not None and any(map(fits.regex.search, _CALL_OF))
        yield number, f"{auction},{call},{text.strip()}" if is_call else item[2].replace(",", ";")


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    r"""Yield lines with those that end with a backslash joined to the next one."""
    begin, start = 0, ""
    for number, line in lines:
        if len(start) < _LONGEST_RECORD and line.endswith("\\"):
            begin, start = begin or number, start + line[:-1]
            continue
        yield begin or number, start + line
        begin, start = 0, ""
    if start:
        yield begin, start


def _scopes(label: str) -> tuple[Scope, ...]:
    """Return where the tags of a label switch its block on; everywhere without tags.

    >>> [str(scope) for scope in _scopes("Opening_@2@3@v")]
    ['@2nd@vul', '@3rd@vul']
    """
    tags = set(re.findall("@(.)", label))
    seats = "".join(seat for seat in _ALL_SEATS if seat in tags)
    we, they = (
        (yes in tags) if (yes in tags) != (no in tags) else None for yes, no in (("v", "n"), ("V", "N"))
    )
    known = [position.value for position in OpenerPosition]
    positions = [seats] if seats in known else ["0"] if seats in ("", _ALL_SEATS) else list(seats)
    return tuple(Scope(OpenerPosition(each), SideVulnerability(we, they)) for each in positions)


def _common(one: Scope, other: Scope) -> Scope | None:
    """Return where both scopes hold; None for nowhere."""
    if not one.meets(other):
        return None
    seats = "".join(
        seat for seat in _ALL_SEATS if all(int(seat) in each.position.positions for each in (one, other))
    )
    sides = zip(one.vulnerability, other.vulnerability, strict=True)
    vulnerability = SideVulnerability(*(theirs if mine is None else mine for mine, theirs in sides))
    return Scope(OpenerPosition("0" if seats == _ALL_SEATS else seats), vulnerability)


def _parts(shown: dict[_Condition, _Answer]) -> dict[Scope, _Answer]:
    """Return scopes, wide ones first, which hold in these conditions alone, with the answer of each."""
    said: dict[Scope, _Answer] = {}
    scopes = (
        Scope(position, SideVulnerability(we, they))
        for position in OpenerPosition
        for we, they in product((None, True, False), repeat=2)
    )
    for scope in sorted(scopes, key=_precedence):
        answers = {shown.get(each) for each in _CONDITIONS if _holds(scope, each)}
        (answer, *others) = answers
        if answer is not None and not others:
            said[scope] = answer
    return said


def _settle(said: dict[Scope, _Answer], shown: dict[_Condition, _Answer]) -> None:
    """Change what scopes say until the narrowest one says what is shown in each condition, and no more.

    In a file the later record hides the earlier one, however narrow that is.
    """
    for condition, answer in shown.items():
        while (narrowest := _narrowest(said, condition)) and said[narrowest][0] != answer[0]:
            wide = (scope for scope, text in said.items() if text == answer and _holds(scope, condition))
            said[_common(next(wide, narrowest), narrowest) or narrowest] = answer
    for scope in sorted(said, key=_precedence, reverse=True):
        others = {each: said[each] for each in said if each != scope}
        needs = [each for each in shown if _narrowest(said, each) == scope]
        instead = [(_narrowest(others, each), shown[each][0]) for each in needs]
        if all(less and others[less][0] == text for less, text in instead):
            del said[scope]


def _narrowest(said: Iterable[Scope], condition: _Condition) -> Scope | None:
    return max((scope for scope in said if _holds(scope, condition)), key=_precedence, default=None)


def _holds(scope: Scope, condition: _Condition) -> bool:
    return scope.holds(condition[0], SideVulnerability(*condition[1:]))


def _description(text: str) -> tuple[str, ...]:
    """Return the lines of a field as BML: what is shown as an alert, and then in the chat.

    >>> _description("@T 5+♥; 11&#44;12 <b>points</b>"), _description("Please read chat#one&lt;br&gt;two")
    (('5+!h; 11,12',), ('one', 'two'))
    """
    shown = _CONTROLS.sub("", html.unescape(_TAG.split(text)[0])).translate(_AS_SUITS)
    alert, _, chat = shown.partition("#")
    parts = ("" if _POINTER.fullmatch(alert.strip(" :.;")) else alert, chat)
    return tuple(line for line in (" ".join(part.split()) for part in _BREAK.split(" ".join(parts))) if line)


# ---------------------------------------------------------------- patterns of contexts and calls


def _pattern(field: str) -> _Pattern | None:
    """Return what a field fits; None where it uses more of regular expressions than is read here.

    >>> pattern = _pattern("1[HS]--")
    >>> bool(pattern.regex.search("1H--")), pattern.alternatives, _pattern("/4N--$/").alternatives
    (True, (('1', 'HS', '-', '-'),), ())
    """
    is_part = len(field) > 1 and field.startswith("/") and field.endswith("/")
    body = field[1:-1] if is_part else field
    begins, ends = (not is_part or body.startswith("^")), (not is_part or body.endswith("$"))
    middle = (body.removeprefix("^").removesuffix("$") if is_part else body).split(".*" if is_part else "\n")
    parts = [alternatives for part in middle if (alternatives := _alternatives(part))]
    if len(parts) < len(middle) or len(parts) > 3:
        return None
    groups = ("|".join("".join(f"[{letters}]" for letters in each) for each in part) for part in parts)
    regex = f"{'^' * begins}{'.*'.join(f'(?:{group})' for group in groups)}{'$' * ends}"
    return _Pattern(re.compile(regex), tuple(parts[0]) if begins and ends and len(parts) == 1 else ())


def _alternatives(text: str) -> list[tuple[str, ...]] | None:
    """Return the letters of each place, once for each alternative: ``(1N|2[CD])`` has two."""
    groups: list[tuple[list[tuple[str, ...]], list[tuple[str, ...]]]] = [([], [()])]
    end = 0
    for atom in _ATOM.finditer(text):
        done, current = groups[-1]
        if atom.start() != end or len(done) + len(current) > _MOST_ALTERNATIVES:
            return None
        end = atom.end()
        if atom[5] == "(":
            groups.append(([], [()]))
        elif atom[5] == "|":
            groups[-1] = (done + current, [()])
        elif atom[5]:
            groups.pop()
            if not groups:
                return None
            before, first = groups[-1]
            groups[-1] = (before, [one + other for one in first for other in done + current])
        else:
            letters = _letters(atom)
            if not letters:
                return None
            groups[-1] = (done, [(*each, letters) for each in current])
    if end < len(text) or len(groups) > 1:
        return None
    return groups[0][0] + groups[0][1]


def _letters(atom: re.Match[str]) -> str:
    """Return the letters that an atom of a pattern stands for, of those that calls have; "" for none."""
    if atom[3]:
        return _LETTERS
    try:
        return "".join(re.findall(f"[{atom[1]}{atom[2]}]" if atom[2] else re.escape(atom[4]), _LETTERS))
    except re.error:
        return ""


def _contexts(pattern: _Pattern) -> tuple[list[str], bool]:
    """Return the legal auctions that a pattern stands for, and whether these are all.

    Of too many they are those in which the opponents pass wherever they may.
    """
    whole = _legal(pattern.alternatives)
    if whole is not None:
        return whole, bool(pattern.alternatives)
    passed = [
        tuple(
            "-" if (len(each) - place - 1) // 2 % 2 == 0 and "-" in letters else letters
            for place, letters in enumerate(each)
        )
        for each in pattern.alternatives
    ]
    return _legal(passed) or [], False


def _legal(alternatives: Iterable[tuple[str, ...]]) -> list[str] | None:
    """Return the legal auctions of these letters; None for too many."""
    every: dict[str, None] = {}
    for letters in alternatives:
        found = [""] if len(letters) % 2 == 0 else []
        for first, second in zip(letters[::2], letters[1::2], strict=False):
            tokens = [token for token in _CALL_OF if token[0] in first and token[1] in second]
            found = [auction + token for auction in found for token in tokens if _is_legal(auction, token)]
            if len(found) > _MOST_AUCTIONS:
                return None
        every |= dict.fromkeys(found)
    return list(every) if len(every) <= _MOST_AUCTIONS else None


@lru_cache(maxsize=65536)
def _is_legal(auction: str, token: str) -> bool:
    return illegality([_CALL_OF[each] for each in re.findall("..", auction)], _CALL_OF[token]) is None


def _without_passes(auction: str) -> tuple[int, str]:
    """Return how many passes an auction begins with, and what follows them."""
    opened = re.sub("^(?:--)+", "", auction)
    return (len(auction) - len(opened)) // 2, opened


def _spans(numbers: Iterable[int]) -> str:
    """Return numbers of lines in words.

    >>> _spans([1, 2, 3, 7])
    '1-3, 7'
    """
    spans: list[tuple[int, int]] = []
    for number in numbers:
        begin = spans.pop()[0] if spans and spans[-1][1] == number - 1 else number
        spans.append((begin, number))
    return ", ".join(f"{begin}-{end}" if end > begin else f"{begin}" for begin, end in spans)
