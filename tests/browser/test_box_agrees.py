"""The script of bidding boxes agrees with the library: legal calls, auctions as written, and meanings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import bml_core
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call, SideVulnerability, parse_auction
from bml_core.commands import main
from bml_core.commands.reading import expand_folders
from bml_core.document import plain_text
from bml_core.language import parse_inline
from bml_core.system import Agreement, System
from tests.browser.sites import TOP

CALLS: tuple[Call, ...] = (*BIDS, PASS, DOUBLE, REDOUBLE)
SIDES = {
    "none": SideVulnerability(we=False, they=False),
    "we": SideVulnerability(we=True, they=False),
    "they": SideVulnerability(we=False, they=True),
    "both": SideVulnerability(we=True, they=True),
}
HARBOUR = TOP / "demo_docs" / "system"
TRICKY = """\
1N  15--17
  2C  Stayman

#SEAT 3
1N  14--17
#SEAT 0

#VUL Y0
1H  Sound
#VUL 0Y
1H  Light

P-P-1N;
2C  Drury of sorts

(1H)
  D  Takeout
    (P)
      1S  Minimum
  (P)
"""


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tricky") / "tricky.bml"
    path.write_text(TRICKY, "utf-8")
    return path


@pytest.fixture(scope="module")
def opened(
    browser: Browser, notes: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Page]]:
    """Open the boxes of the demo's system and of tricky notes, as ``bml explore`` writes them."""
    folder, pages = tmp_path_factory.mktemp("boxes"), {}
    for source in (HARBOUR, notes):
        file = folder / f"{source.stem}.html"
        assert main(["explore", str(source), "--no-hands", "-o", str(file)]) == 0
        page = pages[source.stem] = browser.new_page()
        asked = requests_of(page)
        page.goto(file.as_uri())
        page.wait_for_selector(".bml-box-open")
        assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
    yield pages
    for page in pages.values():
        page.close()


