"""Signals against each other: ``upside-down count: high = even``, or high-low even here and odd there.

What a line says is standard or upside down: high, or high-low, shows an even number and encourages, or the
other way round. Pairs mix these, so that count is compared with count, and attitude with attitude. Trumps,
Smith and what remains of a suit are turned round by many, and nothing is claimed about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Related
from bml_core.document import TextLine

_KINDS = ("count", "attitude")
_ON_SIGNALS = re.compile(r"(?i)\b(?:signal(?:s|l?ing)?|carding|count|attitude|discards?|udca)\b")
_LEADS = re.compile(r"(?i)\bleads?\b")
_ON_LEADS = re.compile(r"(?i)\b(?:[35](?:rd|th)|4th|third|fourth|fifth|best|(?:we|to) lead)\b")
_OTHERS = re.compile(
    r"(?i)\b(?:(?<!no )(?<!no-)trumps?|smith|ruffs?|foster|vinje|remaining|present|current|examples?"
    r"|opponents?|opps|other pairs|some|many|most|better|worse|than|was|were|used to|we do not|don't|never"
    r"|no longer|no more|dropped|stopped|abandoned|gave up|given up|replaced|changed|switched"
    # "2019: upside-down carding out" tells of changes.
    r"|went back|back to|are over|gone)\b|\?|^[^\w(]*(?:since |until |from |in )?(?:19|20)\d\d\b"
)
#: What makes a clause hold in some cases only.
_HEDGE = re.compile(r"(?i)\b(?:except|unless|instead|but|usually|if|sometimes)\b")
_PLACES = {
    "discards": re.compile(r"(?i)\b(?:discard\w*|throw\w*)\b"),
    "notrump": re.compile(r"(?i)\b(?:no[ -]?trumps?|NT)\b"),
    "suits": re.compile(r"(?i)\bsuits? contracts?\b|\b(?:against|vs?\.?) (?:a )?suits?\b"),
    "slams": re.compile(r"(?i)\bslams?\b"),
}
_CONTRACTS = ({"notrump"}, {"suits"})
_ANYWHERE = "anywhere"
_EVERYWHERE = re.compile(r"(?i)\b(?:everywhere|throughout|always)\b")

_CLAUSE, _PIECE = re.compile(r"[^.;]+"), re.compile(r"[^,;]+")
_NAMED = re.compile(r"(?i)\b(?:(?P<down>upside[- ]?down|reversed?|inverted)|standard|std|natural|normal)\b")
_LONGEST_NAME = 12
_UDCA = re.compile(r"(?i)\budca\b")
_EVERY_SIGNAL = re.compile(r"(?i)\b(?:signals?|signall?ing|carding)\b")
_THEN = r"(?: ?[-\u2013/,]+ ?| )\(?(?:then )?"
_ORDER = (
    rf"(?<!/)(?:(?P<high>\bhi(?:gh)?(?:{_THEN}low?\b\)?(?! cards)|\b(?: cards?| first)?))"
    rf"|(?P<low>\blow?(?:{_THEN}hi(?:gh)?\b\)?(?! cards)|\b(?: cards?| first)?)))"
)
_MEANS = (
    r"(?:\s*(?:=|:|-?>|\u2192|\u2013|\b(?:is|are|means?|for|promises|show(?:s|ing)?)\b)"
    r"\s*(?:(?:an?|the)\b\s*)?)"
)
_EVEN = r"(?:(?P<yes>\beven\b)|(?P<no>\bodd\b))(?: (?:number|count|length)\b)?"
_LIKES = r"(?:(?P<yes>\b(?:encourag\w+|likes?|positive)\b)|(?P<no>\b(?:discourag\w+|dislikes?|negative)\b))"
#: What an order of cards shows: "high-low even", "low = even", and "even: low" where there is none of these.
_SHOWN = {
    # "Low even = the lower suit" is said of a card.
    "count": (rf"{_ORDER}(?:{_MEANS}|\s){_EVEN}(?! ?(?:=|:|cards?\b|asks\b))", f"{_EVEN}{_MEANS}{_ORDER}"),
    "attitude": (rf"{_ORDER}(?:{_MEANS}|\s){_LIKES}", f"{_LIKES}{_MEANS}{_ORDER}"),
}
_COLUMN = re.compile(rf"(?i){_ORDER}|{_EVEN}|{_LIKES}".replace("?P<yes>", "").replace("?P<no>", ""))


# "King asks for count", and "partner leads a king: high encourages"
_ASKS = re.compile(r"\b([Aa]ce|[Kk]ing|A|K)(?: lead)? (?:asks?\b|=)")
_LED = re.compile(r"\b(?:[Pp]artner leads|[Oo]n partner's) (?:an? |the )?([Aa]ce|[Kk]ing|A|K)\b(?! or\b)")


class Method(NamedTuple):
    """What a line says of count or of attitude: that it is upside down, or standard.

    ``place`` is what it is said of, such as discards; ``is_shown`` says that the line has what cards show,
    not the name of the method alone.
    """

    kind: str
    is_down: bool
    place: frozenset[str]
    is_shown: bool
    is_hedged: bool
    line: TextLine

    @property
    def name(self) -> str:
        """Return its name."""
        return "upside-down" if self.is_down else "standard"


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield lines on signals that contradict themselves, or others of the notes."""
    lines = [[*methods_of(line)] for line in notes.texts if _is_on_signals(line)]
    every = [method for methods in lines for method in methods]
    reported: set[TextLine] = set()
    for method in every:
        rivals = [other for other in every if _differ(method, other)]
        own = next((other for other in rivals if other.line is method.line), None)
        if method.line in reported or not rivals:
            continue
        if own or _is_odd(method, every):
            reported.add(method.line)
            yield _contradiction(method, own or rivals[0])
    yield from _other_kinds(notes.texts)


