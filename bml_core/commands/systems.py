"""What the commands share that write the exported files of a system."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bml_core.commands.conversions import Output
from bml_core.commands.reports import counted
from bml_core.document import Document
from bml_core.system import expand


def writing(export: str) -> Callable[[Document, argparse.Namespace], Output]:
    """What writes the file of a format, by its name in ``bml_core.formats.exports``."""

    def write(document: Document, options: argparse.Namespace) -> Output:
        from bml_core.formats.exports import EXPORTS

        system = expand([document])
        diagnostics = (*system.diagnostics, *EXPORTS[export].losses(system))
        return Output(
            EXPORTS[export].dumps(system), diagnostics, counted(len(system.agreements), "agreement")
        )

    return write
