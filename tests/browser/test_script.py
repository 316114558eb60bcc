"""What the script adds to bidding tables, and what works without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bml_core import parse
from bml_core.render import Style, read_abbreviations, read_language
from bml_core.render.html import HtmlOptions, RowIds, render_blocks, script, style_sheet
from tests.browser.serving import STRICT, served

NOTES = """\
1C  16+ hcp
  1D  Negative
    1H  Relay
      1S  Double negative
  (1S)
    D   Values
    P   Weak
  1H  5+!h, game forcing

1N  15--17
2N  20--21
"""
NOTHING = "No row fits. Try fewer words, or an auction such as 1N-2C."
MANY = "\n".join(f"{level}{strain}  Row" for level in (1, 2, 3) for strain in "CDHSN")

_BIDS = [f"{level}{strain}" for level in range(1, 5) for strain in "CDHSN"]
_DEEP = "\n".join(f"{' ' * depth}{bid}  Level {depth}" for depth, bid in enumerate(_BIDS))
TRIALS = f"""\
1N-(2C)-2D-(2H)-2S-(P)-3C-(P)-3D-(P)-3H-(P); so far
{"long" * 75}  A label
3S  {"word" * 75} and {"more text " * 200}
3N  \u05e9\u05dc\u05d5\u05dd, BAL

{_DEEP}
"""
PROMISE = f"15–17, balanced; {'any long story ' * 20}".strip()
_WAYS = (("1N", PROMISE), ("2N", "&lt;b&gt;Hostile&lt;/b&gt; &amp; so on"), ("1C", "Last"))
_LINKED = "".join(
    f'<p>See <a class="bml-way" href="#{row}" title="{says}">{row}</a></p>' for row, says in _WAYS
)
LINKS = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>T</title><meta name="viewport" '
    'content="width=device-width"><link rel="stylesheet" href="bml.css"><script defer src="bml.js"></script>'
    f"</head><body><main><h1>Notes</h1>{_LINKED}</main></body></html>"
)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

Open = Callable[..., Page]


def document(text: str, language: str, style: Style = Style.TREE) -> str:
    options = HtmlOptions(
        collapse=1,
        row_id=RowIds(),
        abbreviations=read_abbreviations({}),
        style=style,
        words=read_language(language[:2]),
    )
    body = render_blocks(parse(text).blocks, options)
    head = '<meta charset="utf-8"><link rel="stylesheet" href="bml.css"><script defer src="bml.js"></script>'
    filler = '<h1 id="top">Notes</h1>' + "<p>Prose</p>" * 60
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><title>T</title>{head}</head>'
        f"<body>{filler}{body}</body></html>"
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where pages are served with a strict policy."""
    folder: Path = tmp_path_factory.mktemp("script")
    (folder / "bml.css").write_text(style_sheet(), "utf-8")
    (folder / "bml.js").write_text(script(), "utf-8")
    (folder / "index.html").write_text(document(NOTES, "en"), "utf-8")
    (folder / "german.html").write_text(document(NOTES, "de-AT"), "utf-8")
    (folder / "many.html").write_text(document(MANY, "en"), "utf-8")
    (folder / "several.html").write_text(document(f"{NOTES}\nSome prose.\n\n{MANY}", "en"), "utf-8")
    (folder / "small.html").write_text(document(MANY.replace("\n2C", "\n\nAnd\n\n2C"), "en"), "utf-8")
    (folder / "system-columns.html").write_text(document(SYSTEM, "en", Style.TABLE), "utf-8")
    (folder / "system.html").write_text(document(SYSTEM, "en"), "utf-8")
    (folder / "links.html").write_text(LINKS, "utf-8")
    (folder / "few.html").write_text(document("1C  Strong\n1D  Weak", "en"), "utf-8")
    (folder / "trials.html").write_text(document(TRIALS, "en", Style.TABLE), "utf-8")
    (folder / "columns.html").write_text(document(MANY, "en", Style.TABLE), "utf-8")
    with served(folder) as address:
        yield f"{address}{STRICT}"


