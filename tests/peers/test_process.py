"""The process of a peer, its installation, and the count of what was compared."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import system_tools
from tests.peers import process
from tests.peers.conftest import require_installed
from tests.peers.process import Peer, PeerStopped
from tests.peers.tally import Tally, lines

TOP = Path(__file__).parents[2]
ROW = "1C  strong\n"


def test_one_process_answers_many_questions(peer: Peer) -> None:
    first = peer.convert(ROW)
    assert isinstance(peer.convert("1C  strong\n   1D  set in by three\n"), PeerStopped)
    assert peer.convert(ROW) == first == "*00{}=NYYYYYY\n001C=NYYYYYY008strong\n"


def test_files_lie_beside_the_page(peer: Peer) -> None:
    answer = peer.convert({"page.bml": "#INCLUDE deep/more.bml\n", "deep/more.bml": ROW})
    assert "001C=NYYYYYY008strong" in str(answer)


@pytest.mark.parametrize("accident", ["time.sleep(60)", "os._exit(1)"])
def test_a_hang_or_a_crash_is_an_answer(
    accident: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = tmp_path / "worker.py"
    program = process.WORKER.read_text("utf-8")
    # The conversion itself: what watches over it stays as it is.
    worker.write_text(
        program.replace("    bml.args.tree", f"    import os, time\n    {accident}\n    bml.args.tree")
    )
    with Peer("2.7.0", require_installed("2.7.0"), patience=1) as peer:
        monkeypatch.setattr(process, "WORKER", worker)
        assert peer.convert(ROW) == PeerStopped("the process ended")
        monkeypatch.undo()
        assert "strong" in str(peer.convert(ROW))


@pytest.mark.parametrize(
    ("required", "outcome"), [("0", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_without_an_index_it_skips_or_fails(
    required: str, outcome: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_tools, "PEERS", tmp_path / "peers")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("BML_REQUIRE_TOOLS", required)
    with pytest.raises(outcome, match=r"bridge-markup 2\.0\.3 cannot be installed"):
        require_installed("2.0.3")


def test_too_little_is_a_failure() -> None:
    tally = Tally(lambda _, __: None)
    tally.add("a peer to .bss", records=1)
    with pytest.raises(AssertionError):
        tally.tell(minimum=2)


def test_counts_are_reported_once_for_each_comparison() -> None:
    told: list[tuple[str, object]] = [("other", 1)]
    tally = Tally(lambda name, value: told.append((name, value)))
    tally.add("a peer to .bss", records=1200)
    tally.add("a peer to .bss", records=34)
    tally.tell(minimum=2)
    assert lines(told) == ["a peer to .bss: 2 systems, 1,234 records compared"]


def test_a_run_in_several_processes_ends_with_what_was_compared(tmp_path: Path) -> None:
    test = tmp_path / "test_counts.py"
    test.write_text(
        "from tests.peers.conftest import tally\n"
        "def test_counts(tally):\n"
        "    tally.add('a peer to .bss', records=7)\n"
        "    tally.tell(minimum=1)\n"
    )
    options = f"-q -p xdist -p tests.conftest -n 1 --rootdir {TOP} -c {TOP / 'pyproject.toml'}".split()
    command = [sys.executable, "-m", "pytest", *options, str(test)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(command, cwd=TOP, env=alone, capture_output=True, text=True, check=False)
    assert "a peer to .bss: 1 systems, 7 records compared" in run.stdout, run.stdout + run.stderr
