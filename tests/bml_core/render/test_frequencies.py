"""How often calls are made: bars and numbers on web pages, in LaTeX and in plain text."""

from __future__ import annotations

import re
from dataclasses import replace

import html5lib
import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag

from bml_core import Location
from bml_core.bridge import BIDS, PASS, Auction, Call, OpenerPosition, Scope, SideVulnerability
from bml_core.language import parse_inline
from bml_core.render import (
    ShareRow,
    ShareTable,
    SkippedCall,
    latex,
    odds_text,
    percent_text,
    read_language,
    signs,
    title_pieces,
)
from bml_core.render.html import HtmlOptions, render_frequencies
from bml_core.render.plain import frequency_lines

PLACE = Location("openings.md", 3)
ELSEWHERE = Location("openings.md", 9)
BID = {bid.code: bid for bid in BIDS}
GERMAN = read_language("de")
HOSTILE = "<img src=x onerror=alert(1)> & \\input{x} %$#_{}~^"


def share(call: Call | None, text: str, of_hands: float, error: float | None = None) -> ShareRow:
    return ShareRow(call, parse_inline(text, PLACE).value, of_hands, error, PLACE if text else None)


TABLE = ShareTable(
    (
        share(BID["1C"], "11--21 hcp, 3+!c", 0.2),
        share(BID["1N"], "15--17 hcp, *balanced*", 0.0486559),
        share(BID["7N"], "a dream", 0.000001),
        share(None, "", 0.7513431),
    ),
    left_out=(SkippedCall(BID["2D"], ELSEWHERE),),
)


def soup(table: ShareTable, options: HtmlOptions | None = None, *, chart: bool = True) -> Tag:
    options = replace(options or HtmlOptions(), address=lambda place: f"#{place.line}")
    markup = render_frequencies(table, options, chart=chart)
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(f'<!DOCTYPE html><html lang="en"><head><title>T</title></head><body>{markup}</body></html>')
    return BeautifulSoup(markup, "html.parser")


def cells(page: Tag) -> list[list[str]]:
    rows = page.select("tbody tr")
    return [[cell.get_text().replace("\u00a0", " ") for cell in row.select("th, td")] for row in rows]


class TestWebPage:
    def test_the_table_says_share_odds_and_meaning_of_each_call(self) -> None:
        assert cells(soup(TABLE)) == [
            ["1C", "20.00 %", "5.0", "11–21 hcp, 3+C"],
            ["1NT", "4.87 %", "21", "15–17 hcp, balanced"],
            ["7NT", "under 0.01 %", "1 000 000", "a dream"],
            ["Not known", "75.13 %", "1.3", "None of these rows fits"],
        ]

    def test_hands_that_are_too_weak_pass(self) -> None:
        table = replace(TABLE, rows=(*TABLE.rows[:-1], share(PASS, "", 0.7513431)))
        assert cells(soup(table))[-1] == ["Pass", "75.13 %", "1.3", "Too weak for every row"]

    def test_heads_say_what_they_are_the_heads_of(self) -> None:
        page = soup(TABLE)
        assert [head["scope"] for head in page.select("thead th")] == ["col"] * 4
        assert [head["scope"] for head in page.select("tbody th")] == ["row"] * 4
        caption = page.select_one("table > caption")
        assert caption is not None
        assert caption.get_text() == "How often each call is made"

    def test_calls_lead_to_their_rows(self) -> None:
        page = soup(TABLE)
        assert [link["href"] for link in page.select("tbody th a")] == ["#3"] * 3
        note = page.select_one(".bml-share-note")
        assert note is not None
        assert note.get_text() == "1 row is not counted, because what it shows is not understood: 2D."
        assert [link["href"] for link in note.select("a")] == ["#9"]

    def test_several_rows_take_no_part(self) -> None:
        left_out = (SkippedCall(BID["2D"], PLACE), SkippedCall(BID["2H"], PLACE))
        note = soup(replace(TABLE, left_out=left_out)).select_one(".bml-share-note")
        assert note is not None
        assert note.get_text().startswith("2 rows are not counted")
        assert note.get_text().endswith(": 2D, 2H.")

    def test_calls_of_the_auction_that_are_taken_for_any_hand(self) -> None:
        table = replace(TABLE, left_out=(), vague=(SkippedCall(BID["2C"], ELSEWHERE),))
        note = soup(table).select_one(".bml-share-note")
        assert note is not None
        assert note.get_text().startswith("Counted as if any hand")

    def test_words_that_count_by_their_usual_meaning(self) -> None:
        table = replace(TABLE, left_out=(), usual=((SkippedCall(BID["2D"], PLACE), "weak two"),))
        note = soup(table).select_one(".bml-share-note")
        assert note is not None
        assert note.get_text() == "By their usual meaning: 2D (weak two)."

    def test_rows_without_an_address_have_no_link(self) -> None:
        assert "<a " not in render_frequencies(TABLE)

    def test_the_chart_is_a_picture_that_says_the_same_in_words(self) -> None:
        chart = soup(TABLE).select_one("svg")
        assert chart is not None
        assert chart["role"] == "img"
        title, told = chart.select_one("title"), chart.select_one("desc")
        assert title is not None
        assert told is not None
        assert title.get_text() == "How often each call is made"
        shares = "1♣ 20.00 %, 1NT 4.87 %, 7NT under 0.01 %, Not known 75.13 %"
        assert told.get_text().replace("\u00a0", " ") == shares

    def test_bars_are_as_long_as_the_shares_and_stay_inside(self) -> None:
        chart = soup(TABLE).select_one("svg")
        assert chart is not None
        bars = [float(str(bar["width"]).rstrip("%")) for bar in chart.select("rect")]
        assert bars == pytest.approx([bars[0] * row.share / 0.2 for row in TABLE.rows[:3]], abs=0.01)
        begin = float(str(chart.select("rect")[0]["x"]).rstrip("%"))
        assert begin + max(bars) < 80, "a share has room after its bar"

    def test_hands_that_fit_no_row_make_no_bar_short(self) -> None:
        chart = soup(TABLE).select_one("svg")
        assert chart is not None
        assert len(chart.select("rect")) == 3
        assert "75.13" in chart.select("text")[-1].get_text()

    def test_nothing_of_the_chart_is_scaled(self) -> None:
        """Letters in a scaled picture would be too small to read on a telephone."""
        assert "viewBox" not in render_frequencies(TABLE)

    def test_without_a_chart(self) -> None:
        assert not soup(TABLE, chart=False).select("svg")
        assert not soup(replace(TABLE, chart=False)).select("svg")

    def test_shares_of_drawn_hands_have_their_standard_error(self) -> None:
        drawn = replace(TABLE, rows=(share(BID["2C"], "any", 0.2, 0.0031),), samples=20_000)
        page = soup(drawn)
        assert cells(page)[0][1] == "20.00 % ± 0.31 %"
        assert "from 20 000 random hands" in page.get_text().replace("\u00a0", " ")

    def test_hostile_text_stays_text(self) -> None:
        page = soup(replace(TABLE, rows=(share(BID["1C"], HOSTILE, 0.5),)))
        assert not page.select("img")
        assert "<img src=x onerror=alert(1)>" in page.get_text()

    def test_nothing_to_show_is_not_an_error(self) -> None:
        assert cells(soup(ShareTable(()))) == []
        assert cells(soup(ShareTable((share(BID["1C"], "never", 0.0),))))[0][1:3] == ["0.00 %", "–"]

    def test_in_another_language(self) -> None:
        page = soup(TABLE, HtmlOptions(words=GERMAN))
        assert [head.get_text() for head in page.select("thead th")] == [
            "Ansage",
            "Anteil",
            "1 von",
            "Bedeutung",
        ]
        assert cells(page)[1][1] == "4,87 %"


