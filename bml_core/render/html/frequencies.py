"""How often calls are made, as HTML: a chart of bars, and a table that says the same in numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bml_core.diagnostics import Location
from bml_core.render.html.inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    escape,
    pieces_html,
    render_spans,
)
from bml_core.render.share_table import (
    LeftOut,
    ShareLine,
    ShareTable,
    percent_text,
    share_lines,
    table_notes,
    title_pieces,
)
from bml_core.render.texts import Piece, Symbols, call_pieces, signs
from bml_core.render.translations import Words

Address = Callable[[Location], str]
"""Where the row at a place has its address; "" where it has none."""

# In per cent of the width of a chart: a bar begins after the calls and leaves room for its share.
_BARS_BEGIN = 15
_LONGEST_BAR = 62
# In em.
_LINE = 1.6


def no_address(place: Location) -> str:
    """Return no address, for pages whose rows have none."""
    return ""


def render_frequencies(
    table: ShareTable,
    options: HtmlOptions = DEFAULT_OPTIONS,
    *,
    address: Address = no_address,
    chart: bool = True,
    ident: str = "",
) -> str:
    """Return how often calls are made; without ``chart`` in numbers only, for readers that draw nothing."""
    words = options.words
    lines = share_lines(table, words)
    title = title_pieces(table, words)
    drawn = _chart_html(lines, table, signs(title), words) if chart and table.chart and lines else ""

    def write(part: str | LeftOut) -> str:
        if isinstance(part, str):
            return escape(part)
        return _call_html(call_pieces(part.call, words), part.place, address)

    notes = table_notes(table, write, words)
    below = "".join(f'<p class="bml-share-note">{note}</p>\n' for note in notes)
    return (
        f"<div{attributes(('bml-frequencies', *options.classes), ident)}>\n"
        f"{drawn}{_table_html(lines, title, options, address)}{below}</div>\n"
    )


# ---------------------------------------------------------------- numbers


def _table_html(
    lines: Iterable[ShareLine], title: Iterable[Piece], options: HtmlOptions, address: Address
) -> str:
    words = options.words
    heads = ((words.call, ""), (words.share, "bml-number"), (words.one_in, "bml-number"), (words.meaning, ""))
    head = "".join(f'<th scope="col"{attributes((name,))}>{escape(word)}</th>' for word, name in heads)
    rows = "".join(_row_html(line, options, address) for line in lines)
    return (
        f'<table class="bml-shares">\n<caption>{pieces_html(title)}</caption>\n'
        f"<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )


def _row_html(line: ShareLine, options: HtmlOptions, address: Address) -> str:
    meaning = render_spans(line.row.text, options, links=False)
    if line.rest:
        meaning = f'<span class="bml-label">{escape(line.rest)}</span>'
    shares = "".join(f'<td class="bml-number">{escape(number)}</td>' for number in (line.share, line.odds))
    call = _call_html(line.call, line.row.place, address)
    return f'<tr><th scope="row">{call}</th>{shares}<td>{meaning}</td></tr>\n'


def _call_html(call: Iterable[Piece], place: Location | None, address: Address) -> str:
    shown = f'<span class="bml-call">{pieces_html(call)}</span>'
    target = address(place) if place is not None else ""
    return f'<a href="{escape(target)}">{shown}</a>' if target else shown


# ---------------------------------------------------------------- chart


def _chart_html(lines: Sequence[ShareLine], table: ShareTable, title: str, words: Words) -> str:
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


def _bar_html(line: ShareLine, number: int, part: float, words: Words) -> str:
    top = number * _LINE
    length = _LONGEST_BAR * part
    baseline = _em(top + 1.15)
    call = "".join(_svg_pieces(line.call))
    where = f'x="{_BARS_BEGIN}%" y="{_em(top + 0.3)}" width="{length:.2f}%" height="{_em(_LINE - 0.55)}"'
    bar = f"<rect {where}/>" if line.row.place else ""
    behind = f"{_BARS_BEGIN + length + 1:.2f}%" if bar else f"{_BARS_BEGIN}%"
    share = escape(percent_text(line.row.share, words))
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
