"""Parse inline text: suits, dashes, styles, links, bids, and the condition in braces after a description."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from bml_core.bridge import Strain, Suit, parse_hand
from bml_core.diagnostics import DiagnosticLog, Location, Result
from bml_core.document import (
    AUCTION_SCHEME,
    OWN_SUIT_MARK,
    SUIT_LETTER,
    BidSymbol,
    DescriptionLine,
    Emphasis,
    Link,
    Mono,
    OwnSuit,
    Passage,
    Span,
    Strong,
    SuitSymbol,
    Text,
    auction_spans,
)
from bml_core.files import showable
from bml_core.language.lines import SourceLine

HAND_TARGET = "hand:"
"""What a hand within a sentence leads to: ``[AKx Qxx KJxx xxx](hand:)``."""

At = Callable[[int], Location]

# Characters of a line or paragraph in which markup is looked for.
_MARKED_CHARACTERS = 100_000
# Where every alternative begins with one character, not with one of several, a text is searched faster.
_SPECIAL = re.compile(
    "!|[*]|/|=|\\[|#|\u2660|\u2663|\u2665|\u2666|--|http"
    "|1[CDHSN]|2[CDHSN]|3[CDHSN]|4[CDHSN]|5[CDHSN]|6[CDHSN]|7[CDHSN]"
)
_NOT_A_BID = r"(?!3D[ -](?:print|model|glass|film|movie|view|graphic|scan|effect))"
_OWN_SUIT = OWN_SUIT_MARK.replace("#", "\\#")
# A target with spaces is a place on a page, or a file whose name has an ending.
_TARGET = r"""[^()\s]+|\#[^()]*[^()\s]|[^()\s][^()]*\.[A-Za-z][A-Za-z0-9]{1,4}(?:\#[^()]*[^()\s])?"""
_LINK = rf"""\[\[(?P<org>[^\[\]\s](?:[^\[\]]*[^\[\]\s])?)\](?:\[(?P<orglabel>[^\[\]]+)\])?\]
    | \[(?P<label>[^\[\]]+)\]\((?:<(?P<angled>[^<>]*[^<>\s])>|(?P<target>{_TARGET}))\)"""
_LINK_ALONE = rf"(?x){_LINK}"
_TOKEN = re.compile(
    rf"""(?=[!*/=\[#\-1-7\u2660\u2663\u2665\u2666]|http)(?:
      (?P<url>\bhttps?://[^\s<>"\[\]]+)
    | \[(?P<made>[^\[\]]*)\]\((?P<angle><)?(?P<auction>auction:(?:[^()<>\n]|\([^()<>\n]*\))*)(?(angle)>)\)
    | {_LINK}
    | !(?P<suit>{SUIT_LETTER})
    | (?P<sign>[\u2660\u2663\u2665\u2666])[\ufe0e\ufe0f]?
    | (?<!-)(?P<dash>---?)(?!-)
    | (?<![\w*])\*(?P<strong>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])
    | (?<![\w/:.)])/(?P<emphasis>[^\s/](?:[^/]*[^\s/])?)/(?![\w/])
    | (?<![\w=])=(?P<mono>[^\s=](?:[^=]*[^\s=])?)=(?![\w=])
    | (?<!\w){_NOT_A_BID}(?P<level>[1-7])(?P<strains>NT|[CDHSN]{{1,4}})(?!\w)
    | (?P<own>{_OWN_SUIT})
    )""",
    re.VERBOSE,
)
_SAFE_TARGET = r"(?i)(?:https?://|mailto:|auction:|(?!//)[^:]*(?:[/?#]|$))"
# "!f support", and "[RKB](#RKB 4N for !ss" without its end
_SLIP = re.compile(r"(?<![\w!])(?P<sign>![abe-gi-lp-rt-z])s?(?![\w!])|\]\((?=#|https?://)")
_URL_TAIL = ".,;:!?'*"
_SIGNS = {suit.symbol: suit for suit in Suit}
_SUITS = {suit.value: suit for suit in Suit}
_DASHES = {"--": "\u2013", "---": "\u2014"}
_BRACE = r"[{}]"


