"""LaTeX as text: characters, tables, deals, auctions."""

from __future__ import annotations

import pytest

from bml_core import parse
from bml_core.render.latex import escape, lost_in_pdflatex, needs_escape, render_blocks


def body(text: str) -> str:
    return render_blocks(parse(text).blocks)


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


def test_a_table() -> None:
    assert body("#VUL Y0\n\n1N-2C; Stayman\n2D  No major\n  2H! 5+#\n      or 4_1\n(D)\n  foo") == (
        "\\begin{bmltable}[2]\n"
        "\\bmlscope{we are vulnerable}\n"
        "\\bmlhistory{1NT\\bmldash{}2\\bmlclubs{}}{Stayman}\n"
        "\\bmlrow{0}{2\\bmldiamonds{}}{No major}\n"
        "\\bmlrow{1}{2\\bmlhearts{}!}{5+\\bmlhearts{}\\bmlnewline{}or 4\\_1}\n"
        "\\bmlrow{0}{\\bmltheirs{(Dbl)}}{}\n"
        "\\bmlrow{1}{\\bmllabel{foo}}{}\n"
        "\\end{bmltable}\n"
    )


def test_a_hidden_table_is_left_out() -> None:
    assert body("#HIDE\n1C  Strong") == ""


def test_a_history_alone() -> None:
    assert body("1N-2C;") == (
        "\\begin{bmltable}[1]\n\\bmlhistory{1NT\\bmldash{}2\\bmlclubs{}}{}\n\\end{bmltable}\n"
    )


def test_one_hand_takes_one_line() -> None:
    assert body("S: AQJxx - QJT9 xx") == (
        "\\bmlonehand{}{South}{\\bmlspades{} AQJxx\\hspace{.6em}\\bmlhearts{} —\\hspace{.6em}"
        "\\bmldiamonds{} QJT9\\hspace{.6em}\\bmlclubs{} xx}\n"
    )


@pytest.mark.parametrize(
    ("seats", "command"),
    [
        ("WE", "\\bmlpair{}{\\bmlhand{West}"),
        ("SN", "\\bmlpair{}{\\bmlhand{North}"),
        ("NE", "\\bmlcompass{}{\\bmlrose{N}{E}{S}{W}}{\\bmlhand{North}"),
        ("ESW", "\\bmlcompass{}{\\bmlrose{N}{E}{S}{W}}{}{\\bmlhand{East}"),
    ],
)
def test_hands_stand_where_they_sit(seats: str, command: str) -> None:
    assert body("".join(f"{seat}: xxx xxx xxx xxxx\n" for seat in seats)).startswith(command)


def test_the_rose_shows_dealer_and_vulnerability() -> None:
    deal = body("#7, Dealer S, NS vul\n" + "".join(f"{seat}: xxx xxx xxx xxxx\n" for seat in "NESW"))
    assert "\\bmlrose{\\bmlvulnerable{N}}{E}{\\bmlvulnerable{\\bmldealer{S}}}{W}" in deal
    assert deal.startswith("\\bmlcompass{\\bmlfacts{Board 7\\tabularnewline Dealer South\\tabularnewline ")


def test_an_auction_is_below_its_seats() -> None:
    assert body("S W N E\n1H P 2N! P\n4H P P P") == (
        "\\begin{bmlauction}\n"
        "\\bmlbidders{West}{North}{East}{South}\n"
        "\\bmlbids{}{}{}{1\\bmlhearts{}}\n"
        "\\bmlbids{Pass}{2NT!}{Pass}{4\\bmlhearts{}}\n"
        "\\bmlbids{Pass}{Pass}{Pass}{}\n"
        "\\end{bmlauction}\n"
    )


def test_text_blocks() -> None:
    text = body(
        "* One !h\n\n** Two\n\nSee [it](https://example.org/a_b?x=1&y=%20#z) or [there](other.md).\n\n"
        "- [x] *strong*\n\n3. =mono=\n\n- term :: what /it/ is\n\n| A | B |\n|---+---|\n| 1 | 2 |\n"
    )
    assert text == (
        "\\section{One \\bmlhearts{}}\n\n\\subsection{Two}\n\n"
        "See \\href{https://example.org/a\\_b?x=1\\&y=\\%20\\#z}{it} or there.\n\n"
        "\\begin{itemize}\n\\item {[}x{]} \\textbf{strong}\n\\end{itemize}\n\n"
        "\\begin{enumerate}\n\\item[3.] \\texttt{mono}\n\\end{enumerate}\n\n"
        "\\begin{description}\n\\item[{term}] what \\emph{it} is\n\\end{description}\n\n"
        "{\\setlength{\\tabcolsep}{6pt}%\n\\begin{longtable}{ll}\n"
        "\\textbf{A} & \\textbf{B}\\tabularnewline\n\\hline\\endhead\n"
        "1 & 2\\tabularnewline\n\\end{longtable}}\n"
    )


def test_a_star_in_a_table_is_a_star() -> None:
    assert "{}* & *\\tabularnewline\n" in body("| * | * |\n| 1 | 2 |")
