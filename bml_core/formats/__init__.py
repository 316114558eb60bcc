"""Files of other programs, a room for each format, and the list of those that systems are written in.

Names are loaded when they are first used, so that a program that writes one format waits for no other.
"""

from typing import TYPE_CHECKING

from bml_core._package import lazy

if TYPE_CHECKING:
    from bml_core.formats.exports import EXPORTS, ExportFormat, SystemTexts
else:
    __getattr__ = lazy(__name__)
