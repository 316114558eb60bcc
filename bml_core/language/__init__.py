"""BML text to Document. Content never raises: what is wrong is in the Document's diagnostics."""

from bml_core.language.abbreviations import DEFAULT_ABBREVIATIONS, read_abbreviations
from bml_core.language.includes import included_names, read_source, resolve_include
from bml_core.language.inline import parse_inline
from bml_core.language.page import Page, parse, parse_file
