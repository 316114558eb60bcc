"""Bridge system notes as documentation: read BML, expand it to agreements, write it elsewhere.

Text goes one way: :func:`parse` gives a Document with diagnostics, :func:`build_system` expands
Documents to a System of agreements; writers are in ``bml_core.render`` and ``bml_core.formats``.
"""

from bml_core.diagnostics import CODES, Diagnostic, Location, Severity, has_errors
from bml_core.document import Dialect, Document
from bml_core.language import Page, parse, parse_file, parse_inline
from bml_core.limits import Limits
from bml_core.system import Agreement, System, build_system

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
    "build_system",
    "has_errors",
    "parse",
    "parse_file",
    "parse_inline",
]

__version__ = "0.1.0"
