"""Whole LaTeX documents: what they ask for, and what the engines make of them as they are."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from bml_core import parse
from bml_core.render import SuitColors
from bml_core.render.latex import LatexOptions, document_files, write_document
from tests.bml_core.render.html.test_page import NOTES, deep
from tests.manual_pages import MANUAL, fences
from tests.pdf import ENGINES, Pdf, typeset
from tests.system_tools import require_tool

HOSTILE = r"\input{/etc/passwd} \end{document} 50% {a_b} $x^2$ # & ~"
DEAL = """\
#4, dealer W, All vul
N: AJ6 KQ5 K72 AT83
E: KT93 J84 Q95 J72
S: 842 A73 A863 KQ5
W: Q75 T962 JT4 964

P 1N[1] P 3N
AP
[1] seventeen
"""
LONG = "".join(f"* Section {n}\n\n1C  Strong\n  1D  Negative\n\n1D  Natural\n\n" for n in range(1, 13))


def compiled(folder: Path, text: str, engine: str = "pdflatex", runs: int = 1) -> Pdf:
    file = folder / "notes.tex"
    file.write_text(text, "utf-8")
    for _ in range(runs - 1):
        typeset(file, engine)
    return typeset(file, engine)


def in_order(words: list[str], text: str) -> list[str]:
    """The words that do not follow the ones before them in ``text``."""
    missing, place = [], 0
    for word in words:
        found = text.find(word, place)
        if found < 0:
            missing.append(word)
        else:
            place = found + len(word)
    return missing


def told(pdf: Pdf) -> dict[str, str]:
    """What the file says of itself."""
    command = [str(require_tool("pdfinfo")), "-enc", "UTF-8", str(pdf.path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


# ---------------------------------------------------------------- as text


def test_only_documents_with_many_headings_and_lines_have_a_table_of_contents() -> None:
    assert "\\bmlcontents\n" in write_document(parse(LONG))
    assert "\\bmlcontents\n" not in write_document(parse("* A\n\n* B\n\n* C\n"))
    assert "\\bmlcontents\n" not in write_document(parse(LONG.replace("* ", "")))


def test_an_index_has_openings_and_auctions_that_go_on_each_once_and_in_order() -> None:
    rows = "1N  15-17\n  2C  Stayman\n    2D  none\n(1C)\n  D  takeout\n1C  natural\nP  weak\n"
    text = write_document(parse(f"{LONG}{rows}\n1N-2C;\n2H  hearts\n"))
    index = text.partition("\\bmlindex{Auctions}\n")[2].partition("\\end")[0]
    two = "1NT\\bmldash{}2\\bmlclubs{}"
    assert re.findall(r"\\bmlindexed\{(.*)\}\{", index) == [
        "1\\bmlclubs{}", "1\\bmldiamonds{}", "1NT", two, "Pass", "\\bmltheirs{(1\\bmlclubs{})}",
    ]  # fmt: skip
    for label in re.findall(r"auction\.\d+", index):
        assert text.count(f"\\bmlanchor{{{label}}}") == 1
    assert f"\\bmlhistory{{{two}}}{{\\bmlanchor{{auction." in text
    assert index.count("auction.") == 12 * 2 + 6


def test_style_is_in_the_document_or_beside_it() -> None:
    whole, part = (write_document(parse("1C"), self_contained=each) for each in (True, False))
    assert "\\newcommand{\\bmlrow}" in whole
    assert "\\usepackage{bml}" not in whole
    assert "\\newcommand{\\bmlrow}" not in part
    assert "\\usepackage{bml}" in part
    assert "\\newcommand{\\bmlrow}" in document_files()["bml.sty"]


def test_paper_size_and_colours_are_chosen() -> None:
    options = LatexOptions(paper="letterpaper", text_size="12pt", suit_colors=SuitColors.TWO)
    text = write_document(parse("1C"), options=options)
    assert text.startswith("\\documentclass[12pt,letterpaper]{article}\n")
    assert "\n\\bmlsuitcolors{two}\n" in text


# ---------------------------------------------------------------- as pages

every_engine = pytest.mark.parametrize("engine", ENGINES)


@pytest.mark.slow
@pytest.mark.parametrize("tree", [True, False], ids=["tree", "columns"])
def test_everything_is_on_paper_in_order(tree: bool, tmp_path: Path) -> None:
    """With one engine: ``test_paper.py`` shows that the others read the same macros alike."""
    pdf = compiled(tmp_path, write_document(parse(NOTES), tree=tree), runs=2)
    assert (
        in_order(
            [
                "Harbour Club Strong club, weak notrump, and two-way checkback Ann & Bob",
                "Contents 1 Opening bids",
                "1.2 After 1♣",
                "We open light and bid on.",
                "1 Opening bids Bid Points Meaning 1♣ 16+ Any shape",
                "1NT 12–14, balanced 2♣ Stayman 2♦ No four-card major 2♥! Both majors, weak 3M Smolen",
                "(Dbl) Pass Nothing to say",
                "other Natural",
                "1♣ – 1♦ The negative 1♥ Natural, forcing",
                "3rd seat, we are not vulnerable 1♥ Light, 4+",
                "Jumps are weak",
                # The auction is beside the hands.
                "Board 7 North West North East South Dealer South ♠ KQJx",
                "1♥ Pass 2NT!1 Pass",
                "4♥ All pass",
                "1 Raise with four",
                "South ♠ ATxxx",
                "♠AQJxx ♥Kx ♦QJT9 ♣xx",
            ],
            pdf.text,
        )
        == []
    )
    assert "Hidden" not in pdf.text
    assert pdf.overfull == []


@pytest.mark.slow
@every_engine
def test_hostile_metadata_is_text(engine: str, tmp_path: Path) -> None:
    text = f"#+TITLE: {HOSTILE}\n#+AUTHOR: {HOSTILE}\n#+DESCRIPTION: {HOSTILE}\n\n* {HOSTILE}\n\n1C  Strong\n"
    pdf = compiled(tmp_path, write_document(parse(text)), engine)
    assert pdf.text.count(r"\input{/etc/passwd} \end{document} 50% {a_b} $x^2$ # &") == 4
    info = told(pdf)
    assert info["Title"] == info["Author"] == info["Subject"] == HOSTILE


@pytest.mark.slow
def test_auctions_are_bookmarks_and_stand_at_the_head_of_the_page(tmp_path: Path) -> None:
    text = (
        "* Openings\n\n1C  Strong\n  1D  Negative\n1N  15--17\n\n* Notrump\n\n1N-(P)-2C-P-2D---\n2H  Weak\n"
    )
    document = write_document(parse(text), options=LatexOptions(name="ours", language="de"))
    pdf = compiled(tmp_path, document, runs=2)
    assert " ".join(pdf.pages[0][0].split()) == "ours Notrump 1NT – (Pass) – 2♣ – Pass – 2♦"
    outlines = pdf.path.with_suffix(".out").read_text("latin-1")
    assert re.findall(r"BOOKMARK \[(\d)\]\[-?\]\{([\w.]+)", outlines) == [
        ("1", "section.1"),
        ("2", "bml.auction.1.2"),
        ("2", "bml.auction.2.2"),
        ("1", "section.2"),
        ("2", "bml.auction.3.2"),
    ]
    assert told(pdf)["Title"] == "ours"
    assert "\\hypersetup{pdflang={de}" in document


@pytest.mark.slow
def test_lualatex_tags_the_pdf_and_no_engine_fails_in_what_it_left(tmp_path: Path) -> None:
    notes = f"#+TITLE: Ours\n\n{LONG}{DEAL}\n"
    tagged = write_document(parse(notes), options=LatexOptions(tagged=True))
    pdf = compiled(tmp_path, tagged, "lualatex")
    assert told(pdf)["Tagged"] == "yes"
    command = [str(require_tool("pdfinfo")), "-struct-text", str(pdf.path)]
    tree = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert 'H1 (block)\n    "2 Section 2"' in tree
    assert in_order(["Negative", "Board 4", "AJ6", "842", "West", "Pass", "seventeen"], tree) == []
    # Nothing is a paragraph within a paragraph.
    assert re.findall(r"^( *)P \(block\)\n\1  +P", tree, re.MULTILINE) == []
    assert "1♣" in pdf.text
    assert told(compiled(tmp_path, tagged))["Tagged"] == "no"


@pytest.mark.slow
def test_the_index_names_pages(tmp_path: Path) -> None:
    rows = "1N  15-17\n  2C  Stayman\n    2D  none\n"
    text = f"{LONG}{rows}\n{'Words. ' * 900}\n\n1N-2C;\n2H  hearts\n"
    pdf = compiled(tmp_path, write_document(parse(text)), runs=3)
    lines = [page for page in pdf.pages if "Auctions" in page][-1]
    assert re.search(r"1NT – 2♣ \d+, \d+$", "\n".join(lines), re.MULTILINE)


@pytest.mark.slow
def test_a_style_file_that_lies_there_is_left_alone(tmp_path: Path) -> None:
    style = tmp_path / "bml.sty"
    style.write_text("\\errmessage{This one is not for us}\n", "utf-8")
    assert "1♣ Strong" in compiled(tmp_path, write_document(parse("1C  Strong"))).text
    assert style.read_text("utf-8") == "\\errmessage{This one is not for us}\n"
    assert not list(tmp_path.glob("*.sty.*"))


@pytest.mark.slow
def test_documents_with_their_style_beside_them_look_the_same(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.mkdir()
    for name, text in document_files().items():
        (beside / name).write_text(text, "utf-8")
    part = write_document(parse(NOTES), self_contained=False)
    assert compiled(beside, part).pages == compiled(tmp_path, write_document(parse(NOTES))).pages


@pytest.mark.slow
def test_columns_begin_all_descriptions_of_a_table_in_one_place(tmp_path: Path) -> None:
    text = write_document(parse("1N  first\n  2C  second\n    2D  third\n"), tree=False)
    starts = [line.index(word) for line, word in zip(rows(compiled(tmp_path, text)), WORDS, strict=True)]
    assert len(set(starts)) == 1


WORDS = ("first", "second", "third")


def rows(pdf: Pdf) -> list[str]:
    command = [str(require_tool("pdftotext")), "-layout", str(pdf.path), "-"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if line.split() and line.split()[-1] in WORDS]


@pytest.mark.slow
def test_words_of_the_language_stand_on_the_page(tmp_path: Path) -> None:
    options = LatexOptions(language="fr")
    assert "Sommaire" in compiled(tmp_path, write_document(parse(LONG), options=options), runs=2).text


@pytest.mark.slow
def test_the_program_in_the_manual_writes_a_page_and_a_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = fences(MANUAL / "standalone.md")
    Path("notes.bml").write_text(next(f.text for f in page if f.language == "text"), "utf-8")
    exec(next(f.text for f in page if f.language == "python"), {})
    html = Path("notes.html").read_text("utf-8")
    assert 'id="competition"' in html
    assert 'id="1C-1D"' in html
    text = typeset(Path("notes.tex").absolute(), "pdflatex").text
    assert "Ann and Bob" in text
    assert "1♣ Strong, 16+ 1♦ Negative 1♥ Positive, 8+ with 5+♥" in text


@pytest.mark.slow
@pytest.mark.parametrize("tree", [True, False], ids=["tree", "columns"])
def test_sixty_levels_and_three_hundred_rows(tree: bool, tmp_path: Path) -> None:
    many = "".join(f"{n % 7 + 1}{'CDHSN'[n % 5]}  Row {n} of many\n" for n in range(300))
    pdf = compiled(tmp_path, write_document(parse(f"{deep(60)}\n{many}"), tree=tree))
    assert in_order([f"Level {n} down" for n in range(60)], pdf.text) == []
    assert in_order([f"Row {n} of many" for n in range(300)], pdf.text) == []
    assert [points for points in pdf.overfull if points > 10] == []
