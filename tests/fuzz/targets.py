"""What must hold for every input: no exception, no surprise in size, and round trips that change nothing.

Each target takes a text, and yields the sizes of what was written for it. Where something was found wrong
with the text, the size may be anything.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import ModuleType

import markdown

from bml_core import Document, System, expand, frequencies, html, latex, parse, sample
from bml_core.bridge import Auction, Board, parse_auction, parse_pattern
from bml_core.checks import CheckedNotes, accept, all_codes, check_notes
from bml_core.diagnostics import Location, has_errors
from bml_core.document import AuctionBlock, Diagram, Paragraph, plain_text
from bml_core.formats import bboalert, bml, bss, diagrams, lin, pbn
from bml_core.formats.dealer import preprocess
from bml_core.hands.bidding import choose_call, meaning_of
from bml_core.hands.descriptions import LONGEST, explain, parse_condition
from bml_core.hands.shapes import parse_shapes
from bml_core.language import Page
from bml_core.notes import BlockOptions, Kind, Markup, find_blocks
from bml_core.outlines import BlockMarkup, read_outline, read_pages, write_blocks, write_bml
from bml_core.practice import questions
from bml_core.render import ENGLISH
from bml_core.render.plain import auction_lines, deal_lines, wrapped
from bml_core.site import (
    BlockReader,
    Configuration,
    Query,
    Site,
    change_blocks,
    compare_systems,
    list_changes,
    parse_address,
)
from mkdocs_bml.extension import BmlExtension
from tests.bml_core.site.site_pages import page
from tests.fuzz import inputs

Check = Callable[[str], Iterable[int]]
MOST_TIMES, FREE = 100, 10_000
"""What is written has at most this many times the characters of its input, and those of an empty page."""


@dataclass(frozen=True)
class Target:
    """A reader or a way out: its inputs, and what must hold for them."""

    make: inputs.Make
    check: Check

    def try_one(self, text: str, seconds: float) -> float:
        """Fail if the check does, if it needs more processor time, or if it writes too much.

        Return the processor time that it needed.
        """
        begin = time.process_time()
        sizes = list(self.check(text))
        spent = time.process_time() - begin
        assert spent < seconds, f"{len(text)} characters took {spent:.2f} seconds"
        assert max(sizes, default=0) <= MOST_TIMES * (len(text) + FREE), f"{sizes} of {len(text)} characters"
        return spent


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[Document, System]:
    document = parse(text)
    return document, expand([document])


def _unless_reported(size: int, *told: Iterable[object]) -> Iterator[int]:
    if not any(map(tuple, told)):
        yield size


# ---------------------------------------------------------------- readers


def _bml(text: str) -> Iterator[int]:
    document, system = _read(text)
    yield from _unless_reported(len(system.agreements), document.diagnostics, system.diagnostics)
    yield 10 * (len(document.diagnostics) + len(system.diagnostics))


def _bss(text: str) -> Iterator[int]:
    system = bss.loads(text)
    written = bss.dumps(system)
    assert bss.dumps(bss.loads(written)) == written
    notes = bml.dumps(system)
    again = expand([parse(notes.value)])
    auctions = {a.auction for a in again.agreements}
    assert {a.auction for a in system.agreements} <= auctions
    yield len(notes.value)


def _pbn(text: str) -> Iterator[int]:
    yield from _come_back(pbn.loads(text).boards, pbn)


def _lin(text: str) -> Iterator[int]:
    yield from _come_back(lin.loads(text).boards, lin)


def _come_back(boards: Sequence[Board], form: ModuleType) -> Iterator[int]:
    """Fail if boards change once more when they are written and read twice."""
    written = form.dumps(boards)
    once = form.loads(written).boards
    assert len(once) == len(boards)
    assert form.loads(form.dumps(once)).boards == once
    yield len(written)


def _shapes(text: str) -> Iterator[int]:
    read = parse_shapes(text)
    written = str(read.value)
    assert read.diagnostics or parse_shapes(written).value == read.value
    yield len(written)


def _condition(text: str) -> Iterator[int]:
    read = parse_condition(text)
    assert (read.value is None) is has_errors(read.diagnostics)
    if read.value is not None:
        written = str(read.value)
        again = parse_condition(written).value
        assert len(written) > LONGEST or str(again) == written, f"{written} is read as {again}"
        yield len(written)


def _description(text: str) -> Iterator[int]:
    system = expand([parse(f"1H  {text}\n  2N  {text}")])
    for agreement in system.agreements[:4]:
        explanation = explain(agreement)
        yield (
            len(str(explanation.condition)) + len(str(explanation.likely)) + len(str(explanation.understood))
        )


def _script(text: str) -> Iterator[int]:
    script = preprocess(text)
    yield from _unless_reported(len(script.text), script.diagnostics)


_NOTES = expand(
    [parse("1C  {16+ hcp}\n  1D  {0-7 hcp}\n  (D)\n    R  {8+ hcp}\n1N  {15-17 hcp}\n(1H)\n  D  {12+ hcp}")]
)


def _auction(text: str) -> Iterator[int]:
    written = parse_auction(text).value
    if written is None:
        return
    yield len(str(written))
    assert not written.locations or Auction.parse(str(written)) == written
    for found in meaning_of(_NOTES, written).diagnostics:
        yield len(str(found))
    if not written.is_over:
        choose_call(_NOTES, "AK843 Q5 KJ4 982", written)


def _address(text: str) -> Iterator[int]:
    address = parse_address(text).value
    if address is not None:
        once = str(parse_address(str(address)).value)
        assert once == str(address)
        yield len(str(address))


def _checks(text: str) -> Iterator[int]:
    document, system = _read(text)
    found = check_notes(CheckedNotes(system, (document,)), all_codes())
    accepted = accept(found, document.allowances)
    assert len(accepted.findings) + len(accepted.accepted) >= len(found)
    yield sum(len(each.sentence) for each in accepted.findings)


def _changes(text: str) -> Iterator[int]:
    half = len(text) // 2
    (_, old), (_, new) = _read(text[:half]), _read(text[half:])
    assert not compare_systems(old, old)
    blocks = change_blocks(list_changes(compare_systems(old, new)), "Changes")
    yield from _unless_reported(len(html.render_blocks(blocks)), old.diagnostics, new.diagnostics)


_HANDS = ("AK843 Q5 KJ4 982", "KQJT876 5 43 982", "AKQ AKQ AKQ 5432", "5432 432 432 432", "AJ5 KQ52 K4 Q982")


def _choice(text: str) -> Iterator[int]:
    """Bid hands by notes until nothing is known."""
    _, system = _read(text)
    for hand in _HANDS:
        auction = Auction()
        while len(auction.calls) < 8 and not auction.is_over:
            choice = choose_call(system, hand, auction)
            yield len(str(choice))
            if choice.call is None:
                break
            auction = auction.then(choice.call)


def _tables_of(system: System) -> list[str]:
    """Return the auctions of the first few tables of a system, the opening among them."""
    return ["", *dict.fromkeys(str(a.auction) for a in system.agreements[:3])]


def _frequencies(text: str) -> Iterator[int]:
    _, system = _read(text)
    for auction in _tables_of(system)[:2]:
        yield len(str(frequencies(system, auction, samples=50).records()))


def _samples(text: str) -> Iterator[int]:
    _, system = _read(text)
    for auction in _tables_of(system)[1:3]:
        yield len(str(sample(system, auction, 2)))


def _explore(text: str) -> Iterator[int]:
    """Make the bidding box of notes, with its numbers."""
    asked = Query(BlockOptions(Kind.EXPLORE, hands=True), "system", Location("box.md", 1))
    answer = Site([page(text)]).answer(asked)
    yield sum(len(found.sentence) for found in answer.diagnostics)
    if answer.box is not None:
        yield sum(len(file.content) for file in answer.box.files(str, ENGLISH))


def _meanings(text: str) -> Iterator[int]:
    _, system = _read(text)
    for agreement in system.agreements:
        yield len(str(explain(agreement)))


def _questions(text: str) -> Iterator[int]:
    _, system = _read(text)
    for question in questions(system, n=3):
        yield len(str(question))


def _patterns(text: str) -> Iterator[int]:
    pattern = parse_pattern(text).value
    if pattern is not None:
        found = _NOTES.select(pattern)
        assert all(isinstance(agreement.auction, Auction) for agreement in found)
        yield len(text)


def _page(text: str, markup: Markup) -> Iterator[int]:
    reader = BlockReader(Page(f"page.{markup.value}"), Path, Configuration(), name="page")
    contents = [reader.read(block) for block in find_blocks(text, markup)]
    site = Site((str(number), content.facts) for number, content in enumerate(contents))
    told = [found for content in contents for found in content.diagnostics]
    for name, system in site.systems.items():
        yield from _unless_reported(len(bss.dumps(system, title=name)), told, system.diagnostics)


def _markdown(text: str) -> Iterator[int]:
    yield from _page(text, Markup.MARKDOWN)
    logging.disable()
    try:
        page = markdown.Markdown(extensions=[BmlExtension()]).convert(text)
    finally:
        logging.disable(logging.NOTSET)
    assert "This block cannot be shown." not in page


def _restructuredtext(text: str) -> Iterator[int]:
    yield from _page(text, Markup.REST)


def _outlines(text: str) -> Iterator[int]:
    """Read notes as one of the formats has them: no line gets lost, and what is imported stays as it is."""
    name = ("n.md", "n.txt", "n.adoc", "n.html", "n.rst")[len(text) % 5]
    read = read_pages(text.encode("utf-8", "replace"), name).value
    if read is None:
        return
    notes = read_outline(read.outline, name)
    written = write_bml(read.text, notes)
    own, again = expand([notes.document]), expand([parse(written)])
    assert {a.auction for a in own.agreements} <= {a.auction for a in again.agreements}
    assert sum(bool(table.rows) for table in notes.tables) <= notes.placed
    yield from _unless_reported(len(written), own.diagnostics)
    if name == "n.md":
        # What is doubtful beside nonsense may have its auction once that is a block, but no later.
        once = write_blocks(read.text, notes, BlockMarkup.FENCE)
        twice = _imported(once, name)
        assert _imported(twice, name) == twice


def _imported(page: str, name: str) -> str:
    """Return a page of Markdown with what it says beside its blocks in blocks as well."""
    read = read_pages(page.encode("utf-8", "replace"), name).value
    assert read is not None
    return write_blocks(page, read_outline(read.outline, name), BlockMarkup.FENCE)


# ---------------------------------------------------------------- ways out


def _html(text: str) -> Iterator[int]:
    document = parse(text)
    yield from _unless_reported(len(html.write_page(document, self_contained=False)), document.diagnostics)


def _latex(text: str) -> Iterator[int]:
    document = parse(text)
    yield from _unless_reported(
        len(latex.write_document(document, self_contained=False)), document.diagnostics
    )


def _text(text: str) -> Iterator[int]:
    document = parse(text)
    lines: list[str] = []
    for block in document.blocks:
        match block:
            case Diagram():
                lines += deal_lines(block)
            case AuctionBlock():
                lines += auction_lines(block)
            case Paragraph():
                lines += wrapped(plain_text(block.spans), 79)
    yield from _unless_reported(sum(map(len, lines)), document.diagnostics)


def _bss_file(text: str) -> Iterator[int]:
    document, system = _read(text)
    written = bss.dumps(system)
    again = bss.loads(written)
    assert not again.diagnostics
    assert bss.dumps(again) == written
    yield from _unless_reported(len(written), document.diagnostics, system.diagnostics)


def _bboalert(text: str) -> Iterator[int]:
    document, system = _read(text)
    yield from _unless_reported(len(bboalert.dumps(system)), document.diagnostics, system.diagnostics)


def _boards(text: str) -> list[Board]:
    return [board for board, _ in islice(diagrams.boards(parse(text)), 200)]


def _pbn_file(text: str) -> Iterator[int]:
    yield from _come_back(_boards(text), pbn)


def _lin_file(text: str) -> Iterator[int]:
    yield from _come_back(_boards(text), lin)


TARGETS = {
    "BML": Target(inputs.bml, _bml),
    ".bss": Target(inputs.bss, _bss),
    "PBN": Target(inputs.pbn, _pbn),
    "LIN": Target(inputs.lin, _lin),
    "shapes": Target(inputs.shapes, _shapes),
    "conditions": Target(inputs.conditions, _condition),
    "descriptions": Target(inputs.descriptions, _description),
    "figures": Target(inputs.figures, _description),
    "dealer scripts": Target(inputs.scripts, _script),
    "auctions": Target(inputs.auctions, _auction),
    "addresses": Target(inputs.auctions, _address),
    "checks": Target(inputs.bml, _checks),
    "choice": Target(inputs.notes, _choice),
    "frequencies": Target(inputs.notes, _frequencies),
    "samples": Target(inputs.notes, _samples),
    "explore": Target(inputs.notes, _explore),
    "usual meanings": Target(inputs.notes, _meanings),
    "questions": Target(inputs.notes, _questions),
    "patterns": Target(inputs.auctions, _patterns),
    "changes": Target(inputs.bml, _changes),
    "Markdown": Target(inputs.markdown, _markdown),
    "reStructuredText": Target(inputs.restructuredtext, _restructuredtext),
    "outlines": Target(inputs.outlines, _outlines),
    "to HTML": Target(inputs.bml, _html),
    "to LaTeX": Target(inputs.bml, _latex),
    "to text": Target(inputs.bml, _text),
    "to .bss": Target(inputs.bml, _bss_file),
    "to BBOalert": Target(inputs.bml, _bboalert),
    "to PBN": Target(inputs.bml, _pbn_file),
    "to LIN": Target(inputs.bml, _lin_file),
}
