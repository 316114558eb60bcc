"""LaTeX as pages: compiled by the real engines, read back with pdftotext."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bml_core import parse
from bml_core.render.latex import style_file, write_document
from tests.manual_pages import MANUAL, fences
from tests.pdf import ENGINES, Pdf, typeset

pytestmark = pytest.mark.slow

STRAINS = "CDHS"
HOSTILE = r"\input{/etc/passwd} \end{document} $x_1^2$ % # & ~ {open \\ ``quotes'' [x] --dash"
RIGHT_TO_LEFT = "שלום עולם"
EMOJI = "\N{GRINNING FACE} \N{HEAVY BLACK HEART}\ufe0f \N{WOMAN}\u200d\N{GIRL}"
TEXT = f"""\
#+TITLE: Notes & {EMOJI}

* Suits !c!d!h!s, {EMOJI} and {RIGHT_TO_LEFT}

Paragraph {"long" * 75} {EMOJI} {RIGHT_TO_LEFT} and {HOSTILE}

1N  15--17 {EMOJI}, {RIGHT_TO_LEFT}
  2C  {"x" * 300}
    {"label" * 60} said
  2D! {HOSTILE}
    2H  {"many words " * 200}
  (D)
    3CD  Shorthand

1N-2C;

#7, dealer S, NS vul, played 4HW with sK lead
N: KQJx  xx    Txx  Kxxx
E: xx    AKJx  AQx  Q9xx
S: ATxxx Tx    Jxx  Txx
W: xx    Qxxxx Kxxx AJ

#8
E: {"x" * 40} - - -
W: {"x" * 40} - - -

S: AKQJT98765432x - - -

S W N E
1H P 2N! P
4H P P P

