"""Work out what blocks show of a system: shares of calls, example hands, boxes, and the state of the notes.

What counts and deals is loaded with this module alone, which sites load when a page asks for such a thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, islice
from pathlib import PurePath

from bml_core.bridge import ANY_SCOPE, PASS, Auction, Deal, Seat, parse_auction
from bml_core.checks import Acceptance, CheckedNotes, coverage
from bml_core.diagnostics import CODES, Diagnostic, Location, Related
from bml_core.document import (
    BiddingTable,
    Block,
    BulletList,
    DescriptionLine,
    Diagram,
    History,
    Link,
    ListItem,
    LiteralCall,
    Paragraph,
    RowCall,
    Span,
    Strong,
    Table,
    TableRow,
    Text,
)
from bml_core.hands.bidding import (
    AuctionMeaning,
    Frequencies,
    FrequencyRow,
    PlayerMeaning,
    example_hands,
    frequencies,
    meaning_of,
)
from bml_core.hands.conditions import spoken
from bml_core.hands.descriptions import count_understanding, explain_rows
from bml_core.hands.sampling import Deals, RandomNumbers, sample_hands
from bml_core.language import parse_inline
from bml_core.notes import BlockOptions, ExampleHands, Kind
from bml_core.practice import Topic
from bml_core.render import ShareRow, ShareTable, SkippedCall, UiTexts
from bml_core.site.bidding_box import Numbers
from bml_core.site.queries import Query, QueryResult
from bml_core.site.quiz import quiz_blocks
from bml_core.system import System

_AUCTION = "auction"


def answer(request: Query, system: System | None) -> QueryResult:
    """Return what a block shows of its system; None stands for one that no page speaks of.

    >>> from bml_core.diagnostics import Location
    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> notes = expand([parse("1N  15-17 hcp, balanced")])
    >>> found = answer(Query(BlockOptions(Kind.FREQUENCIES), "system", Location("a.md", 3)), notes)
    >>> [round(row.share, 4) for row in found.table.rows]
    [0.0487, 0.5904, 0.3609]
    """
    if system is None or not system.agreements:
        return QueryResult(diagnostics=(_no_system(request),))
    choice = request.options.choice
    if choice is not None:
        system = system.with_choice(choice)
    if request.options.kind is Kind.EXAMPLES:
        result = _examples(request.options, system, request.place)
    elif request.options.kind is Kind.FREQUENCIES:
        result = _shares(request.options, system, request.place)
    else:
        raise TypeError("request must ask for frequencies or examples")
    return replace(result, diagnostics=tuple(_at_block(one, request) for one in result.diagnostics))


def quiz(request: Query, system: System, topics: tuple[Topic, ...], words: UiTexts) -> QueryResult:
    """Return the quiz that a block asks for."""
    system = system.with_choice(request.options.choice) if request.options.choice else system
    found = quiz_blocks(system, request.system or "", topics, request.options, request.place, words)
    return QueryResult(quiz=found.value, diagnostics=found.diagnostics)


def _at_block(found: Diagnostic, request: Query) -> Diagnostic:
    """Place a diagnostic about the auction of a block at the block, since hosts know no place of options."""
    place, block = found.location, request.place
    is_auction = (place.file, place.line) == (block.file, block.line) or place.file == _AUCTION
    return replace(found, location=block) if is_auction else found


def _no_system(request: Query) -> Diagnostic:
    if request.system is None:
        message = "This block belongs to no system, so there are no notes to use."
        return Diagnostic("BML136", message, request.place, "Name the system with the option system.")
    message = f"The system {request.system} has no agreements."
    hint = "Write a bidding table, or name another system with the option system."
    return Diagnostic("BML136", message, request.place, hint)


# ---------------------------------------------------------------- example hands

# Partners sit beside each other on the page: ours are West and East. A hand alone is the reader's own.
_OURS = (Seat.WEST, Seat.EAST)


def _examples(options: BlockOptions, system: System, place: Location) -> QueryResult:
    """Return the hands that a block asks for; ``place`` is where the block is."""
    parsed = parse_auction(options.auction, place, position=options.position)
    auction, show = parsed.value, options.examples
    if auction is None:
        return QueryResult(diagnostics=parsed.diagnostics)
    dealer = Seat.WEST if auction.we_deal else Seat.NORTH
    meaning = meaning_of(system, auction, dealer=dealer, vulnerability=options.vulnerability)
    if meaning.diagnostics:
        return QueryResult(diagnostics=meaning.diagnostics)
    made = [n for n, at in enumerate(auction.locations) if at is not None and auction.is_ours(n)]
    if not made:
        return _nothing("This auction contains none of our calls.", place, "Write one, such as 1N-2C.")
    bidder = meaning.players[made[-1] % len(Seat)]
    ours = [player for player in meaning.players if player.seat in _OURS]
    players = [bidder] if show is ExampleHands.HANDS else ours
    unclear = [str(call.call) for player in players for call in player.calls if not call.is_understood]
    if unclear:
        message = f"The description of {', '.join(unclear)} is not understood, so no hand can be shown."
        hint = "Write what the row shows in braces, such as {12-14 hcp, balanced}."
        return _nothing(message, place, hint)
    drawn, why = _deals(options, meaning, bidder)
    # Whole deals have a dealer; hands alone do not.
    dealt_by = dealer if show is ExampleHands.DEALS else None
    hands: tuple[Block, ...] = tuple(Diagram(deal, place, dealt_by) for deal in drawn)
    if not hands:
        message = why or f"No hand was found that fits the notes on {options.auction}."
        return _nothing(message, place, "Check for rows that exclude each other.")
    # Hands of a row that says nothing of them are not examples of it.
    last = bidder.calls[-1].agreement
    silent = (warning for warning in meaning.warnings if last and warning.location == last.location)
    return QueryResult(above=(_line(auction, bidder, place),), hands=hands, diagnostics=tuple(silent))


def _nothing(message: str, place: Location, hint: str) -> QueryResult:
    return QueryResult(diagnostics=(Diagnostic("BML136", message, place, hint),))


def _deals(
    options: BlockOptions, meaning: AuctionMeaning, bidder: PlayerMeaning
) -> tuple[Iterable[Deal], str]:
    """Return the deals, with the hands that are shown, and why there are none if that is known."""
    if options.examples is ExampleHands.HANDS:
        hands = sample_hands(bidder.hands, options.count, options.seed)
        return (Deal(south=hand) for hand in hands), f"No hand fits {options.auction} by the notes."
    deals = Deals(meaning.hands)
    drawn = islice(deals.drawn(RandomNumbers(options.seed)), options.count)
    if options.examples is ExampleHands.DEALS:
        return drawn, deals.problem
    return (Deal(west=deal.west, east=deal.east) for deal in drawn), deals.problem


def _line(written: Auction, bidder: PlayerMeaning, place: Location) -> BiddingTable:
    """Return the auction with the description of its last call, in the form of a table without rows."""
    calls = tuple(
        RowCall(call.code, (LiteralCall(call),), not written.is_ours(number), False, place)
        for number, call in enumerate(written.calls)
        if written.location(number) is not None
    )
    made = bidder.calls[-1].agreement
    texts = made.description if made is not None else ()
    at = made.location if made is not None else place
    lines = tuple(
        DescriptionLine(text, parse_inline(text, at, in_description=True).value, at) for text in texts
    )
    return BiddingTable(History(calls, True, lines, "", place), (), place)


# ---------------------------------------------------------------- shares of calls


def _shares(options: BlockOptions, system: System, place: Location) -> QueryResult:
    """Return the table that a block asks for; ``place`` is where the block is."""
    parsed = parse_auction(options.after, place, position=options.position)
    written = parsed.value
    if written is None:
        return QueryResult(diagnostics=parsed.diagnostics)
    after = written if options.after else ""
    counts = frequencies(system, after, position=written.position, vulnerability=options.vulnerability)
    table = _table(options, written, counts) if counts.rows else None
    return QueryResult(table, diagnostics=counts.diagnostics)


def _table(options: BlockOptions, written: Auction, counts: Frequencies) -> ShareTable:
    return ShareTable(
        (*map(_share, counts.rows), *_rest(counts)),
        written,
        options.scope,
        counts.counting.samples,
        tuple(SkippedCall(row.call, row.location) for row in counts.uncounted),
        tuple(SkippedCall(row.call, row.location) for row in counts.unclear_calls),
        tuple(
            (SkippedCall(row.call, row.location), source.name)
            for row in counts.rows
            for source in dict.fromkeys(row.sources)
            if row.location and source.is_usual
        ),
        options.chart,
    )


def _rest(counts: Frequencies) -> Iterator[ShareRow]:
    """Yield the hands that fit no row: those that pass, and those whose call is not known."""
    for call, rest in ((PASS, counts.rest.passing), (None, counts.rest.unknown)):
        if rest.share:
            yield ShareRow(call, (), rest.share, rest.standard_error)


def _share(row: FrequencyRow) -> ShareRow:
    place = row.location or Location("", 1)
    # A row may say in braces alone what it shows.
    text = row.label or spoken(row.condition)
    spans = parse_inline(text, place, in_description=True).value
    return ShareRow(row.call, spans, row.share, row.standard_error, row.location)


# ---------------------------------------------------------------- numbers of a bidding box

MOST_PLACES = 40
"""At how many places hands are looked at: the shortest auctions first, those of one side before others."""

#: How often the hands of others are drawn: the shares are right to about a hundredth.
_SAMPLES = 30
_MOST_STATES = 50_000_000


# A site that is served builds its pages repeatedly.
@lru_cache(maxsize=8)
def box_numbers(system: System) -> dict[str, Numbers]:
    """Return the shares and the hands of each place, for a dealer who opens, nobody vulnerable.

    Where rows ask for many single cards, the places after the first ones have no shares.
    """
    numbers = {}
    left = _MOST_STATES
    for key, auction in _places(system):
        numbers[key], states = _numbers(system, auction, with_shares=left > 0)
        left -= states * _SAMPLES
    return {key: found for key, found in numbers.items() if found}


def _places(system: System) -> list[tuple[str, Auction]]:
    """Return the first places where the notes have rows for us, by name."""
    described = (row for row in system.agreements if row.is_ours and row.is_described)
    auctions = dict.fromkeys(replace(row.auction.before, scope=ANY_SCOPE) for row in described)
    return [(auction.code, auction) for auction in sorted(auctions, key=_length)[:MOST_PLACES]]


def _length(auction: Auction) -> int:
    """Return the number of calls; the opponents' bids count three times."""
    theirs = (call for index, call in enumerate(auction.calls) if not auction.is_ours(index))
    return len(auction) + 2 * sum(call is not PASS for call in theirs)


