"""The fixtures of comparisons with peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.peers.installation import VERSIONS, require_installed
from tests.peers.process import Peer
from tests.peers.tally import Tally


@pytest.fixture(params=VERSIONS)
def peer(request: pytest.FixtureRequest) -> Iterator[Peer]:
    """Each version of bridge-markup that is a model for a dialect."""
    with Peer(request.param, require_installed(request.param)) as peer:
        yield peer


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Tally:
    """Counts what the test compares."""
    return Tally(record_property)
