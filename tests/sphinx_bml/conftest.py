"""What the tests of the Sphinx extension share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sphinx_bml.projects import MakeApp, Project


@pytest.fixture(scope="session")
def rootdir() -> Path:
    """Where the whole projects among the tests lie."""
    return Path(__file__).parent / "roots"


@pytest.fixture
def project(tmp_path: Path, make_app: MakeApp) -> Callable[..., Project]:
    """Makes a small project: ``project({"index.rst": "..."}, conf="...")``."""

    def make(pages: dict[str, str], conf: str = "") -> Project:
        folder = tmp_path / "source"
        return Project(folder, make_app, pages, conf)

    return make
