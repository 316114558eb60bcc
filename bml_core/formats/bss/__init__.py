"""Full Disclosure: the ``.bss`` files of Bridge Base Online."""

from bml_core.formats.bss.reader import read, read_bytes
from bml_core.formats.bss.text import escape
from bml_core.formats.bss.writer import write

__all__ = ["escape", "read", "read_bytes", "write"]
