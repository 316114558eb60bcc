"""``bml bss``, ``bml bboalert``, ``bml import``: systems of other programs; ``bml2bss``, ``bss2bml``."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bml_core.commands.conversions import Conversion, Output, add_indentation, no_options
from bml_core.commands.inputs import STDIN_NAME, SYSTEM, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.diagnostics import Diagnostic
from bml_core.document import Document
from bml_core.system import System, expand


def _write_bss(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.formats import bss

    system = expand([document])
    amount = counted(len(system.agreements), "agreement")
    return Output(bss.dumps(system), system.diagnostics, amount)


BSS = Conversion(
    name="bss",
    ending=".bss",
    reader=SYSTEM,
    write=_write_bss,
    drop_in="bml2bss",
    add_drop_in_options=add_indentation,
)
configure_bss = BSS.configure


def _write_bboalert(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.formats import bboalert

    system = expand([document])
    diagnostics = (*system.diagnostics, *bboalert.losses(system))
    return Output(bboalert.dumps(system), diagnostics, counted(len(system.agreements), "agreement"))


BBOALERT = Conversion(name="bboalert", ending=".bboalert.txt", reader=SYSTEM, write=_write_bboalert)
configure_bboalert = BBOALERT.configure


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


def _write_bml(source: _Disclosure, options: argparse.Namespace) -> Output:
    from bml_core.formats import bml

    written = bml.dumps(source.system)
    amount = counted(len(source.system.agreements), "agreement")
    return Output(written.value, written.diagnostics, amount)


IMPORT = Conversion(
    name="import",
    ending=".bml",
    reader=Reader("Full Disclosure", _read, no_options),
    write=_write_bml,
    drop_in="bss2bml",
    # The notes that the file was once written from may well have the same name.
    keeps_older=True,
)
configure_import = IMPORT.configure
