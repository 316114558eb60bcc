"""Docstrings as the reference of MkDocs shows them: examples are code, and roles of Sphinx plain names."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"(?:^ *>>> .*\n?(?:^ *\S.*\n?)*)+", re.MULTILINE)
_ROLE = re.compile(r":\w+:(?=`)")


class DoctestBlocks(griffe.Extension):
    """Puts a fence around each example in a docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:  # noqa: ANN401
        """Rewrite the docstring of what was read."""
        if obj.docstring:
            text = _ROLE.sub("", obj.docstring.value)
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```\n", text)
