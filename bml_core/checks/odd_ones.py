"""A call that is described three times or more, and once unlike the others: the slip is likely there.

Each description is held against the first one. Where this is the odd one, all others would be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bml_core.diagnostics import Diagnostic, Location, Related

_TWICE = " is described twice, with different meanings: "
_MESSAGE = re.compile(rf"(?P<auction>\S+){_TWICE}(?P<here>.*) here, (?P<there>.*) at \S.*\.")
_FIGURES = re.compile(r"\d+\+?")


def described_twice(auction: str, here: str, there: str, place: str) -> str:
    """Return the sentence for a call that means something else here than at another place."""
    return f"{auction}{_TWICE}{here} here, {there} at {place}."


def at_odd_ones(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield findings, and one at the odd description instead of those at all that agree with each other."""
    findings = list(findings)
    about: dict[tuple[Location, str, tuple[str, ...]], dict[Location, Diagnostic]] = {}
    for each in findings:
        if each.code == "BML901" and each.related and (said := _MESSAGE.fullmatch(each.message)):
            figures = tuple(_FIGURES.findall(said["here"]))
            about.setdefault((each.related[0].location, said["auction"], figures), {})[each.location] = each
    # Others that disagree with the first one and among themselves say nothing of which is right.
    first = [place for place, *_ in about]
    alike = {
        key: found
        for key, found in about.items()
        if len(found) > 1
        and key[-1]
        and first.count(key[0]) == 1
        and not any(e.others for e in found.values())
    }
    merged = {place for found in alike.values() for place in found}
    yield from (each for each in findings if each.code != "BML901" or each.location not in merged)
    for (place, *_), found in alike.items():
        yield _at(place, [*found.values()])


def _at(place: Location, found: list[Diagnostic]) -> Diagnostic:
    """Return the finding at a description with which others agree among each other, and not with it."""
    said = [_MESSAGE.fullmatch(each.message) for each in found]
    texts = [(each["auction"], each["there"], each["here"]) for each in said if each]
    auction, here, there = texts[0]
    places = [
        each.location.seen_from(place) if each.location.file != place.file else f"line {each.location.line}"
        for each in found
    ]
    message = f"{auction} is described as {here} here, and as {there} at {' and '.join(places[:2])}."
    related = tuple(
        Related(each.location, f"{auction} is {text} here.")
        for each, (_, _, text) in zip(found, texts, strict=True)
    )
    return Diagnostic("BML901", message, place, "The others agree: correct this one.", related)
