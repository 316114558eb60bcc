"""A System as BML text that a person reads and goes on with: metadata, tables, leads and signals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from bml_core.bridge import ANY_SCOPE, STRAINS, Auction, Bid, Scope
from bml_core.diagnostics import Diagnostic, Location, Result, listed
from bml_core.files import UNSHOWABLE, write_file
from bml_core.formats.bss import LINE_BREAK, join_lines, one_line
from bml_core.formats.folded_rows import FoldedRow, Planter, RowFolder, grafted
from bml_core.system import (
    NOTHING_CODED,
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Agreement,
    Carding,
    Coding,
    Disposition,
    Signal,
    System,
    with_suits,
)

__all__ = ["carding_lines", "carding_topics", "dump", "dumps", "in_words"]


def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> tuple[Diagnostic, ...]:
    """Write a system as a BML file; return what BML cannot hold of it.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    text = dumps(system, title=title, summary=summary)
    write_file(path, [text.value.encode("utf-8", "replace")])
    return text.diagnostics


def dumps(system: System, *, title: str = "", summary: str = "") -> Result[str]:
    r"""Return a system as BML in dialect 2.0, and what BML cannot hold of it.

    The text has tables of rows, with history lines where branches are long. Reading it gives the same
    agreements in the same order, an auction always before what follows it; calls that had no record of
    their own get one without a text. Coded fields, where they say anything, are added to the descriptions in
    words. ``title`` and ``summary`` are used where the system has none.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1M  5+ cards\n  2M  Raise of M")])
    >>> print(dumps(system).value, end="")
    1M  5+ cards
      2M  Raise of M
    """
    return _Writer(system).write(title, summary)


class _Writer:
    def __init__(self, system: System) -> None:
        self._system = system
        self._losses: list[Diagnostic] = []
        self._folder = RowFolder()
        self._blocks: list[list[str]] = []

    def write(self, title: str, summary: str) -> Result[str]:
        self._metadata(title, summary)
        agreements = [self._ready(agreement) for agreement in self._system.agreements]
        self._tables(agreement for agreement in agreements if not agreement.qualifications)
        self._qualified([agreement for agreement in agreements if agreement.qualifications])
        if self._system.disclosure.carding is not None:
            self._blocks.append(list(carding_lines(self._system.disclosure.carding)))
        text = "\n\n".join("\n".join(lines).rstrip("\n") for lines in self._blocks)
        return Result(f"{text}\n" if text else "", tuple(self._losses))

    def _metadata(self, title: str, summary: str) -> None:
        system = self._system
        entries = {
            "TITLE": system.title or title,
            "DESCRIPTION": system.metadata.summary or summary,
            "AUTHOR": system.metadata.author,
        }
        lines = [f"#+{key}: {_heading_text(value)}" for key, value in entries.items() if value.strip()]
        if system.disclosure.floating:
            lines.append("// A floating convention of Full Disclosure")
        if system.disclosure.stock_card:
            lines.append(f"// Stock card: {_heading_text(system.disclosure.stock_card)}")
        lines += [f"// Convention: {_heading_text(name)}" for name in system.disclosure.includes]
        if lines:
            self._blocks.append(lines)

    def _ready(self, agreement: Agreement) -> Agreement:
        """Return the agreement with its description as the lines to write."""
        lines, is_kept = _description(agreement)
        if not is_kept:
            message = f"The text of {agreement} is read differently in BML."
            hint = (
                "Tabs become spaces, leading and trailing spaces are lost, # means the suit of the bid, "
                "and // bml: is a comment that accepts findings."
            )
            self._losses.append(Diagnostic("BML514", message, agreement.location, hint))
        return agreement if lines == agreement.description else replace(agreement, description=lines)

    def _tables(self, agreements: Iterable[Agreement]) -> None:
        branches = Planter().plant(agreements)
        by_kind = groupby(branches, lambda branch: (branch.scope, branch.we_deal))
        groups = [(kind, list(group)) for kind, group in by_kind]
        has_headings = len({we_deal for (_, we_deal), _ in groups}) > 1
        before: tuple[Scope, bool | None] = (ANY_SCOPE, None)
        for (scope, we_deal), group in groups:
            if has_headings and we_deal is not before[1]:
                self._blocks.append(["* We open" if we_deal else "* They open"])
            self._commands(scope, before[0])
            before = scope, we_deal
            rows = self._folder.fold(grafted(group))
            self._blocks += [_table_lines(table) for table in _tables((), rows)]
        self._commands(ANY_SCOPE, before[0])

    def _commands(self, scope: Scope, before: Scope) -> None:
        if commands := _scope_commands(scope, before):
            self._blocks.append(commands)

    def _qualified(self, agreements: Sequence[Agreement]) -> None:
        """Write what holds only for some meaning of the opponents' calls, below a heading that says which."""
        groups: dict[tuple[tuple[int, str], ...], list[Agreement]] = {}
        for agreement in agreements:
            groups.setdefault(agreement.qualifications, []).append(agreement)
        for qualifications, group in groups.items():
            first = group[0]
            calls, we_deal = first.auction.calls, first.auction.we_deal
            where = ", ".join(
                f"{Auction(calls[: index + 1], we_deal)}: {_heading_text(meaning)}"
                for index, meaning in qualifications
            )
            self._blocks.append([f"* {where}"])
            self._tables(group)
            self._losses.append(only_in_heading(where, first.location))


