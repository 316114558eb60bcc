"""The laws of calling, checked against a second telling of them."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bml_core.bridge import (
    ANY_SCOPE,
    BIDS,
    CALLS,
    DOUBLE,
    NEITHER,
    PASS,
    REDOUBLE,
    Auction,
    Bid,
    Call,
    Illegality,
    OpenerPosition,
    Scope,
    Strain,
    make_bid,
    parse_auction,
)
from tests.bml_core.bridge.texts import rows

ONE_CLUB, ONE_HEART = make_bid(1, Strain.CLUBS), make_bid(1, Strain.HEARTS)


def is_legal(calls: tuple[Call, ...], call: Call) -> bool:
    """The laws worked out from the whole list of calls, without any memory: slow and plain."""
    bids = [number for number, made in enumerate(calls) if isinstance(made, Bid)]
    trailing_passes = len(calls) - max((n + 1 for n, made in enumerate(calls) if made is not PASS), default=0)
    if trailing_passes >= (3 if bids else 4):
        return False
    if call is PASS:
        return True
    if isinstance(call, Bid):
        return not bids or BIDS.index(call) > max(BIDS.index(calls[n]) for n in bids)
    if not bids:
        return False
    is_theirs = (len(calls) - bids[-1]) % 2 == 1
    since = [made for made in calls[bids[-1] + 1 :] if made is not PASS]
    if call is DOUBLE:
        return is_theirs and not since
    return not is_theirs and since == [DOUBLE]


@given(st.lists(st.one_of(st.sampled_from((PASS, DOUBLE, REDOUBLE)), st.sampled_from(CALLS)), max_size=30))
def test_legality_follows_the_laws(calls: list[Call]) -> None:
    auction = Auction()
    for call in calls:
        for tried in CALLS:
            assert (auction.illegality(tried) is None) == is_legal(auction.calls, tried), (
                str(auction),
                tried,
            )
        if auction.illegality(call) is None:
            auction = auction.then(call)


def test_the_longest_auction_has_319_calls() -> None:
    auction = Auction.of(PASS, PASS, PASS)
    for bid in BIDS:
        auction = auction.then(bid)
        for call in (PASS, PASS, DOUBLE, PASS, PASS, REDOUBLE, PASS, PASS):
            assert auction.illegality(call) is None
            auction = auction.then(call)
    assert not auction.is_over
    auction = auction.then(PASS)
    assert len(auction) == 319
    assert auction.is_over


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        ((ONE_HEART,), ONE_CLUB, Illegality.INSUFFICIENT),
        ((ONE_HEART,), ONE_HEART, Illegality.INSUFFICIENT),
        ((), DOUBLE, Illegality.NOTHING_TO_DOUBLE),
        ((PASS, PASS), DOUBLE, Illegality.NOTHING_TO_DOUBLE),
        ((ONE_CLUB, PASS), DOUBLE, Illegality.DOUBLE_OF_OWN_BID),
        ((ONE_CLUB, DOUBLE, PASS, PASS, REDOUBLE), DOUBLE, Illegality.ALREADY_DOUBLED),
        ((ONE_CLUB,), REDOUBLE, Illegality.NOTHING_TO_REDOUBLE),
        ((ONE_CLUB, DOUBLE, PASS), REDOUBLE, Illegality.NOTHING_TO_REDOUBLE),
        ((ONE_CLUB, PASS, PASS, PASS), ONE_HEART, Illegality.AUCTION_OVER),
        ((PASS, PASS, PASS, PASS), PASS, Illegality.AUCTION_OVER),
    ],
)
def test_the_reason_is_reported(calls: tuple[Call, ...], call: Call, reason: Illegality) -> None:
    assert Auction.of(*calls).illegality(call) is reason


def test_three_passes_open_nothing() -> None:
    assert Auction.of(PASS, PASS, PASS).illegality(ONE_CLUB) is None


def test_an_auction_is_its_calls() -> None:
    auction = Auction.of(ONE_CLUB, DOUBLE, REDOUBLE)
    assert (str(auction), auction.code) == ("1C-(D)-R", "1CDR")
    assert auction == Auction(auction.calls)
    assert hash(auction) == hash(Auction(auction.calls))


def test_an_auction_goes_on_after_pickling() -> None:
    auction = pickle.loads(pickle.dumps(Auction.of(ONE_CLUB, DOUBLE)))
    assert auction == Auction.of(ONE_CLUB, DOUBLE)
    assert auction.illegality(REDOUBLE) is None
    assert auction.then(PASS).illegality(REDOUBLE) is Illegality.NOTHING_TO_REDOUBLE


class TestReading:
    @pytest.mark.parametrize(("text", "code", "side"), rows("auctions"))
    def test_calls_and_sides(self, text: str, code: str, side: str) -> None:
        auction, diagnostics = parse_auction(text)
        assert auction is not None
        assert diagnostics == ()
        assert (auction.code, auction.we_deal) == (code, side == "ours")
        assert len(auction.locations) == len(auction)

    def test_an_empty_text_is_the_auction_before_the_first_call(self) -> None:
        assert parse_auction("").value == Auction()

    @pytest.mark.parametrize(
        ("position", "text", "calls"), [(1, "1N", "1N"), (3, "1N-2C", "PP1NP2C"), (2, "P-1N", "P1N")]
    )
    def test_a_position_is_passes_in_front(self, position: int, text: str, calls: str) -> None:
        written = parse_auction(text, position=position).value
        assert written is not None
        assert (written.code.lstrip("*"), written.position) == (calls, position)
        assert written.is_ours(position - 1)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            *rows("faults of auctions"),
            ("1C-" * 400, "auction:1:1: error BML631: This auction has more than 500 characters."),
        ],
    )
    def test_what_is_wrong_is_reported_where_it_is(self, text: str, said: str) -> None:
        read = parse_auction(text)
        (found,) = read.diagnostics
        assert read.value is None
        assert str(found).startswith(said)

    def test_passes_and_a_position_that_do_not_agree(self) -> None:
        (found,) = parse_auction("P-P-1H", position=2).diagnostics
        assert found.message == "After these passes the opener is in position 3, not 2."

    @given(st.text(alphabet="12N7CDHSPXR()-–, !♥xa\n", max_size=30), st.sampled_from([None, 1, 2, 3, 4]))
    def test_nothing_raises(self, text: str, position: int | None) -> None:
        read = parse_auction(text, position=position)
        assert (read.value is None) is bool(read.diagnostics)
        assert read.value is None or len(read.value.locations) == len(read.value)

    @pytest.mark.parametrize("position", [0, 5, "1"])
    def test_positions_are_four(self, position: int) -> None:
        with pytest.raises(match="position must be 1 to 4"):
            parse_auction("1N", position=position)
        with pytest.raises(match="position must be 1 to 4"):
            Auction.before_opening(position)


class TestTexts:
    @pytest.mark.parametrize(("text", "bml", "short", "code"), rows("spellings of auctions"))
    def test_an_auction_has_four_spellings(self, text: str, bml: str, short: str, code: str) -> None:
        auction = Auction.parse(text)
        assert (str(auction), f"{auction:bml}", f"{auction:short}", auction.code) == (text, bml, short, code)
        assert repr(auction) == f"Auction.parse({text!r})"

    @given(
        st.lists(st.sampled_from((PASS, PASS, DOUBLE, REDOUBLE, *BIDS[:8])), min_size=1, max_size=14),
        st.booleans(),
        st.sampled_from((ANY_SCOPE, Scope(OpenerPosition.THIRD_OR_FOURTH), Scope(vulnerability=NEITHER))),
    )
    def test_what_is_written_is_read(self, calls: list[Call], we_deal: bool, scope: Scope) -> None:
        auction = Auction((), we_deal, scope)
        for call in calls:
            if auction.illegality(call) is None:
                auction = auction.then(call)
        assume(auction.calls)
        read = Auction.parse(str(auction))
        assert read == Auction.parse(f"{auction:bml}")
        # Whose passes they are is known when somebody has bid.
        expected = auction if auction.last_bid else replace(auction, we_deal=len(auction) % 2 == 0)
        assert read == expected
        assert hash(read) == hash(expected)


class TestSides:
    def test_the_pass_of_the_other_side_is_put_in(self) -> None:
        assert Auction.parse("1N").for_side(ours=True).code == "1NP"
        assert Auction.parse("1N").for_side(ours=False).code == "1N"
        assert Auction.parse("(1N)").for_side(ours=False).code == "*1NP"

    def test_where_nobody_has_called_a_side_begins(self) -> None:
        assert [Auction().for_side(ours=ours).we_deal for ours in (True, False)] == [True, False]

    def test_an_auction_that_is_over_gets_no_pass(self) -> None:
        over = Auction.parse("1N-(P)-P-(P)")
        assert over.for_side(ours=True) is over.for_side(ours=False) is over

    def test_passes_before_the_opening_are_its_position(self) -> None:
        openings = [Auction.parse(text).from_opening() for text in ("P-P-1N-2C", "P-(1N)-D@vul", "1N@2nd")]
        assert [str(auction) for auction in openings] == ["1NT-2C@3rd", "(1NT)-D@2nd@vul", "1NT@2nd"]
        assert str(Auction.parse("P-P").from_opening()) == "@3rd"

    def test_calls_are_located_where_they_were_written(self) -> None:
        auction = Auction.parse("1N-2C")
        assert [at and at.column for at in map(auction.location, range(3))] == [1, None, 4]
        assert [auction.before.location(index) for index in range(2)] == [auction.location(0), None]
        assert Auction.of(PASS).location(0) is None
