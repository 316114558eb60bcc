"""Parse inline text: suits, dashes, styles, links and bids in a line or a paragraph."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from bml_core.bridge import Strain, Suit
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import (
    OWN_SUIT_MARK,
    BidSymbol,
    Emphasis,
    Link,
    Mono,
    OwnSuit,
    Span,
    Strong,
    SuitSymbol,
    Text,
)
from bml_core.language.source_lines import DiagnosticLog, SourceLine, shortened

At = Callable[[int], Location]

_SPECIAL = re.compile(r"[!*/=\[#\u2660\u2663\u2665\u2666]|--|http|[1-7][CDHSN]")
_NOT_A_BID = r"(?!3D[ -](?:print|model|glass|film|movie|view|graphic|scan|effect))"
_OWN_SUIT = OWN_SUIT_MARK.replace("#", "\\#")
_TOKEN = re.compile(
    rf"""(?=[!*/=\[#\-1-7\u2660\u2663\u2665\u2666]|http)(?:
      (?P<url>\bhttps?://[^\s<>"\[\]]+)
    | \[\[(?P<org>[^\[\]\s]+)\](?:\[(?P<orglabel>[^\[\]]+)\])?\]
    | \[(?P<label>[^\[\]]+)\]\((?P<target>[^()\s]+)\)
    | !(?P<suit>[cdhs]|[CDHS](?![a-z]))
    | (?P<sign>[\u2660\u2663\u2665\u2666])
    | (?<!-)(?P<dash>---?)(?!-)
    | (?<![\w*])\*(?P<strong>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])
    | (?<![\w/:.)])/(?P<emphasis>[^\s/](?:[^/]*[^\s/])?)/(?![\w/])
    | (?<![\w=])=(?P<mono>[^\s=](?:[^=]*[^\s=])?)=(?![\w=])
    | (?<!\w){_NOT_A_BID}(?P<level>[1-7])(?P<strains>NT|[CDHSN]{{1,4}})(?!\w)
    | (?P<own>{_OWN_SUIT})
    )""",
    re.VERBOSE,
)
_SAFE_TARGET = re.compile(r"(?:https?://|mailto:|(?!//)[^:]*(?:[/?#]|$))", re.IGNORECASE)
_URL_TAIL = ".,;:!?'*"
_SIGNS = {suit.symbol: suit for suit in Suit}
_DASHES = {"--": "\u2013", "---": "\u2014"}


def parse_inline(
    text: str,
    location: Location,
    *,
    own_suit: Suit | None = None,
    in_description: bool = False,
) -> Result[tuple[Span, ...]]:
    """Parse one line of inline text that begins at ``location``.

    In a description ``#`` means the suit of the row's own bid, ``own_suit`` where it is one suit.

    >>> [type(span).__name__ for span in parse_inline("5+!h, *forcing*", Location("", 1)).value]
    ['Text', 'SuitSymbol', 'Text', 'Strong']
    """
    if not text:
        return Result(())
    if _SPECIAL.search(text) is None:
        return Result((Text(text, location),))
    return _Parser(location.shifted, own_suit, in_description).parse(text)


def parse_inline_lines(lines: list[SourceLine], log: DiagnosticLog) -> tuple[Span, ...]:
    """Parse lines as one text with newline characters between them; outer white space is dropped."""
    starts: list[int] = []
    length = 0
    texts = [line.text.strip() for line in lines]
    for text in texts:
        starts.append(length)
        length += len(text) + 1

    def at(offset: int) -> Location:
        number = bisect_right(starts, offset) - 1
        return lines[number].at(lines[number].start + offset - starts[number])

    spans = _Parser(at, None, in_description=False).parse("\n".join(texts))
    log.add(spans.diagnostics)
    return spans.value


class _Parser:
    """The parser for one text; ``at`` gives the place of an offset in it."""

    def __init__(self, at: At, own_suit: Suit | None, in_description: bool) -> None:
        self._at = at
        self._own_suit = own_suit
        self._in_description = in_description
        self._diagnostics: list[Diagnostic] = []

    def parse(self, text: str) -> Result[tuple[Span, ...]]:
        """Parse the whole text."""
        spans = self._spans(text, 0)
        return Result(spans, tuple(self._diagnostics))

    def _spans(self, text: str, base: int) -> tuple[Span, ...]:
        """Return the spans of ``text``, which begins ``base`` characters into the whole."""
        spans: list[Span] = []
        done = 0
        for found in _TOKEN.finditer(text):
            if found.start() < done:
                continue
            read = self._span(found, base)
            if read is None:
                continue
            span, end = read
            if found.start() > done:
                spans.append(Text(text[done : found.start()], self._at(base + done)))
            spans.append(span)
            done = end
        if done < len(text):
            spans.append(Text(text[done:], self._at(base + done)))
        return _joined(spans)

    def _span(self, found: re.Match[str], base: int) -> tuple[Span, int] | None:
        kind = found.lastgroup
        place = self._at(base + found.start())
        match kind:
            case "suit":
                return SuitSymbol(Suit(found["suit"].upper()), place), found.end()
            case "sign":
                return SuitSymbol(_SIGNS[found["sign"]], place), found.end()
            case "dash":
                return Text(_DASHES[found["dash"]], place), found.end()
            case "strains":
                return _bid_symbol(found["level"], found["strains"], place), found.end()
            case "own":
                return (OwnSuit(self._own_suit, place), found.end()) if self._in_description else None
            case "mono":
                return Mono(found["mono"], place), found.end()
            case "strong":
                return Strong(self._inner(found, "strong", base), place), found.end()
            case "emphasis":
                return Emphasis(self._inner(found, "emphasis", base), place), found.end()
            case "url":
                url = _trimmed(found["url"])
                return Link(_encoded(url), (Text(url, place),), place), found.start() + len(url)
            case _:
                return self._link(found, base, place)

    def _inner(self, found: re.Match[str], group: str, base: int) -> tuple[Span, ...]:
        return self._spans(found[group], base + found.start(group))

    def _link(self, found: re.Match[str], base: int, place: Location) -> tuple[Span, int] | None:
        target = (found["target"] or found["org"]).removeprefix("file:")
        if not _is_safe(target):
            self._report_target(target, place)
            return None
        target = _encoded(target)
        group = "label" if found["target"] else "orglabel"
        if found[group] is None:
            return Link(target, (Text(target, place),), place), found.end()
        inner = self._inner(found, group, base)
        spans = tuple(s for span in inner for s in (span.spans if isinstance(span, Link) else (span,)))
        return Link(target, spans, place), found.end()

    def _report_target(self, target: str, place: Location) -> None:
        message = shortened(f"A link may not lead to {target}.")
        hint = "Link to a web address, a mail address or a file beside this one."
        self._diagnostics.append(Diagnostic("BML321", message, place, hint))


def _encoded(target: str) -> str:
    """Return a target without the one character that LaTeX cannot hold in an address."""
    return target.replace("`", "%60")


def _is_safe(target: str) -> bool:
    """Return True if a link may lead there, entities read as a browser reads them."""
    if "&" in target:
        from html import unescape

        target = re.sub(r"[\s\x00-\x1f]+", "", unescape(target))
    return _SAFE_TARGET.match(target) is not None


def _trimmed(url: str) -> str:
    """Return an address without the punctuation of the sentence around it."""
    url = url.rstrip(_URL_TAIL)
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(_URL_TAIL)
    return url


def _bid_symbol(level: str, strains: str, place: Location) -> BidSymbol:
    letters = "N" if strains == "NT" else strains
    return BidSymbol(int(level), tuple(Strain(letter) for letter in letters), place)


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """Neighbouring texts as one, so that a dash does not split a sentence."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if isinstance(span, Text) and isinstance(last, Text):
            joined[-1] = Text(last.text + span.text, last.location)
        else:
            joined.append(span)
    return tuple(joined)
