"""The rows of a table as entries, and the auction that the header of the table names for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bml_core.diagnostics import Location
from bml_core.outlines.contexts import Context, resolved
from bml_core.outlines.entries import BESIDE, Entry, by_indentation
from bml_core.outlines.named_auctions import named
from bml_core.outlines.outline import OutlineItem, OutlineRow, OutlineTable
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import Calls, is_legal, key, row_calls, shown
from bml_core.outlines.table_forms import COMPASS, TableForms, with_calls_above
from bml_core.outlines.telling import find_telling
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

_DASHES = "-\u2013\u2014"
_ARROWS = "\xa0\u2002\u2003 \u21b3\u2514\u2192"
_INDENTATION = re.compile(rf"[{_ARROWS}]+(?=\S)")
_SIGNS = re.compile(rf"[{_DASHES}()>\u2192]")
_NUMBER = re.compile(r"\d\+?(?:[-\u2013]\d)?")
_BREAK = re.compile(r" *<br ?/?> *")
_PIECES = re.compile(r"[,;]\s+(?=[1-7])")
_LINK = r"(?:\[[^][]*\]\([^()]*\)|\[\[[^][]+\]\])"
_LINKS = re.compile(rf"{_LINK}(?:(?:, | |/| and ){_LINK})*")
# "3♣: good raise"
_SAYS = re.compile(r"\S+ ?[:=] ")
_CASE = rf"([^()/]+\({WORD_PATTERNS['after-alone']} [^()]+\))"
_TWO_CASES = re.compile(rf"{_CASE}\s*/\s*{_CASE}")
# "4 of the minor" above what that shows
_CALL_IN_WORDS = re.compile(r"(?i)[1-7] (?:of|in) [^\W\d]")

# "A", "●" and "Ann" below "Al." or "Alert", "●" below "A"
_ALERTS = re.compile(r"(?i)al(?:ert)?(?:s|ed|able)?[.?]?|[A!*\u2020\u26a0]\ufe0f?")
_IS_ALERT = re.compile(r"(?i)al?\.?|alert(?:ed)?|[\u25cf\u2022\u25c6\u25b2\u26a0!*\u2020\u2021]\ufe0f?")
# "S1", "2." and "3rd" below "Step"
_STEP = re.compile(r"[Ss]?\d\.?(?:st|nd|rd|th)?")
_IS_ANNOUNCED = re.compile(r"(?i)ann\.?|announced?")


_BIDS = re.compile(
    r"(?i)(?:bids?|calls?|gebote?|ench[e\u00e8]res?|bod|odzywk[ai]|dichiarazion[ei]|voz|bud|melding)"
)


class TableLayout(NamedTuple):
    """How a table is laid out: the auction before its rows, its header, and how many columns have calls.

    ``head`` is where the header names the auction, ``description`` what it says of it, ``end`` the last line.
    """

    context: Context
    header: Sequence[str]
    columns: int
    rows: Sequence[OutlineRow]
    end: int
    head: Location | None = None
    description: str = ""


def table_layout(
    block: OutlineTable, context: Context, page: PageCalls, *, has_headed_tables: bool
) -> TableLayout | None:
    """Return how a table is laid out below an auction; None if no column of it has calls.

    ``has_headed_tables`` says that other tables of the page have an auction in their header.
    """
    forms = TableForms(page)
    header, rows = forms.joined_levels(list(block.header.cells) if block.header else [], block.rows)
    if not header and forms.is_headed(rows):
        header, rows = list(rows[0].cells), rows[1:]
    first = header[0].strip() if header else ""
    read = page.read(first) if first else None
    columns = forms.call_columns(rows, header)
    heads = [cell.strip("* ") for cell in header[columns:]]
    above_others = [head for head in heads if (call := page.read(head)) and call.offset >= len(head)]
    if not columns or len(above_others) > 1 or (read is not None and forms.has_two_heads(rows, header)):
        # "| Our opening | XX | 2NT | Raise |" has a call in each column.
        return None
    if read is not None and (read.is_open or read.offset >= len(first.rstrip(" ?"))):
        calls = row_calls(read, block.location)
        texts = [cell.strip() for cell in header[1:] if cell.strip()]
        is_clear = read.is_open or not texts or has_headed_tables
        context = _headed(calls, context, is_clear=is_clear)
        head = block.header.location if block.header and context.is_explicit and context.calls else None
        are_titles = any(of_kind(kind).fullmatch(text) for kind in ("meaning", "hcp") for text in texts)
        said = "" if are_titles else ", ".join(texts)
        return TableLayout(context, header, 1, rows, block.end, head, said)
    if first and not first.strip(_DASHES):
        context = Context((), True, is_explicit=True)
    elif (
        first
        and (columns > 1 or _has_auctions(first, rows, page))
        # "| Call | Response | Meaning |" below "Gerber" begins with no opening.
        and not (context.calls or context.is_other or has("slam-ask", context.doubt))
    ):
        context = Context((), True)
    elif first and columns == 1:
        # Below "| Opener | Responder | Opener |" auctions are written from their beginning.
        context = _headed_in_words(first, context, page)
    return TableLayout(context, header, columns, rows, block.end)


def _has_auctions(head: str, rows: Sequence[OutlineRow], page: PageCalls) -> bool:
    """Return whether rows below the name of a player are auctions from their beginning, as 1♥-1NT is."""
    reads = [page.read(row.cells[0]) for row in rows] if head.strip("* :").lower() in COMPASS else []
    return any(read is not None and len(read.columns) > 1 for read in reads)


def _headed(calls: Calls, context: Context, *, is_clear: bool) -> Context:
    """Return the auction in the header of a table; ``is_clear`` where it can be no row."""
    known = context.calls
    if key(calls) == key(known[-1:]):
        return Context(known, True, is_explicit=True)
    if context.is_other and not known and len(calls) == 1 and not calls[0].theirs:
        # Below "When they open", a column headed 1♥ may be about their bid.
        return context
    is_clear = is_clear or len(calls) > 1
    if not is_clear and not (known and not context.doubt and is_legal((*known, *calls))):
        # "| 1♣ | 16+ |" may be the first row of a table without a header.
        return context.doubted(f"{shown(calls)} in the header may be a row or the auction of the table")
    found = resolved(calls, context._replace(doubt="") if context.calls else Context())
    return found if found.doubt else found._replace(is_explicit=True)


def _headed_in_words(text: str, context: Context, page: PageCalls) -> Context:
    """Return the auction of a table whose header has words: ``Opening``, ``Response``, ``Bid``."""
    if has("opening", text) and not page.find(text) and not has("their", text):
        return Context((), True) if not context.calls else context
    return named(text, context, page.letters)


def table_entries(layout: TableLayout, page: PageCalls) -> list[Entry]:
    """Return the rows of a table, those that are indented below the others."""
    context, header = layout.context, layout.header
    is_opening = context.is_known and not (context.calls or context.doubt)
    if header and header[0].strip():
        # "4♣ 4♦" below "Bid" of a table of openings
        is_opening = has("opening", header[0]) or (
            is_opening and _BIDS.fullmatch(header[0].strip(" *")) is not None
        )
    entries: list[Entry] = []
    above: list[str] = []
    rows = [each for row in layout.rows for each in _by_case(row)]
    ends = [*(row.location.line - 1 for row in rows[1:]), layout.end]
    for row, end in zip(rows, ends, strict=True):
        indentation = _INDENTATION.match(row.cells[0])
        cells = [cell.strip() for cell in row.cells]
        cells[0] = cells[0].lstrip(_ARROWS) if indentation else cells[0]
        above = with_calls_above(cells[: layout.columns], above)
        depth = len(indentation[0]) if indentation else 0
        item = OutlineItem(depth, "", row.location, max(row.location.line, end))
        entries.append(_row_entry(item, above, cells, layout, page, is_opening=is_opening))
    return by_indentation(entries)


def _by_case(row: OutlineRow) -> list[OutlineRow]:
    """Return a row for each of two calls with what it is after: ``3♥ (after 1♥) / 3♠ (after 1♠)``."""
    both = _TWO_CASES.fullmatch(row.cells[0].strip())
    return [row._replace(cells=(call, *row.cells[1:])) for call in both.groups()] if both else [row]


def _row_entry(
    item: OutlineItem,
    calls: Sequence[str],
    cells: Sequence[str],
    layout: TableLayout,
    page: PageCalls,
    *,
    is_opening: bool,
) -> Entry:
    """Return a row, above the replies that its cells tell of: "2♦ = no major" in the row of 2♣."""
    before = [cell.rstrip(f"{_DASHES} ") for cell in calls]
    auction = "-".join(before)
    if is_opening or (layout.columns == 1 and not _SIGNS.search(auction) and layout.context.calls):
        # "2♠ 3♣ 3♦" below 1NT – 2♦
        auction = BESIDE.sub(r"\g<marks>/", auction)
    read = page.read(auction)
    # "3♣: hearts" in the row of "1♠ (2NT)" is our call.
    is_over_theirs = read is not None and read.columns[-1].theirs
    children, said, later = _told_by_cells(
        item, cells, layout, page, has_calls=bool(calls), is_over_theirs=is_over_theirs
    )
    # What partner does then says nothing of the hand, and "12-14" below "NV" nothing of all hands.
    item = item._replace(description="\n".join(later))
    text = auction
    if said and read:
        # "2NT then 3♠" ends with a call.
        text += f"{', ' if read.offset < len(auction) and read.is_sure else ': '}{_meaning(said)}"
    read = page.read(text)
    if read and len(read.columns) < len(before):
        # "| 2♥ | New suit | 15+ |" is for no call in particular.
        read = None
    return Entry(
        item._replace(text=text if read else " | ".join(filter(None, cells))), read, text, "", children
    )


def _told_by_cells(
    item: OutlineItem,
    cells: Sequence[str],
    layout: TableLayout,
    page: PageCalls,
    *,
    has_calls: bool,
    is_over_theirs: bool,
) -> tuple[list[Entry], list[str], list[str]]:
    """Return what the cells beside calls tell: replies, what is said of the calls, and what of later ones."""
    titles = [title.strip(" *_") for title in layout.header]
    titles += [""] * (len(cells) - len(titles))
    children: list[Entry] = []
    said: list[str] = []
    later: list[str] = []
    cases = [
        index for index in range(layout.columns, len(cells)) if of_kind("cases").fullmatch(titles[index])
    ]
    # What two columns for vulnerability have both holds for all hands.
    is_divided = len(cases) == 1 or len({cells[index] for index in cases}) > 1
    for index in range(layout.columns, len(cells)):
        title, cell = titles[index], cells[index]
        is_named = _CALL_IN_WORDS.match(title) is not None
        own = page.read(title, takes_words=True) if is_over_theirs else None
        # "none" below "Our cheaper cue"
        cell = "" if is_over_theirs and of_kind("no").fullmatch(cell) else cell
        is_next = is_named or _is_of_next(title, titles[0])
        is_told = is_next or (is_over_theirs and _SAYS.match(cell) is not None)
        found, left = _replies(cell, title, page, is_next=is_told) if has_calls else ((), cell)
        if own and own.end == len(title) and cell.strip(_DASHES):
            # "wants to penalise" below "Double"
            found, left = (f"{title}: {cell}",), ""
        replies = [Entry(item._replace(text=reply), page.read(reply), reply) for reply in found]
        # "2♦ = 15-17" below "Opener", and "pass; 3♦ = inv" below "Responder then"
        goes_on = is_next and not is_named and index > layout.columns
        above = children[0] if goes_on and len(children) == 1 else None
        (above.children if above else children).extend(replies)
        is_repeated = index > layout.columns and cell == cells[index - 1]
        text = "" if is_repeated else _cell_said(left, title)
        if above and text:
            above.block = above.block._replace(description=f"{title}: {text}")
        elif text and (is_named or (is_next and said) or (is_divided and index in cases)):
            later.append(f"{title}: {text}")
        elif text:
            said.append(text)
    return children, said, later


def _meaning(said: Sequence[str]) -> str:
    """Return what cells say of a call: "11-15" in one of them holds for "balanced, or diamonds" beside it."""
    points, rest = said[0], ", ".join(said[1:])
    return f"{points}; {rest}" if points.endswith(" hcp") and has("or", rest) else ", ".join(said)


def _is_of_next(title: str, first: str) -> bool:
    """Return whether a column says what is bid next: "Next", "Relay", or "Response" if ``first`` is "Bid"."""
    kinds = ("opener", "responder", "response")
    is_next = any(has(kind, title) for kind in ("next", "asking")) or any(
        has(kind, title) and not has(kind, first) for kind in kinds
    )
    # "Opener shows" is about the calls of the rows.
    is_next = is_next and not has("tells", title)
    return is_next and is_only(("next", "asking", *kinds, "structure", "calls"), title)


def _replies(cell: str, title: str, page: PageCalls, *, is_next: bool) -> tuple[Sequence[str], str]:
    """Return the calls of a cell, and what is left of it: ``2♦ = no<br>2♥ = four``, ``2♦ no, 2♥ four``.

    Below "Relay", or the name of a convention such as "NMF", a call alone is one.
    """
    if (is_next and has("asking", title)) or of_kind("known").fullmatch(title):
        read = page.read(cell)
        said = cell[read.end :].strip() if read else ""
        if read is not None and len(read.columns) == 1 and (not said or said[0] + said[-1] == "()"):
            return [f"{cell[: read.end]}: {title} {said}".rstrip()], ""
        cell = "" if of_kind("no").fullmatch(cell) else cell
    told = find_telling(_BREAK.sub("\n", cell), page.letters)
    if told and told.has_signs and not told.lead and len(told.calls) > 1:
        return told.calls, ""
    pieces = [(piece, _reply(piece, page)) for piece in _PIECES.split(cell)] if is_next else [(cell, "")]
    # "raise = 3+, 2NT = 8-10"
    return [reply for _, reply in pieces if reply], ", ".join(piece for piece, reply in pieces if not reply)


def _reply(text: str, page: PageCalls) -> str:
    """Return a call and what it means, "" for another text: "pass or correct", "2♥", "2♠ or 3♣"."""
    read = page.read(text)
    said = text[read.offset :].strip() if read else ""
    is_single = read is not None and len(read.columns) == 1 and len(page.find(text)) == 1
    return f"{text[: read.end]}: {said}" if read and is_single and read.is_sure and said else ""


def _cell_said(cell: str, title: str) -> str:
    """Return what a cell below a title says of the call: "12-14 hcp", "alert" for ``x`` below "Alert"."""
    if not cell.strip(_DASHES):
        return ""
    if of_kind("hcp").fullmatch(title) and re.fullmatch(r"[\d\s+<>\u2264\u2265\u2013-]+", cell):
        return f"{cell} hcp"
    if of_kind("of-step").fullmatch(title) and _STEP.fullmatch(cell):
        return ""
    if of_kind("denies").fullmatch(title):
        return f"denies {cell}"
    if of_kind("trumps").fullmatch(title) and _NUMBER.fullmatch(cell):
        return f"{cell} trumps"
    if _ALERTS.fullmatch(title) and (of_kind("no").fullmatch(cell) or _IS_ALERT.fullmatch(cell)):
        return "" if of_kind("no").fullmatch(cell) else "alert"
    if _ALERTS.fullmatch(title) and _IS_ANNOUNCED.fullmatch(cell):
        return "announced"
    if of_kind("see").fullmatch(title) and _LINKS.fullmatch(cell):
        # "[majors](majors.md)" below "Page" names no suits.
        return f"see {cell}"
    return title.lower() if title and of_kind("yes").fullmatch(cell) else cell