class TestText:
    def test_lines(self) -> None:
        assert [line.replace("\u00a0", " ") for line in frequency_lines(TABLE)] == [
            "How often each call is made",
            "",
            "Call              Share       1 in  Meaning",
            "1♣              20.00 %        5.0  11–21 hcp, 3+♣",
            "1NT              4.87 %         21  15–17 hcp, balanced",
            "7NT        under 0.01 %  1 000 000  a dream",
            "Not known       75.13 %        1.3  None of these rows fits",
            "",
            "1 row is not counted, because what it shows is not understood: 2♦.",
        ]

    def test_long_meanings_go_on_below(self) -> None:
        lines = frequency_lines(replace(TABLE, rows=(share(BID["1C"], "word " * 40, 0.5),)))
        assert all(len(line) <= 76 for line in lines)
        assert sum(line.count("word") for line in lines) == 40


class TestLatex:
    def test_rows_have_bars_in_parts_of_the_longest(self) -> None:
        text = latex.render_frequencies(TABLE)
        assert re.findall(r"\\bmlbar\{(\d+)\}", text) == ["10000", "2433", "0", "0"]
        assert "{4.87~\\%}{21}{15–17 hcp, \\textbf{balanced}}" in text

    def test_without_bars(self) -> None:
        assert latex.render_frequencies(replace(TABLE, chart=False)).startswith("\\begin{bmlshares}{0}")

    def test_hostile_text_is_escaped(self) -> None:
        text = latex.render_frequencies(replace(TABLE, rows=(share(BID["1C"], HOSTILE, 0.5),)))
        assert "\\input{x}" not in text
        assert " %" not in text.replace("\\%", "")


class TestWording:
    @pytest.mark.parametrize(
        ("auction", "title"),
        [
            (Auction(), "How often each call is made"),
            (Auction.parse("1N-(P)"), "How often each call is made after 1NT"),
            (Auction.parse("1N-2C-(P)"), "How often each call is made after 1NT – 2♣"),
            (Auction.parse("(1H)"), "How often each call is made after (1♥)"),
            (Auction.parse("1H-(D)"), "How often each call is made after 1♥ – (Dbl)"),
        ],
    )
    def test_the_title_has_the_auction_as_notes_write_it(self, auction: Auction, title: str) -> None:
        assert signs(title_pieces(ShareTable((), auction))) == title

    def test_the_title_says_seat_and_vulnerability(self) -> None:
        scope = Scope(OpenerPosition.THIRD, SideVulnerability(we=True, they=False))
        said = signs(title_pieces(ShareTable((), scope=scope)))
        assert said == "How often each call is made, 3rd seat, only we are vulnerable"

    @pytest.mark.parametrize(
        ("of_hands", "percent", "odds"),
        [
            (1.0, "100.00 %", "1.0"),
            (0.1, "10.00 %", "10"),
            (0.0999, "9.99 %", "10"),
            (0.001234, "0.12 %", "810"),
        ],
    )
    def test_numbers(self, of_hands: float, percent: str, odds: str) -> None:
        assert percent_text(of_hands).replace("\u00a0", " ") == percent
        assert odds_text(of_hands) == odds
