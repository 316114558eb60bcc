"""Tables, deals, auctions, frequencies and conditions as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from bml_core.bridge import Hand, Seat
from bml_core.document import (
    AuctionBlock,
    BiddingTable,
    DescriptionLine,
    Diagram,
    Emphasis,
    RowCall,
    Span,
    Strong,
    Table,
    walk_rows,
)
from bml_core.render.calls import (
    call_pieces,
    call_text,
    diagram_facts,
    diagram_holdings,
    entry_text,
    history_texts,
    points_text,
    scope_words,
    seat_word,
    sign_text,
    signs,
)
from bml_core.render.links import Inline
from bml_core.render.shown import ShareTable, SkippedCall, share_lines, table_notes, title_pieces
from bml_core.render.ui_texts import ENGLISH, UiTexts

__all__ = [
    "WIDTH", "auction_lines", "column_widths", "deal_lines", "frequency_lines", "frequency_rows",
    "note_lines", "shortened", "table_lines", "text_table_lines", "wrapped",
]  # fmt: skip

WIDTH = 76
_STEP = 2
_GAP = "  "
_HISTORY_DASH = " – "
_LEAST_CALL, _MOST_CALL = 4, 9
_LEAST_TEXT = 28
_LEAST_HAND = 13
_MOST_CELL = (WIDTH - 3 * 2) // 4
_AROUND = (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)


class _SpanInline:
    """The inline parts of a table as the document has them."""

    def text(self, part: int, lines: Sequence[DescriptionLine]) -> str:
        return "\n".join(sign_text(line.spans) for line in lines)

    def call(self, part: int, call: RowCall, shown: str) -> str:
        return shown


_SPANS = _SpanInline()


def table_lines(
    table: BiddingTable, words: UiTexts = ENGLISH, inline: Inline = _SPANS, width: int = WIDTH
) -> list[str]:
    r"""Return a bidding table, responses indented, descriptions aligned and wrapped beside their calls.

    ``inline`` writes its inline parts, the lines of a description set apart by newline characters.

    >>> from bml_core.language import parse
    >>> (table,) = parse("1H  5+\n  P  weak\n     or tired").tables
    >>> for line in table_lines(table):
    ...     print(line)
    1♥    5+
      Pass  weak
            or tired
    """
    rows = [
        (depth, inline.call(part, row.call, signs(call_text(row.call, words).shown)), part, row.description)
        for part, (depth, row) in enumerate(walk_rows(table.rows), 1)
    ]
    longest = max((len(call) for _, call, _, _ in rows if len(call) <= _MOST_CALL), default=0)
    column = max(longest, _LEAST_CALL) + 2
    deepest = max((depth for depth, *_ in rows), default=0)
    # Steps get shorter, and end, where the deepest rows would have no room.
    room = max(width - column - _LEAST_TEXT, width // 3)
    step = _STEP if deepest * _STEP <= room else 1
    scope = scope_words(table.scope, words)
    lines = [scope] if scope else []
    if table.history is not None:
        calls = _HISTORY_DASH.join(signs(call.shown) for call in history_texts(table.history, words))
        text = inline.text(0, table.history.description).replace("\n", " ")
        lines += wrapped(_GAP.join(filter(None, (calls, text))), width)
    for depth, call, part, description in rows:
        indent = " " * min(depth * step, room)
        lines += _row_lines(call, inline.text(part, description), indent, column, width)
    return lines


def _row_lines(call: str, text: str, indent: str, column: int, width: int) -> Iterator[str]:
    calls = wrapped(call, width - len(indent))
    if not text.strip("\n"):
        yield from (indent + line for line in calls)
        return
    hang = indent + " " * column
    room = max(width - len(hang), _LEAST_TEXT)
    lines = [part for line in text.split("\n") for part in wrapped(line, room)]
    first = indent + calls[-1]
    yield from (indent + line for line in calls[:-1])
    if len(calls) > 1 or len(call) >= column:
        yield first
        first = hang
    yield f"{first:<{len(hang)}}{lines[0]}".rstrip()
    for line in lines[1:]:
        yield (hang + line).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text, at least one line; words go whole to the next line where they can.

    >>> wrapped("a word", 4), wrapped("", 4)
    (['a', 'word'], [''])
    """
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def column_widths(longest: Iterable[int], width: int = WIDTH) -> list[int]:
    """Return widths of columns for their longest texts: the widest give way until all fit in ``width``.

    >>> column_widths([5, 200, 30], 60)
    [5, 25, 30]
    """
    widths = list(longest)
    room = max(width, len(widths))
    while (excess := sum(widths) - room) > 0:
        widest = widths.index(max(widths))
        below = max((width for width in widths if width < widths[widest]), default=1)
        widths[widest] -= max(min(excess, widths[widest] - below), 1)
    return widths


