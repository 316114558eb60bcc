"""A call that is described three times or more, and once unlike the others: the slip is likely there.

Each description is held against the first one. Where this is the odd one, all others would be reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from bml_core.diagnostics import Diagnostic, Location, Related

_FIGURES = re.compile(r"\d+\+?")


def at_odd_ones(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield findings, and one at the odd description instead of those at all that agree with each other."""
    findings = list(findings)
    about: dict[tuple[Location, str, tuple[str, ...]], dict[Location, Diagnostic]] = {}
    for each in findings:
        if said := each.compared:
            figures = tuple(_FIGURES.findall(said.here))
            about.setdefault((each.related[0].location, said.subject, figures), {})[each.location] = each
    # Others that disagree with the first one and among themselves say nothing of which is right.
    first = [place for place, *_ in about]
    alike = [
        found.values()
        for (place, _, figures), found in about.items()
        if len(found) > 1 and figures and first.count(place) == 1
    ]
    merged = [found for found in alike if not any(each.others for each in found)]
    gone = {each.location for found in merged for each in found}
    yield from (each for each in findings if not (each.compared and each.location in gone))
    yield from map(_at_first, merged)


def _at_first(found: Collection[Diagnostic]) -> Diagnostic:
    """Return the finding at a description with which others agree among each other, and not with it."""
    place = next(each.related[0].location for each in found)
    said = [(each.location, each.compared) for each in found if each.compared]
    places = [
        other.seen_from(place) if other.file != place.file else f"line {other.line}" for other, _ in said
    ]
    subject, here, there = said[0][1]
    message = f"{subject} is described as {there} here, and as {here} at {' and '.join(places[:2])}."
    related = tuple(Related(other, f"{subject} is {each.here} here.") for other, each in said)
    return Diagnostic("BML901", message, place, "The others agree: correct this one.", related)