def only_in_heading(where: str, location: Location) -> Diagnostic:
    """Return the diagnostic of agreements that are for one meaning of their calls: ``(1C): strong``."""
    message = f"These agreements are for {where}. BML can express that only as a heading."
    hint = "In files made from the BML they apply to every meaning of the call."
    return Diagnostic("BML522", message, location, hint)


# A table that fits on a page, and that a finger can follow to the right.
_MOST_ROWS = 36
_MOST_LEVELS = 5
_STEP = "  "
_GAP = "  "
_WIDEST_COLUMN = 6
_TABLE_COMMAND = "#BIDTABLE"
# An auction has four entries in its first row, some of them "All pass".
_FEWEST_WORDS, _MOST_WORDS = 4, 7
_CALL_OR_MARK = re.compile(
    r"(?:!?\(?!?(?:[1-7]\S{1,3}|P|[Pp]ass|PASS|[Dd]bl|D|X|R|XX|[Rr]dbl)!*\)?[!*]*"
    r"|[-\u2013\u2014?.\u2026/=]+|AP|[Aa]ll)(?:\[\w{1,3}\])?"
)


@dataclass(frozen=True, slots=True)
class _TextTable:
    """A table: the calls that lead to it, the call that opens it with its own text, and the rows below."""

    history: tuple[str, ...]
    head: FoldedRow | None
    rows: tuple[FoldedRow, ...]


def _tables(history: tuple[str, ...], rows: Sequence[FoldedRow]) -> Iterator[_TextTable]:
    """Yield the rows in one table, or in several where there are many or deep ones.

    Rows below a folded one stay in its table, since the first call is followed to the end before the second
    one begins.
    """
    is_alone = len(rows) == 1
    for leads_on, group in groupby(rows, lambda row: _only_leads_on(row, is_alone)):
        together = list(group)
        if leads_on:
            for row in together:
                yield from _followed((*history, row.word), row)
        elif (
            sum(row.weight for row in together) <= _MOST_ROWS
            and max(r.height for r in together) <= _MOST_LEVELS
        ):
            yield _TextTable(history, None, tuple(together))
        else:
            yield from _divided(history, None, together)


def _only_leads_on(row: FoldedRow, is_alone: bool) -> bool:
    """Return True if a row is better said as part of a history."""
    return bool(row.children) and (row.is_path or (is_alone and not row.lines))


