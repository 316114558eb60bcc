"""What the manual says each builder shows is what it shows: every row of the table, on one small project."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests.manual_pages import MANUAL, section, terms

PAGE = MANUAL / "builders.md"
SECTION = "The table"
ROOT = Path(__file__).parent / "roots" / "builders"

COLUMNS = {
    "html": ("html", "dirhtml", "singlehtml"),
    "epub": ("epub",),
    "latex": ("latex",),
    "text": ("text",),
    "man": ("man",),
    "texinfo": ("texinfo",),
    "xml": ("xml",),
    "MkDocs": ("mkdocs",),
}

# ---------------------------------------------------------------- what each feature looks like

# In whatever form a builder may write it, so that a row is wrong as soon as another builder
# learns the feature. The project is in German; no other text of it has these words.
FEATURES = {
    "Responses indented below their bid": r"<ul>\s*<li[^>]*>(?:<a[^>]*></a>)?<div[^>]*><span[^>]*>Pass"
    r"|\\bmlrow\{1\}\{Pass\}|\n  Pass   ",
    "Rows that open and close": r"<details",
    "Rows closed at first (`collapse`)": r"<details><summary",
    "Two columns (`style: table`)": r"<table class=\"bml-rows\"|\\begin\{tabular\}\{ll\}",
    "The auction so far": r"1NT(?:</span>)? – |1NT\\bmldash",
    "Opponents' calls in parentheses": r"\(Kontra\)",
    "Alert marks": r"2♠!|class=\"bml-alert\"|\\bmlspades\{\}!",
    "Suits as signs in tables": r"2♥|class=\"bml-hearts\" data-n=\"2\"|2\\bmlhearts",
    "Suits in colour": r"\.bml-hearts[^}]*\bcolor:|\\usepackage\[four\]\{bml\}|\x1b\[|\\m\[|@color",
    "Abbreviations explained": r"game forcing",
    "Rows with an address": r"1N-2D-2H",
    "Filter and buttons": r"<script[^>]*bml\.js",
    "Deals around a compass": r"class=\"bml-compass\"|\\bmlcompass|\n {10,}Nord\n(?:.*\n){5}West {5,}Ost\n",
    "Points of hands (`hcp`)": r"\b16 FP\b",
    "Auctions below seats": r"\\bmlbidders\{West\}\{Nord\}|West +Nord +Ost"
    r"|<th scope=\"col\">West</th><th scope=\"col\">Nord</th>",
    "Captions": r"Our openings",
    "Headings in the contents": r"<a (?!class=\"headerlink\")[^>]*href=\"[^\"]*#majors\""
    r"|\\sphinxtableofcontents[\s\S]*\\section\{Majors\}|\n *\* Majors\n|\n\* Majors::"
    r"|refuri=\"notes#majors\"",
    "Targets of links": r"https://\S*bridge\S*\.example",
    "Source beside the result (`show: both`)": r"3\+(?:<span class=\"nb\">|\\PYG\{n\+nb\}\{)?!d",
    "Words in the language of the page": r"Teiler Süd",
    "Translated text": r"Verteidigung",
    "Links to exported files (`download`)": r"<a [^>]*href=\"[^\"]*notes\.bboalert\.txt\"",
    "The `.bss` file in the same run": r"=NYYYYYY",
    "Boards of files (`deal`)": r"Nord Lindqvist",
    "Answers that open (`hide`)": r"<details class=\"bml-answer|kind=\"answer\"",
    "Links that play a board on BBO (`bbo`)": r"(?:(?:href|refuri)=\"|href\{|@footnote\{|<)https:\S*handv",
    "How often calls are made (`frequencies`)": r"4,87\\?[ ~\u00a0]\\?%",
    "Example hands (`examples`)": r"Muster[\s\S]{1,1600}?\b1[567]\s+FP",
    "Links to files of deals (`deals`)": r"<a [^>]*href=\"[^\"]*deals\.pbn\"",
}

# ---------------------------------------------------------------- the outputs


def sphinx_source(folder: Path) -> Path:
    """The project ``roots/builders``, with its catalogue compiled."""
    shutil.copytree(ROOT, folder)
    path = folder / "locale/de/LC_MESSAGES/notes.po"
    with path.open("rb") as source, path.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(source, "de"))
    return folder


def build_pages(source: Path, out: Path, builder: str) -> None:
    # The pages are read once for all builders.
    doctrees = str(out.parent / "doctrees")
    # Sphinx would go on with the language of these pages in the next test.
    with patch_docutils(str(source)), docutils_namespace(), mock.patch.dict("sphinx.locale.translators"):
        app = Sphinx(str(source), str(source), str(out), doctrees, builder, status=None, warning=None)
        app.build()
    assert app.statuscode == 0


def build_mkdocs(folder: Path) -> Path:
    (folder / "docs").mkdir(parents=True)
    for name, place in (("mkdocs.yml", ""), ("notes.md", "docs/index.md"), ("hands.pbn", "docs/hands.pbn")):
        shutil.copy(ROOT / name, folder / place)
    config = load_config(str(folder / "mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=False)
    build_site(config)
    return folder / "site"


def texts(folder: Path) -> str:
    """What readers of an output get: pages, our style sheets and exported files."""
    book = next(folder.glob("*.epub"), None)
    if book is not None:
        with zipfile.ZipFile(book) as pages:
            return "\n".join(pages.read(name).decode() for name in pages.namelist() if is_shown(name))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return "\n".join(path.read_text("utf-8") for path in files if is_shown(str(path.relative_to(folder))))


def is_shown(name: str) -> bool:
    # Offered for download, not shown.
    if "_sources/" in name or name.endswith(".bboalert.txt"):
        return False
    return bool(re.search(r"\.(?:x?html|tex|txt|1|texi|xml|bss)$|bml[\w-]*\.css$", name))


Outputs = Callable[[str], str]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    """The text of the output of a builder, built when it is first asked for."""
    folder = tmp_path_factory.mktemp("builders")
    source = sphinx_source(folder / "source")
    known: dict[str, str] = {}

    def output(builder: str) -> str:
        if builder not in known:
            out = folder / builder
            if builder == "mkdocs":
                out = build_mkdocs(out)
            else:
                build_pages(source, out, builder)
            known[builder] = texts(out)
        return known[builder]

    return output


# ---------------------------------------------------------------- the table


def rows() -> dict[str, list[str]]:
    """Which builders show each feature; one without a row is shown by all."""
    said = {
        feature: re.findall("MkDocs|(?<=`)\\w+(?=`)", shown)
        for feature, shown in terms(section(PAGE, SECTION))
    }
    assert all(set(shown) < set(COLUMNS) for shown in said.values())
    return {feature: said.get(feature, [*COLUMNS]) for feature in FEATURES | said}


def test_table_has_no_row_of_an_unknown_feature() -> None:
    assert list(rows()) == list(FEATURES)


@pytest.mark.parametrize(
    ("column", "builder"), [(column, builder) for column, builders in COLUMNS.items() for builder in builders]
)
def test_a_builder_shows_what_the_page_says(outputs: Outputs, column: str, builder: str) -> None:
    shown = [feature for feature, pattern in FEATURES.items() if re.search(pattern, outputs(builder))]
    assert shown == [feature for feature in FEATURES if column in rows()[feature]]
