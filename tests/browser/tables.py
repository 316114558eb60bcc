"""Small pages of bidding tables, and what a reader sees of them: for the tests of the script."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style, read_language
from bml_core.render.html import HtmlOptions, RowIds, render_blocks, script, style_sheet

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


def document(text: str, language: str, style: Style = Style.TREE) -> str:
    options = HtmlOptions(
        collapse=1,
        row_id=RowIds(),
        abbreviations=Abbreviations(read_abbreviations({})),
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


def write_pages(folder: Path) -> None:
    """Write the pages with what they load."""
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
    (folder / "few.html").write_text(document("1C!  Strong\n1D  Weak", "en"), "utf-8")
    (folder / "trials.html").write_text(document(TRIALS, "en", Style.TABLE), "utf-8")
    (folder / "columns.html").write_text(document(MANY, "en", Style.TABLE), "utf-8")


def shown(page: Page) -> list[str]:
    """The ids of the rows a reader sees."""
    rows = page.locator(".bml-table :is(li, tbody tr):visible")
    return idents(rows)


def idents(rows: Locator) -> list[str]:
    """The ids of rows."""
    found: list[str] = rows.evaluate_all("rows => rows.map(row => row.id)")
    return found


def in_view(page: Page, ident: str) -> bool:
    """Whether a row is in the window."""
    box = page.locator(f'[id="{ident}"]').bounding_box()
    return box is not None and 0 <= box["y"] < 600


def found(page: Page, words: str) -> list[str]:
    """The ids of the rows that fit."""
    page.get_by_role("searchbox").first.fill("")
    expect(page.get_by_role("status").first).to_have_text("")
    page.get_by_role("searchbox").first.fill(words)
    expect(page.get_by_role("status").first).not_to_have_text("")
    return idents(page.locator(".bml-match"))
