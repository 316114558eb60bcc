"""Documents as HTML: nested lists whose branches open and close, letters that look like suits."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import html5lib
import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag

from bml_core import parse
from bml_core.document import Heading
from bml_core.render import read_suit_colors
from bml_core.render.html import HtmlOptions, escape, frame_html, render_blocks, script, style_sheet
from bml_core.render.shown import FrameKind


def render(text: str, options: HtmlOptions | None = None) -> str:
    return render_blocks(parse(text).blocks, options or HtmlOptions())


def tree(text: str, options: HtmlOptions | None = None) -> Tag:
    """The rendered text as a tree; HTML that a browser would have to mend fails."""
    markup = render(text, options)
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(f'<!DOCTYPE html><html lang="en"><head><title>T</title></head><body>{markup}</body></html>')
    return BeautifulSoup(markup, "html.parser")


def calls(text: str) -> list[str]:
    """The bid column as it is searched, copied and read out."""
    return [call.get_text() for call in tree(text).select(".bml-call")]


def only(found: Tag | None) -> Tag:
    assert found is not None
    return found


# ---------------------------------------------------------------- bidding tables


def test_a_row_is_a_list_item_and_a_row_with_answers_opens() -> None:
    assert render("1N  15--17\n  2N Invites") == (
        '<div class="bml-table">\n'
        "<ul>\n"
        '<li><details open=""><summary class="bml-row"><span class="bml-call">1NT</span> '
        '<span class="bml-text">15–17</span></summary>\n'
        "<ul>\n"
        '<li><div class="bml-row"><span class="bml-call">2NT</span> '
        '<span class="bml-text">Invites</span></div></li>\n'
        "</ul>\n"
        "</details></li>\n"
        "</ul>\n"
        "</div>\n"
    )


@pytest.mark.parametrize(
    ("collapse", "states"), [(0, [True, True]), (1, [False, False]), (2, [True, False]), (3, [True, True])]
)
def test_branches_start_closed_from_a_depth_on(collapse: int, states: list[bool]) -> None:
    found = tree("1C a\n  1D b\n    1H c", HtmlOptions(collapse=collapse)).select("details")
    assert [branch.has_attr("open") for branch in found] == states


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("1H", "1H"),
        ("3N", "3NT"),
        ("3CD", "3CD"),
        ("1M", "1M"),
        ("2red", "2red"),
        ("P", "Pass"),
        ("(D)", "(Dbl)"),
        ("R!", "Rdbl!"),
        ("2S/3C", "2S/3C"),
        ("other", "other"),
    ],
)
def test_the_bid_column_in_letters(written: str, shown: str) -> None:
    assert calls(f"1C\n  {written}  text")[1] == shown


def test_a_bid_is_letters_in_the_text_and_symbols_to_the_eye() -> None:
    symbols = only(tree("3CD  both").select_one(".bml-symbols"))
    assert str(symbols) == (
        '<span class="bml-symbols"><u>3CD</u>'
        '<i class="bml-clubs" data-n="3"></i><i class="bml-diamonds"></i></span>'
    )


@pytest.mark.parametrize(
    ("table", "meaning"),
    [
        ("1M  five", "1♥ or 1♠"),
        ("2X  weak", "any suit at the 2 level: 2♣, 2♦, 2♥ or 2♠"),
        ("2red  weak", "2♦ or 2♥"),
        ("3CD  both", "3♣ or 3♦"),
        ("1M\n  2oM  other", "2 of the other major"),
        ("1C\n  2steps  relay", "2 steps above the last bid"),
    ],
)
def test_shorthand_says_what_it_stands_for(table: str, meaning: str) -> None:
    assert meaning in [abbr["title"] for abbr in tree(table).select("abbr")]


def test_their_calls_and_labels_have_classes() -> None:
    found = tree("(1N)\n  D  Penalty\n  jump  Weak")
    assert [c["class"] for c in found.select(".bml-call")] == [
        ["bml-call", "bml-theirs"],
        ["bml-call"],
        ["bml-call", "bml-label"],
    ]


def test_lines_of_a_description_stand_below_each_other() -> None:
    found = only(tree("1C  one of:\n    a) weak\n    b) strong").select_one(".bml-text"))
    assert [line.strip() for line in found.stripped_strings] == ["one of:", "a) weak", "b) strong"]
    assert len(found.select("br")) == 2


def test_the_auction_so_far() -> None:
    history = only(tree("1N-(2C)- They interfere\nD  Takeout").select_one(".bml-history"))
    assert history.get_text() == "1NT – (2C) They interfere"


def test_seat_and_vulnerability_are_said() -> None:
    said = tree("#SEAT 34\n\n#VUL NY\n\n1H  light").select_one(".bml-scope")
    assert only(said).get_text() == "3rd or 4th seat, only they are vulnerable"


def test_hidden_tables_are_left_out() -> None:
    assert render("#HIDE\n1C Strong") == ""


def test_a_summary_holds_no_link() -> None:
    found = tree("1N  see [it](https://example.org/?a=1&b=2) and *[more](x.html)*\n  2C  [here](#y)")
    assert found.select("summary a") == []
    assert only(found.select_one("summary .bml-text")).get_text() == "see it and more"
    assert [a["href"] for a in found.select("details > .bml-links a")] == [
        "https://example.org/?a=1&b=2",
        "x.html",
    ]
    assert [a["href"] for a in found.select("li li .bml-text a")] == ["#y"]


def test_forty_levels() -> None:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    text = "\n".join(f"{' ' * n}{bid} {n}" for n, bid in enumerate(bids))
    assert len(tree(text).select("li")) == len(bids)


def test_a_table_of_a_history_line_alone_has_no_empty_list() -> None:
    assert tree("1N-2C;").select("ul") == []


# ---------------------------------------------------------------- deals and auctions


DEAL = """\
N NS 35 4SXS hK
N Kxx T9 xxx Q987x
E Jx AJxxx AJx KTx
S A987xx - Q9xx Axx
W QT KQxxxx KTx Jx
"""


def test_a_deal_says_what_is_known_of_the_board() -> None:
    facts = [fact.get_text() for fact in tree(DEAL).select(".bml-facts li")]
    assert facts == ["Board 35", "Dealer North", "North–South vulnerable", "4S doubled by South", "Lead HK"]


def test_hands_stand_at_their_seats() -> None:
    found = tree(DEAL)
    south = only(found.select_one(".bml-south"))
    assert south["class"] == ["bml-hand", "bml-south", "bml-vulnerable"]
    assert [holding.get_text() for holding in south.select("li")] == ["S A987xx", "H —", "D Q9xx", "C Axx"]
    assert only(found.select_one(".bml-west"))["class"] == ["bml-hand", "bml-west"]
    assert only(found.select_one(".bml-deal"))["class"] == ["bml-deal", "bml-seats-nesw"]


def test_partial_deals_know_which_hands_they_show() -> None:
    found = tree("E: Jx AJxxx AJx KTx\nW: QT KQxxxx KTx Jx")
    assert only(found.select_one(".bml-deal"))["class"] == ["bml-deal", "bml-seats-ew"]
    assert found.select(".bml-facts") == []
    assert len(found.select(".bml-hand")) == 2


def test_one_hand_has_no_compass() -> None:
    assert tree("S: AK QJ T9 8765432").select(".bml-compass") == []


def test_an_auction_is_a_table_of_four_columns() -> None:
    found = tree("W N E S\n- 1C P 1H\nD 2H")
    assert [head.get_text() for head in found.select("th[scope=col]")] == ["West", "North", "East", "South"]
    rows = [[cell.get_text() for cell in row.select("td")] for row in found.select("tbody tr")]
    assert rows == [["-", "1C", "Pass", "1H"], ["Dbl", "2H", "", ""]]


def test_seats_are_in_the_order_of_the_table_and_empty_places_empty() -> None:
    found = tree("E S W N\n1C! P 1H P")
    assert [head.get_text() for head in found.select("th")] == ["West", "North", "East", "South"]
    rows = [[cell.get_text() for cell in row.select("td")] for row in found.select("tbody tr")]
    assert rows == [["", "", "1C!", "Pass"], ["1H", "Pass", "", ""]]
    assert found.select("td .bml-label") == []


def test_full_hands_tell_their_points_if_asked() -> None:
    text = "N: AKxx xx AQx KJxx\nS: AKQJ - - x"
    found = tree(text, HtmlOptions(hcp=True))
    assert [points.get_text() for points in found.select(".bml-north .bml-hcp")] == ["17 hcp"]
    assert found.select(".bml-south .bml-hcp") == []
    assert "bml-hcp" not in render(text)


# ---------------------------------------------------------------- text


def test_text_blocks() -> None:
    lists = "- a\n- b\n\n3. c\n4. d\n\n- t :: x"
    found = tree(f"* Title 1!c\n\nOne /it/ *b* =m=\n\n{lists}\n\n| A | B |\n|---+---|\n| 1 | 2 |")
    assert only(found.select_one("h2")).get_text() == "Title 1C"
    assert [only(found.select_one(tag)).get_text() for tag in ("em", "strong", "code")] == ["it", "b", "m"]
    assert only(found.select_one("ol"))["start"] == "3"
    assert [item.get_text() for item in found.select("ul li, ol li")] == ["a", "b", "c", "d"]
    assert (only(found.select_one("dt")).get_text(), only(found.select_one("dd")).get_text()) == ("t", "x")
    assert [cell.get_text() for cell in found.select("th[scope=col], td")] == ["A", "B", "1", "2"]


def test_hosts_say_how_headings_and_links_are_written() -> None:
    def heading(block: Heading, inner: str) -> str:
        return f'<h{block.level + 3} id="x">{inner}</h{block.level + 3}>'

    options = HtmlOptions(heading=heading, link=lambda target, place: f"/base/{target}")
    assert (
        render("* One\n\nA [link](page)", options)
        == '<h4 id="x">One</h4><p>A <a href="/base/page">link</a></p>\n'
    )


def test_a_figure_holds_caption_name_and_classes() -> None:
    assert frame_html(FrameKind.FIGURE, [], caption="Bids", classes=["wide"], ident="bids") == (
        '<figure class="bml-figure wide" id="bids">\n'
        '<figcaption class="bml-caption">Bids</figcaption>\n'
        "</figure>\n"
    )
    assert frame_html(FrameKind.FIGURE, []) == '<figure class="bml-figure">\n</figure>\n'


def test_fragments_are_xml_as_well_since_e_books_want_that() -> None:
    table = "1C  one\n    two & [x](y?a=1&b=2)\n  1M  'a' \"b\" <c>"
    others = "* T\n\n1C P\n\n- a :: b\n\n| a | b |"
    markup = render(f"{table}\n\n{DEAL}\n\n{others}")
    ElementTree.fromstring(f"<body>{markup}</body>")


# ---------------------------------------------------------------- hostile text


HOSTILE = "<script>alert(1)</script> \"'><img src=x onerror=alert(1)> &amp; ]]> <!--"


@pytest.mark.parametrize(
    "text",
    [
        f"* {HOSTILE}",
        f"Text {HOSTILE}",
        f"- {HOSTILE}",
        f"- {HOSTILE} :: {HOSTILE}",
        f"| {HOSTILE} |",
        f"1C {HOSTILE}\n  1D {HOSTILE}",
        f"1C-1D; {HOSTILE}\n1H x",
        "1C x\n  <b>jump</b>! Label",
    ],
)
def test_hostile_text_stays_text(text: str) -> None:
    found = tree(text)
    assert found.select("script, img, b") == []


def test_targets_of_links_cannot_leave_their_attribute() -> None:
    link = only(tree('Text [x](https://example.org/"onclick="alert(1))').select_one("a"))
    assert set(link.attrs) == {"href"}


@pytest.mark.parametrize("character", ["\0", "\x08", "\x1b", "\ud800", "\ufffe"])
def test_characters_that_no_page_may_hold_are_replaced(character: str) -> None:
    assert escape(f"a{character}b") == "a\ufffdb"


@pytest.mark.parametrize(("colors", "coloured"), [("four", 4), ("two", 2), ("none", 0)])
def test_suits_have_as_many_colours_as_asked_for(colors: str, coloured: int) -> None:
    css = style_sheet(read_suit_colors(colors))
    last = {
        suit: re.findall(rf"--bml-{suit}: ([^;]+);", css)[-1]
        for suit in ("clubs", "diamonds", "hearts", "spades")
    }
    assert sum(color.startswith("#") for color in last.values()) == coloured
    assert len({color for color in last.values() if color.startswith("#")}) == {4: 4, 2: 1, 0: 0}[coloured]


@pytest.mark.parametrize("value", ["three", "", None, 4, ["two"], "../two"])
def test_another_number_of_colours_is_reported(value: object) -> None:
    with pytest.raises(ValueError, match='"four", "two" or "none"'):
        read_suit_colors(value)


def test_the_script_needs_nothing_that_a_strict_policy_forbids() -> None:
    for forbidden in ("innerHTML", "eval(", '"style"', "cssText", "new Function", "import(", "fetch("):
        assert forbidden not in script()


def test_the_style_sheet_draws_every_suit() -> None:
    css = style_sheet()
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        assert f"--bml-{suit}:" in css
        assert f".bml-{suit}::after" in css
