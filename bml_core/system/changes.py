"""What has changed between two systems: agreements added, removed, changed and moved, row by row."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, starmap, zip_longest
from typing import NamedTuple

from bml_core.bridge import PASS, Auction, Bid, Scope
from bml_core.diagnostics import Location, counted
from bml_core.system.agreements import Agreement, System

_ALIKE = 0.7

MeansSame = Callable[[Agreement, Agreement, tuple[System, System]], bool | None]
"""Return whether two agreements, each of its system, mean the same; None if that is not known."""


class ChangeKind(Enum):
    """What became of a row; the value says it in a word."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"

    __hash__ = object.__hash__


class Pair(NamedTuple):
    """An agreement as it was and as it is; None where it is not in the system."""

    old: Agreement | None
    new: Agreement | None

    @property
    def either(self) -> Agreement:
        """Return the agreement as it is, or as it was where it is gone."""
        agreement = self.new or self.old
        assert agreement is not None
        return agreement


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a row, with all its agreements that have changed in the same way.

    Attributes:
        kind: What became of it.
        pairs: The agreements; of a row that has moved, also those below that have moved with it.
        auction: The auction as the author wrote it where the whole row has changed, else all auctions.
        former: The same before the change; "" if the row is new, or had the same auction, as one that has
            another place in its table.
        old: What the row said: its description and its condition in braces, on one line.
        new: What the row says.
        same_meaning: Of a changed row: whether it means the same; None if that is not known.
    """

    kind: ChangeKind
    pairs: tuple[Pair, ...]
    auction: str
    former: str = ""
    old: str = ""
    new: str = ""
    same_meaning: bool | None = None

    def __str__(self) -> str:
        """Return the change on one line.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> old, new = (expand([parse(text)]) for text in ("1N  15--17", "1N  14--16"))
        >>> str(compare(old, new).changes[0])
        '1N is changed: 15--17 -> 14--16'
        """
        said = " -> ".join(filter(None, (self.old, self.new)))
        return f"{self.auction} is {self.kind.value}{f' from {self.former}' if self.former else ''}: {said}"

    @property
    def opening(self) -> str:
        """Return the opening of the auction, in parentheses if it is the opponents'."""
        auction = self.pairs[0].either.auction
        if not auction.calls:
            return self.auction.partition("-")[0]
        index = next((index for index, call in enumerate(auction.calls) if isinstance(call, Bid)), 0)
        call = auction.calls[index]
        return str(call) if auction.is_ours(index) else f"({call})"

    @property
    def scope(self) -> Scope:
        """Return the position and the vulnerability."""
        return self.pairs[0].either.scope

    @property
    def locations(self) -> tuple[Location | None, Location | None]:
        """Return where the row was and is, or the first line of its description that differs."""
        old, new = self.pairs[0]
        lines = [list(row.written_lines) if row else [] for row in (old, new)]
        words = [[text for text, _ in each] for each in lines]
        first = next((n for n, (was, now) in enumerate(zip_longest(*words)) if was != now), 0)
        places = [each[min(first, len(each) - 1)][1] if first and each else None for each in lines]
        was, now = map(_place, (old, new), places)
        return was, now

    @property
    def alerts(self) -> tuple[bool, bool]:
        """Return whether the row was alerted, and whether it is."""
        old, new = self.pairs[0]
        return bool(old and old.alert), bool(new and new.alert)

    def record(self) -> dict[str, str | int | bool | None]:
        """Return the change as a plain row of a table, as :meth:`Changes.records` has them."""
        was, now = self.locations
        place = now or was
        return {
            "kind": self.kind.value,
            "auction": self.auction,
            "former": self.former,
            "old": self.old,
            "new": self.new,
            "same_meaning": self.same_meaning,
            "file": place.file if place else "",
            "line": place.line if place else None,
        }


def _place(row: Agreement | None, line: Location | None) -> Location | None:
    """Return the place of a row, or of a line of its own; what is pasted is where it was written."""
    if row is None:
        return None
    origin = row.location.origin
    return origin or (row.location._replace(line=line.line) if line else row.location)


