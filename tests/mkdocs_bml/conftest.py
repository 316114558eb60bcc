"""What the tests of MkDocs sites share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mkdocs_bml.sites import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site in a folder of its own."""
    return Site(tmp_path)
