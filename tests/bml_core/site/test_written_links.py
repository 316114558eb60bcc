"""Links to auctions in files of notes: which text is one, and what bml check reports of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Location
from bml_core.commands import main
from bml_core.site import AuctionLink, PageFacts, Site, links_in_page

MARKDOWN = {
    "[x](auction:1N-2C) and [](auction:1N)": ["1N-2C", "1N"],
    "[x](<auction:1N 2C>)": ["1N 2C"],
    "[x](auction:(1H)-D-(P)-1S) [y](auction:1C 'title')": ["(1H)-D-(P)-1S", "1C"],
    "{bml:auction}`Stayman <1N-2C>` {bml:auction}`~1N`": ["1N-2C", "1N"],
    "{bml:auction}`!1N-2C`": [],
    "`[x](auction:1N)` ``[x](auction:1N)``": [],
    "```md\n[x](auction:1N)\n```\n[y](auction:1C)": ["1C"],
    "~~~~\n~~~\n[x](auction:1N)\n~~~~\n": [],
    "```{note}\n[x](auction:1N)\n```": ["1N"],
    "```{bml}\n[x](auction:1N)\n```": [],
    "(auction:1N) [x](https://a.example/auction:1N)": [],
}
REST = {
    ":bml:auction:`1N-2C` :bml:auction:`Stayman <1N-2D>`": ["1N-2C", "1N-2D"],
    ":external+club:bml:auction:`1N-2C` [x](auction:1N)": [],
}


@pytest.mark.parametrize(("name", "links"), [("a.md", MARKDOWN), ("a.rst", REST)])
def test_links_in_pages(name: str, links: dict[str, list[str]]) -> None:
    for text, targets in links.items():
        found = [link.target.removeprefix("auction:") for link in links_in_page(text, name)]
        assert found == targets, text


PAGES = {
    "a.md": "See [x](auction:1N-2D), [y](auction:1N-2C-2D), [z](auction:other:1N).\n\n```bml\n1D  5+\n```",
    "b.bml": "1N  See [x](auction:1C)\n  2C  Stayman, [back](auction:1N)\n",
    "c.rst": "C\n=\n\n:bml:auction:`1N-2S`\n\n.. bml::\n\n   1N-2C;\n   2D No\n",
}


def test_check_reports_wrong_links_over_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in PAGES.items():
        Path(name).write_text(text)
    assert main(["check", "--no-checks", *PAGES]) == 0
    *found, _ = capsys.readouterr().err.splitlines()
    assert [line.partition(" The nearest")[0] for line in found] == [
        "a.md:1:7: warning BML322: The notes have no auction 1N-2D.",
        "b.bml:1:9: warning BML322: The notes have no auction 1C.",
        "c.rst:4:1: warning BML322: The notes have no auction 1N-2S.",
    ]
    main(["check", "--no-checks", "--separate", "--all", *PAGES])
    assert "The same goes for 1N-2C-2D (line 1)." in capsys.readouterr().err


NOTRUMP = """\
* Responses to 1NT

1N  15--17
  2C  Stayman, [see](#1N-2D), [or](#1N-3D)
  2D  Transfer
  (2C)
    D  Penalty

* 1C--1D
"""
ADDRESSES = {
    "notrump.bml#1N-2C": True,
    "./notrump.bml#1n-2c": True,
    "notrump.bml#1N-(2C)-D": True,
    "notrump.bml#1N-3C": False,
    "notrump.bml#1N-2C_2": False,
    # A heading, another place, and pages of which nothing is known.
    "notrump.bml#1C-1D": True,
    "notrump.bml#more": True,
    "majors.bml#1N-3C": True,
    "notrump.html#1N-3C": True,
    "https://bridge.example/notrump.bml#1N-3C": True,
    # Rows of this page.
    "#1M-2N": True,
    "#1M-3N": False,
    "#1H-2N": False,
}


def test_check_reports_addresses_that_no_row_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notrump.bml").write_text(NOTRUMP, "utf-8")
    links = "\n".join(f"See [x]({address})." for address in ADDRESSES)
    Path("a.md").write_text(f"{links}\n`[x](#1M-3N)`\n\n```bml\n1M  5+M\n  2N  Jacoby\n```\n", "utf-8")
    assert main(["check", "--no-checks", "--all", "a.md", "notrump.bml"]) == 0
    *found, _ = capsys.readouterr().err.splitlines()
    lines = [line for line, (_, is_there) in enumerate(ADDRESSES.items(), 1) if not is_there]
    assert [line.partition(" Write")[0] for line in found] == [
        f"a.md:{lines[0]}:7: warning BML322: notrump.bml has no row or heading with the address 1N-3C.",
        f"a.md:{lines[1]}:7: warning BML322: notrump.bml has no row or heading with the address 1N-2C_2.",
        f"a.md:{lines[2]}:7: warning BML322: a.md has no row or heading with the address 1M-3N.",
        f"a.md:{lines[3]}:7: warning BML322: a.md has no row or heading with the address 1H-2N.",
        "notrump.bml:4:31: warning BML322: notrump.bml has no row or heading with the address 1N-3D.",
    ]


def test_a_file_that_another_one_includes_has_the_links_of_that_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("all.bml").write_text("#INCLUDE notrump.bml\n\n#INCLUDE slams.bml\n")
    Path("slams.bml").write_text("* Key Card Asks\n\n4N  Asks for aces\n")
    Path("notrump.bml").write_text("1N  15--17\n  4N  [asks](#Key Card Asks), [or](#Aces)\n")
    main(["check", "--no-checks", "--all", "all.bml", "notrump.bml", "slams.bml"])
    *found, _ = capsys.readouterr().err.splitlines()
    assert [line.partition(" Write")[0] for line in found] == [
        "notrump.bml:2:31: warning BML322: all.bml has no row or heading with the address Aces."
    ]


def wrong(*targets: str, file: str = "a.md") -> PageFacts:
    links = (AuctionLink(target, Location(file, line)) for line, target in enumerate(targets, 1))
    return PageFacts(auction_links=tuple(links))


def test_wrong_links_are_one_diagnostic_for_each_cause() -> None:
    auctions = ("1N-2C", "8N", "1N-2D", "club:1C", "1N-2C", "9N")
    facts = wrong(*(f"auction:{auction}" for auction in auctions))
    site = Site([("a", facts), ("b", wrong("auction:1H", file="b.md"))])
    assert list(map(str, site.wrong_links())) == [
        "a.md:1:1: warning BML322: The notes have no auction 1N-2C. No page has a bidding table. "
        "The same goes for 1N-2D (line 3) and line 5.",
        "a.md:2:1: error BML631: 8N is not a call. Write calls such as 1H, 2N, P, D or R, "
        "those of the opponents in parentheses: (1H)-2C. The same goes for 9N (line 6).",
        "a.md:4:1: warning BML322: System not found: club. Write a bidding table.",
        "b.md:1:1: warning BML322: The notes have no auction 1H. No page has a bidding table.",
    ]


def test_a_diagnostic_names_some_of_very_many_links() -> None:
    facts = wrong(*(f"auction:1N-2C-{n % 7 + 1}N-P-{n}N" for n in range(5000, 5200)))
    (found,) = Site([("a", facts)]).wrong_links()
    assert len(found.sentence) < 600
    assert found.sentence.endswith(" and 191 more.")


def test_a_wrong_link_in_a_file_that_several_pages_include_is_reported_once() -> None:
    shared = wrong("auction:1N", "auction:1H", file="shared.bml")
    found = list(Site([("a", shared), ("b", shared)]).wrong_links())
    assert [each.location.file for each in found] == ["shared.bml"]
