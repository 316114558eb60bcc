"""LaTeX of a document, for pdfLaTeX, XeLaTeX and LuaLaTeX; the commands are those of ``bml.sty``.

``dumps`` writes notes as a document, ``render_blocks`` the body of one. A host that keeps inline parts in a
tree of its own hands :func:`render_table` what writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

from bml_core._package import checked
from bml_core.bridge import SUITS, Hand, Seat
from bml_core.diagnostics import Location
from bml_core.document import (
    AuctionBlock,
    AuctionEntry,
    BiddingTable,
    Block,
    BulletList,
    DefinitionList,
    DescriptionLine,
    Diagram,
    Document,
    Emphasis,
    Enumeration,
    Heading,
    History,
    Link,
    ListItem,
    Mono,
    Paragraph,
    RowCall,
    Span,
    Strong,
    Table,
    TableRow,
    Text,
    plain_text,
    walk_rows,
)
from bml_core.render.appearance import SuitColors
from bml_core.render.calls import (
    CallText,
    Piece,
    Symbols,
    arrange_auctions,
    call_pieces,
    call_text,
    diagram_facts,
    diagram_holdings,
    entry_text,
    history_texts,
    points_text,
    scope_words,
    seat_letter,
    seat_word,
    symbol_pieces,
    vulnerable_seats,
)
from bml_core.render.links import NO_LINKS, Inline, RowLink, RowLinks
from bml_core.render.shown import (
    Documents,
    ShareLine,
    ShareTable,
    SkippedCall,
    one_document,
    share_lines,
    table_notes,
    title_pieces,
)
from bml_core.render.ui_texts import ENGLISH, UiTexts, read_language, split_at

__all__ = [
    "LINE_BREAK", "PACKAGE", "LatexLinks", "LatexOptions", "beside", "document_files", "dumps", "escape",
    "is_compass", "language_latex", "lost_in_pdflatex", "needs_escape", "notes_latex", "render_auction",
    "render_blocks", "render_diagram", "render_frequencies", "render_table", "style_file",
    "style_path", "symbols_latex", "write_document",
]  # fmt: skip

# ---------------------------------------------------------------- characters

_LONG_WORD = 24
_EXPECTED = "\n -~\u00a0-\u017f\u2010-\u2027\u2030-\u203a\u20ac\u2122"
_RIGHT_TO_LEFT = "\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc"
_TOKEN = re.compile(
    rf"(?P<long>\S{{{_LONG_WORD + 1},}})"
    f"|(?P<rtl>[{_RIGHT_TO_LEFT}]+(?: +[{_RIGHT_TO_LEFT}]+)*)"
    # "AQJ10/Axxx", "1x–P–(P)–1NT", "(semi)naturally": a line may end within, but not in "5/4" or "15–17".
    r"|(?P<joint>(?:(?<=[^\W\d])|(?<=[)♠♥♦♣]))[/|–—)](?=[(\w])|(?<=\w)[/|–](?=[^\W\d(]))"
    # Pairs would be read as dashes and quotation marks.
    rf"|(?P<pair>(?P<first>[-,'<>])(?=(?P=first)))"
    r"|(?P<unfit>[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffd-\uffff\ud800-\udfff])"
    r"|(?P<special>[\\{}\[\]$&#%_^~<>|\"`\u00a0\u00ad♠♥♦♣])"
    f"|(?P<other>[^{_EXPECTED}]+)"
)
_NAMES = "backslash asciicircum asciitilde less greater bar quotedbl asciigrave"
_SPECIAL = {
    **{sign: f"\\text{name}{{}}" for sign, name in zip('\\^~<>|"`', _NAMES.split(), strict=True)},
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    # After a line break or an item LaTeX would take brackets for an argument.
    **{sign: f"{{{sign}}}" for sign in "[]"},
    "\u00a0": "~",
    "\u00ad": "\\-",
    **{suit.symbol: f"\\bml{suit.word}{{}}" for suit in SUITS},
}


def escape(text: str) -> str:
    r"""Escape characters for LaTeX text.

    Words too long for a line get places where they may go on in the next one. Characters that fonts may
    lack go to a command that shows what stands for them.

    >>> escape("5% of {3_x}")
    '5\\% of \\{3\\_x\\}'
    """
    return _TOKEN.sub(_token_latex, text)


def _token_latex(found: re.Match[str]) -> str:
    text = found[0]
    match found.lastgroup:
        case "long":
            return "\\bmlbreak{}".join(map(escape, text))
        case "joint":
            return f"{_SPECIAL.get(text, text)}\\bmljoint{{}}"
        case "rtl":
            return f"\\bmlrtl{{{text}}}"
        case "special":
            return _SPECIAL[text]
        case "unfit":
            return " " if text in "\t\r" else "\\bmlunknown{}"
        case "other":
            return f"\\bmlother{{{text}}}"
    return f"{_SPECIAL.get(text, text)}\\bmlapart{{}}"


def needs_escape(text: str) -> bool:
    """Return whether ``escape`` does more than hide the signs that LaTeX reads as commands."""
    return any(
        found.lastgroup in {"long", "rtl", "other", "unfit"} or found[0] in "♠♥♦♣"
        for found in _TOKEN.finditer(text)
    )


# What T1 and TS1 fonts have, and what bml.sty adds to it.
_PDFLATEX_LACKS = re.compile(
    "[^\n -~\u00a0-\u0137\u0139-\u0148\u014a-\u0165\u0168-\u017e\u0192\u01cd-\u01d4\u01e6-\u01eb\u01f0"
    "\u01f4\u01f5\u0218-\u021b\u0232\u0233\u02c6\u02c7\u02d8-\u02db\u02dd\u1e9e\u1ef2\u1ef3\u200b-\u2016"
    "\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2031\u2039-\u203b\u2044\u20ac\u2103\u2116\u2117"
    "\u211e\u2120\u2122\u2126\u2127\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u2605\u2660\u2663\u2665"
    "\u2666\u2713\u2717\ufb00-\ufb06\ufe0e\ufe0f\ufeff\ufffd]"
)


@checked
def lost_in_pdflatex(text: str) -> str:
    """Return the characters of a text, each once, for which pdfLaTeX alone has no glyph.

    >>> lost_in_pdflatex("5+♥ 😀 é 😀")
    '😀'
    """
    return "".join(dict.fromkeys(_PDFLATEX_LACKS.findall(text)))


# ---------------------------------------------------------------- bids and spans


@lru_cache(maxsize=1024)
def symbols_latex(symbols: Symbols) -> str:
    """Return a bid or suits, as symbols."""
    return escape(symbols.prefix) + "".join(f"\\bml{suit.word}{{}}" for suit in symbols.suits)


def pieces_latex(pieces: Iterable[Piece]) -> str:
    """Return words and symbols in a row."""
    return "".join(escape(p) if isinstance(p, str) else symbols_latex(p) for p in pieces)


@lru_cache(maxsize=4096)
def call_latex(call: CallText) -> str:
    """Return a call of the bid column: theirs in parentheses, labels set apart."""
    shown = pieces_latex(call.shown)
    if call.label and shown:
        return f"\\bmllabel{{{shown}}}"
    return f"\\bmltheirs{{{shown}}}" if call.theirs else shown


_IN_ADDRESS = str.maketrans({sign: f"\\{sign}" for sign in "%#&_"})
_WEB = re.compile(r"(?:[a-z][a-z0-9+.-]*://|mailto:)", re.IGNORECASE)


def link_latex(target: str, inner: str) -> str:
    """Return a link; a relative one leads nowhere in print and is its text alone."""
    if not _WEB.match(target):
        return inner
    address = quote(target, safe="/:?&=#%+@,;!()*'-._").translate(_IN_ADDRESS)
    return f"\\href{{{address}}}{{{inner}}}"


def render_spans(spans: Iterable[Span]) -> str:
    r"""Return inline text.

    >>> from bml_core.diagnostics import Location
    >>> render_spans([Strong((Text("50%", Location("", 1)),), Location("", 1))])
    '\\textbf{50\\%}'
    """
    return "".join(_span_latex(span) for span in spans)


def _span_latex(span: Span) -> str:
    match span:
        case Text(text):
            return escape(text)
        case Emphasis(spans):
            return f"\\emph{{{render_spans(spans)}}}"
        case Strong(spans):
            return f"\\textbf{{{render_spans(spans)}}}"
        case Mono(text):
            return f"\\texttt{{{escape(text)}}}"
        case Link(target, spans):
            return link_latex(target, render_spans(spans))
    return pieces_latex(symbol_pieces(span))


LINE_BREAK = "\\bmlnewline{}"
"""The LaTeX between the lines of a description."""


def render_description(lines: Iterable[DescriptionLine]) -> str:
    """Return the lines of a description, one below the other."""
    return LINE_BREAK.join(render_spans(line.spans) for line in lines)


PACKAGE = "bml"


def style_path() -> Path:
    """Return the path of ``bml.sty``, which the LaTeX needs beside it."""
    return Path(__file__).with_name(f"{PACKAGE}.sty")


def style_file() -> str:
    """Return the text of ``bml.sty``."""
    return style_path().read_text("utf-8")


@checked
def language_latex(words: UiTexts) -> str:
    """Return what the preamble says of the language, below the package; "" for English."""
    if words.continued == ENGLISH.continued:
        return ""
    return f"\\renewcommand*{{\\bmlcontinuedname}}{{{escape(words.continued)}}}\n"


# ---------------------------------------------------------------- bidding tables


@dataclass(frozen=True, slots=True)
class LatexLinks:
    """The links of a bidding table in a document that other pages are part of.

    ``links`` has labels for addresses, and ``label`` returns that of the row whose call is at a place, "" for
    one that no link leads to.
    """

    links: RowLinks = NO_LINKS
    label: Callable[[Location], str] = lambda _: ""


class _SpanInline:
    """The inline parts of a table as the document has them."""

    def text(self, part: int, lines: Sequence[DescriptionLine]) -> str:
        return render_description(lines)

    def call(self, part: int, call: RowCall, shown: str) -> str:
        return link_latex(call.target, shown) if call.target else shown


_SPANS = _SpanInline()
_UNLINKED = LatexLinks()


@checked
def render_table(
    table: BiddingTable, words: UiTexts = ENGLISH, inline: Inline = _SPANS, linked: LatexLinks = _UNLINKED
) -> str:
    """Return a bidding table, hidden or not; ``inline`` writes its inline parts."""
    levels = max((depth for depth, _ in walk_rows(table.rows)), default=0) + 1
    parts = [f"\\begin{{bmltable}}[{levels}]\n"]
    if scope := scope_words(table.scope, words):
        parts.append(f"\\bmlscope{{{escape(scope)}}}\n")
    if table.history is not None:
        parts.append(_history_latex(table.history, words, inline, linked))
    for part, (depth, row) in enumerate(walk_rows(table.rows), 1):
        place = row.call.location
        call = inline.call(part, row.call, call_latex(call_text(row.call, words)))
        anchor = _anchor(linked.label(place))
        responses = "".join(_responses_latex(link, words) for link in linked.links.to_responses(place))
        text = f"{anchor}{inline.text(part, row.description)}{responses}"
        parts.append(f"\\bmlrow{{{depth}}}{{{call}}}{{{text}}}\n")
    return "".join([*parts, "\\end{bmltable}\n"])


def _history_latex(history: History, words: UiTexts, inline: Inline, linked: LatexLinks) -> str:
    """Return the line above a table that tells the auction so far; "" for no calls and no description."""
    calls = [call_latex(text) for text in history_texts(history, words)]
    labels = [link.address if (link := linked.links.to_row(call.location)) else "" for call in history.calls]
    anchor = _anchor(linked.label(history.calls[-1].location)) if history.calls else ""
    plain, shown = "\\bmldash{}".join(calls), ""
    if any(labels):
        shown = "\\bmldash{}".join(
            f"\\bmlway{{{label}}}{{{call}}}" if label else call
            for call, label in zip(calls, labels, strict=True)
        )
        last = next(label for label in reversed(labels) if label)
        shown = f"[{{{shown}\\bmlseepage{{{last}}}{{{_page_latex(last, words)}}}}}]"
    description = inline.text(0, history.description)
    return f"\\bmlhistory{shown}{{{plain}}}{{{anchor}{description}}}\n" if plain or description else ""


def _anchor(label: str) -> str:
    return f"\\bmlanchor{{{label}}}" if label else ""


def _page_latex(label: str, words: UiTexts) -> str:
    """Return the number of a page, with the word for it."""
    before, after = split_at(words.on_page, "page")
    return f"{escape(before).replace(' ', '~')}\\bmlpageof{{{label}}}{escape(after)}"


def _responses_latex(link: RowLink, words: UiTexts) -> str:
    """Return what follows a row: the page of a table that goes on; addresses are labels."""
    shown = render_spans(link.spans) or escape(link.word(words))
    return f"\\bmlresponses{{{link.address}}}{{{shown}{escape(' →')}}}{{{_page_latex(link.address, words)}}}"


# ---------------------------------------------------------------- blocks

_SECTIONS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")


@checked
def render_blocks(blocks: Iterable[Block], words: UiTexts = ENGLISH, linked: LatexLinks = _UNLINKED) -> str:
    """Return the body of a document that uses ``bml.sty``, without hidden tables."""
    shown: list[str] = []
    above: Block | None = None
    for block in arrange_auctions(blocks):
        text = _block_latex(block, words, linked)
        if isinstance(above, Diagram) and isinstance(block, AuctionBlock) and is_compass(above):
            text = beside(shown.pop(), text)
        shown += [text] if text else []
        above = block
    return "\n".join(shown)


def _block_latex(block: Block, words: UiTexts, linked: LatexLinks) -> str:
    match block:
        case BiddingTable():
            return "" if block.hidden else render_table(block, words, linked=linked)
        case Diagram():
            return render_diagram(block, words=words)
        case AuctionBlock():
            return render_auction(block, words)
        case Heading(level, spans):
            command = _SECTIONS[min(level, len(_SECTIONS)) - 1]
            return f"\\{command}{{{render_spans(spans)}}}\n"
        case Paragraph(spans):
            return f"{render_spans(spans)}\n{_lead(spans)}"
        case BulletList(items):
            return _list_latex("itemize", _items(items))
        case Enumeration(items, _, start):
            return _list_latex("enumerate", _items(items, start))
        case DefinitionList(items):
            return _list_latex(
                "description",
                [
                    f"\\item[{{{render_spans(item.term)}}}] {render_spans(item.spans)}\n{_lead(item.spans)}"
                    for item in items
                ],
            )
        case Table():
            return _text_table(block)


def _list_latex(kind: str, items: Iterable[str]) -> str:
    return f"\\begin{{{kind}}}\n{''.join(items)}\\end{{{kind}}}\n"


def _items(items: Iterable[ListItem], start: int | None = None) -> list[str]:
    # Written numbers, since TeX counts no further than some millions of millions.
    labels = ("" if start is None else f"[{start + number}.]" for number, _ in enumerate(items))
    return [
        f"\\item{label} {render_spans(item.spans)}\n{_lead(item.spans)}"
        for label, item in zip(labels, items, strict=True)
    ]


def _lead(spans: tuple[Span, ...]) -> str:
    """Return what keeps a line that ends in a colon with what it is about."""
    return LEAD if plain_text(spans).rstrip().endswith(":") else ""


LEAD = "\\bmllead{}\n"
_LINE_OF_TABLE = 60
_LETTERS_ON_A5 = 32


def _text_table(table: Table) -> str:
    rows = (*table.header, *table.rows)
    texts = [[plain_text(row.cells[n]) for row in rows] for n in range(table.columns)]
    head = "".join(_text_row(row, "\\textbf{{{}}}") for row in table.header)
    body = "".join(map(_text_row, table.rows))
    if table.drawn:
        # A short one is never divided between pages.
        form = f"\\begin{{tabular}}{{{_columns(texts)}}}\n{head}\\hline\n{body}\\end{{tabular}}"
        return f"\\par\\smallskip\\noindent\n{form}\\par\\smallskip\n"
    rule = "\\hline\\endhead\n" if head else ""
    return (
        f"{{\\setlength{{\\tabcolsep}}{{{'6pt' if table.columns <= 8 else '1pt'}}}%\n"
        f"\\begin{{longtable}}{{{_columns(texts)}}}\n{head}{rule}{body}\\end{{longtable}}}}\n"
    )


def _columns(texts: Sequence[Sequence[str]]) -> str:
    widths = [max(len(text) + 2 for text in column) for column in texts]
    if (total := sum(widths)) <= _LINE_OF_TABLE:
        return "l" * len(widths)
    # Each column has room for its longest word, as far as there is room; the wide ones share the rest.
    words = [max(len(word) for text in column for word in text.split() or [""]) for column in texts]
    least = [min(word / _LETTERS_ON_A5, 1 / len(widths)) for word in words]
    is_wide = [width / total > room for width, room in zip(widths, least, strict=True)]
    rest = 1 - sum(room for room, wide in zip(least, is_wide, strict=True) if not wide)
    shared = sum(width for width, wide in zip(widths, is_wide, strict=True) if wide)
    gap = f"-{2 * len(widths)}\\tabcolsep"
    return "".join(
        ">{\\raggedright\\arraybackslash}"
        f"p{{{int(1000 * (rest * width / shared if wide else room)) / 1000}\\dimexpr\\linewidth{gap}\\relax}}"
        for width, room, wide in zip(widths, least, is_wide, strict=True)
    )


def _text_row(row: TableRow, form: str = "{}") -> str:
    cells = " & ".join(form.format(render_spans(cell)) for cell in row.cells)
    # A star after the end of the row above would belong to that.
    guard = "{}" if cells.startswith("*") else ""
    return f"{guard}{cells}\\tabularnewline\n"


@checked
def render_frequencies(table: ShareTable, words: UiTexts = ENGLISH) -> str:
    """Return a table with a bar in each row, if bars are asked for."""
    heads = (words.call, words.share, words.one_in, words.meaning)
    lines = share_lines(table, words)
    shares = [words.share, *(line.share for line in lines)]
    odds = [words.one_in, *(line.odds for line in lines)]
    bars = "1" if table.chart else "0"
    title = pieces_latex(title_pieces(table, words))
    opened = _groups((bars, _width(shares), _width(odds), title, *map(escape, heads)))
    rows = "".join(_share_latex(line, table) for line in lines)

    def write(part: str | SkippedCall) -> str:
        return escape(part) if isinstance(part, str) else pieces_latex(call_pieces(part.call, words))

    below = "".join(f"\\bmlsharenote{{{note}}}\n" for note in table_notes(table, write, words))
    return f"\\begin{{bmlshares}}{opened}\n{rows}\\end{{bmlshares}}\n{below}"


def _share_latex(line: ShareLine, table: ShareTable) -> str:
    length = round(10_000 * table.length_of(line.row)) if table.chart else 0
    meaning = f"\\bmllabel{{{escape(line.rest)}}}" if line.rest else render_spans(line.row.text)
    call, bar = pieces_latex(line.call), f"\\bmlbar{{{length}}}"
    return f"\\bmlshare{_groups((call, bar, escape(line.share), escape(line.odds), meaning))}\n"


def _width(texts: Iterable[str]) -> str:
    """Return room for the longest of some numbers."""
    return f"{max(map(len, texts)) * 0.52 + 0.8:.2f}em"


def _groups(parts: Iterable[str]) -> str:
    return "".join(f"{{{part}}}" for part in parts)


AUCTION_COLUMNS = 4
_NEW_LINE = "\\tabularnewline "
_OPPOSITE = ((Seat.WEST, Seat.EAST), (Seat.NORTH, Seat.SOUTH))
_AROUND = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)


@checked
def render_diagram(diagram: Diagram, *, hcp: bool = False, words: UiTexts = ENGLISH) -> str:
    """Return a deal: one hand in a line, two that sit opposite side by side, others around a compass.

    With ``hcp`` the points of full hands are shown.
    """
    seats = diagram.deal.seats
    if len(seats) <= 1:
        return _one_hand(diagram, seats[0] if seats else None, hcp, words)
    for pair in _OPPOSITE:
        if set(pair) == set(seats) and not diagram.one_suit:
            facts = _facts(diagram, words)
            hands = "".join(f"{{{_hand(diagram, seat, hcp, words)}}}" for seat in pair)
            return f"\\bmlpair{{{facts + _NEW_LINE if facts else ''}}}{hands}\n"
    hands = "".join(f"{{{_hand(diagram, seat, hcp, words)}}}" for seat in _AROUND)
    rose = "" if diagram.one_suit else _rose(diagram, words)
    return f"\\bmlcompass{{{_facts(diagram, words)}}}{{{rose}}}{hands}\n"


def is_compass(diagram: Diagram) -> bool:
    """Return whether a deal is drawn around a compass."""
    return not diagram.one_suit and len(diagram.deal.seats) > len(("W", "E"))


def beside(hands: str, auction: str) -> str:
    """Return a deal and its auction beside each other, or below it where the line is too short."""
    return f"\\bmlbeside{{%\n{hands.strip()}}}{{%\n{auction.strip()}}}\n"


def _one_hand(diagram: Diagram, seat: Seat | None, hcp: bool, words: UiTexts) -> str:
    hand = diagram.deal.hand(seat) if seat else None
    facts = ", ".join(pieces_latex(fact) for fact in diagram_facts(diagram, words))
    holdings = "\\hspace{.6em}".join(_hand_lines(diagram, hand, hcp, words)) if hand else ""
    line = f"{facts}\\bmlnewline{{}}" if facts and hand else facts
    word = escape(seat_word(seat, words)) if seat else ""
    return f"\\bmlonehand{{{line}}}{{{word}}}{{{holdings}}}\n"


def _facts(diagram: Diagram, words: UiTexts) -> str:
    facts = _NEW_LINE.join(pieces_latex(fact) for fact in diagram_facts(diagram, words))
    return f"\\bmlfacts{{{facts}}}" if facts else ""


def _hand(diagram: Diagram, seat: Seat, hcp: bool, words: UiTexts) -> str:
    hand = diagram.deal.hand(seat)
    if hand is None:
        return ""
    lines = _NEW_LINE.join(_hand_lines(diagram, hand, hcp, words))
    if diagram.one_suit:
        return f"\\bmlstack{{{lines}}}"
    return f"\\bmlhand{{{escape(seat_word(seat, words))}}}{{{lines}}}"


def _hand_lines(diagram: Diagram, hand: Hand, hcp: bool, words: UiTexts) -> list[str]:
    holdings = diagram_holdings(diagram, hand)
    lines = [f"\\bml{suit.word}{{}} {escape(cards)}" if suit else escape(cards) for suit, cards in holdings]
    points = points_text(hand, words) if hcp and not diagram.one_suit else ""
    return [*lines, f"\\bmlseat{{{escape(points)}}}"] if points else lines


def _rose(diagram: Diagram, words: UiTexts) -> str:
    vulnerable = vulnerable_seats(diagram.vulnerability)
    letters = []
    for seat in _AROUND:
        letter = escape(seat_letter(seat, words))
        letter = f"\\bmldealer{{{letter}}}" if seat is diagram.dealer else letter
        letters.append(f"\\bmlvulnerable{{{letter}}}" if seat in vulnerable else letter)
    return f"\\bmlrose{''.join(f'{{{letter}}}' for letter in letters)}"


@checked
def render_auction(auction: AuctionBlock, words: UiTexts = ENGLISH) -> str:
    """Return an auction in four columns, and its notes."""
    seats = [escape(seat_word(seat, words)) for seat in auction.seats]
    head = f"\\bmlbidders{_cells(seats)}\n" if seats else ""
    rows = "".join(f"\\bmlbids{_cells([_entry(entry, words) for entry in row])}\n" for row in auction.rows)
    notes = notes_latex((note.mark, render_spans(note.spans)) for note in auction.notes)
    kept = "\\bmlkeep\n" if notes else ""
    return f"{kept}\\begin{{bmlauction}}\n{head}{rows}\\end{{bmlauction}}\n{notes}"


@checked
def notes_latex(notes: Iterable[tuple[str, str]]) -> str:
    """Return the notes below an auction, each a mark and LaTeX; "" for none."""
    lines = "".join(f"\\bmlnote{{{escape(mark)}}}{{{inner}}}\n" for mark, inner in notes)
    return f"\\begin{{bmlnotes}}\n{lines}\\end{{bmlnotes}}\n" if lines else ""


def _entry(entry: AuctionEntry, words: UiTexts) -> str:
    call = call_latex(entry_text(entry, words))
    return f"{call}\\bmlmark{{{escape(entry.note)}}}" if entry.note else call


def _cells(cells: list[str]) -> str:
    filled = [*cells, *[""] * (AUCTION_COLUMNS - len(cells))]
    return "".join(f"{{{cell}}}" for cell in filled[:AUCTION_COLUMNS])


# ---------------------------------------------------------------- whole documents

_LEAST_HEADINGS = 3
_LINES_OF_A_PAGE = 50
# The contents take two pages at most.
_LINES_OF_CONTENTS = 76
# What only a file of its own may say.
_PACKAGE_ALONE = re.compile(
    r"^\\(?:NeedsTeXFormat|ProvidesPackage|DeclareOption|ProcessOptions|endinput)\b.*\n", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class LatexOptions:
    """How a whole document is set.

    ``paper`` and ``text_size`` are options of the class ``article``, such as ``letterpaper`` and ``12pt``;
    ``language`` is that of its words, and ``name`` its title for readers of PDF where the notes have none.
    With ``tagged`` LuaLaTeX makes a PDF that screen readers follow.
    """

    paper: str = "a4paper"
    text_size: str = "11pt"
    suit_colors: SuitColors = SuitColors.FOUR
    language: str = "en"
    name: str = ""
    tagged: bool = False


DEFAULT_OPTIONS = LatexOptions()

# Other engines, and a LaTeX older than 2022, cannot.
_TAGGED = r"""\ifdefined\directlua\ifdefined\DocumentMetadata
  \DocumentMetadata{testphase=phase-II}
