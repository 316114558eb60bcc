"""The fixtures of comparisons with peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.peers.process import Peer
from tests.peers.tally import Tally
from tests.system_tools import require_package

VERSIONS = ("2.0.3", "2.7.0")


def require_installed(version: str) -> Path:
    """Return the folder of a version of bridge-markup; see :func:`require_package`."""
    return require_package("bridge-markup", version, "--no-deps")


@pytest.fixture(params=VERSIONS, scope="session")
def peer(request: pytest.FixtureRequest) -> Iterator[Peer]:
    """Each version of bridge-markup that is a model for a dialect; its process answers all tests."""
    with Peer(request.param, require_installed(request.param)) as peer:
        yield peer


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Tally:
    """Counts what the test compares."""
    return Tally(record_property)
