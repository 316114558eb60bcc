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


OLDER = {
    "bml bss": "bml2bss",
    "bml html": "bml2html",
    "bml latex": "bml2latex",
    "bml depends": "bml_makedepend",
    "bml import": "bss2bml",
}
#: These differ, as transcripts of their own show.
DIFFER = ("already exists; replace it", "-i 3", "bml explore")
ALIKE = [
    each
    for each in transcripts()
    if each.file in ("bss", "pages", "depends", "import") and not any(mark in each.text for mark in DIFFER)
]


@pytest.mark.parametrize("transcript", ALIKE, ids=lambda each: f"{each.file}: {each.title}")
def test_the_older_program_does_the_same(transcript: Transcript, tmp_path: Path) -> None:
    text = transcript.text
    for name, older in OLDER.items():
        text = text.replace(name, older)
    if "bml2html" in text:
        text = text.replace(".html", ".htm")
    replay(transcript.files, tmp_path / "notes")
    assert replay(text, tmp_path / "notes") == text
