"""What is nearly a bidding table, or nearly something else, and where tables begin in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from bml_core.bridge import ACTION_WORDS
from bml_core.diagnostics import DiagnosticLog, Edit, Fix, Location
from bml_core.document import Dialect, Label
from bml_core.language.auction_blocks import misnamed_seats
from bml_core.language.bids import (
    ACTIONS,
    BID,
    CALL,
    DASHES,
    LineKind,
    LineShape,
    RowParts,
    begins_table,
    is_history,
    line_shape,
    split_row,
)
from bml_core.language.blocks import BULLET, HEADING, NUMBER, TABLE_ROW
from bml_core.language.diagrams import hand_in_text
from bml_core.language.lines import SourceLine, lines_named


class NearMiss(NamedTuple):
    """Something that is meant otherwise than it is read: its code, a sentence on it, and what to write.

    ``message_of_lines`` is what is said of several lines at once. Words in braces are filled in.
    """

    code: str
    message: str
    hint: str
    message_of_lines: str = ""

    def report(self, log: DiagnosticLog, location: Location, fix: Fix | None = None, **words: str) -> None:
        """Report it at a location."""
        # Headings that name their auctions are one habit, whatever the auctions.
        cause = self.code if "auction" in words else None
        log.report(
            self.code, self.message.format(**words), location, self.hint.format(**words), fix, cause=cause
        )

    def report_lines(self, log: DiagnosticLog, lines: Sequence[SourceLine]) -> None:
        """Report it of lines, at the first one."""
        if len(lines) == 1:
            self.report(log, lines[0].location)
        elif lines:
            message = self.message_of_lines.format(
                lines=lines_named([line.line for line in lines]).capitalize()
            )
            log.report(self.code, message, lines[0].location, self.hint)


_SENTENCES = re.compile(r"(\w+) (BML\d+)\n    (.*)\n    - (.*)\n(?:    \+ (.*)\n)?")


def _read() -> Iterator[tuple[str, NearMiss]]:
    """Yield what is in ``near_misses.txt``: a name and a code, the message, the hint, and that of lines."""
    for name, *texts in _SENTENCES.findall(Path(__file__).with_suffix(".txt").read_text("utf-8")):
        yield name, NearMiss(*texts)


MISSES = dict(_read())
# "1 N T  15-17"
_SPACED_CALL = re.compile(r"[1-7] (?:N ?T|[CDHSN])(?= )")
_BLANK_LINE = "Leave a blank line above; rows that continue an auction begin with it, as in 1N-2C---."


# ---------------------------------------------------------------- sentences

_VERBS = "is|are|was|were|will|would|should|shall|can|could|may|might|must|has|have|had|does|do|did|and|or"
_TELLING = "asks|denies|describes|guarantees|invites|means|promises?|requires|says|shows?|tells"
_JOINING = (
    # "system on" ends a row.
    r"an?|the|and|or|but|so|of|to|in|(?<!system )on|by|at|with|without|for|from|as|if|when|then|than|that"
    "|which|after|over|before|is|are|be|rebid|opens?"
    # "Opening bids" and "Weak bids" are titles.
    r"|(?<![a-z]ing )(?<!level )(?<!weak )(?<!our )(?<!cue )(?<!slam )(?<!to )bids?"
)
_AFTER_SUBJECT = rf"(?:{_VERBS})\b"
_TELLS = re.compile(rf"(?:{_VERBS}|{_TELLING})\b")
_GOES_ON = re.compile(rf"(?:,|(?:^|\s)(?<!\bor )(?:{_JOINING}))\s*$")
_FEWEST_WORDS, _LONG_SENTENCE, _FULL_LINE = 3, 8, 0.8
# Words that make a call before them a part of a sentence.
_AFTER_CALL = (
    r"(?:or|and|but|is|are|was|were|be|if|when|then|to|by|in|on|of|for|over|after|with|without|as|at|not|may|can"
    r"|could|will|would|should|asks?|shows?|says?|means?|denies|next|first|last|later|only|also|too|opener|rebid)\b"
)


def goes_on(text: str) -> bool:
    """Return True if a line of text cannot end here.

    >>> goes_on("15--17, or"), goes_on("if opener bids"), goes_on("Stayman"), goes_on("Opening bids")
    (True, True, False, False)
    """
    return _GOES_ON.search(text) is not None


def reads_like_sentence(text: str) -> bool:
    """Return True if what comes after a bid reads like a sentence; descriptions may, too.

    >>> reads_like_sentence("shows 16+"), reads_like_sentence("bids are natural."), reads_like_sentence("16+")
    (True, True, False)
    """
    return _TELLS.match(text) is not None or (_ends_sentence(text) and len(text.split()) >= _FEWEST_WORDS)


def _ends_sentence(text: str) -> bool:
    return text.rstrip(' \t)"*').endswith((".", "!", "?"))


# ---------------------------------------------------------------- auctions that titles name

_NAMED_BID = r"\(?[1-7](?:NT|[CDHS]{2,3}(?!\w)|!?[CDHSNMm\u2660\u2663\u2665\u2666])\)?"
_NAMED_CALL = (
    rf"(?:{_NAMED_BID}\+?|[1-7]\*|\(?[1-7][xy]\)?|\(?(?:[PpDXR]|XX|[Pp]ass|[Dd]bl|[Dd]ouble)\)?)(?!\w)"
)
_BETWEEN_CALLS = r"\s*[-\u2010-\u2014;,/]+\s*|\s+"
_TITLE = (
    rf"(?P<lead>.*?)(?<!\w)(?P<calls>{_NAMED_BID}(?!\w)(?:(?:{_BETWEEN_CALLS}){_NAMED_CALL})*)"
    r"(?P<tail>(?:[\s*:;?.\u2026>\u2192\u2010-\u2014-]|\b(?i:then|openings?|overcalls?|responses?|answers?|replies"
    r"|rebids?|structure|continuations?|developments?|bidding|auctions?|sequences?|opener'?s?|responder'?s?)\b)*)"
)
# "1H-2N (Jacoby)", "1N-2C Stayman": what follows an auction at the beginning of a heading.
_HEADING_OF_AUCTION = rf"({_NAMED_BID}(?!\w)(?:(?:\s*[-\u2010-\u2015]+\s*){_NAMED_CALL})+)(?:[:,]|\s)(.*)"
_LEAD = (
    r"(?i)(?:(?P<first>)|.*\b)(?:(?P<theirs>defen[cs]es?|against|versus|vs)|after|over|opposite|following|facing|responses?"
    r"|answers?|replies|rebids?|continuations?|developments?|bidding|auctions?|sequences?|nach|antworten|apr\u00e8s|r\u00e9ponses?)\b.*"
)
# "* 1N (15-17)"
_STRENGTH = re.compile(r"\s*\(\d{1,2}(?:\+|\s*[-\u2013]{1,2}\s*\d{1,2})(?![^\s),])[^()]*\)\s*$")
# No opening: "5N response:"
_HIGH_ASK = r"4N|[5-7][^-]+"
_OPEN_ENDS = (*":;?\u2026>\u2192\u2013\u2014-", "...", "then")
_ARTICLES = r"(?i)\W*(?:(?:the|our)\b)?\W*"
_SIGN_LETTERS = str.maketrans("\u2663\u2666\u2665\u2660", "CDHS")
_PASSES = ("P", "p", "Pass", "pass")
_LONGEST_TITLE = 100


def auction_named(text: str, *, is_far: bool = False) -> str:
    """Return the auction that a heading or the last line of a text names for what follows, "" if none.

    Where ``is_far``, text comes in between: only "Responses to 1N" names one then, "1N" does not.

    >>> auction_named("After 1N:"), auction_named("1C - 1H - ?"), auction_named("* Responses to 1H/1S")
    ('1N', '1C-1H', '1H/1S')
    >>> auction_named("We open 1C:"), auction_named("1N  15-17"), auction_named("Defence to 1N:")
    ('', '', '(1N)')
    >>> auction_named("** 1H--2N (Jacoby)", is_far=True), auction_named("** 1N: weak", is_far=True)
    ('1H-2N', '')
    >>> auction_named("** 1C--1HS"), auction_named("** (1H)--Overcall"), auction_named("* 1N (15-17)")
    ('1C-1HS', '(1H)', '1N')
    """
    is_long = len(text) > _LONGEST_TITLE
    is_heading = HEADING.match(text) is not None or text.startswith("#")
    title = text.strip().lstrip("*# ")
    if is_heading and (begin := re.match(_HEADING_OF_AUCTION, title)) and not re.search(_NAMED_BID, begin[2]):
        title = begin[1]
    title = _STRENGTH.sub("", title) if is_heading and not is_long else title
    found = re.fullmatch(_TITLE, title) if text and not is_long else None
    if found is None:
        return ""
    lead, tail = re.fullmatch(_LEAD, found["lead"]), found["tail"].strip(" *")
    is_title = is_heading or tail.endswith(_OPEN_ENDS)
    has_dash = re.search(f"[{DASHES}-]", found["calls"]) is not None
    is_short = not tail and (has_dash if lead is None else lead["first"] is not None)
    # A heading that is an auction names it for all that is below, "* 1N" only for what follows directly.
    is_near = not is_far or (is_heading and has_dash)
    is_led = lead is not None or (is_near and re.fullmatch(_ARTICLES, found["lead"]) is not None)
    if not is_led or not (is_title or is_short):
        return ""
    written = re.sub(rf"\s*[/,]\s*(?={_NAMED_BID})", "/", found["calls"])
    calls = [call for call in re.split(r"[\s\u2010-\u2014;-]+", written) if call.strip("()") not in _PASSES]
    is_theirs = lead is not None and lead["theirs"] and len(calls) == 1 and not calls[0].startswith("(")
    return f"({calls[0]})" if is_theirs else "-".join(calls)


_VARIABLE = re.compile(r"^([1-7])([MmXYZxyz])$")
_SEVERAL_SUITS = re.compile(r"[1-7][CDHS]{2,3}")
_VARIANT = re.compile(
    r"(?i)\b(?:variants?|variations?|alternatives?|versions?|options?|optional|instead|unused"
    r"|not (?:played|used))\b"
)


def continues(auction: str, word: str) -> bool:
    """Return whether a table that begins with this call may continue an auction without beginning it.

    >>> continues("1N", "2C"), continues("1C-1H", "1C"), continues("2N", "1C"), continues("1M", "1N")
    (True, False, False, True)
    >>> continues("1M", "1H"), continues("1M", "1S"), continues("1C-1HS", "1S")
    (False, True, True)
    """
    calls = [call.strip("()!;") for call in re.split("[-/]+", auction)]
    # "1N" may follow the 1H of "1M".
    lowest = (_VARIABLE.sub(lambda bid: bid[1] + ("H" if bid[2] == "M" else "C"), call) for call in calls)
    heights = [height for call in lowest if (height := min(_heights(call), default=()))]
    bid = word.strip("()!")
    # Their pass answers ours: "(P)" below "P".
    is_same = bid == calls[0] and ("(" in word) == ("(" in auction)
    return not (_height(bid) and heights and _height(bid) <= max(heights)) and not is_same


def history_of(auction: str, word: str) -> str:
    """Return the auction that a table continues which begins with this call below a title; "" if none.

    The table may go on after the auction, or begin with its last call.

    >>> history_of("1H-1S", "2C"), history_of("1H-1S", "1S"), history_of("1N", "1N")
    ('1H-1S', '1H', '')
    >>> history_of("1C-1HS", "1S"), history_of("1C-4CD", "4C"), history_of("1N-2S/2N", "2N")
    ('1C-1HS', '1C', '1N')
    >>> history_of("1N-(2x)", "2N"), history_of("1C-3C+", "3C"), history_of("1C-3C+", "4H")
    ('1N-(2X)', '1C', '')
    """
    before, _, last = auction.rpartition("-")
    if continues(auction, word):
        # Nobody can write what "3C+" and "4*" continue, and "(2x)" is a bid in any suit.
        return "" if re.search(r"[+*]", auction) else re.sub("(?<=[1-7])[xy]", "X", auction)
    bids = {bid.replace("!", "").upper() for bid in last.strip("()").split("/")}
    bid = word.strip("()!").replace("!", "").upper()
    # A table below "1C-4CD" may begin with 4CD, or with 4C.
    bids |= {each[:2] for each in bids if _SEVERAL_SUITS.fullmatch(each)} | {
        each.rstrip("+") for each in bids
    }
    return before if bid in bids else ""


def _heights(call: str) -> list[tuple[int, ...]]:
    """Return level and strain of the bids of ``1HS``."""
    bids = [call[0] + strain for strain in call[1:]] if _SEVERAL_SUITS.fullmatch(call) else [call]
    return list(filter(None, map(_height, bids)))


def _height(call: str) -> tuple[int, ...]:
    """Return level and strain of a bid for comparison, () for other calls; a variable may be any suit."""
    # "²" is a digit for isdigit, and int does not take it.
    if not call[:1].isdecimal():
        return ()
    strain = call[1:].replace("!", "").translate(_SIGN_LETTERS).upper()[:1]
    return int(call[0]), "CDHSN".find(strain) % 6


# ---------------------------------------------------------------- rows in a block of text

# What may be written before a call: marks of lists, boxes, tags of a page, numbers, or a word for a bid.
_LIST_MARK = re.compile(
    r"\s*(?:(?:[-\u2022\u2013\u2014\u00b7\u25aa\u25cf\u25e6\u2023\u2192*>+#]{1,6}|\[[ xX]?\]|[0-9]{1,2}[.)]"
    r"|[A-Za-z]\)|[IVXivx]{1,4}[.)]|[Bb]id|[Oo]pen(?:ing)?)\s+|:(?=\S)|<[a-z]{1,6}>)+"
)
_CALL_IN_TEXT = r"(?<!\w)[1-7](?:NT|!?[CDHSN]|[\u2660\u2663\u2665\u2666])(?!\w)"
# What sets a bid apart in a list: points, or a length.
_FIGURES = r"\d{1,2}(?:\+|\s?[-\u2013]{1,2}\s?\d{1,2}\b)"
_NUMBER_ALONE = r"[-+]?\d+(?:[.,]\d+)?\s*%?"
# What follows a call in a cell that names calls alone.
_MORE_CALLS = r"$|[(,/&+]|or\b|and\b|\(?[1-7](?:NT|[CDHSNMm])\b"
_RULE_WITH_CROSS = r"\s*\|-[-:]*\+[-+: ]*\|?\s*$"
_MOST_HEADERS = 2
_FEW_WORDS = 4
_MOST_WORDS = 10
_NEARBY = 8


class LinesOfBlock:
    """The lines of a block that is not a list, deal or auction by its first line."""

    def __init__(self, texts: Sequence[str], dialect: Dialect) -> None:
        self._texts = texts
        shapes = (line_shape(text, dialect) for text in texts)
        self._shapes = [shape for shape in shapes if shape is not None]

    def table(self) -> tuple[int | None, bool]:
        """Return where a bidding table begins in the block, None if it is text as a whole.

        With it comes whether the author should know: no bid is its first row, or text is above it.

        A first line that fails is still one if the lines around it are rows. Text directly above a table is
        text, unless it names a call: then rows below it may continue an auction that is not known.
        """
        first = self._shapes[0]
        if first.begins_table:
            return 0, False
        reads_as_words = first.kind is LineKind.WORD and (first.parts.reads_as_words or _is_legend(first))
        if first.is_row_like and not reads_as_words and self._is_first_row(0):
            # A pass may be an opening, and of a double it is said that there is nothing to double.
            return 0, first.kind is LineKind.WORD and not first.parts.column.is_call
        row = self.row_below_text()
        if row is None or re.search(_CALL_IN_TEXT, " ".join(self._texts[:row])):
            return None, False
        return row, True

    def row_below_text(self) -> int | None:
        """Return the first line, from the second on, that is a row by all that is around it."""
        for index in range(1, len(self._texts)):
            above = self._texts[index - 1]
            may_be_row = self._shapes[index].kind in (LineKind.BID, LineKind.SLIP) and not goes_on(above)
            if may_be_row and self._is_first_row(index, after_colon=above.rstrip().endswith(":")):
                return index
        return None

    def lone_row(self) -> RowParts | None:
        """Return the first line if it reads like a row, though nothing around it says that it is one."""
        line = self._shapes[0]
        if line.kind in (LineKind.TEXT, LineKind.WORD):
            is_row = line.kind is LineKind.WORD and line.parts.gap.isspace() and line.is_apart
            return line.parts if is_row and line.parts.text and not _is_legend(line) else None
        if line.is_apart and line.parts.text:
            return line.parts
        is_alone = all(other.indent > line.indent for other in self._shapes[1:])
        is_small = line.is_near and line.parts.word[-1:].islower()
        if not is_alone or self._is_prose(0) or is_small:
            return None
        is_short = len(self._texts[0].split()) <= _FEW_WORDS
        return line.parts if is_short or line.is_near else None

    def rows_in_text(self, *, in_list: bool = False) -> list[int]:
        """Return the lines that begin with a bid and what sets it apart, or follow each other.

        In a list, points or a length set a bid apart as well, and calls may be alone.
        """
        runs: list[list[int]] = [[]]
        for index in range(len(self._texts)):
            if self._may_be_row(index):
                runs[-1].append(index)
            elif not runs[-1] or self._shapes[index].indent <= self._shapes[runs[-1][-1]].indent:
                runs.append([])
        are_sentences = _ends_sentence(self._texts[-1])
        rows = []
        for run in runs:
            lines = [self._shapes[index] for index in run]
            is_apart = any(
                line.is_set_apart or (in_list and re.match(_FIGURES, line.parts.text)) for line in lines
            )
            follow = len(run) > 1 and not are_sentences and any(line.has_call for line in lines)
            if is_apart or follow:
                rows.append(run)
        return [index for run in (runs if rows and in_list else rows) for index in run]

    def is_row_like(self, index: int) -> bool:
        """Return whether a line is a call and something about it, if it is one of a table."""
        return self._shapes[index].is_row_like and self._shapes[index].has_call

    def is_terse(self, index: int) -> bool:
        """Return whether a line is a call and a few words on it, as rows are and sentences are not."""
        line = self._shapes[index]
        is_short = len(line.parts.text.split()) <= _MOST_WORDS and not _ends_sentence(line.parts.text)
        is_call = line.has_call and not is_history(line.parts.word)
        # "1NT opening, then interference"
        is_named = re.match(rf"{_AFTER_CALL}|(?:openings?|overcalls?|then)\b", line.parts.text)
        return is_short and is_call and not is_named

    def _may_be_row(self, index: int) -> bool:
        line = self._shapes[index]
        is_call = line.has_call or (line.kind is LineKind.WORD and line.parts.column.is_call)
        is_part = index > 0 and goes_on(self._texts[index - 1])
        if not is_call or is_part:
            return False
        is_sentence = reads_like_sentence(line.parts.text) or re.match(_AFTER_CALL, line.parts.text)
        return line.is_set_apart or not is_sentence

    def _is_first_row(self, index: int, *, after_colon: bool = False) -> bool:
        """Return True if the lines below say that this line, which is like a row, is the first of a table."""
        line, below = self._shapes[index], self._next_row(index)
        if below is None:
            is_last = all(self._shapes[other].indent > line.indent for other in self._below(index))
            is_set_apart = line.kind is LineKind.BID and line.is_apart
            return is_set_apart and is_last and bool(index == 0 or line.parts.text)
        if is_history(line.parts.word) and line.is_near:
            return True
        if below.indent > line.indent:
            return below.kind is LineKind.BID or below.is_apart or (line.is_near and below.is_near)
        if line.is_apart:
            return below.kind is not LineKind.WORD or (below.is_apart and not _is_legend(below))
        if below.is_apart:
            return below.kind is not LineKind.WORD
        if not (index == 0 or after_colon) or self._is_prose(index):
            return False
        # All lines from here on must be in the shape of rows, and none may read like a sentence.
        below_row = (self._shapes[other] for other in self._below(index))
        return all(other.is_row_like or other.indent > line.indent for other in below_row)

    def _below(self, index: int) -> range:
        # No copies: blocks may have many thousands of lines.
        return range(index + 1, len(self._shapes))

    def _next_row(self, index: int) -> LineShape | None:
        """Return the line below a row and its description, if it is in the shape of a row."""
        indent = self._shapes[index].indent
        for line in self._shapes[index + 1 : index + _NEARBY]:
            if line.is_row_like:
                return line
            if line.indent <= indent:
                return None
        return None

    def _is_prose(self, index: int) -> bool:
        return reads_like_sentence(self._shapes[index].parts.text) or _ends_sentence(self._texts[-1])


def _is_legend(line: LineShape) -> bool:
    """Return True for a line such as ``P = pass``, which explains a letter."""
    word = line.parts.text.partition(" ")[0].strip(",;.").lower()
    return len(word) > 1 and word in ACTION_WORDS


def find_table(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> int | None:
    """Return the line where a table begins in a text whose first line is not a row by itself, or None.

    What is where its first row should is reported, and in a text the lines that read like rows.
    """
    first = lines[0].text
    if is_prose(lines, dialect):
        return None
    if TABLE_ROW.match(first):
        _report_rows_of_bars(lines, dialect, log)
        return None
    block = LinesOfBlock([line.text for line in lines], dialect)
    if BULLET.match(first) or NUMBER.match(first):
        row, is_reported = block.row_below_text(), True
    else:
        row, is_reported = block.table()
    if row is None:
        _report_rows_of_text(lines, block, log)
        _report_rows_of_list(lines, dialect, log)
        _report_rows_of_bars(lines, dialect, log)
    elif is_reported and row:
        MISSES["text_above"].report(log, lines[row - 1].location)
    elif is_reported:
        MISSES["first_word"].report(log, lines[0].location)
    return row


def _report_rows_of_text(lines: list[SourceLine], block: LinesOfBlock, log: DiagnosticLog) -> None:
    if (seats := misnamed_seats(lines)) is not None:
        message = "An auction has a seat for each column: two partners, or all four clockwise."
        hint = "Write the seats apart by spaces, such as W  E, and the calls below them."
        log.report("BML311", message, seats, hint)
    elif (hand := hand_in_text(lines)) is not None:
        log.report("BML301", "This reads like a hand, but is text.", *hand)
    elif (below := block.row_below_text()) is not None and (spaced := _SPACED_CALL.match(lines[0].text)):
        hint = f"Write {''.join(spaced[0].split())} without spaces, and two of them after it."
        MISSES["lone_row"].report(log, lines[0].location, hint=hint)
    elif below is not None:
        auction = auction_named(lines[below - 1].text)
        hint = f"Write {auction}--- instead of the line above." if auction and below == 1 else _BLANK_LINE
        MISSES["rows_below_text"].report(log, lines[below].location, hint=hint)
    elif (row := block.lone_row()) is not None:
        diagnostic = row.column.diagnostic
        hint = diagnostic.hint if diagnostic else "Begin a row with its bid and two spaces."
        together, _ = several_bids(row)
        hint = SEVERAL_BIDS.format(together) if together else hint
        MISSES["lone_row"].report(
            log, lines[0].at(row.offset if row.column.is_call else lines[0].start), hint=hint
        )
    else:
        rows = block.rows_in_text()
        # The blank line belongs above the first row, whatever the title says.
        while rows and rows[0] > 1 and block.is_row_like(rows[0] - 1):
            rows.insert(0, rows[0] - 1)
        MISSES["rows_of_text"].report_lines(log, [lines[index] for index in rows])


def _report_rows_of_list(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report the items of a list that read like rows, with continuations of items in between."""
    marks = [_LIST_MARK.match(line.text) for line in lines]
    if not any(marks):
        return
    texts = []
    for line, mark in zip(lines, marks, strict=True):
        text = " " * mark.end() + re.sub("</[a-z]{1,6}>", "", line.text[mark.end() :]) if mark else ""
        texts.append(text if text.strip() else line.text)
    block = LinesOfBlock(texts, dialect)
    rows = [index for index in block.rows_in_text(in_list=True) if marks[index]]
    # A list is prose where an item of it is, other than "Responses to 1N:".
    items = [index for index, mark in enumerate(marks) if mark and not texts[index].rstrip().endswith(":")]
    # The answers to an ask for key cards belong to no auction.
    are_answers = all(texts[index].lstrip()[:1] in "4567" for index in rows)
    if len(rows) >= len(items) and all(map(block.is_terse, rows)) and not are_answers:
        MISSES["rows_of_list"].report_lines(log, [lines[index] for index in rows])


