"""Sites that link to each other through their inventories, both ways, and the addresses of a whole system."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.formats import bss
from bml_core.notes import read_notes_file
from bml_core.render.html import RowIds, walk_paths
from bml_core.site import PageFacts, Site, SystemPart
from tests.mkdocs_bml.sites import Site as MkDocsSite
from tests.sphinx_bml.projects import MakeApp, Project, listed

ROWS = "# Ours\n\n```bml\n{}\n```\n\n"
SYSTEM = Path(__file__).parents[1] / "demo_docs" / "system"


def test_sites_of_both_hosts_link_to_each_other(make_app: MakeApp, tmp_path: Path) -> None:
    club = MkDocsSite(tmp_path / "club")
    club.write({"index.md": ROWS.format("1N  12--14\n  2C  Puppet"), "more.md": ROWS.format("2C-2D;\n2H  x")})
    club.build()
    inventory = club.output / "objects.inv"
    conf = f"""
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {{"club": ("https://club.example/", {str(inventory)!r})}}
    """
    text = "[p](auction:club:1N-2C) {external+club:bml:auction}`1N-2C` [own](auction:1N-2C)\n\n"
    rows = ROWS.format("1D  5+\n  2N  GF")
    notes = Project(tmp_path / "notes", make_app, {"index.md": f"# Notes\n\n{text}{rows}"}, conf).build()
    # That of the club is not meant by an auction that these notes lack.
    assert len(notes.warnings) == 1
    assert "The notes have no auction 1N-2C" in notes.warnings[0]
    ours = [str(link["href"]) for link in notes.html().select("a[href*='club.example']")]
    assert ours == ["https://club.example/#1N-2C"] * 2
    back = {"url": "https://notes.example/", "file": str(Path(notes.app.outdir, "objects.inv"))}
    club.write({"index.md": "[gf](auction:notes:1D-2N)\n"}, {"inventories": {"notes": back}})
    club.build()
    theirs = [str(link["href"]) for link in club.page("index.html").select("a[href*='notes.example']")]
    assert theirs == ["https://notes.example/index.html#1D-2N"]
    assert "1D-2N" in listed(Path(notes.app.outdir, "objects.inv"))


def test_the_inventory_of_mkdocs_is_listed(tmp_path: Path) -> None:
    site = MkDocsSite(tmp_path)
    site.write({"index.md": ROWS.format("1N  12--14\n  2C  Puppet")})
    site.build()
    assert "1N-2C" in listed(site.output / "objects.inv")
    known = pytest.importorskip("sphobjinv").Inventory(str(site.output / "objects.inv"))
    assert [(entry.name, entry.role, entry.uri_expanded) for entry in known.objects] == [
        ("1N", "auction", "#1N"),
        ("1N-2C", "auction", "#1N-2C"),
    ]


def test_every_auction_of_the_exported_demo_has_an_address_that_is_on_a_page() -> None:
    pages = []
    for path in [*sorted(SYSTEM.glob("*.md")), SYSTEM / "defence-to-two-clubs.bml"]:
        ids, parts = RowIds(), []
        for block in read_notes_file(path).blocks:
            parts += [SystemPart(block.system, block.document)] if block.system else []
            for table in block.document.tables if block.is_shown else ():
                for _, row, way in () if table.hidden else walk_paths(table):
                    ids(way, row.call.location)
        pages.append((path.stem, PageFacts(parts=tuple(parts), rows=ids.places)))
    site = Site(pages)
    auctions = site.auctions
    on_pages = {(name, row) for name, facts in pages for row in facts.rows.values()}
    exported = bss.loads(bss.dumps(site.system("system")))
    assert len(exported.agreements) > 500
    wrong = []
    for agreement in exported.agreements:
        found = auctions.find(f"{agreement.auction:short}")
        if found.value is None or (found.value.page, found.value.row) not in on_pages:
            wrong.append(f"{agreement.auction:short}")
    assert wrong == []
