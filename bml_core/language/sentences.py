"""What tells a line of prose from a row: the words that sentences go on with."""

from __future__ import annotations

import re

_VERBS = "is|are|was|were|will|would|should|shall|can|could|may|might|must|has|have|had|does|do|did|and|or"
_TELLING = "asks|denies|describes|guarantees|invites|means|promises?|requires|says|shows?|tells"
_JOINING = (
    "an?|the|and|or|but|so|of|to|in|on|by|at|with|without|for|from|as|if|when|then|than|that|which|after|over"
    "|before|is|are|be|bids?|rebid|opens?"
)
_AFTER_SUBJECT = re.compile(rf"(?:{_VERBS})\b")
_TELLS = re.compile(rf"(?:{_VERBS}|{_TELLING})\b")
_GOES_ON = re.compile(rf"(?:,|(?:^|\s)(?:{_JOINING}))\s*$")
_FEW_WORDS = 3


def goes_on(text: str) -> bool:
    """Return True if a line of text cannot end here.

    >>> goes_on("15--17, or"), goes_on("Stayman")
    (True, False)
    """
    return _GOES_ON.search(text) is not None


def goes_on_from_subject(text: str) -> bool:
    """Return True if what stands behind a bid makes it the subject of a sentence, and never a row.

    >>> goes_on_from_subject("is strong"), goes_on_from_subject("shows 16+")
    (True, False)
    """
    return _AFTER_SUBJECT.match(text) is not None


def reads_like_sentence(text: str) -> bool:
    """Return True if what stands behind a bid reads like a sentence; descriptions may, too.

    >>> reads_like_sentence("shows 16+"), reads_like_sentence("bids are natural."), reads_like_sentence("16+")
    (True, True, False)
    """
    return _TELLS.match(text) is not None or (ends_sentence(text) and len(text.split()) >= _FEW_WORDS)


def ends_sentence(text: str) -> bool:
    """Return True if a text ends as sentences do."""
    return text.rstrip().endswith((".", "!", "?"))
