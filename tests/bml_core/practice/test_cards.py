"""Cards: what is on them, and that their identity is that of the auction."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

from bml_core.notes import Notes, loads
from bml_core.practice import NoteCard, cards_of, heading_topics, write_csv, write_package

RAISES = "\n* Raises\n\n1H  5+ hearts\n  2H  <b>=raise\n"
OLD = f"* Openings\n\n1C  16+ hcp\n1N  12-14 hcp\n  2C  Stayman\n{RAISES}"
NEW = f"* Openings\n\n1N  15-17 hcp\n  2C  Stayman, 8+\n1C  16+ hcp\n{RAISES}"


def cards(notes: Notes) -> list[tuple[str, str, str]]:
    return [(card.key, card.front, card.back) for card in cards_of(notes, heading_topics(notes.documents))]


def notes_of(path: Path, folder: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as package:
        package.extract("collection.anki2", folder)
    with sqlite3.connect(folder / "collection.anki2") as data:
        return dict(data.execute("select guid, flds from notes"))


def test_each_agreement_has_a_card_for_either_direction() -> None:
    assert cards(loads(OLD))[:4] == [
        ("1C means", "1C", "16+ hcp"),
        ("1C is bid", "? 16+ hcp", "1C"),
        ("1NT means", "1NT", "12-14 hcp"),
        ("1NT is bid", "? 12-14 hcp", "1NT"),
    ]


def test_keys_stay_when_a_text_changes_or_rows_move() -> None:
    old, new = ({key for key, _, _ in cards(loads(text))} for text in (OLD, NEW))
    assert old == new


def test_a_package_keeps_its_identities_and_escapes_texts(tmp_path: Path) -> None:
    found = []
    for number, text in enumerate((OLD, NEW)):
        notes = loads(text)
        path = tmp_path / f"{number}.apkg"
        write_package(cards_of(notes, heading_topics(notes.documents)), "Ours", str(path))
        folder = tmp_path / str(number)
        folder.mkdir()
        found.append(notes_of(path, folder))
    old, new = found
    assert set(old) == set(new)
    assert old != new
    assert any("&lt;b&gt;=raise" in fields and '<span class="h">' in fields for fields in new.values())


def test_a_table_holds_nothing_that_a_spreadsheet_would_calculate() -> None:
    table = write_csv([NoteCard("1C means", "1C", "=1+1")])
    assert table.splitlines() == ["key,front,back,more,chapter,tags", "1C means,1C,'=1+1,,,"]
