project = "Notes of a partnership"
author = "Nobody"
copyright = "2026, Nobody"
version = release = "1.0"
extensions = ["myst_parser", "sphinx_bml"]
root_doc = "contents"
html_title = project
myst_fence_as_directive = ["bml"]