def _numbers(system: System, auction: Auction, *, with_shares: bool) -> tuple[Numbers, int]:
    """Return the numbers of a place, and how many cases of single cards each draw took."""
    numbers: Numbers = {}
    states = 0
    # Nothing is said of calls that are not understood, nor of hands that the others hold.
    theirs = (call for index, call in enumerate(auction.calls) if not auction.is_ours(index))
    meaning = meaning_of(system, auction.for_side(ours=True), any_passes=True)
    ours = (call for _, call in meaning.calls if meaning.auction.is_ours(call.index))
    if (
        with_shares
        and all(call is PASS for call in theirs)
        and all(call.row and call.row.is_clear for call in ours)
    ):
        table = frequencies(system, auction, samples=_SAMPLES)
        states = table.counting.states
        if table.rows:
            numbers["shares"] = {row.call.code: round(100 * row.share, 1) for row in table.rows}
            if table.uncounted:
                numbers["uncounted"] = [row.call.code for row in table.uncounted]
    if hands := example_hands(system, auction):
        numbers["hands"] = {call.code: list(hand.holdings) for call, hand in hands.items()}
    return numbers, states


# ---------------------------------------------------------------- the state of the notes


_MOST_OF_A_KIND = 50

LinkTo = Callable[[Location], str]
"""From the place of a row to where a link to it leads, "" for nowhere."""


