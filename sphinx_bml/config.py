"""The settings of a project, as conf.py gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from bml_core import Dialect, Limits, Location
from bml_core.formats.exports import SystemTexts
from bml_core.limits import read_limits
from bml_core.render import Abbreviations, SuitColors, read_abbreviations, read_suit_colors
from bml_core.site import DEFAULT_SYSTEM, NOT_EXPORTED, make_options
from sphinx_bml.reports import warn

PREFIX = "bml_"


def _read_dialect(value: object) -> Dialect:
    options, problems = make_options({"dialect": str(value)})
    if problems or options.dialect is None:
        raise ValueError(problems[0].hint)
    return options.dialect


def _read_systems(value: object) -> Mapping[str, SystemTexts]:
    hint = 'Write names with what is known of each, such as {"precision": {"title": "Precision"}}.'
    if not isinstance(value, Mapping):
        raise ValueError(hint)
    return {_system_name(name): _system_texts(name, texts, hint) for name, texts in value.items()}


def _system_name(name: object) -> str:
    options, problems = make_options({"system": str(name)})
    if problems:
        raise ValueError(str(problems[0]))
    if options.system == NOT_EXPORTED:
        raise ValueError(f"No system can be called {NOT_EXPORTED}: it marks blocks that are not exported.")
    return options.system


def _system_texts(name: object, texts: object, hint: str) -> SystemTexts:
    texts = {} if texts is None else texts
    if not isinstance(texts, Mapping):
        raise ValueError(hint)
    known = [entry.name for entry in fields(SystemTexts)]
    for key, text in texts.items():
        if key not in known:
            raise ValueError(f'System "{name}" cannot have "{key}", only {" and ".join(known)}.')
        if not isinstance(text, str):
            raise ValueError(f'The {key} of system "{name}" is not a text.')
    return SystemTexts(**texts)


def _read_roots(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError('Write a list of folders, such as ["../club"].')
    if not all(isinstance(root, str | Path) for root in value):
        raise ValueError("Each folder is a text or a path.")
    return tuple(str(root) for root in value)


def _read_collapse(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("Write the depth from which branches start closed, such as 2, or 0 for none.")
    return value


@dataclass(frozen=True, slots=True)
class BmlConfig:
    """The settings; in conf.py each has the prefix ``bml_``.

    ``systems`` maps the names of the exported systems to their texts, the first one is the default of
    blocks that name none. Files may come from the source folder and from ``include_roots``, which are
    relative to conf.py. ``collapse`` is the depth from which branches start closed, 0 for none.
    ``suit_colors`` and ``abbreviations`` are for web pages.
    """

    dialect: Dialect
    systems: Mapping[str, SystemTexts]
    include_roots: tuple[str, ...]
    collapse: int
    limits: Limits
    suit_colors: SuitColors
    abbreviations: Abbreviations

    @property
    def default_system(self) -> str:
        """The exported system of blocks that name none."""
        return next(iter(self.systems), DEFAULT_SYSTEM)

    def texts(self, system: str) -> SystemTexts:
        """Title and summary for a system, as far as conf.py gives them."""
        return self.systems.get(system, SystemTexts())


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting in conf.py: what it is where nobody says, how it is read, what a change of it makes anew."""

    default: object
    read: Callable[[Any], object]
    rebuild: Literal["env", "html"] = "env"


_SETTINGS = {
    "dialect": _Setting(Dialect.V2_0.value, _read_dialect),
    "systems": _Setting({}, _read_systems),
    "include_roots": _Setting([], _read_roots),
    "collapse": _Setting(0, _read_collapse),
    "limits": _Setting({}, read_limits),
    "suit_colors": _Setting(SuitColors.FOUR.value, read_suit_colors, "html"),
    "abbreviations": _Setting({}, read_abbreviations, "html"),
}


def read_config(config: Config) -> BmlConfig:
    """The validated settings.

    Raises:
        ConfigError: a value cannot be used; says which and what to write.
    """
    values: dict[str, Any] = {}
    for name, setting in _SETTINGS.items():
        raw = getattr(config, PREFIX + name)
        try:
            values[name] = setting.read(raw)
        except ValueError as problem:
            raise ConfigError(f"{PREFIX}{name} cannot be {raw!r}. {problem}") from None
    return BmlConfig(**values)


def check_config(app: Sphinx, config: Config) -> None:
    """Stop the build early where a setting cannot be used, and find the folders from conf.py."""
    found = read_config(config)
    roots = [app.confdir / root for root in found.include_roots]
    for root in roots:
        if not root.is_dir():
            place = Location(str(app.confdir / "conf.py"), 1)
            warn(f"There is no folder {root}. Correct bml_include_roots.", place, "config")
    config.bml_include_roots = [str(root) for root in roots]


def add_config_values(app: Sphinx) -> None:
    """Register the settings; a changed one makes Sphinx read all pages again, or write them."""
    for name, setting in _SETTINGS.items():
        app.add_config_value(PREFIX + name, setting.default, setting.rebuild)
