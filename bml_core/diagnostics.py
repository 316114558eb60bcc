"""What is wrong with a text, and where: codes, severities, locations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

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


_CALL = r"\(?\b(?:\d+(?:NT|o?[CDHSNMm])|Pass|Double|Redouble|[PDR])\b\)?"
_AUCTION = rf"{_CALL}(?:-{_CALL})*(?:@[\w/-]+)*"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code, one plain sentence, a place, a hint what to write, and related places.

    >>> place = Location("a.bml", 2, 1)
    >>> print(Diagnostic("BML201", "This row does not begin with a bid.", place, "Write 1H."))
    a.bml:2:1: error BML201: This row does not begin with a bid. Write 1H.
    """

    code: str
    message: str
    location: Location
    hint: str = ""
    related: tuple[Related, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return the severity of the code."""
        return CODES[self.code].severity

    @property
    def sentence(self) -> str:
        """Return message and hint, with the origin of pasted text."""
        sentence = f"{self.message} {self.hint}" if self.hint else self.message
        origin = self.location.origin
        if origin is None:
            return sentence
        return f"{sentence} (The text comes from {_file_name(origin.file)}:{origin.line}:{origin.column}.)"

    @property
    def cause(self) -> tuple[str, str, str]:
        """Return what alike diagnostics have in common, which is all but the calls, in one file.

        >>> place = Location("a.md", 3)
        >>> Diagnostic("BML322", "The notes have no auction 1N-2C.", place).cause
        ('a.md', 'BML322', 'The notes have no auction _.')
        """
        return self.location.file, self.code, re.sub(_AUCTION, "_", self.message)

    def __str__(self) -> str:
        return f"{self.location}: {self.severity.value} {self.code}: {self.sentence}"


def _file_name(path: str) -> str:
    # Here, since a program that reads a file seldom has anything to say.
    from pathlib import PurePath

    return PurePath(path).name


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

    def report(self, code: str, message: str, location: Location, hint: str = "") -> None:
        """Add a diagnostic, its texts shortened where they quote a long text."""
        self.add([Diagnostic(code, shortened(message), location, shortened(hint))])

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


def kept(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics as a log keeps them: the first thousand of each code in a file.

    >>> found = Diagnostic("BML201", "This row does not begin with a bid.", Location("a", 1))
    >>> print(kept([found] * 1200)[-1])
    a:1:1: error BML201: From here on 200 more of BML201 are not listed.
    """
    log = DiagnosticLog()
    log.add(diagnostics)
    return log.take()


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


def did_you_mean(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the question whether a name like this one was meant; "" if none is like it.

    >>> did_you_mean("colapse", ["collapse", "system"]), did_you_mean("x", ["system"])
    ('Did you mean collapse?', '')
    """
    # Loaded for a mistake only.
    from difflib import get_close_matches

    close = get_close_matches(name, list(names), n=1, cutoff=cutoff)
    return f"Did you mean {close[0]}?" if close else ""


class Result(NamedTuple, Generic[_T_co]):
    """A value, and the diagnostics that were reported while it was made.

    >>> result = Result(3, ())
    >>> result.value, has_errors(result.diagnostics)
    (3, False)
    """

    value: _T_co
    diagnostics: tuple[Diagnostic, ...] = ()


class Code(NamedTuple):
    """An entry of the catalogue of diagnostics: severity and what the code is about."""

    severity: Severity
    title: str


def _codes(severity: Severity, **titles: str) -> dict[str, Code]:
    return {code: Code(severity, title) for code, title in titles.items()}


CODES: dict[str, Code] = {
    **_codes(
        Severity.ERROR,
        BML101="The file cannot be read.",
        BML102="An include file is missing or cannot be read.",
        BML103="Include files include each other in a circle, or too deeply.",
        BML104="An include file is outside the allowed folders.",
        BML105="A limit on size is reached.",
        BML111="The command after # is not known.",
        BML112="A command has no argument, or the argument cannot be read.",
        BML113="#CUT or #COPY without its end.",
        BML114="#PASTE of a name that was not cut or copied.",
        BML115="A replacement of #PASTE cannot be read.",
        BML116="A paste pastes itself, or brings in too much.",
        BML118="The dialect is not known.",
        BML141="A setting of the documentation cannot be used.",
        BML201="A row does not begin with a bid.",
        BML202="A bid has a level outside 1 to 7.",
        BML203="oM or om is used where no M or m is bound.",
        BML204="A word of another dialect or language.",
        BML205="The table is nested too deeply or has too many rows.",
        BML206="A row means too many auctions.",
        BML207="Steps lead past 7NT.",
        BML301="A line of a deal diagram cannot be read.",
        BML302="A deal diagram has two hands for one seat.",
        BML303="A deal diagram has a card twice.",
        BML311="An entry of an auction block is not a call.",
        BML501="A record of a Full Disclosure file cannot be read.",
        BML502="The auction of a record is not legal.",
        BML601="A shape cannot be read.",
        BML602="The condition of a shape cannot be read.",
        BML603="A shape fits no hand.",
        BML604="A shape{ } of a dealer script is not complete.",
        BML611="A condition has a word that is not understood.",
        BML612="A number of a condition is impossible.",
        BML613="A bracket of a condition is not closed, or not opened.",
        BML614="A condition is too long.",
        BML631="An auction cannot be read.",
        BML632="An auction is not legal.",
        BML633="A call is not in the notes.",
        BML634="A hand is not thirteen different cards.",
        BML641="There are no rows to count.",
        BML642="No hands fit an auction.",
        # 700 to 749 are about PBN files.
        BML701="A tag pair of a PBN file is malformed.",
        BML702="A deal of a PBN file cannot be read as written.",
        BML703="A card is dealt twice.",
        BML704="A hand has more or fewer cards than the others.",
        BML705="PBN does not allow the value of a tag.",
        BML706="A call of a PBN file cannot be read, or is in the wrong place.",
        BML707="An auction of a PBN file is not legal.",
        BML708="A played card of a PBN file cannot be read, or comes after the last one.",
        BML710="A note or a mark of a call or a card is wrong.",
        BML711="A section of a PBN file needs a tag before it.",
        BML712="A comment of a PBN file has no end, or hides tag pairs.",
        BML713="Text of a PBN file is outside tags and sections.",
        BML715="A tag must not take its value from an earlier game.",
        BML716="A table of a PBN file is not made of whole rows.",
        # 800 to 849 are about LIN files, and about files of deals of any kind.
        BML801="A command of a LIN file is malformed.",
        BML802="A deal of a LIN file cannot be read as written.",
        BML803="A card of a LIN file is dealt twice.",
        BML804="A hand of a LIN file has more or fewer cards than the others.",
        BML805="A call of a LIN file cannot be read.",
        BML806="An auction of a LIN file is not legal.",
        BML807="A played card of a LIN file cannot be read.",
        BML821="A deal is not the 52 cards that another program asks for.",
    ),
    **_codes(
        Severity.WARNING,
        BML121="The text is not UTF-8, or has characters that cannot be shown.",
        BML122="The name of an include file is written in another case.",
        BML123="#ENDCUT or #ENDCOPY without #CUT or #COPY.",
        BML124="A comment does not begin at the first column.",
        BML125="A command has no effect where it is.",
        BML131="An option of a block in a page cannot be used.",
        BML132="A block of a page has no end, or no empty line above its text.",
        BML134="A block names a system that the settings do not list.",
        BML135="A page offers files that are empty.",
        BML136="A block of frequencies or examples has nothing to show.",
        BML137="The text of a deal directive is not one deal.",
        BML138="A double-dummy table cannot be made.",
        BML139="A name after #+PAGES: matches no page.",
        BML142="A folder of the settings is not found.",
        BML143="A setting of the documentation is not known.",
        BML144="The inventory of another site cannot be read.",
        BML145="A page asks what has changed since a revision that cannot be read.",
        BML211="The indentation of a row matches no row above.",
        BML212="None of the calls of a row is legal in its auction.",
        BML213="Lines that read like a bidding table do not begin with a bid.",
        BML214="A line that looks like a row belongs to the description above.",
        BML215="Text is directly above a bidding table.",
        BML216="A row reads like a sentence.",
        BML217="An included file is not rows alone, so it is not read where it is included.",
        BML218="Openings are placed where rows should continue an auction.",
        BML226="The description of a row begins with another bid, or with a bar.",
        BML304="A hand has more than 13 cards.",
        BML312="A note of an auction has no mark, or a mark no note.",
        BML321="The target of a link is not allowed.",
        BML322="A link leads to an auction that the notes do not have.",
        BML323="A link to an auction leads to several places.",
        BML511="The coded part of a record ends too early.",
        BML512="A Full Disclosure file has no header, or two.",
        BML513="A record appears twice.",
        BML514="A text cannot be written in BML as it is.",
        BML615="Two parts of a condition leave no hand.",
        BML635="A row of an auction is not understood in full.",
        BML643="By the notes, the given hand makes another call.",
        BML644="A row asks for too many single cards to be counted.",
        BML709="A card is played that the player does not hold, or a play is out of turn.",
        BML714="A tag appears twice in a game, or a game begins without an empty line.",
        BML717="Auction, contract, play and result do not agree.",
        BML718="A character or a line is not one that PBN allows.",
        BML719="A file claims export format, but does not follow it.",
        BML811="A card of a LIN file is played against the laws.",
        BML812="A value of a LIN file is not known.",
        BML813="An explanation of a LIN file comes before the first call.",
        BML814="A command of a LIN file has no end.",
        BML815="Text of a LIN file is not part of any command.",
        BML822="A file has no deals.",
        BML823="A link to BBO's handviewer holds no board, or something that is ignored.",
        BML725="Something is lost when a board is written in another format.",
        # 900 to 939 are what notes say against themselves. Checks from 901 to 919 count hands.
        BML901="A call is described twice, with different meanings.",
        BML903="No hand fits a row.",
        BML904="No hand fits a row and what the player has shown before.",
        BML905="No hand fits a row opposite what partner has shown.",
        BML906="No hand chooses a row, since others go before it.",
        BML921="A table continues an auction that no row describes.",
        BML922="A call is forcing, and no row describes a response.",
        BML923="An asking bid names responses that no row describes.",
        BML924="Rows are cut and pasted nowhere.",
        BML925="A page of the notes is in no navigation.",
        BML931="A comment that accepts findings cannot be read.",
        BML932="A comment accepts a finding without a reason.",
        BML933="A finding is accepted that does not occur.",
    ),
    **_codes(
        Severity.INFO,
        BML133="A page has no block of BML, or none of the system that is asked for.",
        BML221="A call is left out because it is not legal here.",
        BML222="A word in the bid column is not a call, so the row is shown but not exported.",
        BML224="A history line begins a new table without a blank line before it.",
        BML225="The text of a row is not exported, since its calls are already described.",
        BML227="A brace in a description is not closed.",
        BML401="BBOalert data cannot hold an agreement.",
        BML521="A Full Disclosure file has the mistake of bridge-markup 2.",
        BML522="What the opponents show becomes a heading in BML.",
        BML636="Nothing is known of a call of the opponents.",
        BML721="A tag is not in the standard.",
        BML902="A call is described twice, in words that are not understood.",
        BML907="Hands have no call after one that must not be passed.",
        BML908="Hands with the points of an opening have none.",
        BML909="Two rows claim the same hands, and nothing decides between them.",
        BML910="No hand chooses a row that says more than others before it.",
        BML911="A call is described twice, in the same words.",
        BML912="The hands of a row have made other calls before.",
    ),
}


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of the diagnostics is an error."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
