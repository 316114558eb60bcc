"""Claim: links, index and navigation add at most 15 % to a build of the demonstration's system with Sphinx.

The peer is the same build with all of that taken out by its ``conf.py``: auctions have no places, texts and
tables no links of their own, and the search no rows. Neither checks the notes, which is a claim of its own.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.measure import (
    REPOSITORY,
    WORK,
    CannotMeasureError,
    Outcome,
    python,
    run_process,
    say,
    time_in_turns,
)

TARGET = 1.15
REPEATS = 2

_CONF = """\
project = "Benchmark"
extensions = ["myst_parser", "sphinx_bml"]
source_suffix = {".md": "markdown", ".bml": "bml"}
root_doc = "index"
myst_fence_as_directive = ["bml"]
exclude_patterns = ["auctions.md"]
suppress_warnings = ["myst", "toc"]
bml_checks = False
"""
_WITHOUT = """\
bml_link_auctions = False

from bml_core.render import NO_LINKS
from sphinx_bml.domain import BmlDomain

BmlDomain.note_auctions = lambda self, builder: []
BmlDomain.ways = lambda self, builder, page: NO_LINKS
"""
_LINK = 'class="bml-responses"'


def measure() -> Outcome:
    """Build the system in turns, with links and without."""
    ours, peer = _project("with", _CONF), _project("without", _CONF + _WITHOUT)
    say(f"Sphinx, the system of the demonstration, {REPEATS} builds each with links and without")
    times = time_in_turns({"ours": lambda: _build(ours), "peer": lambda: _build(peer)}, repeats=REPEATS)
    if not (_has_links(ours) and not _has_links(peer)):
        raise CannotMeasureError("the pages do not have the links that they should have")
    ratio = times["ours"].median / times["peer"].median
    return Outcome(
        claim="Sphinx html of the demonstration, links against none",
        ours=times["ours"].median,
        peer=times["peer"].median,
        value=f"{ratio:.2f} times",
        target=f"<= {TARGET}",
        holds=ratio <= TARGET,
    )


def _project(name: str, conf: str) -> Path:
    folder = WORK / "links" / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(REPOSITORY / "demo_docs" / "system", folder)
    (folder / "conf.py").write_text(conf, "utf-8")
    return folder


def _build(folder: Path) -> None:
    output = folder / "_build"
    shutil.rmtree(output, ignore_errors=True)
    run_process(python("-m", "sphinx", "-q", "-b", "html", folder, output), python_path=REPOSITORY)


def _has_links(folder: Path) -> bool:
    return any(_LINK in page.read_text("utf-8") for page in (folder / "_build").glob("*.html"))
