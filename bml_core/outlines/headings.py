"""The headings above what is read of a page, and the auction that each names for what is below it.

The title of a box, such as an admonition or a tab, is above all headings in it, until the box ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from bml_core.language import ENGLISH, find_calls, read_calls
from bml_core.outlines.call_names import with_calls
from bml_core.outlines.contexts import OF_OPENINGS, Context, RowAbove
from bml_core.outlines.described_calls import DescribedCalls
from bml_core.outlines.named_auctions import named, names_notrump_defence
from bml_core.outlines.outline import OutlineBlock, OutlineHeading, OutlineText
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import (
    NOWHERE,
    Calls,
    begins,
    by_passed_hand,
    is_legal,
    is_list,
    key,
    row_calls,
)
from bml_core.outlines.word_kinds import has, is_only, of_kind

# "2.1 Responses", "IV. 1H / 1S", "b) Rebids", "Lesson 3: Responses"
_NUMBER = re.compile(r"^\s*(?:(?:\d+\.)+\d*|[IVXLC]+[.)]|[A-Za-z][.)]|[^\W\d_]{3,} \d{1,2}:)\s+")
_GOES_ON = re.compile(
    r"(?i)(?:then|next|now)\b|(?:continuations?|developments?|further|later|and)\b[^\d\u2660-\u2667]*$"
)
_NOTRUMP = re.compile(r"(?i)\bnt\b|no[- ]?trump|\bsans\b|\bsa\b")
_AFTER = len("After")
_DRURY = re.compile(r"(?i)\bdrury\b")
_MAJORS_OPENED = frozenset(("1H", "1S", "1M"))
_OF_BOX = 0
_NAME_BEHIND = re.compile(r"(?P<auction>.*\S)\s*[-\u2013\u2014]\s*\((?P<name>[^\W\d_]{3}[^()\d]*)\)")


_SAYS_MORE = re.compile(r"\s*[-\u2013\u2014:(]\s*[^\W\d]")


class _Heading(NamedTuple):
    """A heading and its auction; ``until`` is the last line of the box that has this ``title``."""

    level: int
    context: Context
    until: int = 0
    title: str = ""


class Headings:
    """The headings and titles of boxes above the place where a page is read, the innermost last.

    >>> from bml_core.diagnostics import Location
    >>> from bml_core.outlines.sequences import shown
    >>> texts = [(1, "Notrump"), (2, "Responses to 1NT"), (3, "After 2♣"), (2, "Responses to 1♥")]
    >>> blocks = [OutlineHeading(level, text, Location("notes.md", 1), 1) for level, text in texts]
    >>> headings = Headings(blocks, PageCalls.of(blocks))
    >>> [shown(headings.enter(block, DescribedCalls()).calls) for block in blocks]
    ['', '1N', '1N-2C', '1H']
    """

    def __init__(self, blocks: Sequence[OutlineBlock], page: PageCalls, file: str = "") -> None:
        self._page = page
        self._texts = [block for block in blocks if isinstance(block, OutlineHeading)]
        self._title = _title_of(self._texts)
        self._is_of_openings = self._title is not None and _is_of_openings(self._title.text)
        # The headings so far, with the calls that they name.
        self._is_drury = False
        self._sections: list[tuple[OutlineHeading, Calls]] = []
        # "1C Responses.rst" without a heading
        of_file = file if not self._texts else ""
        self._stack = [_Heading(-1, _of_file(of_file))]

    @property
    def above(self) -> Context:
        """Return the auction of the innermost heading."""
        return self._stack[-1].context

    @property
    def section(self) -> str:
        """Return the text of the last heading, whatever box it was in."""
        return self._sections[-1][0].text if self._sections else ""

    @property
    def subject(self) -> str:
        """Return the text of the last heading without its number."""
        return without_number(self.section)

    @property
    def box(self) -> str:
        """Return the title of the innermost box, "" below a heading in it or outside of any."""
        return self._stack[-1].title

    def enter(self, block: OutlineHeading, described: DescribedCalls) -> Context:
        """Leave the sections that end at a heading, and begin its own; return the auction that it names.

        Names such as "Stayman" are those that rows above it were ``described`` by.
        """
        beside = Context()
        while self._stack[-1].level >= block.level:
            beside = self._stack.pop().context
        text = without_number(block.text)
        context = self._named(block, text, described)
        self._is_drury = _DRURY.search(f"{self._title.text if self._title else ''} {text}") is not None
        context = self.by_passed_hand(context)
        if self._is_response(block, context.calls):
            context = context.doubted(f"“{text}” may be about a response to the openings above")
        self._sections.append((block, context.calls))
        if len(beside.calls) > len(self.above.calls) and _GOES_ON.match(text):
            # "Then after 2♦" may follow the heading before it, as "Continuations" does.
            context = context.doubted(f"“{text}” may be about the heading before it")
        self._stack.append(
            _Heading(block.level, context if context.is_after else context._replace(answers=()))
        )
        return context

    def by_passed_hand(self, context: Context) -> Context:
        """Return an auction with the pass that Drury begins with: P-1♥-2♣ for 1♥-2♣ below "Drury"."""
        calls = context.calls
        is_whole = self._is_drury and len(calls) > 1 and {*calls[0].text.split("/")} <= _MAJORS_OPENED
        if not is_whole or calls[1].text not in ("2C", "2D"):
            return context
        return context._replace(calls=by_passed_hand(calls))

    def enter_box(self, title: OutlineText) -> None:
        """Begin a box, with the auction that its title names: "They double"."""
        context = named(f"{title.text}:", self.above, self._page.letters)
        self._stack.append(_Heading(_OF_BOX, context, title.until, title.text))

    def leave_boxes(self, line: int) -> bool:
        """Leave the boxes that end above a line, with the headings in them; return whether any does."""
        for index, heading in enumerate(self._stack):
            if 0 < heading.until < line:
                del self._stack[index:]
                return True
        return False

    def arrive(self, context: Context) -> None:
        """Let what is below the headings beside one such as "Auction" go on with the auction below it."""
        if len(self._stack) > 1 and is_only(("sequence", "structure", "calls"), self.section):
            self._stack[-2] = self._stack[-2]._replace(context=context)

    def go_on(self, context: Context) -> None:
        """Let all that is below the innermost heading go on with an auction."""
        self._stack[-1] = self._stack[-1]._replace(context=context)

    def answered(self, answers: tuple[RowAbove, ...]) -> None:
        """Note the rows that those below "Then:" may go on with."""
        known = self.above.answers
        firsts = [each[0].calls for each in (known, answers) if each and each[0].calls]
        if len(firsts) > 1 and key(firsts[0][:-1]) == key(firsts[1][:-1]):
            # More rows of the same auction
            answers = (*known, *answers)
        if answers:
            self.go_on(self.above._replace(answers=answers))

    def _named(self, block: OutlineHeading, text: str, described: DescribedCalls) -> Context:
        """Return the auction that the text of a heading names below those above it."""
        text = self._without_name(text, described)
        above, found = self.above, self._page.find(text)
        context = named(text, above, self._page.letters, is_heading=True)
        is_about = (
            (context.calls and (found or names_notrump_defence(text)))
            or has("defence", text)
            or has("defending", text)
        )
        if block is self._title and self._has_sections(context.calls):
            # "1♦, 1♥ and 2♣" above a section for each, "2♦ – 5–9" above 1NT
            context = context.doubted(OF_OPENINGS) if is_list(context.calls) else Context()
        elif block is self._title and not (is_about or self._is_above_responses()):
            # What the notes as a whole are called, such as "Strong club", names no auction.
            context = Context()
        is_of_openings = self._is_of_openings and not (context.calls or context.doubt)
        if not found and (is_of_openings or above.doubt == OF_OPENINGS) and _are_preempts(text):
            # "Preempts" below "Opening bids" and "2♣ to 3NT"
            return Context((), True)
        if self._is_of_openings and not above.calls and (opening := self._opening_before(text)):
            # "2♣ – the big one" below "Two-level openings"
            return Context(opening, True)
        name = of_kind("name").search(text)
        if name and not (context.calls or found) and (opening := described.opening(name[0])):
            # "Multi" below the opening "2♦ Multi"
            context = Context(opening, True)
        if context.doubt and not above.doubt:
            context = described.by_convention(text, above, self._page) or context
        is_of_call = self._page.find(with_calls(text)) or (block is self._title and self._has_calls())
        if context.calls or is_of_call:
            return context
        return context._replace(not_opened=_not_opened(text) or above.not_opened)

    def _opening_before(self, text: str) -> Calls:
        """Return the opening that a heading begins with, before a dash or a bracket; () for another one."""
        read = self._page.read(text)
        is_one = read is not None and len(read.columns) == 1 and _SAYS_MORE.match(text, read.end) is not None
        if read is None or not is_one or self._page.find(text[read.end :]) or read.columns[0].theirs:
            return ()
        calls = row_calls(read, NOWHERE)
        return calls if is_legal(calls) else ()

    def _without_name(self, text: str, described: DescribedCalls) -> str:
        """Return a heading without the name that a row gave its last call: "1♣ – 1♥ – 2♦ – (Odwrotka)"."""
        found = _NAME_BEHIND.fullmatch(text)
        read = self._page.read(found["auction"]) if found else None
        if found is None or read is None or read.end < len(found["auction"]):
            return text
        said = described.meaning(row_calls(read, NOWHERE)).lower()
        return (
            found["auction"] if re.search(rf"(?<!\w){re.escape(found['name'].lower())}(?!\w)", said) else text
        )

    def _is_response(self, block: OutlineHeading, calls: Calls) -> bool:
        """Return whether a heading may name a response: "After 1NT", beside sections for 1♥ and 1♠.

        So may "Responder after 2♦" beside "Opener after 1♠–2♣".
        """
        # "After our 1NT", but not "Over our 2♣ and Multi"
        is_named = has("ours", block.text) and not has("name", block.text)
        is_ours = len(calls) == 1 and not (calls[0].theirs or self.above.calls or is_named)
        if not (is_ours and has("after-alone", re.split(r"\d", block.text)[0])):
            return False
        beside = [
            named
            for heading, named in self._sections
            # "After 1♦" beside "After 1♣" is another opening.
            if heading.level == block.level
            and (len(named) > 1 or not has("after-alone", heading.text[:_AFTER]))
        ]
        if not has("after-alone", block.text[:_AFTER]):
            beside = [named for named in beside if len(named) > 1]
        is_new = key(calls) not in [key(named) for named in beside if len(named) == 1]
        return is_new and any(named and is_legal((*named, *calls)) for named in beside)

    def _is_above_responses(self) -> bool:
        """Return whether a section below the title has the responses to the opening that this names.

        "Responses" below "The strong club", on a page that names no opening in its headings
        """
        texts = [block.text for block in self._texts]
        has_responses = any(
            has("response", text) and is_only(("response", "structure"), text) for text in texts
        )
        openings = [read for text in texts[1:] for _, read in self._page.find(text) if len(read.columns) == 1]
        return has_responses and not openings

    def _has_calls(self) -> bool:
        """Return whether any heading names a call: it is seen beside which one a later heading stands."""
        return any(self._page.find(block.text) for block in self._texts)

    def _has_sections(self, calls: Calls) -> bool:
        """Return whether a section is for one of the openings that a title lists, or for a lower one."""
        found = filter(None, (self._page.find(block.text) for block in self._texts))
        sections = [row_calls(each[0][1], NOWHERE) for each in found]
        if is_list(calls):
            return any(key(each[:1]) != key(calls) and begins(each[:1], calls) for each in sections)
        single = [each for each in sections if len(each) == len(calls) == 1 and not begins(each, calls)]
        return any(not is_legal((*calls, *each)) for each in single)


def _is_of_openings(title: str) -> bool:
    """Return whether a title says that a page has openings, and nothing else: "From 2♣ upwards"."""
    is_named = has("openings", title) or (has("upwards", title) and find_calls(title) != [])
    return (
        is_named and is_only(("openings", "upwards", "by", "structure"), title) and not has("response", title)
    )


def _are_preempts(text: str) -> bool:
    """Return whether a heading is about preempts or bids of a level alone: "Three level and up"."""
    is_named = has("further-openings", f"and {text}") or of_kind("a-level").match(text) is not None
    is_answer = has("response", text) or has("rebid", text) or has("move", text)
    return is_named and not is_answer and is_only(("suit-openings", "openings", "structure", "upwards"), text)


def _not_opened(text: str) -> str:
    """Return the strains in which nothing is opened below a heading: notrump below "Weak twos"."""
    if of_kind("known").fullmatch(text.strip(" :*_")) and not has("opening", text):
        return "CDHSN"
    return "N" if has("suit-openings", text) and not _NOTRUMP.search(text) else ""


def without_number(text: str) -> str:
    """Return the text of a heading without the number before it: "2.1 Responses"."""
    return _NUMBER.sub("", text)


def _title_of(headings: Sequence[OutlineHeading]) -> OutlineHeading | None:
    """Return the heading of the whole page: the first one, if no other is as high."""
    levels = [block.level for block in headings]
    is_above_all = len(levels) > 1 and levels.count(min(levels)) == 1 and levels[0] == min(levels)
    return headings[0] if is_above_all else None


_WHOLE_FOLDER = ("index", "readme")


def _of_file(file: str) -> Context:
    """Return the auction that the name of a file names, perhaps with its folder: "1NT/responses.md"."""
    path = PurePath(file)
    folder, stem = (re.sub("[-_]", " ", name).strip() for name in (path.parent.name, path.stem))
    stem = "" if stem.lower() in _WHOLE_FOLDER else stem
    title = stem
    if (read := read_calls(folder)) and read.end == len(folder):
        title = f"{folder} - {stem}" if read_calls(stem) else f"{stem} to {folder}" if stem else folder
    context = named(title, Context(), ENGLISH, is_heading=True) if title else Context()
    return Context() if context.doubt else context
