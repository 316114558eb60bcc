"""``bml import`` and ``bss2bml``: BML out of Full Disclosure."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output
from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.diagnostics import Diagnostic, Location
from bml_core.system import System


@dataclass(frozen=True, slots=True)
class _Disclosure:
    """A Full Disclosure file that was read."""

    system: System
    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]


def _read(name: str, options: argparse.Namespace) -> _Disclosure:
    from bml_core.decoding import read_file
    from bml_core.formats import bss

    data = standard_input() if name == STANDARD else read_file(Path(name))
    if isinstance(data, tuple):
        problem, hint = data
        return _Disclosure(System(()), (Diagnostic("BML101", problem, Location(name, 1), hint),), ())
    if name == STANDARD:
        system = bss.read_bytes(data, file=STDIN_NAME)
        return _Disclosure(system, system.diagnostics, ())
    system = bss.read_bytes(data, file=name)
    return _Disclosure(system, system.diagnostics, (name,))


def _no_options(parser: argparse.ArgumentParser) -> None:
    """A Full Disclosure file is read in one way."""


def _write(source: _Disclosure, options: argparse.Namespace) -> Output:
    from bml_core.formats import bml

    written = bml.write(source.system)
    amount = counted(len(source.system.agreements), "agreement")
    return Output(written.text, written.diagnostics, amount)


DISCLOSURE = Reader("Full Disclosure", _read, _no_options)
IMPORT = Conversion(
    name="import",
    ending=".bml",
    help="write BML from a Full Disclosure .bss file",
    reader=DISCLOSURE,
    write=_write,
    drop_in="bss2bml",
    # The notes that the file was once written from may well have the same name.
    keeps_older=True,
)
register = IMPORT.register
