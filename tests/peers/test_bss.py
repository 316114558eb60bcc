"""Systems give the same ``.bss`` records as with bridge-markup, but for the mistakes in ``defects.py``."""

from __future__ import annotations

from pathlib import Path

from hypothesis import event, given, note

from bml_core import Dialect, Page, expand
from bml_core.formats import bss
from tests.peers.defects import as_it_should_be, as_the_peer_reads_it
from tests.peers.model import System, write
from tests.peers.process import Peer, PeerStopped
from tests.peers.systems import Features, systems, thorough
from tests.peers.tally import Tally

DIALECTS = {"2.0.3": Dialect.V2_0, "2.7.0": Dialect.V2_7}
FEATURES = {"2.0.3": Features(their_variables=False), "2.7.0": Features(ranked=True)}
EXAMPLES = 400


def ours(system: System, dialect: Dialect, folder: Path) -> list[tuple[str, str]]:
    """Our records, the header first, as (auction, value)."""
    files = write(system)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    page = Page(str(folder / "page.bml"), dialect=dialect)
    written = bss.dumps(expand([page.parse(files["page.bml"])]))
    return [(left, right) for line in written.splitlines() for left, _, right in [line.partition("=")]]


def test_systems_agree_on_the_same(peer: Peer, tmp_path: Path, tally: Tally) -> None:
    @thorough(EXAMPLES)
    @given(systems(FEATURES[peer.version]))
    def compare(system: System) -> None:
        readable, in_order = as_the_peer_reads_it(system, peer.version)
        answer = peer.convert(write(readable))
        note(f"{system}\n==== for the peer\n{readable}\n{answer}")
        assert not isinstance(answer, PeerStopped)
        got = ours(system, DIALECTS[peer.version], tmp_path)
        expected = as_it_should_be(answer, peer.version)
        if not in_order:
            event("rows in another order")
            got, expected = sorted(got), sorted(expected, key=lambda record: record[0])
        assert [auction for auction, _ in got] == [auction for auction, _ in expected]
        for (auction, value), (_, pattern) in zip(got, expected, strict=True):
            assert pattern.fullmatch(value), auction
        tally.add(records=len(got))

    compare()
    tally.tell(f"bridge-markup {peer.version} to .bss", minimum=10 * EXAMPLES)
