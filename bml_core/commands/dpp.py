"""``bml dpp FILE``: a script for dealer, its shapes written as dealer reads them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output, no_options
from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.decoding import decode, read_file
from bml_core.diagnostics import Diagnostic, Location


@dataclass(frozen=True, slots=True)
class _Script:
    """A script as it was read."""

    name: str
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()


def _read(name: str, options: argparse.Namespace) -> _Script:
    if name == STANDARD:
        return _Script(STDIN_NAME, *decode(standard_input(), STDIN_NAME))
    data = read_file(Path(name))
    if isinstance(data, tuple):
        return _Script(name, diagnostics=(Diagnostic("BML101", data[0], Location(name, 1), data[1]),))
    return _Script(name, *decode(data, name), (name,))


def _write(script: _Script, options: argparse.Namespace) -> Output:
    from bml_core.formats.dealer import preprocessor as dealer_scripts

    result = dealer_scripts.preprocess(script.text, script.name)
    return Output(result.text, result.diagnostics, counted(result.shapes, "shape"))


DPP = Conversion(
    name="dpp",
    ending="",
    help="write the shapes of a script for dealer as dealer reads them",
    reader=Reader("script", _read, no_options),
    write=_write,
)
register = DPP.register
