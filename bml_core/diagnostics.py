"""What is wrong with a text, and where: codes, severities, locations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from operator import itemgetter
from pathlib import Path, PurePath
from typing import Generic, NamedTuple, TypeVar

from bml_core._package import checked

_T_co = TypeVar("_T_co", covariant=True)


class Severity(Enum):
    """How bad a diagnostic is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Location(NamedTuple):
    """A place in a text; line and column count from 1.

    What a ``#PASTE`` brought in is at the ``#PASTE``; ``origin`` is where it was cut or copied.

    >>> str(Location("openings.bml", 12, 3))
    'openings.bml:12:3'
    """

    file: str
    line: int
    column: int = 1
    origin: Location | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def name_from(self, here: Location) -> str:
        """Return the name of the file, with its folder where that of another place has the same name.

        >>> Location("a/majors.bml", 3).name_from(Location("b/majors.bml", 9))
        'a/majors.bml'
        """
        path, other = PurePath(self.file), PurePath(here.file)
        are_twins = path.name == other.name and path != other
        return str(PurePath(*path.parts[-2:])) if are_twins else path.name

    def seen_from(self, here: Location) -> str:
        """Return the file, as :meth:`name_from` has it, and the line.

        >>> Location("a/majors.bml", 3).seen_from(Location("b/minors.bml", 9))
        'majors.bml:3'
        """
        return f"{self.name_from(here)}:{self.line}"

    def shifted(self, columns: int) -> Location:
        """Return the place ``columns`` to the right of this one; of pasted text only the origin moves."""
        if not columns:
            return self
        if self.origin is not None:
            return Location(self.file, self.line, self.column, self.origin.shifted(columns))
        return Location(self.file, self.line, self.column + columns)


class Related(NamedTuple):
    """Another place that a finding is about, and a short sentence on it.

    >>> str(Related(Location("a.bml", 1, 1), "1NT is 15 to 17 here."))
    'see a.bml:1:1: 1NT is 15 to 17 here.'
    """

    location: Location
    message: str

    def __str__(self) -> str:
        return f"see {self.location}: {self.message}"


class Contrast(NamedTuple):
    """What is said of a subject at the place of a finding, and at the first one related to it."""

    subject: str
    here: str
    there: str


class Code(NamedTuple):
    """An entry of the catalogue of diagnostics: severity and what the code is about."""

    severity: Severity
    title: str


def _codes() -> Iterator[tuple[str, Code]]:
    """Yield the codes that each room lists in its ``codes.txt``: a code, a severity and a title a line."""
    here = Path(__file__).parent
    for file in (here / "codes.txt", *here.glob("*/codes.txt")):
        for line in file.read_text("utf-8").splitlines():
            code, severity, title = line.split(None, 2)
            yield code, Code(Severity(severity), title)


CODES = dict(sorted(_codes()))
"""The codes of all rooms, in order."""


class Edit(NamedTuple):
    """The characters at ``location``, as many as ``length``, replaced by ``text``."""

    location: Location
    length: int
    text: str


Fix = tuple[Edit, ...]
"""What mends a finding: edits in one file that do not overlap."""

