# The same pages as mkdocs.yml builds, plus one in reStructuredText.
from docutils import nodes
from sphinx.application import Sphinx

project = "Bridge system notes with BML"
author = "The bml-docs authors"
copyright = "2026, The bml-docs authors"
version = release = "0.1"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_bml"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown", ".bml": "bml"}
root_doc = "contents"
# MkDocs has the reference of the library from a page of its own.
exclude_patterns = ["_build", "manual/library/*.md"]

# Without -d Sphinx keeps its own files in the output, where the e-book finds them.
suppress_warnings = ["epub.unknown_project_files"]

html_title = project
html_theme = "furo"


def bar(eighths: int) -> str:
    """LaTeX for the sign of Unicode that fills so much of its place from the left."""
    width = r"\fontcharwd\font`x"
    rule = rf"\makebox[{width}][l]{{\rule{{\dimexpr {width}*{eighths}/8\relax}}{{1.2ex}}}}"
    return rf"\DeclareUnicodeCharacter{{{0x2590 - eighths:X}}}{{{rule}}}"


# The system is a book of its own as well, with the list of its auctions at the end.
latex_documents = [
    ("contents", "bml-docs.tex", project, author, "manual"),
    ("system/book", "harbour.tex", "Harbour Two over One", author, "manual"),
]
latex_elements = {
    "papersize": "a4paper",
    "extraclassoptions": "openany,oneside",
    # The contents of the system fit on two pages.
    "tableofcontents": r"{\small\linespread{0.92}\selectfont\sphinxtableofcontents}",
    # Names of settings do not break, so their column must not get narrower than they are.
    "preamble": r"\setlength{\tymin}{109pt}"
    rf"\ifdefined\DeclareUnicodeCharacter {''.join(map(bar, range(1, 9)))}\fi",
}

# A ```bml fence is a directive here and an extension's fence in MkDocs: one page serves both.
myst_fence_as_directive = ["bml"]
# The tables and lists of the reference are about BML, and no notes.
bml_tables = False
bml_lists = False
myst_heading_anchors = 4

# The reference of the library: every name is on its page, those of Python itself have none here.
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
nitpick_ignore_regex = [("py:.*", ".*")]


def skip_fields(_app: Sphinx, _what: str, _name: str, member: object, *_: object) -> bool | None:
    """Leave out the fields of named tuples, which their classes describe."""
    return True if type(member).__name__ == "_tuplegetter" else None


def leave_out_the_workbench(app: Sphinx, page: nodes.document, name: str) -> None:
    """Take the link to the workbench, which needs a browser, out of the e-book."""
    if app.builder.name == "epub" and name == "players/workbench":
        for link in [*page.findall(nodes.raw)]:
            link.parent.remove(link)


def setup(app: Sphinx) -> None:
    """Connect what this site changes."""
    app.connect("doctree-resolved", leave_out_the_workbench)
    app.connect("autodoc-skip-member", skip_fields)
