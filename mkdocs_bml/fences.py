"""Find the ``bml`` fences of a page, wherever they are nested.

The search itself is left to SuperFences, which most sites use already: the fence is registered on
the instance that exists. Without one, a private instance looks for our fences alone and leaves every
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

from bml_core.notes import FenceOpening, PageBlock, parse_fence, split_option_lines

LANGUAGE = "bml"
_FENCED_CODE = "fenced_code_block"
Formatter = Callable[..., str]

# ---------------------------------------------------------------- fences as SuperFences hands them over


@dataclass(slots=True)
class Fence:
    """A fence of the page: its number in reading order, the options of its header, and its text.

    ``lines`` are the numbers of its opening and of the lines of its text; it is empty if they are unknown.
    """

    number: int
    header: dict[str, str]
    text: str
    lines: tuple[int, ...] = ()
    column: int = 1

    @property
    def block(self) -> PageBlock:
        """Return the fence as a block of the page."""
        options, text, taken = split_option_lines(self.text)
        raw = {**self.header, **options}
        line = self.lines[0] if self.lines else 1
        numbers = self.lines[1 + taken :]
        places = tuple(("", number) for number in numbers)
        first = numbers[0] if numbers else line
        return PageBlock(line, self.column, raw, text, first, self.column, places=places)


class FenceMarker(str):
    """Stand for a fence in the stash of raw HTML until the page is a tree.

    It is recognised by its type: nothing an author writes can be mistaken for one.
    """

    __slots__ = ("fence",)
    fence: Fence

    def __new__(cls, fence: Fence) -> FenceMarker:
        """Return a marker for ``fence``."""
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
        """Note where fences are and make their headers readable; ``numbers`` are those of the lines."""
        lines = list(lines)
        self.unclosed = []
        for spot in list(_spots(lines, numbers, self.unclosed)):
            lines[spot.opening] = spot.header
            self._spots.setdefault(spot.content, deque()).append(spot)
        return lines if self._private_run is None else self._private_run(lines)

    def highlight(self, source: str) -> str:
        """Return BML source as a code block of this site."""
        if self._highlight is None:
            return ""
        return str(
            self._highlight(
                src=source, language="bml-source", options={}, md=self.md, classes=[], id_value="", attrs={}
            )
        )

    def _register(self, extension: SuperFencesCodeExtension) -> None:
        # What must be reset between pages came into SuperFences later; we have nothing to reset there.
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
        # SuperFences does not say where a fence is: its text shows it, and the order of equal ones.
        alike = self._spots.get(_comparable(src.split("\n")))
        if alike:
            spot = alike.popleft()
            fence.lines, fence.column = spot.lines, spot.column
        self.fences.append(fence)
        return FenceMarker(fence)


def _live_superfences(md: markdown.Markdown) -> SuperFencesCodeExtension | None:
    """Return the SuperFences of ``md``; another extension may have taken its place."""
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


# ---------------------------------------------------------------- places of fences

_NAME = re.compile(r"\bbml\b", re.IGNORECASE)


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
    """Find the BML fences as SuperFences does; the numbers of those without an end go to ``unclosed``."""
    opened: FenceOpening | None = None
    begin = 0
    for number, line in enumerate(lines):
        if opened is None:
            opened = parse_fence(line)
            opened = None if opened is not None and opened.marks[0] == ":" else opened
            begin = number
        elif opened.is_closed_by(line, longer=False):
            header = _readable_header(opened, lines[begin])
            if header is not None:
                content = _comparable(lines[begin + 1 : number])
                column = len(opened.prefix) + 1
                yield _Spot(begin, header, column, content, tuple(numbers[begin:number]))
            opened = None
        elif _ends_early(line, opened.prefix):
            if opened.header is not None:
                unclosed.append(numbers[begin])
            opened = None
    if opened is not None and opened.header is not None:
        unclosed.append(numbers[begin])


def _ends_early(line: str, prefix: str) -> bool:
    """Return whether a line is indented less than its fence, so that it is not part of it."""
    return bool(line.strip()) and ">" not in prefix and len(line) - len(line.lstrip()) < len(prefix)


def _readable_header(opened: FenceOpening, line: str) -> str | None:
    """Return the line that opens a BML fence as SuperFences reads it; None for other fences.

    SuperFences gives up a fence with an option that is not quoted, and the page would show it as text.
    """
    header = opened.header
    if header is None:
        return None
    if opened.has_attributes:
        return _NAME.sub(LANGUAGE, line, count=1)
    options = [f"{re.sub('[^a-z0-9_]', '_', key)}={_quoted(value)}" for key, value in header.items()]
    return " ".join([f"{opened.prefix}{opened.marks}{LANGUAGE}", *options])


def _quoted(value: str) -> str:
    return f'"{value}"' if '"' not in value else "'" + value.replace("'", "\u2019") + "'"