class LinkText(NamedTuple):
    """A link as it is in a text: where it leads, its label and where that begins, and its end."""

    target: str
    label: str
    label_offset: int
    end: int


def find_link(text: str, offset: int) -> LinkText | None:
    """Return the link that begins at this offset of a text; None if there is none, or it may not be made.

    >>> find_link("[1D](#1C--1D) negative", 0)
    LinkText(target='#1C--1D', label='1D', label_offset=1, end=13)
    """
    found = re.match(_LINK_ALONE, text[offset:]) if text.startswith("[", offset) else None
    if found is None:
        return None
    target, group = _target(found), "label" if found["label"] else "orglabel" if found["orglabel"] else "org"
    if not _is_safe(target):
        return None
    return LinkText(_encoded(target), found[group], offset + found.start(group), offset + found.end())


def parse_inline(
    text: str, location: Location, *, own_suit: Suit | None = None, in_description: bool = False
) -> Result[tuple[Span, ...]]:
    """Parse one line of inline text that begins at ``location``.

    In a description ``#`` means the suit of the row's own bid, ``own_suit`` where it is one suit.

    >>> [type(span).__name__ for span in parse_inline("5+!h, *forcing*", Location("", 1)).value]
    ['Text', 'SuitSymbol', 'Text', 'Strong']
    """
    log = DiagnosticLog()
    spans = line_spans(showable(text), location, log, own_suit=own_suit, in_description=in_description)
    return Result(spans, log.take())


def line_spans(
    text: str,
    location: Location,
    log: DiagnosticLog,
    *,
    own_suit: Suit | None = None,
    in_description: bool = False,
) -> tuple[Span, ...]:
    """Parse one line of showable text as :func:`parse_inline` does; what is wrong is reported to ``log``."""
    if not text:
        return ()
    special = _SPECIAL.search(text)
    if special is None:
        return (Text(text, location),)
    return _Parser(location.shifted, log, own_suit, in_description).parse(text, special.start())


def parse_inline_lines(lines: list[SourceLine], log: DiagnosticLog) -> tuple[Span, ...]:
    """Parse lines as one text with newline characters between them; outer white space is dropped."""
    texts = [line.text.strip() for line in lines]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]

    def at(offset: int) -> Location:
        number = bisect_right(starts, offset) - 1
        return lines[number].at(lines[number].start + offset - starts[number])

    return _Parser(at, log).parse("\n".join(texts))


