"""Blocks of a document as HTML: text, deal diagrams, auctions and frequencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard
from urllib.parse import quote

from bml_core._package import checked
from bml_core.bridge import Hand, Seat
from bml_core.diagnostics import Location
from bml_core.document import (
    AuctionBlock,
    AuctionEntry,
    BiddingTable,
    BulletList,
    DefinitionList,
    Diagram,
    Enumeration,
    Heading,
    ListItem,
    Paragraph,
    Table,
    TableRow,
)
from bml_core.render.appearance import Style
from bml_core.render.calls import (
    VOID,
    Piece,
    Symbols,
    arrange_auctions,
    call_pieces,
    diagram_facts,
    diagram_holdings,
    entry_text,
    points_text,
    seat_letter,
    seat_word,
    signs,
    vulnerable_seats,
)
from bml_core.render.html.inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    call_html,
    escape,
    pieces_html,
    render_spans,
    symbols_html,
)
from bml_core.render.html.tables import render_table
from bml_core.render.shown import (
    Deferred,
    Download,
    DownloadList,
    Frame,
    FrameKind,
    PlayLink,
    Printed,
    ShareLine,
    ShareTable,
    Shown,
    SkippedCall,
    SourceText,
    percent_text,
    share_lines,
    table_notes,
    title_pieces,
)
from bml_core.render.ui_texts import ENGLISH, UiTexts, script_words

_TextBlock = Heading | Paragraph | BulletList | Enumeration | DefinitionList | Table


@checked
def render_blocks(blocks: Iterable[Shown], options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """Return the blocks in order, without hidden tables, auctions in columns from West to South."""
    return "".join(render_block(block, options) for block in arrange_auctions(blocks))


def render_block(block: Shown, options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """Return one block, or what a page shows beside the blocks of a document; "" for a hidden table."""
    match block:
        case BiddingTable():
            return "" if block.hidden else "".join(render_table(block, options))
        case Diagram():
            return render_diagram(block, options)
        case AuctionBlock():
            return render_auction(block, options)
        case Frame():
            return _frame_html(block, options)
        case ShareTable():
            return render_frequencies(block, options)
        case SourceText(text):
            return f"{options.source(text)}\n"
        case PlayLink(address):
            inner = escape(options.words.play_on_bbo)
            return f'<p class="bml-play"><a href="{escape(address)}" rel="noopener">{inner}</a></p>\n'
        case DownloadList(files):
            return downloads_html(files, options.top)
        case Deferred(request):
            return options.deferred(request)
    return _text_block_html(block, options)


# ---------------------------------------------------------------- what holds others together


def _frame_html(frame: Frame, options: HtmlOptions) -> str:
    blocks = tuple(arrange_auctions(frame.content))
    caption = render_spans(frame.caption, replace(DEFAULT_OPTIONS, link=options.link))
    if caption and blocks and holds_caption(blocks[0], options.style):
        first = "".join(render_table(blocks[0], options, caption=caption))
        parts, caption = [first, *(render_block(block, options) for block in blocks[1:])], ""
    else:
        parts = [render_block(block, options) for block in blocks]
    return frame_html(
        frame.kind,
        parts,
        options.words,
        caption=caption,
        classes=frame.classes,
        ident=frame.name,
        printed=frame.printed,
    )


def holds_caption(block: Shown, style: Style) -> TypeGuard[BiddingTable]:
    """Return whether a block has a place of its own for the caption above it."""
    return isinstance(block, BiddingTable) and style is Style.TABLE and bool(block.rows) and not block.hidden


def frame_html(
    kind: FrameKind,
    parts: Sequence[str],
    words: UiTexts = ENGLISH,
    *,
    caption: str = "",
    classes: Iterable[str] = (),
    ident: str = "",
    printed: Printed = Printed.BELOW,
) -> str:
    """Return the HTML ``parts`` of a :class:`Frame` with what holds them together; ``caption`` is HTML."""
    inner = "".join(parts)
    match kind:
        case FrameKind.FIGURE:
            line = f'<figcaption class="bml-caption">{caption}</figcaption>\n' if caption else ""
            return f"<figure{attributes(('bml-figure', *classes), ident)}>\n{line}{inner}</figure>\n"
        case FrameKind.SOURCE_AND_RESULT:
            # Side by side, or one below the other where it is narrow.
            source = f'<div class="bml-source">\n{parts[0]}</div>\n'
            result = f'<div class="bml-result">\n{"".join(parts[1:])}</div>\n'
            return f'<div class="bml-both">\n{source}{result}</div>\n'
        case FrameKind.ANSWER:
            names = ("bml-answer", f"bml-printed-{printed.value}")
            summary = f"<summary>{escape(words.answer)}</summary>\n"
            # The search of Material and of Zensical gives no answer away.
            return f"<details{attributes(names)} data-search-exclude>\n{summary}{inner}</details>\n"
        case FrameKind.QUIZ:
            said = attributes(("bml-quiz",), ident, words=script_words(words, "quiz_"))
            return f"<div{said}>\n{inner}</div>\n"
    return f"<div{attributes((f'bml-{kind.value}', *classes), ident)}>\n{inner}</div>\n"


@checked
def downloads_html(files: Iterable[Download], top: str = "") -> str:
    """Return a list of links to files, which lie in the folder ``top``.

    >>> print(downloads_html([Download("acol.bss", "Full Disclosure")], "../"), end="")
    <ul class="bml-downloads">
    <li><a class="bml-download" href="../acol.bss" download><code>acol.bss</code> (Full Disclosure)</a></li>
    </ul>
    """
    items = "".join(
        f'<li><a class="bml-download" href="{escape(top + quote(each.file))}" download>'
        f"<code>{escape(each.file)}</code> ({escape(each.format)})</a></li>\n"
        for each in files
    )
    return f'<ul class="bml-downloads">\n{items}</ul>\n'


# ---------------------------------------------------------------- text


def _text_block_html(block: _TextBlock, options: HtmlOptions) -> str:
    match block:
        case Heading():
            return options.heading(block, render_spans(block.spans, options))
        case Paragraph():
            return f"<p>{render_spans(block.spans, options)}</p>\n"
        case BulletList():
            return f"<ul>\n{_items_html(block.items, options)}</ul>\n"
        case Enumeration():
            start = f' start="{block.start}"' if block.start != 1 else ""
            return f"<ol{start}>\n{_items_html(block.items, options)}</ol>\n"
        case DefinitionList():
            items = "".join(
                f"<dt>{render_spans(item.term, options)}</dt>\n<dd>{render_spans(item.spans, options)}</dd>\n"
                for item in block.items
            )
            return f"<dl>\n{items}</dl>\n"
        case Table():
            head = "".join(_text_row_html(row, "th", options) for row in block.header)
            body = "".join(_text_row_html(row, "td", options) for row in block.rows)
            header = f"<thead>\n{head}</thead>\n" if head else ""
            # Themes dress tables that have no class, so the class is on a frame around it.
            shown = f"<table>\n{header}<tbody>\n{body}</tbody>\n</table>\n"
            return f'<div class="bml-text-table">\n{shown}</div>\n'


def _items_html(items: Iterable[ListItem], options: HtmlOptions) -> str:
    return "".join(f"<li>{render_spans(item.spans, options)}</li>\n" for item in items)


def _text_row_html(row: TableRow, tag: str, options: HtmlOptions) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    cells = "".join(f"<{tag}{scope}>{render_spans(cell, options)}</{tag}>" for cell in row.cells)
    return f"<tr>{cells}</tr>\n"


# ---------------------------------------------------------------- boards

AUCTION_COLUMNS = 4


@checked
def render_diagram(diagram: Diagram, options: HtmlOptions = DEFAULT_OPTIONS, *, ident: str = "") -> str:
    """Return a deal: the facts about the board, and the hands at their places around the table."""
    seats = diagram.deal.seats
    letters = "".join(seat.value for seat in seats).lower() or "none"
    one_suit = ("bml-one-suit",) if diagram.one_suit else ()
    classes = ("bml-deal", f"bml-seats-{letters}", *one_suit)
    vulnerable = vulnerable_seats(diagram.vulnerability)
    hands = [
        _hand_html(diagram, seat, hand, seat in vulnerable, options)
        for seat in seats
        if (hand := diagram.deal.hand(seat)) is not None
    ]
    words = options.words
    # The style sheet draws the letters: the hands say where they sit, to search and screen readers too.
    names = "".join(f' data-{seat.name.lower()}="{escape(seat_letter(seat, words))}"' for seat in Seat)
    compass = f'<div class="bml-compass"{names}></div>\n' if len(hands) > 1 and not one_suit else ""
    facts = "".join(f"<li>{pieces_html(fact)}</li>\n" for fact in diagram_facts(diagram, words))
    above = f'<ul class="bml-facts">\n{facts}</ul>\n' if facts else ""
    return f"<div{attributes(classes, ident)}>\n{above}{''.join(hands)}{compass}</div>\n"


def _hand_html(diagram: Diagram, seat: Seat, hand: Hand, vulnerable: bool, options: HtmlOptions) -> str:
    words = options.words
    points = points_text(hand, words) if options.hcp and not diagram.one_suit else ""
    classes = ("bml-hand", f"bml-{seat.name.lower()}", *(("bml-vulnerable",) if vulnerable else ()))
    void = f'<span class="bml-void" title="{escape(words.void)}">{VOID}</span>'
    holdings = ""
    for suit, holding in diagram_holdings(diagram, hand):
        cards = void if holding == VOID else f'<span class="bml-cards">{escape(holding)}</span>'
        sign = f"{symbols_html(Symbols('', (suit,)))} " if suit else ""
        holdings += f"<li>{sign}{cards}</li>\n"
    if diagram.one_suit:
        # Where the cards are printed says who holds them, to those who see them.
        name = escape(seat_word(seat, words))
        return f'<div{attributes(classes)} role="group" aria-label="{name}">\n<ul>\n{holdings}</ul>\n</div>\n'
    seat_line = f'<p class="bml-seat">{escape(seat_word(seat, words))}</p>\n'
    points_line = f'<p class="bml-hcp">{escape(points)}</p>\n' if points else ""
    return f"<div{attributes(classes)}>\n{seat_line}<ul>\n{holdings}</ul>\n{points_line}</div>\n"


@checked
def render_auction(auction: AuctionBlock, options: HtmlOptions = DEFAULT_OPTIONS, *, ident: str = "") -> str:
    """Return an auction in a table of four columns, or of two for two partners, and its notes."""
    words = options.words
    columns = len(auction.seats) or AUCTION_COLUMNS
    seats = "".join(f'<th scope="col">{escape(seat_word(seat, words))}</th>' for seat in auction.seats)
    head = f"<thead>\n<tr>{seats}</tr>\n</thead>\n" if seats else ""
    rows = ""
    for row in auction.rows:
        cells = "".join(f"<td>{_entry_html(entry, words)}</td>" for entry in row)
        rows += f"<tr>{cells}{'<td></td>' * (columns - len(row))}</tr>\n"
    table = attributes(("bml-auction",), ident)
    notes = notes_html((note.mark, render_spans(note.spans, options)) for note in auction.notes)
    return f"<table{table}>\n{head}<tbody>\n{rows}</tbody>\n</table>\n{notes}"


@checked
def notes_html(notes: Iterable[tuple[str, str]]) -> str:
    """Return the notes below an auction, each a mark and HTML; "" for none."""
    items = "".join(f"<li>{_mark_html(mark)} {inner}</li>\n" for mark, inner in notes)
    return f'<ul class="bml-notes">\n{items}</ul>\n' if items else ""


def _mark_html(mark: str) -> str:
    return f'<sup class="bml-mark">{escape(mark)}</sup>'


def _entry_html(entry: AuctionEntry, words: UiTexts) -> str:
    call = call_html(entry_text(entry, words), words.alert) if entry.text else ""
    return call + _mark_html(entry.note) if entry.note else call


# ---------------------------------------------------------------- frequencies

# In per cent of the width of a chart: a bar begins after the calls and leaves room for its share.
_BARS_BEGIN = 15
#: So many letters of a word have room before them on every screen.
_FITS_BEFORE_BARS = 6
_LONGEST_BAR = 62
# In em.
_LINE = 1.6


@checked
def render_frequencies(
    table: ShareTable, options: HtmlOptions = DEFAULT_OPTIONS, *, chart: bool = True, ident: str = ""
) -> str:
    """Return how often calls are made; without ``chart`` in numbers only, for readers that draw nothing."""
    words = options.words
    lines = share_lines(table, words)
    title = title_pieces(table, words)
    drawn = _chart_html(lines, table, signs(title), words) if chart and table.chart and lines else ""

    def write(part: str | SkippedCall) -> str:
        if isinstance(part, str):
            return escape(part)
        return _call_html(call_pieces(part.call, words), part.place, options.address)

    notes = table_notes(table, write, words)
    below = "".join(f'<p class="bml-share-note">{note}</p>\n' for note in notes)
    return (
        f"<div{attributes(('bml-frequencies',), ident)}>\n"
        f"{drawn}{_table_html(lines, title, options)}{below}</div>\n"
    )


def _table_html(lines: Iterable[ShareLine], title: Iterable[Piece], options: HtmlOptions) -> str:
    words = options.words
    heads = ((words.call, ""), (words.share, "bml-number"), (words.one_in, "bml-number"), (words.meaning, ""))
    head = "".join(f'<th scope="col"{attributes((name,))}>{escape(word)}</th>' for word, name in heads)
    rows = "".join(_row_html(line, options) for line in lines)
    return (
        f'<table class="bml-shares">\n<caption>{pieces_html(title)}</caption>\n'
        f"<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )


def _row_html(line: ShareLine, options: HtmlOptions) -> str:
    meaning = render_spans(line.row.text, options, links=False)
    if line.rest:
        meaning = f'<span class="bml-label">{escape(line.rest)}</span>'
    shares = "".join(f'<td class="bml-number">{escape(number)}</td>' for number in (line.share, line.odds))
    call = _call_html(line.call, line.row.place, options.address)
    return f'<tr><th scope="row">{call}</th>{shares}<td>{meaning}</td></tr>\n'


def _call_html(call: Iterable[Piece], place: Location | None, address: Callable[[Location], str]) -> str:
    shown = f'<span class="bml-call">{pieces_html(call)}</span>'
    target = address(place) if place is not None else ""
    return f'<a href="{escape(target)}">{shown}</a>' if target else shown


def _chart_html(lines: Sequence[ShareLine], table: ShareTable, title: str, words: UiTexts) -> str:
    # Letters keep their size on every screen: lengths are parts of the width, and nothing is scaled.
    height = _em(len(lines) * _LINE)
    spoken = (f"{signs(line.call)} {percent_text(line.row.share, words)}" for line in lines)
    bars = "".join(
        _bar_html(line, number, table.length_of(line.row), words) for number, line in enumerate(lines)
    )
    return (
        f'<svg class="bml-chart" role="img" width="100%" height="{height}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(', '.join(spoken))}</desc>\n"
        f"{bars}</svg>\n"
    )


def _bar_html(line: ShareLine, number: int, part: float, words: UiTexts) -> str:
    top = number * _LINE
    length = _LONGEST_BAR * part
    baseline = _em(top + 1.15)
    call = "".join(_svg_pieces(line.call))
    where = f'x="{_BARS_BEGIN}%" y="{_em(top + 0.3)}" width="{length:.2f}%" height="{_em(_LINE - 0.55)}"'
    bar = f"<rect {where}/>" if line.row.place else ""
    behind = f"{_BARS_BEGIN + length + 1:.2f}%" if bar else f"{_BARS_BEGIN}%"
    share = escape(percent_text(line.row.share, words))
    if not bar and len(signs(line.call)) > _FITS_BEFORE_BARS:
        # "Not known" may be wider than what is left of the bars.
        return f'<text x="0" y="{baseline}">{call}<tspan dx=".8em">{share}</tspan></text>\n'
    return f'<text x="0" y="{baseline}">{call}</text>{bar}<text x="{behind}" y="{baseline}">{share}</text>\n'


def _svg_pieces(pieces: Iterable[Piece]) -> Iterable[str]:
    """Yield a call in letters and signs: style sheets draw nothing inside of pictures."""
    for piece in pieces:
        if not isinstance(piece, Symbols):
            yield escape(piece)
            continue
        yield escape(piece.prefix)
        for suit in piece.suits:
            yield f'<tspan class="bml-{suit.word}">{suit.symbol}\ufe0e</tspan>'


def _em(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".") + "em"
