"""Words that oblige a player or his partner, in every language of descriptions."""

from __future__ import annotations

import pytest

from bml_core import choose_call, loads
from bml_core.hands.descriptions import Obligation, obligations_of

FORCED, REST, REQUEST, FORCING, CALLED, TO_GAME, PASSABLE, TO_PLAY, TAKEOUT = Obligation

CASES = [
    ("en", "Completes the transfer", {FORCED, REQUEST}),
    ("en", "Just accepts", {FORCED}),
    ("en", "Forced unless 6+!h", set()),
    ("en", "Everything else", {REST}),
    ("en", "To play", {TO_PLAY, PASSABLE}),
    ("en", "5+!h, S/O", {TO_PLAY, PASSABLE}),
    ("en", "TRF to !h", {REQUEST}),
    ("en", "GF, 5+!c", {TO_GAME, FORCING, CALLED}),
    ("en", "12+ GF", {TO_GAME, FORCING, CALLED}),
    ("en", "6--4+ GF", {TO_GAME, FORCING, CALLED}),
    ("en", "!GF, 5+!c", {TO_GAME, FORCING, CALLED}),
    ("en", "like [others](#relays), 4+!s", set()),
    ("en", "Natural and forcing for a round", {FORCING, CALLED}),
    ("en", "Then new suits are forcing", {FORCING}),
    ("en", "Nonforcing", {PASSABLE}),
    ("en", "INV, 10--12", {PASSABLE}),
    ("en", "Weak or game forcing", {FORCING}),
    ("en", "Puppet; opener bids 3!c unless game forcing", {REQUEST, FORCING}),
    ("en", "INV or GF", {PASSABLE}),
    ("en", "4 hearts, G/F", {TO_GAME}),
    ("en", "T/O", {TAKEOUT}),
    ("de", "führt den Transfer aus", {FORCED, REQUEST}),
    ("de", "erzwungen", {FORCED}),
    ("de", "alle anderen Hände", {REST}),
    ("de", "partieforcierend", {TO_GAME, FORCING, CALLED}),
    ("de", "Schlussgebot", {TO_PLAY, PASSABLE}),
    ("de", "Informationskontra", {TAKEOUT}),
    ("fr", "rectification du Texas", {FORCED, REQUEST}),
    ("fr", "forcé", {FORCED}),
    ("fr", "sinon", {REST}),
    ("fr", "forcing de manche", {TO_GAME, FORCING, CALLED}),
    ("fr", "pour jouer", {TO_PLAY, PASSABLE}),
    ("nl", "voert de transfer uit", {FORCED, REQUEST}),
    ("nl", "verplicht", {FORCED}),
    ("nl", "mancheforcing", {TO_GAME, FORCING, CALLED}),
    ("nl", "om te spelen", {TO_PLAY, PASSABLE}),
    ("pl", "realizuje transfer", {FORCED, REQUEST}),
    ("pl", "wymuszone", {FORCED}),
    ("pl", "forsuje do dogranej", {TO_GAME, FORCING, CALLED}),
    ("pl", "do gry", {TO_PLAY, PASSABLE}),
    ("pl", "kontra wywoławcza", {TAKEOUT}),
]


@pytest.mark.parametrize(("language", "text", "obligations"), CASES)
def test_words_oblige(language: str, text: str, obligations: set[Obligation]) -> None:
    (agreement,) = loads(f"#+LANGUAGE: {language}\n\n2H  {text}")
    assert obligations_of(agreement) - {FORCING} == obligations - {FORCING}
    assert FORCING not in obligations or FORCING in obligations_of(agreement)


@pytest.mark.parametrize(
    ("language", "transfer", "completes"),
    [
        ("de", "Transfer auf Coeur", "führt Transfer aus"),
        ("fr", "Texas pour les cœurs", "rectifie le Texas"),
        ("nl", "transfer voor harten", "neemt transfer aan"),
        ("pl", "transfer na kiery", "przyjmuje transfer"),
    ],
)
def test_a_transfer_is_completed_and_not_passed(language: str, transfer: str, completes: str) -> None:
    head = f"#+LANGUAGE: {language}\n\n1N  15--17\n  2D  {transfer}\n"
    completed = loads(f"{head}    2H  {completes}\n    3H  17, 4+!h")
    assert str(choose_call(completed, "KQ5 AJ2 KJ4 Q982", "1N-2D").call) == "2H"
    other = loads(f"{head}    3H  17, 4+!h\n    3S  17, 5!s")
    assert choose_call(other, "KQ5 AJ2 KJ4 Q982", "1N-2D").call is None
