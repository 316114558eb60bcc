"""``bml bboalert``: write BBOalert data."""

from __future__ import annotations

import argparse

from bml_core.commands.conversions import Conversion, Output
from bml_core.commands.reports import counted
from bml_core.commands.sources import SYSTEM
from bml_core.document import Document
from bml_core.formats import bboalert
from bml_core.system import expand


def _write(document: Document, options: argparse.Namespace) -> Output:
    system = expand([document])
    diagnostics = (*system.diagnostics, *bboalert.losses(system))
    return Output(bboalert.dumps(system), diagnostics, counted(len(system.agreements), "agreement"))


BBOALERT = Conversion(name="bboalert", ending=".bboalert.txt", reader=SYSTEM, write=_write)
configure = BBOALERT.configure
