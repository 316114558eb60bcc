"""``bml bss`` and ``bml2bss``: write Full Disclosure."""

from __future__ import annotations

from bml_core.commands.conversions import Conversion, add_indentation
from bml_core.commands.sources import SYSTEM
from bml_core.commands.systems import writing

BSS = Conversion(
    name="bss",
    ending=".bss",
    reader=SYSTEM,
    write=writing("bss"),
    drop_in="bml2bss",
    add_drop_in_options=add_indentation,
)
configure = BSS.configure
