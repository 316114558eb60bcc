"""PBN in other documents, between delimiters (PBN 2.1, 6.2)."""

from __future__ import annotations

from bml_core.formats import deals

PAGE = """<h1>Our <b>best</b> boards</h1>
<pre><PBN>
[Board "7"]
[Dealer "Q"]
</PBN></pre>
<p>and [one "more"]:</p>
<pbn>[Board "8"]</pbn>
"""


def numbers(text: str, file: str) -> list[int | None]:
    """The numbers of the boards of a file."""
    return [dealt.number for dealt in deals.read(text, file) if dealt.is_board]


def test_a_document_has_the_games_between_its_delimiters() -> None:
    assert deals.recognise(PAGE) == deals.TEXT
    assert numbers(PAGE, "page.html") == [7, 8]


def test_places_are_those_of_the_document() -> None:
    expected = "page.html:4:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W."
    assert [str(found) for found in deals.check(PAGE, "page.html")] == [expected]
    assert [str(found) for dealt in deals.read(PAGE, "page.html") for found in dealt.diagnostics] == [
        expected
    ]


def test_a_pbn_file_has_no_delimiters_and_is_read_all_the_same() -> None:
    text = '[Board "1"]\n\n<PBN>[Board "2"]\n</PBN>\n\n[Board "3"]\n'
    assert numbers(text, "hands.pbn") == [1, 2, 3]
    (found,) = deals.check(text, "hands.pbn")
    assert str(found).startswith(
        "hands.pbn:3:1: error BML713: PBN 6.2: A PBN file must not contain the delimiter <PBN>."
    )


def test_a_delimiter_without_its_end_reaches_to_the_end() -> None:
    assert numbers('Look <PBN>[Board "7"]\n\n[Board "8"]', "mail.txt") == [7, 8]


def test_a_tag_outside_of_the_delimiters_is_reported() -> None:
    text = '<PBN>[Board "1"]</PBN>\n\n[Board "2"]\n'
    assert numbers(text, "<stdin>") == [1]
    (found,) = deals.check(text, "<stdin>")
    assert str(found).startswith("<stdin>:3:1: error BML713: PBN 6.2: A tag pair outside <PBN>")
