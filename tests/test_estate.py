"""The same files are the same system in both hosts."""

from __future__ import annotations

from pathlib import Path

from tests.estate import SYSTEM, write_estate
from tests.mkdocs_bml.sites import Site
from tests.programs import run_here


def test_both_hosts_write_the_same_bytes(tmp_path: Path) -> None:
    site = Site(tmp_path)
    docs = site.folder / "docs"
    write_estate(docs)
    site.write({}, exclude_docs="conf.py\n")
    (docs / "conf.py").write_text(
        'project = "Site"\nextensions = ["sphinx_bml"]\nsource_suffix = {".bml": "bml"}\n', "utf-8"
    )
    out = tmp_path / "sphinx"
    run = run_here("sphinx-build", "-q", "-b", "bss", "-j", "2", str(docs), str(out), folder=tmp_path)
    assert run.returncode == 0
    site.build(strict=False)
    written = (out / "system.bss").read_bytes()
    assert written == (site.output / "system.bss").read_bytes()
    assert written.decode() == SYSTEM