_BID = r"\d+(?:NT|o?[CDHSNMmXYZx]{1,4}|(?:![CDHScdhs])+)\b\+?|\d\*"
_CALL = rf"\(?\b(?:{_BID}|(?:Pass|Double|Redouble|[PDR])\b)\)?"
_AUCTION = re.compile(rf"{_CALL}(?:[-/]{_CALL})*(?:@[\w/-]+)*")
#: The lines that are named, and those where other files have the cause, too; where a message has its call.
_MOST_LINES, _FEW_LINES, _FIRST_WORDS = 8, 3, 6


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code, one plain sentence, a place, a hint what to write, and related places.

    ``fix`` is what to write as edits of the text, where there is just one way. ``others`` are the findings
    that have the same cause, and ``cause`` is what these have in common besides the code, if not the message.
    ``compared`` is for those who would otherwise read the sentence.

    >>> place = Location("a.bml", 2, 1)
    >>> print(Diagnostic("BML201", "This row does not begin with a bid.", place, "Write 1H."))
    a.bml:2:1: error BML201: This row does not begin with a bid. Write 1H.
    """

    code: str
    message: str
    location: Location
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = field(default=None, compare=False)
    others: tuple[Diagnostic, ...] = ()
    cause: object = field(default=None, compare=False, repr=False)
    compared: Contrast | None = field(default=None, compare=False, repr=False)

    @property
    def severity(self) -> Severity:
        """Return the severity of the code."""
        return CODES[self.code].severity

    @property
    def sentence(self) -> str:
        """Return message and hint, with the other places of the cause and the origin of pasted text."""
        sentences = [self.message, self.hint, _same(self)]
        if origin := self.location.origin:
            place = f"{PurePath(origin.file).name}:{origin.line}:{origin.column}"
            sentences.append(f"(The text comes from {place}.)")
        return " ".join(filter(None, sentences))

    @property
    def form(self) -> str:
        """Return the message without its calls.

        >>> Diagnostic("BML942", "3H ends at 10, and 4H begins at 12.", Location("a.md", 3)).form
        '_ ends at 10, and _ begins at 12.'
        """
        return _AUCTION.sub("_", self.message)

    @property
    def common(self) -> object:
        """Return what findings of one cause have in common: all but the calls of the message, if not named.

        What is about several places is one of a kind.

        >>> Diagnostic("BML322", "The notes have no auction 1N-2C.", Location("a.md", 3)).common
        'The notes have no auction _.'
        """
        alone = self.location if self.related else self.form
        return alone if self.cause is None else self.cause

    def record(self) -> dict[str, str | int]:
        """Return the diagnostic as a plain row of a table, as :meth:`Diagnostics.records` has them."""
        return {
            "file": self.location.file,
            "line": self.location.line,
            "column": self.location.column,
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "hint": self.hint,
        }

    def __str__(self) -> str:
        # What cannot be read has no lines.
        where = self.location.file if self.code == "BML101" else self.location
        return f"{where}: {self.severity.value} {self.code}: {self.sentence}"


class Diagnostics(tuple[Diagnostic, ...]):
    """Diagnostics in the order of the text.

    >>> Diagnostics([Diagnostic("BML201", "No bid.", Location("a.bml", 2))]).records()[0]["code"]
    'BML201'
    """

    __slots__ = ()

    def records(self) -> list[dict[str, str | int]]:
        """Return the diagnostics as plain rows, for data frames and JSON.

        The columns are ``file``, ``line`` and ``column`` (which count from 1), ``code``, ``severity``
        (``error``, ``warning`` or ``info``), ``message`` and ``hint``.
        """
        return [diagnostic.record() for diagnostic in self]


_MOST_OF_A_CODE = 1_000
_LONGEST_TEXT = 240


class DiagnosticLog:
    """The diagnostics of a reader, in the order in which they are reported.

    Of each code the log keeps the first thousand of a file, and says how many more there were.

    >>> log = DiagnosticLog()
    >>> log.report("BML118", "The dialect is not known: 3.", Location("a.bml", 1))
    >>> len(log.take()), len(log.take())
    (1, 0)
    """

    def __init__(self) -> None:
        self._diagnostics: list[Diagnostic] = []
        self._numbers: Counter[tuple[str, str]] = Counter()
        self._left_out: dict[tuple[str, str], Location] = {}

    def report(
        self,
        code: str,
        message: str,
        location: Location,
        hint: str = "",
        fix: Fix | None = None,
        *,
        cause: object = None,
    ) -> None:
        """Add a diagnostic, its texts shortened where they quote a long text."""
        self.add([Diagnostic(code, shortened(message), location, shortened(hint), (), fix, cause=cause)])

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics as they are."""
        for diagnostic in diagnostics:
            key = (diagnostic.location.file, diagnostic.code)
            self._numbers[key] += 1
            if self._numbers[key] <= _MOST_OF_A_CODE:
                self._diagnostics.append(diagnostic)
            else:
                self._left_out.setdefault(key, diagnostic.location)

    def take(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics so far, and forget them."""
        taken = (*self._diagnostics, *map(self._rest, self._left_out))
        self._diagnostics.clear()
        self._numbers.clear()
        self._left_out.clear()
        return taken

    def _rest(self, key: tuple[str, str]) -> Diagnostic:
        number = self._numbers[key] - _MOST_OF_A_CODE
        message = f"From here on {number:,} more of {key[1]} are not listed."
        return Diagnostic(key[1], message, self._left_out[key])


def limited(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics as a log keeps them: the first thousand of each code in a file.

    >>> found = Diagnostic("BML201", "This row does not begin with a bid.", Location("a", 1))
    >>> print(limited([found] * 1200)[-1])
    a:1:1: error BML201: From here on 200 more of BML201 are not listed.
    """
    log = DiagnosticLog()
    log.add(diagnostics)
    return log.take()


def together(found: Iterable[tuple[object, Diagnostic]]) -> Iterator[Diagnostic]:
    """Yield the first diagnostic of each cause, with the others.

    >>> places = (Location("a", 2), Location("a", 5))
    >>> faults = [Diagnostic("BML203", "No M was bid.", place, "Bid one.") for place in places]
    >>> [fault.sentence for fault in together((fault.code, fault) for fault in [*faults, *faults])]
    ['No M was bid. Bid one. The same goes for line 5.']
    """
    yield from _grouped((cause, replace(diagnostic, cause=cause)) for cause, diagnostic in found)


def by_cause(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield one diagnostic for each cause in all files, with the others that have it.

    In a file these may be about other calls, in the next file only about the same.

    >>> places = (Location("a.bml", 2), Location("a.bml", 5), Location("b.bml", 3))
    >>> [each.sentence for each in by_cause(Diagnostic("BML201", "Not a bid.", place) for place in places)]
    ['Not a bid. The same goes for line 5 and b.bml:3.']
    """
    in_files = _grouped(
        ((each.code, each.common, each.cause is None and each.location.file), each)
        for each in apart(diagnostics)
    )
    causes: dict[object, list[Diagnostic]] = {}
    for first in in_files:
        is_own = first.cause is None and not first.related
        causes.setdefault((first.code, first.message if is_own else first.common), []).append(first)
    for first, *more in causes.values():
        yield replace(first, others=(*first.others, *apart(more))) if more else first


def _grouped(found: Iterable[tuple[object, Diagnostic]]) -> Iterator[Diagnostic]:
    groups: dict[object, dict[Diagnostic, None]] = {}
    for cause, diagnostic in found:
        # What a page and the one that includes it both have is one.
        groups.setdefault(cause, {}).setdefault(diagnostic)
    for first, *others in groups.values():
        yield replace(first, others=tuple(others)) if others else first


def apart(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics, each without others of its cause, and these after it."""
    for each in diagnostics:
        yield replace(each, others=()) if each.others else each
        yield from each.others


def _same(first: Diagnostic) -> str:
    """Return where else the cause of a diagnostic is; what is in its own file is named by its calls.

    >>> places = [Location("a", line) for line in (2, 5, 7, 7)]
    >>> first, *others = [Diagnostic("BML202", f"{at.line + 5}C is not a bid.", at) for at in places]
    >>> _same(replace(first, others=tuple(others)))
    'The same goes for 10C (line 5) and 12C (line 7).'
    """
    here: dict[str, dict[int, None]] = {}
    elsewhere: list[Location] = []
    on_line = 0
    for each in first.others:
        place = each.location
        if place.file != first.location.file:
            elsewhere.append(place)
        elif each.message == first.message and place.line == first.location.line:
            on_line += 1
        elif each.message == first.message:
            here.setdefault("", {})[place.line] = None
        else:
            here.setdefault(_call_of(each, first), {})[place.line] = None
    named = [(call, line) for call, lines in here.items() for line in lines]
    most = _FEW_LINES if elsewhere else _MOST_LINES
    texts = [f"{counted(on_line, 'more place')} on this line"] if on_line else []
    rest, files = max(0, len(named) - most), len({place.file for place in elsewhere})
    for call, places in groupby(named[:most], key=itemgetter(0)):
        lines = [line for _, line in places]
        numbers = ", ".join(map(str, lines)) if rest or elsewhere else listed(lines, last="and")
        words = f"line{'s' if len(lines) > 1 else ''} {numbers}"
        texts.append(f"{call} ({words})" if call else words)
    if len(elsewhere) == 1 and not rest:
        texts.append(elsewhere[0].seen_from(first.location))
    elif elsewhere:
        where = counted(files + bool(rest), "file")
        texts.append(f"{counted(rest + len(elsewhere), 'more place')} in {where}")
    elif rest:
        texts.append(f"{rest:,} more")
    return f"The same goes for {listed(texts, last='and')}." if texts else ""


def _call_of(other: Diagnostic, first: Diagnostic) -> str:
    """Return the call that one of two messages alike is about, where the other is about another.

    >>> texts = ("1H is “2 points”.", "1H is “3 points”.", "1S is “3 points”.")
    >>> first, *others = [Diagnostic("BML225", text, Location("a", 1)) for text in texts]
    >>> [_call_of(other, first) for other in others]
    ['', '1S']
    """
    words = other.message.split()[:_FIRST_WORDS]
    pairs = zip(words, first.message.split(), strict=False)
    at = next((at for at, (word, same) in enumerate(pairs) if word != same), len(words))
    word = " ".join(words[at : at + 1]).strip(".,:;")
    read = " ".join(words[: at + 1])
    is_quoted = read.count("“") > read.count("”")
    is_call = any(sign.isupper() or sign.isdecimal() for sign in word)
    return word if is_call and not is_quoted else ""


def shortened(text: str) -> str:
    """Return the text of a diagnostic, without its middle where it quotes a very long text."""
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 80]} … {text[-60:]}"


