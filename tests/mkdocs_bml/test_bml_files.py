"""BML files as pages of a MkDocs site, beside the scripts: strict programs, odd names, odd and huge texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.estate import SYSTEM, write_estate
from tests.mkdocs_bml.sites import Site, run


@pytest.mark.parametrize("program", ["mkdocs", "properdocs"])
def test_an_estate_builds_strictly_with_either_program(program: str, site: Site) -> None:
    write_estate(site.folder / "docs")
    # Its odd file in UTF-8, so that a strict build has nothing to say.
    odd = site.folder / "docs/defence.bml"
    odd.write_text(odd.read_text("latin-1"), "utf-8")
    site.write({}, theme="material", repo_url="https://git.example/notes", validation={"anchors": "warn"})
    done = run(program, site.folder)
    assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr
    assert site.bss() == SYSTEM


@pytest.mark.parametrize(
    "text",
    ["", "\n", "\ufeff", "template: x\n", "---\ntitle: x\n---\n", "1C\n", "{{ x }} <b>\n", "* A\n* A\n"],
)
def test_a_page_may_hold_anything(text: str, site: Site) -> None:
    site.write({"index.bml": text})
    site.build()
    assert site.page("index.html").select("h1")


@pytest.mark.slow
def test_a_page_may_be_huge(site: Site) -> None:
    tables = "".join(f"1C-{1 + n // 5}{'CDHSN'[n % 5]}---\n" + "7N  x\n" * 100 + "\n" for n in range(1, 13))
    site.write({"index.bml": tables}, plugin={"allow": {"BML911": "It is about the size."}})
    site.build()
    assert len(site.page("index.html").select(".bml-row")) > 1_000


@pytest.mark.parametrize("name", ["after 1NT", "défense à 1SA", "a[1]", "x*y?", "1♣", "a'b\"c", "a.b"])
def test_names_of_pages_and_parts_may_be_anything(name: str, site: Site) -> None:
    files = {
        "index.bml": "Text.\n",
        f"{name}.bml": f"1C\n\n#INCLUDE parts/{name}.bml\n",
        f"parts/{name}.bml": "1D  part\n",
    }
    site.write(files)
    site.build()
    assert site.page(f"{name}/index.html").select(".bml-table")
    assert site.bss().count("part") == 1


def test_a_link_out_of_the_documentation_is_a_page_as_markdown_would_be(site: Site) -> None:
    (site.folder / "outside.bml").write_text("1C  outside\n", "utf-8")
    site.write({"index.md": "# T\n"})
    Path(site.folder, "docs/linked.bml").symlink_to("../outside.bml")
    site.build()
    assert "outside" in site.page("linked/index.html").get_text()
