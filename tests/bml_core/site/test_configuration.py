"""Settings are read in one way for every host."""

from __future__ import annotations

import pytest

from bml_core import Dialect, Location
from bml_core.site import SETTINGS, Configuration, read_configuration

PLACE = Location("conf.py", 1)


def test_the_defaults_are_those_of_the_table() -> None:
    raw = {name: setting.default for name, setting in SETTINGS.items()}
    assert read_configuration(raw) == read_configuration({})
    assert read_configuration({}).value == Configuration()


def test_what_cannot_be_used_is_reported_and_the_rest_is_read() -> None:
    result = read_configuration({"collapse": "deep", "dialect": 2.7}, prefix="bml_", place=PLACE)
    assert result.value.dialect is Dialect.V2_7
    (fault,) = result.diagnostics
    assert (fault.code, fault.location) == ("BML141", PLACE)
    assert fault.message == "The setting bml_collapse cannot be 'deep'."


@pytest.mark.parametrize("name", SETTINGS)
def test_nothing_is_the_default_or_an_empty_list(name: str) -> None:
    assert read_configuration({name: None}).diagnostics == ()
    assert read_configuration({"exports": None}).value.exports == ()


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("value", [object(), 3.5, [None], {1: 2}, "\0"])
def test_no_value_raises(name: str, value: object) -> None:
    assert isinstance(read_configuration({name: value}).value, Configuration)


def test_folders_that_are_not_there() -> None:
    configuration = read_configuration({"include_roots": ["nowhere"]}, prefix="bml_").value
    (fault,) = configuration.check_roots(PLACE)
    assert fault.sentence == "Folder not found: nowhere. Correct bml_include_roots."
