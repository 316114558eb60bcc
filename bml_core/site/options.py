"""Read the options of a block, the same way for a directive, a fence header and leading lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from bml_core.diagnostics import Diagnostic, Location, Result, did_you_mean
from bml_core.document import Dialect, RowOrder
from bml_core.render import Style

NOT_EXPORTED = "none"
"""The value of ``system`` for a block that is shown on its page, but belongs to no exported system."""

DEFAULT_SYSTEM = "system"
"""The exported system of a block that names none."""


class Show(Enum):
    """Choose what of a block its page shows."""

    RESULT = "result"
    SOURCE = "source"
    BOTH = "both"


class Deals(Enum):
    """Choose whose deals are offered as files."""

    PAGE = "page"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """Hold what an author asks for beside the text of a block; None and "" mean that nothing is given.

    Attributes:
        dialect: The dialect of this block.
        system: The exported system that the block belongs to.
        name: The name that links to the block use.
        classes: CSS classes.
        caption: A line of BML text above the block.
        collapse: The depth from which branches start closed: 1 closes the responses to the top rows, 2 the
            level below, 0 nothing.
        hide: Export the block without showing it.
        show: Show the result, the source or both.
        file: The file to read instead of a text, relative to the page.
        style: The form of bidding tables.
        hcp: Show the high-card points of complete hands.
        download: Offer the exported files of the system.
        formats: The formats of these files; empty for all.
        deals: Offer files of the deals of the page or the site.
        dd: Add a double-dummy table to each diagram of 52 cards.
        choice: The order of rows that fit the same hand.
        changed: Mark the rows that have changed since this revision, date or file.
    """

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
    deals: Deals | None = None
    dd: bool = False
    choice: RowOrder | None = None
    changed: str = ""

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


# ---------------------------------------------------------------- options as they are written

_OPTION_LINE = re.compile(r"[ \t]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?[ \t]*\Z")
_YAML_LINE = re.compile(r"(?P<key>[A-Za-z][\w-]*):(?:[ ]+(?P<value>.*?))?[ ]*\Z")
_YAML_MARK = "---"
_HEADER_PART = re.compile(
    r"""(?P<key>[A-Za-z][\w-]*)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"']+))(?=\s|\Z)"""
    r"""|(?P<word>\S+)"""
)
# Of blocks of other kinds, which few pages have.
_OTHER_FLAGS = ("bbo", "frequencies", "no_chart", "auctions", "explore", "health", "no_hands")


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


# ---------------------------------------------------------------- a table of options and its reader


@dataclass(frozen=True, slots=True)
class Option:
    """Describe an option: how to read its text, what to write if that fails, and the field it fills.

    ``read`` gets the text without surrounding blanks and raises ValueError or LookupError if it cannot use
    it. An option without ``field`` fills the field of its own name.
    """

    read: Callable[[str], object]
    hint: str
    field: str = ""


Options = Mapping[str, Option]
"""The options of a kind of block by name."""

