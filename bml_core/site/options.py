"""The options of a BML block, the same for every host: a directive, a fence header, leading lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import Enum

from bml_core.document import Dialect
from bml_core.render import Style

NOT_EXPORTED = "none"
"""The value of ``system`` for a block that is shown on its page, but belongs to no exported system."""

DEFAULT_SYSTEM = "system"
"""The exported system of a block that names none."""


class Show(Enum):
    """What of a block stands on the page."""

    RESULT = "result"
    SOURCE = "source"
    BOTH = "both"


class Deals(Enum):
    """Whose deals are offered as files."""

    PAGE = "page"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """What an author asked for beside the text of a block; None and "" stand for "not said".

    ``dialect`` is the reading of this block, ``system`` the exported system it belongs to, ``name`` what
    links to it are made with, ``classes`` are CSS classes, ``caption`` is a line of BML text above it.
    ``collapse`` is the depth from which branches start closed: 1 closes the responses of the top rows, 2
    those one level below, 0 none. A block with ``hide`` is exported and not shown. ``file`` is where the
    text is read from, relative to the page. ``style`` is the form of its bidding tables, and ``hcp`` tells
    the high-card points of hands of thirteen cards. A block with ``download`` offers the exported files of
    its system, those of ``formats`` or all; with ``deals`` those are files of the deals of the page or the
    site. With ``dd`` diagrams of 52 cards have a double-dummy table.
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

    @property
    def anchor(self) -> str:
        """The name as an HTML id.

        >>> BlockOptions(name="After 1NT: Stayman").anchor
        'after-1nt-stayman'
        """
        plain = unicodedata.normalize("NFKD", self.name.lower()).encode("ascii", "ignore").decode("ascii")
        return re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789").rstrip("-")

    def exported_system(self, default: str = DEFAULT_SYSTEM) -> str | None:
        """The name of the system this block is exported to; None where it is exported nowhere.

        >>> BlockOptions().exported_system(), BlockOptions(system="none").exported_system()
        ('system', None)
        """
        name = self.system or default
        return None if name == NOT_EXPORTED else name


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """An option that cannot be used: its name, one plain sentence, and a hint what to write.

    >>> print(OptionProblem("hode", 'There is no option "hode".', "Did you mean hide?"))
    There is no option "hode". Did you mean hide?
    """

    option: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


# ---------------------------------------------------------------- reading the raw values

_OPTION_LINE = re.compile(r"[ \t]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?[ \t]*\Z")
_HEADER_PART = re.compile(
    r"""(?P<key>[A-Za-z][\w-]*)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"']+))(?=\s|\Z)"""
    r"""|(?P<word>\S+)"""
)


def split_option_lines(text: str) -> tuple[dict[str, str], str, int]:
    r"""The ``:key: value`` lines at the top of a block, the text below them, and how many lines they take.

    The blank lines between the two count as taken, so the rest begins ``lines_taken`` lines further down.
    Where a key comes twice the first one stands.

    >>> split_option_lines(":collapse: 2\n:hide:\n\n1C strong\n")
    ({'collapse': '2', 'hide': ''}, '1C strong\n', 3)
    >>> split_option_lines("1C strong")
    ({}, '1C strong', 0)
    """
    options: dict[str, str] = {}
    lines = text.split("\n")
    taken = 0
    while taken < len(lines) and (found := _OPTION_LINE.match(lines[taken].rstrip("\r"))):
        options.setdefault(_key(found["key"]), _unquoted(found["value"] or ""))
        taken += 1
    if not taken:
        return {}, text, 0
    while taken < len(lines) and not lines[taken].strip():
        taken += 1
    return options, "\n".join(lines[taken:]), taken


