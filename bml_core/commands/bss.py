"""``bml bss`` and ``bml2bss``: write Full Disclosure."""

from __future__ import annotations

import argparse

from bml_core import Document, build_system
from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.reading import BML
from bml_core.commands.reports import counted


def _write(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.formats import bss

    system = build_system([document])
    amount = counted(len(system.agreements), "agreement")
    return Output(bss.write(system), system.diagnostics, amount)


BSS = Conversion(
    name="bss",
    ending=".bss",
    help="write a Full Disclosure .bss file",
    reader=BML,
    write=_write,
    drop_in="bml2bss",
    add_drop_in_options=add_indentation,
)
