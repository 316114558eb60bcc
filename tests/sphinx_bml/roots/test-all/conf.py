project = "Every feature"
author = "Nobody"
copyright = "2026, Nobody"
version = release = "1.0"
extensions = ["myst_parser", "sphinx_bml"]
root_doc = "contents"
html_theme = "alabaster"
linkcheck_ignore = ["https://example.org/.*"]
myst_fence_as_directive = ["bml"]
bml_systems = {"main": {"summary": "Shows everything"}, "other": {}}
