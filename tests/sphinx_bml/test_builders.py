"""Every builder of Sphinx shows BML, without a warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

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


def sphinx_build(source: Path, out: Path, builder: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-d", str(out.parent / f"{builder}-doctrees")]
    return subprocess.run(
        [*command, "-b", builder, *more, str(source), str(out)], capture_output=True, text=True, check=False
    )


@pytest.fixture
def source(rootdir: Path, tmp_path: Path) -> Path:
    shutil.copytree(rootdir / "test-all", tmp_path / "source")
    return tmp_path / "source"


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_feature_in_every_builder(source: Path, tmp_path: Path, builder: str) -> None:
    result = sphinx_build(source, tmp_path / "out", builder, "-n", "-W", "--keep-going", "-j", "2")
    assert (result.returncode, result.stderr) == (0, "")


def test_the_pages_of_an_e_book_are_xml_and_have_the_style_sheet(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    sphinx_build(source, out, "epub")
    with zipfile.ZipFile(next(out.glob("*.epub"))) as book:
        pages = [name for name in book.namelist() if name.endswith(".xhtml")]
        for name in pages:
            ElementTree.fromstring(book.read(name))
        assert b"bml-table" in book.read("contents.xhtml")
        assert b"_static/bml-book.css" in book.read("contents.xhtml")
        assert "_static/bml-book.css" in book.namelist()
        assert "_static/bml.css" not in book.namelist()


@pytest.mark.slow
def test_the_e_book_is_valid(source: Path, tmp_path: Path) -> None:
    # Debian brings a Java archive that not every system starts by its name.
    java, epubcheck = require_tool("java"), require_tool("epubcheck")
    out = tmp_path / "out"
    sphinx_build(source, out, "epub")
    book = next(out.glob("*.epub"))
    run = subprocess.run([java, "-jar", epubcheck, book], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert "No errors or warnings detected" in run.stdout


@pytest.mark.slow
def test_the_pdf_has_the_suits(source: Path, tmp_path: Path) -> None:
    require_tool("pdflatex")
    make, pdftotext = require_tool("latexmk"), require_tool("pdftotext")
    out = tmp_path / "out"
    sphinx_build(source, out, "latex")
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
def test_makeinfo_reads_the_texinfo(source: Path, tmp_path: Path) -> None:
    makeinfo = require_tool("makeinfo")
    out = tmp_path / "out"
    sphinx_build(source, out, "texinfo")
    run = subprocess.run(
        [makeinfo, "--plaintext", "everyfeature.texi"], cwd=out, capture_output=True, text=True, check=True
    )
    assert "1♣     Any hand with 16+ hcp" in run.stdout


def test_groff_reads_the_manual_page(source: Path, tmp_path: Path) -> None:
    groff = require_tool("groff")
    out = tmp_path / "out"
    sphinx_build(source, out, "man")
    page = next(out.glob("*.1"))
    run = subprocess.run(
        [groff, "-Kutf8", "-Tutf8", "-man", "-ww", str(page)], capture_output=True, text=True, check=True
    )
    assert "1♣     Any hand with 16+ hcp" in run.stdout
    assert "    1♥     20+ hcp & <b>bold?</b>" in run.stdout
