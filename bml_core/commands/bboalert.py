"""``bml bboalert``: write BBOalert data."""

from __future__ import annotations

from bml_core.commands.conversions import Conversion
from bml_core.commands.sources import SYSTEM
from bml_core.commands.systems import writing

BBOALERT = Conversion(
    name="bboalert",
    ending=".bboalert.txt",
    reader=SYSTEM,
    write=writing("bboalert"),
)
configure = BBOALERT.configure
