"""The inline part of HTML pages: characters, bids, spans, descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from bml_core.diagnostics import Location
from bml_core.document import (
    AUCTION_SCHEME,
    DescriptionLine,
    Emphasis,
    Heading,
    Link,
    Mono,
    Span,
    Strong,
    Text,
)
from bml_core.render.appearance import NO_ABBREVIATIONS, Abbreviations, Style, TextWriter
from bml_core.render.calls import CallText, Piece, Symbols, symbol_pieces
from bml_core.render.links import NO_LINKS, RowLinks
from bml_core.render.ui_texts import ENGLISH, UiTexts

# ---------------------------------------------------------------- characters

_SPECIAL = re.compile("[&<>\"'\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escape(text: str) -> str:
    """Escape characters for HTML text and attributes; those that HTML cannot hold become U+FFFD.

    >>> escape('<b class="x">')
    '&lt;b class=&quot;x&quot;&gt;'
    """
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], "\ufffd"), text)


def attributes(classes: Iterable[str], ident: str = "", title: str = "", words: str = "") -> str:
    """Return the attributes of an open tag, with a space before each; ``words`` are those of its script."""
    names = " ".join(classes)
    given = (("class", names), ("id", ident), ("title", title), ("data-words", words))
    return "".join(f' {name}="{escape(value)}"' for name, value in given if value)


def first_uses(abbreviations: Abbreviations) -> TextWriter:
    """Return a writer of plain characters for one table, which explains each abbreviation once.

    >>> first_uses(Abbreviations({"GF": "game forcing"}))("GF & so on")
    '<abbr title="game forcing">GF</abbr> &amp; so on'
    """
    return abbreviations.first_uses(
        escape, lambda word, meaning: f'<abbr title="{escape(meaning)}">{escape(word)}</abbr>'
    )


# ---------------------------------------------------------------- options


def plain_heading(heading: Heading, inner: str) -> str:
    """Return a heading one level below the page's title, without an id."""
    level = min(heading.level + 1, 6)
    return f"<h{level}>{inner}</h{level}>\n"


def plain_source(text: str) -> str:
    """Return BML source without colours."""
    return f"<pre><code>{escape(text)}\n</code></pre>"


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    """How a fragment is written.

    ``collapse`` is the depth from which branches start closed: 1 closes the responses of the top rows, 2
    those one level below, 0 none. ``heading`` writes a heading from its inner HTML; hosts give it level and
    id. ``link`` turns the target of a link, and its place, into what is in ``href``. ``row_id`` gives the
    row with a path its id, unique on the page (see ``RowIds``); without it rows have none. ``text`` writes
    plain characters. ``abbreviations`` are explained where a table first uses them. ``style`` is the form of
    bidding tables; ``hcp`` tells the points of hands. ``words`` are those of the language of the page.
    ``links`` knows those between tables. ``source`` writes BML as it is written, ``deferred`` what stands for
    something that is worked out later, ``address`` is that of the row at a place, "" for none, and ``top`` is
    the folder, as "../", that files to download are in.
    """

    collapse: int = 0
    heading: Callable[[Heading, str], str] = plain_heading
    link: Callable[[str, Location], str] = lambda target, _: target
    row_id: Callable[[str, Location], str] = lambda _path, _place: ""
    text: TextWriter = escape
    abbreviations: Abbreviations = NO_ABBREVIATIONS
    style: Style = Style.TREE
    hcp: bool = False
    words: UiTexts = ENGLISH
    links: RowLinks = NO_LINKS
    source: Callable[[str], str] = plain_source
    deferred: Callable[[object], str] = lambda _: ""
    address: Callable[[Location], str] = lambda _: ""
    top: str = ""


DEFAULT_OPTIONS = HtmlOptions()

# ---------------------------------------------------------------- bids and spans


