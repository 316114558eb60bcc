"""BBOalert data: what its reader shows is what the system says, at every seat and vulnerability."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Location, System, expand, parse
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call
from bml_core.document import Limits
from bml_core.formats import bboalert
from bml_core.formats.bboalert import divided, readable
from bml_core.system import Agreement, Metadata
from tests.bml_core.cases import read_sections
from tests.bml_core.formats.bboalert.reader import Reader, Shown, Table
from tests.bml_core.texts import any_texts
from tests.examples import examples
from tests.peers.systems import pages

CONDITIONS = tuple(product((1, 2, 3, 4), (False, True), (False, True)))
TOKENS: dict[Call, str] = {PASS: "--", DOUBLE: "Db", REDOUBLE: "Rd"}
SEATS = [
    sections["bml"].rstrip("\n")
    for _, _, sections in read_sections(Path(__file__).parent / "fixtures" / "seats.txt")
]
hostile = st.one_of(
    st.text(),
    st.text(alphabet=",#@%\\\n\r\x0b\x1c\u2028/<>&;!♥br Itn+-*_|()" + "\U0001f600\ud800"),
    st.sampled_from(
        ["a,b,,c", "x\nOption,Always\n,1C,mine", "\nOption", "<script>alert(1)</script>", "x <b>y</b>"]
    ),
    st.sampled_from(["@I", "@Ignore", "%name% %", "#chat", "&comma; &#44; &amp;", "tail\\", "/regex/"]),
    st.sampled_from([r"one\ntwo", "one<br>two<BR />", "- 2C", "Import,https://bad.example"]),
)


def agreement(*calls: Call, lines: tuple[str, ...], ours: bool = True) -> Agreement:
    return Agreement(Auction(calls, ours), lines, False, Location("a.bml", 1))


# ---------------------------------------------------------------- what the system says


def applies(known: Agreement, calls: tuple[Call, ...], position: int, we: bool, they: bool) -> bool:
    """Whether an agreement speaks of a call, the last of ``calls``, which begin with the opening."""
    passes = (PASS,) * (position - 1)
    vulnerability = known.scope.vulnerability
    return (
        known.is_ours
        and known.auction.calls in (calls, passes + calls)
        and position in known.scope.position.positions
        and vulnerability.we in (None, we)
        and vulnerability.they in (None, they)
    )


def narrowness(known: Agreement, calls: tuple[Call, ...]) -> tuple[bool, bool, int, bool, bool]:
    seats = 1 if known.auction.calls != calls else len(known.scope.position.positions)
    we, they = known.scope.vulnerability.we, known.scope.vulnerability.they
    return (seats < 4, (we, they) != (None, None), -seats, None not in (we, they), we is not None)


def said(system: System, calls: tuple[Call, ...], position: int, we: bool, they: bool) -> str:
    """What the narrowest agreement on a call says, and of equally narrow ones the first."""
    found = [
        known
        for known in system.agreements
        if applies(known, calls, position, we, they) and readable(known.description)
    ]
    if not found:
        return ""
    return readable(max(found, key=lambda known: narrowness(known, calls)).description)


def tokens(calls: Iterable[Call]) -> str:
    return "".join(TOKENS.get(call) or call.code for call in calls)


def opened(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The calls from the opening bid on; of passes alone the last."""
    start = next((n for n, call in enumerate(calls[:-1]) if call is not PASS), len(calls) - 1)
    return calls[start:]


def questions(system: System) -> set[tuple[Call, ...]]:
    """Auctions to ask about: each that is agreed on, and neighbours of it with another last call."""
    known = {opened(found.auction.calls) for found in system.agreements}
    others = {(*calls[:-1], call) for calls in known for call in (PASS, DOUBLE, BIDS[7], BIDS[34])}
    return known | others


def check(system: System) -> None:
    reader = Reader(bboalert.dumps(system))
    for calls in questions(system):
        for position, we, they in CONDITIONS:
            *context, call = calls
            passes = "--" * (position - 1)
            shown = reader.shows(Table(passes + tokens(context), we, they), tokens([call]))
            expected = Shown(*divided(said(system, calls, position, we, they)))
            assert shown == expected, (calls, position, we, they)


class TestReader:
    @examples(12)
    @given(pages(), st.lists(st.sampled_from(SEATS), max_size=4))
    def test_shows_what_the_system_says_and_nothing_else(self, text: str, seats: list[str]) -> None:
        texts = [*seats[:2], text, *seats[2:]]
        check(expand([parse(text) for text in texts], limits=Limits(row_expansions=30)))

    @given(st.lists(st.sampled_from(SEATS), min_size=2, unique=True))
    def test_shows_the_narrowest_agreement(self, pages: list[str]) -> None:
        check(expand([parse(page) for page in pages]))

    @given(any_texts)
    def test_takes_in_whatever_notes_say(self, text: str) -> None:
        system = expand([parse(text)], limits=Limits(row_expansions=50))
        Reader(bboalert.dumps(system))
        bboalert.losses(system)


