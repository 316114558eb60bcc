"""``#CUT``, ``#COPY`` and ``#PASTE``: rows kept under a name and brought in elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from bml_core.diagnostics import DiagnosticLog, Location
from bml_core.document import Clip, Limits
from bml_core.language.lines import SourceLine, expanded

_COMMAND = re.compile(r"\s*#\s*(CUT|COPY|ENDCUT|ENDCOPY|PASTE)(?![A-Za-z])(.*)", re.DOTALL)
_SMALL_PASTE = 100
_SHOWN_NAMES = 8
_MOST_REPLACEMENTS = 50
# What a line costs beside its characters, however short it is.
_LINE = 20


class _Command(NamedTuple):
    word: str
    arguments: tuple[str, ...]


class _TooMuchError(Exception):
    """A paste brings in more than is allowed; never leaves this module."""


@dataclass(slots=True)
class _Budget:
    """The lines and characters that may still be pasted."""

    lines: int
    characters: int

    def paste(self, line: str, indentation: str, replacements: list[tuple[str, str]]) -> str:
        """Return a line with its indentation and words replaced, which is paid for.

        Raises:
            _TooMuchError: It is too much.
        """
        text = line
        for target, replacement in replacements:
            growth = text.count(target) * (len(replacement) - len(target))
            if len(text) + growth > self.characters:
                raise _TooMuchError
            text = text.replace(target, replacement)
        text = indentation + text
        self.lines -= 1
        self.characters -= len(text) + _LINE
        if self.lines < 0 or self.characters < 0:
            raise _TooMuchError
        return text


def _read_command(text: str) -> _Command | None:
    found = _COMMAND.match(text)
    return _Command(found[1], tuple(found[2].split())) if found else None


class Clipboard:
    """The clips of a page so far; they hold from one text of the page to the next."""

    def __init__(self, limits: Limits, log: DiagnosticLog) -> None:
        self._limits = limits
        self._log = log
        self._clips: dict[str, tuple[list[SourceLine], Location]] = {}
        self._cuts: list[Clip] = []
        self._pasted: dict[Location, None] = {}
        self._missed: set[str] = set()
        self._budget = _Budget(limits.pasted_lines, limits.pasted_characters)
        self._refused = 0

    def take_cuts(self) -> tuple[tuple[Clip, ...], tuple[Location, ...]]:
        """Return what was cut since the last time, and where that was cut which was pasted since."""
        taken = tuple(self._cuts), tuple(self._pasted)
        self._cuts, self._pasted = [], {}
        return taken

    def expand(self, lines: list[SourceLine]) -> list[SourceLine]:
        """Return ``lines`` without commands of the clipboard: cuts taken out, pastes brought in."""
        per_character = self._limits.pasted_per_character
        self._budget.characters += per_character * sum(len(line.text) + 1 for line in lines)
        self._lines = lines
        self._commands = {
            index: command
            for index, line in enumerate(lines)
            if "#" in line.text and (command := _read_command(line.text)) is not None
        }
        if not self._commands:
            return lines
        # The ends of captures are found first, so the text is walked once.
        self._ends = self._pair()
        self._names = {
            command.arguments[0]
            for command in self._commands.values()
            if command.word in ("CUT", "COPY") and command.arguments
        }
        self._output: list[SourceLine] = []
        self._walk(0, len(lines), emit=True)
        return self._output

    # ------------------------------------------------------------ cut and copy

    def _pair(self) -> dict[int, int]:
        """Return the line of the end of each capture."""
        ends: dict[int, int] = {}
        open_captures: list[int] = []
        for index, command in self._commands.items():
            word = command.word.removeprefix("END")
            if command.word == "PASTE":
                continue
            if command.word != word:
                if not any(self._commands[begin].word == word for begin in open_captures):
                    hint = f"Write #{word} and a name above."
                    self._report(index, "BML123", f"#END{word} has no #{word} above it.", hint)
                    continue
                while self._commands[open_captures[-1]].word != word:
                    self._report_unclosed(open_captures.pop())
                ends[open_captures.pop()] = index
            elif len(open_captures) >= self._limits.paste_depth:
                self._report(index, "BML113", f"#{word} is nested too deeply.", "Close the others first.")
            else:
                open_captures.append(index)
        for index in open_captures:
            self._report_unclosed(index)
        return ends

    def _report_unclosed(self, index: int) -> None:
        word = self._commands[index].word
        hint = f"Write #END{word} below the last row; until then the rows stay where they are."
        self._report(index, "BML113", f"#{word} has no #END{word}.", hint)

    def _report(self, index: int, code: str, message: str, hint: str) -> None:
        self._log.report(code, message, self._lines[index].location, hint)

    def _walk(self, begin: int, end: int, *, emit: bool) -> None:
        index = begin
        while index < end:
            command = self._commands.get(index)
            if command is None:
                if emit:
                    self._output.append(self._lines[index])
            elif command.word in ("CUT", "COPY"):
                index = self._capture(index, command, emit)
            elif command.word == "PASTE" and emit:
                self._output += self._paste(index, command)
            index += 1

    def _capture(self, index: int, command: _Command, emit: bool) -> int:
        """Define the clip that begins here; return the last line that is dealt with."""
        end = self._ends.get(index)
        location = self._lines[index].location
        if command.arguments:
            name = command.arguments[0]
            below = range(index + 1, len(self._lines))
            stops = (n for n in below if self._lines[n].is_blank or n in self._commands)
            lines = self._clip(index, next(stops, len(self._lines)) if end is None else end)
            self._clips[name] = lines, location
            # Without an end the rows stay where they are.
            if command.word == "CUT" and end is not None:
                self._cuts.append(Clip(name, location))
            if name in self._missed:
                # The paste that comes too early is reported, and the cut is right.
                self._pasted[location] = None
        else:
            word = command.word
            self._report(index, "BML112", f"#{word} needs a name.", f"Write #{word} transfers.")
        if end is None:
            return index
        self._walk(index + 1, end, emit=emit and command.word == "COPY")
        return end

    def _clip(self, begin: int, end: int) -> list[SourceLine]:
        """Return the lines between a command and its end, without its indentation."""
        margin = len(expanded(self._lines[begin].text[: self._lines[begin].start]))
        clip = []
        index = begin + 1
        while index < end:
            command = self._commands.get(index)
            if command is not None and command.word == "CUT" and index in self._ends:
                index = self._ends[index]
            elif command is None or command.word == "PASTE":
                line = self._lines[index]
                text = expanded(line.text) if margin else line.text
                cut = min(margin, len(text) - len(text.lstrip()))
                clip.append(SourceLine(text[cut:], line.file, line.line, line.column + cut, line.pasted_at))
            index += 1
        return clip

    # ------------------------------------------------------------ paste

    def _paste(self, index: int, command: _Command) -> list[SourceLine]:
        """Return the lines that a ``#PASTE`` stands for."""
        line = self._lines[index]
        # Every refusal makes the next trial shorter, so that many of them together stay cheap.
        lines = max(self._budget.lines >> self._refused, min(self._budget.lines, _SMALL_PASTE))
        trial = _Budget(lines, self._budget.characters)
        try:
            pasted = list(self._pasted_lines(line.text[: line.start], command, line.location, (), trial))
        except _TooMuchError:
            self._refused += 1
            message = (
                f"This paste would bring in too much: this page may paste {self._budget.lines:,} more lines"
                f" and about {max(self._budget.characters, 0):,} more characters."
            )
            self._report(index, "BML116", message, "Look for pastes that paste each other, and paste less.")
            return []
        self._budget.lines -= lines - trial.lines
        self._budget.characters = trial.characters
        is_apart_above = not self._output or self._output[-1].is_blank
        is_apart_below = index + 1 >= len(self._lines) or self._lines[index + 1].is_blank
        stands_alone = line.start == 0 and is_apart_above and is_apart_below
        return [each for each in pasted if stands_alone or not each.is_blank]

    def _pasted_lines(
        self,
        indentation: str,
        command: _Command,
        location: Location,
        active: tuple[str, ...],
        budget: _Budget,
    ) -> Iterator[SourceLine]:
        name, *arguments = command.arguments or ("",)
        if not name:
            hint = "Write #PASTE and the name after #CUT."
            self._log.report("BML112", "#PASTE needs a name.", location, hint)
        elif name in active or len(active) >= self._limits.paste_depth:
            self._log.report("BML116", f"The paste of {name} pastes itself.", location, "Delete one #PASTE.")
        elif name not in self._clips:
            self._missed.add(name)
            known = ", ".join(islice(self._clips, _SHOWN_NAMES))
            hint = f"Known names: {known}."
            if name in self._names:
                hint = "It is cut or copied further down: move that above."
            elif not known:
                hint = f"Write #CUT {name} and #ENDCUT around the rows, above."
            message = f"Nothing was cut or copied under the name {name}."
            self._log.report("BML114", message, location, hint)
        else:
            clip, cut_at = self._clips[name]
            self._pasted[cut_at] = None
            replacements = self._replacements(arguments, location)
            for line in clip:
                text = budget.paste(line.text, indentation, replacements)
                inner = _read_command(text) if "PASTE" in text else None
                if inner is not None:
                    margin = text[: len(text) - len(text.lstrip())]
                    yield from self._pasted_lines(margin, inner, location, (*active, name), budget)
                else:
                    column = line.column - len(indentation)
                    yield SourceLine(text, line.file, line.line, column, location)

    def _replacements(self, arguments: list[str], location: Location) -> list[tuple[str, str]]:
        replacements: list[tuple[str, str]] = []
        for argument in arguments:
            if len(replacements) == _MOST_REPLACEMENTS:
                message = f"A paste may replace {_MOST_REPLACEMENTS} words; the rest is ignored."
                self._log.report("BML115", message, location, "Cut smaller pieces.")
                break
            target, equals, replacement = argument.partition("=")
            if equals and target:
                replacements.append((target, replacement))
                continue
            hint = "Write what to replace, an equal sign and the new text, as in \\R=D."
            self._log.report("BML115", f"The replacement {argument} cannot be read.", location, hint)
        return replacements
