"""``bml import`` and ``bss2bml``: BML out of Full Disclosure."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bml_core.commands.conversions import Conversion, Output, no_options
from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.diagnostics import Diagnostic
from bml_core.system import System


@dataclass(frozen=True, slots=True)
class _Disclosure:
    """A Full Disclosure file that was read."""

    system: System
    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]


def _read(name: str, options: argparse.Namespace) -> _Disclosure:
    from bml_core.formats import bss

    if name == STANDARD:
        system = bss.loads(standard_input(), file=STDIN_NAME)
        return _Disclosure(system, system.diagnostics, ())
    system = bss.load(name)
    return _Disclosure(system, system.diagnostics, (name,) if system.agreements else ())


def _write(source: _Disclosure, options: argparse.Namespace) -> Output:
    from bml_core.formats import bml

    written = bml.dumps(source.system)
    amount = counted(len(source.system.agreements), "agreement")
    return Output(written.value, written.diagnostics, amount)


IMPORT = Conversion(
    name="import",
    ending=".bml",
    reader=Reader("Full Disclosure", _read, no_options),
    write=_write,
    drop_in="bss2bml",
    # The notes that the file was once written from may well have the same name.
    keeps_older=True,
)
configure = IMPORT.configure
