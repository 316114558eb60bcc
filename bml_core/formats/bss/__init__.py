"""Full Disclosure: the ``.bss`` files of Bridge Base Online."""

from typing import TYPE_CHECKING

from bml_core._package import lazy

if TYPE_CHECKING:
    from bml_core.formats.bss.reader import load, loads
    from bml_core.formats.bss.writer import dump, dumps
else:
    __getattr__ = lazy(__name__, {"reader": ("load", "loads"), "writer": ("dump", "dumps")})

__all__ = ["dump", "dumps", "load", "loads"]
