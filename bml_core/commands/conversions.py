"""Conversions: ``bml bss``, ``bboalert`` and ``depends``, and what all of them share."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from bml_core.commands import reports, streams
from bml_core.commands.reading import FileRead, has_nothing, is_unread, read_agreed, read_bml
from bml_core.commands.streams import STANDARD, STDIN_NAME
from bml_core.commands.terminal import ERRORS, OK, UsageError, say
from bml_core.diagnostics import Diagnostic, Result, counted, has_errors
from bml_core.document import Document
from bml_core.files import decode, is_folder, read_file
from bml_core.formats import EXPORTS, ExportFormat, bboalert, bss
from bml_core.system import System, expand

_NAMED = 5
_BEGINNING = 1000


class Output(NamedTuple):
    """The result of a conversion: the text of the file or its parts, and what is wrong beside its source.

    ``amount`` says how much was written, such as "12 agreements"; ``notice`` is printed with it. ``beside``
    are texts of files by their names that the output needs in its folder; they are written if there is none
    of that name yet.
    """

    source: Document | FileRead
    text: str | Iterable[str]
    diagnostics: tuple[Diagnostic, ...] = ()
    amount: str = ""
    beside: Mapping[str, str] = MappingProxyType({})
    notice: str = ""


class Conversion(NamedTuple):
    """A way from one kind of file to another.

    ``convert`` reads the file that the options name. ``ending`` is that of the file that is written if no
    name is given, "" if it goes to standard output then. Unless it ``fails_on_errors``, errors in the input
    are reported, but the exit status is 0 all the same.
    """

    convert: Callable[[argparse.Namespace], Output]
    ending: str
    fails_on_errors: bool = True

    def run(self, options: argparse.Namespace, *, keeps_older: bool = False) -> int:
        """Convert the file that the options name; return the exit status.

        If it ``keeps_older`` files, it writes over one only where ``-o`` names it.

        Raises:
            UsageError: the output cannot be written, or exists already and was not named.
        """
        output = self.convert(options)
        source = output.source
        if is_unread(source) or has_nothing(source):
            reports.report(source.diagnostics)
            return ERRORS
        ending = self.ending
        asked = options.output if ending or options.output else STANDARD
        target = streams.choose_target(options.file, asked, ending or Path(options.file).suffix)
        streams.check_target(target, source.dependencies)
        if keeps_older and options.output is None and target != STANDARD and Path(target).exists():
            raise UsageError(f"{target} already exists; replace it with -o {target}")
        diagnostics = (*source.diagnostics, *output.diagnostics)
        failed = has_errors(diagnostics) and (options.strict or self.fails_on_errors)
        # Where nothing could be read, an empty file would hide that.
        parts = (output.text,) if isinstance(output.text, str) else output.text
        is_empty = has_errors(diagnostics) and isinstance(output.text, str) and not output.text.strip()
        withheld = failed and (options.strict or is_empty)
        kept: list[Path] = []
        if not withheld:
            streams.write_parts(target, (part.encode("utf-8", errors="replace") for part in parts))
            if target != STANDARD:
                kept = streams.write_new(Path(target).parent, output.beside)
        reports.report(diagnostics, verbose=options.verbose, each_option="-vv")
        if output.notice and not withheld:
            say(output.notice)
        reports.say_outcome(target, output.amount, failed=failed, is_withheld=withheld)
        if options.verbose:
            for name in kept:
                say(f"Kept {name} (already exists); delete it to get a new one.")
        return ERRORS if failed else OK


# ---------------------------------------------------------------- Full Disclosure and BBOalert


def _export(export: ExportFormat, options: argparse.Namespace) -> Output:
    document = read_agreed(options, options.file, *_others(options))
    system = expand([document])
    amount = counted(len(system.agreements), "agreement")
    diagnostics = (*system.diagnostics, *export.losses(system))
    return Output(
        document, export.dumps(system), diagnostics, amount, notice=_contradictions(system, options)
    )


def _others(options: argparse.Namespace) -> list[str]:
    # The programs of bridge-markup take one file.
    return list(vars(options).get("others", []))


def _contradictions(system: System, options: argparse.Namespace) -> str:
    """Return what the files of a folder describe differently, which may be several systems."""
    pairs = [
        (row, used)
        for row, used in system.repeats
        if row.location.file != used.location.file and row.text != used.text
    ]
    if not (pairs and (_others(options) or is_folder(options.file))):
        return ""
    places = [(row.location, used.location) for row, used in pairs]
    files = ({pair[side].name_from(pair[1 - side]) for pair in places} for side in (0, 1))
    rows, used = (", ".join(sorted(names)[:_NAMED]) for names in files)
    return (
        f"Left out {counted(len(pairs), 'agreement')} of {rows}, since {used} describes the same auctions "
        "differently. If these are several systems, convert their files one by one."
    )


def _to_bml(options: argparse.Namespace) -> Output:
    from bml_core.formats import bml  # noqa: PLC0415 - only import writes BML

    name = options.file
    data = options.data if "data" in options else streams.piped(name)
    is_file = data is None
    read = Result(data) if data is not None else read_file(name)
    system = System((), diagnostics=read.diagnostics)
    if read.value is not None:
        format_ = bboalert if bboalert.is_data(decode(read.value[:_BEGINNING], name).value) else bss
        system = format_.loads(read.value, file=STDIN_NAME if name == STANDARD else name)
    source = FileRead(system.diagnostics, (name,) if is_file and system.agreements else ())
    written = bml.dumps(system)
    return Output(source, written.value, written.diagnostics, counted(len(system.agreements), "agreement"))


# ---------------------------------------------------------------- make

_ABOUT_FILES = ("BML10", "BML122")


def _to_rules(options: argparse.Namespace) -> Output:
    if options.file == STANDARD:
        raise UsageError("make needs a file name, so standard input cannot be used here")
    document = read_bml(options.file, options)
    # Rows and texts do not matter here.
    about_files = tuple(each for each in document.diagnostics if each.code.startswith(_ABOUT_FILES))
    file = Path(options.file)
    folder = file.parent if options.run_in is None else Path(options.run_in)
    outputs = [file.with_suffix(f".{ending.lstrip('.')}") for ending in options.endings]
    targets = [_seen_from(folder, str(target)) for target in outputs or [file]]
    # What is missing is listed, too: make may know how to make it.
    names = {*document.dependencies, *document.missing} - {str(file)}
    included = {_seen_from(folder, name) for name in names}
    source = FileRead(about_files, document.dependencies)
    return Output(source, write_rules(targets, included), amount=counted(len(included), "file"))


def _seen_from(folder: Path, name: str) -> str:
    if Path(name).is_absolute() and not Path(name).is_relative_to(folder.absolute()):
        return Path(name).as_posix()
    return Path(os.path.relpath(name, folder)).as_posix()


# ---------------------------------------------------------------- rules of make

# GNU make reads these as signs of its own, and a backslash before one would hide the one we write.
_HIDING = re.compile(r"\\+(?=[ #:;|]|$)")
_SIGNS = re.compile(r"[\x00-\x1f\x7f $#:=;*?\[\]%|]")
_WRITTEN = {
    "$": "$$",
    # No backslash helps these two: make looks for them before it looks for names.
    "=": "$(subst x,=,x)",
    ";": "\\$(subst x,;,x)",
}


def escape(name: str, *, target: bool = False) -> str:
    r"""Return the name of a file as a rule of GNU make may hold it; left of the colon if it is a ``target``.

    Control characters become ``?``, which stands for any character there.

    >>> escape("our notes #2 ($).bml")
    'our\\ notes\\ \\#2\\ ($$).bml'
    """

    def written(found: re.Match[str]) -> str:
        sign = found[0]
        if not sign.isprintable():
            return "?"
        # A percent sign matters on one side of the colon only, a bar on the other.
        plain = sign == "|" if target else sign == "%"
        return _WRITTEN.get(sign, sign if plain else f"\\{sign}")

    doubled = _HIDING.sub(lambda found: found[0] * 2, name)
    return _SIGNS.sub(written, f"./{doubled}" if name.startswith("~") else doubled)


def write_rules(targets: Iterable[str], dependencies: Iterable[str]) -> str:
    r"""Return lines that say on which files each of ``targets`` depends, for ``include`` in a Makefile.

    >>> print(write_rules(["system.bml"], ["openings.bml", "defence/notrump.bml"]), end="")
    # generated by BML
    system.bml: defence/notrump.bml
    system.bml: openings.bml
    """
    left = " ".join(escape(target, target=True) for target in targets)
    lines = (f"{left}: {escape(name)}\n" for name in sorted(set(dependencies)))
    return f"# generated by BML\n{''.join(lines)}"


# ---------------------------------------------------------------- the commands


IMPORT = Conversion(_to_bml, ".bml")
COMMANDS = {
    **{name: Conversion(partial(_export, each), each.ending).run for name, each in EXPORTS.items()},
    # Make may know how to make what is missing; what is wrong is an error where the notes are converted.
    "depends": Conversion(_to_rules, ".mk", fails_on_errors=False).run,
}
