"""Results of earlier runs: what is kept of them, and what does no harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bml_core.files import Results


def test_results_are_kept_from_run_to_run(tmp_path: Path) -> None:
    results = Results(tmp_path / "new" / "folder")
    results.keep("findings", "a", [1, "x", None])
    results.keep("numbers", "a", {"1C": 0.5})
    results.write()
    again = Results(tmp_path / "new" / "folder")
    assert (again.find("findings", "a"), again.find("numbers", "a")) == ([1, "x", None], {"1C": 0.5})
    assert again.find("findings", "b") is None


def test_nothing_is_written_that_nobody_worked_out(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.find("findings", "a")
    results.write()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"version": "0"}', '{"version": 1, "results": {"a": 1}}', "[" * 100_000]
)
def test_a_file_that_is_not_ours_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "findings.json").write_text(text, "utf-8")
    results = Results(tmp_path)
    assert results.find("findings", "a") is None
    results.keep("findings", "a", 2)
    results.write()
    assert Results(tmp_path).find("findings", "a") == 2


def test_results_of_another_version_are_none(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.keep("findings", "a", 1)
    results.write()
    held = json.loads((tmp_path / "findings.json").read_text("utf-8"))
    (tmp_path / "findings.json").write_text(json.dumps({**held, "version": "0.0.1"}), "utf-8")
    assert Results(tmp_path).find("findings", "a") is None


def test_a_disk_that_cannot_be_written_to_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    results = Results(tmp_path / "file" / "below")
    results.keep("findings", "a", 1)
    results.write()
    assert results.find("findings", "a") == 1


def test_the_results_that_nobody_asked_for_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Results, "MOST", 2)
    results = Results()
    for key in ("a", "b"):
        results.keep("findings", key, key)
    results.find("findings", "a")
    results.keep("findings", "c", "c")
    assert [results.find("findings", key) for key in "abc"] == ["a", None, "c"]