def shortened(text: str, width: int) -> str:
    """Return a text of at most ``width`` characters, with an ellipsis for what is cut off.

    >>> shortened("balanced or semi-balanced", 12)
    'balanced or…'
    """
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def number_lines(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines, the first column aligned left, the numbers after it right.

    >>> number_lines([("1NT", "4.87 %"), ("2♣", "12.00 %")])
    ['1NT   4.87 %', '2♣   12.00 %']
    """
    rows = [tuple(row) for row in rows]
    first, *others = ([len(cell) for cell in column] for column in zip(*rows, strict=True))
    return [
        _GAP.join(
            (f"{row[0]:<{max(first)}}", *(f"{c:>{max(w)}}" for c, w in zip(row[1:], others, strict=True)))
        )
        for row in rows
    ]


def text_table_lines(table: Table) -> list[str]:
    """Return a text table; in one of tricks ``**♥A**`` wins, and ``*♥2*`` is led."""
    rows = [[_marked(cell) for cell in row.cells] for row in (*table.header, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_GAP.join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _marked(spans: Sequence[Span]) -> str:
    match spans:
        case [Strong(inner) | Emphasis(inner) as span]:
            mark = "**" if isinstance(span, Strong) else "*"
            return f"{mark}{_marked(inner).strip('*')}{mark}"
    return sign_text(spans)


def deal_lines(diagram: Diagram, *, hcp: bool = False, words: UiTexts = ENGLISH) -> list[str]:
    """Return a deal: the facts on one line, then the hands at their places, with their points if ``hcp``."""
    facts = ", ".join(signs(fact) for fact in diagram_facts(diagram, words))
    hands = {
        seat: _hand_lines(diagram, seat, hand, hcp, words)
        for seat in Seat
        if (hand := diagram.deal.hand(seat))
    }
    column = max((len(line) for lines in hands.values() for line in lines), default=0)
    column = column + 1 if diagram.one_suit else max(column, _LEAST_HAND) + 2
    lines = [*wrapped(facts, WIDTH), ""] if facts else []
    if 3 * column > WIDTH:
        return lines + [line for seat in _AROUND for line in hands.get(seat, ())]
    west, east = hands.get(Seat.WEST, []), hands.get(Seat.EAST, [])
    margin = " " * (column if west or east else 0)
    lines += [margin + line for line in hands.get(Seat.NORTH, [])]
    if west and east:
        lines += [f"{left:<{2 * column}}{right}" for left, right in zip_longest(west, east, fillvalue="")]
    else:
        lines += [" " * (0 if west else 2 * column) + line for line in west or east]
    lines += [margin + line for line in hands.get(Seat.SOUTH, [])]
    return [line.rstrip() for line in lines]


def _hand_lines(diagram: Diagram, seat: Seat, hand: Hand, hcp: bool, words: UiTexts) -> list[str]:
    written = diagram_holdings(diagram, hand)
    holdings = [f"{suit.symbol} {holding}" if suit else holding for suit, holding in written]
    if diagram.one_suit:
        return holdings
    points = points_text(hand, words) if hcp else ""
    lines = [seat_word(seat, words), *holdings, *([points] if points else [])]
    return [part for line in lines for part in wrapped(line, WIDTH)]


def auction_lines(auction: AuctionBlock, words: UiTexts = ENGLISH) -> list[str]:
    """Return an auction in four columns, without its notes."""
    head = [[seat_word(seat, words) for seat in auction.seats]] if auction.seats else []
    for row in auction.rows:
        shown = ((signs(entry_text(entry, words).shown), entry.note) for entry in row)
        head.append([f"{call} [{note}]" if note else call for call, note in shown])
    cells: list[tuple[str, ...]] = []
    for texts in head:
        cells += zip_longest(*(wrapped(text, _MOST_CELL) for text in texts), fillvalue="")
    widths = [max((len(row[n]) for row in cells if n < len(row)), default=0) for n in range(4)]
    return ["  ".join(f"{cell:<{widths[n]}}" for n, cell in enumerate(row)).rstrip() for row in cells]


def note_lines(mark: str, text: str, width: int = WIDTH) -> list[str]:
    """Return a note below an auction.

    >>> note_lines("1", "promises a major", 16)
    ['[1] promises a', '    major']
    """
    margin = len(mark) + 3
    return [
        f"{' ' * margin if number else f'[{mark}] '}{line}"
        for number, line in enumerate(wrapped(text, width - margin))
    ]


_LEAST_MEANING = 20
_BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def frequency_lines(table: ShareTable, words: UiTexts = ENGLISH) -> list[str]:
    """Return a title, a line for each call, and the notes below."""
    shares = share_lines(table, words)
    cells = [
        (words.call, words.share, words.one_in),
        *((signs(line.call), line.share, line.odds) for line in shares),
    ]
    meanings = [words.meaning, *(line.rest or sign_text(line.row.text) for line in shares)]
    lines = [*wrapped(signs(title_pieces(table, words)), WIDTH), ""]
    lines += frequency_rows(cells, meanings)

    def write(part: str | SkippedCall) -> str:
        return part if isinstance(part, str) else signs(call_pieces(part.call, words))

    for note in table_notes(table, write, words):
        lines += ["", *wrapped(note, WIDTH)]
    return lines


def frequency_rows(
    cells: Iterable[Sequence[str]],
    texts: Iterable[str],
    width: int = WIDTH,
    *,
    bars: Sequence[float] = (),
    cut: bool = False,
) -> Iterator[str]:
    """Yield the rows of a frequency table: call and numbers, a bar if asked for, and a text.

    ``bars`` are lengths from 0 to 1. Texts are wrapped to the width, or ``cut`` to one line.

    >>> list(frequency_rows([("1NT", "4.87 %"), ("2♣", "2.00 %")], ["15-17 hcp", "strong"], bars=[1, 0.41]))
    ['1NT  4.87 %  ████████████████████  15-17 hcp', '2♣   2.00 %  ████████▎             strong']
    """
    lines = number_lines(cells)
    if bars:
        lines = [f"{line}{_GAP}{_bar(length):<{_BAR}}" for line, length in zip(lines, bars, strict=True)]
    hang = " " * (len(lines[0]) + len(_GAP))
    room = max(width - len(hang), _LEAST_MEANING)
    for line, text in zip(lines, texts, strict=True):
        first, *more = [shortened(text, room)] if cut else wrapped(text, room)
        yield f"{line}{_GAP}{first}".rstrip()
        yield from (hang + part for part in more)


def _bar(length: float) -> str:
    eighths = round(length * _BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
