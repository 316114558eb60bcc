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
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import NoReturn, TextIO

from bml_core._package import few_collections

OK, ERRORS, USAGE, INTERRUPTED = 0, 1, 2, 130

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_USUAL_COLUMNS = 80
_PATIENCE, _PAUSE = 0.7, 0.1
_WIDTH = 30


class UsageError(Exception):
    """The command cannot do what was asked; the text says why, without a full stop."""


#: What is printed, while somebody listens: a text of standard output, or a line with what is coloured.
_heard: list[list[str]] | None = None


@contextlib.contextmanager
def heard() -> Iterator[list[list[str]]]:
    """Listen to what is printed."""
    global _heard  # noqa: PLW0603 - whoever prints need not know
    before, _heard = _heard, []
    try:
        yield _heard
    finally:
        _heard = before


def say_again(printed: Iterable[Sequence[str]]) -> None:
    """Print what was heard."""
    for text, *coloured in printed:
        if coloured:
            say(text, paint=coloured[0], colour=coloured[1])
        else:
            print_parts([text.encode("utf-8")])


def say(line: str, *, paint: str = "", colour: str = "") -> None:
    """Print a line to standard error, if there is one; on a terminal ``paint`` is coloured in it."""
    if _heard is not None:
        _heard.append([line, paint, colour])
    if sys.stderr is None:
        return
    # A file may have any name; on a terminal control characters would act.
    line = _CONTROL.sub("�", line)
    with contextlib.suppress(OSError):
        if paint and is_lively(sys.stderr):
            line = line.replace(paint, f"\033[{colour}m{paint}\033[0m", 1)
        print(line, file=sys.stderr)


def print_parts(parts: Iterable[bytes]) -> None:
    """Write to standard output.

    Raises:
        UsageError: it cannot be written.
    """
    if sys.stdout is None:
        raise UsageError("no standard output")
    if _heard is not None:
        parts = list(parts)
        _heard.append([b"".join(parts).decode("utf-8", "replace")])
    try:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.flush()
    except OSError as error:
        # Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # The reader of a broken pipe has seen enough.
        if not isinstance(error, BrokenPipeError):
            raise UsageError(f"standard output cannot be written: {error.strerror or error}") from error


def show(text: str) -> None:
    """Print what was asked for of the program itself; without standard output nothing."""
    with contextlib.suppress(UsageError):
        print_parts([f"{text.rstrip()}\n".encode()])


def is_lively(stream: TextIO) -> bool:
    """Return whether colours and progress are shown and wanted; see https://no-color.org on refusing them."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_interactive() -> bool:
    """Return whether there is somebody who reads questions and can answer them."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


class HelpFormatter(argparse.HelpFormatter):
    """Help as wide as the terminal.

    argparse asks ``shutil`` for the width with each argument that is added. Loading that takes as long as
    loading argparse, and most commands are not asked for help.
    """

    def __init__(self, prog: str) -> None:
        wanted = os.environ.get("COLUMNS", "")
        columns = int(wanted) if wanted.isdecimal() else 0
        with contextlib.suppress(OSError, ValueError):
            columns = (
                columns or os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns
            )
        super().__init__(prog, width=(columns or _USUAL_COLUMNS) - 2)


class CommandParser(argparse.ArgumentParser):
    """A parser that proposes an option for one that was misspelt."""

    def __init__(self, program: str, description: str) -> None:
        super().__init__(prog=program, description=description, formatter_class=HelpFormatter)
        self._words: Sequence[str] = ()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Return the arguments, and those that are not known."""
        self._words = sys.argv[1:] if args is None else args
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: object = None) -> None:
        if file is sys.stdout:
            show(message)
        else:
            super()._print_message(message, file)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, or which option was meant, and exit with 2."""
        from bml_core.diagnostics import did_you_mean  # noqa: PLC0415 - only for misspelt words

        names = [name for name in self._option_string_actions if name.startswith("--")]
        words = [word.partition("=")[0] for word in self._words]
        # "--auctoin 1N": that --auction is missing is what follows from it. "-hand" is not "-h" with more.
        wrong = [
            word
            for word in words
            if (re.match(r"--\w", word) and not any(name.startswith(word) for name in names))
            or (re.match(r"-[a-z]{3}", word) and did_you_mean(f"-{word}", names, cutoff=0.8))
        ]
        if wrong:
            message = f"{wrong[0]} is not an option of this command."
            if meant := did_you_mean(f"--{wrong[0].lstrip('-')}", names):
                self.exit(USAGE, f"{self.prog}: {message} {meant}\n")
        super().error(message)


def with_proposal(sentence: str, wrong: str, names: Sequence[str]) -> str:
    """Return a sentence with the proposal of a name that was meant, if one is near."""
    # Nobody who has spelt all words right waits for what compares them.
    from bml_core.diagnostics import did_you_mean  # noqa: PLC0415 - only for misspelt words

    return " ".join(filter(None, (sentence, did_you_mean(wrong, names))))


def guarded(program: str, run: Callable[[], int]) -> int:
    """Run a command and return its exit status; what stops it is printed in one line with its name.

    >>> guarded("bml bss", lambda: 0)
    0
    """
    try:
        with _ending_tidily(), few_collections():
            try:
                return run()
            finally:
                # At the end of a process nobody needs the memory.
                gc.freeze()
    except UsageError as error:
        say(f"{program}: {error}.")
        return USAGE
    except FileNotFoundError:
        if _has_current_folder():
            raise
        say(f"{program}: the current folder no longer exists.")
        return USAGE
    except KeyboardInterrupt:
        say(f"{program}: interrupted.")
        return INTERRUPTED


def _has_current_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - os has it loaded
    except FileNotFoundError:
        return False
    return True


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