@lru_cache(maxsize=1024)
def symbols_html(symbols: Symbols) -> str:
    """Return letters for search, copy and screen readers, and symbols that style sheets draw instead.

    >>> from bml_core.bridge import Suit
    >>> symbols_html(Symbols("1", (Suit.HEARTS,)))
    '<i class="bml-hearts" data-n="1"><u>1H</u></i>'
    """
    prefix = f' data-n="{escape(symbols.prefix)}"' if symbols.prefix else ""
    hidden = f"<u>{escape(symbols.letters)}</u>"
    if len(symbols.suits) == 1:
        return f'<i class="bml-{symbols.suits[0].word}"{prefix}>{hidden}</i>'
    drawn = "".join(
        f'<i class="bml-{suit.word}"{"" if number else prefix}></i>'
        for number, suit in enumerate(symbols.suits)
    )
    return f'<span class="bml-symbols">{hidden}{drawn}</span>'


def pieces_html(pieces: Iterable[Piece]) -> str:
    """Return words and symbols in a row."""
    return "".join(escape(p) if isinstance(p, str) else symbols_html(p) for p in pieces)


@lru_cache(maxsize=4096)
def call_html(call: CallText, alert: str = ENGLISH.alert) -> str:
    """Return a call of the bid column: shorthand explained, theirs in parentheses, an alert marked.

    ``alert`` is the word for the mark.
    """
    inner = pieces_html(call.pieces)
    if call.meaning:
        inner = f'<abbr title="{escape(call.meaning)}">{inner}</abbr>'
    if call.theirs:
        inner = f"({inner})"
    if call.alert:
        inner += f'<span class="bml-alert" title="{escape(alert)}">!</span>'
    flags = (("bml-theirs", call.theirs), ("bml-label", call.label))
    return f"<span{attributes(('bml-call', *(name for name, on in flags if on)))}>{inner}</span>"


def link_html(target: str, inner: str, title: str = "", classes: Iterable[str] = ()) -> str:
    """Return a link; ``title`` is what it shows when somebody points at it."""
    return f'<a{attributes(classes)} href="{escape(target)}"{attributes((), title=title)}>{inner}</a>'


LATER_CLASS = "bml-later"
"""The class of links to auctions that are filled in when all pages are known."""


def target_link_html(target: str, inner: str) -> str:
    """Return a link of the notes; one to an auction has the class by which it is found later."""
    return link_html(target, inner, classes=(LATER_CLASS,) if target.startswith(AUCTION_SCHEME) else ())


def render_spans(spans: Iterable[Span], options: HtmlOptions = DEFAULT_OPTIONS, *, links: bool = True) -> str:
    """Return inline text. Without ``links`` only their texts are written.

    >>> from bml_core.diagnostics import Location
    >>> render_spans([Strong((Text("a<b", Location("", 1)),), Location("", 1))])
    '<strong>a&lt;b</strong>'
    """
    return "".join(
        [
            # By far the most spans are plain, so these take no detour.
            options.text(span.text) if type(span) is Text else _span_html(span, options, links)
            for span in spans
        ]
    )


def _span_html(span: Span, options: HtmlOptions, links: bool) -> str:
    match span:
        case Text(text):
            return options.text(text)
        case Emphasis(spans):
            return f"<em>{render_spans(spans, options, links=links)}</em>"
        case Strong(spans):
            return f"<strong>{render_spans(spans, options, links=links)}</strong>"
        case Mono(text):
            return f"<code>{escape(text)}</code>"
        case Link(target, spans, place):
            inner = render_spans(spans, replace(options, text=escape), links=links)
            return target_link_html(options.link(target, place), inner) if links else inner
    return pieces_html(symbol_pieces(span))


def links_in(spans: Iterable[Span], options: HtmlOptions) -> list[str]:
    """Return the links among the spans, each as HTML."""
    found: list[str] = []
    for span in spans:
        match span:
            case Link():
                found.append(_span_html(span, options, links=True))
            case Emphasis(inner) | Strong(inner):
                found.extend(links_in(inner, options))
    return found


LINE_BREAK = "<br />\n"
"""The HTML between the lines of a description."""


def render_description(
    lines: Iterable[DescriptionLine], options: HtmlOptions = DEFAULT_OPTIONS, *, links: bool = True
) -> str:
    """Return the lines of a description, one below the other."""
    return LINE_BREAK.join(render_spans(line.spans, options, links=links) for line in lines)
