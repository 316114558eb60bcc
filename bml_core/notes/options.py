"""The options of blocks: one table of all there are, how authors write them, and their values.

To add an option, add a row to :data:`OPTIONS` and a field to :class:`BlockOptions`. If it chooses what a page
shows of a text, :meth:`BlockOptions.shown` does so.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from bml_core.bridge import ANY_SCOPE, OpenerPosition, Scope, Seat, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location, Result, did_you_mean, listed
from bml_core.document import Block, Dialect, Document, RowOrder
from bml_core.render import Printed, Style

NOT_EXPORTED = "none"
"""The value of ``system`` for a block that is shown on its page, but belongs to no exported system."""

DEFAULT_SYSTEM = "system"
"""The exported system of a block that names none."""

MOST_EXAMPLES = 100
"""Hands that one block shows; more are not a page that anybody reads."""

QUIZ_KINDS = ("meaning", "call", "hand")
"""What a quiz asks: what a call means, how something is bid, what a hand bids."""

NOWHERE = Location("", 1)

A_REVISION = "Write a git revision such as v1, a date such as 2026-01-31, or a file."


class Markup(Enum):
    """Name what a file is written in."""

    BML = "bml"
    MARKDOWN = "md"
    REST = "rst"


_SUFFIXES = {".md": Markup.MARKDOWN, ".markdown": Markup.MARKDOWN, ".rst": Markup.REST}


def markup_of(name: str) -> Markup:
    """Return what a file of this name is written in; BML unless the name is that of a page.

    >>> markup_of("system/Openings.MD"), markup_of("notes.txt")
    (<Markup.MARKDOWN: 'md'>, <Markup.BML: 'bml'>)
    """
    return _SUFFIXES.get(Path(name).suffix.lower(), Markup.BML)


def named_file(name: str, file: str, root: str | Path) -> Path:
    """Return the path that a name in the page ``file`` means: relative to the page, with / to ``root``.

    The disk is not asked, so a name that no disk takes is reported by whoever reads it.

    >>> str(named_file("../a.bml", "docs/notes/b.md", "docs")), str(named_file("/a.bml", "x/b.md", "docs"))
    ('docs/a.bml', 'docs/a.bml')
    """
    folder = Path(root) if name.startswith("/") else Path(file).parent
    return Path(os.path.normpath(folder / name.lstrip("/")))


class Kind(Enum):
    """What a block is; the value is the option that makes it so, if one does."""

    NOTES = "notes"
    DEALS = "deal"
    EXAMPLES = "examples"
    AUCTIONS = "auctions"
    EXPLORE = "explore"
    HEALTH = "health"
    FREQUENCIES = "frequencies"
    CHANGES = "changes"
    QUIZ = "quiz"


QUERIES = frozenset({Kind.EXAMPLES, Kind.AUCTIONS, Kind.EXPLORE, Kind.HEALTH, Kind.FREQUENCIES, Kind.QUIZ})
"""Blocks that a whole system answers."""


class Show(Enum):
    """Choose what of a block its page shows."""

    RESULT = "result"
    SOURCE = "source"
    BOTH = "both"
    OWN = "own"


class OfferedDeals(Enum):
    """Choose whose deals are offered as files."""

    PAGE = "page"
    SITE = "site"


class Part(Enum):
    """Name a part of a board that can be shown or hidden; the value is the word in the options."""

    HANDS = "hands"
    AUCTION = "auction"
    PLAY = "play"
    COMMENTS = "comments"

    __hash__ = object.__hash__


class ExampleHands(Enum):
    """Choose which hands an example has; the value is the word in the options."""

    HANDS = "hands"
    PARTNERS = "partners"
    DEALS = "deals"


@dataclass(frozen=True, slots=True, repr=False)
class BlockOptions:
    """Hold what an author asks for beside the text of a block; None and "" mean that nothing is given.

    Attributes:
        kind: What the block is. Each kind has some of the other fields.
        dialect: The dialect of this block.
        system: The exported system of the block.
        name: The target of links to the block, as in ``page.md#name``.
        classes: CSS classes, for a style sheet of your own.
        caption: BML text.
        collapse: What starts closed: 1 closes the responses to the top rows, 2 the level below.
        hide: Export the block without showing it.
        show: What is shown; own is a file without the files that it includes.
        file: The file to show, relative to the page, or with / to the top.
        style: The form of bidding tables.
        hcp: Show the high-card points of complete hands.
        download: Offer the exported files of the system.
        formats: The formats of these files; empty for all.
        deals: Offer files of the deals of the page or the site.
        dd: Add a double-dummy table to each diagram of 52 cards.
        choice: The order of rows that fit the same hand.
        changed: Mark the rows that have changed since this revision, date or file.
        boards: The boards of the file; all without it.
        parts: What of boards is on the page at all.
        hidden: What is hidden until the reader opens the answer.
        bbo: Add a link to BBO's handviewer to each board.
        records: Show hands with points and tricks beside each other, as hand records do.
        answers: Where answers are on paper.
        auction: Whose hands are shown, or what a quiz asks about.
        topic: What a quiz asks about, one topic after the other.
        questions: How many questions.
        kinds: What a quiz asks; all of it without it.
        count: How many examples.
        seed: Other examples or questions for another number.
        examples: Whose hands examples show.
        after: The auction after which our next calls are counted; the openings without it.
        chart: Show bars beside the frequencies.
        seat: Who opens; the first without it.
        vulnerable: Who is vulnerable.
        start: Where it begins; it may be a pattern.
        depth: How deep an index goes; as deep as is quickly read without it.
        hands: Show example hands in a bidding box, and how often calls are made.
        since: Show what has changed since this revision, date or file.
    """

    kind: Kind = Kind.NOTES
    dialect: Dialect | None = None
    system: str = ""
    name: str = ""
    classes: tuple[str, ...] = ()
    caption: str = ""
    collapse: int | None = None
    hide: bool = False
    show: Show = Show.RESULT
    file: str = ""
    style: Style = Style.TREE
    hcp: bool = False
    download: bool = False
    formats: tuple[str, ...] = ()
    deals: OfferedDeals | None = None
    dd: bool = False
    choice: RowOrder | None = None
    changed: str = ""
    boards: tuple[range, ...] | None = None
    parts: frozenset[Part] = frozenset(Part)
    hidden: frozenset[Part | Seat] = frozenset()
    bbo: bool = False
    records: bool = False
    answers: Printed = Printed.END
    auction: str = ""
    topic: str = ""
    questions: int = 10
    kinds: tuple[str, ...] = QUIZ_KINDS
    count: int = 5
    seed: int = 1
    examples: ExampleHands = ExampleHands.HANDS
    after: str = ""
    chart: bool = True
    seat: OpenerPosition = OpenerPosition.ANY
    vulnerable: SideVulnerability = ANY_SCOPE.vulnerability
    start: str = ""
    depth: int = 0
    hands: bool = True
    since: str = ""

    def __repr__(self) -> str:
        """Return what differs from the default, the same text in each process."""
        given = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        texts = (f"{name}={_plain_repr(value)}" for name, value, default in given if value != default)
        return f"BlockOptions({', '.join(texts)})"

    @property
    def anchor(self) -> str:
        """Return the name as an HTML id.

        >>> BlockOptions(name="After 1NT: Stayman").anchor
        'after-1nt-stayman'
        """
        plain = unicodedata.normalize("NFKD", self.name.lower()).encode("ascii", "ignore").decode("ascii")
        return re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789").rstrip("-")

    def exported_system(self, default: str = DEFAULT_SYSTEM) -> str | None:
        """Return the name of the system this block is exported to, or None if it is not exported.

        >>> BlockOptions().exported_system(), BlockOptions(system="none").exported_system()
        ('system', None)
        """
        name = self.system or default
        return None if name == NOT_EXPORTED else name

    def shown(self, document: Document) -> tuple[Block, ...]:
        """Return what the page shows of the blocks of a text; exported files are made of all of them."""
        if self.hide or self.show is Show.SOURCE:
            return ()
        included = document.dependencies[bool(self.file) :] if self.show is Show.OWN else ()
        return tuple(block for block in document.blocks if block.location.file not in included)

    @property
    def scope(self) -> Scope:
        """Return seat and vulnerability as far as they are given."""
        return Scope(self.seat, self.vulnerable)

    @property
    def position(self) -> int | None:
        """Return the position of the opener, from 1; None if none is given."""
        positions = self.seat.positions
        return positions[0] if len(positions) == 1 else None

    @property
    def vulnerability(self) -> SideVulnerability:
        """Return who is vulnerable; nobody if nothing is given."""
        return SideVulnerability(bool(self.vulnerable.we), bool(self.vulnerable.they))


def _plain_repr(value: object) -> str:
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


# ---------------------------------------------------------------- options as they are written

_OPTION_LINE = re.compile(r"[ \t]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?[ \t]*\Z")
_YAML_LINE = re.compile(r"(?P<key>[A-Za-z][\w-]*):(?:[ ]+(?P<value>.*?))?[ ]*\Z")
_YAML_MARK = "---"
_HEADER_PART = re.compile(
    r"""(?P<key>[A-Za-z][\w-]*)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"']+))(?=\s|\Z)"""
    r"""|(?P<word>\S+)"""
)


