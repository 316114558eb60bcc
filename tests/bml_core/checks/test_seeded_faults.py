"""Faults that are put into the demo system: each is found at its line.

They are put in together, in rows without sub-bids and on a further page, since one build is enough then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from bml_core.bridge import PASS, Bid, Call, OpenerPosition, Strain
from bml_core.checks import CheckedNotes, accept, all_codes, check_notes
from bml_core.checks.decisions import CheckedDecision, decisions_of
from bml_core.diagnostics import apart
from bml_core.document import Document
from bml_core.hands.bidding import Candidate
from bml_core.hands.conditions import points
from bml_core.language import Page
from bml_core.notes import read_notes_file
from bml_core.system import System, expand

SYSTEM = Path(__file__).parents[3] / "demo_docs" / "system"
PAGES = sorted(SYSTEM.glob("*.md"))
NUMBERS = 24, 31
"""Rows that are impossible, and that contradict others."""


def strain_of(call: Call) -> Strain:
    assert isinstance(call, Bid), "the auction begins with a bid"
    return call.strain


def documents(changed: dict[str, list[str]]) -> list[Document]:
    return [document(path, "\n".join(changed.get(str(path), [])).encode()) for path in PAGES]


@cache
def document(path: Path, changed: bytes) -> Document:
    return read_notes_file(path, data=changed or None).system_document("system")


@cache
def system() -> System:
    return expand(documents({}))


def rows(*, are_whole: bool = True) -> Iterator[tuple[CheckedDecision, Candidate]]:
    """Yield rows for our bids in every seat in auctions where the others pass, with their seen.

    Faults of one kind are put into auctions that begin with a suit, the others into those with notrump.
    """
    for decision in decisions_of(system()):
        for row in decision.point.candidates:
            calls = row.agreement.auction.calls
            is_simple = row.agreement.is_ours and row.agreement.auction.we_deal and isinstance(calls[-1], Bid)
            is_general = row.agreement.scope.position is OpenerPosition.ANY and not decision.circumstances
            is_quiet = all(call is PASS for call in calls[1::2]) and len(calls) > 2
            if is_simple and is_general and is_quiet and (row.explanation.is_whole or not are_whole):
                yield decision, row


def found(changed: dict[str, list[str]], further: str) -> set[tuple[str, int, str]]:
    every = (*documents(changed), Page("further.bml").parse(further))
    diagnostics = apart(check_notes(CheckedNotes(expand(every), every)))
    return {(Path(each.location.file).name, each.location.line, each.code) for each in diagnostics}


def impossible() -> Iterator[tuple[str, int]]:
    """Yield places of rows without sub-bids where a hand with 30 points is impossible."""
    longer = {row.auction.calls[:-1] for row in system()}
    times = Counter(row.location for row in system())
    for decision, row in rows(are_whole=False):
        place = row.agreement.location
        is_last = (*row.agreement.auction.calls, PASS) not in longer
        is_on_page = place.origin is None and place.file.endswith(".md")
        is_suit = strain_of(row.agreement.auction.calls[0]).suit
        if is_suit and is_last and is_on_page and times[place] == 1 and not decision.can_hold(points(30, 32)):
            yield place.file, place.line


def contradicting() -> Iterator[str]:
    """Yield rows that say 30 points where the notes say something else."""
    for decision, row in rows():
        is_notrump = not strain_of(row.agreement.auction.calls[0]).suit
        if is_notrump and not (row.condition.bounds().most & points(30, 32).table()).reachable():
            yield f"{decision.auction.from_opening():short}---\n{row.agreement.call}  {{30--32 hcp}}"


def test_the_demo_system_has_accepted_findings_alone() -> None:
    pages = tuple(documents({}))
    pasted = frozenset(place for page in pages for place in page.pasted)
    found = check_notes(CheckedNotes(system(), pages, pasted=pasted), all_codes())
    outcome = accept(found, (each for page in pages for each in page.allowances), ran=all_codes())
    assert [str(each) for each in outcome.findings] == []
    assert all(each.reason for each in outcome.accepted)


def test_each_fault_is_found_at_its_line() -> None:
    places = list(islice(dict.fromkeys(impossible()), NUMBERS[0]))
    changed = {file: Path(file).read_text("utf-8").split("\n") for file, _ in places}
    for file, line in places:
        text = changed[file][line - 1]
        begin, call = len(text) - len(text.lstrip()), text.split()[0]
        changed[file][line - 1] = f"{' ' * begin}{call}  30--32 hcp"
    further = [*islice(contradicting(), NUMBERS[1])]
    expected = ["BML901"] * NUMBERS[1]
    seen = found(changed, "\n\n".join(further))
    lines = {(file, line) for file, line, _ in seen}
    assert [place for place in places if (Path(place[0]).name, place[1]) not in lines] == []
    codes = {(line, code) for file, line, code in seen if file == "further.bml"}
    assert codes >= {(2 + 3 * number, code) for number, code in enumerate(expected)}
    assert len(places) + len(further) == sum(NUMBERS)
