"""A quiz gives nothing away: what a page hides is in no file of any builder, other than in its answer."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.mkdocs_bml.sites import Site
from tests.mkdocs_bml.test_zensical import Zensical
from tests.pdf import typeset
from tests.sphinx_bml.projects import CONF, MakeApp, Project

BOARD = """\
[Board "4"]
[Dealer "W"]
[Vulnerable "All"]
[Deal "N:AJ6.KQ5.K72.AT83 KT93.J84.Q95.J72 842.A73.A863.KQ5 Q75.T962.JT4.964"]
[Declarer "N"]
[Contract "3NT"]
[Result "10"]
[DoubleDummyTricks "8898888988444444444b"]
[OptimumScore "NS 630"]
[Auction "W"]
Pass 1NT =1= Pass 3NT
Pass Pass Pass
[Note "1:seventeen"]
[Play "E"]
H4 {unlucky} H3 HT HK
*
"""
EAST_WEST = ["KT93", "J84", "Q95", "J72", "Q75", "T962", "JT4", "964"]
SECRETS = (*EAST_WEST, *(cards[::-1] for cards in EAST_WEST), "3NT", "seventeen", "unlucky", "630", "took")
pytestmark = pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")
LOOKS = (".css", ".woff2", ".ttf", ".eot", ".svg", ".png", ".ico")
PAPER = ("epub", "latex", "text", "man", "texinfo")


def page(answers: str) -> str:
    block = f"```bml\n:deal: hands.pbn\n:hide: EW auction play\n:answers: {answers}\n:bbo:\n```\n"
    return f"# Quiz\n\n{block}\nMore words.\n"


def files(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of an output with their text; those of a book in it as well."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                yield from ((name, book.read(name).decode("utf-8", "replace")) for name in book.namelist())
        elif path.is_file() and not (path.suffix in LOOKS or {".doctrees", "_static"} & {*path.parts}):
            yield path.name, path.read_text("utf-8", "replace")


def given_away(name: str, text: str) -> list[str]:
    """The secrets of a file that are not in an answer."""
    if name.endswith((".html", ".xml", ".pseudoxml")):
        tree = BeautifulSoup(text, "html.parser")
        for answer in tree.select("details.bml-answer, bml_frame[kind=answer]"):
            answer.extract()
        text = str(tree)
    # Addresses, ids and what is encoded for scripts may say it in small letters.
    return [f"{name}: {secret}" for secret in SECRETS if re.search(rf"(?i){secret}(?!\d)", text)]


def leaks(folder: Path) -> list[str]:
    return [leak for name, text in files(folder) for leak in given_away(name, text)]


@pytest.fixture
def quiz(tmp_path: Path, make_app: MakeApp) -> Callable[[str], Project]:
    def make(answers: str) -> Project:
        pages = {"index.md": page(answers), "hands.pbn": BOARD}
        project = Project(tmp_path / "source", make_app, pages)
        project.write("conf.py", CONF + 'copyright = "2026"\nversion = "1"\n')
        return project

    return make


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml", "xml", *PAPER])
def test_sphinx(quiz: Callable[[str], Project], builder: str) -> None:
    build = quiz("none").build(builder)
    assert build.warnings == []
    out = Path(build.app.outdir)
    assert any("AJ6" in text for _, text in files(out))
    assert leaks(out) == []


@pytest.mark.parametrize("builder", PAPER)
def test_on_paper_answers_are_at_the_end(quiz: Callable[[str], Project], builder: str) -> None:
    build = quiz("end").build(builder)
    *_, shown = [text for _, text in files(Path(build.app.outdir)) if "More words" in text and "AJ6" in text]
    question, _, answer = shown.replace("Answer 1", "", 1).partition("Answer 1")
    assert "More words" in question
    assert given_away("", question) == []
    assert "T962" in answer


@pytest.mark.slow
def test_pdf(quiz: Callable[[str], Project]) -> None:
    build = quiz("end").build("latex")
    pdf = typeset(Path(build.app.outdir) / "notes.tex", "pdflatex")
    *questions, answers = ["\n".join(lines) for lines in pdf.pages if any(map(str.strip, lines))]
    assert given_away("", "\n".join(questions)) == []
    assert "T962" in answers


def test_mkdocs(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.write({"index.md": page("end"), "hands.pbn": BOARD}, {}, plugins=["search", "bml"])
    site.build()
    assert leaks(site.output) == []
    # A page that links to the file gives it to its readers.
    site.write({"more.md": "# More\n\n[All hands](hands.pbn)\n"})
    site.build()
    assert {leak.partition(":")[0] for leak in leaks(site.output)} == {"hands.pbn"}


def test_zensical(tmp_path: Path) -> None:
    zensical = Zensical(tmp_path)
    zensical.write("index.md", page("end"))
    zensical.write("hands.pbn", BOARD)
    assert "publishes the file hands.pbn, with all that a page hides" in zensical.build()
    settings = tmp_path / "zensical.toml"
    settings.write_text(settings.read_text().replace("\nextra_css", '\nexclude_docs = "*.pbn"\nextra_css'))
    assert "publishes the file" not in zensical.build()
    assert leaks(tmp_path / "site") == []