def listed(words: Iterable[object], *, last: str = "or") -> str:
    """Return words as a sentence lists them.

    >>> listed(["html", "bss", "pbn"]), listed(["N", "S"], last="and"), listed(["N"]), listed([])
    ('html, bss or pbn', 'N and S', 'N', '')
    """
    *others, end = [str(word) for word in words] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(number: int, noun: str) -> str:
    """Return a number and its noun.

    >>> counted(1, "agreement"), counted(1200, "agreement"), counted(2, "info")
    ('1 agreement', '1,200 agreements', '2 info')
    """
    is_plural = number != 1 and noun not in _WITHOUT_PLURAL
    return f"{number:,} {noun}{'s' if is_plural else ''}"


_WITHOUT_PLURAL = ("info", "more like this")


_NEAR = 10


def did_you_mean(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the question whether a name like this one was meant; "" if none is like it.

    >>> did_you_mean("colapse", ["collapse", "system"]), did_you_mean("x", ["system"])
    ('Did you mean collapse?', '')
    """
    near = nearest(name, names, cutoff=cutoff)
    return f"Did you mean {near}?" if near else ""


def nearest(name: str, names: Iterable[str], *, cutoff: float) -> str:
    """Return the name that is most like this one; "" if none is like it."""
    # Loaded for a mistake only.
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - only for misspelt words

    def likeness(other: str) -> tuple[float, int]:
        # Of codes that are as near, BML201 to BML20l, the one with the same beginning.
        return SequenceMatcher(None, other, name).ratio(), sum(
            other.startswith(name[:end]) for end in range(1, len(name))
        )

    close = get_close_matches(name, list(names), n=_NEAR, cutoff=cutoff)
    return max(close, key=likeness, default="")


class Result(NamedTuple, Generic[_T_co]):
    """A value, and the diagnostics that were reported while it was made.

    >>> result = Result(3, ())
    >>> result.value, has_errors(result.diagnostics)
    (3, False)
    """

    value: _T_co
    diagnostics: tuple[Diagnostic, ...] = ()


@checked
def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
