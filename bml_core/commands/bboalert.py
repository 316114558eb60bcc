"""``bml bboalert``: write BBOalert data."""

from __future__ import annotations

from bml_core.commands.conversions import Conversion
from bml_core.commands.reading import BML
from bml_core.commands.systems import writing

BBOALERT = Conversion(
    name="bboalert",
    ending=".bboalert.txt",
    help="write BBOalert data",
    reader=BML,
    write=writing("bboalert"),
)
register = BBOALERT.register