def health_blocks(
    notes: CheckedNotes, acceptance: Acceptance, link: LinkTo, place: Location
) -> tuple[Block, ...]:
    """Return the state of notes as blocks of a page; ``place`` is where the page asks for it.

    >>> from bml_core.system import System
    >>> notes = CheckedNotes(System(()))
    >>> blocks = health_blocks(notes, Acceptance(()), lambda place: "", Location("a.md", 1))
    >>> blocks[-1].spans[0].text
    'Nothing was found.'
    """
    return (health_numbers(notes, place), *health_findings(acceptance, link, place))


def health_findings(acceptance: Acceptance, link: LinkTo, place: Location) -> tuple[Block, ...]:
    """Return what was found as lists, one for each code, and what is accepted."""
    blocks: list[Block] = []
    groups = _by_code(acceptance.findings)
    if not groups:
        blocks.append(Paragraph((Text("Nothing was found.", place),), place))
    for code, found in groups:
        blocks.append(_title(f"{code}: {CODES[code].title} ({len(found):,})", place))
        items = [_item(each, each.message, each.related, link, place) for each in found[:_MOST_OF_A_KIND]]
        blocks.append(_listed(items, len(found), place))
    if acceptance.accepted:
        blocks.append(_title(f"Accepted ({len(acceptance.accepted):,})", place))
        items = [
            _item(each.finding, f"{each.finding.message} {each.reason}", (), link, place)
            for each in acceptance.accepted[:_MOST_OF_A_KIND]
        ]
        blocks.append(_listed(items, len(acceptance.accepted), place))
    return tuple(blocks)


