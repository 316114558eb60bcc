"""Words that oblige a player or his partner, in every language of descriptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import choose_call, loads
from bml_core.hands.descriptions import Obligation, obligations_of

FORCING = Obligation.FORCING

FIXTURE = Path(__file__).parent / "fixtures" / "obligations.txt"
CASES = [line.split(" | ") for line in FIXTURE.read_text("utf-8").splitlines()[2:]]


@pytest.mark.parametrize(("language", "text", "obligations"), CASES)
def test_words_oblige(language: str, text: str, obligations: str) -> None:
    (agreement,) = loads(f"#+LANGUAGE: {language}\n\n2H  {text}")
    expected = {Obligation[name.upper()] for name in obligations.split() if name != "-"}
    assert obligations_of(agreement) - {FORCING} == expected - {FORCING}
    assert FORCING not in expected or FORCING in obligations_of(agreement)


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
    assert repr(choose_call(other, "KQ5 AJ2 KJ4 Q982", "1N-2D")).startswith("<Choice probably 2H: ")


@pytest.mark.parametrize(("line", "is_said"), [("new suit: F1", False), ("now asking: F1", True)])
def test_what_another_call_obliges_to_is_not_said_of_this_one(line: str, is_said: bool) -> None:
    (agreement,) = loads(f"2H  5+!h, NF\n    {line}")
    assert (Obligation.CALLED_FORCING in obligations_of(agreement)) is is_said
