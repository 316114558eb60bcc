"""Which kind a file of deals is: its ending tells, or what it begins with; and what else is in it."""

from __future__ import annotations

import pytest

from bml_core.formats import deals

LINK = "https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1SAK%7Cah%7CBoard%209%7C"
LINE = "N:AK2... - - -"
KINDS = {
    '[Board "3"]': "pbn",
    '; ours\n{md|1SAK2,,,|}\n%\n[Board "3"]': "pbn",
    "% PBN 2.1\n": "pbn",
    f'[Event "{LINK}"]': "pbn",
    f'{{see {LINK}}}\n[Board "3"]': "pbn",
    LINE: "pbn",
    "md|1SAK2,,,|": "lin",
    "|md|1SAK2,,,|": "lin",
    'pn|,,,|nt|\n[Board "3"]\n|': "lin",
    f"md|1SAK2,,,|nt|{LINK}|": "lin",
    f"vg|{LINE}|\n{LINE}\n": "lin",
    LINK: "text",
    f'Look:\n\n[Board "3"]\n{LINK}': "text",
    "<xml>md|1SAK2,,,|</xml>": "text",
    '<pre><PBN>[Board "3"]</PBN></pre>': "text",
    "": "",
    "1N  15--17\n": "",
    "#7, dealer N\nN: AK2 - - -\n": "",
    "| 1C | strong |\n": "",
}


@pytest.mark.parametrize(("text", "kind"), KINDS.items(), ids=map(repr, KINDS))
def test_the_first_token_tells(text: str, kind: str) -> None:
    assert deals.recognise(text) == deals.recognise(text.encode(), "hands.txt") == kind


@pytest.mark.parametrize(
    ("text", "ending", "kind"),
    [
        ('[Board "3"]\nmd|1SAK2,,,|', ".lin", "lin"),
        ('md|[Board "3"]\n[Board "4"]', ".pbn", "pbn"),
        ('[Board "3"]', ".LIN", "pbn"),
        ("md|1SAK2,,,|", ".pbn", "lin"),
        ("Dear partner", ".pbn", "pbn"),
        ("Dear partner", ".lin", "lin"),
        ("", ".pbn", ""),
    ],
)
def test_the_ending_tells_where_there_is_anything_of_its_kind(text: str, ending: str, kind: str) -> None:
    assert deals.recognise(text, f"hands{ending}") == kind


LETTER = f"""\
Dear partner,
look at {LINK}.

[Board "1"]
{{ {LINK} }}

and at md|1SAK2,,,|ah|Board 2|mb|p|

{LINE}
"""


def test_a_letter_has_boards_of_every_kind_in_its_order() -> None:
    found = list(deals.read(LETTER))
    assert [dealt.number for dealt in found] == [9, 1, 2, None]
    assert [dealt.location.line for dealt in found] == [2, 4, 7, 9]
    assert [str(error).partition(" Game")[0] for error in deals.check(LETTER)] == [":9:1: warning BML718:"]


def test_a_link_in_a_board_is_not_another_board() -> None:
    for text in (f'[Board "1"]\n{{{LINK}}}\n\n[Board "2"]', f"md|1S,,,|ah|1|nt|{LINK}|\nmd|1S,,,|ah|2|"):
        assert [dealt.number for dealt in deals.read(text)] == [1, 2]
        assert list(deals.check(text)) == []


def test_what_a_letter_has_among_its_deals_is_reported() -> None:
    text = 'Look:\n[Board "1"]\nAnd this\n\nqx|o1|md|1SAK2,,,|Then came md|2SAK2,,,| as well'
    found = [f"{error.location.line} {error.code}" for error in deals.check(text)]
    assert found == ["3 BML713", "5 BML815", "5 BML815"]
