"""BML out of a System: text that a person reads and goes on with."""

from bml_core.formats.bml.writer import BmlText, write

__all__ = ["BmlText", "write"]