def parse_header(text: str) -> dict[str, str]:
    """The options behind the word ``bml`` of a fence or directive.

    A word alone is a flag where an option of that name is one, and otherwise the file.

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


# ---------------------------------------------------------------- what the values mean

_FLAGS = frozenset({"hide", "hcp", "download", "bbo", "dd", "frequencies", "no_chart"})
_ALIASES = {"class": "classes"}
_NAMES = tuple("class" if field.name == "classes" else field.name for field in fields(BlockOptions))
# What other programs call an option of ours.
_MEANT = {"title": "caption"}
_SYSTEM_NAME = re.compile(r"\w[\w.-]{0,99}\Z")
_RESERVED_NAME = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
_LONGEST_NAME = 200
_YES = frozenset({"", "yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})


class _BadValueError(Exception):
    """Stops the reading of one value; carries message and hint."""


def make_options(raw: Mapping[str, str]) -> tuple[BlockOptions, tuple[OptionProblem, ...]]:
    """The options that ``raw`` asks for; what cannot be used is left out and is a problem.

    >>> make_options({"collapse": "2", "class": "wide"})
    (BlockOptions(..., classes=('wide',), ..., collapse=2, ...), ())
    >>> _, problems = make_options({"colapse": "2"})
    >>> print(problems[0])
    There is no option "colapse". Did you mean collapse?
    """
    values: dict[str, object] = {}
    problems: list[OptionProblem] = []
    for name, text in raw.items():
        field = _ALIASES.get(_key(name), _key(name))
        read = _READERS.get(field)
        if read is None:
            problems.append(OptionProblem(name, f'There is no option "{_short(name)}".', _name_hint(name)))
            continue
        try:
            values[field] = read(text.strip())
        except _BadValueError as bad:
            message, hint = bad.args
            problems.append(OptionProblem(name, message, hint))
    return BlockOptions(**values), tuple(problems)  # type: ignore[arg-type]


def _name_hint(name: str) -> str:
    close = [_MEANT[_key(name)]] if _key(name) in _MEANT else get_close_matches(_key(name), _NAMES, n=1)
    return f"Did you mean {close[0]}?" if close else f"The options are {', '.join(_NAMES)}."


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _bad(option: str, text: str, hint: str) -> _BadValueError:
    said = (
        f'The option {option} cannot be "{_short(text)}".' if text else f"The option {option} has no value."
    )
    return _BadValueError(said, hint)


def _dialect(text: str) -> Dialect:
    try:
        return Dialect(text)
    except ValueError:
        known = ", ".join(dialect.value for dialect in Dialect)
        raise _bad("dialect", text, f"The dialects are {known}.") from None


def _system(text: str) -> str:
    # The name becomes the name of a file, so it must not lead into another folder.
    is_usable = _SYSTEM_NAME.match(text) and not text.endswith(".") and len(text.encode()) <= _LONGEST_NAME
    if not is_usable or _RESERVED_NAME.match(text):
        hint = f'A system has a name of letters, digits, "-", "_" and ".", or is {NOT_EXPORTED}.'
        raise _bad("system", text, hint)
    return text


def _name(text: str) -> str:
    if not BlockOptions(name=text).anchor:
        raise _bad("name", text, "Write a word to link to, in letters from a to z.")
    return text


def _classes(text: str) -> tuple[str, ...]:
    classes = tuple(dict.fromkeys(text.split()))
    if not classes or not all(re.fullmatch(r"-?[^\W\d][\w-]*", name) for name in classes):
        raise _bad("class", text, "Write CSS class names, such as wide.")
    return classes


def _caption(text: str) -> str:
    if not text:
        raise _bad("caption", text, "Write the line that shall stand above the block.")
    return text


def _collapse(text: str) -> int:
    if text.lower() == "none":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise _bad("collapse", text, "Write the depth from which branches start closed, such as 2, or none.")
    return int(text)


def _flag(option: str) -> Callable[[str], bool]:
    def read(text: str) -> bool:
        word = text.lower()
        if word not in _YES | _NO:
            raise _bad(option, text, "Write yes or no, or nothing for yes.")
        return word in _YES

    return read


def _show(text: str) -> Show:
    try:
        return Show(text.lower())
    except ValueError:
        raise _bad("show", text, "Write result, source or both.") from None


def _deals(text: str) -> Deals:
    try:
        return Deals(text.lower())
    except ValueError:
        raise _bad("deals", text, "Write page or site.") from None


def _style(text: str) -> Style:
    try:
        return Style(text.lower())
    except ValueError:
        raise _bad("style", text, "Write tree or table.") from None


def _formats(text: str) -> tuple[str, ...]:
    names = tuple(text.lower().replace(",", " ").split())
    if not names:
        raise _bad("formats", text, "Write the formats of the files to offer, such as bss.")
    return names


def _file(text: str) -> str:
    if not text or "\0" in text:
        raise _bad("file", text, "Write the path of a BML file, relative to this page.")
    return text


_READERS: dict[str, Callable[[str], object]] = {
    "dialect": _dialect,
    "system": _system,
    "name": _name,
    "classes": _classes,
    "caption": _caption,
    "collapse": _collapse,
    "hide": _flag("hide"),
    "show": _show,
    "file": _file,
    "style": _style,
    "hcp": _flag("hcp"),
    "download": _flag("download"),
    "formats": _formats,
    "deals": _deals,
    "dd": _flag("dd"),
}
