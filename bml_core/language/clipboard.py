"""``#CUT``, ``#COPY`` and ``#PASTE``: rows kept under a name and brought in elsewhere."""

from __future__ import annotations

import re
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

Replacement = tuple[str, str]


class _Command(NamedTuple):
    word: str
    arguments: tuple[str, ...]


class _TooMuchError(Exception):
    """A paste brings in more than is allowed; never leaves this module."""


class _Budget:
    """The lines and characters that may still be pasted."""

    def __init__(self, lines: int, characters: int) -> None:
        self.lines = lines
        self.characters = characters

    def spend(self, text: str) -> None:
        self.lines -= 1
        self.characters -= len(text) + _LINE
        if self.lines < 0 or self.characters < 0:
            raise _TooMuchError


def _read_command(line: SourceLine) -> _Command | None:
    found = _COMMAND.match(line.text)
    return _Command(found[1], tuple(found[2].split())) if found else None


def _replaced(text: str, replacements: list[Replacement], budget: _Budget) -> str:
    for target, replacement in replacements:
        growth = text.count(target) * (len(replacement) - len(target))
        if len(text) + growth > budget.characters:
            raise _TooMuchError
        text = text.replace(target, replacement)
    return text


class Clipboard:
    """The clips of a page so far; they hold from one text of the page to the next."""

    def __init__(self, limits: Limits, log: DiagnosticLog) -> None:
        self._limits = limits
        self._log = log
        self._clips: dict[str, list[SourceLine]] = {}
        self._locations: dict[str, Location] = {}
        self._cuts: list[Clip] = []
        self._pasted: dict[Location, None] = {}
        self._missed: set[str] = set()
        self._budget = _Budget(limits.pasted_lines, limits.pasted_characters)
        self._refused = 0

    def expand(self, lines: list[SourceLine]) -> list[SourceLine]:
        """Return ``lines`` without commands of the clipboard: cuts taken out, pastes brought in."""
        per_character = self._limits.pasted_per_character
        self._budget.characters += per_character * sum(len(line.text) + 1 for line in lines)
        commands = {
            index: command
            for index, line in enumerate(lines)
            if "#" in line.text and (command := _read_command(line)) is not None
        }
        if not commands:
            return lines
        return _Expansion(self, lines, commands, self._log, self._limits).run()

    def define(self, name: str, lines: list[SourceLine], location: Location, *, is_cut: bool) -> None:
        """Keep ``lines`` under ``name``; a later definition replaces an earlier one."""
        self._clips[name] = lines
        self._locations[name] = location
        if is_cut:
            self._cuts.append(Clip(name, location))
        if name in self._missed:
            # The paste that comes too early is reported, and the cut is right.
            self._pasted[location] = None

    def take_cuts(self) -> tuple[tuple[Clip, ...], tuple[Location, ...]]:
        """Return what was cut since the last time, and where that was cut which was pasted since."""
        taken = tuple(self._cuts), tuple(self._pasted)
        self._cuts, self._pasted = [], {}
        return taken

    def paste(self, line: SourceLine, command: _Command, later: frozenset[str]) -> list[SourceLine]:
        """Return the lines a ``#PASTE`` stands for; ``later`` are names only defined further down."""
        location = line.location
        # Every refusal makes the next trial shorter, so that many of them together stay cheap.
        lines = max(self._budget.lines >> self._refused, min(self._budget.lines, _SMALL_PASTE))
        trial = _Budget(lines, self._budget.characters)
        output: list[SourceLine] = []
        try:
            self._paste(line.text[: line.start], command, location, (), output, later, trial)
        except _TooMuchError:
            self._refused += 1
            message = (
                f"This paste would bring in too much: this page may paste {self._budget.lines:,} more lines"
                f" and about {max(self._budget.characters, 0):,} more characters."
            )
            hint = "Look for pastes that paste each other, and paste less."
            self._log.report("BML116", message, location, hint)
            return []
        self._budget.lines -= lines - trial.lines
        self._budget.characters = trial.characters
        return output

    def _paste(
        self,
        indentation: str,
        command: _Command,
        location: Location,
        active: tuple[str, ...],
        output: list[SourceLine],
        later: frozenset[str],
        budget: _Budget,
    ) -> None:
        if not command.arguments:
            self._log.report(
                "BML112", "#PASTE needs a name.", location, "Write #PASTE and the name after #CUT."
            )
            return
        name, *arguments = command.arguments
        if name in active or len(active) >= self._limits.paste_depth:
            self._log.report("BML116", f"The paste of {name} pastes itself.", location, "Delete one #PASTE.")
            return
        clip = self._clips.get(name)
        if clip is None:
            self._missed.add(name)
            known = ", ".join(islice(self._clips, _SHOWN_NAMES))
            hint = (
                f"Known names: {known}."
                if known
                else f"Write #CUT {name} and #ENDCUT around the rows, above."
            )
            hint = "It is cut or copied further down: move that above." if name in later else hint
            message = f"Nothing was cut or copied under the name {name}."
            self._log.report("BML114", message, location, hint)
            return
        self._pasted[self._locations[name]] = None
        replacements = self._replacements(arguments, location)
        for line in clip:
            text = indentation + _replaced(line.text, replacements, budget)
            budget.spend(text)
            inner = _read_command(SourceLine(text, "", 0)) if "PASTE" in text else None
            if inner is not None:
                inner_indentation = text[: len(text) - len(text.lstrip())]
                self._paste(inner_indentation, inner, location, (*active, name), output, later, budget)
            else:
                output.append(
                    SourceLine(text, line.file, line.line, line.column - len(indentation), location)
                )

    def _replacements(self, arguments: list[str], location: Location) -> list[Replacement]:
        replacements: list[Replacement] = []
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