def _other_kinds(texts: Sequence[TextLine]) -> Iterator[Diagnostic]:
    """Yield a line that has attitude on the lead of a card that asks for count, or the other way round."""
    asked: dict[tuple[str, frozenset[str]], tuple[str, TextLine]] = {}
    for line in texts:
        place = _places(_above(line))
        for clause in _CLAUSE.findall(line.text) if any(map(_ON_SIGNALS.search, line.headings)) else ():
            place |= _places(clause)
            for piece in _PIECE.findall(clause):
                kinds = {kind for kind in _KINDS if kind in piece.lower() or [*_shown(kind, piece)]}
                found = _ASKS.search(piece) or _LED.search(clause)
                if not found or len(kinds) != 1 or _HEDGE.search(clause) or _OTHERS.search(clause):
                    continue
                (kind,) = kinds
                card = found[1][0].lower()
                known, first = asked.setdefault((card, place), (kind, line))
                if known != kind and first is not line:
                    where = f"line {first.location.line}"
                    message = f"The lead has {kind} here, and asks for {known} by {where}."
                    see = (Related(first.location, f"It asks for {known} here."),)
                    yield Diagnostic("BML901", message, line.location, _HINT, see)


def _is_on_signals(line: TextLine) -> bool:
    """Return whether a line is about signals, and not about trumps or leads."""
    above = _above(line)
    is_other = any(_OTHERS.search(text) or _ON_LEADS.search(text) for text in (above, line.text))
    is_other |= _LEADS.search(above) is not None and not _ON_SIGNALS.search(above)
    return not is_other and any(_ON_SIGNALS.search(text) for text in (*line.headings, line.text))


def _above(line: TextLine) -> str:
    """Return the heading above a line, and the words that bring in a list: "At notrump:"."""
    return " ".join((*line.headings[-1:], line.lead if line.lead.endswith(":") else ""))


