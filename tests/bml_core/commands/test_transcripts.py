"""What commands print and write, as the transcripts in ``fixtures/transcripts`` have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bml_core.commands.transcripts import COLUMNS, Transcript, replay, transcripts


@pytest.mark.parametrize("transcript", [*transcripts()], ids=lambda each: f"{each.file}: {each.title}")
def test_transcript(transcript: Transcript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", COLUMNS)
    replay(transcript.files, tmp_path / "notes")
    assert replay(transcript.text, tmp_path / "notes") == transcript.text


OLDER = {"bss": "bml2bss", "import": "bss2bml", "depends": "bml_makedepend"}


@pytest.mark.parametrize(
    "transcript",
    [each for each in transcripts() if each.file in OLDER and "already exists" not in each.text],
    ids=lambda each: f"{each.file}: {each.title}",
)
def test_the_older_program_does_the_same(transcript: Transcript, tmp_path: Path) -> None:
    text = transcript.text.replace(f"bml {transcript.file}", OLDER[transcript.file])
    replay(transcript.files, tmp_path / "notes")
    assert replay(text, tmp_path / "notes") == text
