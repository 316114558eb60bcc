"""BML source in colours (see ``scripts/source.txt``): no character is lost, and time does not grow."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_for_filename
from pygments.token import Error, Token
from pygments.util import ClassNotFound

from bml_core.render import BmlLexer


def tokens(text: str) -> list[tuple[str, str]]:
    """The coloured words of ``text``: what is neither plain nor white space."""
    plain = (Token.Text, Token.Text.Whitespace, Token.Punctuation)
    return [
        (str(kind).removeprefix("Token."), word)
        for kind, word in BmlLexer().get_tokens(text)
        if kind not in plain
    ]


def test_a_description_below_its_row_is_text() -> None:
    assert tokens("1C Polish club:\n    a) 12--14\n") == [("Name.Function", "1C")]


@given(st.text(alphabet="1CHNP()-;/!*=#+:|{}xK \t\nab\\") | st.text())
def test_no_character_is_lost_and_none_is_an_error(text: str) -> None:
    found = list(BmlLexer(stripnl=False, ensurenl=False).get_tokens_unprocessed(text))
    assert "".join(word for _, _, word in found) == text
    assert Error not in {kind for _, kind, _ in found}


@pytest.mark.parametrize(
    "line", ["*" * 20_000, "1C/" * 20_000, "=a" * 20_000, "(" * 20_000, "1C-" * 20_000, "| " * 20_000]
)
def test_time_grows_with_the_text_alone(line: str) -> None:
    started = time.process_time()
    tokens(line)
    assert time.process_time() - started < 5


def test_the_file_name_finds_the_lexer_where_the_package_is_installed() -> None:
    try:
        lexer = get_lexer_for_filename("openings.bml")
    except ClassNotFound:
        pytest.skip("bml-docs is not installed, only importable")
    assert lexer.name == "BML source"