NOWHERE = Location("", 1)
_YES = frozenset({"", "yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})
# What other programs call an option of ours.
_SYNONYMS = {"title": "caption"}
_LONGEST_SHOWN = 60
_MOST_DIGITS = 18
_Choice = TypeVar("_Choice", bound=Enum)


def read_fields(
    raw: Mapping[str, str], options: Options, place: Location, *, where: str = ""
) -> Result[dict[str, object]]:
    """Read the raw values of ``options`` into fields; report what cannot be used, and leave it out.

    ``place`` is where the block is; ``where`` ends the sentence about an option that does not exist.
    """
    values: dict[str, object] = {}
    diagnostics: list[Diagnostic] = []
    for name, text in raw.items():
        key = _key(name)
        option = options.get(key)
        if option is None:
            message = f'Unknown option: "{_short(name)}"{where}.'
            diagnostics.append(option_diagnostic(message, place, _nearest(key, options)))
            continue
        try:
            values[option.field or key] = option.read(text.strip())
        except (ValueError, LookupError):
            short = _short(text.strip())
            fault = f'cannot be "{short}"' if short else "has no value"
            diagnostics.append(option_diagnostic(f"The option {name} {fault}.", place, option.hint))
    return Result(values, tuple(diagnostics))


def option_diagnostic(message: str, place: Location, hint: str = "") -> Diagnostic:
    """Return the diagnostic for an option that cannot be used."""
    return Diagnostic("BML131", message, place, hint)


def _nearest(key: str, options: Options) -> str:
    names = [name.replace("_", "-") for name in options]
    synonym = _SYNONYMS.get(key)
    if synonym in names:
        return f"Did you mean {synonym}?"
    return did_you_mean(key.replace("_", "-"), names) or f"The options are {', '.join(names)}."


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def read_flag(text: str) -> bool:
    """Read yes or no; nothing means yes."""
    word = text.lower()
    if word not in _YES | _NO:
        raise ValueError(word)
    return word in _YES


def read_number(text: str) -> int:
    """Read a whole number, not below zero."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ValueError(text)
    return int(text)


def read_text(text: str) -> str:
    """Read any text but none."""
    if not text:
        raise ValueError(text)
    return text


def words_of(text: str) -> tuple[str, ...]:
    """Split a list of words with blanks or commas between them; there must be one."""
    return tuple(read_text(text.lower().replace(",", " ").strip()).split())


def _choice(kind: type[_Choice]) -> Callable[[str], _Choice]:
    return lambda text: kind(text.lower())


# ---------------------------------------------------------------- the options of every block

_SYSTEM_NAME = re.compile(r"\w[\w.-]{0,99}\Z")
_RESERVED_NAME = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
_LONGEST_NAME = 200
_CLASS_NAME = re.compile(r"-?[^\W\d][\w-]*")
_DEEPEST = 999


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
    classes = tuple(dict.fromkeys(read_text(text).split()))
    if not all(map(_CLASS_NAME.fullmatch, classes)):
        raise ValueError(text)
    return classes


def _depth(text: str) -> int:
    depth = 0 if text.lower() == "none" else read_number(text)
    if depth > _DEEPEST:
        raise ValueError(text)
    return depth


def _file(text: str) -> str:
    if "\0" in text:
        raise ValueError(text)
    return read_text(text)


A_REVISION = "Write a git revision such as v1, a date such as 2026-01-31, or a file."
YES_OR_NO = "Write yes or no, or nothing for yes."

BLOCK_OPTIONS: Options = {
    "dialect": Option(Dialect, f"The dialects are {', '.join(dialect.value for dialect in Dialect)}."),
    "system": Option(_system, f'Write a name of letters, digits, "-", "_" and ".", or {NOT_EXPORTED}.'),
    "name": Option(_name, "Write a word to link to, in letters from a to z."),
    "class": Option(_classes, "Write CSS class names, such as wide.", "classes"),
    "caption": Option(read_text, "Write the line to show above the block."),
    "collapse": Option(_depth, "Write the depth from which branches start closed, such as 2, or none."),
    "hide": Option(read_flag, YES_OR_NO),
    "show": Option(_choice(Show), "Write result, source or both."),
    "file": Option(_file, "Write the path of a BML file, relative to this page."),
    "style": Option(_choice(Style), "Write tree or table."),
    "hcp": Option(read_flag, YES_OR_NO),
    "download": Option(read_flag, YES_OR_NO),
    "formats": Option(words_of, "Write the formats of the files to offer, such as bss."),
    "deals": Option(_choice(Deals), "Write page or site."),
    "dd": Option(read_flag, YES_OR_NO),
    "choice": Option(_choice(RowOrder), "Write auto, natural or first."),
    "changed": Option(read_text, A_REVISION),
}


_FLAGS = frozenset(
    (*_OTHER_FLAGS, *(name for name, option in BLOCK_OPTIONS.items() if option.read is read_flag))
)


def parse_options(raw: Mapping[str, str], place: Location = NOWHERE) -> Result[BlockOptions]:
    """Parse the options of a block that is at ``place``; what cannot be used is reported and left out.

    >>> parse_options({"collapse": "2", "class": "wide"}).value
    BlockOptions(..., classes=('wide',), ..., collapse=2, ...)
    >>> parse_options({"colapse": "2"}).diagnostics[0].sentence
    'Unknown option: "colapse". Did you mean collapse?'
    """
    result = read_fields(raw, BLOCK_OPTIONS, place)
    return Result(BlockOptions(**result.value), result.diagnostics)  # type: ignore[arg-type]


# ---------------------------------------------------------------- blocks as pages have them

_DEAL_ENDINGS = (".pbn", ".lin")


def asks_for_deals(raw: Mapping[str, str]) -> bool:
    """Return whether options name a file of deals, with ``deal`` or by the ending of ``file``.

    >>> asks_for_deals({"file": "Final.LIN"}), asks_for_deals({"file": "hands.bml"})
    (True, False)
    """
    return "deal" in raw or raw.get("file", "").strip().lower().endswith(_DEAL_ENDINGS)


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Hold a block of BML in a page.

    Attributes:
        line: The line of the page that opens the block.
        column: The column of that line.
        raw: The options as they are written.
        text: What is BML, without the indentation of the block.
        text_line: The line that the text begins at.
        text_column: The column that it begins at.
        problem: What is wrong with the block as such, a sentence and a hint; "" if nothing is.
        file: The file that the block is in, if that is not the page itself.
        places: The file, "" for the page, and the line of each line of the text, if these do not follow
            each other.
    """

    line: int
    column: int
    raw: dict[str, str] = field(hash=False)
    text: str
    text_line: int
    text_column: int
    problem: tuple[str, str] = ("", "")
    file: str = ""
    places: tuple[tuple[str, int], ...] = ()