@dataclass(frozen=True, slots=True)
class _Parser:
    """The parser for one text; ``at`` gives the location of an offset in it."""

    at: At
    log: DiagnosticLog
    own_suit: Suit | None = None
    in_description: bool = False

    def parse(self, text: str, begin: int = 0) -> tuple[Span, ...]:
        """Parse a text that has no markup before ``begin``; one that is too long has none at all."""
        if len(text) > _MARKED_CHARACTERS and _SPECIAL.search(text):
            message = f"No markup is looked for in a text of more than {_MARKED_CHARACTERS:,} characters."
            self.log.report("BML105", message, self.at(0), "Divide it by blank lines.")
            return (Text(text, self.at(0)),)
        return self._spans(text, 0, begin)

    def _spans(self, text: str, base: int, begin: int = 0) -> tuple[Span, ...]:
        """Return the spans of ``text``, which begins ``base`` characters into the whole."""
        spans: list[Span] = []

        def add(span: Span) -> None:
            if isinstance(span, Text):
                self._report_slips(span)
            # Neighbouring texts are one, so that a dash does not split a sentence.
            if isinstance(span, Text) and spans and isinstance(last := spans[-1], Text):
                spans[-1] = Text(last.text + span.text, last.location)
            else:
                spans.append(span)

        done = 0
        for found in _TOKEN.finditer(text, begin):
            if found.start() < done:
                continue
            read = self._span(found, base)
            if read is None:
                continue
            span, end = read
            if found.start() > done:
                add(Text(text[done : found.start()], self.at(base + done)))
            for each in span if isinstance(span, list) else (span,):
                add(each)
            done = end
        if done < len(text):
            add(Text(text[done:], self.at(base + done)))
        return tuple(spans)

    def _report_slips(self, text: Text) -> None:
        for found in _SLIP.finditer(text.text) if "!" in text.text or "](" in text.text else ():
            place = text.location.shifted(found.start())
            if sign := found["sign"]:
                self.log.report("BML324", f"{sign} is not a suit.", place, "Write !c, !d, !h or !s.")
            else:
                self.log.report(
                    "BML321", "This link has no end, so it is text.", place, "Write a ) after it."
                )

    def _span(self, found: re.Match[str], base: int) -> tuple[Span | list[Span], int] | None:
        kind = found.lastgroup
        location = self.at(base + found.start())
        match kind:
            case "suit":
                return SuitSymbol(_SUITS[found["suit"].upper()], location), found.end()
            case "sign":
                return SuitSymbol(_SIGNS[found["sign"]], location), found.end()
            case "dash":
                return Text(_DASHES[found["dash"]], location), found.end()
            case "strains":
                letters = "N" if found["strains"] == "NT" else found["strains"]
                return BidSymbol(int(found["level"]), tuple(map(Strain, letters)), location), found.end()
            case "own":
                return (OwnSuit(self.own_suit, location), found.end()) if self.in_description else None
            case "mono":
                return Mono(found["mono"], location), found.end()
            case "strong" | "emphasis":
                style = Strong if kind == "strong" else Emphasis
                return style(self._inner(found, kind, base), location), found.end()
            case "url":
                url = _trimmed(found["url"])
                return Link(_encoded(url), (Text(url, location),), location), found.start() + len(url)
            case "auction":
                return self._auction_link(found, base, location), found.end()
            case _:
                return self._link(found, base, location)

    def _inner(self, found: re.Match[str], group: str, base: int) -> tuple[Span, ...]:
        return self._spans(found[group], base + found.start(group))

    def _link(
        self, found: re.Match[str], base: int, location: Location
    ) -> tuple[Span | list[Span], int] | None:
        target = _target(found)
        if target == HAND_TARGET and found["label"]:
            hand = parse_hand_line(found["label"], self.at(base + found.start("label")))
            self.log.add(hand.diagnostics)
            spans = list(hand.value) or [Text(found["label"], location)]
            return spans, found.end()
        if not _is_safe(target):
            hint = "Link to a web address, a mail address or a file beside this one."
            self.log.report("BML321", f"A link may not lead to {target}.", location, hint)
            return None
        target = _encoded(target)
        group = "orglabel" if found["org"] else "label"
        if found[group] is None:
            return Link(target, (Text(target, location),), location), found.end()
        return Link(target, self._without_links(self._inner(found, group, base)), location), found.end()

    def _auction_link(self, found: re.Match[str], base: int, location: Location) -> Link:
        """Return a link to an auction of the notes; one without a text shows the auction."""
        target = _encoded(found["auction"])
        if not found["made"].strip():
            address = target.removeprefix(AUCTION_SCHEME).rpartition(":")[2].partition("@")[0]
            return Link(target, auction_spans(address, location), location)
        return Link(target, self._without_links(self._inner(found, "made", base)), location)

    def _without_links(self, inner: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(s for span in inner for s in (span.spans if isinstance(span, Link) else (span,)))


def parse_hand_line(text: str, place: Location) -> Result[tuple[Span, ...]]:
    """Parse a hand within a sentence, which may go on in the next line between two suits; () if it is none.

    >>> [type(span).__name__ for span in parse_hand_line("AKx - T9 Q", Location("", 1)).value[:3]]
    ['SuitSymbol', 'Text', 'SuitSymbol']
    """
    hand = parse_hand(" ".join(text.split()), place, complete=False)
    if hand.value is None:
        return Result((), hand.diagnostics)
    pairs = ((Suit(letter), holding) for letter, holding in zip("SHDC", hand.value.holdings, strict=True))
    # No line ends before this dash.
    shown = [(SuitSymbol(suit, place), f"{holding or chr(0x2013)} ") for suit, holding in pairs]
    shown[-1] = (shown[-1][0], shown[-1][1].rstrip())
    spans = tuple(span for suit, text in shown for span in (suit, Text(text, place)))
    return Result(spans, hand.diagnostics)


def _target(found: re.Match[str]) -> str:
    """Return where a link leads, as written but for ends of lines."""
    return " ".join((found["angled"] or found["target"] or found["org"]).removeprefix("file:").split())


def _encoded(target: str) -> str:
    """Return a target as an address: without spaces, and the one character that LaTeX cannot hold there."""
    return target.replace("`", "%60").replace(" ", "%20")


def _is_safe(target: str) -> bool:
    """Return True if a link may lead there, entities read as a browser reads them."""
    if "&" in target:
        target = re.sub(r"[\s\x00-\x1f]+", "", unescape(target))
    return re.match(_SAFE_TARGET, target) is not None


def _trimmed(url: str) -> str:
    """Return an address without the punctuation of the sentence around it."""
    end = len(url.rstrip(_URL_TAIL))
    unopened = url.count(")", 0, end) - url.count("(", 0, end)
    while unopened > 0 and url[end - 1] == ")":
        unopened -= 1
        end -= 1
        while url[end - 1] in _URL_TAIL:
            end -= 1
    return url[:end]


# ---------------------------------------------------------------- conditions in braces


def split_condition(
    lines: Sequence[DescriptionLine], own_suit: Suit | None
) -> tuple[tuple[DescriptionLine, ...], Passage | None]:
    """Take the braces that end a description out of it; they may begin some lines above.

    They begin a line or follow a space; other braces are text. Empty ones are not a condition: with them
    a text can end with braces.
    """
    opening = _opening(lines)
    if opening is None:
        return tuple(lines), None
    number, offset = opening
    kept = list(lines[:number])
    before = lines[number].text[:offset].rstrip()
    if before:
        location = lines[number].location
        spans = parse_inline(before, location, own_suit=own_suit, in_description=True)
        kept.append(DescriptionLine(before, spans.value, location))
    texts = [line.text for line in lines[number:]]
    locations = [line.location for line in lines[number:]]
    texts[-1] = texts[-1][:-1]
    texts[0] = texts[0][offset + 1 :]
    locations[0] = locations[0].shifted(offset + 1)
    text = "\n".join(texts)
    return tuple(kept), Passage(text, tuple(locations)) if text.strip() else None


def unclosed(lines: Sequence[DescriptionLine]) -> Location | None:
    """Return the location of a brace at the beginning of a word after which none is closed."""
    for line in reversed(lines):
        offset = line.text.rfind("{")
        if line.text.rfind("}") > offset:
            return None
        if offset >= 0:
            return line.location.shifted(offset) if _begins_word(line.text, offset) else None
    return None


def _opening(lines: Sequence[DescriptionLine]) -> tuple[int, int] | None:
    """Return line and offset of the brace that the last character of a description closes."""
    if not lines or not lines[-1].text.endswith("}"):
        return None
    depth = 0
    for number in range(len(lines) - 1, -1, -1):
        text = lines[number].text
        for brace in reversed(list(re.finditer(_BRACE, text))):
            depth += 1 if brace[0] == "}" else -1
            if not depth:
                return (number, brace.start()) if _begins_word(text, brace.start()) else None
    return None


def _begins_word(text: str, offset: int) -> bool:
    return not offset or text[offset - 1].isspace()
