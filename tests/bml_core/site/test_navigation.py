"""The links between tables: from the auction in front of one to rows, and from a row to its responses."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup, Tag

from bml_core.document import BiddingTable
from bml_core.language import parse
from bml_core.render import Style, read_language
from bml_core.render.html import HtmlOptions, RowIds, page_rows, render_blocks
from bml_core.site import DeferredLinks, PageFacts, Site, SiteLinks, SystemPart, fill_links

OPENINGS = "1N  15--17\n  2C  Stayman\n    2D  No major\n  2D  Transfer\n1M  5+"


def site(*pages: str, system: str = "system") -> Site:
    """A site of pages of BML, named a, b, c and so on."""
    facts = []
    for name, text in zip("abcdefgh", pages, strict=False):
        document = parse(text, file=f"{name}.bml")
        facts.append((name, PageFacts(parts=(SystemPart(system, document),), rows=page_rows(document))))
    return Site(facts)


def tables(made: Site, page: str) -> list[BiddingTable]:
    facts = dict(made._pages)[page]
    return [table for part in facts.parts for table in part.document.tables]


def ways(made: Site) -> SiteLinks:
    return SiteLinks(made.navigation, lambda page, row: f"{page}#{row}")


def heading(made: Site, page: str, number: int = 0) -> list[str]:
    """Where the calls in front of a table lead, "" for nowhere."""
    history = tables(made, page)[number].history
    assert history is not None
    return [way.address if (way := ways(made).to_row(call.location)) else "" for call in history.calls]


def responses(made: Site) -> dict[str, list[str]]:
    """Where the links to responses lead, by the rows that have them."""
    found = ways(made)
    rows = ((place, row) for _, facts in made._pages for place, row in facts.rows.items())
    every = ((row, found.to_responses(place)) for place, row in rows)
    return {row: [way.address for way in leads] for row, leads in every if leads}


def test_the_calls_of_a_heading_lead_to_their_rows_and_the_last_row_back() -> None:
    made = site(OPENINGS, "1N-2C-2D;\n2H  Weak\n\n1N-2C;\n2H  Hearts")
    assert heading(made, "b") == ["a#1N", "a#1N-2C", "a#1N-2C-2D"]
    assert heading(made, "b", 1) == ["a#1N", "a#1N-2C"]
    assert responses(made) == {"1N-2C": ["b#1N-2C-2H"], "1N-2C-2D": ["b#1N-2C-2D-2H"]}


def test_a_row_with_a_variable_leads_to_a_table_for_each_suit() -> None:
    made = site(OPENINGS, "1H;\n2H  Raise\n\n1S;\n2S  Raise")
    assert responses(made) == {"1M": ["b#1H-2H", "b#1S-2S"]}
    (history,) = [table.history for table in tables(made, "b")[:1]]
    assert history is not None
    way = ways(made).to_row(history.calls[0].location)
    assert way is not None
    assert (way.address, way.title) == ("a#1M", "5+")


def test_rows_of_each_suit_lead_to_a_table_with_a_variable_which_cannot_lead_back() -> None:
    made = site("1H  5+\n1S  5+", "1M;\n2N  Raise")
    assert responses(made) == {"1H": ["b#1M-2N"], "1S": ["b#1M-2N"]}
    assert heading(made, "b") == [""]


def test_the_opponents_calls_count() -> None:
    made = site(
        "(1H)\n  D  Takeout\n    1S  Weak\n1H  5+\n  (D)  x", "(1H)-D-(P)-1S;\n2C  x\n\n1H-(D);\nR  9+"
    )
    assert heading(made, "b") == ["a#(1H)", "a#(1H)-D", "", "a#(1H)-D-1S"]
    assert responses(made) == {"(1H)-D-1S": ["b#(1H)-D-(P)-1S-2C"], "1H-(D)": ["b#1H-(D)-R"]}


@pytest.mark.parametrize(
    "pages",
    [
        ("1N-2C;\n2D  No major",),
        (OPENINGS, "#HIDE\n1N-2C;\n2H  x"),
        ("#HIDE\n1N  x", "1N;\n2C  x"),
        (OPENINGS, "2N-3C;\n3D  x"),
        (OPENINGS, "Multi-Word;\n3D  x"),
        (OPENINGS, "1N-1C;\n3D  x"),
        (OPENINGS, "1N-2C;"),
    ],
)
def test_nothing_is_guessed(pages: tuple[str, ...]) -> None:
    assert responses(site(*pages)) == {}


def test_several_tables_of_one_auction_count_once_and_the_first_one_is_linked() -> None:
    made = site(OPENINGS, "1N-2C;\n2H  x", "1N-2C;\n2S  x\n\n#SEAT 3\n\n1N-2C;\n2N  x")
    assert responses(made) == {"1N-2C": ["b#1N-2C-2H", "c#1N-2C-2N"]}


def test_a_row_leads_to_responses_where_it_is_written_again() -> None:
    made = site(
        "1C  Strong\n1N  15--17\n1M  5+", "1N  15--17\n  2C  Stayman", "1H\n  2H  Raise\n1S\n  2S  Raise"
    )
    assert responses(made) == {"1N": ["b#1N-2C"], "1M": ["c#1H-2H", "c#1S-2S"]}


def test_later_rows_lead_on_too_with_or_without_passes_and_where_tables_go_on() -> None:
    made = site("(1H)\n  D  Takeout\n    1S  Weak", "(1H)-D\n  (P)\n    1S\n      2C  Natural")
    assert responses(made) == {"(1H)-D": ["b#(1H)-D-(P)"], "(1H)-D-1S": ["b#(1H)-D-(P)-1S-2C"]}
    made = site(OPENINGS, "1N\n  2C  Stayman")
    assert responses(made) == {"1N-2C": ["a#1N-2C-2D"]}


@pytest.mark.parametrize(
    "pages",
    [
        ("1N  15--17\n  2C  Stayman", "1N\n  2C  Stayman"),
        ("1N  15--17", "#HIDE\n1N\n  2C  Stayman"),
        ("1N  15--17", "1N-(P)\n  (2C)  Natural"),
        ("#SEAT 3\n1N  15--17", "1N\n  2C  Stayman"),
        ("1D  4+\n  other  Natural", "1D\n  other\n    2N  x"),
    ],
)
def test_rows_with_responses_of_their_own_and_other_auctions_lead_nowhere(pages: tuple[str, ...]) -> None:
    assert responses(site(*pages)) == {}


def test_passes_before_an_opening_are_its_seat() -> None:
    made = site("1S  5+", "P-P-1S;\n2C  Drury")
    assert heading(made, "b") == ["", "", "a#1S"]
    assert responses(made) == {"1S": ["b#P-P-1S-2C"]}
    assert shown_links(written(made, "a")) == [("P–P–1S →", "b.html#P-P-1S-2C")]
    made = site("#SEAT 3\n\n1S  Light", "1S  5+", "P-P-1S;\n2C  Drury")
    assert heading(made, "c") == ["", "", "a#1S"]


def test_systems_do_not_mix() -> None:
    club, natural = parse("1C  Strong", file="a.bml"), parse("1C;\n1D  Negative", file="b.bml")
    pages = [
        (name, PageFacts(parts=(SystemPart(name, each),), rows=page_rows(each)))
        for name, each in (("club", club), ("natural", natural))
    ]
    assert responses(Site(pages)) == {}


# ---------------------------------------------------------------- on web pages


def written(made: Site, page: str, language: str = "en", *, style: str = "tree") -> Tag:
    """A page that was written before its site was known, and filled in later."""
    blocks = tables(made, page)
    ids = RowIds()
    options = HtmlOptions(
        links=DeferredLinks(), row_id=ids, style=Style(style), words=read_language(language)
    )
    shown = render_blocks(blocks, options)

    def link(to: str, row: str) -> str:
        return f"{'' if to == page else f'{to}.html'}#{row}"

    filled = fill_links(shown, made, page, link, rows=ids.given, words=options.words)
    assert "auction:" not in filled
    return BeautifulSoup(filled, "html.parser")


def shown_links(page: Tag) -> list[tuple[str, str]]:
    return [(link.get_text(), str(link["href"])) for link in page.select("a")]


def test_links_stand_in_headings_behind_rows_and_below_branches() -> None:
    made = site(OPENINGS, "1N-2C-2D;\n2H  Weak\n\n1N-2C;\n2H  <b>")
    page = written(made, "a")
    assert shown_links(page) == [
        ("continuations →", "b.html#1N-2C-2H"),
        ("continuations →", "b.html#1N-2C-2D-2H"),
    ]
    assert page.select_one(".bml-links a") is not None
    assert page.select("summary a, .bml-links:not(:has(a))") == []
    assert shown_links(written(made, "b"))[:2] == [("1NT", "a.html#1N"), ("2C", "a.html#1N-2C")]


@pytest.mark.parametrize(
    ("language", "first", "later"),
    [
        ("en", "responses", "continuations"),
        ("de", "Antworten", "Fortsetzungen"),
        ("fr", "réponses", "suites"),
        ("nl", "antwoorden", "vervolgen"),
    ],
)
def test_the_word_is_that_of_the_language(language: str, first: str, later: str) -> None:
    made = site(OPENINGS, "1N-2D;\n2H  x\n\n1M;\n2N  x")
    assert shown_links(written(made, "a", language)) == [
        (f"{later} →", "b.html#1N-2D-2H"),
        (f"{first} →", "b.html#1M-2N"),
    ]


def test_tables_without_others_have_no_links_and_no_traces() -> None:
    plain = render_blocks(tables(site(OPENINGS), "a"), HtmlOptions(row_id=RowIds()))
    assert str(written(site(OPENINGS), "a")) == str(BeautifulSoup(plain, "html.parser"))
