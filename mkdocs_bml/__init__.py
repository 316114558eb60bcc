"""BML in Markdown documentation: a Python-Markdown extension, and the MkDocs plugin around it."""