def methods_of(line: TextLine) -> Iterator[Method]:
    """Yield what a line says of count and attitude.

    >>> from bml_core.diagnostics import Location
    >>> line = TextLine(("Count: low-high = even, high-low = odd",), Location("leads.md", 3))
    >>> [(method.kind, method.is_down) for method in methods_of(line)]
    [('count', True), ('count', True)]
    """
    head = {n for n, cell in enumerate(line.header) if _COLUMN.fullmatch(cell)}
    cells = (f"{line.header[n]} = {cell}" if n in head else cell for n, cell in enumerate(line.cells))
    place = _places(_above(line))
    text = "; ".join(cells)
    for clause in _CLAUSE.findall(text):
        # "First discard: attitude; low likes it"
        place |= _places(clause)
        is_hedged = _HEDGE.search(clause) is not None
        shown = {kind: [*_shown(kind, clause)] for kind in _KINDS}
        for kind, downs in shown.items():
            yield from (Method(kind, is_down, place, True, is_hedged, line) for is_down in downs)
        for kind, is_down in _named(clause, [kind for kind in _KINDS if kind in text.lower() or shown[kind]]):
            where = frozenset((_ANYWHERE,)) if _EVERYWHERE.search(clause) else place
            yield Method(kind, is_down, where, False, is_hedged, line)


def _places(text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _PLACES.items() if pattern.search(text))


def _shown(kind: str, clause: str) -> Iterator[bool]:
    """Yield whether what a clause says that cards show is upside down."""
    found = ([*re.finditer(f"(?i){pattern}", clause)] for pattern in _SHOWN[kind])
    for each in next(filter(None, found), []):
        yield (each["high"] is None) == (each["yes"] is not None)


def _named(clause: str, of_line: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the kinds for which a clause has the name of a method, and whether that is upside down.

    ``of_line`` are the kinds that the line is about.
    """
    if _UDCA.search(clause):
        yield from ((kind, True) for kind in _KINDS)
        return
    for piece in _PIECE.findall(clause):
        names = {found["down"] is not None for found in _NAMED.finditer(piece)}
        if len(names) != 1 or len(clause.split()) > _LONGEST_NAME:
            continue
        (is_down,) = names
        kinds = [kind for kind in _KINDS if kind in piece.lower()]
        if not kinds and (_EVERY_SIGNAL.search(piece) or _EVERYWHERE.search(piece)):
            # "Upside-down signals" may be meant of attitude.
            kinds = ["attitude"] if is_down else [*_KINDS]
        elif not kinds and len(of_line) == 1:
            kinds = [*of_line]
        yield from ((kind, is_down) for kind in kinds)


def _differ(one: Method, other: Method) -> bool:
    """Return whether two methods are of the same signals, and differ."""
    if one.kind != other.kind or one.is_down == other.is_down:
        return False
    if one.line is other.line:
        return one.place == other.place
    places = one.place | other.place
    # "On partner's king at notrump", and "on declarer's suits"
    is_near = one.kind == "count" and one.is_shown and other.is_shown and places in _CONTRACTS
    is_same = one.place == other.place or _ANYWHERE in places
    return (is_same or is_near) and not (one.is_hedged or other.is_hedged)


def _is_odd(method: Method, every: Sequence[Method]) -> bool:
    """Return whether the other lines of the notes, of the same kind or of both, are for the other method."""
    for kinds in ((method.kind,), _KINDS):
        alike = {id(each.line): each.is_down == method.is_down for each in every if each.kind in kinds}
        if (balance := sum(1 if same else -1 for same in alike.values())) != 0:
            return balance < 0
    return method.is_shown


def _contradiction(method: Method, other: Method) -> Diagnostic:
    line = method.line.location
    if other.line is method.line:
        message = f"This line has standard {method.kind}, and upside-down {method.kind} as well."
        return Diagnostic("BML901", message, line, _HINT)
    where = f"line {other.line.location.line}"
    if other.line.location.file != line.file:
        where = f"{other.line.location.file}:{other.line.location.line}"
    message = f"{method.kind.capitalize()} is {method.name} here, and {other.name} at {where}."
    see = (Related(other.line.location, f"It is {other.name} here."),)
    return Diagnostic("BML901", message, line, _HINT, see)


_HINT = "Correct one of the two."

CHECKS = (Check(find, ("BML901",)),)