class TestRecords:
    @given(st.lists(st.sampled_from(SEATS), min_size=2, unique=True))
    def test_no_key_comes_twice(self, pages: list[str]) -> None:
        reader = Reader(bboalert.dumps(expand([parse(page) for page in pages])))
        keys = [record[:3] for record in reader.records]
        assert len(keys) == len(set(keys))

    def test_the_same_bytes_every_time(self) -> None:
        system = expand([parse(page) for page in SEATS])
        assert bboalert.dumps(system) == bboalert.dumps(system)

    @pytest.mark.parametrize("scope", ["#VUL NN", "#VUL YN", "#VUL 0Y", "#SEAT 2", "#SEAT 34\n#VUL Y0"])
    def test_a_row_that_only_leads_somewhere_hides_nothing(self, scope: str) -> None:
        text = f"1S  general\n\n{scope}\n\n1S\n  2C  special"
        records = Reader(bboalert.dumps(expand([parse(text)]))).records
        assert [record[1:] for record in records] == [("", "1S", "general"), ("1S--", "2C", "special")]


class TestTexts:
    @given(st.lists(hostile, max_size=3), st.lists(hostile, max_size=3))
    @example(["a" * 69 + "!h"], ["!h" * 60])
    @example(["word " * 30], ["\U0001f600" * 40])
    @example(["50% of 20%"], ["%a%b%c%"])
    def test_no_text_breaks_out_of_its_record(self, first: list[str], second: list[str]) -> None:
        system = System(
            (agreement(BIDS[0], lines=tuple(first)), agreement(BIDS[1], PASS, BIDS[6], lines=tuple(second)))
        )
        check(system)
        reader = Reader(bboalert.dumps(system))
        expected = [bool(readable(lines)) for lines in (first, second)]
        assert len(reader.records) == sum(expected)

    @given(st.text(), hostile)
    def test_nothing_is_lost_where_a_text_is_divided(self, start: str, text: str) -> None:
        whole = readable([start, text])
        alert, chat = divided(whole)
        assert whole in (alert + chat, f"{alert} {chat}")
        assert not chat.startswith(("h", "c", "d", "s")) or not alert.endswith("!")

    @given(hostile)
    def test_what_is_readable_stays_so(self, text: str) -> None:
        assert readable([readable([text])]) == readable([text])

    @given(hostile, hostile)
    def test_title_and_summary_stay_in_the_header(self, title: str, summary: str) -> None:
        for system in (System(()), System((), Metadata(title, summary))):
            written = bboalert.dumps(system, title=title, summary=summary)
            assert len(written.splitlines()) == 1
            assert Reader(written).records == []

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("15--17, balanced", "15--17, balanced"),
            ("4 ♥ or 5♠\ufe0f", "4 !h or 5!s"),
            ("6# or 7+#", "6 cards or 7+ cards"),
            ("# of aces, #1", "no. of aces, no. 1"),
            ("play@table", "play at table"),
            ("50%", "50%"),
            ("20% to 50%", "20 percent to 50 percent"),
            ("  wide \t apart ", "wide apart"),
            ("one\\ntwo<br>three", "one / two / three"),
            ("ends\\", "ends"),
            ("\\n", ""),
            ("&amp; <b> &comma;", "&amp; <b> &comma;"),
        ],
    )
    def test_what_the_reader_would_obey_is_said_otherwise(self, text: str, shown: str) -> None:
        assert readable([text]) == shown
        if shown:
            reader = Reader(bboalert.dumps(System((agreement(BIDS[0], lines=(text,)),))))
            assert reader.shows(Table("", False, False), "1C") == Shown(shown)


class TestHeader:
    def test_says_title_and_summary(self) -> None:
        system = expand([parse("#+TITLE: Notes, 2nd\n#+DESCRIPTION: Strong & <15")])
        assert bboalert.dumps(system, title="Other") == "BBOalert,Notes&#44; 2nd<br>Strong &amp; &lt;15\n"

    def test_says_what_the_caller_says_where_the_notes_say_nothing(self) -> None:
        assert bboalert.dumps(System(()), title="Project") == "BBOalert,Project\n"
        assert bboalert.dumps(System(())) == "BBOalert,\n"


def test_a_suit_stays_whole_where_an_endless_word_is_divided() -> None:
    assert divided("x" * 68 + "!hyyy") == ("x" * 68, "!hyyy")


class TestLeftOut:
    def test_a_seat_that_the_passes_contradict(self) -> None:
        system = expand([parse("#SEAT 1\n\nP-(P)-\n1S  never\n  2C  nor this")])
        assert bboalert.dumps(system) == "BBOalert,\n"
        first, second = bboalert.losses(system)
        assert str(first) == (
            "<text>:4:1: info BML401: Not in the BBOalert data: #SEAT 1 and the passes of the "
            "auction, after which seat 3 opens, contradict each other. Delete #SEAT, or the passes before "
            "the opening bid."
        )
        assert second.location.line == 5

    def test_a_seat_given_twice(self) -> None:
        system = expand([parse("#SEAT 3\n\n1S  first\n\n#SEAT 0\n\nP-(P)-\n1S  second\n1C  club")])
        assert bboalert.dumps(system).splitlines()[1:-1] == ["Option,Opening_@3", ",1S,first", ",1C,club"]
        (found,) = bboalert.losses(system)
        assert str(found) == (
            "<text>:8:1: info BML401: Not in the BBOalert data: <text>:3 describes the same call for "
            "the same seat. The first definition is used; delete one of the two."
        )

    def test_the_same_text_twice_is_not_a_loss(self) -> None:
        system = expand([parse("#SEAT 3\n\n1S  same\n\n#SEAT 0\n\nP-(P)-\n1S  same")])
        assert bboalert.losses(system) == ()
