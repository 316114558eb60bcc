"""``bml dpp FILE``: a script for dealer, its shapes written as dealer reads them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bml_core.commands.conversions import Conversion, Output, no_options
from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted
from bml_core.diagnostics import Diagnostic, Result
from bml_core.files import decode, read_file


@dataclass(frozen=True, slots=True)
class _Script:
    """A script as it was read."""

    name: str
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()


def _read(name: str, options: argparse.Namespace) -> _Script:
    file = STDIN_NAME if name == STANDARD else name
    data = Result(standard_input()) if name == STANDARD else read_file(name)
    if data.value is None:
        return _Script(file, diagnostics=data.diagnostics)
    text = decode(data.value, file)
    return _Script(file, text.value, text.diagnostics, () if name == STANDARD else (name,))


def _write(script: _Script, options: argparse.Namespace) -> Output:
    from bml_core.formats.dealer import preprocess

    result = preprocess(script.text, script.name)
    return Output(result.text, result.diagnostics, counted(result.shapes, "shape"))


DPP = Conversion(name="dpp", ending="", reader=Reader("script", _read, no_options), write=_write)
configure = DPP.configure
