"""Sites write exported files in the formats they ask for, and pages have links that lead to them."""

from __future__ import annotations

import logging
from urllib.parse import unquote

import pytest
from mkdocs.exceptions import Abort

from bml_core import expand, parse
from bml_core.formats import EXPORTS
from tests.mkdocs_bml.pages import convert, fence
from tests.mkdocs_bml.sites import Site

FILES = ["system.bss", "system.bboalert.txt"]
CLUB = fence("", "download system=teams formats=bboalert caption='For the table, 1!c'")
PAGES = {
    "index.md": f"# Notes\n\n{fence('', 'download')}",
    "notes/system.md": f"# System\n\n{fence('1N  15--17, any')}\n{fence(':download:')}",
    "notes/deep/club.md": f"# Club\n\n{fence('1C  Strong', 'system=teams')}\n{CLUB}",
}
SYSTEMS = {"systems": {"system": {"title": "Ours"}, "teams": {}}}


def links(site: Site, page: str) -> dict[str, str]:
    found = site.page(page).select("ul.bml-downloads a[download]")
    return {str(link["href"]): link.get_text() for link in found}


def lead_to_files(site: Site, page: str) -> bool:
    folder = (site.output / page).parent
    return all((folder / unquote(target)).is_file() for target in links(site, page))


@pytest.mark.parametrize(
    ("directory_urls", "pages"),
    [
        (
            True,
            {
                "index.html": "",
                "notes/system/index.html": "../../",
                "notes/deep/club/index.html": "../../../",
            },
        ),
        (False, {"index.html": "", "notes/system.html": "../", "notes/deep/club.html": "../../"}),
    ],
)
def test_links_lead_to_files_from_every_folder(
    site: Site, directory_urls: bool, pages: dict[str, str]
) -> None:
    site.write(PAGES, SYSTEMS, use_directory_urls=directory_urls)
    site.build()
    top, system, club = pages
    for page in (top, system):
        assert links(site, page) == {
            f"{pages[page]}system.bss": "system.bss (Full Disclosure)",
            f"{pages[page]}system.bboalert.txt": "system.bboalert.txt (BBOalert)",
        }
    assert links(site, club) == {f"{pages[club]}teams.bboalert.txt": "teams.bboalert.txt (BBOalert)"}
    assert all(lead_to_files(site, page) for page in pages)
    caption = site.page(club).select_one("figure.bml-figure figcaption")
    assert caption is not None
    assert caption.get_text() == "For the table, 1C"


def test_index_of_a_folder(site: Site) -> None:
    site.write({"index.md": fence("1C  Strong"), "sub/index.md": fence("", "download")})
    site.build()
    assert list(links(site, "sub/index.html")) == [f"../{name}" for name in FILES]


@pytest.mark.parametrize(
    ("exports", "written"),
    [(["bss"], ["bss"]), ("bboalert", ["bboalert"]), ([], []), (None, ["bss", "bboalert"])],
)
def test_the_site_chooses_its_formats(site: Site, exports: object, written: list[str]) -> None:
    setting = {} if exports is None else {"exports": exports}
    site.write({"index.md": fence("1C  Strong, any")}, setting)
    site.build()
    system = expand([parse("1C  Strong, any")])
    files = {path.name: path.read_text("utf-8") for path in site.output.glob("system.*")}
    chosen = [EXPORTS[name] for name in written]
    assert files == {export.file_name("system"): export.dumps(system, title="Site") for export in chosen}


@pytest.mark.parametrize("exports", [["pdf"], 3, [["bss"]], {"a": 1}, [None]])
def test_a_format_that_is_not_there_stops_the_site(site: Site, exports: object) -> None:
    site.write({"index.md": ""}, {"exports": exports})
    with pytest.raises(Abort):
        site.build()


def test_what_is_offered_without_agreements_is_reported(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    site.write({"index.md": f"{fence('1C  Strong')}\n{fence('', 'download system=clvb')}"}, SYSTEMS)
    with caplog.at_level(logging.WARNING, "mkdocs"), pytest.raises(Abort):
        site.build()
    told = [message for message in caplog.messages if "empty" in message]
    assert told == [
        f"{site.folder}/docs/index.md:5:1: BML135: The system clvb has no agreements, so the files offered "
        "here are empty. The systems are system."
    ]
    assert lead_to_files(site, "index.html")


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("download formats=pdf", 'No file of the format "pdf" is written. Write bss.'),
        ("download formats=bboalert", 'No file of the format "bboalert" is written. Write bss.'),
        ("formats=bss", "The option formats is only for blocks that offer files."),
        ("download system=none", "This block belongs to no system, so there are no files to offer."),
    ],
)
def test_what_cannot_be_offered_is_reported(header: str, told: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "mkdocs"):
        page = convert(fence("1C  Strong", header), exports=["bss"])
    (message,) = caplog.messages
    assert told in message
    assert page.tables == ["1C"]


def test_a_block_may_show_its_text_and_offer_the_files() -> None:
    page = convert(fence("1C  Strong\n\n* Heading\n\nMore", "download"), "fenced_code")
    assert page.soup.select("div.bml-table ~ ul.bml-downloads ~ h1")
    assert [system for system, _ in page.exports] == ["system"]


def test_a_block_that_only_offers_files_adds_nothing_to_them() -> None:
    assert convert(fence("", "download")).exports == ()


def test_headings_links_and_names_around_the_links_are_left_alone(site: Site) -> None:
    text = fence(
        "1C  see [notes](notes/system.md)\n\n* Heading", "download name=files caption='[x](index.md)'"
    )
    site.write({**PAGES, "index.md": f"# Top\n\n{text}"}, SYSTEMS)
    site.build()
    assert list(links(site, "index.html")) == FILES
    assert lead_to_files(site, "index.html")
    assert site.page("index.html").select("figure#files > ul.bml-downloads")


def test_a_hidden_block_offers_nothing() -> None:
    assert "bml-downloads" not in convert(fence("1C  Strong", "download hide")).html
