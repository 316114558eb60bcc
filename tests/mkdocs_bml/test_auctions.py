"""Links to auctions on Markdown pages: in one text, over all pages of a site, and what is wrong with them."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from sphinx.util.inventory import InventoryFile

from bml_core.site import AuctionIndex
from mkdocs_bml.sites import Inventories, read_inventory, write_inventory
from tests.mkdocs_bml.pages import convert, fence
from tests.mkdocs_bml.sites import Site

NOTRUMP = "# Notrump\n\n" + fence('1N  15--17\n  2C  Stayman "<b>"\n    2D  No major')


def links(page: Tag) -> list[tuple[str, str]]:
    """The text and the address of each link to a row, aside from those that tables make."""
    found = page.select("a[href*='#1N'], a[href*='#(1']")
    written = (link for link in found if not link.find_parent(class_="bml-history"))
    return [(link.get_text(), str(link["href"])) for link in written if "bml-responses" not in link["class"]]


def test_a_hostile_target_cannot_leave_its_attribute() -> None:
    page = BeautifulSoup(
        convert("<a href='auction:1N\"><script>'>x</a> [y](<auction:\"onclick=x>)\n\n" + fence("1N  1")).html,
        "html.parser",
    )
    assert page.select("script, [onclick]") == []


# ---------------------------------------------------------------- other sites


def test_the_inventory_of_a_site_is_one_that_sphinx_reads(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.write({"index.md": "# Site", "system/notrump.md": NOTRUMP})
    site.build()
    content = (site.output / "objects.inv").read_bytes()
    known = InventoryFile.loads(content, uri="https://club.example").data["bml:auction"]
    assert {name: entry.uri for name, entry in known.items()} == {
        "1N": "https://club.example/system/notrump/#1N",
        "1N-2C": "https://club.example/system/notrump/#1N-2C",
        "1N-2C-2D": "https://club.example/system/notrump/#1N-2C-2D",
    }


def test_auctions_of_other_sites_are_linked(tmp_path: Path) -> None:
    club, site = Site(tmp_path / "club"), Site(tmp_path / "site")
    club.write({"index.md": NOTRUMP})
    club.build()
    inventories = {"club": {"url": "https://club.example/a", "file": "../club/site/objects.inv"}}
    site.write(
        {"index.md": "[](auction:club:1N-2C) and [x](auction:club:1N-2C-2D)\n"}, {"inventories": inventories}
    )
    site.build()
    assert links(site.page("index.html")) == [
        ("1NT–2C", "https://club.example/a/#1N-2C"),
        ("x", "https://club.example/a/#1N-2C-2D"),
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is not an inventory of version 2"),
        (b"<html>", "it is not an inventory of version 2"),
        (b"# Sphinx inventory version 2\n#\n#\n# zlib\nnonsense", "it is damaged"),
        (None, "No such file"),
    ],
)
def test_a_wrong_inventory_is_reported_once(tmp_path: Path, content: bytes | None, why: str) -> None:
    if content is not None:
        (tmp_path / "objects.inv").write_bytes(content)
    inventories = Inventories({"club": {"url": "https://club.example/", "file": "objects.inv"}}, tmp_path)
    assert [inventories.find(each) for each in ("club:1N", "1N", "8N")] == [None, None, None]
    (fault,) = inventories.faults()
    assert why in fault.message
    assert list(inventories.faults()) == []


_INVENTORY_HEAD = b"# Sphinx inventory version 2\n# Project: x\n# Version: \n# zlib\n"


def test_an_entry_leads_into_its_own_site_or_is_left_out() -> None:
    addresses = {
        "1C": "a/#$",
        "1D": "",
        "1H": "javascript:alert(1)#$",
        "1S": "data:text/html,x",
        "1N": "//other.example/#$",
        "2C": "https://other.example/notes/#$",
        "2D": "http://club.example/notes/#$",
        "2H": "../../#$",
        "2S": "http://[",
        "2N": "https://club.example/notes/b/#$",
        "3C": "/other/#$",
        "3D": "JAVASCRIPT:alert(1)",
        "3H": "a/../../x/#$",
    }
    lines = "".join(f"{name} bml:auction 1 {where} -\n" for name, where in addresses.items())
    content = _INVENTORY_HEAD + zlib.compress(lines.encode())
    assert read_inventory(content, "https://club.example/notes") == {
        "1C": ("https://club.example/notes/a/#1C", "-"),
        "1D": ("https://club.example/notes/", "-"),
        "2N": ("https://club.example/notes/b/#2N", "-"),
    }


def test_an_inventory_that_unpacks_to_more_than_20_megabytes_is_not_read() -> None:
    content = _INVENTORY_HEAD + zlib.compress(b"1C bml:auction 1 a/#$ -\n" * 900_000)
    with pytest.raises(ValueError, match="too large"):
        read_inventory(content, "https://club.example/")


def test_the_entries_of_another_plugin_stay() -> None:
    other = b"# Sphinx inventory version 2\n# Project: x\n# Version: \n# zlib\n"
    other += zlib.compress(b"bml.load py:function 1 api/#$ -\n1C bml:auction 1 old/#$ -\n")
    content = write_inventory("Notes", AuctionIndex((), {}), str, other)
    assert list(InventoryFile.loads(content, uri="").data) == ["py:function"]
