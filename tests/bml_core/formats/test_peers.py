"""bridge-markup reads the same systems to the same agreements, but for the mistakes listed here.

Random systems go through both programs. Before the results are compared, each known mistake of
bridge-markup is put right by a function of its own; below, each is shown to be one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bml_core import Dialect, build_system, parse
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call
from bml_core.formats import bss
from tests.bml_core.formats import peers
from tests.bml_core.formats.peers import Peer, PeerStopped, require_peer
from tests.bml_core.formats.random_systems import Features, Generator

SYSTEMS = 250
DIALECTS = {"2.0.3": Dialect.V2_0, "2.7.0": Dialect.V2_7}
# The generator keeps away from what changes which auctions there are (2.0.3) or stops the program (2.7.0).
FEATURES = {
    "2.0.3": Features(their_special=False, steps_over_them=False),
    "2.7.0": Features(steps_over_them=False),
}

_ALL: tuple[Call, ...] = (*BIDS, PASS, DOUBLE, REDOUBLE)
CALLS = {str(call): call for call in _ALL}

Records = dict[str, str]


@pytest.fixture(scope="session", params=DIALECTS)
def peer(request: pytest.FixtureRequest) -> Peer:
    """Each version of bridge-markup that is a model for a dialect."""
    return require_peer(request.param)


def records(text: str) -> Records:
    """The records of a file, auction to value; the header aside."""
    return dict(line.split("=", 1) for line in text.splitlines()[1:])


def ours(text: str, version: str) -> Records:
    """Our records, in one detail as bridge-markup writes them."""
    written = bss.write(build_system([parse(text, dialect=DIALECTS[version])]))
    return {auction: without_numbers(value) for auction, value in records(written).items()}


def theirs(text: str) -> Records:
    """bridge-markup's records, its mistakes put right."""
    return {
        auction: without_numbers(with_escapes(with_short_prefix(auction, value)))
        for auction, value in records(text).items()
        if is_legal(auction)
    }


# ---------------------------------------------------------------- the known mistakes


def with_short_prefix(auction: str, value: str) -> str:
    """It writes a disposition for passes and doubles, where the format has none: one character too many."""
    return value if _calls(auction)[-1] in BIDS else value[:7] + value[8:]


def with_escapes(value: str) -> str:
    """It leaves characters as they are that end a value or begin markup."""
    return bss.escape(value)


def is_legal(auction: str) -> bool:
    """It writes calls that nobody may make: a special bid stands for its legal bids only."""
    legal = Auction()
    for call in _calls(auction):
        if legal.illegality(call) is not None:
            return False
        legal = legal.then(call)
    return True


def without_numbers(value: str) -> str:
    """It loses the number before a variable: for "3M" it writes a control code and the suit."""
    return re.sub(r"\b[0-9]+(?=![cdhs]\b)", "\x01", value)


def _calls(auction: str) -> list[Call]:
    return [CALLS[word] for word in re.findall(r"[1-7][CDHSN]|[PDR]", auction.lstrip("*")[2:])]


# ---------------------------------------------------------------- random systems


def test_random_systems_agree_on_the_same(peer: Peer, tmp_path: Path) -> None:
    texts = Generator(20_261_120, FEATURES[peer.version]).systems(SYSTEMS)
    agreements = 0
    for text, answer in zip(texts, peer.convert(texts, tmp_path), strict=True):
        assert not isinstance(answer, PeerStopped), f"{answer}\n{text}"
        expected = theirs(answer)
        # As lists, since the order of the source is kept as well.
        assert list(ours(text, peer.version).items()) == list(expected.items()), text
        agreements += len(expected)
    assert agreements > 10 * SYSTEMS


# ---------------------------------------------------------------- each mistake, and the rule it breaks

