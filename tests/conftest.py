"""Settings of all tests."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

from tests import examples, templates
from tests.peers import tally

settings.load_profile(examples.USUAL)


def pytest_configure(config: pytest.Config) -> None:
    """Spare each small site that a test builds what is the same in all of them."""
    templates.keep(config)
    # A folder that is not absolute is none: no test knows what another one has worked out.
    # Other programs do use it, below the folder of the tests.
    os.environ["XDG_CACHE_HOME"] = ".pytest_cache/others"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no process is alone with it in the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Let Python look for reference cycles seldom, and never among the tests: there are ten thousand."""
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was compared with other programs."""
    passed = terminalreporter.getreports("passed")
    lines = tally.lines(pair for report in passed for pair in report.user_properties if report.when == "call")
    if lines:
        terminalreporter.section("compared with peers")
    for line in lines:
        terminalreporter.write_line(line)
