"""Links to auctions on Markdown pages: in one text, over all pages of a site, and what is wrong with them."""

from __future__ import annotations

import logging
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
    found = page.select("a[href*='#1N']:not(.bml-link), a[href*='#(1']:not(.bml-link)")
    written = (link for link in found if not link.find_parent(class_="bml-history"))
    return [(link.get_text(), str(link["href"])) for link in written if "bml-responses" not in link["class"]]


def test_links_of_a_text_lead_to_its_own_rows() -> None:
    text = "[Stayman](auction:1nt-2c), *[](auction:1N-2C-2D)*, [x](auction:(1H)-D).\n\n"
    table = fence(
        "1N  See [*this*](auction:1N-2C) or [](auction:1N-2C)\n  2C  Stayman\n    2D  No\n\n"
        "(1H)\n  D  Takeout"
    )
    page = convert(text + table).soup
    assert links(page) == [
        ("Stayman", "#1N-2C"),
        ("1NT–2C–2D", "#1N-2C-2D"),
        ("x", "#(1H)-D"),
        ("this", "#1N-2C"),
        ("1NT–2C", "#1N-2C"),
    ]
    assert page.select_one("a[href='#(1H)-D']")["title"] == "Takeout"  # type: ignore[index]


def test_code_and_other_links_stay_as_they_are() -> None:
    page = convert("`[x](auction:1N)` [y](https://a.example/auction:1N)\n\n" + fence("1N  15--17")).soup
    assert [a["href"] for a in page.select("a:not(.bml-link)")] == ["https://a.example/auction:1N"]


def test_a_wrong_address_is_its_text_and_a_warning_at_its_line(caplog: pytest.LogCaptureFixture) -> None:
    text = "Text\n\n[x](auction:1N-2D) and\n[<b>y</b>](auction:1N-2D)\n\n" + fence(
        "1N  15--17\n  2C  [z](auction:8N)"
    )
    with caplog.at_level(logging.WARNING):
        page = convert(text).soup
    assert links(page) == []
    assert page.p is not None
    assert page.find_all("p")[1].get_text() == "x and\ny"
    assert [record.getMessage().partition("<page>:")[2] for record in caplog.records] == [
        "3:1: BML322: The notes have no auction 1N-2D. The nearest ones are 1N-2C. "
        "The same goes for 1N-2D (line 4).",
        "8:7: BML631: 8N is not a call. "
        "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C.",
    ]


def test_links_lead_to_the_pages_of_a_site(tmp_path: Path) -> None:
    site = Site(tmp_path)
    text = "# Links\n\n[Stayman](auction:1N-2C) and [](auction:1N-2C-2D)\n\n"
    inner = fence("1N-2C;\n2H  See [Stayman](auction:1N-2C)\n  2S  [](auction:1N)")
    site.write({"index.md": text + inner, "system/notrump.md": NOTRUMP})
    site.build()
    assert links(site.page("index.html")) == [
        ("Stayman", "system/notrump/#1N-2C"),
        ("1NT–2C–2D", "system/notrump/#1N-2C-2D"),
        ("Stayman", "system/notrump/#1N-2C"),
        ("1NT", "system/notrump/#1N"),
    ]
    (link, *_) = site.page("index.html").select("a[href='system/notrump/#1N-2C']")
    assert link["title"] == 'Stayman "<b>"'
    assert site.page("system/notrump/index.html").find(id="1N-2C-2D") is not None


def test_a_strict_build_fails_with_a_wrong_address(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.write({"index.md": "[x](auction:1N-2D)\n", "notrump.md": NOTRUMP})
    with pytest.raises(Exception, match="strict"):
        site.build()


def test_a_hostile_target_cannot_leave_its_attribute() -> None:
    page = BeautifulSoup(
        convert("<a href='auction:1N\"><script>'>x</a> [y](<auction:\"onclick=x>)\n\n" + fence("1N  1")).html,
        "html.parser",
    )
    assert page.select("script, [onclick]") == []


# ---------------------------------------------------------------- auctions in texts

PROSE = """\
# Links 1N-2C

After 1NT–2♣ or **1N - 2C**, not *1N*-2C, `1N-2C`, [a 1N-2C](https://a.example/) or 1N-3C.

"""
ROWS = "1N  See 1N-2C-2D\n  2C  Stayman\n    2D  See 1N-2C, =1N-2C=, [1N-2C](notrump.md), 1N-4C"


def test_auctions_in_texts_are_links_where_the_notes_have_them() -> None:
    page = convert(PROSE + fence(f"* A 1N-2C\n\nSo 1N--2!c or /1N-2C/.\n\n{ROWS}")).soup
    assert links(page) == [
        ("1NT–2♣", "#1N-2C"),
        ("1N - 2C", "#1N-2C"),
        ("1NT–2C", "#1N-2C"),
        ("1NT-2C", "#1N-2C"),
        ("1NT-2C-2D", "#1N-2C-2D"),
        ("1NT-2C", "#1N-2C"),
    ]
    assert page.select("summary a, h1 a, h2 a") == []


def test_links_below_a_branch_are_those_that_the_notes_have() -> None:
    page = convert(fence("1N  Not 1N-4C, nor 1N-4D\n  2C  See 1N-4C and 1N-2D\n    2D  x\n  2D  y")).soup
    assert [below.get_text() for below in page.select(".bml-links")] == ["1NT-2D"]
    assert page.select_one("details .bml-text").get_text() == "Not 1NT-4C, nor 1NT-4D"  # type: ignore[union-attr]


def test_auctions_in_texts_stay_as_they_are_if_the_settings_say_so() -> None:
    assert links(convert(PROSE + fence(ROWS), link_auctions=False).soup) == []


def test_dashes_that_extensions_make_are_dashes() -> None:
    page = convert("1N--2C\n\n" + fence(ROWS), "smarty").soup
    assert links(page)[0] == ("1N–2C", "#1N-2C")


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
        {"index.md": "[](auction:club:1N-2C) and [x](auction:1N-2C-2D)\n"}, {"inventories": inventories}
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


# ---------------------------------------------------------------- the index


def test_the_index_has_the_auctions_of_all_pages(tmp_path: Path) -> None:
    site = Site(tmp_path)
    index = "# All\n\n```bml auctions\n:start: 1nt-2c\n```\n\n"
    site.write({"index.md": index, "notrump.md": NOTRUMP, "majors.md": fence("1H  5+")})
    site.build()
    page = site.page("index.html")
    assert links(page) == [("2C", "notrump/#1N-2C"), ("2D", "notrump/#1N-2C-2D")]
    assert page.select(".bml-table [id]") == []


def test_an_index_of_nothing_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        convert("```bml auctions\n:start: 2C\n```\n\n" + fence("1N  15--17"))
    (record,) = caplog.records
    assert "BML136: The system system has no auctions on pages that begin with 2C." in record.getMessage()
