"""A command as a process: its exit status, its messages and its progress."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import NoReturn, TextIO

from bml_core._package import __version__

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_USUAL_COLUMNS = 80
OK, ERRORS, USAGE, INTERRUPTED = 0, 1, 2, 130
_PATIENCE, _PAUSE = 0.7, 0.1
_WIDTH = 30


class UsageError(Exception):
    """The command cannot do what was asked; the text says why, without a full stop."""


def say(line: str, *, paint: str = "", colour: str = "") -> None:
    """Print a line to standard error, if there is one; on a terminal ``paint`` is coloured in it."""
    if sys.stderr is None:
        return
    # A file may have any name; on a terminal control characters would act.
    line = _CONTROL.sub("�", line)
    with contextlib.suppress(OSError):
        if paint and is_lively(sys.stderr):
            line = line.replace(paint, f"\033[{colour}m{paint}\033[0m", 1)
        print(line, file=sys.stderr)


def is_lively(stream: TextIO) -> bool:
    """Return whether colours and progress are shown and wanted; see https://no-color.org on refusing them."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class HelpFormatter(argparse.HelpFormatter):
    """Help as wide as the terminal.

    argparse asks ``shutil`` for the width with each argument that is added. Loading that takes as long as
    loading argparse, and most commands are not asked for help.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_terminal_width() - 2)


def _terminal_width() -> int:
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns
    except (OSError, ValueError):
        return _USUAL_COLUMNS
    return columns or _USUAL_COLUMNS


class CommandParser(argparse.ArgumentParser):
    """A parser that proposes an option for one that was misspelt."""

    _words: Sequence[str] = ()

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Return the arguments; exit with 2 and the usage of the command if they are wrong."""
        self._words = list(sys.argv[1:] if args is None else args)
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            name = unknown[0].partition("=")[0]
            self.error(
                self._unknown_option(name) if name.startswith("-") else f"{name} is one argument too many"
            )
        return parsed

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and exit with 2."""
        # An option that is misspelt is missing, too.
        misspelt = self._misspelt() if _is_missing(message) else ""
        super().error(self._unknown_option(misspelt) if misspelt else plain_error(message))

    def _option_names(self) -> list[str]:
        return [option for action in self._actions for option in action.option_strings]

    def _unknown_option(self, name: str) -> str:
        from bml_core.diagnostics import did_you_mean

        meant = did_you_mean(name, self._option_names())
        return " ".join(filter(None, (f"{name} is not an option of this command.", meant)))

    def _misspelt(self) -> str:
        """Return the first option that was given and that the command does not have; "" for none."""
        given = (word.partition("=")[0] for word in self._words if re.match(r"--\w", word))
        names = self._option_names()
        return next((word for word in given if not any(name.startswith(word) for name in names)), "")


_CHOICES = r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)"
_ERRORS = {
    r"argument (\S+): invalid int value: '(.*)'": "{0} must be a whole number, not {1}",
    r"argument (\S+): expected (?:at least )?one argument": "{0} needs a value",
    r"argument (\S+): not allowed with argument (\S+)": "{0} and {1} do not go together",
    r"argument (\S+): (must .*)": "{0} {1}",
    r"argument (\S+): (.*)": "{0}: {1}",
    r"the following arguments are required: (.*)": "{0} is missing",
    r"ambiguous option: (\S+) could match (.*)": "{0} may mean {1}; write the whole option",
}


def _is_missing(message: str) -> bool:
    return message.endswith("is required") or message.startswith("the following arguments are required")


def plain_error(message: str) -> str:
    """Return what argparse finds wrong, as people say it; other sentences stay.

    >>> plain_error("argument -f/--format: invalid choice: 'xml' (choose from 'text', 'json')")
    '--format must be text or json, not xml'
    >>> plain_error("one of the arguments --hand --deals is required")
    '--hand or --deals is missing'
    """
    if found := re.fullmatch(_CHOICES, message):
        from bml_core.diagnostics import listed

        choices = listed(found[3].replace("'", "").split(", "))
        return f"{_long_name(found[1])} must be {choices}, not {found[2].strip(chr(39))}"
    if found := re.fullmatch(r"one of the arguments (.*) is required", message):
        return f"{' or '.join(map(_long_name, found[1].split()))} is missing"
    for pattern, text in _ERRORS.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return text.format(_long_name(found[1]), *map(_long_name, found.groups()[1:]))
    return message


def _long_name(name: str) -> str:
    """Return the long form of an option such as ``-n/--number``."""
    return name.rpartition("/")[2] if re.fullmatch(r"-\w/--\S+", name) else name


def add_version(parser: argparse.ArgumentParser) -> None:
    """Let a command print its version."""
    parser.add_argument("--version", action="version", version=f"%(prog)s ({__version__})")


def guarded(program: str, run: Callable[[], int]) -> int:
    """Run a command and return its exit status; what stops it is printed in one line with its name.

    >>> guarded("bml bss", lambda: 0)
    0
    """
    try:
        with _ending_tidily(), _few_collections():
            return run()
    except UsageError as error:
        say(f"{program}: {error}.")
        return USAGE
    except KeyboardInterrupt:
        say(f"{program}: interrupted.")
        return INTERRUPTED


@contextlib.contextmanager
def _ending_tidily() -> Iterator[None]:
    """Let SIGTERM end the command like an exception, so that no half-written file stays behind."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    try:
        before = signal.signal(signal.SIGTERM, leave)
    except ValueError:
        # Python lets only the main thread say what a signal does.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _few_collections() -> Iterator[None]:
    """Let Python look for reference cycles seldom: documents and systems hold none.

    The search walks over all values repeatedly, so that 50,000 rows take 1.6 times as long with it. At the
    end of a process nobody needs the memory.
    """
    before = gc.get_threshold()
    gc.set_threshold(1_000_000, before[1], before[2])
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*before)


class Progress:
    """A bar on a terminal that shows how much of an amount is done; short work shows nothing.

    >>> with Progress("hands.pbn", 10) as progress:
    ...     progress.add(5)
    """

    def __init__(self, name: str, amount: int) -> None:
        self.name, self.amount = name, amount
        self.done = 0
        self.next = time.monotonic() + _PATIENCE
        self.shown = False
        self.wanted = amount > 0 and sys.stderr is not None and is_lively(sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            self._draw("\r\033[K")

    def add(self, amount: int) -> None:
        """Add an amount that is done."""
        self.done += amount
        if self.wanted and time.monotonic() >= self.next:
            self.next = time.monotonic() + _PAUSE
            self.shown = True
            share = min(1.0, self.done / self.amount)
            bar = "█" * round(share * _WIDTH)
            self._draw(f"\r{self.name[-40:]} {bar:·<{_WIDTH}} {share:4.0%}")

    def _draw(self, text: str) -> None:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            sys.stderr.write(text)
            sys.stderr.flush()
