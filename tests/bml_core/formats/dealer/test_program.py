"""Our counts beside hands that another program deals: ``dealer``, with conditions in its own language."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from bml_core.hands.counting import TOTAL, count
from bml_core.hands.descriptions import parse_condition
from tests.system_tools import require_tool

HANDS = 500_000
SEED = 11
FIXTURE = Path(__file__).parent / "fixtures" / "dealer_conditions.tsv"
PAIRS = [line.split("\t") for line in FIXTURE.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def dealt() -> dict[str, float]:
    """The share of hands that fit each condition, as dealer finds it."""
    averages = ", ".join(f'average "{n}" {theirs}' for n, (_, theirs) in enumerate(PAIRS))
    finished = subprocess.run(
        [require_tool("dealer"), "-s", str(SEED)],
        input=f"generate {HANDS}\nproduce {HANDS}\naction {averages}\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = dict(re.findall(r"^(\d+): ([\d.e-]+)", finished.stdout, re.MULTILINE))
    return {ours: float(found[str(n)]) for n, (ours, _) in enumerate(PAIRS)}


@pytest.mark.parametrize("text", [ours for ours, _ in PAIRS])
def test_dealer_deals_as_many(text: str, dealt: dict[str, float]) -> None:
    condition = parse_condition(text).value
    assert condition is not None
    share = count(condition) / TOTAL
    standard_error = (share * (1 - share) / HANDS) ** 0.5
    assert abs(dealt[text] - share) < 4 * standard_error