class _Expansion:
    """One text on its way through the clipboard; captures are paired first, so it is walked once."""

    def __init__(
        self,
        clipboard: Clipboard,
        lines: list[SourceLine],
        commands: dict[int, _Command],
        log: DiagnosticLog,
        limits: Limits,
    ) -> None:
        self._clipboard = clipboard
        self._lines = lines
        self._commands = commands
        self._log = log
        self._limits = limits
        self._ends: dict[int, int] = {}
        self._output: list[SourceLine] = []

    def run(self) -> list[SourceLine]:
        """Define every clip and return the lines that are left."""
        self._pair()
        self._names = frozenset(
            c.arguments[0] for c in self._commands.values() if c.word in ("CUT", "COPY") and c.arguments
        )
        self._walk(0, len(self._lines), emit=True)
        return self._output

    def _pair(self) -> None:
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
                self._ends[open_captures.pop()] = index
            elif len(open_captures) >= self._limits.paste_depth:
                self._report(index, "BML113", f"#{word} is nested too deeply.", "Close the others first.")
            else:
                open_captures.append(index)
        for index in open_captures:
            self._report_unclosed(index)

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
                self._output += self._pasted(index, command)
            index += 1

    def _capture(self, index: int, command: _Command, emit: bool) -> int:
        """Define the clip that begins here; return the last line that is dealt with."""
        end = self._ends.get(index)
        name = command.arguments[0] if command.arguments else ""
        if not name:
            word = command.word
            self._report(index, "BML112", f"#{word} needs a name.", f"Write #{word} transfers.")
        line = self._lines[index]
        # Without an end the rows stay where they are.
        is_cut = command.word == "CUT" and end is not None
        if name:
            below = range(index + 1, len(self._lines))
            stops = (n for n in below if self._lines[n].is_blank or n in self._commands)
            clip = self._clip(index, next(stops, len(self._lines)) if end is None else end)
            self._clipboard.define(name, clip, line.location, is_cut=is_cut)
        if end is None:
            return index
        self._walk(index + 1, end, emit=emit and command.word == "COPY")
        return end

    def _clip(self, begin: int, end: int) -> list[SourceLine]:
        margin = len(expanded(self._lines[begin].text[: self._lines[begin].start]))
        clip = []
        index = begin + 1
        while index < end:
            command = self._commands.get(index)
            if command is not None and command.word == "CUT" and index in self._ends:
                index = self._ends[index]
            elif command is None or command.word == "PASTE":
                clip.append(_dedented(self._lines[index], margin))
            index += 1
        return clip

    def _pasted(self, index: int, command: _Command) -> list[SourceLine]:
        line = self._lines[index]
        pasted = self._clipboard.paste(line, command, self._names)
        is_apart_above = not self._output or self._output[-1].is_blank
        is_apart_below = index + 1 >= len(self._lines) or self._lines[index + 1].is_blank
        stands_alone = line.start == 0 and is_apart_above and is_apart_below
        return [each for each in pasted if stands_alone or not each.is_blank]


def _dedented(line: SourceLine, margin: int) -> SourceLine:
    text = expanded(line.text) if margin else line.text
    cut = min(margin, len(text) - len(text.lstrip()))
    return SourceLine(text[cut:], line.file, line.line, line.column + cut, line.pasted_at)
