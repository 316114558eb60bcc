"""Every builder of Sphinx shows BML, without a warning."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sphinx.util.docutils import docutils_namespace

from tests.programs import run_here
from tests.shared import alone, made_once, run_folder
from tests.sphinx_bml.projects import MakeApp, Project
from tests.system_tools import require_tool

BUILDERS = [
    "html",
    "dirhtml",
    "singlehtml",
    "epub",
    "latex",
    "text",
    "man",
    "texinfo",
    "xml",
    "pseudoxml",
    "gettext",
    "linkcheck",
    "dummy",
    "changes",
    "bss",
    "bboalert",
]


@dataclass(frozen=True)
class Built:
    """A finished build: what it warned of, and where its output is."""

    out: Path
    warnings: str


@pytest.fixture
def built(
    rootdir: Path, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, make_app: MakeApp
) -> Callable[[str], Built]:
    """Build the project with a builder, once in a test run; a test gets a copy of the output.

    The builders share what was read, as they do for a reader who builds with one after the other.
    """
    shared = run_folder(tmp_path_factory) / "every-feature"

    def build(builder: str, folder: Path, warnings: Path) -> None:
        source = made_once(shared / "source", lambda folder: shutil.copytree(rootdir / "test-all", folder))
        with docutils_namespace():
            app = make_app(builder, srcdir=source, builddir=folder, confoverrides={"nitpicky": True})
            app.build()
        warnings.write_text(app.warning.getvalue(), "utf-8")

    def copied(builder: str) -> Built:
        # Sphinx keeps what it reads for catalogues apart.
        folder = shared / ("catalogues" if builder == "gettext" else "build")
        with alone(folder):
            warnings = made_once(shared / f"{builder}.txt", lambda file: build(builder, folder, file))
        shutil.copytree(folder / builder, tmp_path / builder)
        return Built(tmp_path / builder, warnings.read_text("utf-8"))

    return copied


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_feature_in_every_builder(built: Callable[[str], Built], builder: str) -> None:
    assert built(builder).warnings == ""


def test_a_parallel_build_of_every_feature(rootdir: Path, tmp_path: Path) -> None:
    options = ["-q", "-n", "-W", "--keep-going", "-j", "2"]
    run = run_here("sphinx-build", *options, str(rootdir / "test-all"), str(tmp_path), folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_pages_of_an_e_book_are_xml_and_have_the_style_sheet(built: Callable[[str], Built]) -> None:
    with zipfile.ZipFile(next(built("epub").out.glob("*.epub"))) as book:
        pages = [name for name in book.namelist() if name.endswith(".xhtml")]
        for name in pages:
            ElementTree.fromstring(book.read(name))
        assert b"bml-table" in book.read("contents.xhtml")
        assert b"_static/bml-book.css" in book.read("contents.xhtml")
        assert "_static/bml-book.css" in book.namelist()
        assert "_static/bml.css" not in book.namelist()


def test_an_e_book_says_how_it_can_be_read_and_shows_no_long_addresses(
    project: Callable[..., Project],
) -> None:
    address = f"https://example.org/?{'x' * 80}"
    build = project(
        {"index.rst": f"Ours\n====\n\n`A board <{address}>`__, {address}, `short <http://a.org>`__\n"}
    ).build("epub", language="nl", version="", copyright="")
    page, package = build.text("index.xhtml"), build.text("content.opf")
    assert '<html lang="nl" xml:lang="nl"' in page
    assert (
        f'href="{address}">A board</a>, <a class="reference external" href="{address}">example.org/…</a>, '
        in page
    )
    assert "[http://a.org]" in page
    assert '<meta property="schema:accessMode">textual</meta>' in package
    assert "></dc:rights>" not in package
    assert "></meta>" not in package


@pytest.mark.slow
def test_the_e_book_is_valid(built: Callable[[str], Built]) -> None:
    # Debian brings a Java archive that not every system starts by its name.
    java, epubcheck = require_tool("java"), require_tool("epubcheck")
    out = built("epub").out
    book = next(out.glob("*.epub"))
    # For a run this short, the compiler that thinks longest does not pay.
    command: list[str | Path] = [java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", epubcheck, book]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert "No errors or warnings detected" in run.stdout


@pytest.mark.slow
def test_the_pdf_has_the_suits(built: Callable[[str], Built]) -> None:
    require_tool("pdflatex")
    make, pdftotext = require_tool("latexmk"), require_tool("pdftotext")
    out = built("latex").out
    run = subprocess.run(
        [make, "-pdf", "-silent", "-interaction=nonstopmode", "-halt-on-error", "everyfeature.tex"],
        cwd=out,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    text = subprocess.run(
        [pdftotext, "-layout", "everyfeature.pdf", "-"], cwd=out, capture_output=True, text=True, check=True
    ).stdout
    assert "Any hand with 16+ hcp" in text
    assert "\\section{x} $100_2^3 ~%" in text
    assert "KQxxxx" in text


@pytest.mark.slow
def test_makeinfo_reads_the_texinfo(built: Callable[[str], Built]) -> None:
    makeinfo = require_tool("makeinfo")
    out = built("texinfo").out
    run = subprocess.run(
        [makeinfo, "--plaintext", "everyfeature.texi"], cwd=out, capture_output=True, text=True, check=True
    )
    assert "1♣     Any hand with 16+ hcp" in run.stdout


def test_groff_reads_the_manual_page(built: Callable[[str], Built]) -> None:
    groff = require_tool("groff")
    out = built("man").out
    page = next(out.glob("*.1"))
    run = subprocess.run(
        [groff, "-Kutf8", "-Tutf8", "-man", "-ww", str(page)], capture_output=True, text=True, check=True
    )
    assert "1♣     Any hand with 16+ hcp" in run.stdout
    assert "    1♥     20+ hcp & <b>bold?</b>" in run.stdout
