"""BML source in colours: every kind of line has its tokens, and no character is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, String, Token
from pygments.util import ClassNotFound

from bml_core.render import BmlLexer


def tokens(text: str) -> list[tuple[object, str]]:
    """The coloured words of ``text``: what is neither plain nor white space."""
    plain = (Token.Text, Token.Text.Whitespace, Token.Punctuation)
    return [(kind, word) for kind, word in BmlLexer().get_tokens(text) if kind not in plain]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("// a remark", [(Comment.Single, "// a remark")]),
        ("* The 1!c opening", [(Generic.Heading, "* The 1!c opening")]),
        ("#+TITLE: Precision", [(Keyword.Declaration, "#+TITLE"), (String, " Precision")]),
        ("#VUL Y0", [(Keyword, "#VUL"), (String, "Y0")]),
        (
            "  #PASTE transfer \\R=D",
            [
                (Keyword, "#PASTE"),
                (String, "transfer"),
                (Name.Variable, "\\R"),
                (Operator, "="),
                (String, "D"),
            ],
        ),
        (":collapse: 2", [(Name.Attribute, ":collapse:"), (String, "2")]),
        ("1C  16+ hcp", [(Name.Function, "1C")]),
        ("  1HS 5+ suit", [(Name.Function, "1HS")]),
        ("1m = 3+ minor", [(Name.Function, "1m"), (Operator, "=")]),
        ("  (D)", [(Name.Function, "(D)")]),
        ("2S/3C! both", [(Name.Function, "2S/3C!")]),
        ("2steps relay", [(Name.Function, "2steps")]),
        ("1N-2C;", [(Name.Function, "1N"), (Operator, "-"), (Name.Function, "2C"), (Operator, ";")]),
        ("(1N)---", [(Name.Function, "(1N)"), (Operator, "---")]),
        ("{};", [(Name.Function, "{}"), (Operator, ";")]),
        (
            "N: Kxx T9 - Q987x",
            [(Name.Label, "N:"), (Number, "Kxx"), (Number, "T9"), (Number, "-"), (Number, "Q987x")],
        ),
        ("shows !c and 2NT", [(Name.Builtin, "!c"), (Name.Constant, "2NT")]),
        (
            "/soft/ *firm* =2H=",
            [(Generic.Emph, "/soft/"), (Generic.Strong, "*firm*"), (String.Backtick, "=2H=")],
        ),
        ("see https://example.org/*a*", [(Name.Namespace, "https://example.org/*a*")]),
        ("| 1C | !h |", [(Name.Constant, "1C"), (Name.Builtin, "!h")]),
        ("3rd seat, and/or a pass", []),
    ],
)
def test_tokens_of_a_line(line: str, expected: list[tuple[object, str]]) -> None:
    assert tokens(line) == expected


def test_a_description_below_its_row_is_text() -> None:
    assert tokens("1C Polish club:\n    a) 12--14\n") == [(Name.Function, "1C")]


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
