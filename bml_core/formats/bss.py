"""Full Disclosure: the ``.bss`` files of Bridge Base Online, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import CALLS, STRAINS, Auction, Bid, Call, OpenerPosition, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.files import UNSHOWABLE, cut_lines, decode, read_file, showable, unshowable, write_file
from bml_core.system import (
    NOTHING_CODED,
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Agreement,
    Carding,
    Coding,
    Disclosure,
    Disposition,
    Metadata,
    Signal,
    System,
)

__all__ = ["disclosed", "dump", "dumps", "load", "loads"]

# ---------------------------------------------------------------- letters, digits and texts of records

_POSITION_DIGITS = {position: str(code) for code, position in enumerate(OpenerPosition)}
_VULNERABILITY_DIGITS = {
    SideVulnerability(): "0",
    SideVulnerability(False, False): "1",
    SideVulnerability(True, False): "2",
    SideVulnerability(False, True): "3",
    SideVulnerability(True, True): "4",
    SideVulnerability(we=False): "5",
    SideVulnerability(we=True): "6",
    SideVulnerability(they=False): "7",
    SideVulnerability(they=True): "8",
}
_DISPOSITION_LETTERS = dict(zip(Disposition, "0123456789ABCDE", strict=True))
_SIGNAL_LETTERS = dict(zip(Signal, "ABCDEFGHIJK", strict=True))
_NO_LEAD = "A"
# The letter where no lead is agreed; B is the highest card on offer, C the next one, and so on.
_NATURAL_ANY_STRAIN = "NYYYYYY"
_OUTCOMES = len(STRAINS) + 1


def _prefix_length(call: Call) -> int:
    """Count the letters and digits before the text of a record that ends with this call.

    Seven say whether it is artificial and where it may lead; a bid has its disposition besides, and a bid in
    a suit its least and its greatest length.

    >>> from bml_core.bridge import BIDS, PASS
    >>> [_prefix_length(call) for call in (PASS, BIDS[4], BIDS[0])]
    [7, 8, 10]
    """
    if not isinstance(call, Bid):
        return 7
    return 8 if call.strain.suit is None else 10


# ---------------------------------------------------------------- texts

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", "=": "&#61;"})
_LINE_BREAKS = r"[\n-\r\x1c-\x1e\x85\u2028\u2029]+"
_ENTITY = r"&(amp|lt|gt|quot|#61|#48|#39);"
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#61": "=", "#48": "0", "#39": "'"}
LINE_BREAK = r"\n"
"""What is between the lines of a description: two characters."""


def escape(text: str) -> str:
    """Return a text as the right side of a record may hold it: one line, no markup, no equal sign.

    >>> escape("5=5 majors & <15")
    '5&#61;5 majors &amp; &lt;15'
    """
    is_plain = text.isprintable() and "&" not in text and "<" not in text and "=" not in text
    return text if is_plain else one_line(text).translate(_ESCAPES)


def unescape(text: str) -> str:
    """Undo :func:`escape`; entities that other programs write are understood, too.

    >>> unescape("5&#61;5 majors &amp; &lt;15")
    '5=5 majors & <15'
    """
    return re.sub(_ENTITY, lambda found: _CHARACTERS[found[1]], text) if "&" in text else text


_NUMBER_FROM_NOUGHT = r"0[-+\u2013\u2014.,/% ]"


def _has_noughts(texts: Sequence[str]) -> bool:
    """Return True if a 0 comes before the text of each call that is not a bid: bridge-markup 2 writes one.

    Where all these texts are numbers, such as ``0--7``, it is theirs.

    >>> _has_noughts(["0Penalty", "00--7"]), _has_noughts(["0--7"])
    (True, False)
    """
    all_begin = bool(texts) and all(text.startswith("0") for text in texts)
    return all_begin and not all(re.match(_NUMBER_FROM_NOUGHT, text) for text in texts)


def one_line(text: str) -> str:
    """Return the text with spaces for whatever some reader takes for the end of a line."""
    return re.sub(_LINE_BREAKS, " ", text)


def join_lines(lines: tuple[str, ...]) -> str:
    r"""Return the lines of a description as one, not yet escaped.

    >>> join_lines(("12--14", "or 18--19", ""))
    '12--14\\nor 18--19'
    """
    if len(lines) > 1 and not lines[-1]:
        lines = lines[:-1]
    return LINE_BREAK.join(lines)


def split_lines(text: str) -> tuple[str, ...]:
    r"""Return the lines of a description: what :func:`join_lines` made into one.

    >>> split_lines(r"12--14\nor 18--19"), split_lines("")
    (('12--14', 'or 18--19'), ())
    """
    if not text:
        return ()
    lines = tuple(text.split(LINE_BREAK))
    # An empty last line is only for the look of a page, so one more tells that the text ends with a break.
    return (*lines, "") if len(lines) > 1 and not lines[-1] else lines


# ---------------------------------------------------------------- reading

_LINE_END = re.compile(r"\r\n?|\n")
_HEADER = re.compile(r"([*?])00(?:\{(.*?)\})?=(?:[NY]{7})?(.*)", re.DOTALL)
_CALL = re.compile(r"([1-7][CDHSN]|[PDR])(?:\{([^{}]*)\})?")
_SEQUENCE = re.compile(rf"(\*?)([0-6])([0-8])((?:{_CALL.pattern})+)=(.*)", re.DOTALL)
_OUTCOME_LETTERS = re.compile(rf"[NY]{{{_OUTCOMES + 1}}}")
_LENGTHS = re.compile(r"[0-8]{2}")
_CALLS = {call.code: call for call in CALLS}
_POSITIONS = {code: position for position, code in _POSITION_DIGITS.items()}
_VULNERABILITIES = {code: vulnerability for vulnerability, code in _VULNERABILITY_DIGITS.items()}
_DISPOSITIONS = {code: disposition for disposition, code in _DISPOSITION_LETTERS.items()}
_SIGNALS = {code: signal for signal, code in _SIGNAL_LETTERS.items()}
_SIGNAL_COUNT = len(SIGNAL_OCCASIONS) * PRIORITIES
# No legal auction has this many characters, so what is longer need not be looked at to its end.
_LONGEST_AUCTION = 800
_NOTRUMP_END = len(NOTRUMP_HOLDINGS)
_LEADS_END = _NOTRUMP_END + len(SUIT_HOLDINGS)
_CARDING_END = _LEADS_END + _SIGNAL_COUNT


@checked
def load(path: str | Path) -> System:
    """Read a ``.bss`` file, whatever its encoding; a file that cannot be read is a diagnostic, too.

    >>> print(*load("missing.bss").diagnostics)
    missing.bss: error BML101: File not found: missing.bss.
    """
    data = read_file(path)
    if data.value is None:
        return System((), diagnostics=data.diagnostics)
    return loads(data.value, file=str(path))


@checked
def loads(text: str | bytes, *, file: str = "<bss>") -> System:
    r"""Read the text of a ``.bss`` file; everything wrong with it is in the diagnostics of the System.

    The System keeps all that the text says, so that it can be written again as it was: every coded letter,
    the stock card, the includes, the carding. Of records for the same auction, position and vulnerability
    the first one is used.

    Args:
        text: The text, or the bytes of a file in any encoding.
        file: The name in locations.

    >>> system = loads("*00{Notes}=NYYYYYY\n001H=NYYYYYY0585+!h\n")
    >>> system.agreements[0].text, system.agreements[0].coding.length
    ('5+!h', '5+')
    """
    decoded = decode(text, file) if isinstance(text, bytes) else cut_lines(text, file)
    return _Reader(file, decoded.diagnostics).read(decoded.value)


class _Record(NamedTuple):
    """A sequence record before its coded part is read."""

    line: int
    auction: Auction
    qualifications: tuple[tuple[int, str], ...]
    value: str
    column: int


class _Reader:
    """The reader of one file, line by line."""

    def __init__(self, file: str, diagnostics: Iterable[Diagnostic]) -> None:
        self._file = file
        self._log = DiagnosticLog()
        self._log.add(diagnostics)
        self._has_header = False
        self._title = self._summary = ""
        self._floating = False
        self._stock_card = ""
        self._includes: list[str] = []
        self._carding: Carding | None = None
        self._records: dict[str, _Record] = {}
        # By the text of a record up to the equal sign, without qualifications: "*001ND".
        self._auctions: dict[str, Auction] = {}

    def read(self, text: str) -> System:
        lines = _LINE_END.split(text.removeprefix("\ufeff"))
        if found := UNSHOWABLE.search(text):
            number = next(number for number, line in enumerate(lines, 1) if found[0] in line)
            column = lines[number - 1].index(found[0]) + 1
            self._log.add([unshowable(found[0], Location(self._file, number, column))])
            lines = [showable(line) for line in lines]
        for number, line in enumerate(lines, 1):
            if line and not line.isspace():
                self._line(number, line)
        if not self._has_header:
            hint = "Other programs need one: write *00{name of the system}=NYYYYYY as the first line."
            self._report("BML512", 1, 1, "The file does not begin with a header.", hint)
        records = tuple(self._records.values())
        has_nought = self._has_noughts(records)
        return System(
            tuple([self._agreement(record, has_nought) for record in records]),
            Metadata(self._title, self._summary),
            tuple(sorted(self._log.take(), key=lambda found: (found.location.line, found.location.column))),
            Disclosure(self._floating, self._stock_card, tuple(self._includes), self._carding),
        )

    def _report(self, code: str, line: int, column: int, message: str, hint: str = "") -> None:
        self._log.report(code, message, Location(self._file, line, column), hint)

    # ------------------------------------------------------------ kinds of records

    def _line(self, number: int, line: str) -> None:
        match line[0]:
            case "$":
                if self._stock_card:
                    message = "A file has one stock card; this one is ignored."
                    self._report("BML513", number, 1, message, "Keep one.")
                else:
                    self._stock_card = unescape(line[1:].strip())
            case "+":
                self._includes.append(unescape(line[1:].strip()))
            case "%":
                self._set_carding(number, line[1:])
            case _:
                if found := _SEQUENCE.match(line):
                    self._sequence(number, found)
                elif header := _HEADER.match(line):
                    self._set_header(number, header)
                else:
                    self._report("BML501", number, *_explain(line))

    def _set_header(self, number: int, found: re.Match[str]) -> None:
        if self._has_header:
            self._report("BML512", number, 1, "This is a second header; it is ignored.", "Keep one.")
            return
        self._has_header = True
        self._floating = found[1] == "?"
        self._title = unescape(found[2] or "")
        self._summary = unescape(found[3])

    def _set_carding(self, number: int, text: str) -> None:
        if self._carding is not None:
            self._report("BML513", number, 1, "A file has one carding record; this one is ignored.")
            return
        letters, rest = text[:_CARDING_END], text[_CARDING_END:]
        leads, signals = letters[:_LEADS_END], letters[_LEADS_END:]
        if not (
            re.fullmatch(r"[A-Z]*", leads) and len(letters) == _CARDING_END and set(signals) <= {*_SIGNALS}
        ):
            message = f"The carding cannot be read: it needs {_LEADS_END} letters for leads, and"
            message += f" {_SIGNAL_COUNT} from A to K for signals."
            hint = "Write the carding again in the Full Disclosure editor."
            self._report("BML501", number, 2, message, hint)
            return
        choices = tuple(ord(letter) - ord(_NO_LEAD) for letter in leads)
        chosen = tuple(_SIGNALS[letter] for letter in signals)
        self._carding = Carding(choices[:_NOTRUMP_END], choices[_NOTRUMP_END:], chosen, unescape(rest))

    # ------------------------------------------------------------ sequences

    def _sequence(self, number: int, found: re.Match[str]) -> None:
        sequence, value = found[4], found[7]
        qualifications: tuple[tuple[int, str], ...] = ()
        calls = sequence
        if "{" in sequence:
            texts = [(call[1], call[2]) for call in _CALL.finditer(sequence)]
            calls = "".join(call for call, _ in texts)
            qualifications = tuple(
                (index, unescape(words)) for index, (_, words) in enumerate(texts) if words is not None
            )
        auction = self._auction(number, found, calls)
        if auction is None:
            return
        key = found.string[: found.end(4)]
        record = _Record(number, auction, qualifications, value, found.start(7) + 1)
        known = self._records.setdefault(key, record)
        if known is not record:
            shown = _shortened(str(auction))
            message = f"{shown} is already described in line {known.line}; this record is ignored."
            self._report("BML513", number, 1, message, "Keep one of the two.")

    def _auction(self, line: int, record: re.Match[str], calls: str) -> Auction | None:
        """Return the auction of these calls, or None, and report it, where it is not legal.

        It goes on from the longest one of earlier records: most records have one call more than another.
        """
        head = record.string[: record.start(4)]
        known, rest = calls, list[str]()
        if len(calls) > _LONGEST_AUCTION:
            known, rest = "", [call[1] for call in _CALL.finditer(calls[:_LONGEST_AUCTION])][::-1]
        while known and head + known not in self._auctions:
            last = known[-2:] if known[-2:-1].isdecimal() else known[-1]
            rest.append(last)
            known = known[: -len(last)]
        auction = self._auctions.get(head + known)
        if auction is None:
            scope = Scope(_POSITIONS[record[2]], _VULNERABILITIES[record[3]])
            auction = self._auctions[head] = Auction((), not record[1], scope)
        for text in reversed(rest):
            call = _CALLS[text]
            illegality = auction.illegality(call)
            if illegality is not None:
                after = f" after {_shortened(str(auction))}" if auction.calls else ""
                message = f"{call}{after} is not legal: {illegality.value}. The record is ignored."
                hint = "Correct the calls; write the passes of both sides."
                self._report("BML502", line, record.start(4) + 1, message, hint)
                return None
            auction = auction.then(call)
            known += text
            self._auctions[head + known] = auction
        return auction

    def _has_noughts(self, records: tuple[_Record, ...]) -> bool:
        """Return True if a 0 follows the seven letters of every call that is not a bid, and report it."""
        others = [record for record in records if not isinstance(record.auction.calls[-1], Bid)]
        texts = [record.value[7:] for record in others if _OUTCOME_LETTERS.match(record.value)]
        if not _has_noughts(texts):
            return False
        first = others[0]
        message = "Every pass, double and redouble has a 0 before its text: bridge-markup 2 wrote this file."
        self._report("BML521", first.line, first.column + 7, message, "The 0 is removed.")
        return True

    def _agreement(self, record: _Record, has_nought: bool) -> Agreement:
        call = record.auction.calls[-1]
        length, coding = _coding(record.value[:10], _prefix_length(call))
        if coding is None or length < _prefix_length(call):
            message = "The coded part of this record ends too early; what follows is read as its text."
            needed = _prefix_length(call)
            hint = f"It has {needed} letters and digits, as in {'NYYYYYY008'[:needed]}."
            self._report("BML511", record.line, record.column + length, message, hint)
        elif has_nought and not isinstance(call, Bid) and record.value[length : length + 1] == "0":
            length += 1
        return Agreement(
            record.auction,
            split_lines(unescape(record.value[length:])),
            False,
            Location(self._file, record.line),
            coding or Coding(),
            record.qualifications,
        )


@lru_cache(maxsize=4096)
def _coding(letters: str, whole: int) -> tuple[int, Coding | None]:
    """Count the letters that are coded, ``whole`` if all is well, and read them."""
    if _OUTCOME_LETTERS.match(letters) is None:
        return 0, None
    artificial, *outcomes = (letter == "Y" for letter in letters[: _OUTCOMES + 1])
    strains = tuple(strain for strain, possible in zip(STRAINS, outcomes, strict=False) if possible)
    natural = Coding(artificial, strains, outcomes[-1])
    length = _OUTCOMES + 1
    disposition = _DISPOSITIONS.get(letters[length : length + 1])
    if length == whole or disposition is None:
        return length, natural
    length += 1
    if length == whole or _LENGTHS.match(letters, length) is None:
        return length, Coding(artificial, strains, outcomes[-1], disposition)
    least, most = int(letters[length]), int(letters[length + 1])
    return length + 2, Coding(artificial, strains, outcomes[-1], disposition, least, most)


# ---------------------------------------------------------------- what is wrong with a record

_BEGIN = re.compile(r"\*?[0-6][0-8]")
_CALLS_OF_RECORD = re.compile(r"(?:(?:[1-7][CDHSN]|[PDR])(?:\{[^{}]*\})?)*")
_LONGEST = 40


def _explain(line: str) -> tuple[int, str, str]:
    """Explain why a line is not a record: return column, sentence and hint."""
    begin = _BEGIN.match(line)
    if begin is None:
        sentence = f"{_shortened(line)} is not a Full Disclosure record; it is ignored."
        return 1, sentence, "A record begins with two digits, for position and vulnerability, as in 001C=."
    calls = _CALLS_OF_RECORD.match(line, begin.end())
    end = calls.end() if calls else begin.end()
    rest = line[end:]
    if rest.startswith("{"):
        sentence = "The brace is not closed; the record is ignored."
        return end + 1, sentence, "Write } after the qualification."
    if "=" not in rest:
        return end + 1, "The record has no equal sign; it is ignored.", "Write = after the auction."
    if rest.startswith("="):
        sentence = "The record has no call; it is ignored."
        return end + 1, sentence, "Write the auction before the equal sign."
    word = rest.partition("=")[0]
    hint = "Calls are written 1C to 7N, P, D and R, one after the other without spaces."
    return end + 1, f"{_shortened(word)} is not a call; the record is ignored.", hint


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


# ---------------------------------------------------------------- writing


@checked
def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> None:
    """Write a system as a ``.bss`` file; ``title`` and ``summary`` are used where it has none of its own.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    write_file(path, [dumps(system, title=title, summary=summary).encode("utf-8", "replace")])