def split_option_lines(text: str) -> tuple[dict[str, str], str, int]:
    r"""Split a block into its leading option lines, the text below them, and the number of lines they take.

    Options are written as ``:key: value``, or as ``key: value`` between two lines of three hyphens. Blank
    lines between options and text count as taken. If a key comes twice, the first one counts.

    >>> split_option_lines(":collapse: 2\n:hide:\n\n1C strong\n")
    ({'collapse': '2', 'hide': ''}, '1C strong\n', 3)
    >>> split_option_lines("---\ncollapse: 2\n---\n1C strong")
    ({'collapse': '2'}, '1C strong', 3)
    >>> split_option_lines("1C strong")
    ({}, '1C strong', 0)
    """
    lines = text.split("\n")
    taken = 0
    if matches := _yaml_lines(lines):
        taken = len(matches) + 2
    else:
        while (match := _OPTION_LINE.match(lines[taken].rstrip("\r"))) is not None:
            matches.append(match)
            taken += 1
            if taken == len(lines):
                break
        while matches and taken < len(lines) and not lines[taken].strip():
            taken += 1
    options: dict[str, str] = {}
    for match in matches:
        options.setdefault(_key(match["key"]), _unquoted(match["value"] or ""))
    return options, "\n".join(lines[taken:]), taken