def _report_rows_of_bars(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report a text table whose rows all begin with calls, unless its header has a rule with ``+``."""
    rows = [line for line in lines if TABLE_ROW.match(line.text)]
    if any(re.match(_RULE_WITH_CROSS, line.text) for line in rows):
        return
    cells = [[cell.strip() for cell in row.text.split("|")[1:]] for row in rows]
    calls = []
    for first, *_ in cells:
        line = line_shape(first, dialect)
        is_call = line is not None and line.has_call and re.match(_MORE_CALLS, line.parts.text)
        calls.append(bool(is_call))
    begin = calls.index(True) if True in calls else len(rows)
    is_whole = all(
        call or not first.strip("-:= ")
        for call, (first, *_) in zip(calls[begin:], cells[begin:], strict=True)
    )
    words = [other for _, *others in cells[begin:] for other in others if other]
    if begin <= _MOST_HEADERS and is_whole and not all(re.fullmatch(_NUMBER_ALONE, word) for word in words):
        MISSES["rows_of_bars"].report_lines(log, [row for row, call in zip(rows, calls, strict=True) if call])


# ---------------------------------------------------------------- tables, headings and sentences


def is_prose(lines: list[SourceLine], dialect: Dialect) -> bool:
    """Return whether a block that begins with a bid is a paragraph all the same.

    "2C is two-way: clubs, or a hand that is too good for 1N. Opener bids as after 1N, but a balanced" goes on
    in the next line, at the same column and without a bid; one line alone has its verb after the bid.
    """
    first = line_shape(lines[0].text, dialect)
    if first is None or not first.parts.is_close or first.parts.word.endswith(("-", ";")):
        return False
    words = first.parts.text.split()
    if len(words) < _LONG_SENTENCE or words[0][0].isdecimal() or not _ends_sentence(lines[-1].text):
        return False
    shapes = [line_shape(line.text, dialect) for line in lines[1:]]
    has_text = any(shape and shape.kind is LineKind.TEXT for shape in shapes)
    full = _FULL_LINE * max(len(line.text) for line in lines)
    for shape, above, below in zip(shapes, lines, lines[1:], strict=False):
        # A bid begins a line by chance where the line above cannot end, or is full.
        is_cut = goes_on(above.text) or (
            has_text and len(above.text) > full and not _ends_sentence(above.text)
        )
        is_text = shape and (shape.kind is LineKind.TEXT or (shape.parts.is_close and is_cut))
        if not is_text or below.start != lines[0].start:
            return False
    return has_text or (len(lines) == 1 and re.match(_AFTER_SUBJECT, first.parts.text) is not None)


def report_sentence(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report the first row of a table if it begins like a sentence, and no other row is near."""
    first = line_shape(lines[0].text, dialect)
    others = (line_shape(line.text, dialect) for line in lines[1:_NEARBY])
    # "1C is strong": what comes after the bid makes it the subject of a sentence, and never a row.
    is_sentence = first and first.parts.is_close and re.match(_AFTER_SUBJECT, first.parts.text)
    if first and is_sentence and not any(other and other.is_row_like for other in others):
        MISSES["sentence"].report(log, lines[0].location, row=first.parts.word)


def report_heading(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report a heading that reads like a row, where another one follows straight below."""
    texts = [found[2] or "" for line in lines if (found := HEADING.match(line.text))]
    rows = [split_row(text, dialect) for text in texts if begins_table(text, dialect)]
    if len(rows) > 1 and all(row and row.text and not row.is_close for row in rows):
        MISSES["heading_as_row"].report(log, lines[0].at())


class Placement(Enum):
    """What is known of the auction of a table that has no history."""

    OPENINGS = "it begins auctions"
    DOUBTFUL = "it seems to continue one, which is reported"
    NAMED = "it continues the one that its title names, which is reported"


class Above:
    """What is above a block: the line before it, the headings, and the first row of the last table.

    ``is_auction`` says whether the block directly above, without a blank line between, is an auction.
    """

    def __init__(self, line: str = "", *headings: str) -> None:
        self.line = line
        self.row = ""
        self.is_auction = False
        self._headings = headings

    @classmethod
    def of(cls, lines: Iterable[str]) -> Above:
        """Return what is above the text of a block in a page: its headings, as in BML, and the last line."""
        above = cls()
        for line in lines:
            if HEADING.match(line):
                above = above.below(line)
            above.line = line
        return above

    def below(self, heading: str) -> Above:
        """Return what is above the blocks below one more heading."""
        level = len(heading) - len(heading.lstrip("*"))
        return Above(heading, heading, *(one for one in self._headings if not one.startswith("*" * level)))

    @property
    def heading(self) -> str:
        """Return the heading, or that of the section it is a part of: "1H-2N" of "Limit raises"."""
        own, *around = self._headings or ("",)
        is_own = re.search(rf"{_NAMED_BID}|(?i:\bopening|overcall|interfer|compet|defen|they\b)", own)
        auction = auction_named(around[0], is_far=True) if around and not is_own else ""
        return around[0] if "-" in auction and "(" not in auction else own

    def report_table(self, lines: Sequence[SourceLine], dialect: Dialect, log: DiagnosticLog) -> Placement:
        """Report a table without a history that seems to continue an auction; return whether it does."""
        line = lines[0]
        shape = line_shape(line.text, dialect)
        if shape is None or is_history(shape.parts.word):
            self.row = line.text
            return Placement.OPENINGS
        if self.is_auction:
            MISSES["below_auction"].report(log, line.location)
            return Placement.DOUBTFUL
        column, word = shape.parts.column, shape.parts.word
        auction, place = auction_named(self.line), "heading" if HEADING.match(self.line) else "title"
        if not auction:
            auction, place = auction_named(self.heading, is_far=True), "heading"
        # "3x" continues "1M-2N" as well.
        is_call = column.is_meant_as_call or (
            shape.parts.column.patterns == (Label(),) and word[0].isdecimal()
        )
        history = history_of(auction, word) if auction and is_call and not column.theirs else ""
        if alone := self._auction_alone(auction, lines, dialect):
            edit = Edit(line.location, len(word), f"{alone}---")
            fix = (edit,) if line.location.origin is None else None
            MISSES["auction_alone"].report(log, line.location, fix, call=word, auction=alone)
            return Placement.NAMED
        if history:
            # In a page, the whole block may be indented.
            margin = " " * (line.location.column - 1 - line.start)
            row = f"{margin}{line.text[: line.start]}{history}---\n"
            fix = (Edit(line.location._replace(column=1), 0, row),) if line.location.origin is None else None
            miss = MISSES[f"auction_in_{place}"]
            if any(map(_VARIANT.search, self._headings)):
                miss, fix = miss._replace(hint=MISSES["auction_of_variant"].hint), None
            elif re.fullmatch(_HIGH_ASK, history):
                miss, fix = miss._replace(hint=MISSES["auction_of_ask"].hint), None
            miss.report(log, line.location, fix, auction=auction, history=history)
            return Placement.NAMED
        first = line_shape(self.row, dialect)
        is_below = first is not None and first.kind is LineKind.BID and first.indent < shape.indent
        if first and is_below and shape.kind is LineKind.BID and continues(first.parts.word, word):
            MISSES["indented_below_table"].report(log, line.location)
            return Placement.DOUBTFUL
        self.row = line.text
        return Placement.OPENINGS

    def _auction_alone(self, auction: str, lines: Sequence[SourceLine], dialect: Dialect) -> str:
        """Return the auction that the first line of a table means by its last call alone, "" if none.

        ``2D`` below the heading "2D multi", and in the next line ``2H  pass or correct``, no further right.
        """
        word, shapes = lines[0].text.strip(), [line_shape(line.text, dialect) for line in lines[:2]]
        first, below = shapes if len(shapes) > 1 else (None, None)
        if first is None or below is None or first.parts.word != word or below.indent != first.indent:
            return ""
        is_row = below.kind in (LineKind.BID, LineKind.WORD) and below.parts.word != lines[1].text.strip()
        if not (is_row and continues(word, below.parts.word)):
            return ""
        auction = auction or auction_named(self.heading)
        if auction:
            return auction if auction.rpartition("-")[2] == word else ""
        return word if word in re.split(r"[\s,:/]+", self.heading.strip("* ")) else ""


# ---------------------------------------------------------------- descriptions that begin with a call

# Other bids that share the description, as in ``2D / 2H``; without spaces they are in the bid column.
_SHARING_BID = rf"[/&+,]\s*(\(?{BID}\)?)(?=[-\s/&+,:;=]|$)"
_EQUAL_BID = rf"(\(?{BID}\)?)\s*=(?!=)"
# What people write between the calls of an auction, besides spaces.
_BETWEEN = f";>\u2192{DASHES}-"
_FURTHER_BID = (
    rf"(?:=?[{_BETWEEN}]+|\.\.+|\u2026)\s*(?:(\(?{BID}\)?|\((?:{'|'.join(ACTIONS)})\))(?=[\s:{_BETWEEN}]|$)"
    rf"|([PDRX]|[Pp]ass)(?=[{_BETWEEN}]|\s+[{_BETWEEN}]|\s\s|\s*$))"
)
_FURTHER_HISTORY = rf"[{_BETWEEN}]*\s*(\(?{CALL}\)?)(?=\s*(?:[{_BETWEEN}]|$))"
# Calls that only a blank sets apart: the other side's, one or more before the description proper, or a bid
# before a word that does not make a sentence of it.
_CALLS = rf"{CALL}(?:/{CALL})*"
_FURTHER_CALLS = (
    rf"[Pp](?:ass)?\s+({BID})\b|then\s+(\(?{BID}\)?)(?=\s|$)|(\({_CALLS}\)(?!\w)|\(any\)(?=\s+{CALL}\b)"
    # "1H 4C" are four hearts in French.
    rf"|(?![4-7][CDHS]\s*$){_CALLS}(?=[-;]*(?: \(?{CALL}\)?)*[-;]*(?:\s{{2}}|\s*$))"
    rf"|{BID}(?:/{BID})*(?=\s(?!{_AFTER_CALL})[A-Za-z]))"
)
# "1S 2D" may be two partners beside each other; "1S 4C" are four cards, and "2D 5M" is five of a major.
_BID_ALONE = rf"(?=[1-3][CDHS\u2660\u2663\u2665\u2666]|[1-7]N)({BID})\s*"
_CALL_OF_OURS = rf"(?:[-{DASHES}:/]\s*)?({CALL})(?=[-; ]|$)"
_DOUBLE = r"/\s*([DX])(?=[\s=:]|$)"
# What a description begins with if any of these is in it; most are seen at once not to.
_MAY_BE_CALL = re.compile(
    rf"(?:[:/&+,=.\u2026{_BETWEEN}]*|then)\s*\(?(?:[1-7][CDHSNMmXYZo\u2660\u2663\u2665\u2666]|[PpDdXxRr]|any\))"
)


SEVERAL_BIDS = "Write {} for all of these bids."
_SEVERAL_BIDS = re.compile(rf"({BID})((?:\s*[,&+]\s*{BID})+)(?=\s|$)")


def several_bids(parts: RowParts) -> tuple[str, int]:
    """Return how to write bids that a line has with commas between them, and how much of it that replaces.

    >>> [several_bids(split_row(text, Dialect.V2_0)) for text in ("2H, 2S  weak", "2C  weak")]
    [('2HS', 6), ('', 0)]
    """
    found = _SEVERAL_BIDS.match(f"{parts.word}{parts.gap}{parts.text}")
    if found is None:
        return "", 0
    bids = re.findall(BID, found[0])
    is_level = len({bid[0] for bid in bids}) == 1 and all(bid[1:] in [*"CDHSN"] for bid in bids)
    together = bids[0][0] + "".join(bid[1:] for bid in bids) if is_level else "/".join(bids)
    return together, len(found[0])


def report_further_bid(parts: RowParts, location: Location, log: DiagnosticLog) -> None:
    """Report a description that begins with another call, as in ``1H - 2H`` and ``2D / 2H  weak``."""
    if not _MAY_BE_CALL.match(parts.text):
        return
    column, found = parts.column, None
    if not column.is_call:
        found = re.match(_FURTHER_HISTORY, parts.text) if is_history(parts.word) else None
    elif column.diagnostic is None:
        found = re.match(_FURTHER_BID, parts.text)
        if found is None and parts.is_close and parts.is_bid:
            found = re.match(_CALL_OF_OURS if column.theirs else _FURTHER_CALLS, parts.text)
    miss = MISSES["further_bid"]
    if found is None and column.is_call and (alone := re.fullmatch(_BID_ALONE, parts.text)):
        miss, found = MISSES["bid_alone"], alone
    if found is None and parts.is_bid and column.diagnostic is None:
        miss, found = (
            MISSES["sharing_bid"],
            re.match(_EQUAL_BID if "=" in parts.gap else _SHARING_BID, parts.text),
        )
        if found is None and not column.theirs and (double := re.match(_DOUBLE, parts.text)):
            miss, found = MISSES["their_bid"], double
    if found is not None:
        bid, call = next(filter(None, found.groups())), parts.word.rstrip("-;")
        if miss is MISSES["further_bid"] and re.fullmatch(
            r"\s*-{2,}\s*", parts.text[found.end(found.lastindex or 0) :]
        ):
            miss = miss._replace(hint="Write an auction without spaces, as in {call}-{bid}---.")
        # "1N - 2C": what is between the two calls becomes a dash.
        between = f"{parts.word[len(call) :]}{parts.gap}{parts.text[: found.start(found.lastindex or 0)]}"
        is_dash = re.fullmatch(rf"\s*(?:--|[-{DASHES}])\s*", between) is not None
        fix = (Edit(location.shifted(len(call)), len(between), "-"),)
        is_here = location.origin is None and not parts.target
        miss.report(log, location, fix if is_dash and is_here else None, bid=bid, call=call)