@dataclass(frozen=True, slots=True, repr=False)
class Changes:
    """All changes from one system to another, in the order of the systems.

    ``settings`` are those that say how rows are read, or chosen: each with what it was, and what it is.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> old, new = (expand([parse(text)]) for text in ("1N  15--17", "1N  14--16"))
    >>> [(change.auction, change.old, change.new) for change in compare(old, new)]
    [('1N', '15--17', '14--16')]
    """

    changes: tuple[Change, ...] = ()
    settings: tuple[tuple[str, str, str], ...] = ()

    def __repr__(self) -> str:
        return f"<Changes: {counted(len(self.changes), 'change')}>"

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    def records(self) -> list[dict[str, str | int | bool | None]]:
        """Return the changes as plain rows, for data frames and JSON.

        The columns are ``kind`` (``added``, ``removed``, ``changed`` or ``moved``), ``auction``, ``former``
        (the auction before, "" if it is the same, also for a row in another place of its table), ``old`` and
        ``new`` (what the row said and says, in BML), ``same_meaning`` (None if that is not known), and where
        it is written, or was if it is gone: ``file`` and ``line``, which counts from 1.
        """
        return [change.record() for change in self.changes]

    @property
    def by_opening(self) -> dict[str, list[Change]]:
        """Return the changes by opening."""
        found: dict[str, list[Change]] = {}
        for change in self.changes:
            found.setdefault(change.opening, []).append(change)
        return found


# ---------------------------------------------------------------- the comparison

_Key = tuple[Auction, tuple[tuple[int, str], ...], str]


def compare(old: System, new: System, means_same: MeansSame | None = None) -> Changes:
    """Return what has changed from one system to another, in rows that are exported and in all others.

    Only what rows say counts, and their order in a table; not the order of tables or pages, and not how
    lines are broken. A call without a description that leads to others is not an agreement. ``means_same``
    is asked about each agreement whose words have changed.
    """
    before, after = _by_key(old), _by_key(new)
    leading = _leading(old), _leading(new)
    pairs: list[Pair] = []
    # "1H  5+ cards" that is 2H now, where 1H still leads to others, has moved.
    silent: dict[_Key, Pair] = {}
    for key in dict.fromkeys((*after, *before)):
        for pair in starmap(Pair, _matched(before.get(key, []), after.get(key, []))):
            said = [
                row is not None and _is_said(row, names) for row, names in zip(pair, leading, strict=True)
            ]
            old_row, new_row = pair
            if old_row and new_row and old_row.is_described != new_row.is_described and not all(said):
                silent[key] = pair
                pair = Pair(old_row if said[0] else None, new_row if said[1] else None)
            if any(said):
                pairs.append(pair)
    places = _places(before, after)
    sizes = tuple(Counter(map(_row_key, chain.from_iterable(rows.values()))) for rows in (before, after))
    rows = [_with_silent(row, silent) for row in _moved(_rows(pairs, (sizes[0], sizes[1])))]
    judged = [_judged(row, means_same, (old, new)) for row in rows]
    judged += _in_other_order(old, new, {pair.new for pair in pairs if pair.new})
    changes = tuple(sorted(judged, key=lambda row: places[_key(row.pairs[0].either)]))
    return Changes(changes, tuple(_changed_settings(old, new)))


def _with_silent(row: Change, silent: Mapping[_Key, Pair]) -> Change:
    """Return a row that is gone or new as one that has changed, if it is there without words."""
    known = ((pair.either, silent.get(_key(pair.either))) for pair in row.pairs)
    # A second description of the same call is a row of its own.
    pairs = tuple(same for either, same in known if same and (either is same.old or either is same.new))
    if None not in row.pairs[0] or len(pairs) < len(row.pairs):
        return row
    return replace(row, kind=ChangeKind.CHANGED, pairs=pairs)


