"""The forms that tables of bids have, as tables of a call and what it means in each row.

An auction may be in the header, in the corner, or at the head of each column; the calls of a row may be turns
in several columns, a bid of theirs and our answer, or a call with the reply beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from bml_core.language import WrittenCalls
from bml_core.outlines.outline import OutlineRow, OutlineTable
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, Calls, begins, is_legal, key, replaced, row_calls, shown
from bml_core.outlines.their_meanings import kind_of_theirs
from bml_core.outlines.word_kinds import has, is_only, of_kind

_MAJOR_HEAD = re.compile(r"1 ?([\u2660\u2664\u2665\u2661HS])\W*$")
_OWN_MAJOR = re.compile(r"^(\W*[1-7] ?)M(?!\w)")
# Their bid with a name: "(1NT) weak".
_BID_AND_NAME = re.compile(r"(\(?[1-7][^()\s]{1,3}\)?) [^\W\d_]+(?: [^\W\d_]+)?")
# "1NT – (?)", "1♥ (…)" in the corner of a table
_BEFORE_THEIRS = re.compile(
    r"([^()]*\w[^()]*?)\s*[-\u2013\u2014]?\s*\((?:\?|\.{2,3}|\u2026)\)(?:\s*[-\u2013\u2014?]+)?"
)
# "2♥ (5♥ 4+m)", but "1♥ (2♦)"
_HEAD_AND_LENGTHS = re.compile(r"(\(?[1-7]\S{1,3}) +\((?=[^()]*\d)(?![1-7]\S{1,2}\))[^()]+\)")
# "X (penalty)"
_CALL_AND_REMARK = re.compile(r"([^\s()]{1,4}) +\([^()]*[^\W\d_]{2}[^()]*\)")
COMPASS = {
    **dict.fromkeys(("n", "north", "nord", "noord", "norte"), 0),
    **dict.fromkeys(("e", "east", "ost", "öst", "oost", "est", "este"), 1),
    **dict.fromkeys(("s", "south", "syd", "süd", "sud", "zuid", "sur"), 0),
    **dict.fromkeys(("w", "west", "väst", "vest", "ovest", "ouest", "oeste"), 1),
}
_THEIRS = ("their", "they", "defence")
_OVER = ("their", "they", "defence", "over")
_TURNS = ("opener", "responder", "rebid", "response", "later")
_OF_PAIRS, _OF_TURNS, _PARTIES = 4, 3, 2
_LONGEST_TITLE = 60


_CARDS = re.compile(r"[AKQJ][AKQJTx\d]|[\u2660-\u2667][\ufe0e\ufe0f]?\s?[AKQJTx]")
_OF_HAND = re.compile(r"\d\+|\d-\d|\d\s?[\u2660-\u2667]")


def is_row(line: str, read: WrittenCalls | None) -> bool:
    """Return whether a line, whose calls are ``read``, is a call and what it means."""
    return (
        read is not None
        and read.is_apart
        and read.is_sure
        and not read.is_open
        and line[read.offset :].strip() != ""
        # "4NT, when a suit is agreed" is about a call.
        and not (line[read.end : read.offset] == ", " and of_kind("case").match(line, read.offset))
    )


def _has_word(cell: str) -> bool:
    """Return whether a cell of a table says something."""
    return re.search(r"[\w\u2660-\u2667]", cell) is not None and not re.fullmatch(
        r"(?i)\s*n\.?/?a\.?\s*", cell
    )


def _is_title(head: str) -> bool:
    """Return whether the head of a column says that it has points, or what calls mean."""
    return any(of_kind(kind).fullmatch(head.strip("* ")) for kind in ("meaning", "hcp"))


def _own_majors(heads: Sequence[str]) -> list[str]:
    """Return what "M" is in each column: in those of 1♥ and 1♠, "3M" is the one of its column."""
    majors = [_MAJOR_HEAD.search(head) for head in heads]
    return [major[1] if major and all(majors) else "M" for major in majors]


def _sides(heads: Sequence[str]) -> list[bool]:
    """Return for each of the columns of turns, which are the first ones, whether it is theirs.

    Of North, East and South, those of the last call's side are ours.
    """
    names = [head.strip("* :").lower() for head in heads]
    compass = [COMPASS[name] for name in takewhile(lambda name: name in COMPASS, names)]
    if compass:
        return [side != compass[-1] for side in compass]
    sides = list(map(_side, names))
    if len(sides) >= _OF_TURNS and sides[0] is None and sides[1] is not None and has("opening", names[0]):
        # "Opening | They | We | Meaning"
        sides[0] = not sides[1]
    return [side for side in takewhile(lambda side: side is not None, sides) if side is not None]


def _side(head: str) -> bool | None:
    """Return whether the turns below a title are theirs: "They say", "Partner"; None for another title."""
    for kinds, theirs in ((("they", "they-alone"), True), (("we", "we-alone", "opener", "responder"), False)):
        for kind in kinds:
            word = of_kind(kind).match(head)
            if word and is_only(("opening", "verbs", "calls", "came", "tells"), head[word.end() :]):
                return theirs
    return None


def with_calls_above(cells: Sequence[str], above: Sequence[str]) -> list[str]:
    """Return the calls of a row: ``| | 2♥ |`` below ``| 2♣ | 2♦ |`` leaves out 2♣."""
    last = max((index for index, cell in enumerate(cells) if cell), default=-1)
    if len(cells) == 1 or last == 0:
        return list(cells[: last + 1])
    return [
        cell or (above[index] if index < len(above) else "") for index, cell in enumerate(cells[: last + 1])
    ]


def _kinds_of_theirs(heads: Sequence[str], above: Calls) -> dict[int, str]:
    """Return which columns are for what a call of theirs shows: "Against weak" beside "Against strong"."""
    if not (above and above[-1].theirs):
        return {}
    kinds = {at: kind_of_theirs(head, above[-1].text) for at, head in enumerate(heads, 1)}
    found = {at: kind for at, kind in kinds.items() if kind}
    return found if len({*found.values()}) == len(found) > 1 else {}


def _by_kind(block: OutlineTable, kinds: Mapping[int, str]) -> Iterator[OutlineTable]:
    """Yield a table for each of the columns that are for what a call of theirs shows."""
    heads = block.header.cells if block.header else ()
    others = [at for at in range(1, len(heads)) if at not in kinds]
    for own, kind in kinds.items():
        kept = (0, own, *others)
        rows = tuple(
            row._replace(cells=tuple(cells[at] for at in kept))
            for row in block.rows
            for cells in [(*row.cells, *[""] * len(heads))]
            if _has_word(cells[own])
        )
        header = OutlineRow((f"Against {kind}", "", *(heads[at] for at in others)), block.location)
        yield block._replace(header=header, rows=rows)


class TableForms:
    """The forms of the tables of a page."""

    def __init__(self, page: PageCalls) -> None:
        self._page = page

    def divided(self, block: OutlineTable, above: Calls = ()) -> Iterator[OutlineTable]:
        """Yield a table as one or several that each have one auction above their rows.

        ``above`` is the auction above the table.
        """
        if by_before := self._by_auction_before(block):
            return iter(by_before)
        block = self._with_calls_first(self._with_heads(block))
        if block.header and len(block.header.cells) > _PARTIES:
            first, *heads = block.header.cells
            block = block._replace(header=block.header._replace(cells=(first, *map(self._bare_head, heads))))
        return self._tables_in(block, above)

    def _by_auction_before(self, block: OutlineTable) -> list[OutlineTable]:
        """Return a table for each auction in a column of them: ``| Call | After | Meaning |``.

        Of two, ``both`` is each; what comes after something else stays below that.
        """
        heads = [cell.strip("* ") for cell in block.header.cells] if block.header else []
        found = [at for at, head in enumerate(heads) if of_kind("after-alone").fullmatch(head)]
        is_whole = len(heads) > _PARTIES and all(len(row.cells) == len(heads) for row in block.rows)
        if len(found) != 1 or has("over", heads[found[0]]) or not is_whole:
            return []
        (at,) = found
        title = heads.pop(at)
        cells = [list(row.cells) for row in block.rows]
        texts: list[str] = []
        for each in cells:
            # A cell of several rows is empty in all but the first.
            texts.append(each.pop(at).strip("* ") or "".join(texts[-1:]))
        rows = [row._replace(cells=tuple(each)) for row, each in zip(block.rows, cells, strict=True)]
        auctions = list(dict.fromkeys(filter(None, map(self._auction_alone, texts))))
        if not auctions or self._share(rows, 0, whole=True) < 1.0:
            return []
        below: dict[str, list[OutlineRow]] = {}
        for row, text in zip(rows, texts, strict=True):
            are_both = len(auctions) == _PARTIES and of_kind("either").fullmatch(text)
            for head in auctions if are_both else [self._auction_alone(text) or f"{title} {text} call"]:
                below.setdefault(head, []).append(row)
        return [
            block._replace(header=OutlineRow((head, *heads[1:]), block.location), rows=tuple(part))
            for head, part in below.items()
        ]

    def _auction_alone(self, text: str) -> str:
        """Return the auction that a cell is, as the head of a table: "2D-2H -"; "" for another text."""
        read = self._page.read(text)
        is_auction = read is not None and read.end >= len(text) and not has("several", text)
        return f"{shown(row_calls(read, NOWHERE))} -" if read and is_auction else ""

    def _with_calls_first(self, block: OutlineTable) -> OutlineTable:
        """Return a table ``| Points | Bid | Meaning |`` with the bids first; points hold below, too.

        Tables of hands and what to bid with them are exercises.
        """
        if block.header is None:
            return block
        heads = [cell.strip("* ") for cell in block.header.cells]
        # "| Points | 3-card support | 4-card support |" has calls for two kinds of hands, "| | opener 1♥ |"
        # an auction.
        found = [at for at in range(len(heads)) if self._share(block.rows, at, whole=True) >= 0.5]
        is_titled = len(found) == 1 and has("calls", heads[found[0]])
        column = found[0] if is_titled and not self._share(block.rows, 0) else 0
        cells = [[cell.strip() for cell in (*row.cells, *[""] * (len(heads) + 1))] for row in block.rows]
        calls = [row[column] for row in cells if row[column]]
        before = "|".join(cell for row in cells for cell in row[:column])
        is_clear = len(set(calls)) == len(calls) > 1 and not _CARDS.search(before)
        if not (column and is_clear) or any(map(self._page.find, heads)):
            return block
        rows: list[OutlineRow] = []
        above = ""
        for row, texts in zip(block.rows, cells, strict=True):
            above = texts[0] or (above if texts[column] else "")
            texts[0] = above if has("hcp", heads[0]) else texts[0]
            rows.append(row._replace(cells=(texts.pop(column), *texts[: len(heads) - 1])))
        header = (heads.pop(column), *heads)
        return block._replace(header=block.header._replace(cells=header), rows=tuple(rows))

    def _bare_head(self, head: str) -> str:
        """Return the head of a column without a remark that has lengths: ``2♥ (5♥ and 4+m)``."""
        found = _HEAD_AND_LENGTHS.fullmatch(head.strip("* "))
        return found[1] if found and self._page.read(found[1]) else head

    def titled(self, block: OutlineTable) -> Iterator[OutlineTable]:
        """Yield a table in parts, each below the title of it that is a row: ``| After 1♥ | |``."""
        part = block._replace(rows=())
        for row in block.rows:
            if not self._is_title(row):
                part = part._replace(rows=(*part.rows, row))
                continue
            yield part._replace(end=row.location.line - 1)
            cells = (row.cells[0].strip("* "), *(block.header.cells[1:] if block.header else ()))
            part = part._replace(header=row._replace(cells=cells), rows=(), is_titled=True)
        yield part._replace(end=block.end)

    def _is_title(self, row: OutlineRow) -> bool:
        """Return whether a row is a title for those below it: ``After 1♥``, ``Opener's rebids``, ``Then``."""
        title = row.cells[0].strip("* ") if row.cells else ""
        if self._page.read(title) or "".join(row.cells[1:]).strip() or len(title) > _LONGEST_TITLE:
            return False
        is_turn = any(has(kind, title) for kind in _TURNS) and is_only((*_TURNS, "structure", "verbs"), title)
        is_after = has("after", title) and self._page.find(title) != []
        return is_turn or is_after or of_kind("after-alone").match(title) is not None or has("doubt", title)

    def _with_heads(self, block: OutlineTable) -> OutlineTable:
        """Return a table with the second row of its header: ``| Reply | to |`` above ``| | 1♥ | 1♠ |``."""
        if block.header is None and len(block.rows) == 2 and self._are_calls(block.rows[0].cells):
            # Calls above what each of them means
            block = block._replace(header=block.rows[0], rows=block.rows[1:])
        if block.header is None or not block.rows:
            return block
        # "| Answer | 3♣ | 3♦ |" above "| Shows | minimum | maximum |"
        firsts = ["".join(row.cells[:1]).strip("* ") for row in (block.header, block.rows[0])]
        title = block.header.cells[:1] if not any(map(self._page.read, firsts)) else ()
        if len(block.rows) == 1 and self._are_calls(block.header.cells[len(title) :]):
            # "| 3♣ | 3♦ | 3♥ |" above what each of them means, both perhaps below a title
            pairs = zip(block.header.cells[len(title) :], block.rows[0].cells[len(title) :], strict=False)
            rows = tuple(block.rows[0]._replace(cells=pair) for pair in pairs)
            return block if self._are_calls(block.rows[0].cells) else block._replace(header=None, rows=rows)
        first, *heads = block.rows[0].cells or ("",)
        is_second = len(heads) > 1 and not first.strip() and all(map(self._heads_column, heads))
        cells = (block.header.cells[0], *heads) if block.header.cells else ()
        return (
            block._replace(header=block.header._replace(cells=cells), rows=block.rows[1:])
            if is_second
            else block
        )

    def _are_calls(self, cells: Sequence[str]) -> bool:
        """Return whether all cells are single calls."""
        reads = [(cell.strip("* "), self._page.read(cell.strip("* "))) for cell in cells]
        return len(cells) > 1 and all(
            read and len(read.columns) == 1 and read.end >= len(cell) for cell, read in reads
        )

    def _tables_in(self, block: OutlineTable, above: Calls) -> Iterator[OutlineTable]:
        """Yield a table, or one for each of its columns if calls head them: ``| Response | 1♥ | 1♠ |``."""
        block = self._by_pairs(self._by_sides(self._over_theirs(self._without_remarks(block))))
        if theirs := self._by_their_bid(block):
            yield from theirs
            return
        first, *heads = (block.header.cells if block.header else ()) or ("",)
        shares = [self._share(block.rows, column) for column in range(len(heads) + 1)]
        if block.header and heads and min(shares) >= 0.5 and all(map(self._heads_column, (first, *heads))):
            # "| After 1♥ | After 1♠ |", with rows such as "2♥: 6–9" below each
            for column, head in enumerate((first, *heads)):
                rows = [
                    row._replace(cells=(row.cells[column],)) for row in block.rows if len(row.cells) > column
                ]
                yield block._replace(header=block.header._replace(cells=(head,)), rows=tuple(rows))
            return
        is_against = len(heads) > 1 and self._are_against(heads)
        is_divided = len(heads) > 1 and not self._page.find(first)
        is_divided = is_divided and (is_against or all(map(self._heads_column, heads)))
        beside = [column for column, head in enumerate((first, *heads)) if self._heads_column(head)]
        if self._are_beside(block, beside):
            # "| 6-10 and three trumps | 2♥ | 2♠ |" below "| | 1♥ | 1♠ |", or "| 2♥ | 2♠ | three trumps |"
            yield from self._by_meaning(block, beside, above)
            return
        if block.header and shares[0] >= 0.5 and (kinds := _kinds_of_theirs(heads, above)):
            yield from _by_kind(block, kinds)
            return
        if block.header is None or not is_divided or shares[0] < 0.5:
            yield block
            return
        for column, (head, own) in enumerate(zip(heads, _own_majors(heads), strict=True), 1):
            offset, read = self._page.find(head)[0]
            before, auction = row_calls(read, NOWHERE), head[offset : read.end]
            if is_against:
                # "Against 2♦ weak"
                before = (before[0]._replace(theirs=True),)
                auction = f"({auction.strip('()')})"
                head = f"{auction} -"
            rows = []
            for row in block.rows:
                cell = row.cells[column] if len(row.cells) > column else ""
                if not _has_word(cell):
                    continue
                if is_against and self._is_own(row.cells[0], cell):
                    # "| cheapest cue | 3♦: both majors |"
                    rows.append(row._replace(cells=(cell, "")))
                    continue
                call = _OWN_MAJOR.sub(rf"\g<1>{own}", row.cells[0])
                if self._may_follow(row, before):
                    rows.append(row._replace(cells=(call, cell)))
                elif _OF_HAND.search(cell):
                    # Below 1♠, "1♠ | 4+♠" is kept, so that it is reported; "1♠ | not possible" is left out.
                    rows.append(row._replace(cells=(f"{auction}-{call}", cell)))
            yield block._replace(header=block.header._replace(cells=(head, "")), rows=tuple(rows))

    def _are_beside(self, block: OutlineTable, columns: Sequence[int]) -> bool:
        """Return whether columns have calls, each below an auction of its own, and all others meanings."""
        heads = [cell.strip("* ") for cell in block.header.cells] if block.header else []
        befores = [row_calls(self._page.find(heads[column])[0][1], NOWHERE) for column in columns]
        others = [head for column, head in enumerate(heads) if column not in columns]
        # "| 1♣ | 2♣ | raise |" may be the first row of a table without a header.
        is_header = 0 not in columns or any(map(_is_title, others))
        is_header = is_header or all(
            has("after", heads[column]) or heads[column][-1] in "-\u2013\u2014" for column in columns
        )
        return (
            is_header
            and len(set(befores)) > len(set(map(len, befores))) == 1
            and not any(map(self._page.find, others))
            and min(self._share(block.rows, column, whole=True) for column in columns) >= 0.5
            and all(
                any(_has_word(cell) for cell in row.cells[columns[0] : columns[-1] + 1]) for row in block.rows
            )
        )

    def _by_meaning(
        self, block: OutlineTable, columns: Sequence[int], above: Calls
    ) -> Iterator[OutlineTable]:
        """Yield a table for each of the columns that have calls; what others say holds for each call."""
        heads, place = block.header or OutlineRow((), block.location)
        others = [column for column in range(len(heads)) if column not in columns]
        titles = [heads[column] if _is_title(heads[column]) else "" for column in others]
        for column, own in zip(columns, _own_majors([heads[each] for each in columns]), strict=True):
            rows = [
                row._replace(
                    cells=(_OWN_MAJOR.sub(rf"\g<1>{own}", cells[column]), *map(cells.__getitem__, others))
                )
                for row in block.rows
                for cells in [(*row.cells, *[""] * len(heads))]
                if _has_word(cells[column])
            ]
            # "opener 1♥"
            offset, read = self._page.find(heads[column])[0]
            before = row_calls(read, NOWHERE)
            # "| over 1♥ | over 1♠ |" below 1M – (X)
            is_one = (
                len(above) > len(before) == 1 and key(before) != key(above[:1]) and begins(before, above[:1])
            )
            head = shown(replaced(above, 0, before)) if is_one else heads[column][offset : read.end]
            header = OutlineRow((f"{head} -", *titles), place)
            yield block._replace(header=header, rows=tuple(rows))

    def _without_remarks(self, block: OutlineTable) -> OutlineTable:
        """Return a table ``| Opener | Responder | Meaning |`` with rows for what is said of Opener's bids.

        ``| 2♦ (no major) | 2NT | invites |`` says two things.
        """
        heads = [cell.strip("* ") for cell in block.header.cells] if block.header else []
        are_turns = len(heads) > _PARTIES and all(
            any(has(kind, head) for kind in _TURNS) for head in heads[:2]
        )
        if not are_turns:
            return block
        rows: list[OutlineRow] = []
        for row in block.rows:
            found = _CALL_AND_REMARK.fullmatch(row.cells[0].strip()) if row.cells else None
            if found and self._page.read(found[1]):
                remark = row.cells[0].strip()[len(found[1]) :].strip(" ()")
                rows.append(row._replace(cells=(found[1], *[""] * (len(heads) - 2), remark)))
                row = row._replace(cells=(found[1], *row.cells[1:]))
            rows.append(row)
        return block._replace(rows=tuple(rows))

    def _by_sides(self, block: OutlineTable) -> OutlineTable:
        """Return a table whose columns are turns, ``| They | We | They | We | Meaning |``, with auctions."""
        sides = _sides(block.header.cells) if block.header else []
        are_turns = len(sides) >= _OF_TURNS or sides == [False, True]
        if not are_turns or block.header is None:
            return block
        if len(set(sides)) == 1 and block.header.cells[0].strip("* :").lower() not in COMPASS:
            return block
        rows = []
        above: list[str] = []
        for row in block.rows:
            auction: list[str] = []
            remarks: list[str] = []
            # "| | | 1♠ |" below "| 1♣ | 1♦ | 1♥ |" leaves out two calls.
            above = with_calls_above([cell.strip() for cell in row.cells[: len(sides)]], above)
            for cell, theirs in zip(above, sides, strict=False):
                found = _CALL_AND_REMARK.fullmatch(cell)
                call = found[1] if found else cell
                # What "X (penalty)" says of their double stays with the row.
                remarks += [cell] if found else []
                auction += [f"({call.strip('()')})" if theirs else call] if cell else []
            rows.append(row._replace(cells=("-".join(auction), *row.cells[len(sides) :], *remarks)))
        # Where only our side is in the columns, its name says that auctions are whole.
        name = block.header.cells[0] if len(set(sides)) == 1 else ""
        header = block.header._replace(cells=(name, *block.header.cells[len(sides) :]))
        return block._replace(header=header, rows=tuple(rows))

    def _over_theirs(self, block: OutlineTable) -> OutlineTable:
        """Return a table ``| Over | Call | Shows |`` with the bids in its first column as theirs."""
        heads = [cell.strip("* ") for cell in block.header.cells] if block.header else []
        is_theirs = len(heads) > _PARTIES and any(has(kind, heads[0]) for kind in _OVER)
        # "| Over 1♥ | Over 1♠ |" has our calls.
        is_theirs = is_theirs and is_only((*_OVER, "calls", "opening", "verbs"), heads[0])
        is_theirs = is_theirs and not self._page.find(heads[0])
        if not is_theirs or block.header is None or self._share(block.rows, 1, whole=True) < 0.5:
            return block
        rows = []
        for row in block.rows:
            bid, *cells = row.cells
            found = _CALL_AND_REMARK.fullmatch(bid.strip())
            call = found[1] if found else bid.strip()
            theirs = f"({call})" if self._page.read(call) and not call.startswith("(") else call
            rows.append(row._replace(cells=(theirs, *cells, bid.strip()[len(call) :].strip())))
        header = block.header._replace(cells=("They open", "We bid", *heads[2:]))
        return block._replace(header=header, rows=tuple(rows))

    def _by_pairs(self, block: OutlineTable) -> OutlineTable:
        """Return a table of two calls with their meanings, ``| Call | | Opener next | |``, as auctions.

        Where the two have the same title, the second pair is more of the first one's rows.
        """
        heads = [cell.strip("* ") for cell in block.header.cells] if block.header else []
        has_calls = [self._share(block.rows, column, whole=True) >= 0.5 for column in (0, 2)]
        if len(heads) == _OF_PAIRS - 1:
            # The first of them is above two cells.
            heads[1:1] = [""]
        if len(heads) != _OF_PAIRS or block.header is None or not all(has_calls):
            return block
        if self._share(block.rows, 1, whole=True) >= 0.5:
            # "| Opener | Responder | Opener | Meaning |" are turns.
            return block
        is_same = heads[0] == heads[2] and heads[1] == heads[3]
        goes_on = any(
            row.cells[2:3] and row.cells[2].strip() and not "".join(row.cells[:1]).strip()
            for row in block.rows
        )
        if not (is_same or goes_on or any(has(kind, heads[2]) for kind in ("next", "opener", "responder"))):
            return block
        first: list[OutlineRow] = []
        second: list[OutlineRow] = []
        above = ""
        for row in block.rows:
            call, said, other, of_other = (*row.cells, *[""] * _OF_PAIRS)[:_OF_PAIRS]
            above = call.strip("* ") or above
            first += [row._replace(cells=(call, said))] if call.strip() else []
            if other.strip():
                auction = other if is_same else f"{above}-{other.strip()}"
                (second if is_same else first).append(row._replace(cells=(auction, of_other)))
        header = block.header._replace(cells=(heads[0], heads[1]))
        return block._replace(header=header, rows=(*first, *second))

    def _may_follow(self, row: OutlineRow, before: Calls) -> bool:
        """Return whether the first cell of a row has no call, or one that is legal after others."""
        read = self._page.read(row.cells[0].strip())
        return read is None or is_legal((*before, *row_calls(read, NOWHERE)))

    def _by_their_bid(self, block: OutlineTable) -> list[OutlineTable]:
        """Return a table for each bid of theirs in the first column: ``| They open | We bid | Meaning |``.

        Our calls are in the second column, or head all others: ``| They open | X | 1NT |``. An auction in
        the corner is before their bids: ``| 1NT – (?) | X | 2NT |``.
        """
        first, *heads = (block.header.cells if block.header else ()) or ("",)
        corner = _BEFORE_THEIRS.fullmatch(first.strip("*` "))
        lead = corner[1] if corner and self._page.read(corner[1]) else ""
        is_theirs = self._is_side("they", first) or any(has(kind, first) for kind in _THEIRS)
        if len(heads) < 2 or not (lead or is_theirs):
            return []
        are_heads = [self._heads_column(head) or self._page.read(head) is not None for head in heads]
        is_by_head = sum(are_heads) > 1 or (lead != "" and any(are_heads))
        if not is_by_head and self._share(block.rows, 1) < 0.5:
            return []
        tables: list[OutlineTable] = []
        for row in block.rows:
            bid, *cells = row.cells or ("",)
            bid = bid.strip('* "\u201d\u201e\u3003')
            if with_name := _BID_AND_NAME.fullmatch(bid):
                bid = with_name[1]
            rows = (
                tuple(
                    # Below "cue bid": "3♣ = game force"
                    row._replace(cells=(cell, "") if self._is_own(head, cell) else (head, cell))
                    for head, cell in zip(heads, cells, strict=False)
                    if _has_word(cell)
                )
                if is_by_head
                else (row._replace(cells=tuple(cells)),)
            )
            if bid and (read := self._page.read(bid)) is not None and len(read.columns) == 1:
                name = bid if bid.startswith("(") else f"({bid})"
                before = f"{lead}-" if lead else ""
                header = OutlineRow((f"{before}{name} -", ""), row.location)
                tables.append(block._replace(header=header, rows=rows))
            elif bid or not tables:
                return []
            else:
                tables[-1] = tables[-1]._replace(rows=(*tables[-1].rows, *rows))
        return tables

    def _is_own(self, head: str, cell: str) -> bool:
        """Return whether a cell has a call of its own, below a head that is none."""
        return self._page.read(head) is None and is_row(cell, self._page.read(cell))

    def _is_side(self, side: str, head: str) -> bool:
        """Return whether the head of a column is a word for their side, or ours, alone: ``De``, ``Eux``."""
        return any(of_kind(kind).fullmatch(head.strip("* :")) for kind in (side, f"{side}-alone"))

    def _heads_column(self, head: str) -> bool:
        """Return whether the head of a column is an auction: ``1♥``, ``1NT–2♦``, ``after 1♠``."""
        found = self._page.find(head)
        beside = "".join(head[:offset] + head[read.end :] for offset, read in found)
        return len(found) == 1 and is_only(("structure", "after", "opening", "opener", "response"), beside)

    def _are_against(self, heads: Sequence[str]) -> bool:
        """Return whether each head of several columns is another opening of theirs: ``Against 2♦ weak``."""
        found = [self._page.find(head) for head in heads]
        calls = [row_calls(each[0][1], NOWHERE) for each in found if len(each) == 1]
        kinds = ("defence", "over", "their", "nature", "name", "structure")
        return (
            len(set(map(key, calls))) == len(heads)
            and all(len(each) == 1 for each in calls)
            and all(has("defence", head) or has("their", head) for head in heads)
            and all(
                is_only(kinds, head[: each[0][0]] + head[each[0][1].end :])
                for head, each in zip(heads, found, strict=True)
            )
        )

    def has_two_heads(self, rows: Sequence[OutlineRow], header: Sequence[str]) -> bool:
        """Return whether the second column has calls below an auction, as the first one has."""
        return self._heads_column("".join(header[1:2])) and self._share(rows, 1, whole=True) >= 0.5

    def is_headed(self, rows: Sequence[OutlineRow]) -> bool:
        """Return whether the first row is a header: an auction, above rows that are single calls."""
        reads = [self._page.read(row.cells[0].strip()) for row in rows if row.cells]
        head = reads[0] if len(reads) > 1 else None
        is_auction = (
            head is not None and len(head.columns) > 1 and head.offset >= len(rows[0].cells[0].strip())
        )
        return is_auction and all(read is None or len(read.columns) == 1 for read in reads[1:])

    def call_columns(self, rows: Sequence[OutlineRow], header: Sequence[str]) -> int:
        """Return how many columns have calls: usually the first; level and suit may have one each."""
        titles = zip(("calls", "meaning"), [cell.strip("* ") for cell in header[:2]], strict=False)
        # Below "| Bid | Meaning |" most rows may be like "new suit" and "raise".
        is_titled = len(header) > 1 and all(of_kind(kind).fullmatch(title) for kind, title in titles)
        share = self._share(rows, 0)
        if not share or (share < 0.5 and not is_titled):
            return 0
        columns = 1
        width = max(len(row.cells) for row in rows)
        while (
            len(header) > columns
            and columns < width - 1
            and (of_kind("calls").search(header[columns]) or self._go_on(rows, columns))
            and self._share(rows, columns, whole=True) >= 0.5
        ):
            columns += 1
        return columns

    def _go_on(self, rows: Sequence[OutlineRow], column: int) -> bool:
        """Return whether a column has a call in each row that goes on with those before, some of them alike.

        ``| 1♥–2♥ | 2NT | short ♠ |`` above ``| 1♥–2♥ | 3♥ | to play |``
        """
        befores = ["-".join(cell.strip() for cell in row.cells[:column]) for row in rows]
        auctions = [
            self._page.read(f"{before}-{row.cells[column].strip()}")
            for before, row in zip(befores, rows, strict=True)
            if row.cells[column : column + 1]
        ]
        are_calls = self._share(rows, column, whole=True) == 1.0 and len(auctions) == len(rows)
        are_legal = all(read and is_legal(row_calls(read, NOWHERE)) for read in auctions)
        # "| (1♣/1♦) | 2♣/2♦ | both majors |": nobody says of their call that it is a call.
        are_theirs = are_legal and all(read and read.columns[0].theirs for read in auctions)
        return are_calls and are_legal and (are_theirs or len(set(befores)) < len(rows))

    def joined_levels(
        self, header: list[str], rows: Sequence[OutlineRow]
    ) -> tuple[list[str], Sequence[OutlineRow]]:
        """Return a table whose first two columns are level and suit, as in ``2 | ♦ ♥``, with both in one."""
        is_split = len(header) > 2 and (has("level", header[0]) or has("suit", header[1]) or not header[1])
        if not (
            rows and all(len(row.cells) > 2 and re.fullmatch("[1-7]", row.cells[0].strip()) for row in rows)
        ):
            return header, rows
        joined = []
        for row in rows:
            level, suit = (cell.strip() for cell in row.cells[:2])
            # "| 1 | 1NT |" has the level twice.
            is_whole = suit.startswith(level) and self._page.read(suit) is not None
            call = suit if is_whole else level + re.sub(r"[\s,/]+(?=[\u2660-\u2667])", "", suit)
            joined.append(row._replace(cells=(call, *row.cells[2:])))
        are_calls = self._share(joined, 0, whole=True) > 0.5
        return ([header[0], *header[2:]] if is_split else header, joined) if are_calls else (header, rows)

    def _share(self, rows: Sequence[OutlineRow], column: int, *, whole: bool = False) -> float:
        cells = [
            row.cells[column].strip()
            for row in rows
            if len(row.cells) > column and row.cells[column].strip(" -\u2013\u2014")
        ]
        if not cells:
            return 0.0
        read = [(cell, self._page.read(cell)) for cell in cells]
        good = sum(1 for cell, calls in read if calls and (not whole or calls.offset >= len(cell)))
        return good / len(cells)
