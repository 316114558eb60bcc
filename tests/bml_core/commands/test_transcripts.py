"""What commands print and write, as the transcripts in ``fixtures/transcripts`` have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bml_core.commands.transcripts import Transcript, replay, transcripts


@pytest.mark.parametrize("transcript", [*transcripts()], ids=lambda each: f"{each.file}: {each.title}")
def test_transcript(transcript: Transcript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert replay(transcript.text, tmp_path) == transcript.text
