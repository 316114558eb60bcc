"""Questions about whole notes: what is wrong with them, and what has changed."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core._package import checked
from bml_core.checks import CheckedNotes, accept, check_notes, choose_codes
from bml_core.diagnostics import Diagnostics
from bml_core.hands.descriptions import means_same
from bml_core.notes.loading import Notes
from bml_core.system import Changes, System, compare


@checked
def check(system: System, codes: Iterable[str] = ("default",)) -> Diagnostics:
    r"""Return what the notes say against themselves, in the order of the text, as ``bml check`` finds it.

    Args:
        system: The notes. What their author accepts in comments is left out.
        codes: Names of checks, or codes; ``all`` for those as well that may be meant.

    >>> from bml_core.notes import loads
    >>> for finding in check(loads("1N  15--17\n\n1N  12--14", "draft.bml")):
    ...     print(finding.code, finding.location)
    BML901 draft.bml:3:1

    Raises:
        TypeError: ``system`` is something else.
        ValueError: One of ``codes`` is not that of a check.
    """
    documents = system.documents if isinstance(system, Notes) else ()
    chosen = choose_codes(codes)
    found = check_notes(CheckedNotes(system, documents), chosen)
    allowances = (each for document in documents for each in document.allowances)
    return Diagnostics(accept(found, allowances, ran=chosen).findings)


@checked
def diff(old: System, new: System) -> Changes:
    r"""Return what has changed from one state of notes to another, row by row.

    >>> from bml_core.notes import loads
    >>> for change in diff(loads("1N  15--17"), loads("1N  14--16\n2C  Strong")):
    ...     print(change.kind.value, change.auction, change.old, change.new)
    changed 1N 15--17 14--16
    added 2C  Strong

    Raises:
        TypeError: ``old`` or ``new`` is something else.
    """
    return compare(old, new, means_same)
