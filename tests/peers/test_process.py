"""The process of a peer: what it answers, and what becomes of a crash, a hang or a missing index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.peers import installation, process
from tests.peers.installation import require_installed
from tests.peers.process import Peer, PeerStopped

ROW = "1C  strong\n"


def test_one_process_answers_many_questions(peer: Peer) -> None:
    first = peer.convert(ROW)
    assert isinstance(peer.convert("1C  strong\n   1D  set in by three\n"), PeerStopped)
    assert peer.convert(ROW) == first == "*00{}=NYYYYYY\n001C=NYYYYYY008strong\n"


def test_files_lie_beside_the_page(peer: Peer) -> None:
    answer = peer.convert({"page.bml": "#INCLUDE deep/more.bml\n", "deep/more.bml": ROW})
    assert "001C=NYYYYYY008strong" in str(answer)


@pytest.fixture
def strange_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A worker that hangs at "hang", ends at "end" and answers anything else."""
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if 'hang' in line:\n"
        "        time.sleep(60)\n"
        "    if 'end' in line:\n"
        "        break\n"
        '    print(\'{"text": "fine"}\', flush=True)\n'
    )
    monkeypatch.setattr(process, "WORKER", worker)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "reason"), [("hang", "no answer in 0.5 seconds"), ("end", "the process ended")]
)
def test_a_crash_or_a_hang_is_an_answer(strange_worker: Path, text: str, reason: str) -> None:
    with Peer("0", strange_worker, patience=0.5) as peer:
        assert peer.convert(text) == PeerStopped(reason)
        peer.patience = 30
        assert peer.convert("and on") == "fine"


class TestWithoutAnIndex:
    @pytest.fixture(autouse=True)
    def no_index(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(installation, "CACHE", tmp_path / "peers")
        monkeypatch.setenv("PIP_NO_INDEX", "1")

    def test_the_comparison_is_skipped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("BML_REQUIRE_TOOLS", raising=False)
        with pytest.raises(pytest.skip.Exception, match=r"bridge-markup 2\.0\.3 cannot be installed"):
            require_installed("2.0.3")

    def test_it_fails_where_everything_is_required(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BML_REQUIRE_TOOLS", "1")
        with pytest.raises(pytest.fail.Exception, match="BML_REQUIRE_TOOLS=1 says it must be"):
            require_installed("2.0.3")
