"""A quiz gives nothing away: what a page hides is in no file of any builder, other than in its answer."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from bml_core.site import SETTINGS
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
pytestmark = pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning", "ignore:::sphinxcontrib")
LOOKS = (".css", ".woff2", ".ttf", ".eot", ".svg", ".png", ".ico")
OTHERS = ("json", "pseudoxml", "htmlhelp", "qthelp", "devhelp", "pbn", "lin")
PAPER = ("epub", "latex", "text", "man", "texinfo")


def page(answers: str) -> str:
    block = f"```bml\n:deal: hands.pbn\n:hide: EW auction\n:answers: {answers}\n:bbo:\n```\n"
    written = "#4, dealer W, All vul, 3NN+1, lead h4\nN: AJ6 KQ5 K72 AT83\nE: KT93 J84 Q95 J72\n"
    written += "S: 842 A73 A863 KQ5\nW: Q75 T962 JT4 964\n\nP 1N[1] P 3N\nAP\n[1] seventeen\n"
    block += f"\n```bml\n:hide: EW auction\n:answers: {answers}\n:show: both\n:system: none\n\n{written}```\n"
    files = "```bml\n:download:\n:deals: page\n:formats: pbn lin\n```\n"
    return f"# Quiz\n\n{block}\nMore words.\n\n{files}"


def files(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of an output with their text; those of a book in it as well."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                yield from ((name, book.read(name).decode("utf-8", "replace")) for name in book.namelist())
        elif path.is_file() and not (
            path.suffix in LOOKS or {".buildinfo", ".doctrees", "_static"} & {*path.parts}
        ):
            yield path.name, path.read_text("utf-8", "replace")


def given_away(name: str, text: str) -> list[str]:
    """The secrets of a file that are not in an answer."""
    if name.endswith(".fjson"):
        text = json.loads(text).get("body", text)
    if name.endswith((".html", ".xml", ".pseudoxml", ".fjson")):
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


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml", "xml", *OTHERS, *PAPER])
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
    questions, _, answers = "\n".join(line for lines in pdf.pages for line in lines).partition("ANSWERS")
    assert "More words" in questions
    assert given_away("", questions) == []
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


# ---------------------------------------------------------------- a page of practice

NOTES = """\
# Our system

## Openings {#one}

```bml
1C  16+ hcp
1D  3+ diamonds, 11-15 hcp
1H  5+ hearts, 11-15 hcp
1S  5+ spades, 11-15 hcp
1N  12-14 hcp, balanced
  2D  5+ hearts, 0-10 hcp
```

## Raises

```bml
1H-
2H  3+ hearts, 6-9 hcp
3H  4+ hearts, 10-12 hcp
1S  4+ spades, 13+ hcp
```

```bml quiz
:topic: openings
:number: 1
```

```bml quiz
:topic: openings
:number: 2
```
"""
TOPICS = '[Transfers]\nauctions = ["1N-2D"]\ndescription = "Partner completes."\n'
ASKED = ["Notrump", "Transfers", "Openings", "Raises"]


def names_of(page: Tag) -> list[str]:
    return [title.get_text() for title in page.select("h2, p.rubric") if title.find_next_sibling()]


def idents_of(page: Tag) -> list[str]:
    return [str(each["id"]) for each in page.select("[id^=bml-q]")]


@pytest.fixture
def practised(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    pages = {"index.md": NOTES, "bml-topics.toml": TOPICS}
    site.write(pages, {"practice": True, "topics": {"Notrump": ["1N"]}})
    return site


def test_mkdocs_makes_a_page_of_practice(practised: Site) -> None:
    practised.build()
    page = practised.page("practice/index.html")
    assert names_of(page) == ASKED
    assert len(page.select(".bml-quiz")) == 4
    assert "Partner completes." in page.get_text()
    for name in ("practice/index.html", "index.html"):
        idents = idents_of(practised.page(name))
        assert idents
        assert len(idents) == len(set(idents))


def test_mkdocs_keeps_a_page_of_that_name(practised: Site) -> None:
    practised.write({"practice.md": "# Mine\n"}, {"practice": True})
    practised.build()
    assert practised.page("practice/index.html").select(".bml-quiz") == []


@pytest.mark.parametrize("value", ["../practice", "/x", "a//.b", 3, ""])
def test_the_name_of_the_page_is_checked(value: object) -> None:
    with pytest.raises(ValueError, match="Write true, false, or the name of the page"):
        SETTINGS["practice"].read(value)


@pytest.mark.parametrize("value", [3, {"Raises": []}, {"Raises": ["8N"]}, {"Raises": {"seed": 1}}])
def test_topics_of_settings_are_checked(value: object) -> None:
    with pytest.raises(ValueError, match=r"Write names|The topic Raises"):
        SETTINGS["topics"].read(value)


def test_sphinx_makes_a_page_of_practice(tmp_path: Path, make_app: MakeApp) -> None:
    pages = {"index.md": NOTES.replace("```bml quiz", "```{bml:quiz}"), "bml-topics.toml": TOPICS}
    project = Project(tmp_path, make_app, pages, 'bml_practice = True\nbml_topics = {"Notrump": ["1N"]}\n')
    build = project.build()
    assert build.warnings == []
    page = build.html("practice.html")
    assert names_of(page) == ASKED
    for idents in map(idents_of, (page, build.html())):
        assert idents
        assert len(idents) == len(set(idents))
    # Nothing is read again, but another file of topics changes the page.
    project.write("bml-topics.toml", "")
    again = project.build()
    assert again.read == []
    assert names_of(again.html("practice.html")) == [name for name in ASKED if name != "Transfers"]
    project.write("practice.rst", "Mine\n====\n")
    assert project.build().html("practice.html").select(".bml-quiz") == []


def test_zensical_says_that_it_makes_no_page(tmp_path: Path) -> None:
    zensical = Zensical(tmp_path)
    zensical.write("index.md", NOTES)
    settings = tmp_path / "zensical.toml"
    table = "[project.markdown_extensions.bml]\n"
    settings.write_text(settings.read_text().replace(table, f"{table}practice = true\n"))
    assert "write practice.md with a block quiz" in zensical.build()