def _yaml_lines(lines: list[str]) -> list[re.Match[str]]:
    """Match the options between two lines of hyphens, as MyST has them."""
    if lines[0].rstrip() != _YAML_MARK:
        return []
    end = next((number for number in range(1, len(lines)) if lines[number].rstrip() == _YAML_MARK), 0)
    matches = [match for line in lines[1:end] if (match := _YAML_LINE.match(line.rstrip()))]
    return matches if len(matches) == end - 1 else []


def parse_header(text: str) -> dict[str, str]:
    """Parse the options after the word ``bml`` of a fence or directive.

    A word without a value is a flag if an option of that name is one, and otherwise the file.

    >>> parse_header('file="openings.bml" collapse="2"')
    {'file': 'openings.bml', 'collapse': '2'}
    >>> parse_header("system/openings.bml hide")
    {'file': 'system/openings.bml', 'hide': ''}
    """
    options: dict[str, str] = {}
    words: list[str] = []
    for part in _HEADER_PART.finditer(text):
        word = part["word"]
        if word is None:
            value = next(v for v in part.group("double", "single", "bare") if v is not None)
            options.setdefault(_key(part["key"]), value)
        elif _key(word) in _FLAGS:
            options.setdefault(_key(word), "")
        else:
            words.append(word)
            options.setdefault("file", "")
    if words:
        options["file"] = options["file"] or " ".join(words)
    return options


