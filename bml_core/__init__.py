"""Bridge system notes as documentation: read BML, expand it to agreements, write it elsewhere.

Text goes one way: :func:`parse` gives a Document with diagnostics, :func:`expand` expands
Documents to a System of agreements; writers are in ``bml_core.render`` and ``bml_core.formats``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bml_core.bridge import parse_hand
    from bml_core.diagnostics import CODES, Diagnostic, Location, Severity, has_errors
    from bml_core.document import Dialect, Document
    from bml_core.language import Page, parse, parse_file, parse_inline, read_source
    from bml_core.limits import Limits
    from bml_core.system import Agreement, System, expand

__all__ = [
    "CODES",
    "Agreement",
    "Diagnostic",
    "Dialect",
    "Document",
    "Limits",
    "Location",
    "Page",
    "Severity",
    "System",
    "expand",
    "has_errors",
    "parse",
    "parse_file",
    "parse_hand",
    "parse_inline",
    "read_source",
]

__version__ = "0.1.0"

# Names are fetched when they are first used: a site without BML, or a command that only prints its help,
# does not wait for the parser.
_HOMES = {
    **dict.fromkeys(("CODES", "Diagnostic", "Location", "Severity", "has_errors"), "diagnostics"),
    **dict.fromkeys(("Dialect", "Document"), "document"),
    **dict.fromkeys(("Page", "parse", "parse_file", "parse_inline", "read_source"), "language"),
    **dict.fromkeys(("parse_hand",), "bridge"),
    **dict.fromkeys(("Limits",), "limits"),
    **dict.fromkeys(("Agreement", "System", "expand"), "system"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