@pytest.fixture
def open_notes(browser: Browser, place: str) -> Iterator[Open]:
    """Opens a page and holds it to the policy: whatever the console complains of fails the test."""
    context = browser.new_context(viewport={"width": 800, "height": 600}, reduced_motion="reduce")
    plain = browser.new_context(viewport={"width": 800, "height": 600}, java_script_enabled=False)
    complaints: list[str] = []

    def opened(path: str = "index.html", *, scripts: bool = True) -> Page:
        page = (context if scripts else plain).new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{place}/{path}")
        return page

    yield opened
    context.close()
    plain.close()
    assert [text for text in complaints if "favicon" not in text and "404" not in text] == []


def shown(page: Page) -> list[str]:
    """The ids of the rows a reader sees."""
    return [
        str(row.get_attribute("id"))
        for row in page.locator(".bml-table li, .bml-table tbody tr").all()
        if row.is_visible()
    ]


def in_view(page: Page, ident: str) -> bool:
    """Whether a row is in the window."""
    box = page.locator(f'[id="{ident}"]').bounding_box()
    return box is not None and 0 <= box["y"] < 600


def test_everything_opens_and_closes_at_once(open_notes: Open) -> None:
    page = open_notes()
    assert shown(page) == ["1C", "1N", "2N"]
    page.get_by_role("button", name="Open all").first.click()
    assert len(shown(page)) == 10
    page.get_by_role("button", name="Close all").first.click()
    assert shown(page) == ["1C", "1N", "2N"]


