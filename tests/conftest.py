"""Settings of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests import examples
from tests.peers import tally

settings.load_profile(examples.USUAL)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was compared with other programs."""
    passed = terminalreporter.getreports("passed")
    lines = tally.lines(pair for report in passed for pair in report.user_properties if report.when == "call")
    if lines:
        terminalreporter.section("compared with peers")
    for line in lines:
        terminalreporter.write_line(line)
