"""The inline part of LaTeX: characters, bids, spans, descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from bml_core.bridge import SUITS
from bml_core.document import DescriptionLine, Emphasis, Link, Mono, Span, Strong, Text
from bml_core.render.calls import CallText, Piece, Symbols, symbol_pieces

# ---------------------------------------------------------------- characters

_LONG_WORD = 24
_EXPECTED = "\n -~\u00a0-\u017f\u2010-\u2027\u2030-\u203a\u20ac\u2122"
_RIGHT_TO_LEFT = "\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc"
_TOKEN = re.compile(
    rf"(?P<long>\S{{{_LONG_WORD + 1},}})"
    f"|(?P<rtl>[{_RIGHT_TO_LEFT}]+(?: +[{_RIGHT_TO_LEFT}]+)*)"
    # Pairs would be read as dashes and quotation marks.
    rf"|(?P<pair>(?P<first>[-,'<>])(?=(?P=first)))"
    r"|(?P<unfit>[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffd-\uffff\ud800-\udfff])"
    r"|(?P<special>[\\{}\[\]$&#%_^~<>|\"`\u00a0\u00ad♠♥♦♣])"
    f"|(?P<other>[^{_EXPECTED}]+)"
)
_SPECIAL = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    # After a line break or an item LaTeX would take brackets for an argument.
    "[": "{[}",
    "]": "{]}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "%": "\\%",
    "_": "\\_",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}",
    "`": "\\textasciigrave{}",
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