def test_the_buttons_work_by_keyboard(open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("button", name="Open all").first.focus()
    page.keyboard.press("Enter")
    assert "1C-1D-1H-1S" in shown(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert shown(page) == ["1C", "1N", "2N"]


def test_the_filter_shows_rows_with_those_above_and_below_them(open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    assert shown(page) == ["1C", "1C-(1S)", "1C-(1S)-P"]
    assert page.locator(".bml-match").count() == 1


@pytest.mark.parametrize("words", ["5+h", "5+♥", "5+!h", "5+H", "  GAME   forcing "])
def test_suits_are_found_however_they_are_written(words: str, open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("searchbox").first.fill(words)
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    assert page.locator(".bml-match").get_attribute("id") == "1C-1H"


def test_what_answers_a_found_row_can_still_be_opened(open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("searchbox").first.fill("relay")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    page.locator('[id="1C-1D-1H"] summary').click()
    assert "1C-1D-1H-1S" in shown(page)


def test_escape_brings_everything_back_as_it_was(open_notes: Open) -> None:
    page = open_notes()
    page.locator('[id="1C"] > details > summary').click()
    before = shown(page)
    page.get_by_role("searchbox").first.fill("negative")
    expect(page.get_by_role("status").first).to_have_text("2 of 10 rows")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").first).to_have_text("")
    assert page.get_by_role("searchbox").first.input_value() == ""
    assert shown(page) == before


def test_a_word_that_no_row_has_hides_all_and_says_so(open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("searchbox").first.fill("<img src=x onerror=alert(1)>")
    expect(page.get_by_role("status").first).to_have_text(NOTHING)
    assert shown(page) == []
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(
    ("path", "boxes", "buttons"),
    [("few.html", 0, 0), ("many.html", 1, 0), ("columns.html", 1, 0), ("index.html", 1, 2)],
)
def test_only_tables_that_need_them_get_helpers(
    path: str, boxes: int, buttons: int, open_notes: Open
) -> None:
    page = open_notes(path)
    assert page.get_by_role("searchbox").count() == boxes
    assert page.get_by_role("button").count() == buttons


def test_rows_of_a_table_with_columns_are_filtered_as_well(open_notes: Open) -> None:
    page = open_notes("columns.html")
    page.get_by_role("searchbox").fill("2n")
    expect(page.get_by_role("status")).to_have_text("1 of 15 rows")
    assert shown(page) == ["2N"]


def test_words_are_in_the_language_of_the_page(open_notes: Open) -> None:
    page = open_notes("german.html")
    assert page.get_by_role("button").all_text_contents() == ["Alle öffnen", "Alle schließen"]
    page.get_by_role("searchbox").fill("weak")
    expect(page.get_by_role("status")).to_have_text("1 von 10 Zeilen")


# ---------------------------------------------------------------- what the filter finds

SYSTEM = """\
1M  5+!M, 11--17
  1N  Up to a bad six-card suit, forcing
  2N  Six trumps, invitational
  (D)
    R  Strong
    2N  Limit raise

1N  15--17, balanced
  2C  Stayman
    2D  No four-card major
    2red  Nothing to do with clubs
  2D  Transfer to hearts
    (D)
      P  No fit, weak
      2H  Three hearts
  (2C)
    D  Stolen bid
  2H  Invitational! with 117 ways

2C-(P)-2D-; so far
2H  Natural, 22+
2S  5+!s, exactly 22
Slam tries  Six or more
3S  GF, solid
3N  To play, or GF
"""

FOUND = {
    "hearts 17": ["1M"],
    "17 ♥": ["1M"],
    "17 h": ["1M"],
    "herz 17": ["1M"],
    "invitational six": ["1M-2N"],
    "SIX inv": ["1M-2N"],
    "transfer hearts": ["1N-2D"],
    "117": ["1N-2H"],
    "5+ hearts": ["1M"],
    "5+ spades": ["1M", "2C-(P)-2D-2S"],
    "5+s": ["2C-(P)-2D-2S"],
    "15-17": ["1N"],
    "15 – 17": ["1N"],
    "slam tries": ["2C-(P)-2D-Slam"],
    # What an abbreviation stands for, which a table explains once.
    "game forcing": ["2C-(P)-2D-3S", "2C-(P)-2D-3N"],
    "gf": ["2C-(P)-2D-3S", "2C-(P)-2D-3N"],
    # Auctions, with any sign between the calls and any spelling of them.
    "1N-2C": ["1N-2C", "1N-(2C)"],
    "1nt 2c": ["1N-2C", "1N-(2C)"],
    "1NT – 2♣": ["1N-2C", "1N-(2C)"],
    "1n, !2c": [],
    "1n-(2c)": ["1N-(2C)"],
    "1n-(2c)-x": ["1N-(2C)-D"],
    "1n 2c dbl": ["1N-(2C)-D"],
    "1n p 2c p 2d": ["1N-2C-2D", "1N-2C-2red"],
    "1n 2d x p": ["1N-2D-(D)", "1N-2D-(D)-P"],
    "1s 2nt": ["1M-2N"],
    "1h-(x)-xx": ["1M-(D)-R"],
    "1m x redouble": ["1M-(D)-R"],
    "2c 2d 2h": ["2C-(P)-2D-2H"],
    "2c p 2d 2s": ["2C-(P)-2D-2S"],
    # An auction and words: rows below it.
    "1n-2d weak": ["1N-2D-(D)-P"],
    "1n three": ["1N-2D-(D)-2H"],
    # One word.
    "stayman": ["1N-2C"],
    "2♣": ["1N-2C", "1N-(2C)"],
    "(2c)": ["1N-(2C)"],
    "x": ["1M-(D)", "1N-2D-(D)", "1N-(2C)-D"],
    "117 ways weak": [],
    "1n-3c": [],
    "\\ [a-z]* (": [],
}


@pytest.fixture(scope="module")
def system_page(browser: Browser, place: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{place}/system.html")
    yield page
    page.close()


def found(page: Page, words: str) -> list[str]:
    """The ids of the rows that fit."""
    page.get_by_role("searchbox").first.fill("")
    expect(page.get_by_role("status").first).to_have_text("")
    page.get_by_role("searchbox").first.fill(words)
    expect(page.get_by_role("status").first).not_to_have_text("")
    return [str(row.get_attribute("id")) for row in page.locator(".bml-match").all()]


@pytest.mark.parametrize("words", FOUND)
def test_words_and_auctions_find_their_rows(words: str, system_page: Page) -> None:
    assert sorted(found(system_page, words)) == sorted(FOUND[words])


def test_every_field_of_a_page_filters_all_its_tables(open_notes: Open) -> None:
    page = open_notes("several.html")
    expect(page.get_by_role("searchbox")).to_have_count(2)
    page.get_by_role("searchbox").nth(1).fill("16+")
    expect(page.get_by_role("status").filter(has_text="1 of 25 rows")).to_have_count(1)
    assert shown(page) == ["1C"]
    assert page.get_by_role("searchbox").first.input_value() == "16+"
    page.get_by_role("searchbox").first.press("Escape")
    expect(page.locator(".bml-table li[hidden]")).to_have_count(0)
    assert [field.input_value() for field in page.get_by_role("searchbox").all()] == ["", ""]
    assert page.get_by_role("status").all_text_contents() == ["", ""]


def test_the_first_of_many_small_tables_has_a_field(open_notes: Open) -> None:
    page = open_notes("small.html")
    expect(page.get_by_role("searchbox")).to_have_count(1)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("searchbox").fill("2n")
    expect(page.get_by_role("status")).to_have_text("1 of 15 rows")
    assert shown(page) == ["2N"]


def test_the_field_stays_where_it_is_while_rows_above_it_come_and_go(open_notes: Open) -> None:
    page = open_notes("several.html")
    field = page.locator(".bml-tools > input").nth(1)
    field.scroll_into_view_if_needed()
    before = field.bounding_box()
    assert before is not None
    for words, said in (("row", "15 of 25 rows"), ("", "")):
        field.fill(words)
        expect(page.locator(".bml-tools > [role=status]").nth(1)).to_have_text(said)
        page.wait_for_timeout(100)
        after = field.bounding_box()
        assert after is not None
        assert abs(after["y"] - before["y"]) < 2


def test_enter_leads_to_the_next_row_that_fits(open_notes: Open) -> None:
    page = open_notes("several.html")
    page.get_by_role("searchbox").nth(1).fill("3n")
    page.keyboard.press("Enter")
    expect(page.locator('[id="3N"] > a.bml-link')).to_be_focused()
    assert in_view(page, "3N")


def test_a_table_without_rows_that_fit_leads_to_the_first_that_does(open_notes: Open) -> None:
    page = open_notes("several.html")
    first = page.locator(".bml-first")
    page.get_by_role("searchbox").first.fill("3n")
    expect(first.first).to_have_text("3N")
    page.get_by_role("link", name="Link to 3N").first.click()
    assert in_view(page, "3N")
    assert page.get_by_role("searchbox").first.input_value() == "3n"
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 25 rows")
    expect(first.first).to_be_hidden()


def test_tools_of_tables_without_rows_that_fit_are_not_in_the_way(open_notes: Open) -> None:
    page = open_notes("several.html")
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("searchbox")).to_have_count(1)
    page.get_by_role("searchbox").press("Escape")
    expect(page.get_by_role("searchbox")).to_have_count(2)


def test_rows_of_a_table_with_columns_are_shown_with_those_above_them(open_notes: Open) -> None:
    page = open_notes("system-columns.html")
    page.get_by_role("searchbox").first.fill("1n-2d weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 22 rows")
    assert shown(page) == ["1N", "1N-2D", "1N-2D-(D)", "1N-2D-(D)-P"]


def test_a_reader_hears_what_the_field_is_and_how_many_rows_fit(open_notes: Open) -> None:
    page = open_notes("several.html")
    field = page.get_by_role("searchbox", name="Filter rows").first
    expect(field).to_have_accessible_description("Words in any order, or an auction: hearts 17, 1N-2C")
    field.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 25 rows")
    spoken = [text for text in page.get_by_role("status").all_text_contents() if text]
    assert spoken == ["1 of 25 rows"], "said once, not by every field"


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize("ident", ["1C-1D-1H", "1C-(1S)-D", "1N", "1C-%281S%29-D"])
def test_an_address_opens_its_row_and_shows_it(ident: str, open_notes: Open) -> None:
    page = open_notes(f"index.html#{ident}")
    name = ident.replace("%28", "(").replace("%29", ")")
    assert name in shown(page)
    assert in_view(page, name)


def test_the_row_itself_opens_too(open_notes: Open) -> None:
    assert "1C-1D-1H-1S" in shown(open_notes("index.html#1C-1D-1H"))


def test_an_address_opens_the_rows_around_it_without_the_script(open_notes: Open) -> None:
    page = open_notes("index.html#1C-1D-1H", scripts=False)
    row = page.locator('[id="1C-1D-1H"]')
    expect(row).to_be_visible()
    assert in_view(page, "1C-1D-1H")


@pytest.mark.parametrize("ident", ["nowhere", "%", "%E0%A4%A", "top", "<b>", "1C'\""])
def test_other_addresses_do_no_harm(ident: str, open_notes: Open) -> None:
    assert shown(open_notes(f"index.html#{ident}")) == ["1C", "1N", "2N"]


def test_a_link_on_the_page_opens_its_row_again_and_again(open_notes: Open) -> None:
    page = open_notes("index.html#1C-1D-1H")
    for _ in range(2):
        page.get_by_role("button", name="Close all").first.click()
        assert "1C-1D-1H" not in shown(page)
        page.evaluate("document.querySelector('a[href=\"#1C-1D-1H\"]').click()")
        assert "1C-1D-1H" in shown(page)


def test_an_address_shows_its_row_though_the_filter_hid_it(open_notes: Open) -> None:
    page = open_notes()
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    page.evaluate("location.hash = '#1C-1D'")
    expect(page.locator('[id="1C-1D"]')).to_be_visible()
    assert page.get_by_role("searchbox").first.input_value() == ""


def test_the_sign_of_a_link_is_there_when_pointed_at_or_reached_by_keyboard(open_notes: Open) -> None:
    page = open_notes()
    link, row = page.locator('[id="2N"] > a.bml-link'), page.locator('[id="2N"] > .bml-row')
    expect(link).to_have_css("opacity", "0")
    row.hover()
    expect(link).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(link).to_have_css("opacity", "0")
    page.locator('[id="1N"] > a.bml-link').focus()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(link).to_have_css("opacity", "1")


def test_what_the_script_adds_is_not_printed(open_notes: Open) -> None:
    page = open_notes()
    page.emulate_media(media="print")
    expect(page.locator(".bml-tools").first).to_be_hidden()
    expect(page.locator("a.bml-link").first).to_be_hidden()


def test_tables_that_a_theme_brings_later_get_helpers_too(open_notes: Open) -> None:
    page = open_notes("few.html")
    page.evaluate(
        """() => {
            const main = document.createElement("main");
            main.innerHTML = '<div class="bml-table"><ul><li><details><summary class="bml-row">' +
                '<span class="bml-call">1C</span></summary><ul><li>x</li></ul></details></li></ul></div>';
            document.body.append(main);
        }"""
    )
    expect(page.locator("main .bml-tools")).to_have_count(1)


# ---------------------------------------------------------------- eyes and ears


@pytest.mark.parametrize("path", ["index.html", "columns.html", "trials.html"])
def test_axe_finds_nothing(path: str, browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.goto(f"{place.removesuffix(STRICT)}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach(branch => { branch.open = true; })")
    page.evaluate(AXE)
    found = page.evaluate("axe.run({include: [['.bml-table']]})")
    page.close()
    assert found["passes"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []


@pytest.mark.parametrize("words", ["weak", "3n", "nowhere"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_axe_finds_nothing_in_what_a_filter_left(words: str, mode: str, browser: Browser, place: str) -> None:
    page = browser.new_page(color_scheme="dark" if mode == "dark" else "light")
    page.goto(f"{place.removesuffix(STRICT)}/several.html")
    page.set_viewport_size({"width": 320, "height": 600})
    found(page, words)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.evaluate(AXE)
    checked = page.evaluate("axe.run({include: [['.bml-table'], ['.bml-tools']]})")
    page.close()
    assert checked["passes"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in checked["violations"]] == []


@pytest.mark.parametrize("path", ["index.html", "columns.html", "trials.html"])
def test_nothing_leaves_a_narrow_window(path: str, open_notes: Open) -> None:
    page = open_notes(path)
    page.set_viewport_size({"width": 320, "height": 600})
    page.evaluate("document.querySelectorAll('details').forEach(branch => { branch.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


# ---------------------------------------------------------------- what links lead to


@pytest.fixture
def open_links(browser: Browser, place: str) -> Iterator[Open]:
    """Opens the page with links for a finger or a mouse, as wide as is wanted."""
    contexts = []

    def opened(*, width: int = 800, touch: bool = False, scripts: bool = True) -> Page:
        size = {"width": width, "height": 600}
        contexts.append(browser.new_context(viewport=size, has_touch=touch, java_script_enabled=scripts))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.goto(f"{place}/links.html")
        return page

    yield opened
    for context in contexts:
        context.close()


def preview(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def test_pointing_at_a_link_shows_what_its_row_says(open_links: Open) -> None:
    page = open_links()
    link = page.locator("p > a.bml-way").first
    link.hover()
    expect(preview(page)).to_have_text(PROMISE)
    assert link.get_attribute("title") is None
    assert link.get_attribute("aria-describedby") == preview(page).get_attribute("id")
    # The box itself can be pointed at, and stays.
    preview(page).hover()
    page.wait_for_timeout(400)
    expect(preview(page)).to_be_visible()
    page.mouse.move(5, 500)
    expect(preview(page)).to_have_count(0)
    assert link.get_attribute("title") == PROMISE


def test_the_keyboard_shows_it_and_escape_takes_it_away(open_links: Open) -> None:
    page = open_links()
    page.keyboard.press("Tab")
    expect(preview(page)).to_have_text(PROMISE)
    page.keyboard.press("Escape")
    expect(preview(page)).to_have_count(0)
    page.keyboard.press("Tab")
    expect(preview(page)).to_have_text("<b>Hostile</b> & so on")
    assert page.locator("b").count() == 0
    page.keyboard.press("Enter")
    expect(preview(page)).to_have_count(0)
    assert page.url.endswith("#2N")


def test_a_finger_shows_it_and_follows_with_the_second_tap(open_links: Open) -> None:
    page = open_links(touch=True, width=320)
    link = page.locator("p > a.bml-way").first
    link.tap()
    expect(preview(page)).to_have_text(PROMISE)
    assert "#" not in page.url
    page.locator("h1").tap()
    expect(preview(page)).to_have_count(0)
    link.tap()
    link.tap()
    assert page.url.endswith("#1N")


@pytest.mark.parametrize("width", [320, 800])
def test_the_box_is_within_the_window(width: int, open_links: Open) -> None:
    page = open_links(width=width)
    page.locator("a.bml-way").last.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    box, at = preview(page).bounding_box(), page.locator("a.bml-way").last.bounding_box()
    assert box is not None
    assert at is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 600
    assert box["y"] >= at["y"] + at["height"] or box["y"] + box["height"] <= at["y"]


def test_axe_finds_nothing_in_the_box(open_links: Open) -> None:
    page = open_links()
    page.keyboard.press("Tab")
    page.evaluate(AXE)
    found = page.evaluate("axe.run({include: ['.bml-preview', '.bml-way']}, {resultTypes: ['violations']})")
    assert [rule["id"] for rule in found["violations"]] == []


def test_without_scripts_the_title_says_it(open_links: Open) -> None:
    page = open_links(scripts=False)
    assert page.locator("a.bml-way").first.get_attribute("title") == PROMISE
