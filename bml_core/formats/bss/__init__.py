"""Full Disclosure: the ``.bss`` files of Bridge Base Online."""

from bml_core.formats.bss.reader import load, loads
from bml_core.formats.bss.writer import dump, dumps

__all__ = ["dump", "dumps", "load", "loads"]
