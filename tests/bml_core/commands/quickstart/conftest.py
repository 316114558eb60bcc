"""Every test of ``bml quickstart`` runs in a folder of its own, with nobody at the keyboard."""

from __future__ import annotations

import io
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path
