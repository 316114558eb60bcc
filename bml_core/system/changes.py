"""What has changed between two systems: agreements added, removed, changed and moved, row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from bml_core.bridge import PASS, Auction, Bid, Scope
from bml_core.system.agreements import Agreement, System

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
        pairs: The agreements.
        auction: The auction as the author wrote it where the whole row has changed, else all auctions.
        former: The same before the change; "" if the row is new, or had the same auction.
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

    @property
    def opening(self) -> str:
        """Return the opening of the auction, in parentheses if it is the opponents'."""
        auction = self.pairs[0].either.auction
        index = next((index for index, call in enumerate(auction.calls) if isinstance(call, Bid)), 0)
        call = auction.calls[index]
        return str(call) if auction.is_ours(index) else f"({call})"

    @property
    def scope(self) -> Scope:
        """Return the position and the vulnerability."""
        return self.pairs[0].either.scope

    @property
    def alerts(self) -> tuple[bool, bool]:
        """Return whether the row was alerted, and whether it is."""
        old, new = self.pairs[0]
        return bool(old and old.alert), bool(new and new.alert)


@dataclass(frozen=True, slots=True)
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

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    @property
    def by_opening(self) -> dict[str, list[Change]]:
        """Return the changes by opening."""
        found: dict[str, list[Change]] = {}
        for change in self.changes:
            found.setdefault(change.opening, []).append(change)
        return found


# ---------------------------------------------------------------- the comparison

_Key = tuple[Auction, tuple[tuple[int, str], ...]]


def compare(old: System, new: System, means_same: MeansSame | None = None) -> Changes:
    """Return what has changed from one system to another.

    Only what agreements say counts, not the order of rows or pages, and not how lines are broken. A call
    without a description that leads to others is not an agreement. ``means_same`` is asked about each
    agreement whose words have changed.
    """
    before, after = _by_key(old), _by_key(new)
    leading = _leading(old), _leading(new)
    pairs: list[Pair] = []
    for key, now in after.items():
        was = before.get(key)
        if not _says_same(was, now) if was else _is_said(now, leading[1]):
            pairs.append(Pair(was, now))
    gone = (agreement for key, agreement in before.items() if key not in after)
    pairs += [Pair(agreement, None) for agreement in gone if _is_said(agreement, leading[0])]
    places = _places(before, after)
    rows = _moved(_rows(pairs, (Counter(map(_row_key, old)), Counter(map(_row_key, new)))))
    judged = (_judged(row, means_same, (old, new)) for row in rows)
    changes = tuple(sorted(judged, key=lambda row: places[_key(row.pairs[0].either)]))
    return Changes(changes, tuple(_changed_settings(old, new)))


def _changed_settings(old: System, new: System) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that differs; those of tables by the auction before, where both systems have it."""
    was, now = dict(old.settings), dict(new.settings)
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
    return agreement.auction, agreement.qualifications


def _by_key(system: System) -> dict[_Key, Agreement]:
    found: dict[_Key, Agreement] = {}
    for agreement in system.agreements:
        found.setdefault(_key(agreement), agreement)
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
    return (
        (agreement.location, agreement.written, agreement.scope) if agreement.written else (_key(agreement),)
    )


def _rows(pairs: Iterable[Pair], sizes: tuple[Counter[_RowKey], Counter[_RowKey]]) -> list[Change]:
    groups: dict[object, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault((_row_key(pair.old), _row_key(pair.new)), []).append(pair)
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
        side.written if side and side.written and sizes[n][_row_key(side)] == len(pairs) else ""
        for n, side in enumerate(pairs[0])
    ]
    auction = whole[1] or whole[0] or ", ".join(f"{pair.either.auction:short}" for pair in pairs)
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
    meanings = {means_same(pair.old, pair.new, systems) for pair in row.pairs if pair.old and pair.new}
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
    _move_below(rows, joined)
    done: dict[int, Change] = {id(change): change for change in (joined.get(id(row), row) for row in rows)}
    return list(done.values())


def _said(row: Change) -> str:
    return row.old or row.new


def _once(rows: Iterable[Change], key: Callable[[Change], object]) -> dict[object, Change]:
    """Return the rows with words that no other of them has, by their key."""
    found: dict[object, list[Change]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {words: same[0] for words, same in found.items() if _said(same[0]) and len(same) == 1}


def _may_move(old: Change, new: Change) -> bool:
    if len(old.pairs) != len(new.pairs) or old.alerts[0] != new.alerts[1]:
        return False
    was, now = old.pairs[0].either, new.pairs[0].either
    return was.auction.before.code == now.auction.before.code or was.call == now.call


def _move(old: Change, new: Change) -> Change:
    pairs = tuple(Pair(was.old, now.new) for was, now in zip(old.pairs, new.pairs, strict=True))
    return Change(ChangeKind.MOVED, pairs, new.auction, old.auction, old.old, new.new, True)


def _move_below(rows: Sequence[Change], joined: dict[int, Change]) -> None:
    """Join the rows below those that have moved, with the same calls, or else the same words."""
    added = {row.auction: row for row in rows if row.kind is ChangeKind.ADDED}
    moves = {change.former: change.auction for change in joined.values()}
    below: dict[tuple[str, str, bool], list[Change]] = {}
    for row in rows:
        if id(row) not in joined and row.kind in (ChangeKind.REMOVED, ChangeKind.ADDED):
            place = row.auction.rpartition("-")[0], _said(row), row.kind is ChangeKind.ADDED
            below.setdefault(place, []).append(row)
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
        if new and id(new) not in joined and new.new == row.old and len(new.pairs) == len(row.pairs):
            joined[id(row)] = joined[id(new)] = _move(row, new)