def _followed(history: tuple[str, ...], row: FoldedRow) -> Iterator[_TextTable]:
    """Yield the tables after a call that only leads on."""
    while len(row.children) == 1 and _only_leads_on(row.children[0], True):
        is_folded = row.is_folded or row.children[0].is_folded
        row = replace(row.children[0], is_folded=is_folded)
        history = (*history, row.word)
    if row.is_folded:
        yield _TextTable(history, None, row.children)
    else:
        yield from _tables(history, row.children)


def _divided(
    history: tuple[str, ...], head: FoldedRow | None, rows: Sequence[FoldedRow]
) -> Iterator[_TextTable]:
    together: list[FoldedRow] = []
    for row in rows:
        if not _is_bulky(row):
            if sum(r.weight for r in together) > _MOST_ROWS:
                yield from _table(history, head, together)
                head, together = None, []
            together.append(row)
            continue
        yield from _table(history, head, together)
        head, together = None, []
        yield from _divided((*history, row.word), row, row.children)
    yield from _table(history, head, together)


def _table(history: tuple[str, ...], head: FoldedRow | None, rows: list[FoldedRow]) -> Iterator[_TextTable]:
    if rows or (head is not None and head.lines):
        yield _TextTable(history, head, tuple(rows))


def _is_bulky(row: FoldedRow) -> bool:
    if row.is_folded or not row.children:
        return False
    return row.weight > _MOST_ROWS // 2 or row.height > _MOST_LEVELS


def _table_lines(table: _TextTable) -> list[str]:
    """Return the lines of a table, with a command above where the first one reads as something else."""
    lines = []
    depth = 0
    if table.head is not None and len(table.history) == 1:
        lines += _row_lines(table.head, 0, 0)
        depth = 1
    elif table.history:
        lines += _history_lines(table.history, table.head)
    lines += _tree_lines(table.rows, depth)
    return [_TABLE_COMMAND, *lines] if needs_command(lines[0]) else lines


def _history_lines(history: tuple[str, ...], head: FoldedRow | None) -> list[str]:
    calls = "-".join(history)
    if head is not None and head.lines:
        return _with_text(calls, head.lines, len(calls))
    return [calls + _ending(history)]


def _ending(history: tuple[str, ...]) -> str:
    """Return the end of a history for the eye: ``;`` after a whole round of ours, else dashes."""
    if len(history) == 1:
        return "---"
    return "-" if any(call.startswith("(") for call in history) or len(history) % 2 else ";"


def _tree_lines(rows: Sequence[FoldedRow], depth: int) -> Iterator[str]:
    column = min(max([len(row.word) for row in rows if row.lines], default=0), _WIDEST_COLUMN)
    for row in rows:
        yield from _row_lines(row, depth, column)
        yield from _tree_lines(row.children, depth + 1)


def _row_lines(row: FoldedRow, depth: int, column: int) -> list[str]:
    start = f"{_STEP * depth}{row.word}"
    if not row.lines:
        return [start]
    return _with_text(start, row.lines, max(len(start), len(_STEP) * depth + column))


def _with_text(start: str, texts: tuple[str, ...], width: int) -> list[str]:
    start = f"{start.ljust(width)}{_GAP}"
    if texts[0].startswith("="):
        # The first equal sign would be taken for the one between a call and its description.
        start += "= "
    return [start + texts[0], *(" " * len(start) + text for text in texts[1:])]


def needs_command(line: str) -> bool:
    """Return True if a first line is not a beginning of a table, or looks like an auction of four calls."""
    words = line.split()
    if re.match(r"\(?\d|P-|\(P\)-", words[0]) is None:
        return True
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and all(map(_CALL_OR_MARK.fullmatch, words))


_SHORT_FORMS = {
    Disposition.GAME_FORCING: ("game forc", "forcing to game", "gf"),
    Disposition.SIGNOFF: ("sign off", "sign-off", "to play"),
    Disposition.PREEMPTIVE: ("pre-empt", "preempt"),
    Disposition.INVITATIONAL: ("invit",),
    Disposition.NON_FORCING: ("nonforcing", "nf"),
}
_TELLS_OF_ARTIFICE = {Disposition.TRANSFER, Disposition.PUPPET, Disposition.RELAY, Disposition.ASKING_BID}


