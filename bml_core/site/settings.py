"""Read the settings of a documentation, the same names and values in every host."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bml_core.checks import all_codes, choose_codes
from bml_core.diagnostics import Diagnostic, Location, Result, did_you_mean, listed
from bml_core.document import NOTE_LANGUAGES, Dialect, RowOrder, read_limits
from bml_core.files import is_folder
from bml_core.formats import EXPORTS, SystemTexts
from bml_core.language import read_abbreviations
from bml_core.notes import NOWHERE, BlockOptions, NoteSettings, parse_options, read_systems_setting
from bml_core.render import (
    ENGLISH,
    Abbreviations,
    SuitColors,
    UiTexts,
    page_language,
    read_language,
    read_suit_colors,
)

if TYPE_CHECKING:
    from bml_core.practice import Topic

_PAGE = re.compile(r"(?!.*(?:^|/)\.)[^\\:*?\"<>|\s/][^\\:*?\"<>|]*(?<!/)")


@dataclass(frozen=True, slots=True)
class Configuration(NoteSettings):
    """Hold the settings of a documentation: how notes are read, and what its pages and files are.

    Attributes:
        collapse: The depth from which branches start closed; 0 for none.
        suit_colors: The colours of suits on web pages.
        exports: The names of the formats that every system is written in.
        shows_errors: Whether pages show the errors of their blocks.
        words: The words on pages, in the language of the site.
        link_auctions: Whether auctions of two calls and more in texts are links, where the notes have them.
        auction_field: Whether every page has a field that finds auctions.
        checks: The codes of the checks that a build makes; None for the usual ones.
        allow: The codes whose findings are accepted wherever they occur, each with its reason.
        topics: The topics of quizzes, beside those of files and headings.
        practice: The name of a page that is made with a quiz on every topic; "" for none.
    """

    tables: bool | None = False
    lists: bool | None = False
    collapse: int = 0
    suit_colors: SuitColors = SuitColors.FOUR
    exports: tuple[str, ...] = tuple(EXPORTS)
    shows_errors: bool = False
    words: UiTexts = ENGLISH
    link_auctions: bool = True
    auction_field: bool = True
    checks: frozenset[str] | None = None
    allow: Mapping[str, str] = field(default_factory=dict, hash=False)
    topics: tuple[Topic, ...] = ()
    practice: str = ""

    def texts(self, system: str) -> SystemTexts:
        """Return title and summary of a system, as far as the settings give them."""
        return self.systems.get(system, SystemTexts())

    def check_roots(self, location: Location) -> tuple[Diagnostic, ...]:
        """Report folders in ``include_roots`` that do not exist."""
        hint = f"Correct {self.prefix}include_roots."
        missing = (root for root in self.include_roots if not is_folder(root))
        return tuple(Diagnostic("BML142", f"Folder not found: {root}.", location, hint) for root in missing)

    def depth(self, options: BlockOptions) -> int:
        """Return the depth from which branches of a block start closed."""
        return self.collapse if options.collapse is None else options.collapse


# ---------------------------------------------------------------- the settings and their readers


@dataclass(frozen=True, slots=True)
class Setting:
    """Describe a setting: what it is for, its value if nobody sets it, how it is read, the field it fills.

    ``read`` raises ValueError with a hint what to write. A setting without ``field`` fills the field of its
    own name.
    """

    description: str
    default: object
    read: Callable[[object], object]
    field: str = ""


def _one_of(words: Mapping[str, object], hint: str) -> Callable[[object], object]:
    """Return the reader of a setting that is one of some words."""

    def read(value: object) -> object:
        if str(value) not in words:
            raise ValueError(hint)
        return words[str(value)]

    return read


def _abbreviations(value: object) -> Abbreviations:
    return Abbreviations(read_abbreviations(value))


def _checks(value: object) -> frozenset[str] | None:
    if isinstance(value, bool):
        return None if value else frozenset()
    names = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise ValueError("Write a list of checks, such as [default, choices], or false for none.")
    # Which codes are usual is known by modules that count hands: who only reads settings does not load them.
    return None if list(names) == ["default"] else choose_codes(names)


def _allow(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not all(
        isinstance(why, str) and why.strip() for why in value.values()
    ):
        raise ValueError("Write codes with the reasons why they may be, such as BML922 and a sentence.")
    if wrong := next((str(code) for code in value if code not in all_codes()), ""):
        raise ValueError(f"{wrong[:40]} is not the code of a check.")
    return dict(value)


def _collapse(value: object) -> int:
    depth = None if isinstance(value, bool) else parse_options({"collapse": str(value)}).value.collapse
    if depth is None:
        raise ValueError("Write the depth from which branches start closed, such as 2, or 0 for none.")
    return depth


def _roots(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError('Write a list of folders, such as ["../club"].')
    if not all(isinstance(root, str | os.PathLike) for root in value):
        raise ValueError("Each folder is a text or a path.")
    return tuple(os.fspath(root) for root in value)


def _exports(value: object) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, Sequence) or not all(isinstance(n, str) and n in EXPORTS for n in names):
        raise ValueError(f"Write a list of formats: {', '.join(EXPORTS)}.")
    return tuple(dict.fromkeys(names))


def _meanings(value: object) -> tuple[str, ...]:
    if value is False:
        return ("none",)
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise ValueError('Write a list of meanings, such as ["weak two = 6-10 hcp"], or false for none.')
    # What a meaning may be is known by modules that read conditions: most who read settings load none.
    from bml_core.hands.descriptions import check_meanings  # noqa: PLC0415 - loads on use

    if texts and (wrong := check_meanings([(text, None) for text in texts])):
        raise ValueError(wrong[0].sentence)
    return tuple(texts)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("Write true or false.")
    return value


def _topics(value: object) -> tuple[Topic, ...]:
    if not isinstance(value, Mapping):
        raise ValueError("Write names with their auctions, such as Stayman: [1N-2C].")
    if not value:
        return ()
    from bml_core.practice import topics_of  # noqa: PLC0415 - loads on use

    found = topics_of({str(name): entry for name, entry in value.items()}, "topics")
    if found.diagnostics:
        raise ValueError(found.diagnostics[0].message)
    return found.value


def _practice(value: object) -> str:
    if isinstance(value, bool):
        return "practice" if value else ""
    name = value.removesuffix(".md").removesuffix(".rst") if isinstance(value, str) else ""
    if not _PAGE.fullmatch(name):
        raise ValueError("Write true, false, or the name of the page, such as system/practice.")
    return name


_DIALECTS = {dialect.value: dialect for dialect in Dialect}
_dialect = _one_of(_DIALECTS, f"The dialects are {', '.join(_DIALECTS)}.")
_ORDERS = {order.value: order for order in RowOrder}
_choice = _one_of(_ORDERS, f"Write {listed(_ORDERS)}.")
_errors = _one_of({"show": True, "hide": False}, "Write show or hide.")
_language = _one_of({name: name for name in NOTE_LANGUAGES}, f"Write {listed(NOTE_LANGUAGES)}.")

SETTINGS: Mapping[str, Setting] = {
    "dialect": Setting("The dialect of BML: 1, 2.0 or 2.7.", Dialect.V2_0.value, _dialect),
    "systems": Setting("The exported systems, each with title, summary and pages.", {}, read_systems_setting),
    "collapse": Setting("The depth from which branches start closed; 0 for none.", 0, _collapse),
    "include_roots": Setting("Folders, beside the documentation, that files may come from.", [], _roots),
    "limits": Setting("Upper bounds for one page, by name.", {}, read_limits),
    "suit_colors": Setting(
        "The colours of suits: four, two or none.", SuitColors.FOUR.value, read_suit_colors
    ),
    "abbreviations": Setting(
        "Abbreviations and their meanings, beside the built-in ones; false for none.", {}, _abbreviations
    ),
    "exports": Setting("The formats of the files that are written.", list(EXPORTS), _exports),
    "link_auctions": Setting(
        "Auctions in texts as links, where the notes have them: true or false.", True, _flag
    ),
    "auction_field": Setting("A field that finds auctions, on every page: true or false.", True, _flag),
    "tables": Setting("Tables of bids as notes, where they stand: true or false.", False, _flag),
    "lists": Setting("Lists of bids as notes, where they stand: true or false.", False, _flag),
    "errors": Setting("Errors below their block on the page: show or hide.", "hide", _errors, "shows_errors"),
    "language": Setting(
        "The language of descriptions, and of the words on pages: en, de, fr, nl or pl.", "en", _language
    ),
    "meanings": Setting(
        "Usual meanings that are changed or added, such as weak two = 6-10 hcp; false for none.",
        [],
        _meanings,
    ),
    "choice": Setting(
        "The order of rows that fit the same hand: auto, natural or first.", RowOrder.AUTO.value, _choice
    ),
    "checks": Setting("The checks of a build, by name or code; false for none.", ["default"], _checks),
    "topics": Setting(
        "The topics of quizzes, each with its auctions, such as Stayman: [1N-2C].", {}, _topics
    ),
    "practice": Setting(
        "A page with a quiz on every topic: true, false, or the name of the page.", False, _practice
    ),
    "allow": Setting("The codes of checks that are accepted everywhere, each with its reason.", {}, _allow),
}
"""The settings by name."""


def read_configuration(
    raw: Mapping[str, object], *, prefix: str = "", place: Location = NOWHERE
) -> Result[Configuration]:
    """Read settings by name; report what cannot be used at ``place``, and use the default instead.

    A setting that is missing or None has its default, but a list that is None is empty. ``prefix`` is what
    the host writes before names.

    >>> read_configuration({"dialect": 2.7, "collapse": 2}).value.dialect
    <Dialect.V2_7: '2.7'>
    >>> read_configuration({"dialect": "3"}, prefix="bml_").diagnostics[0].sentence
    "The setting bml_dialect cannot be '3'. The dialects are 1, 2.0, 2.7."
    """
    values: dict[str, object] = {}
    diagnostics: list[Diagnostic] = []
    for name, setting in SETTINGS.items():
        if name not in raw:
            continue
        value = raw[name]
        try:
            if value is None:
                value = [] if isinstance(setting.default, list) else setting.default
            values[setting.field or name] = setting.read(value)
        except ValueError as hint:
            message = f"The setting {prefix}{name} cannot be {value!r}."
            diagnostics.append(Diagnostic("BML141", message, place, str(hint)))
    if "language" in values:
        values["words"] = read_language(page_language(str(values["language"])))
    return Result(Configuration(**values, prefix=prefix), tuple(diagnostics))  # type: ignore[arg-type]


def check_names(
    names: Iterable[object], *, prefix: str = "", known: Iterable[str] = SETTINGS, place: Location = NOWHERE
) -> tuple[Diagnostic, ...]:
    """Report the names of settings that are not among the ``known`` ones; ``prefix`` is not part of them.

    >>> check_names(["dialect", "colapse"], prefix="bml_")[0].sentence
    'Unknown setting: bml_colapse. Did you mean bml_collapse?'
    """
    settings = [f"{prefix}{name}" for name in known]
    every = f"The settings are {', '.join(settings)}."
    unknown = (f"{prefix}{name}" for name in names if f"{prefix}{name}" not in settings)
    hints = ((name, did_you_mean(name, settings) or every) for name in unknown)
    return tuple(Diagnostic("BML143", f"Unknown setting: {name}.", place, hint) for name, hint in hints)
