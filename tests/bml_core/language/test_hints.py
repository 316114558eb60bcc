"""Diagnostics help: each says in plain words what is wrong, and nearly each what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bml_core import Dialect, Severity, expand, parse
from bml_core.language import Page
from tests.bml_core.cases import Case, read_cases

BAD = read_cases(Path(__file__).parent / "fixtures" / "bad.txt")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1C  x\n  1zoo  y", "1zoo is not a bid. Begin the row with a bid such as 1H"),
        ("1C  x\n  1d  y", "write 1D"),
        ("1C  x\n  1nt  y", "write 1NT"),
        ("1C  x\n  (1S  y", "in parentheses, as in (1S)"),
        ("1C  x\n  1S)  y", "in parentheses, as in (1S)"),
        ("1C  x\n  (see  y", "Begin the row with a bid"),
        ("1C  x\n  2♦*  y", "2D* is not a bid. Write 2D! if it is alerted, else 2D alone."),
        ("1C  x\n  **2M**  y", "Write 2M alone"),
        ("1C  x\n  Pass: y", "Write Pass alone"),
        ("1C  x\n  1D/ y", "1D/ is not a bid. Write 1D alone"),
        ("1C  x\n  1zoo: y", "Begin the row with a bid"),
        ("1C  x\n  --- y", "Only the first line"),
        ("1C  x\n  1D–1H  y", "put a blank line above"),
        ("# Notes\n\n```bml\n1C  x\n```", "This is read as text: fenced blocks are for pages of a site"),
        ("Notes\n\n.. bml::\n\n   1C  x", "delete the lines around the block"),
        ("1C  x\n  1H-2H  y", "put a blank line above"),
        ("1C  x\n  1H-2H;  y", "put a blank line above"),
        ("1C  x\n   and more", "begin the line at column 5"),
        ("1C  x\n  1zoo  y", "To go on with the description above"),
        ("1C  x\n  8D  y", "levels run from 1 to 7"),
        ("1C  x\n  2oM  y", "no M was bid before"),
        ("1C  x\n  2oM  y", "as in 1M"),
        ("1C  x\n  2om  y", "as in 1m"),
        ("1C  x\n  2Y  y", "only in dialect 2.7. Write #+BML: 2.7"),
        ("7S  x\n  2step  y", "2 steps lead past 7NT, since the last bid is 7S"),
        ("7N  x\n  1step  y", "1 step leads past 7NT"),
        ("1C  x\n  jump  y", "jump is not a call, so"),
        ("2C  x\n  1D  y", "the bid is not higher than the last bid"),
        ("1H  x\n  D  y", "the last bid was made by their own side"),
        ("1H  x\n  Dbl  y", "Write (Dbl) if the opponents double"),
        ("1H  x\n  1X  y", "1C, 1D, 1H are left out"),
        ("1H  x\n  1C/2C  y", "1C is left out"),
        ("7S  x\n  7CDHS  y", "7C, 7D, 7H, 7S are not legal here"),
        ("1C  x\n      1D  y\n   1H  z", "It is read as a row below 1C."),
        ("#FOO x", "#FOO is not a command of BML. Known are #HIDE"),
        ("#PASTE x", "Write #CUT x and #ENDCUT"),
        ("#CUT a\n1C\n#ENDCUT\n#PASTE x", "Known names: a."),
        ("#PASTE x\n\n#CUT x\n1C\n#ENDCUT", "It is cut or copied further down"),
        ("#CUT a\n1C", "#CUT has no #ENDCUT. Write #ENDCUT below the last row"),
        ("#ENDCOPY", "#ENDCOPY has no #COPY above it"),
        ("#CUT a\n1C\n#ENDCUT\n#PASTE a x", "as in \\R=D"),
        ("#VUL X", "as in #VUL Y0"),
        ("#VUL", "#VUL needs a value"),
        ("#SEAT 7", "1, 2, 3, 4, 12 or 34"),
        ("#INCLUDE", "#INCLUDE needs a file name"),
        ("#INCLUDE none.bml", "File not found: none.bml"),
        ("#+BML: 4", "Write 2.0, 2.7 or 1"),
        ("#+BML:", "The dialect is missing"),
        ("N: A K Q", "The hand of North has 3 suits; a hand has four"),
        ("E: A", "The hand of East has 1 suit; a hand has four"),
        ("N: A K Q J\nN: 2 3 4 5", "the first one is used"),
        ("N: A K Q J\nS: A 2 3 4", "The card SA is held by both North and South"),
        ("N: AA K Q J", "The card SA is twice in the hand of North"),
        ("1C P P what\n\n1C P P P\nwhat", "what is not a call"),
        ("[x](javascript:y)", "A link may not lead to javascript:y"),
        ("1C  x\n  // y", "Move the // to the beginning of the line"),
    ],
)
def test_what_is_said(text: str, sentence: str) -> None:
    document = parse(text)
    found = (*document.diagnostics, *expand([document]).diagnostics)
    assert sentence in " ".join(diagnostic.sentence for diagnostic in found)


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.title)
def test_every_error_has_a_hint_and_plain_sentences(case: Case, tmp_path: Path) -> None:
    text = case.sections["bml"]
    dialect = Dialect(case.sections.get("dialect", "2.0").strip())
    document = Page(str(tmp_path / "page.bml"), dialect=dialect).parse(text)
    for found in (*document.diagnostics, *expand([document]).diagnostics):
        assert found.hint or found.severity is Severity.INFO, str(found)
        for sentence in filter(None, (found.message, found.hint)):
            assert re.match(r"\S.*[.]$", sentence), sentence
            assert len(sentence) < 200


@pytest.mark.parametrize("word", ["x" * 100_000, "1" * 100_000 + "C", "8" + "C" * 100_000])
def test_long_words_are_not_repeated_at_length(word: str) -> None:
    (found, *_) = parse(f"1C  x\n  {word}").diagnostics
    assert len(found.sentence) < 500
    assert all(len(other.sentence) < 500 for other in parse(f"#PASTE {word}\n\n#{'A' * 5_000}").diagnostics)
    assert all(len(other.sentence) < 500 for other in parse(f"#VUL {word}\n#INCLUDE {word}").diagnostics)
    assert all(
        len(other.sentence) < 500 for other in parse(f"[a](javascript:{word}) [[x:{word}]]").diagnostics
    )
