"""What the manual says of bridge-markup is what it does, and every known mistake is in the manual."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.manual_pages import MANUAL, Fence, fences
from tests.peers.defects import DEFECTS, ESCAPES, as_it_should_be
from tests.peers.page_defects import DOCUMENT_DEFECTS, PAGE_DEFECTS
from tests.peers.process import Peer, PeerStopped

PAGE = MANUAL / "differences.md"
OURS = "In the `.bss` file:"
_SAID = re.compile(r"^(?:With )?bridge-markup ([\d.]+)(?: and ([\d.]+))?(?: stops? with `(\w+)`|:$)", re.M)


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the page: what comes of it here, and what each version named does with it."""

    line: int
    heading: str
    text: str
    ours: str
    theirs: dict[str, str]


def examples() -> list[Example]:
    """All examples; what is said of a version is records, or the name of an error."""
    lines = PAGE.read_text("utf-8").splitlines()
    page = fences(PAGE)
    sources = [number for number, fence in enumerate(page) if fence.language == "bml-source"]
    return [
        _example(page[begin:end], "\n".join(lines[page[begin].line : _end(lines, page, end)]))
        for begin, end in zip(sources, [*sources[1:], len(page)], strict=True)
    ]


def _end(lines: list[str], page: list[Fence], number: int) -> int:
    return page[number].line - 2 if number < len(page) else len(lines)


def _example(found: list[Fence], prose: str) -> Example:
    source, ours, *shown = found
    assert ours.lead == OURS, source
    theirs: dict[str, str] = {}
    for said in _SAID.finditer(prose):
        fence = next((fence for fence in shown if fence.lead == said[0]), None)
        for version in filter(None, said.groups()[:2]):
            theirs[version] = said[3] or (fence.text if fence else "?")
    return Example(source.line, source.heading, source.text, ours.text, theirs)


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example.line} {example.heading}")
def test_the_peer_does_what_is_said(example: Example, peer: Peer) -> None:
    answer = peer.convert(example.text)
    said = example.theirs.get(peer.version)
    if said is None:
        assert_same(example, answer, peer.version)
    elif isinstance(answer, PeerStopped):
        assert answer.reason.split(":")[0] == said
    else:
        assert answer.replace("\x01", "") in (said, f"*00{{}}=NYYYYYY\n{said}")
        assert said != example.ours


def assert_same(example: Example, answer: str | PeerStopped, version: str) -> None:
    """A version of which nothing is said reads the example as we do."""
    assert not isinstance(answer, PeerStopped), answer
    expected = [record for record in as_it_should_be(answer, version) if not record[0].startswith("*00")]
    shown = [line.partition("=") for line in example.ours.splitlines() if not line.startswith("*00")]
    assert [auction for auction, _, _ in shown] == [auction for auction, _ in expected]
    assert all(pattern.fullmatch(shown[n][2]) for n, (_, pattern) in enumerate(expected))


def test_every_example_says_something_of_a_peer() -> None:
    assert [example.heading for example in examples() if not example.theirs] == []


def test_every_known_mistake_is_in_the_manual() -> None:
    headings = set(re.findall(r"^### (.*)$", PAGE.read_text("utf-8"), re.M))
    assert {defect.manual for defect in (*DEFECTS, ESCAPES)} | {*PAGE_DEFECTS, *DOCUMENT_DEFECTS} <= headings


def test_every_known_mistake_is_told_with_its_rule() -> None:
    functions = [f for d in DEFECTS for f in (d.repair, d.code, d.mend, d.keep) if f]
    assert len(functions) == len(DEFECTS) == len(set(functions))
    assert all(re.fullmatch(r".+ \(.+\)\.|.+\.", defect.rule) for defect in DEFECTS)
