"""The address of an auction, by which links and other sites know it, as ``1N-2C`` or ``club:1N@3rd``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import PurePath
from urllib.parse import unquote

from bml_core.bridge import ANY_SCOPE, Auction, Call, Scope, parse_auction, parse_scope
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import (
    AUCTION_SCHEME,
    DescriptionLine,
    Document,
    Link,
    Row,
    RowCall,
    Span,
    Text,
    auction_spans,
)
from bml_core.notes import NOWHERE, Markup, markup_of

_DASH = re.compile("[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+|--+")
_WORD = re.compile(r"\([^()]*\)|[^\s,;()-]+|[()]")
# A bid column that may stand for several bids, as 1M, 2oM, 2red or 3CD.
_SEVERAL_BIDS = re.compile(r"[1-7][A-Za-z]{1,6}\Z")
_LONGEST = 500
_MOST_NAMED = 8
_HINT = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."


@dataclass(frozen=True, slots=True)
class AuctionLink:
    """Hold a link of a page to an auction: the address as written, and where the link is."""

    target: str
    place: Location


_WITHOUT_LINKS = (Text, Location, RowCall, str, int, type(None))


def auction_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document to auctions.

    >>> from bml_core.language import parse
    >>> [link.target for link in auction_links(parse("See [*Stayman*](auction:1N-2C)."))]
    ['auction:1N-2C']
    """
    return (link for link in _links(document) if link.target.startswith(AUCTION_SCHEME))


