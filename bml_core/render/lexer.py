"""BML source for Pygments: the language ``bml-source`` of code blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, include
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from bml_core.document import SUIT_LETTER

_groups: Callable[..., object] = bygroups

_STRAINS = r"(?:[CDHSNMmXYZ]+|NT|red|black|o[Mm]|steps?|x)"
_CALL = rf"(?:[1-7]{_STRAINS}|P|Pass|D|X|Dbl|R|XX|Rdbl|any|others?)"
_COLUMN = rf"!?(?:{_CALL}|\((?:{_CALL})(?:/{_CALL})*\))(?:/{_CALL})*!?"


class BmlLexer(RegexLexer):
    """Bridge Bidding Markup Language as it is written.

    Named ``bml-source`` because a block called ``bml`` is a bidding system to show, not code to colour.

    >>> from pygments.token import Name
    >>> [text for kind, text in BmlLexer().get_tokens("1C  16+ hcp") if kind is Name.Function]
    ['1C']
    """

    name = "BML source"
    aliases: ClassVar = ["bml-source"]
    filenames: ClassVar = ["*.bml"]

    tokens: ClassVar = {
        "root": [
            (r"//.*", Comment.Single),
            (r"\*+[ \t]+\S.*", Generic.Heading),
            (r"(#\+\w+)(:)(.*)", _groups(Keyword.Declaration, Punctuation, String)),
            (r"([ \t]*)(#[A-Z]+)\b", _groups(Whitespace, Keyword), "command"),
            (r"(:[A-Za-z][\w-]*:)([ \t]*)(.*)", _groups(Name.Attribute, Whitespace, String)),
            (r"[ \t]*\|[-+| \t]*$", Punctuation),
            (r"[ \t]*\|", Punctuation, "cells"),
            (
                r"([ \t]*)([NESW]:?)(?=(?:[ \t]+[AKQJTx\d-]+){4}[ \t]*$)",
                _groups(Whitespace, Name.Label),
                "hand",
            ),
            (rf"([ \t]*)({_COLUMN}|\{{\}})(?=[-;])", _groups(Whitespace, Name.Function), "history"),
            (rf"([ \t]*)({_COLUMN})(?=[ \t=]|$)", _groups(Whitespace, Name.Function), "separator"),
            (r"([ \t]*)(-|\d+\.)([ \t]+)", _groups(Whitespace, Punctuation, Whitespace), "text"),
            (r"[ \t]+", Whitespace),
            (r"\n", Whitespace),
            (r"", Text, "text"),
        ],
        "command": [
            (r"\n", Whitespace, "#pop"),
            (r"(\S+)(=)(\S*)", _groups(Name.Variable, Operator, String)),
            (r"\S+", String),
            (r"[ \t]+", Whitespace),
        ],
        "history": [
            (r"\n", Whitespace, "#pop"),
            (r"[-;]+", Operator),
            (rf"{_COLUMN}(?=[-;]|[ \t]|$)", Name.Function),
            (r"", Text, ("#pop", "text")),
        ],
        "separator": [
            (r"([ \t]*)(=)(?=[ \t]|$)", _groups(Whitespace, Operator), ("#pop", "text")),
            (r"[ \t]+", Whitespace, ("#pop", "text")),
            (r"", Text, ("#pop", "text")),
        ],
        "hand": [(r"\n", Whitespace, "#pop"), (r"[ \t]+", Whitespace), (r"\S+", Number)],
        "cells": [(r"\n", Whitespace, "#pop"), (r"\|", Punctuation), include("inline")],
        "text": [(r"\n", Whitespace, "#pop"), include("inline")],
        "inline": [
            (rf"!(?:{SUIT_LETTER})", Name.Builtin),
            (r"https?://[^\s<>\"]+", Name.Namespace),
            (r"(?<![\w*])\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*(?![\w*])", Generic.Strong),
            (r"(?<![\w/])/[^\s/](?:[^/\n]{0,500}[^\s/])?/(?![\w/])", Generic.Emph),
            (r"(?<![\w=])=[^\s=](?:[^=\n]{0,500}[^\s=])?=(?![\w=])", String.Backtick),
            (r"\b[1-7](?:NT|[CDHSN]{1,4})\b", Name.Constant),
            (r"---?", Punctuation),
            (r"\w+", Text),
            (r"[^\w\n]", Text),
        ],
    }
