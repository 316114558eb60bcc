"""Work and output go with the length of a text, whatever it repeats: see ``hostile.py``."""

from __future__ import annotations

import sys

import pytest

from bml_core.formats import deals, pbn
from tests.bml_core.formats.deals.hostile import TEXTS, text, work

LENGTH = 300


def calls(kind: str, written: str) -> int:
    """How many functions are called for a text."""
    count = 0

    def count_call(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        work(kind, written)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(("kind", "beginning", "token"), TEXTS, ids=[f"{k} {b!r} {t!r}" for k, b, t in TEXTS])
def test_twice_the_text_is_at_most_twice_the_work(kind: str, beginning: str, token: str) -> None:
    # What is remembered of one text must not make the other one look longer.
    work(kind, text(beginning, token, LENGTH // 2))
    once, twice = (calls(kind, text(beginning, token, length)) for length in (LENGTH, 2 * LENGTH))
    assert twice < 2.3 * once + 500


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_what_is_written_of_it_is_read_as_what_was_written(kind: str) -> None:
    for written in (text(beginning, token, LENGTH) for own, beginning, token in TEXTS if own == kind):
        again = deals.FORMATS[kind].write(deals.read(written, "", kind))
        assert deals.FORMATS[kind].write(deals.read(again, "", kind)) == again


@pytest.mark.parametrize(
    ("kind", "written"),
    [("pbn", '[Dealer "N"][Auction "N"] ' + "zz " * 3000), ("lin", "md|1,,,|" + "mb|z|" * 3000)],
)
def test_the_faults_of_a_game_are_reported_up_to_a_limit(kind: str, written: str) -> None:
    found = list(deals.check(written, "", kind))
    assert len(found) == 101
    assert found[-1].code == "BML105"


def test_a_number_of_many_digits_is_not_a_number() -> None:
    digits = "9" * 10_000
    (board,) = pbn.loads(f'[Result "{digits}"][Board "{digits}"]')
    assert (board.number, board.play.result) == (None, None)
