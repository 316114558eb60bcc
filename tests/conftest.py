"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# A time limit for an example says more about the machine than about the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