def row_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document to rows by the addresses that these have on their pages.

    >>> from bml_core.language import parse
    >>> [link.target for link in row_links(parse("See [them](notrump.bml#1N-2C) and [us](#more)."))]
    ['notrump.bml#1N-2C']
    """
    return (link for link in _links(document) if _ROW.search(link.target))


def _links(document: Document) -> Iterator[AuctionLink]:
    left: list[object] = [document.blocks]
    while left:
        value = left.pop()
        if isinstance(value, Link):
            yield AuctionLink(value.target, value.location)
        elif isinstance(value, Row):
            left += (value.children, value.description)
        elif isinstance(value, DescriptionLine):
            left.append(value.spans)
        elif isinstance(value, _WITHOUT_LINKS):
            continue
        elif isinstance(value, tuple):
            left.extend(reversed(value))
        elif is_dataclass(value):
            left.extend(getattr(value, entry.name) for entry in reversed(fields(value)))


def joined_faults(found: Iterable[tuple[AuctionLink, Diagnostic]]) -> Iterator[Diagnostic]:
    """Yield what is wrong with links, once for each file and cause: the first in full, the others named.

    >>> places = enumerate(("1N-2C", "1N-3D"), 1)
    >>> links = [AuctionLink(f"auction:{auction}", Location("a.md", line)) for line, auction in places]
    >>> faults = [Diagnostic("BML322", f"No auction {link.target[8:]}.", link.place) for link in links]
    >>> [fault.sentence for fault in joined_faults(zip(links, faults))]
    ['No auction 1N-2C. The same goes for 1N-3D (line 2).']
    """
    groups: dict[tuple[str, str, str], dict[AuctionLink, Diagnostic]] = {}
    for link, fault in found:
        groups.setdefault(fault.cause, {}).setdefault(link, fault)
    for (file, *_), group in groups.items():
        first, *others = group
        fault = group[first]
        same = f" The same goes for {named_links(others, file)}." if others else ""
        yield replace(fault, hint=f"{fault.hint}{same}".strip())


def named_links(links: Iterable[AuctionLink], file: str) -> str:
    """Return the targets of links with their lines; of those in other files than ``file`` with its name.

    >>> named_links([AuctionLink("a.md", Location("b.md", line)) for line in (3, 5)], "b.md")
    'a.md (lines 3, 5)'
    """
    lines: dict[tuple[str, str], list[int]] = {}
    for link in links:
        key = (link.target.removeprefix(AUCTION_SCHEME), link.place.file)
        lines.setdefault(key, []).append(link.place.line)
    names = [_named(target, place, file, lines[target, place]) for target, place in lines]
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _named(target: str, place: str, file: str, lines: list[int]) -> str:
    where = "" if place == file else f"{PurePath(place).name}, "
    numbers = list(dict.fromkeys(lines))
    shown = ", ".join(map(str, numbers[:_MOST_NAMED])) + ("…" if len(numbers) > _MOST_NAMED else "")
    return f"{target[:80]} ({where}line{'s' if len(numbers) > 1 else ''} {shown})"


@dataclass(frozen=True, slots=True)
class AuctionAddress:
    """Hold what an address says.

    Attributes:
        words: The calls as written, in the letters of BML; those of the opponents in parentheses.
        written: The auction; None if a word such as ``1M`` stands for several calls.
        system: The name of the system; "" if none is given.
        scope: The position of the opener and the vulnerability, as far as they are given.

    >>> address = parse_address("club: 1nt – 2♣ @3rd").value
    >>> str(address), address.system, address.scope.position.name
    ('club:1N-2C@3rd', 'club', 'THIRD')
    """

    words: tuple[str, ...]
    written: Auction | None
    system: str = ""
    scope: Scope = ANY_SCOPE

    def __str__(self) -> str:
        return f"{self.system}:{self.name}" if self.system else self.name

    def within(self, system: str, scope: Scope) -> AuctionAddress:
        """Return the same auction in a system and a scope."""
        return replace(self, system=system, scope=scope)

    @property
    def name(self) -> str:
        """Return the address without its system, always in the same form."""
        if self.written is None:
            return f"{'-'.join(self.words)}{self.scope}"
        return f"{replace(self.written, scope=self.scope):bml}"


def parse_address(text: str, place: Location = NOWHERE) -> Result[AuctionAddress | None]:
    """Parse an address, in capital or small letters, with dashes or blanks, with or without passes.

    ``place`` is where the link is. Of an address that cannot be read, the value is None.

    >>> [str(parse_address(text).value) for text in ("1NT 2c", "1N-P-2C", "(1h)-x-1s", "auction:1M--2n")]
    ['1N-2C', '1N-2C', '(1H)-D-(P)-1S', '1M-2N']
    >>> parse_address("1N-1C").diagnostics[0].message
    '1C is not legal here: the bid is not higher than the last bid.'
    """
    shown = unquote(text) if "%" in text else text
    if len(shown) > _LONGEST:
        message = f"This address has more than {_LONGEST} characters."
        return Result(None, (Diagnostic("BML631", message, place, "Write an auction, such as 1N-2C."),))
    shown = shown.strip().removeprefix(AUCTION_SCHEME)
    system, _, rest = shown.rpartition(":")
    auction = rest.partition("@")[0]
    scope = parse_scope(rest[len(auction) :], place)
    words = tuple(found[0] for found in _WORD.finditer(_DASH.sub("-", auction)))
    if scope.value is None:
        return Result(None, scope.diagnostics)
    if not words:
        return Result(None, (Diagnostic("BML631", "This address has no call.", place, _HINT),))
    normal = tuple(map(_normal, words))
    if all(normal):
        found = parse_auction("-".join(words))
        if found.value is None:
            return Result(None, tuple(_at(one, place) for one in found.diagnostics))
        return Result(AuctionAddress(normal, found.value, system.strip(), scope.value))
    return _pattern(tuple(zip(words, normal, strict=True)), system.strip(), scope.value, place)


def _pattern(
    words: tuple[tuple[str, str], ...], system: str, scope: Scope, place: Location
) -> Result[AuctionAddress | None]:
    """Return the address of an auction in which some words stand for several calls."""
    for word, normal in words:
        if not (normal or _SEVERAL_BIDS.match(word.strip("()"))):
            return Result(None, (Diagnostic("BML631", f"{word[:40]} is not a call.", place, _HINT),))
    return Result(AuctionAddress(tuple(normal or word for word, normal in words), None, system, scope))


def normal_word(word: str) -> str:
    """Return a call in the letters of BML, theirs in parentheses; what is not a call stays as it is.

    >>> normal_word("(1NT)"), normal_word("1M")
    ('(1N)', '1M')
    """
    return _normal(word) or word


def are_calls(words: Iterable[str]) -> bool:
    """Return whether each word of an auction is a call, and none stands for several.

    >>> are_calls(["1N", "(D)"]), are_calls(["1M", "2N"])
    (True, False)
    """
    return all(map(_normal, words))


def _normal(word: str) -> str:
    theirs = word.startswith("(") and word.endswith(")")
    try:
        code = Call.parse(word[1:-1] if theirs else word.strip("!")).code
    except ValueError:
        return ""
    return f"({code})" if theirs else code


def _at(found: Diagnostic, place: Location) -> Diagnostic:
    return Diagnostic(found.code, found.message, place, found.hint)


def address_spans(address: str) -> tuple[Span, ...]:
    """Return what a link shows that has no text of its own: 1NT–2♣.

    >>> from bml_core.document import plain_text
    >>> plain_text(address_spans("club:1n-2c@3rd"))
    '1NT–2C @3rd'
    """
    auction, at, scope = address.rpartition(":")[2].partition("@")
    return (*auction_spans(auction, NOWHERE), *((Text(f" {at}{scope}", NOWHERE),) if at else ()))


# ---------------------------------------------------------------- links in pages

_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})[ ]*(\{?)")
_ROLE = re.compile(r"""(?:\{bml:auction\}|(?<!:)(?<!\w):bml:auction:)`(?P<text>[^`]*)`""")
_EXPLICIT = re.compile(r"[^<]*<(?P<target>[^<>]*)>\s*\Z")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
#: The auction begins with a bid, or with passes before it.
_ROW = re.compile(
    r"\A(?!\w+:)[^#]*#(?:\(?P\)?-)*\(?[1-7](?:NT?|[CDHSMmXYZ]+|o[Mm]|red|black)\)?(?:[-_]\S+)?\Z"
)
_LINK_TO_ROW = re.compile(r"\]\(\s*<?((?!auction:)[^\s()<>#]*#[^\s()<>]*(?:\([^()\s]*\)[^\s()<>]*)*)")
_WRITTEN_LINK = re.compile(
    r"\]\(\s*(?:<(?P<angled>auction:[^<>]*)>|(?P<target>auction:[^\s()]*(?:\([^()]*\)[^\s()]*)*))"
)


def links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown or reStructuredText page outside of its blocks of BML.

    >>> [link.target for link in links_in_page("[x](auction:(1H)-D) `[y](auction:1N)`", "a.md")]
    ['auction:(1H)-D']
    >>> [link.target for link in links_in_page("See :bml:auction:`Stayman <1N-2C>`", "a.rst")]
    ['auction:1N-2C']
    """
    markup = markup_of(file)
    lines = _outside_code(text) if markup is Markup.MARKDOWN else enumerate(text.splitlines(), 1)
    for number, line in lines if markup is not Markup.BML else ():
        for found in _ROLE.finditer(line):
            target = _EXPLICIT.match(found["text"])
            address = (target["target"] if target else found["text"]).strip()
            if not address.startswith("!"):
                place = Location(file, number, found.start() + 1)
                yield AuctionLink(f"{AUCTION_SCHEME}{address.removeprefix('~').strip()}", place)
        if markup is Markup.MARKDOWN:
            plain = _CODE.sub(lambda code: " " * len(code[0]), line)
            for found in _WRITTEN_LINK.finditer(plain):
                yield AuctionLink(
                    found["angled"] or found["target"], Location(file, number, found.start() + 1)
                )


def row_links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown page, outside of its blocks of BML, to rows by their addresses.

    >>> [link.target for link in row_links_in_page("[x](a.md#1N-(2C)) `[y](#1N)` [z](#top)", "a.md")]
    ['a.md#1N-(2C)']
    """
    for number, line in _outside_code(text) if markup_of(file) is Markup.MARKDOWN else ():
        plain = _CODE.sub(lambda code: " " * len(code[0]), line)
        for found in _LINK_TO_ROW.finditer(plain):
            if _ROW.search(found[1]):
                yield AuctionLink(found[1], Location(file, number, found.start() + 1))


def _outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of Markdown outside code, with their numbers; directives hold Markdown."""
    opened = ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if opened:
            if fence and fence[1].startswith(opened) and not line.strip(" >").strip(fence[1][0]):
                opened = ""
        elif fence and not (fence[2] and not line.strip(" >`~").startswith("{bml")):
            opened = fence[1]
        else:
            yield number, line
