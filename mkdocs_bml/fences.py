"""Finding the ``bml`` fences of a page, wherever they are nested.

The finding itself is left to SuperFences, on which most sites stand already: the fence is registered on
the instance that is there. Without one, a private instance looks for our fences alone and leaves every
other fence to whoever handles it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

import markdown
from pymdownx.superfences import SuperFencesCodeExtension

from bml_core.site import parse_header

LANGUAGE = "bml"
_FENCED_CODE = "fenced_code_block"
Formatter = Callable[..., str]

# ---------------------------------------------------------------- fences as SuperFences hands them over


@dataclass(slots=True)
class Fence:
    """A fence of the page: its number in reading order, the options of its header, and its text.

    ``lines`` are the numbers of its opening and of the lines of its text, empty where they are unknown.
    """

    number: int
    header: dict[str, str]
    text: str
    lines: tuple[int, ...] = ()
    column: int = 1


class FenceMarker(str):
    """What stands in the stash of raw HTML for a fence until the page is a tree.

    It is told by its type: nothing an author writes can be mistaken for one.
    """

    __slots__ = ("fence",)
    fence: Fence

    def __new__(cls, fence: Fence) -> FenceMarker:
        """A marker for ``fence``."""
        marker = super().__new__(cls, "<div></div>")
        marker.fence = fence
        return marker


@dataclass(slots=True)
class FenceFinder:
    """The fences of one conversion after the other, through the SuperFences of ``md``.

    ``unclosed`` holds the line numbers of fences that never end, which stay text.
    """

    md: markdown.Markdown
    fences: list[Fence] = field(default_factory=list)
    unclosed: list[int] = field(default_factory=list)
    _private_run: Callable[[list[str]], list[str]] | None = None
    _highlight: Formatter | None = None
    _spots: dict[tuple[str, ...], deque[_Spot]] = field(default_factory=dict)

    def bind(self) -> None:
        """Register the fence. Only now are all extensions there, in whatever order the site lists them."""
        self.fences = []
        self._spots = {}
        if self._highlight is not None:
            return
        live = _live_superfences(self.md)
        if live is None:
            self._install()
        else:
            self._register(live)
            self._highlight = live.superfences[0]["formatter"]

    def run(self, lines: list[str], numbers: Sequence[int]) -> list[str]:
        """Note where fences stand and make their headers readable; ``numbers`` are those of the lines."""
        lines = list(lines)
        self.unclosed = []
        for spot in list(_spots(lines, numbers, self.unclosed)):
            lines[spot.opening] = spot.header
            self._spots.setdefault(spot.content, deque()).append(spot)
        return lines if self._private_run is None else self._private_run(lines)

    def highlight(self, source: str) -> str:
        """BML source as a code block of this site."""
        if self._highlight is None:
            return ""
        return str(
            self._highlight(
                src=source,
                language="bml-source",
                options={},
                md=self.md,
                classes=[],
                id_value="",
                attrs={},
            )
        )

    def _register(self, extension: SuperFencesCodeExtension) -> None:
        # What is to be reset between pages came into SuperFences later; we have nothing to reset there.
        has_reset = "reset" in signature(extension.extend_super_fences).parameters
        reset = {"reset": None} if has_reset else {}
        extension.extend_super_fences(LANGUAGE, self._format, _take_all_options, **reset)

    def _install(self) -> None:
        blocks = self.md.preprocessors
        name = _FENCED_CODE
        other = blocks[name] if name in blocks else None  # noqa: SIM401 - a registry has no get()
        extension = SuperFencesCodeExtension()
        extension.extendMarkdown(self.md)
        private: Any = blocks[name]
        blocks.deregister(name)
        if other is not None:
            blocks.register(other, name, 25)
        everything_else = extension.superfences[0]
        self._highlight = everything_else["formatter"]
        # Without a formatter SuperFences steps over a fence as a whole, so that what it quotes stays source.
        everything_else["formatter"] = None
        everything_else["validator"] = _step_over
        self._register(extension)
        self._private_run = private.run

    def _format(
        self,
        src: str,
        language: str,
        options: Mapping[str, str | None],
        md: markdown.Markdown,
        classes: Sequence[str] = (),
        id_value: str = "",
        **_: object,
    ) -> str:
        # A word without a value comes with its own name as the value, or with None among attributes.
        header = {key: "" if value in (None, key) else str(value) for key, value in options.items()}
        if classes:
            header.setdefault("class", " ".join(classes))
        if id_value:
            header.setdefault("name", id_value)
        fence = Fence(len(self.fences), header, src)
        # SuperFences does not say where a fence stands: its text tells, and the order of equal ones.
        alike = self._spots.get(_comparable(src.split("\n")))
        if alike:
            spot = alike.popleft()
            fence.lines, fence.column = spot.lines, spot.column
        self.fences.append(fence)
        return FenceMarker(fence)


def _live_superfences(md: markdown.Markdown) -> SuperFencesCodeExtension | None:
    """The SuperFences that handles the fences of ``md``; another extension may have taken its place."""
    blocks = md.preprocessors
    extension = getattr(blocks[_FENCED_CODE], "extension", None) if _FENCED_CODE in blocks else None
    return extension if isinstance(extension, SuperFencesCodeExtension) else None


def _take_all_options(
    language: str,
    inputs: Mapping[str, str],
    options: dict[str, str],
    attrs: dict[str, str],
    md: markdown.Markdown,
) -> bool:
    options.update(inputs)
    return True


def _step_over(*_: object) -> bool:
    return True


# ---------------------------------------------------------------- where they stand

_OPENING = re.compile(r"(?P<prefix>[> \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>.*?)[ \t]*\Z")
_NAME = re.compile(r"\bbml\b", re.IGNORECASE)
_OURS = re.compile(r"(?:\.?bml|\{[ \t]*bml[ \t]*\})(?:[ \t]+(?P<header>.*))?\Z", re.DOTALL | re.IGNORECASE)
_OURS_WITH_ATTRIBUTES = re.compile(r"(?:bml[ \t]*)?\{[ \t]*\.bml\b.*\}\Z|bml[ \t]*\{.*\}\Z", re.IGNORECASE)


@dataclass(slots=True)
class _Spot:
    """A fence in the lines of the page; ``lines`` are the numbers of its opening and its text."""

    opening: int
    header: str
    column: int
    content: tuple[str, ...]
    lines: tuple[int, ...]


def _comparable(lines: Sequence[str]) -> tuple[str, ...]:
    # A fence without a line and one with an empty line have the same text.
    return tuple(line.lstrip("> \t").rstrip() for line in lines) or ("",)


def _spots(lines: Sequence[str], numbers: Sequence[int], unclosed: list[int]) -> Iterator[_Spot]:
    """The fences of ours among ``lines``; the numbers of those without an end go to ``unclosed``."""
    opened: re.Match[str] | None = None
    begin = 0
    for number, line in enumerate(lines):
        if opened is None:
            opened = _opening(line)
            begin = number
        elif _closes(line, opened["fence"]):
            header = _readable_header(opened)
            if header is not None:
                content = _comparable(lines[begin + 1 : number])
                column = len(opened["prefix"]) + 1
                yield _Spot(begin, header, column, content, tuple(numbers[begin:number]))
            opened = None
        elif _ends_early(line, opened["prefix"]):
            if _readable_header(opened) is not None:
                unclosed.append(numbers[begin])
            opened = None
    if opened is not None and _readable_header(opened) is not None:
        unclosed.append(numbers[begin])


def _opening(line: str) -> re.Match[str] | None:
    found = _OPENING.match(line)
    return found if found and not (found["fence"][0] == "`" and "`" in found["info"]) else None


def _closes(line: str, fence: str) -> bool:
    return line.lstrip("> \t").rstrip() == fence


def _ends_early(line: str, prefix: str) -> bool:
    """Whether the text is set in less than its fence, so that it is none."""
    return bool(line.strip()) and ">" not in prefix and len(line) - len(line.lstrip()) < len(prefix)


def _readable_header(opened: re.Match[str]) -> str | None:
    """The line that opens one of our fences as SuperFences reads it; None for other fences.

    SuperFences gives up a fence with an option that is not quoted, and the page would show it as text.
    """
    info = opened["info"]
    if _OURS_WITH_ATTRIBUTES.match(info):
        return _NAME.sub(LANGUAGE, opened[0], count=1)
    found = _OURS.match(info)
    if found is None:
        return None
    options = [
        f"{re.sub('[^a-z0-9_]', '_', key)}={_quoted(value)}"
        for key, value in parse_header(found["header"] or "").items()
    ]
    return " ".join([f"{opened['prefix']}{opened['fence']}{LANGUAGE}", *options])


def _quoted(value: str) -> str:
    return f'"{value}"' if '"' not in value else "'" + value.replace("'", "\u2019") + "'"
