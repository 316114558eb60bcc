"""Every builder of Sphinx shows BML, without a warning."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.shared import made_once, run_folder
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
    """A finished build: what it returned and wrote on standard error, and where its output is."""

    out: Path
    code: int
    errors: str


@pytest.fixture
def built(rootdir: Path, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Callable[[str], Built]:
    """Build the project with a builder, once in a test run; a test gets a copy of the output."""

    def build(folder: Path, builder: str) -> None:
        shutil.copytree(rootdir / "test-all", folder / "source")
        command = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-j", "2", "-b", builder]
        command += ["-d", str(folder / "doctrees")]
        run = subprocess.run(
            [*command, folder / "source", folder / "out"], capture_output=True, text=True, check=False
        )
        (folder / "run.json").write_text(json.dumps([run.returncode, run.stderr]))

    def copied(builder: str) -> Built:
        folder = run_folder(tmp_path_factory) / "every-feature" / builder
        made_once(folder, lambda folder: build(folder, builder))
        shutil.copytree(folder / "out", tmp_path / builder)
        return Built(tmp_path / builder, *json.loads((folder / "run.json").read_text()))

    return copied


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_feature_in_every_builder(built: Callable[[str], Built], builder: str) -> None:
    result = built(builder)
    assert (result.code, result.errors) == (0, "")


def test_the_pages_of_an_e_book_are_xml_and_have_the_style_sheet(built: Callable[[str], Built]) -> None:
    with zipfile.ZipFile(next(built("epub").out.glob("*.epub"))) as book:
        pages = [name for name in book.namelist() if name.endswith(".xhtml")]
        for name in pages:
            ElementTree.fromstring(book.read(name))
        assert b"bml-table" in book.read("contents.xhtml")
        assert b"_static/bml-book.css" in book.read("contents.xhtml")
        assert "_static/bml-book.css" in book.namelist()
        assert "_static/bml.css" not in book.namelist()


@pytest.mark.slow
def test_the_e_book_is_valid(built: Callable[[str], Built]) -> None:
    # Debian brings a Java archive that not every system starts by its name.
    java, epubcheck = require_tool("java"), require_tool("epubcheck")
    out = built("epub").out
    book = next(out.glob("*.epub"))
    run = subprocess.run([java, "-jar", epubcheck, book], capture_output=True, text=True, check=False)
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