@checked
def dumps(system: System, *, title: str = "", summary: str = "") -> str:
    r"""Return the text of a ``.bss`` file: the header, then a record for each agreement in order.

    ``title`` and ``summary`` are used where the system has none of its own. Lines end with a newline;
    the text must be stored as UTF-8.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> print(dumps(expand([parse("1C  2+!c\n(1N)\n  D  Penalty")])), end="")
    *00{}=NYYYYYY
    001C=NYYYYYY0082+!c
    *001N=NYYYYYY0
    *001ND=NYYYYYYPenalty
    """
    kind = "?" if system.disclosure.floating else "*"
    name, text = _title(system.title or title), escape(system.metadata.summary or summary)
    records = [f"{kind}00{{{name}}}={_NATURAL_ANY_STRAIN}{text}\n"]
    if system.disclosure.stock_card:
        records.append(f"${escape(system.disclosure.stock_card)}\n")
    records += _records(system.agreements)
    records += [f"+{escape(name)}\n" for name in system.disclosure.includes]
    if system.disclosure.carding is not None:
        records.append(f"%{_carding(system.disclosure.carding)}\n")
    return "".join(records)


@checked
def disclosed(system: System) -> System:
    """Return the agreements of a system as its ``.bss`` file shows them at the table."""
    agreements = []
    for agreement in system.agreements:
        lines = split_lines(one_line(join_lines(agreement.description)))
        shown = replace(agreement, description=lines, alert=False, wording=None, choice=None, written="")
        agreements.append(shown)
    return System(tuple(agreements), disclosure=Disclosure(carding=system.disclosure.carding))