| Bid | Meaning |
|-----+---------|
| [1D | {"word " * 60} |
| * | {"y" * 200} |

- [x] =--force=

3. three
"""


def deep(levels: int) -> str:
    calls = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    return "".join(f"{'  ' * n}{calls[n % 35]}  Level {n} down\n" for n in range(levels))


def tree(rows: int) -> Iterator[str]:
    """A table whose rows tell their own path, so that a page can be held against it."""
    for number in range(rows):
        top = f"{number % 7 + 1}{STRAINS[number % 4]}"
        yield f"{top}  parent {top}"
        for answer in ("2D", "3H"):
            yield f"  {answer}  parent {top} {answer}"
            for rebid in ("4C", "4S", "5D")[: number % 3 + 1]:
                yield f"    {rebid}  leaf {top} {answer} {rebid}"


@pytest.fixture(scope="module", params=ENGINES)
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    folder = tmp_path_factory.mktemp(request.param)
    blocks = f"{TEXT}\n* Deep\n\n{deep(40)}\n* Tree\n\nHere:\n\n" + "\n".join(tree(40))
    (folder / "notes.tex").write_text(write_document(parse(blocks)), "utf-8")
    return typeset(folder / "notes.tex", request.param)


def test_no_line_sticks_out_into_the_margin(pdf: Pdf) -> None:
    assert [points for points in pdf.overfull if points > 10] == []


def test_suits_can_be_copied_and_searched(pdf: Pdf) -> None:
    assert "Suits ♣♦♥♠" in pdf.text
    assert "2♦! " in pdf.text
    assert "(Dbl) 3♣♦ Shorthand" in pdf.text


def test_hostile_text_stays_text(pdf: Pdf) -> None:
    assert pdf.text.count("\\input{/etc/passwd} \\end{document} $x_1^2$ % ") == 2
    assert "& ~ {open \\\\ ``quotes’’ [x] –dash" in pdf.text
    assert "[x] --force" in pdf.text
    assert "root:" not in pdf.text


def test_long_words_and_texts_are_there_whole(pdf: Pdf) -> None:
    letters = pdf.text.replace(" ", "")
    assert "long" * 75 in letters
    assert "x" * 300 in letters
    assert "label" * 60 + "said" in letters
    assert pdf.text.count("many words") >= 190


def test_forty_levels_are_there(pdf: Pdf) -> None:
    assert all(f"Level {level} down" in pdf.text for level in range(40))


def test_deals_and_auctions_are_there(pdf: Pdf) -> None:
    assert "Board 7 North" in pdf.text
    assert "W E" in pdf.text
    assert "South ♠ AKQJT98765432x ♥ — ♦ — ♣ —" in pdf.text
    assert "West North East South 1♥ Pass 2NT! Pass 4♥ Pass Pass Pass" in pdf.text


def tree_pages(pdf: Pdf) -> list[list[str]]:
    """The pages that begin inside the tree, without their heads and numbers; the index is behind it."""
    first = next(number for number, page in enumerate(pdf.pages) if "Here:" in page)
    end = next((number for number, page in enumerate(pdf.pages) if "Auctions" in page), len(pdf.pages))
    return [page[1:-1] for page in pdf.pages[first + 1 : end]]


def shown(path: list[str]) -> str:
    signs = str.maketrans("CDHS", "♣♦♥♠")
    return " – ".join(call.translate(signs) for call in path)


def test_pages_that_begin_inside_a_tree_say_where(pdf: Pdf) -> None:
    pages = tree_pages(pdf)
    assert len(pages) >= 3
    for page in pages:
        row = next(line for line in page if "parent" in line or "leaf" in line)
        above = re.split(r"parent |leaf ", row)[1].split()[:-1]
        assert (page[0] == f"Tree: {shown(above)}, continued") if above else "continued" not in page[0]
    assert any("continued" in page[0] for page in pages)


def test_no_page_ends_with_a_row_whose_answers_follow(pdf: Pdf) -> None:
    assert [page[-1] for page in tree_pages(pdf) if "parent" in page[-1]] == []


def test_no_page_ends_with_a_line_that_ends_in_a_colon(tmp_path: Path) -> None:
    about = ("1C  Strong\n  1D  Weak", "- Weak\n- Strong", "N: AKxx xx AQx Kxxx\nS: QJx Ax KJT9 Axxx")
    blocks = [f"{'Words. ' * (40 * n % 190)}\n\nNow these:\n\n{about[n % 3]}" for n in range(90)]
    file = tmp_path / "notes.tex"
    file.write_text(write_document(parse("\n\n".join(blocks))), "utf-8")
    pages = typeset(file, "pdflatex").pages
    assert len(pages) > 15
    assert [last for *_, last, _number in pages if last.endswith(":")] == []


def test_bookmarks_have_suits(pdf: Pdf) -> None:
    bookmarks = pdf.path.with_suffix(".out").read_text("latin-1")
    assert re.search(r"\\046\\143.*\\046\\146.*\\046\\145.*\\046\\140|♣♦♥♠|â", bookmarks)


MANUAL_PAGE = MANUAL / "printing.md"


def example(language: str, word: str) -> str:
    return next(f.text for f in fences(MANUAL_PAGE) if f.language == language and word in f.text)


def test_the_document_in_the_manual_compiles(tmp_path: Path) -> None:
    (tmp_path / "bml.sty").write_text(style_file(), "utf-8")
    (tmp_path / "notes.tex").write_text(example("latex", "bmltable"), "utf-8")
    text = typeset(tmp_path / "notes.tex", "pdflatex").text
    assert "1NT – 2♣ Stayman 2♦ No four-card major 2♥ Both majors, weak (Dbl) They show clubs" in text
    assert "Board 4 North ♠ KQJx" in text
    assert "West North East South Pass 1NT Pass 2♣" in text


def test_commands_of_the_manual_are_those_of_the_style_file() -> None:
    named = set(re.findall(r"\\?\b(bml[a-z]+)\b(?!\.sty)", MANUAL_PAGE.read_text("utf-8")))
    missing = [
        name for name in named if f"{{{name}}}" not in style_file() and f"\\{name}" not in style_file()
    ]
    assert missing == []