def requests_of(page: Page) -> list[str]:
    """Return a list that gets the address of everything that a page asks for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


@cache
def random_auctions() -> list[Auction]:
    rolled = random.Random(1)
    found = []
    for _ in range(500):
        auction = Auction()
        for _ in range(rolled.randrange(25)):
            lowest = list(islice(legal(auction, CALLS), 6))
            if not lowest:
                break
            # Low bids, and every other kind of call.
            auction = auction.then(rolled.choice([*lowest, *legal(auction, CALLS[len(BIDS) :])]))
        found.append(auction)
    return found


def legal(auction: Auction, calls: tuple[Call, ...]) -> Iterator[Call]:
    return (call for call in calls if auction.illegality(call) is None)


def codes(auction: Auction) -> list[str]:
    return [call.code for call in auction.calls]


def test_the_script_knows_the_same_legal_calls(opened: dict[str, Page]) -> None:
    auctions = random_auctions()
    found = opened["tricky"].evaluate(
        "([auctions, calls]) => auctions.map(auction =>"
        " calls.filter(call => bmlTools.boxes.isLegal(auction, call)))",
        [[codes(auction) for auction in auctions], [call.code for call in CALLS]],
    )
    for auction, calls in zip(auctions, found, strict=True):
        assert (str(auction), calls) == (str(auction), [call.code for call in legal(auction, CALLS)])


def test_addresses_that_the_script_writes_are_read_as_the_same_auction(opened: dict[str, Page]) -> None:
    cases = [
        (auction, we_deal)
        for auction in random_auctions()[:250]
        for we_deal in (True, False)
        if auction.calls
    ]
    written = opened["tricky"].evaluate(
        "cases => cases.map(([calls, weDeal]) => bmlTools.boxes.writeAuction(calls, weDeal))",
        [[codes(auction), we_deal] for auction, we_deal in cases],
    )
    again = opened["tricky"].evaluate("texts => texts.map(text => bmlTools.boxes.readAuction(text))", written)
    for (auction, we_deal), text, read in zip(cases, written, again, strict=True):
        parsed = parse_auction(text).value
        assert parsed is not None, text
        assert (text, codes(parsed)) == (text, codes(auction))
        assert (text, read["calls"], read["weDeal"]) == (text, codes(auction), parsed.we_deal)
        # Whose passes they are is known when somebody has bid.
        if auction.last_bid is not None:
            assert (text, parsed.we_deal) == (text, we_deal)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1N 2C",
            "1nt-2c",
            "1NT – 2♣",
            "1N\u20142C",
            "1N P 2C",
            "1N (P) 2C",
            "(1h) x 1s",
            "1H-(X)-XX",
            "P P 1N",
        ),
        *(
            "1n,2c",
            "1!h",
            "(1H)-D-(P)-1S",
            "1N-1C",
            "1N-D",
            "P P P P",
            "P P P P P",
            "1N-P-P-P-2C",
            "8N",
            "1H-(2C",
            "x",
        ),
        *("", "hearts 17", "1M", "pass pass 1S dbl", "1N-(2C)-2D-(P)-P-(P)"),
        *("P-1S", "(P) 1S", "P 1S P 2C", "P-1S-(X)-P-(2C)-P", "P-(1H)-X", "P-P-(1H)", "(P)-P-1H"),
    ],
)
def test_auctions_are_read_as_the_library_reads_them(text: str, opened: dict[str, Page]) -> None:
    read = opened["tricky"].evaluate("text => bmlTools.boxes.readAuction(text)", text)
    parsed = parse_auction(text)
    if parsed.value is None or not parsed.value.locations:
        assert read is None or read["illegal"]
    else:
        assert (read["calls"], read["weDeal"]) == (codes(parsed.value), parsed.value.we_deal)


# ---------------------------------------------------------------- meanings

MEANINGS = """
cases => {
  const { notes } = document.querySelector(".bml-box").bmlBox;
  return cases.map(([calls, weDeal, vulnerability]) =>
    Object.fromEntries([...notes.meanings(calls, weDeal, vulnerability)]
      .map(([call, { row, elsewhere }]) => [call, [row[1], Boolean(elsewhere)]])));
}
"""


@pytest.mark.parametrize("name", ["system", "tricky"])
def test_the_box_says_what_the_library_says_of_every_auction(
    name: str, opened: dict[str, Page], notes: Path
) -> None:
    files = expand_folders([str(HARBOUR)]) if name == "system" else [str(notes)]
    system = bml_core.load(*files)
    cases = list(places(system, thorough=name == "tricky"))
    asked = [[codes(written), written.we_deal, sides] for written, sides in cases]
    for (written, sides), found in zip(cases, opened[name].evaluate(MEANINGS, asked), strict=True):
        here = system.after(written, SIDES[sides])
        every = system.after(written, SIDES[sides], in_any_scope=True)
        expected = {call.code: [said(row), call not in here] for call, row in every.items()}
        assert (str(written), sides, found) == (str(written), sides, expected)


def places(system: System, *, thorough: bool) -> Iterator[tuple[Auction, str]]:
    """Yield what comes before each call of the notes, in every seat and vulnerability."""
    before = dict.fromkeys((row.auction.we_deal, row.auction.calls[:-1]) for row in system.agreements)
    for begins, calls in before:
        is_scoped = thorough or len(calls) <= 2
        for passes in range(4) if is_scoped and PASS not in calls[:1] else (0,):
            every = (*[PASS] * passes, *calls)
            we_deal = (passes % 2 == 0) is begins
            written = Auction(every, we_deal)
            for sides in SIDES if is_scoped else ("none",):
                yield written, sides


def said(row: Agreement) -> str:
    lines = row.description
    if not any(lines) and row.wording is not None:
        lines = (row.wording.condition_text,)
    spans = (parse_inline(line, row.location, in_description=True).value for line in lines)
    texts = (" ".join(plain_text(each, signs=True).split()) for each in spans)
    return "\n".join(filter(None, texts))


def test_every_auction_of_the_notes_can_be_reached(opened: dict[str, Page]) -> None:
    """Each call of each agreement is legal there and marked, so that a reader gets to it by clicks."""
    found: Any = opened["system"].evaluate(
        """() => {
          const { notes } = document.querySelector(".bml-box").bmlBox;
          const { callsOf, isLegal } = bmlTools.boxes;
          const lost = [];
          for (const [key, rows] of Object.entries(notes.rows)) {
            const calls = callsOf(key);
            const weDeal = !key.startsWith("*");
            calls.forEach((call, number) => {
              const before = calls.slice(0, number);
              const isKnown = notes.meanings(before, weDeal, "none").has(call);
              const isStep = notes.stepsAfter(before, weDeal).has(call);
              if (!(isKnown || isStep) || !isLegal(before, call)) lost.push([key, call]);
            });
            for (const [call] of rows) if (!isLegal(calls, call)) lost.push([key, call]);
          }
          return [Object.keys(notes.rows).length, lost];
        }"""
    )
    number, lost = found
    assert number > 400
    assert lost == []
