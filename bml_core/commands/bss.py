"""``bml bss`` and ``bml2bss``: write Full Disclosure."""

from __future__ import annotations

import argparse

from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.reports import counted
from bml_core.commands.sources import SYSTEM
from bml_core.document import Document
from bml_core.formats import bss
from bml_core.system import expand


def _write(document: Document, options: argparse.Namespace) -> Output:
    system = expand([document])
    amount = counted(len(system.agreements), "agreement")
    return Output(bss.dumps(system), system.diagnostics, amount)


BSS = Conversion(
    name="bss",
    ending=".bss",
    reader=SYSTEM,
    write=_write,
    drop_in="bml2bss",
    add_drop_in_options=add_indentation,
)
configure = BSS.configure
