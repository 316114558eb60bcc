"""Every conversion in one piece of code: ``bml NAME FILE``, and its drop-in for older scripts.

A new format is one :class:`Conversion` in a module of its own, and its name in the list of
``bml_core.commands``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Generic, NamedTuple

from bml_core.commands import COMMANDS, as_sentence, outputs, reports
from bml_core.commands.inputs import Read, Reader, has_nothing, is_unread
from bml_core.commands.terminal import ERRORS, OK, HelpFormatter, add_version, guarded, say
from bml_core.diagnostics import Diagnostic, has_errors


class Output(NamedTuple):
    """The result of a conversion: the text of the file, and what is wrong with it besides its source.

    ``amount`` says how much was written, such as "12 agreements". ``beside`` are texts of files by their
    names that the output needs in its folder; they are written if there is none of that name yet.
    """

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    amount: str = ""
    beside: Mapping[str, str] = MappingProxyType({})


def no_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


class Conversion(NamedTuple, Generic[Read]):
    """A way from one kind of file to another.

    ``name`` is the subcommand, ``ending`` that of the file it writes if no name is given ("" if it goes to
    standard output then). ``drop_in`` is the program of bridge-markup
    with the same arguments, "" if there is none. ``write`` gets what ``reader`` read and the options of
    the command; ``add_options`` adds those that only this conversion has, ``add_drop_in_options`` those that
    only the drop-in has. Where ``fails_on_errors`` is not set, errors in the input are reported, but the exit
    status is 0 all the same.
    With ``keeps_older`` the subcommand writes over a file only where ``-o`` names it.
    """

    name: str
    ending: str
    reader: Reader[Read]
    write: Callable[[Read, argparse.Namespace], Output]
    add_options: Callable[[argparse.ArgumentParser], None] = no_options
    drop_in: str = ""
    add_drop_in_options: Callable[[argparse.ArgumentParser], None] = no_options
    fails_on_errors: bool = True
    keeps_older: bool = False

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""
        self._add_options(parser, "--output")
        parser.set_defaults(run=partial(self.run, keeps_older=self.keeps_older))

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run the drop-in; returns the exit status: 0 clean or warnings, 1 errors, 2 wrong usage."""
        _, purpose = COMMANDS[self.name]
        parser = argparse.ArgumentParser(
            prog=self.drop_in, description=as_sentence(purpose), formatter_class=HelpFormatter
        )
        add_version(parser)
        self._add_options(parser, "--outputfile")
        self.add_drop_in_options(parser)
        return guarded(self.drop_in, lambda: self.run(parser.parse_args(arguments)))

    def _add_options(self, parser: argparse.ArgumentParser, long_name: str) -> None:
        parser.add_argument(
            "file", metavar="FILE", help=f"the {self.reader.noun} file (- for standard input)"
        )
        parser.add_argument(
            "-o",
            long_name,
            dest="output",
            metavar="OUT",
            help="the file or folder to write to (- for standard output; default: "
            + (f"FILE with the ending {self.ending})" if self.ending else "standard output)"),
        )
        parser.add_argument(
            "-v",
            "--verbose",
            action="count",
            default=0,
            help="also show what was written and left out; -vv lists every occurrence",
        )
        parser.add_argument("--strict", action="store_true", help="write nothing if there are errors")
        self.reader.add_options(parser)
        self.add_options(parser)

    def run(self, options: argparse.Namespace, *, keeps_older: bool = False) -> int:
        """Convert the file that the options name; returns the exit status.

        Raises:
            UsageError: the output cannot be written, or exists already and was not named.
        """
        source = self.reader.read(options.file, options)
        if is_unread(source) or has_nothing(source):
            reports.report(source.diagnostics)
            return ERRORS
        asked = options.output if self.ending or options.output else outputs.STANDARD
        target = outputs.choose_target(options.file, asked, self.ending or Path(options.file).suffix)
        outputs.check_target(target, source.dependencies)
        if keeps_older and options.output is None:
            outputs.check_absent(target)
        output = self.write(source, options)
        diagnostics = (*source.diagnostics, *output.diagnostics)
        failed = has_errors(diagnostics) and (options.strict or self.fails_on_errors)
        # Where nothing could be read, an empty file would hide that.
        is_empty = has_errors(diagnostics) and not output.text.strip()
        withheld = failed and (options.strict or is_empty)
        kept: list[Path] = []
        if not withheld:
            outputs.write(target, output.text)
            if target != outputs.STANDARD:
                kept = outputs.write_new(Path(target).parent, output.beside)
        shown = reports.EVERYTHING if options.verbose else reports.SHOWN_ALWAYS
        reports.report(diagnostics, show=shown, each=options.verbose > 1, each_option="-vv")
        amount = f": {output.amount}" if output.amount else ""
        if withheld:
            say(f"Not written because of errors: {outputs.called(target)}.")
        elif failed:
            say(f"There were errors; everything that could be read was written{amount}.")
        elif options.verbose and target != outputs.STANDARD:
            say(f"Wrote {target}{amount}.")
        if options.verbose:
            for name in kept:
                say(f"Kept {name} (already exists); delete it to get a new one.")
        return ERRORS if failed else OK


def add_indentation(parser: argparse.ArgumentParser) -> None:
    """Add the option that older scripts give for BML with another indentation than two."""
    parser.add_argument(
        "-i",
        "--indentation",
        type=int,
        choices=range(1, 10),
        metavar="1-9",
        help="ignored; any indentation is read",
    )
