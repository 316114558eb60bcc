"""LaTeX as text: characters, tables, deals, auctions."""

from __future__ import annotations

import pytest

from bml_core.render.latex import escape, lost_in_pdflatex, needs_escape


@pytest.mark.parametrize("sign", list('\\{}$&#%_^~[]"`<>|'))
def test_signs_of_latex_never_stand_alone(sign: str) -> None:
    written = escape(sign)
    assert written != sign
    assert written.startswith(("\\", "{"))
    assert written.endswith(("}", sign))


def test_a_text_cannot_end_its_argument() -> None:
    assert escape(r"}\input{/passwd}%") == r"\}\textbackslash{}input\{/passwd\}\%"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("AQJ10/Axxx", r"AQJ10/\bmljoint{}Axxx"),
        ("1x–P–(P)–1NT", r"1x–\bmljoint{}P–\bmljoint{}(P)–\bmljoint{}1NT"),
        ("(semi)naturally", r"(semi)\bmljoint{}naturally"),
        ("5/4, 15–17, 2/1", "5/4, 15–17, 2/1"),
    ],
)
def test_a_line_may_end_after_slashes_and_dashes_but_within_no_numbers(text: str, latex: str) -> None:
    assert escape(text) == latex


def test_pairs_that_fonts_draw_as_one_are_kept_apart() -> None:
    assert escape("a--b ''c'' ,,d") == "a-+-b '+'c'+' ,+,d".replace("+", "\\bmlapart{}")
    assert escape("<<a> <") == "\\textless{}\\bmlapart{}\\textless{}a\\textgreater{} \\textless{}"


def test_characters_that_no_document_may_hold_are_marked() -> None:
    assert escape("a\x00b\x1bc\ud800d\ufffde\tf") == (
        r"a\bmlunknown{}b\bmlunknown{}c\bmlunknown{}d\bmlunknown{}e f"
    )


def test_words_too_long_for_a_line_may_be_broken() -> None:
    assert escape("x" * 24) == "x" * 24
    assert escape("x" * 25 + " short") == "\\bmlbreak{}".join("x" * 25) + " short"
    assert escape("a" * 20 + "$&" * 3) == "\\bmlbreak{}".join([*"a" * 20, *["\\$", "\\&"] * 3])


def test_rare_characters_and_writing_from_right_to_left_are_set_apart() -> None:
    assert escape("no \N{GRINNING FACE}!") == "no \\bmlother{\N{GRINNING FACE}}!"
    assert escape("שלום עולם, yes") == "\\bmlrtl{שלום עולם}, yes"
    assert escape("é – ’ 5+♥") == "é – ’ 5+\\bmlhearts{}"


def test_only_texts_that_need_it_are_set_apart() -> None:
    assert not needs_escape("5+ cards & 50% -- \\section{x}")
    assert all(map(needs_escape, ["x" * 25, "\N{GRINNING FACE}", "שלום", "♥", "\x00"]))


def test_what_pdflatex_has_no_glyph_for() -> None:
    assert lost_in_pdflatex("Ä ł € … – ≥ ♥ ✓ ﬁ") == ""
    assert lost_in_pdflatex("β Ж ש \N{GRINNING FACE} 中 β") == "βЖש\N{GRINNING FACE}中"
