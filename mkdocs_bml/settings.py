"""What a site says about all its BML: the same names in the extension, the plugin and other hosts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from bml_core import Dialect, Limits
from bml_core.formats.exports import EXPORTS, SystemTexts
from bml_core.limits import read_limits
from bml_core.render import (
    ENGLISH,
    Abbreviations,
    SuitColors,
    Words,
    read_abbreviations,
    read_language,
    read_suit_colors,
)
from bml_core.site import DEFAULT_SYSTEM, NOT_EXPORTED, BlockOptions, make_options

_DEFAULT_LIMITS = Limits()
_DEFAULT_ABBREVIATIONS = read_abbreviations({})


class SettingError(ValueError):
    """A setting that cannot be used; the message says which and what to write."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a site.

    ``dialect`` and ``collapse`` hold for blocks that say nothing else. ``systems`` maps the names of the
    exported systems to their texts; the first one is that of blocks that name none. Files may come from the
    folder of the documentation and from ``include_roots``. Without a host that tells where a page lies,
    names are relative to ``base_path``. ``suit_colors`` is read by the plugin, which brings the style sheet.
    ``words`` are those of the language of the site, and ``exports`` the names of the formats that every
    system is written in. Double-dummy tables are kept in the folder ``cache``, where there is one.
    """

    dialect: Dialect = Dialect.V2_0
    systems: Mapping[str, SystemTexts] = field(default_factory=lambda: {DEFAULT_SYSTEM: SystemTexts()})
    collapse: int = 0
    include_roots: tuple[str, ...] = ()
    base_path: str = "."
    limits: Limits = _DEFAULT_LIMITS
    suit_colors: SuitColors = SuitColors.FOUR
    abbreviations: Abbreviations = _DEFAULT_ABBREVIATIONS
    words: Words = ENGLISH
    exports: tuple[str, ...] = tuple(EXPORTS)
    cache: Path | None = None

    @property
    def default_system(self) -> str:
        """The exported system of blocks that name none."""
        return next(iter(self.systems))


def read_settings(raw: Mapping[str, Any]) -> Settings:
    """The settings as they come from a configuration file.

    Raises:
        SettingError: a value cannot be used.

    >>> read_settings({"dialect": 2.7, "collapse": 2}).dialect
    <Dialect.V2_7: '2.7'>
    """
    options = _read_options(
        {name: raw[name] for name in ("dialect", "collapse") if raw.get(name) is not None}
    )
    return Settings(
        dialect=options.dialect or Dialect.V2_0,
        systems=_read_systems(raw.get("systems") or {DEFAULT_SYSTEM: {}}),
        collapse=options.collapse or 0,
        include_roots=_read_roots(raw.get("include_roots") or ()),
        base_path=str(raw.get("base_path") or "."),
        limits=_read_limits(raw.get("limits") or {}),
        suit_colors=_read("suit_colors", raw.get("suit_colors", SuitColors.FOUR.value), read_suit_colors),
        abbreviations=_read("abbreviations", raw.get("abbreviations"), read_abbreviations),
        words=_read("language", raw.get("language") or "en", read_language),
        exports=_read("exports", raw.get("exports", list(EXPORTS)), _read_exports),
        cache=Path(raw["cache"]) if raw.get("cache") else None,
    )


_Value = TypeVar("_Value")


def _read(name: str, value: object, reader: Callable[[object], _Value]) -> _Value:
    try:
        return reader(value)
    except ValueError as problem:
        raise SettingError(f"The setting {name} cannot be {value!r}. {problem}") from None


def _read_options(said: Mapping[str, object]) -> BlockOptions:
    options, problems = make_options({name: str(value) for name, value in said.items()})
    if problems:
        raise SettingError(str(problems[0]))
    return options


def _read_systems(raw: object) -> Mapping[str, SystemTexts]:
    hint = "Write names with what is known of each, such as precision: {title: Precision}."
    if not isinstance(raw, Mapping):
        raise SettingError(f"The setting systems cannot be {raw!r}. {hint}")
    return {
        _read_options({"system": name}).system: _read_texts(name, texts or {}) for name, texts in raw.items()
    }


def _read_texts(name: object, texts: object) -> SystemTexts:
    known = [entry.name for entry in fields(SystemTexts)]
    if name == NOT_EXPORTED:
        raise SettingError(f"No system can be called {NOT_EXPORTED}: it marks blocks that are not exported.")
    if not isinstance(texts, Mapping) or not all(key in known for key in texts):
        raise SettingError(f'Of the system "{name}" only {" and ".join(known)} can be told.')
    return SystemTexts(**{key: str(text) for key, text in texts.items()})


def _read_exports(raw: object) -> tuple[str, ...]:
    names = [] if raw is None else [raw] if isinstance(raw, str) else raw
    if not isinstance(names, Sequence) or not all(
        isinstance(name, str) and name in EXPORTS for name in names
    ):
        raise ValueError(f"Write a list of formats: {', '.join(EXPORTS)}.")
    return tuple(dict.fromkeys(names))


def _read_limits(raw: object) -> Limits:
    try:
        return read_limits(raw)
    except ValueError as error:
        raise SettingError(f"The setting limits cannot be used. {error}") from error


def _read_roots(raw: object) -> tuple[str, ...]:
    roots = [raw] if isinstance(raw, str) else raw
    if not isinstance(roots, Sequence) or not all(isinstance(root, str | os.PathLike) for root in roots):
        raise SettingError(f"The setting include_roots cannot be {raw!r}. Write a list of folders.")
    return tuple(os.fspath(root) for root in roots)
