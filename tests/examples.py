"""The number of examples of a property: few in ``make test``, many with ``--hypothesis-profile=many``."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

USUAL = "few"
FEW, MANY = 25, 500

for name, number in ((USUAL, FEW), ("many", MANY)):
    # A time limit for an example says more about the machine than about the code. The few are the same ones
    # each time, so that a change is blamed for what it did; the many, and ``make fuzz``, look further.
    settings.register_profile(
        name,
        deadline=None,
        max_examples=number,
        derandomize=name == USUAL,
        suppress_health_check=[HealthCheck.too_slow],
    )


def examples(number: int) -> settings:
    """Return settings for ``number`` examples in ``make test``, and for more as the profile has more."""
    return settings(max_examples=number * settings().max_examples // FEW)
