"""Every target for a moment, with the same inputs each time; ``make fuzz TIME=600`` goes on with others."""

from __future__ import annotations

import pytest

from tests.fuzz.engine import run
from tests.fuzz.targets import TARGETS

INPUTS = 10
# Other tests run beside this one.
SECONDS = 5.0


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_from_a_fixed_seed(name: str) -> None:
    run(TARGETS[name], 1, INPUTS, seconds=SECONDS)
