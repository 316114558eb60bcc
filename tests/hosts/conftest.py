"""What the tests of both hosts share."""

from tests.mkdocs_bml.conftest import site
from tests.sphinx_bml.conftest import project

__all__ = ["project", "site"]