def _description(agreement: Agreement) -> tuple[tuple[str, ...], bool]:
    """Return the lines to write for an agreement, and whether BML reads the same text back.

    The lines belong in one column, the first one after the call.
    """
    lines, is_kept = _protected(_with_coding(join_lines(agreement.description), agreement))
    is_kept = is_kept and with_suits(lines, agreement.call, None, {}) == lines
    return _with_condition(lines, agreement.wording.condition_text if agreement.wording else ""), is_kept


def _with_condition(lines: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Return the lines with the condition in braces; empty braces keep those of the text from being one.

    >>> _with_condition(("Strong",), "16+ hcp"), _with_condition(("Strong {very}",), "")
    (('Strong {16+ hcp}',), ('Strong {very} {}',))
    """
    last = lines[-1] if lines else ""
    if not condition and not last.endswith("}") and "{" not in "\n".join(lines).rpartition("}")[2]:
        return lines
    return (*lines[:-1], f"{last} {{{condition}}}".lstrip())


def _protected(text: str) -> tuple[tuple[str, ...], bool]:
    r"""Return a text with ``\n`` between its lines as lines of a row, and whether it reads back as it is.

    A line that would be read as a command, a comment, a row or nothing at all goes on after ``\n`` in the
    line above: on a page it looks odd, but files get what they had.

    >>> _protected(r"12--14\nor 18--19")
    (('12--14', 'or 18--19'), True)
    >>> _protected(r"5+!c\n#CUT"), _protected(r"15--17\n2C Stayman")
    ((('5+!c\\n#CUT',), True), (('15--17\\n2C Stayman',), True))
    """
    if text.isprintable() and LINE_BREAK not in text and text == text.strip() and "//" not in text:
        return ((text,) if text else ()), True
    clean = UNSHOWABLE.sub("\ufffd", one_line(text)).replace("\t", " ").strip()
    # "// bml: allow BML924" after a row would be a comment that accepts findings.
    clean = re.sub(r"((?:^|(?<=\s))//\s*bml):", r"\1 :", clean)
    is_kept = clean == one_line(text)
    if not clean:
        return (), is_kept
    first, *rest = clean.split(LINE_BREAK)
    # Each line as the pieces that are in it, so that many pieces need no more time than one long text.
    lines = [[first]]
    for index, piece in enumerate(rest):
        is_last = index == len(rest) - 1
        above = lines[-1]
        is_whole = above != [""] and above[-1] == above[-1].rstrip()
        if is_whole and _stands_alone(piece, is_last):
            lines.append([piece])
        else:
            above.append(piece)
    return tuple(LINE_BREAK.join(pieces) for pieces in lines), is_kept


# A call, and then nothing or what is apart from it; or a bid and words.
_LIKE_A_ROW = re.compile(
    r"!?\(?!?(?:(?:[1-7]|[PDRXpdrx]|all\b)\S*(?:\s{2}|\s?=|$)|[1-7](?:[cdhsnxm]|!)\S*\s)", re.IGNORECASE
)


def _stands_alone(line: str, is_last: bool) -> bool:
    """Return True if a line can be one of its own, below another."""
    if not line or line != line.strip() or line.startswith(("#", "//")) or _LIKE_A_ROW.match(line):
        return False
    return not (is_last and line == ".")


def _with_coding(text: str, agreement: Agreement) -> str:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return text
    words = ", ".join(_coded_words(agreement.coding, text, isinstance(agreement.call, Bid)))
    if not words:
        return text
    return f"{text}, {words}" if text else f"{words[0].upper()}{words[1:]}"


def in_words(system: System) -> System:
    """Return a Full Disclosure system with its coded fields in words, in brackets after descriptions."""
    return replace(system, agreements=tuple(map(_in_words, system.agreements)))


def _in_words(agreement: Agreement) -> Agreement:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return replace(agreement, coding=None)
    words = ", ".join(_coded_words(agreement.coding, "", isinstance(agreement.call, Bid)))
    lines = agreement.description
    return replace(agreement, coding=None, description=(*lines, f"[{words}]") if words else lines)


def _coded_words(coding: Coding, text: str, is_bid: bool) -> list[str]:
    """Return the coded fields that matter, in words; what the text says already is left out.

    >>> _coded_words(Coding(least=5, disposition=Disposition.FORCING), "Natural", True)
    ['5+ cards', 'forcing']
    """
    said = text.lower()
    words = []
    is_transfer = coding.disposition in _TELLS_OF_ARTIFICE
    if coding.artificial and not is_transfer and "artificial" not in said:
        words.append("artificial")
    if is_bid and coding.length and not _says_length(coding.length, said):
        words.append(f"{coding.length} card{'' if coding.length == '1' else 's'}")
    if is_bid and not _says_disposition(coding.disposition, said):
        words.append(coding.disposition.value)
    if coding.strains != STRAINS:
        words.append(_strains_in_words(coding))
    if not coding.defends:
        words.append("they may not play undoubled")
    return words


def _says_length(length: str, said: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(length).replace('--', '-{1,2}')}(?![\w-])", said) is not None


def _says_disposition(disposition: Disposition, said: str) -> bool:
    if disposition is Disposition.UNDEFINED:
        return True
    forms = (disposition.value, *_SHORT_FORMS.get(disposition, ()))
    return any(re.search(rf"\b{form}", said) for form in forms)


def _strains_in_words(coding: Coding) -> str:
    names = [f"!{s.value.lower()}" if s.suit else "notrump" for s in coding.strains]
    if not names:
        return "we do not play"
    return f"we play in {listed(names)}"


_SIGNAL_TITLE = "Signals"
_LEADS = ("No agreement", "Top", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


def _scope_commands(scope: Scope, before: Scope) -> list[str]:
    """Return the commands that lead from one scope to another."""
    commands = []
    if scope.position is not before.position:
        commands.append(f"#SEAT {scope.position.value}")
    if scope.vulnerability != before.vulnerability:
        commands.append(f"#VUL {scope.vulnerability}")
    return commands


def _heading_text(text: str) -> str:
    """Return a text for a heading, a title or a comment: one line, without white space around it."""
    return " ".join(" ".join(_protected(text)[0]).split())


def carding_lines(carding: Carding) -> Iterator[str]:
    """Yield leads and signals as headings and lists; what nothing is agreed on is left out."""
    yield "* Leads and signals"
    yield ""
    for title, topics in groupby(carding_topics(carding), key=lambda topic: topic[0][0]):
        if title:
            yield from (f"** {title}", "")
            if title != _SIGNAL_TITLE:
                yield from ("Counted from the top of the cards to choose from:", "")
            yield from (f"- {topic} :: {text}" for (_, topic), text in topics)
        else:
            # A word first, so that the text cannot be taken for anything but a paragraph.
            yield from (f"{topic}: {text}" for (_, topic), text in topics)
        yield ""


def carding_topics(carding: Carding) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield what is agreed on leads and signals: title, topic and text; the title of other texts is ""."""
    for title, holdings, leads in (
        ("Leads against notrump", NOTRUMP_HOLDINGS, carding.notrump_leads),
        ("Leads against suit contracts", SUIT_HOLDINGS, carding.suit_leads),
    ):
        for lead in sorted({*leads} - {0}):
            chosen = [name for name, led in zip(holdings, leads, strict=True) if led == lead]
            topic = _LEADS[lead] if lead < len(_LEADS) else f"Number {lead}"
            yield (title, topic), ", ".join(chosen)
    for index, occasion in enumerate(SIGNAL_OCCASIONS):
        signals = carding.signals[index * PRIORITIES : (index + 1) * PRIORITIES]
        words = [signal.value for signal in signals if signal is not Signal.NONE]
        if words:
            yield (_SIGNAL_TITLE, occasion), "; then ".join(words)
    if text := _heading_text(carding.text):
        yield ("", "Also"), text