def _title(text: str) -> str:
    """Return a title without braces, nor the word by which readers tell another kind of file."""
    return re.sub("bboalert", "BBO alert", _in_braces(text), flags=re.IGNORECASE)


def _in_braces(text: str) -> str:
    return escape(text).replace("{", "(").replace("}", ")")


def _records(agreements: Sequence[Agreement]) -> Iterator[str]:
    """Yield the records; one text is kept from looking as if bridge-markup 2 had put a 0 before it."""
    others = [agreement for agreement in agreements if not isinstance(agreement.call, Bid)]
    is_mistakable = _has_noughts([join_lines(agreement.description) for agreement in others])
    for agreement in agreements:
        text = escape(join_lines(agreement.description))
        if is_mistakable and agreement is others[0]:
            text = f"&#48;{text[1:]}"
        yield _record(agreement, text)


def _record(agreement: Agreement, text: str) -> str:
    auction = agreement.auction
    opener, calls = "" if auction.we_deal else "*", auction.code.removeprefix("*")
    if agreement.qualifications:
        words = {index: f"{{{_in_braces(meaning)}}}" for index, meaning in agreement.qualifications}
        calls = "".join(call.code + words.get(index, "") for index, call in enumerate(auction.calls))
    return f"{opener}{_scope(auction.scope)}{calls}={_coded(agreement.call, agreement.coding)}{text}\n"


@lru_cache
def _scope(scope: Scope) -> str:
    return _POSITION_DIGITS[scope.position] + _VULNERABILITY_DIGITS[scope.vulnerability]


@lru_cache(maxsize=4096)
def _coded(call: Call, coding: Coding | None) -> str:
    """Return the coded part, cut to the length that it has for the kind of call."""
    coding = NOTHING_CODED if coding is None else coding
    outcomes = [strain in coding.strains for strain in STRAINS] + [coding.defends]
    letters = "".join("Y" if said else "N" for said in (coding.artificial, *outcomes))
    whole = f"{letters}{_DISPOSITION_LETTERS[coding.disposition]}{coding.least}{coding.most}"
    return whole[: _prefix_length(call)]


def _carding(carding: Carding) -> str:
    leads = "".join(chr(ord(_NO_LEAD) + lead) for lead in (*carding.notrump_leads, *carding.suit_leads))
    return f"{leads}{''.join(_SIGNAL_LETTERS[signal] for signal in carding.signals)}{escape(carding.text)}"