def _key(text: str) -> str:
    return text.lower().replace("-", "_")


def _unquoted(value: str) -> str:
    # MyST reads these lines as YAML: quotes around a value are not part of it.
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value


# ---------------------------------------------------------------- the table of options


class Option(NamedTuple):
    """Describe an option: which kinds of blocks have it, how its text is read, what to write otherwise.

    ``read`` gets the text without surrounding spaces and raises ValueError or LookupError if it cannot use
    it. An option without ``field`` fills the field of its own name.
    """

    name: str
    kinds: frozenset[Kind]
    read: Callable[[str], object]
    hint: str
    field: str = ""


_YES = frozenset({"", "yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})
_SYSTEM_NAME = re.compile(r"\w[\w.-]{0,99}\Z")
_RESERVED_NAME = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
_LONGEST_NAME = 200
_CLASS_NAME = re.compile(r"-?[^\W\d][\w-]*")
_DEEPEST = 999
_MOST_DIGITS = 18
_PARTS = {part.value: part for part in Part}
_SEATS = {seat.name.lower(): seat for seat in Seat}
_SEAT_LETTERS = re.compile(r"[nesw]{1,4}")
_POSITIONS = {
    word: OpenerPosition(str(position))
    for position, words in enumerate((("1", "1st"), ("2", "2nd"), ("3", "3rd"), ("4", "4th")), 1)
    for word in words
}
_SIDES = {
    "none": SideVulnerability(we=False, they=False),
    "we": SideVulnerability(we=True, they=False),
    "they": SideVulnerability(we=False, they=True),
    "both": SideVulnerability(we=True, they=True),
}
_EXAMPLES = {
    **{hands.value: hands for hands in ExampleHands},
    "hand": ExampleHands.HANDS,
    "both": ExampleHands.PARTNERS,
    "both partners": ExampleHands.PARTNERS,
    "deal": ExampleHands.DEALS,
}
_Choice = TypeVar("_Choice", bound=Enum)


def read_flag(text: str) -> bool:
    """Read yes or no; nothing means yes."""
    word = text.lower()
    if word not in _YES | _NO:
        raise ValueError(word)
    return word in _YES


def _unless(text: str) -> bool:
    return not read_flag(text)


def _nothing(text: str) -> bool:
    """Read the name of the block itself, which is a flag."""
    if not read_flag(text):
        raise ValueError(text)
    return True


def _number(text: str) -> int:
    """Read a whole number, not below zero."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise ValueError(text)
    return int(text)


def _text(text: str) -> str:
    """Read any text but none."""
    if not text:
        raise ValueError(text)
    return text


def _words(text: str) -> tuple[str, ...]:
    """Split a list of words with spaces or commas between them; there must be one."""
    return tuple(_text(text.lower().replace(",", " ").strip()).split())


def _choice(kind: type[_Choice]) -> Callable[[str], _Choice]:
    return lambda text: kind(text.lower())


def _one_of(words: Mapping[str, object]) -> Callable[[str], object]:
    return lambda text: words[" ".join(text.lower().split())]


def _system(text: str) -> str:
    # The name becomes the name of a file, so it must not lead into another folder.
    is_usable = _SYSTEM_NAME.match(text) and not text.endswith(".") and len(text.encode()) <= _LONGEST_NAME
    if not is_usable or _RESERVED_NAME.match(text):
        raise ValueError(text)
    return text


def _name(text: str) -> str:
    if not BlockOptions(name=text).anchor:
        raise ValueError(text)
    return text


def _classes(text: str) -> tuple[str, ...]:
    classes = tuple(dict.fromkeys(_text(text).split()))
    if not all(map(_CLASS_NAME.fullmatch, classes)):
        raise ValueError(text)
    return classes


def _depth(text: str) -> int:
    depth = 0 if text.lower() == "none" else _number(text)
    if depth > _DEEPEST:
        raise ValueError(text)
    return depth


def _file(text: str) -> str:
    if "\0" in text:
        raise ValueError(text)
    return _text(text)


def _count(text: str) -> int:
    count = _number(text)
    if not 1 <= count <= MOST_EXAMPLES:
        raise ValueError(text)
    return count


def _kinds(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(QUIZ_KINDS[QUIZ_KINDS.index(word)] for word in _words(text)))


def _boards(text: str) -> tuple[range, ...]:
    # Few pages show files of deals, and the others do not wait for what reads them.
    from bml_core.formats.deals import parse_numbers  # noqa: PLC0415 - only for blocks of deals

    numbers = parse_numbers(text)
    if not numbers:
        raise ValueError(text)
    return numbers


def _parts(text: str) -> frozenset[Part]:
    return frozenset(_PARTS[word] for word in _words(text))


def _hidden(text: str) -> frozenset[Part | Seat]:
    hidden: set[Part | Seat] = set()
    for word in _words(text):
        if word in _PARTS:
            hidden.add(_PARTS[word])
        elif _SEAT_LETTERS.fullmatch(word):  # "EW": two seats
            hidden.update(Seat(letter.upper()) for letter in word)
        else:
            hidden.add(_SEATS[word])
    return frozenset(hidden)


def _flag_or_hidden(text: str) -> bool | frozenset[Part | Seat]:
    try:
        return read_flag(text)
    except ValueError:
        return _hidden(text)


_YES_OR_NO = "Write yes or no, or nothing for yes."
_NOT_THERE = "Write nothing there;"
_AN_AUCTION = "Write an auction, such as 1N-2C."
_ALL = frozenset(Kind)
_BML = frozenset({Kind.NOTES, Kind.DEALS})
_NOTES, _DEALS = frozenset({Kind.NOTES}), frozenset({Kind.DEALS})
_HANDS, _SHARES = frozenset({Kind.EXAMPLES}), frozenset({Kind.FREQUENCIES})
_INDEX, _BOX = frozenset({Kind.AUCTIONS}), frozenset({Kind.EXPLORE})
_QUIZ = frozenset({Kind.QUIZ})
_HEALTH, _LIST = frozenset({Kind.HEALTH}), frozenset({Kind.CHANGES})
_SCOPED = _SHARES | _HANDS
_PART_WORDS = ", ".join(_PARTS)
_EXAMPLE_WORDS = listed(hands.value for hands in ExampleHands)

OPTIONS: tuple[Option, ...] = (
    Option("frequencies", _SHARES, _nothing, "Leave it empty; the auction belongs in the option after."),
    Option("examples", _HANDS, _text, _AN_AUCTION, "auction"),
    Option("auctions", _INDEX, _nothing, f"{_NOT_THERE} the beginning of the auctions has the option start."),
    Option("explore", _BOX, _nothing, f"{_NOT_THERE} the auction to begin with has the option start."),
    Option("health", _HEALTH, _nothing, f"{_NOT_THERE} what changes begin with has the option since."),
    Option("changes", _LIST, _text, A_REVISION, "since"),
    Option("quiz", _QUIZ, _nothing, f"{_NOT_THERE} what it asks about has the option auction or topic."),
    Option("auction", _QUIZ, _text, "Write an auction, such as 1N-2C, or a pattern, such as 1M-2M."),
    Option(
        "topic",
        _QUIZ,
        _text,
        "Write topics with commas: headings of the notes, or those of bml-topics.toml; or * for all.",
    ),
    Option("number", _QUIZ, _count, f"Write a number from 1 to {MOST_EXAMPLES}.", "questions"),
    Option("kinds", _QUIZ, _kinds, f"Write some of {', '.join(QUIZ_KINDS)}."),
    Option("after", _SHARES, _text, _AN_AUCTION),
    Option("seat", _SCOPED, _one_of(_POSITIONS), "Write the seat of the opener, 1 to 4."),
    Option("vulnerability", _SCOPED, _one_of(_SIDES), f"Write {listed(_SIDES)}.", "vulnerable"),
    Option("no_chart", _SHARES, _unless, _YES_OR_NO, "chart"),
    Option("n", _HANDS, _count, f"Write a number from 1 to {MOST_EXAMPLES}.", "count"),
    Option("seed", _HANDS | _QUIZ, _number, "Write a whole number, such as 1."),
    Option("start", _INDEX | _BOX, _text, _AN_AUCTION),
    Option("depth", _INDEX | _BOX, _number, "Write a number of calls, such as 3."),
    Option("no_hands", _BOX, _unless, _YES_OR_NO, "hands"),
    Option("since", _HEALTH, _text, A_REVISION),
    Option("dialect", _BML, Dialect, f"The dialects are {', '.join(dialect.value for dialect in Dialect)}."),
    Option("system", _ALL, _system, f'Write a name of letters, digits, "-", "_" and ".", or {NOT_EXPORTED}.'),
    Option("name", _ALL, _name, "Write a word in letters from a to z."),
    Option("class", _ALL, _classes, "Write CSS class names, such as wide.", "classes"),
    Option("caption", _ALL, _text, "Write the line to show above the block."),
    Option("collapse", _BML, _depth, "Write a depth, such as 2, or none."),
    Option("hide", _NOTES, _flag_or_hidden, "Write yes or no, or what to hide of a deal, such as EW."),
    Option(
        "hide", _DEALS, _hidden, f"Write seats and parts, such as EW or east, and {_PART_WORDS}.", "hidden"
    ),
    Option("show", _NOTES, _choice(Show), "Write result, source, both or own."),
    Option("show", _DEALS, _parts, f"Write some of {_PART_WORDS}.", "parts"),
    Option("show", _HANDS, _one_of(_EXAMPLES), f"Write {_EXAMPLE_WORDS}.", "examples"),
    Option("file", _BML, _file, "Write the path of a BML file."),
    Option("deal", _DEALS, _file, "Write the path of a PBN, LIN or BML file.", "file"),
    Option("style", _BML, _choice(Style), "Write tree or table."),
    Option("hcp", _BML, read_flag, _YES_OR_NO),
    Option("download", _BML, read_flag, _YES_OR_NO),
    Option("formats", _BML, _words, "Write formats, such as bss."),
    Option("deals", _BML, _choice(OfferedDeals), "Write page or site."),
    Option("dd", _BML, read_flag, _YES_OR_NO),
    Option("choice", _ALL - _LIST, _choice(RowOrder), "Write auto, natural or first."),
    Option("changed", _BML, _text, A_REVISION),
    Option("boards", _DEALS, _boards, "Write numbers and ranges, such as 3-5, 8."),
    Option("bbo", _DEALS, read_flag, _YES_OR_NO),
    Option("records", _DEALS, read_flag, _YES_OR_NO),
    Option("answers", _BML, _one_of({each.value: each for each in Printed}), "Write end, below or none."),
)
"""The options of all kinds of blocks."""

_ARE_FLAGS = (read_flag, _unless, _nothing, _flag_or_hidden)
_FLAGS = frozenset(option.name for option in OPTIONS if option.read in _ARE_FLAGS)
_DEAL_ENDINGS = (".pbn", ".lin")
# What other programs call an option of ours.
_SYNONYMS = {"title": "caption"}
#: What fences of Markdown have for the lines of code, which a table has not.
_OF_CODE = ("hl_lines", "linenums", "anchor_linenums")
_LONGEST_SHOWN = 60


def kind_of(raw: Mapping[str, str]) -> Kind:
    """Return what a block with these options is.

    >>> kind_of({"file": "Final.LIN"}), kind_of({"examples": "1N-2C"}), kind_of({"file": "hands.bml"})
    (<Kind.DEALS: 'deal'>, <Kind.EXAMPLES: 'examples'>, <Kind.NOTES: 'notes'>)
    """
    if "deal" in raw or raw.get("file", "").strip().lower().endswith(_DEAL_ENDINGS):
        return Kind.DEALS
    return next((kind for kind in Kind if kind.value in raw and kind is not Kind.NOTES), Kind.NOTES)


@cache
def _options_of(kind: Kind) -> dict[str, Option]:
    return {option.name: option for option in OPTIONS if kind in option.kinds}


def parse_options(raw: Mapping[str, str], place: Location = NOWHERE) -> Result[BlockOptions]:
    """Parse the options of a block that is at ``place``; what cannot be used is reported and left out.

    >>> parse_options({"collapse": "2", "class": "wide"}).value
    BlockOptions(classes=('wide',), collapse=2)
    >>> parse_options({"colapse": "2"}).diagnostics[0].sentence
    'Unknown option: "colapse". Did you mean collapse?'
    >>> parse_options({"frequencies": "", "after": "1N", "seat": "3"}).value
    BlockOptions(kind=<Kind.FREQUENCIES: 'frequencies'>, after='1N', seat=<OpenerPosition.THIRD: '3'>)
    >>> parse_options({"file": "a.pbn", "boards": "five"}).diagnostics[0].sentence
    'The option boards cannot be "five". Write numbers and ranges, such as 3-5, 8.'
    """
    kind = kind_of(raw)
    options = _options_of(kind)
    values: dict[str, object] = {}
    diagnostics: list[Diagnostic] = []
    for name, text in raw.items():
        key = _key(name)
        option = options.get(key)
        if option is None and key in _OF_CODE:
            continue
        if option is None:
            where = " here" if kind not in _BML else ""
            message = f'Unknown option: "{_shortened(name)}"{where}.'
            diagnostics.append(option_diagnostic(message, place, _nearest(key, options)))
            continue
        try:
            value = option.read(text.strip())
            # "frequencies" says what the block is, and nothing further.
            field = option.field or ("hidden" if isinstance(value, frozenset) else key)
            values |= {} if option.read is _nothing else {field: value}
        except (ValueError, LookupError):
            shown = _shortened(text.strip())
            fault = f'cannot be "{shown}"' if shown else "has no value"
            diagnostics.append(option_diagnostic(f"The option {name} {fault}.", place, option.hint))
    return Result(BlockOptions(kind, **values), tuple(diagnostics))  # type: ignore[arg-type]


def option_diagnostic(message: str, place: Location, hint: str = "") -> Diagnostic:
    """Return the diagnostic for an option that cannot be used."""
    return Diagnostic("BML131", message, place, hint)


def _nearest(key: str, options: Mapping[str, Option]) -> str:
    names = [name.replace("_", "-") for name in options]
    synonym = _SYNONYMS.get(key)
    if synonym in names:
        return f"Did you mean {synonym}?"
    return did_you_mean(key.replace("_", "-"), names) or f"The options are {', '.join(names)}."


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


PAGE_OPTIONS = ("SYSTEM", "COLLAPSE", "STYLE", "HCP")
"""The metadata that are options of the whole page; they take what the options of a block take."""


def page_options(document: Document) -> Result[BlockOptions]:
    """Return the options that the metadata of a BML file ask for."""
    entries = [entry for entry in document.metadata if entry.key in PAGE_OPTIONS]
    parsed = (parse_options({entry.key.lower(): entry.value}, entry.location) for entry in entries)
    diagnostics = tuple(diagnostic for each in parsed for diagnostic in each.diagnostics)
    options = parse_options({entry.key.lower(): entry.value for entry in entries}).value
    return Result(options, diagnostics)
