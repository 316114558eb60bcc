"""Notes held against themselves: what contradicts, what can never happen, and what leads nowhere.

A check is a module of this room with a function ``find``, which yields diagnostics, and a line in ``CHECKS``.
Each finding is exact; where words are not understood, nothing is claimed about them. What counts hands is
loaded when such a check runs.
"""

# fmt: off

from bml_core.checks.acceptance import NOTHING_ALLOWED, Acceptance, AcceptedFinding, ProjectAllowances, accept
from bml_core.checks.all_checks import (
    ALL_CODES, CHECKS, DEFAULT_CODES, Check, check_notes, choose_codes, without_repeats,
)
from bml_core.checks.by_opening import KeptFindings
from bml_core.checks.checked_notes import CheckedNotes, TableCoverage, coverage

__all__ = [
    "ALL_CODES", "CHECKS", "DEFAULT_CODES", "NOTHING_ALLOWED", "Acceptance", "AcceptedFinding", "Check",
    "CheckedNotes", "KeptFindings", "ProjectAllowances", "TableCoverage", "accept", "check_notes",
    "choose_codes", "coverage", "without_repeats",
]