def health_numbers(notes: CheckedNotes, place: Location) -> Table:
    """Return how many rows and agreements notes have, and how many rows are understood."""
    # Pages without such a block do not wait for what reads descriptions.

    rows = explain_rows(notes.system)
    texts = [("Rows", f"{len(rows):,}"), ("Agreements", f"{len(notes.system):,}")]
    texts += [
        (grade.value.capitalize(), f"{number:,} ({number / len(rows):.0%})")
        for grade, number in count_understanding(rows).items()
        if number
    ]
    tables = coverage(notes.system)
    if tables:
        complete = sum(table.is_complete for table in tables)
        texts.append(("Tables understood in full", f"{complete:,} of {len(tables):,}"))
    shown = (TableRow(((Text(name, place),), (Text(number, place),)), place) for name, number in texts)
    return Table((), tuple(shown), 2, place)


def _by_code(found: Sequence[Diagnostic]) -> list[tuple[str, list[Diagnostic]]]:
    ordered = sorted(found, key=lambda each: each.code)
    return [(code, list(group)) for code, group in groupby(ordered, key=lambda each: each.code)]


def _item(
    found: Diagnostic, text: str, related: Sequence[Related], link: LinkTo, place: Location
) -> ListItem:
    spans = [*_place(found.location, link, place), Text(f": {text.rstrip()}", place)]
    for other in related:
        spans += [
            Text(" See ", place),
            *_place(other.location, link, place),
            Text(f": {other.message}", place),
        ]
    return ListItem(tuple(spans), place)


def _place(location: Location, link: LinkTo, place: Location) -> Iterator[Span]:
    # The path on the author's computer is nobody else's business.
    name = f"{PurePath(location.file).name}:{location.line}"
    target = link(location)
    text = Text(name, place)
    yield Link(target, (text,), place) if target else text


def _listed(items: Sequence[ListItem], count: int, place: Location) -> BulletList:
    more = [ListItem((Text(f"and {count - len(items):,} more", place),), place)] if count > len(items) else []
    return BulletList((*items, *more), place)


def _title(text: str, place: Location) -> Paragraph:
    return Paragraph((Strong((Text(text, place),), place),), place)