def _matched(
    was: list[Agreement], now: list[Agreement]
) -> Iterable[tuple[Agreement | None, Agreement | None]]:
    """Return what differs among the rows of an auction, of which the first is the one that is used."""
    old, new = [*was], [*now]
    for row in was:
        same = next((other for other in new if _says_same(row, other)), None)
        if same is not None:
            old = [other for other in old if other is not row]
            new = [other for other in new if other is not same]
    if not (old or new) and was and not _is_left_out(was[0]) and not _says_same(was[0], now[0]):
        # "2C  Stayman" above "2C  natural": one is used, and now it is the other.
        return [(was[0], now[0]), (now[0], was[0])]
    return zip_longest(old, new)


def _changed_settings(old: System, new: System) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that differs; those of tables by the auction before, where both systems have it."""
    was, now = dict(old.metadata.settings), dict(new.metadata.settings)
    for key in dict.fromkeys((*now, *was)):
        if was.get(key) != now.get(key):
            yield f"#+{key}", was.get(key, ""), now.get(key, "")
    if any(row.choice for system in (old, new) for row in system.agreements):
        before, after = _choices(old), _choices(new)
        for auction, choice in after.items():
            if before.get(auction, choice) != choice:
                yield f"choice {auction}".rstrip(), before[auction], choice


def _choices(system: System) -> dict[str, str]:
    """Return the order of rows after each auction, "" for that of the system."""
    found: dict[str, str] = {}
    for row in system.agreements:
        found.setdefault(f"{row.auction:short}".rpartition("-")[0], row.choice.value if row.choice else "")
    return found


def _key(agreement: Agreement) -> _Key:
    return agreement.auction, agreement.qualifications, agreement.written * _is_left_out(agreement)


def _is_left_out(agreement: Agreement) -> bool:
    """Return whether it stands for a row without a call for an agreement, such as ``3x``."""
    return bool(agreement.written) and agreement.table is None


def _by_key(system: System) -> dict[_Key, list[Agreement]]:
    found: dict[_Key, list[Agreement]] = {}
    for row in (*system.agreements, *(row for row, _ in system.repeats), *system.left_out):
        found.setdefault(_key(row), []).append(row)
    return found


def _places(before: Iterable[_Key], after: Iterable[_Key]) -> dict[_Key, tuple[int, int]]:
    """Return where each agreement comes: as in the new system, and what is gone after what it followed."""
    places = {key: (index, 0) for index, key in enumerate(after)}
    last = -1
    for index, key in enumerate(before, 1):
        if key in places:
            last = places[key][0]
        else:
            places[key] = (last, index)
    return places


def _leading(system: System) -> set[str]:
    """Return the codes of what comes before calls, with and without a last pass, which goes unwritten."""
    codes = {agreement.auction.before.code for agreement in system.agreements}
    return codes | {code.removesuffix(PASS.code) for code in codes}


def _is_said(agreement: Agreement, leading: set[str]) -> bool:
    """Return whether an agreement says something, or is a row of its own without a word."""
    return agreement.is_described or agreement.auction.code not in leading


def _says_same(old: Agreement, new: Agreement) -> bool:
    if old.alert != new.alert or (old.coding and new.coding and old.coding != new.coding):
        return False
    if old.description == new.description and old.wording is None and new.wording is None:
        return True
    return _text(old) == _text(new)


def _text(agreement: Agreement) -> str:
    condition = agreement.wording.condition_text if agreement.wording else ""
    return _joined(agreement.description, condition)


def _written_text(agreement: Agreement) -> str:
    wording = agreement.wording
    if wording is None:
        return _text(agreement)
    condition = " ".join(wording.condition.text.split()) if wording.condition else ""
    return _joined([line.text for line in wording.lines], condition)


def _joined(lines: Iterable[str], condition: str) -> str:
    text = " ".join(" ".join(lines).split())
    return f"{text} {{{condition}}}".strip() if condition else text


# ---------------------------------------------------------------- agreements to rows

_RowKey = tuple[object, ...]


def _row_key(agreement: Agreement | None) -> _RowKey:
    """Return what the agreements of a row have in common."""
    if agreement is None:
        return ()
    if agreement.location.origin:
        # Pasted in several places, it is one row.
        return agreement.location.origin, agreement.scope
    return (
        (agreement.location, agreement.written, agreement.scope) if agreement.written else (_key(agreement),)
    )


def _rows(pairs: Iterable[Pair], sizes: tuple[Counter[_RowKey], Counter[_RowKey]]) -> list[Change]:
    groups: dict[object, list[Pair]] = {}
    for pair in pairs:
        # Two rows of an auction that have changed places are one change.
        groups.setdefault(frozenset((_row_key(pair.old), _row_key(pair.new))), []).append(pair)
    written: Iterable[list[Pair]] = groups.values()
    for side in (1, 0):
        written = _as_one_row(written, side, sizes[side])
    return [_row(tuple(group), sizes) for group in written]


def _as_one_row(groups: Iterable[list[Pair]], side: int, sizes: Counter[_RowKey]) -> Iterator[list[Pair]]:
    """Join changes of a row that was several with the same words; with ``side`` 0, that now is several."""
    together: dict[object, list[list[Pair]]] = {}
    for group in groups:
        row, other = group[0][side], group[0][1 - side]
        is_change = row is not None and other is not None and row.written
        words = (_row_key(row), _written_text(other), other.alert) if is_change and other else id(group)
        together.setdefault(words, []).append(group)
    for same in together.values():
        pairs = [pair for group in same for pair in group]
        is_whole = len(same) > 1 and sizes[_row_key(pairs[0][side])] == len(pairs)
        yield from [pairs] if is_whole else same


def _row(pairs: tuple[Pair, ...], sizes: tuple[Counter[_RowKey], Counter[_RowKey]]) -> Change:
    old, new = pairs[0]
    kind = ChangeKind.ADDED if old is None else ChangeKind.REMOVED if new is None else ChangeKind.CHANGED
    whole = [
        ", ".join(dict.fromkeys(row.written for row in rows if row))
        if side and side.written and sizes[n][_row_key(side)] == len(pairs)
        else ""
        for n, (side, rows) in enumerate(zip(pairs[0], zip(*pairs, strict=True), strict=True))
    ]
    rows = (pair.either for pair in pairs)
    auctions = dict.fromkeys(row.written if _is_left_out(row) else f"{row.auction:short}" for row in rows)
    auction = whole[1] or whole[0] or ", ".join(auctions)
    former = whole[0] if whole[0] != auction and kind is ChangeKind.CHANGED else ""
    plain = {tuple(_text(side) if side else "" for side in pair) for pair in pairs}
    is_whole = all(whole[n] for n, side in enumerate(pairs[0]) if side)
    # A variable of one side is not compared with the suit of the other.
    as_written = is_whole or (any(whole) and len(plain) > 1)
    texts = [(_written_text if as_written else _text)(side) if side else "" for side in pairs[0]]
    if kind is ChangeKind.CHANGED and texts[0] == texts[1]:
        # A variable stands for another suit.
        texts = [_text(side) if side else "" for side in pairs[0]]
    return Change(kind, pairs, auction, former, texts[0], texts[1])


def _judged(row: Change, means_same: MeansSame | None, systems: tuple[System, System]) -> Change:
    if row.kind is not ChangeKind.CHANGED or means_same is None:
        return row
    meanings = {
        None if any(map(_is_left_out, (pair.old, pair.new))) else means_same(pair.old, pair.new, systems)
        for pair in row.pairs
        if pair.old and pair.new
    }
    same = False if False in meanings else None if None in meanings else True
    return replace(row, same_meaning=same)


# ---------------------------------------------------------------- rows that have moved


def _moved(rows: Sequence[Change]) -> list[Change]:
    """Join each row that is gone with one that is new, if nothing but auction or position has changed.

    That is so where no other row that is gone or new has these words for this auction, or these words at
    all, and the last call or the auction before it is the same; below such a row its responses move with it.
    """
    joined: dict[int, Change] = {}
    keys: tuple[Callable[[Change], object], ...] = (lambda row: (row.auction, _said(row)), _said)
    for key in keys:
        left = [row for row in rows if id(row) not in joined]
        gone = _once((row for row in left if row.kind is ChangeKind.REMOVED), key)
        added = _once((row for row in left if row.kind is ChangeKind.ADDED), key)
        for words, old in gone.items():
            new = added.get(words)
            if new is not None and _may_move(old, new):
                joined[id(old)] = joined[id(new)] = _move(old, new)
    _move_beside(rows, joined)
    _move_below(rows, joined)
    _move_alike(rows, joined)
    done: dict[int, Change] = {id(change): change for change in (joined.get(id(row), row) for row in rows)}
    return _with_rows_below(done.values())


def _with_rows_below(changes: Iterable[Change]) -> list[Change]:
    """Return changes with each row that has moved because the one above it has as a part of that change."""
    tops: dict[tuple[str, str], list[Pair]] = {}
    kept: list[Change] = []
    for change in sorted(changes, key=lambda change: len(change.former)):
        was, now = change.former.split("-"), change.auction.split("-")
        ends = range(1, min(len(was), len(now)))
        above = (("-".join(was[:-end]), "-".join(now[:-end])) for end in ends if was[-end:] == now[-end:])
        top = next((pair for pair in above if pair in tops), None)
        if change.kind is ChangeKind.MOVED and top is None:
            tops[change.former, change.auction] = []
        if change.kind is ChangeKind.MOVED and top:
            tops[top] += change.pairs
        else:
            kept.append(change)
    below = (tops.get((change.former, change.auction), []) for change in kept)
    return [replace(change, pairs=(*change.pairs, *pairs)) for change, pairs in zip(kept, below, strict=True)]


def _move_alike(rows: Sequence[Change], joined: dict[int, Change]) -> None:
    """Join two rows after the same auction with nearly the same words, if no other one there is left.

    "2D  5+!d, to play" is "2S  5+!s, to play" now.
    """
    left: dict[str, list[Change]] = {}
    for row in rows:
        if id(row) not in joined and row.kind is not ChangeKind.CHANGED:
            left.setdefault(row.auction.rpartition("-")[0], []).append(row)
    for beside in left.values():
        if len(beside) == 2 and {row.kind for row in beside} == {ChangeKind.REMOVED, ChangeKind.ADDED}:
            old, new = sorted(beside, key=lambda row: row.kind is ChangeKind.ADDED)
            words = Counter(old.old.split()), Counter(new.new.split())
            common = (words[0] & words[1]).total()
            if _may_move(old, new) and common >= _ALIKE * max(words[0].total(), words[1].total()) > 0:
                change = replace(_move(old, new), kind=ChangeKind.CHANGED, same_meaning=None)
                joined[id(old)] = joined[id(new)] = change


def _said(row: Change) -> str:
    return row.old or row.new


def _once(rows: Iterable[Change], key: Callable[[Change], object]) -> dict[object, Change]:
    """Return the rows with words that no other of them has, by their key."""
    found: dict[object, list[Change]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {words: same[0] for words, same in found.items() if _said(same[0]) and len(same) == 1}


def _may_move(old: Change, new: Change) -> bool:
    if old.alerts[0] != new.alerts[1]:
        return False
    (above, call), (other, same) = (_above_and_call(row.pairs[0].either) for row in (old, new))
    return above == other or call == same


def _above_and_call(row: Agreement) -> tuple[str, str]:
    if _is_left_out(row):
        return row.auction.code, row.written.rpartition("-")[2].replace("NT", "N")
    return row.auction.before.code.removesuffix(PASS.code), str(row.call).replace("NT", "N")


def _move(old: Change, new: Change) -> Change:
    pairs = tuple(
        starmap(Pair, zip_longest((pair.old for pair in old.pairs), (pair.new for pair in new.pairs)))
    )
    return Change(ChangeKind.MOVED, pairs, new.auction, old.auction, old.old, new.new, True)


def _move_beside(rows: Sequence[Change], joined: dict[int, Change]) -> None:
    """Join the rows beside those that have moved with their table, though others have the same words, too."""
    left = [row for row in rows if id(row) not in joined]
    added = {row.auction: row for row in left if row.kind is ChangeKind.ADDED}
    tables: dict[str, set[str]] = {}
    for change in joined.values():
        (former, was), (auction, call) = (
            each.rpartition("-")[::2] for each in (change.former, change.auction)
        )
        if was == call:
            tables.setdefault(former, set()).add(auction)
    for old in left:
        above, _, call = old.auction.rpartition("-")
        for auction in tables.get(above, ()) if old.kind is ChangeKind.REMOVED else ():
            new = added.get(f"{auction}-{call}")
            if new and id(new) not in joined and new.new == old.old and _may_move(old, new):
                joined[id(old)] = joined[id(new)] = _move(old, new)
                break


def _move_below(rows: Sequence[Change], joined: dict[int, Change]) -> None:
    """Join the rows below those that have moved, with the same words, or else the same calls."""
    added = {row.auction: row for row in rows if row.kind is ChangeKind.ADDED}
    moves = {change.former: change.auction for change in joined.values()}
    below: dict[tuple[str, str, bool], list[Change]] = {}
    for row in rows:
        if id(row) not in joined and row.kind in (ChangeKind.REMOVED, ChangeKind.ADDED):
            place = row.auction.rpartition("-")[0], _said(row), row.kind is ChangeKind.ADDED
            below.setdefault(place, []).append(row)
    reworded: list[tuple[Change, Change]] = []
    for row in rows:
        if row.kind is not ChangeKind.REMOVED or id(row) in joined:
            continue
        calls = row.auction.split("-")
        above = ("-".join(calls[:end]) for end in range(len(calls) - 1, 0, -1))
        former = next((auction for auction in above if auction in moves), None)
        if former is None:
            continue
        new = added.get(moves[former] + row.auction[len(former) :])
        same = below.get((former, _said(row), False), [])
        others = below.get((moves[former], _said(row), True), [])
        if (new is None or new.new != row.old) and len(same) == len(others) == 1 and same[0] is row:
            new = others[0]
        if new and id(new) not in joined:
            if new.new == row.old:
                joined[id(row)] = joined[id(new)] = _move(row, new)
            else:
                reworded.append((row, new))
    for row, new in reworded:
        if id(new) not in joined:
            change = replace(_move(row, new), kind=ChangeKind.CHANGED, same_meaning=None)
            joined[id(row)] = joined[id(new)] = change


# ---------------------------------------------------------------- the order of rows

_Order = dict[tuple[str, ...], list[Agreement]]


def _in_other_order(old: System, new: System, changed: Set[Agreement]) -> Iterator[Change]:
    """Yield for each table the rows that have other rows before them now, and have not changed otherwise."""
    before, after = _orders(old), _orders(new)
    for place, now in after.items():
        was = [*before.get(place, ())]
        kept = [calls for calls in now if calls in before.get(place, ()) and changed.isdisjoint(now[calls])]
        stays = _longest_rising([was.index(calls) for calls in kept])
        rows = [now[calls] for calls in kept if was.index(calls) not in stays]
        if not rows:
            continue
        first, *others = (row[0].written or f"{row[0].auction:short}" for row in rows)
        auction = "/".join([first, *(other.rpartition("-")[2] for other in others)])
        text = "" if others else _written_text(rows[0][0])
        yield Change(ChangeKind.MOVED, tuple(Pair(row, row) for row in chain(*rows)), auction, "", text, text)


def _orders(system: System) -> dict[object, _Order]:
    """Return the rows after each auction, in the order of their table, by their calls."""
    found: dict[object, dict[Location, list[Agreement]]] = {}
    tables: dict[object, set[Location | None]] = {}
    for row in system.agreements:
        place = row.auction.before.code, row.scope
        found.setdefault(place, {}).setdefault(row.location, []).append(row)
        tables.setdefault(place, set()).add(row.table)
    return {
        place: {tuple(row.call.code for row in same): same for same in rows.values()}
        for place, rows in found.items()
        # What two tables say has the order of the pages.
        if len(tables[place]) == 1
    }


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the most numbers that can be kept so that each is larger than those before.

    >>> sorted(_longest_rising([2, 0, 1, 3]))
    [0, 1, 3]
    """
    # The smallest end of a series of each length, and the number before each one.
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    found: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found