WRONG = {
    "A pass or double has a prefix of seven characters.": (
        "(1N)\n  D  penalty\n",
        {"*001N": "NYYYYYY0", "*001ND": "NYYYYYY0penalty"},
        {"*001N": "NYYYYYY0", "*001ND": "NYYYYYYpenalty"},
    ),
    "A description must not end the value of its record.": (
        "1D  4=4=4=1\n",
        {"001D": "NYYYYYY0084=4=4=1"},
        {"001D": "NYYYYYY0084&#61;4&#61;4&#61;1"},
    ),
    "A variable behind a number is that suit behind the number.": (
        "1M  5M or 6+3M\n",
        {"001H": "NYYYYYY008\x01!h or 6+\x01!h", "001S": "NYYYYYY008\x01!s or 6+\x01!s"},
        {"001H": "NYYYYYY0085!h or 6+3!h", "001S": "NYYYYYY0085!s or 6+3!s"},
    ),
    "Normal bids come before special ones, whatever the order of the rows.": (
        "2HS  weak\n2H  strong\n",
        {"002H": "NYYYYYY008weak", "002S": "NYYYYYY008weak"},
        {"002S": "NYYYYYY008weak", "002H": "NYYYYYY008strong"},
    ),
}
WRONG["Rows are no auction, even if the first four have no description."] = (
    "1C\n  1D\n  1H\n  1S\n",
    {},
    dict.fromkeys(("001C", "001CP1D", "001CP1H", "001CP1S"), "NYYYYYY008"),
)
STOPS = {
    "White space before the first bid is ignored.": (
        "  1C  strong\n    1D  negative\n",
        {"001C": "NYYYYYY008strong", "001CP1D": "NYYYYYY008negative"},
    ),
    "Any indentation makes a sub-bid.": (
        "1C  strong\n   1D  negative\n",
        {"001C": "NYYYYYY008strong", "001CP1D": "NYYYYYY008negative"},
    ),
    "A row that cannot be read is an error of that row.": (
        "1C  strong\n  1Q  what\n  1D  negative\n",
        {"001C": "NYYYYYY008strong", "001CP1D": "NYYYYYY008negative"},
    ),
    "A diagram may lack hands.": (
        "N: AKQ J32 T98 7654\n\n1C  strong\n",
        {"001C": "NYYYYYY008strong"},
    ),
    "Cuts end at their own #ENDCUT.": (
        "#CUT a\n1D  negative\n#ENDCUT\n#CUT b\n1H  positive\n#ENDCUT\n\n1C---\n#PASTE b\n",
        {"001C": "NYYYYYY008", "001CP1H": "NYYYYYY008positive"},
    ),
    "Steps past seven notrump are an error of that row.": (
        "7S  grand\n  2steps  what\n",
        {"007S": "NYYYYYY008grand"},
    ),
}
ONLY_2_0 = {
    "Steps count from the last bid, the opponents' too.": (
        "1C---\n(1H)  natural\n  1step  what\n",
        {"001C1H1D": "NYYYYYY008what"},
        {"001C1H1S": "NYYYYYY008what"},
    ),
    "A special bid in parentheses is the opponents'.": (
        "1C---\n(2HS)  natural\n",
        {"001CP2H": "NYYYYYY008natural", "001CP2S": "NYYYYYY008natural"},
        {"001C2H": "NYYYYYY008natural", "001C2S": "NYYYYYY008natural"},
    ),
}


def test_its_mistakes_are_mistakes(peer: Peer, tmp_path: Path) -> None:
    answers = peer.convert([text for text, _, _ in WRONG.values()], tmp_path)
    for rule, answer in zip(WRONG, answers, strict=True):
        text, wrong, right = WRONG[rule]
        assert not isinstance(answer, PeerStopped), rule
        assert records(answer) == wrong, rule
        assert records(bss.write(build_system([parse(text)]))) == right, rule


def test_it_stops_where_we_read_on(peer: Peer, tmp_path: Path) -> None:
    answers = peer.convert([text for text, _ in STOPS.values()], tmp_path)
    for rule, answer in zip(STOPS, answers, strict=True):
        text, right = STOPS[rule]
        assert isinstance(answer, PeerStopped), rule
        assert records(bss.write(build_system([parse(text)]))) == right, rule


def test_steps_over_a_bid_of_theirs_stop_2_7_0(tmp_path: Path) -> None:
    text, _, right = next(iter(ONLY_2_0.values()))
    (answer,) = require_peer("2.7.0").convert([text], tmp_path)
    assert isinstance(answer, PeerStopped)
    assert right.items() <= records(bss.write(build_system([parse(text, dialect=Dialect.V2_7)]))).items()


def test_the_two_mistakes_of_2_0_3_alone(tmp_path: Path) -> None:
    answers = require_peer("2.0.3").convert([text for text, _, _ in ONLY_2_0.values()], tmp_path)
    for rule, answer in zip(ONLY_2_0, answers, strict=True):
        text, wrong, right = ONLY_2_0[rule]
        assert not isinstance(answer, PeerStopped), rule
        assert wrong.items() <= records(answer).items(), rule
        assert right.items() <= records(bss.write(build_system([parse(text)]))).items(), rule


class TestWhatTheListRestsOn:
    """The functions above put right what is wrong, and nothing else."""

    def test_a_suit_keeps_its_prefix(self) -> None:
        assert with_short_prefix("001C", "NYYYYYY008x") == "NYYYYYY008x"
        assert with_short_prefix("001CP", "NYYYYYY0x") == "NYYYYYYx"

    @pytest.mark.parametrize(("auction", "legal"), [("001CP1D", True), ("*001ND", True), ("001HP1C", False)])
    def test_legal_auctions_stay(self, auction: str, legal: bool) -> None:
        assert is_legal(auction) is legal


class TestWithoutAnIndex:
    @pytest.fixture(autouse=True)
    def no_index(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(peers, "CACHE", tmp_path / "peers")
        monkeypatch.setenv("PIP_NO_INDEX", "1")

    def test_the_comparison_is_skipped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("BML_REQUIRE_TOOLS", raising=False)
        with pytest.raises(pytest.skip.Exception, match=r"bridge-markup 2\.0\.3 cannot be installed"):
            require_peer("2.0.3")

    def test_it_fails_where_everything_is_required(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BML_REQUIRE_TOOLS", "1")
        with pytest.raises(pytest.fail.Exception, match="BML_REQUIRE_TOOLS=1 says it must be"):
            require_peer("2.0.3")
