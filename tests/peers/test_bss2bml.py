"""``.bss`` files become the same BML agreements as with bridge-markup's ``bss2bml``, or more of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, note

from bml_core import expand, parse
from bml_core.formats import bml, bss
from tests.manual_pages import MANUAL
from tests.peers import bml_defects as known
from tests.peers.process import Peer, PeerStopped
from tests.peers.systems import pages, thorough
from tests.peers.tally import Tally

EXAMPLES = 100


def records(text: str) -> list[str]:
    """The lines of the ``.bss`` file of a BML text."""
    return bss.dumps(expand([parse(text)])).splitlines()


def is_our_opening(record: str, wanted: list[str]) -> bool:
    """Whether a record is of one call, and not of a file where the opponents make it."""
    return re.match(r"\d\d[1-7P][CDHSN]?=", record) is not None and f"*{record}" not in wanted


def their_bml(peer: Peer, wanted: list[str]) -> str:
    """What the peer makes of a file; it needs no mending to read but the long prefix."""
    answer = peer.convert("".join(f"{known.with_long_prefix(record)}\n" for record in wanted), "bml")
    assert not isinstance(answer, PeerStopped), answer
    return answer


def test_files_become_the_same_agreements(peer: Peer, tally: Tally) -> None:
    @thorough(EXAMPLES)
    @given(pages())
    def compare(page: str) -> None:
        wanted = records(f"#+TITLE: Ours\n\n{page}")
        ours = bml.dumps(bss.loads("\n".join(wanted))).value
        note(f"---- .bss\n{wanted}\n---- ours\n{ours}")
        assert records(ours) == wanted
        theirs = their_bml(peer, wanted)
        note(f"---- theirs\n{theirs}")
        got = records(known.without_braces(known.without_escapes(theirs)))
        may_lack = peer.version in known.KEEPS_OPENINGS_ONLY or known.opens_with_a_pass(wanted)
        got, wanted = map(known.without_passes_that_say_nothing, (got, wanted))
        if peer.version in known.KEEPS_OPENINGS_ONLY:
            got = [record for record in got if is_our_opening(record, wanted)]
        if may_lack:
            assert set(got) <= set(wanted)
        else:
            assert sorted(got) == sorted(wanted)
        tally.add(records=len(got))

    compare()
    tally.tell(f"bridge-markup {peer.version} .bss to BML", minimum=2 * EXAMPLES)


class TestItsMistakes:
    """Each mistake is one that the program makes."""

    def test_it_stops_at_seven_characters(self, peer: Peer) -> None:
        answer = peer.convert("*00{x}=NYYYYYY\n001C=NYYYYYY008a\n001C1HD=NYYYYYYb\n001D=NYYYYYY008c\n", "bml")
        assert "1C = a" in str(answer)
        assert "1D" not in str(answer)

    def test_it_leaves_escapes(self, peer: Peer) -> None:
        assert "4&#61;4" in str(peer.convert("*00{x}=NYYYYYY\n001C=NYYYYYY0084&#61;4\n", "bml"))

    def test_one_version_keeps_braces_and_openings_only(self, peer: Peer) -> None:
        file = "*00{x}=NYYYYYY\n001C=NYYYYYY008a\n001CP1D=NYYYYYY008b\n"
        answer = str(peer.convert(file, "bml"))
        is_old = peer.version in known.KEEPS_OPENINGS_ONLY
        assert ("#+TITLE: {x}" in answer, "1D = b" in answer) == (is_old, not is_old)

    def test_a_pass_that_opens_is_no_table(self, peer: Peer) -> None:
        answer = str(peer.convert("*00{x}=NYYYYYY\n001C=NYYYYYY008a\n00P=NYYYYYY0b\n", "bml"))
        is_lost = peer.version in known.LOSES_ROWS_BELOW_A_PASS
        assert ("\n\nP = b" in answer) is is_lost

    def test_passes_become_rows(self, peer: Peer) -> None:
        file = ["*00{x}=NYYYYYY", "001C=NYYYYYY008a", "001C1D=NYYYYYY008b", "001C1DP1H=NYYYYYY008c"]
        answer = str(peer.convert("".join(f"{line}\n" for line in [*file, "001CP1S=NYYYYYY008d"]), "bml"))
        rows = re.findall(r"^ *(?:P|\(P\))$", answer, re.M)
        assert bool(rows) is (peer.version not in known.KEEPS_OPENINGS_ONLY)


@pytest.mark.parametrize(
    "heading",
    [*known.BML_DEFECTS, *known.KEEPS_OPENINGS_ONLY.values(), *known.LOSES_ROWS_BELOW_A_PASS.values()],
)
def test_each_is_in_the_manual(heading: str) -> None:
    assert f"\n### {heading}\n" in (MANUAL / "differences.md").read_text("utf-8")
