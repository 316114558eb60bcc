"""Notes held against themselves: what contradicts, what can never happen, and what leads nowhere.

A check is a module of this room with its records in ``CHECKS``: functions that yield diagnostics, and their
codes, whose titles are in ``codes.txt``. Nothing else names it. Each finding is exact; where words are not
understood, nothing is claimed about them. What counts hands is loaded when such a check runs.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.checks.run import (
    Acceptance, AcceptedFinding, Check, CheckedNotes, ProjectAllowances, accept, all_checks,
    all_codes, check_notes, choose_codes, default_codes, without_repeats,
)

if TYPE_CHECKING:
    from bml_core.checks.decisions import TableCoverage, coverage
else:
    __getattr__ = lazy(__name__)
