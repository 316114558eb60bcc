"""Find the ``bml`` fences of a page, wherever they are nested.

Each is read once, as the commands read it, and its header replaced by a number. Where it is in the page that
Markdown makes is left to SuperFences, which most sites use already: the fence is registered on the instance
that exists. Without one, a private instance looks for these fences alone and leaves every other fence to
whoever handles it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

import markdown
from pymdownx.superfences import SuperFencesCodeExtension

from bml_core.notes import FenceOpening, Markup, PageBlock, find_blocks, parse_fence

_LANGUAGE = "bml"
_FENCED_CODE = "fenced_code_block"
_NUMBER = "bml_block"
_NUMBERED = re.compile(rf"bml {_NUMBER}=(?:\"|&quot;)(\d+)(?:\"|&quot;)")
# In the line that begins an item, after its mark.
_BEGUN = re.compile(rf'(.*[^\s>][ ]+)(`{{3,}}|~{{3,}})bml {_NUMBER}="(\d+)"\Z')
Formatter = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence of the page: its index among all that were read, and what it says."""

    index: int
    block: PageBlock


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

    ``fences`` are those that are in the page, in order, and ``unclosed`` the lines of fences that never end,
    which stay text.
    """

    md: markdown.Markdown
    fences: list[Fence] = field(default_factory=list)
    unclosed: list[int] = field(default_factory=list)
    _blocks: list[PageBlock] = field(default_factory=list)
    _headers: list[str] = field(default_factory=list)
    _private_run: Callable[[list[str]], list[str]] | None = None
    _highlight: Formatter | None = None

    def bind(self) -> None:
        """Register the fence. Only now are all extensions there, in whatever order the site lists them."""
        self.fences, self.unclosed, self._blocks, self._headers = [], [], [], []
        if self._highlight is not None:
            return
        blocks = self.md.preprocessors
        # Another extension may have taken the place of SuperFences.
        live = getattr(blocks[_FENCED_CODE], "extension", None) if _FENCED_CODE in blocks else None
        if isinstance(live, SuperFencesCodeExtension):
            self._register(live)
            self._highlight = live.superfences[0]["formatter"]
        else:
            self._install()

    def read(self, lines: list[str], numbers: Sequence[int]) -> list[str]:
        """Read the fences and replace their headers; ``numbers`` are those of the lines in the page."""
        lines = list(lines)
        for block in find_blocks("\n".join(lines), Markup.MARKDOWN):
            at, column = block.line - 1, block.column - 1
            # SuperFences finds no fence in the line that begins an item or a definition, and no directive.
            before = "" if parse_fence(lines[at]) else lines[at][:column]
            opened = parse_fence(lines[at].removeprefix(before))
            if opened is None or opened.header is None:
                continue
            if block.problem[0]:
                self.unclosed.append(numbers[at])
                continue
            number = len(self._blocks)
            self._headers.append(opened.info)
            lines[at] = f'{before}{opened.prefix}{opened.marks}{_LANGUAGE} {_NUMBER}="{number}"'
            begin, line = block.text_line - 1, numbers[at]
            places = tuple(("", number) for number in numbers[begin : begin + block.text.count("\n") + 1])
            first = places[0][1] if places else line
            self._blocks.append(replace(block, line=line, text_line=first, places=places))
        return lines

    def run(self, lines: list[str]) -> list[str]:
        """Look for fences where nobody else does."""
        for at, line in enumerate(lines if self._blocks else ()):
            if found := _BEGUN.match(line):
                opened = FenceOpening("", found[2], "")
                end = next((n for n in range(at + 1, len(lines)) if opened.is_closed_by(lines[n])), at)
                placeholder = self.md.htmlStash.store(self._format(options={_NUMBER: found[3]}))
                lines[at : end + 1] = [found[1] + placeholder]
        return lines if self._private_run is None else self._private_run(lines)

    def restore(self, lines: list[str]) -> list[str]:
        """Give fences that were not found in the page, since another one quotes them, their headers again."""
        # Those in the lines that begin items were met before all others.
        self.fences.sort(key=lambda fence: fence.index)
        if not self._headers:
            return lines
        stash = self.md.htmlStash.rawHtmlBlocks
        for index, raw in enumerate(stash):
            if isinstance(raw, str) and _NUMBER in raw:
                stash[index] = _NUMBERED.sub(self._written, raw)
        return [_NUMBERED.sub(self._written, line) if _NUMBER in line else line for line in lines]

    def _written(self, found: re.Match[str]) -> str:
        return self._headers[int(found[1])]

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
        extension.extend_super_fences(_LANGUAGE, self._format, _is_numbered, **reset)

    def _install(self) -> None:
        blocks = self.md.preprocessors
        other = blocks[_FENCED_CODE] if _FENCED_CODE in blocks else None  # noqa: SIM401 - it has no get()
        extension = SuperFencesCodeExtension()
        extension.extendMarkdown(self.md)
        private: Any = blocks[_FENCED_CODE]
        blocks.deregister(_FENCED_CODE)
        if other is not None:
            blocks.register(other, _FENCED_CODE, 25)
        everything_else = extension.superfences[0]
        self._highlight = everything_else["formatter"]
        # Without a formatter SuperFences steps over a fence as a whole, so that what it quotes stays source.
        everything_else["formatter"] = None
        everything_else["validator"] = lambda *_: True
        self._register(extension)
        self._private_run = private.run

    def _format(self, *, options: Mapping[str, str], **_: object) -> str:
        index = int(options[_NUMBER])
        self.fences.append(Fence(index, self._blocks[index]))
        return FenceMarker(self.fences[-1])


def _is_numbered(language: str, inputs: Mapping[str, str], options: dict[str, str], *_: object) -> bool:
    options.update(inputs)
    return _NUMBER in inputs