\fi\fi
"""


@checked
def dumps(notes: Documents, *, tree: bool = True, options: LatexOptions = DEFAULT_OPTIONS) -> str:
    r"""Return notes as a LaTeX document to compile as it is; ``tree`` as for :func:`write_document`.

    >>> import bml_core as bml
    >>> "\\bmltitle{Ours}" in dumps(bml.loads("#+TITLE: Ours"))
    True
    """
    return write_document(one_document(notes), tree=tree, options=options)


@checked
def write_document(
    document: Document,
    *,
    tree: bool = True,
    self_contained: bool = True,
    options: LatexOptions = DEFAULT_OPTIONS,
) -> str:
    r"""Return a LaTeX document to compile as it is, without hidden tables.

    Without ``tree`` all descriptions of a bidding table begin in one column. A document that is not
    ``self_contained`` asks for the files of ``document_files`` beside it. Long documents have a table of
    contents and an index of auctions, which TeX fills in when it runs for the second time.

    >>> from bml_core.language import parse
    >>> text = write_document(parse("#+TITLE: 50% slam\n\n1C  Strong"), self_contained=False)
    >>> "\\usepackage{bml}" in text, "\\bmltitle{50\\% slam}" in text
    (True, True)
    """
    words = read_language(options.language)
    contents = _contents(document, words)
    index = _indexed(document, words) if contents else {}
    labels = {place: f"auction.{n}" for n, place in enumerate(chain.from_iterable(index.values()))}
    # A copied row is named once.
    unused = dict(labels)
    linked = LatexLinks(label=lambda place: unused.pop(place, ""))
    columns = "" if tree else "\\bmlcolumns\n"
    package = f"\\usepackage{{{PACKAGE}}}\n"
    if self_contained:
        # Not as filecontents: that would leave a file in the folder, or take an old one that lies there.
        package = f"\\makeatletter\n{_PACKAGE_ALONE.sub('', style_file())}\\makeatother\n"
    template = Path(__file__).with_name("document.tex").read_text("utf-8")
    return template.format(
        tagged=_TAGGED if options.tagged else "",
        size=options.text_size,
        paper=options.paper,
        package=package,
        colors=options.suit_colors.value,
        settings=columns + language_latex(words),
        language=escape(options.language),
        opening=_opening(document, options.name),
        contents=contents,
        body=render_blocks(document.blocks, words, linked),
        index=_index_latex(index, labels, words),
    )


def document_files() -> dict[str, str]:
    """Return the files that a document needs beside it where it is not self-contained: name → text.

    >>> list(document_files())
    ['bml.sty']
    """
    return {f"{PACKAGE}.sty": style_file()}


def _opening(document: Document, name: str) -> str:
    lines = (
        ("bmlname", "" if document.title else name),
        ("bmltitle", document.title),
        ("bmldescription", document.description),
        ("bmlauthor", document.author),
    )
    return "".join(f"\\{command}{{{escape(text)}}}\n" for command, text in lines if text)


def _contents(document: Document, words: UiTexts) -> str:
    levels = [block.level for block in document.blocks if isinstance(block, Heading)]
    rows = sum(
        1
        for block in document.blocks
        if isinstance(block, BiddingTable) and not block.hidden
        for _ in walk_rows(block.rows)
    )
    if len(levels) < _LEAST_HEADINGS or rows + 2 * len(document.blocks) < _LINES_OF_A_PAGE:
        return ""
    fitting = (n for n in (3, 2) if sum(level <= n for level in levels) <= _LINES_OF_CONTENTS)
    depth = next(fitting, 1)
    return (
        f"\\renewcommand*{{\\contentsname}}{{{escape(words.contents)}}}\n"
        f"\\setcounter{{tocdepth}}{{{depth}}}\n\\bmlcontents\n"
    )


def _indexed(document: Document, words: UiTexts) -> dict[str, list[Location]]:
    """Return the openings and the auctions that go on, in order, with the places of their last calls."""
    found: list[tuple[tuple[int, ...], str, Location]] = []
    for table in (table for table in document.tables if not table.hidden):
        before = table.history.calls if table.history else ()
        paths = [before] if before else []
        path = [*before]
        for depth, row in walk_rows(table.rows):
            path[len(before) + depth :] = [row.call]
            if row.children or len(path) == 1:
                paths.append(tuple(path))
        for calls in paths:
            shown = "\\bmldash{}".join(call_latex(call_text(call, words)) for call in calls)
            found.append((tuple(map(_rank, calls)), shown, calls[-1].location))
    index: dict[str, list[Location]] = {}
    for _, shown, place in sorted(found, key=itemgetter(0, 1)):
        index.setdefault(shown, []).append(place)
    return index


def _rank(call: RowCall) -> int:
    """Return the place of a call among others: by its lowest bid, theirs after ours."""
    bid = re.search(r"([1-7])\W*([A-Za-z]?)", call.text)
    rank = 10 * int(bid[1]) + "CDmHSMXN".find(bid[2][:1]) if bid else 100
    return rank + 1000 * call.theirs


def _index_latex(index: dict[str, list[Location]], labels: dict[Location, str], words: UiTexts) -> str:
    lines = (
        f"\\bmlindexed{{{auction}}}{{{','.join(labels[place] for place in places)}}}\n"
        for auction, places in index.items()
    )
    return f"\\bmlindex{{{escape(words.auctions)}}}\n{''.join(lines)}" if index else ""
