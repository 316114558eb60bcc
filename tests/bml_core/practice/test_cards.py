"""Cards: what is on them, and that their identity is that of the auction."""

from __future__ import annotations

import sqlite3
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

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
        write_package(
            cards_of(notes, heading_topics(notes.documents)), f"Ours v3.{number}, 202{number}", str(path)
        )
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


def test_anki_updates_a_card_and_keeps_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anki = pytest.importorskip("anki.collection", reason="the library of Anki is not installed")
    collection = anki.Collection(str(tmp_path / "ours.anki2"))
    path, stayman = str(tmp_path / "cards.apkg"), "Back:Stayman*"

    def imported(text: str, seconds: int) -> None:
        notes = loads(text)
        # Anki compares the seconds in which two packages were written.
        monkeypatch.setattr("genanki.package.time", SimpleNamespace(time=lambda: time.time() + seconds))
        write_package(cards_of(notes, heading_topics(notes.documents)), "Ours", path)
        collection.import_anki_package(anki.ImportAnkiPackageRequest(package_path=path))

    imported(OLD, 0)
    (ident,) = collection.find_cards(stayman)
    card = collection.get_card(ident)
    collection.decks.select(card.did)
    while (due := collection.sched.get_queued_cards().cards[0]).card.id != ident:
        collection.sched.bury_cards([due.card.id])
    card.start_timer()
    collection.sched.answer_card(collection.sched.build_answer(card=card, states=due.states, rating=3))
    before = collection.note_count()
    imported(NEW, 60)
    card = collection.get_card(ident)
    found = (*card.note().fields[:2], card.reps, collection.decks.name(card.did), collection.note_count())
    collection.close()
    assert found == ('1NT-2<span class="c">♣</span>', "Stayman, 8+", 1, "Ours::Openings", before)
