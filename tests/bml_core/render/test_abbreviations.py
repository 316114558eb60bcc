"""Abbreviations are explained where a table first uses them, and nowhere else."""

from __future__ import annotations

import pytest

from bml_core.language import DEFAULT_ABBREVIATIONS, read_abbreviations


@pytest.mark.parametrize(
    "value",
    [
        "GF",
        7,
        ["GF"],
        {"": "x"},
        {" GF": "x"},
        {7: "x"},
        {"x" * 41: "x"},
        {"GF": 7},
        {"GF": "x" * 301},
        {str(number): "x" for number in range(1001)},
    ],
)
def test_what_is_not_a_list_of_abbreviations_is_reported(value: object) -> None:
    with pytest.raises(ValueError, match=r"abbreviation|Write words|meaning"):
        read_abbreviations(value)


def test_the_usual_words_have_meanings_of_a_few_words() -> None:
    assert len(DEFAULT_ABBREVIATIONS) > 30
    for word, meaning in DEFAULT_ABBREVIATIONS.items():
        assert word == word.strip()
        assert 1 <= len(meaning.split()) <= 7
