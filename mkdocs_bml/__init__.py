"""BML in Markdown documentation: a Python-Markdown extension, and the MkDocs plugin around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs_bml.extension import BmlExtension


def makeExtension(**settings: object) -> BmlExtension:  # noqa: N802
    """Return the extension ``bml``, for hosts whose settings name this package instead."""
    from mkdocs_bml.extension import BmlExtension  # noqa: PLC0415 - the extension loads on use

    return BmlExtension(**settings)
