"""What a site says about all its BML: the same names in the extension, the plugin and other hosts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from bml_core import Dialect, Limits
from bml_core.options import DEFAULT_SYSTEM, make_options

_DEFAULT_LIMITS = Limits()


class SettingError(ValueError):
    """A setting that cannot be used; the message says which and what to write."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a site.

    ``dialect``, ``system`` and ``collapse`` hold for blocks that say nothing else. Files may come from the
    folder of the documentation and from ``include_roots``. Without a host that tells where a page lies,
    names are relative to ``base_path``.
    """

    dialect: Dialect = Dialect.V2_0
    system: str = DEFAULT_SYSTEM
    collapse: int = 0
    include_roots: tuple[str, ...] = ()
    base_path: str = "."
    limits: Limits = _DEFAULT_LIMITS


def read_settings(raw: Mapping[str, Any]) -> Settings:
    """The settings as they come from a configuration file.

    Raises:
        SettingError: a value cannot be used.

    >>> read_settings({"dialect": 2.7, "collapse": 2}).dialect
    <Dialect.V2_7: '2.7'>
    """
    said = {name: str(raw[name]) for name in ("dialect", "system", "collapse") if raw.get(name) is not None}
    options, problems = make_options(said)
    if problems:
        raise SettingError(str(problems[0]))
    return Settings(
        dialect=options.dialect or Dialect.V2_0,
        system=options.system or DEFAULT_SYSTEM,
        collapse=options.collapse or 0,
        include_roots=_paths(raw.get("include_roots") or ()),
        base_path=str(raw.get("base_path") or "."),
        limits=read_limits(raw.get("limits") or {}),
    )


def read_limits(raw: object) -> Limits:
    """The limits that are changed, by name.

    Raises:
        SettingError: a name is unknown or a value is no positive number.
    """
    if not isinstance(raw, Mapping):
        raise SettingError("The setting limits is a list of names and numbers, such as nesting: 100.")
    names = [limit.name for limit in fields(Limits)]
    for name, value in raw.items():
        if name not in names:
            raise SettingError(f'There is no limit "{name}". The limits are {", ".join(names)}.')
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise SettingError(f'The limit {name} cannot be "{value}". Write a number above 0.')
    return Limits(**raw)


def _paths(raw: str | Sequence[str]) -> tuple[str, ...]:
    if not isinstance(raw, (str, list, tuple)):
        raise SettingError("The setting include_roots is a list of folders.")
    return tuple(os.fspath(path) for path in ([raw] if isinstance(raw, str) else raw))
