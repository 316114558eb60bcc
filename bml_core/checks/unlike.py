"""Rows unlike the rest of the notes: suits, alerts, order and indentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from bml_core.bridge import BIDS, Bid, Strain
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import LEAST_ALIKE, LETTERS, SUIT_LETTER, Groups, Sibling, siblings
from bml_core.checks.wording import SUITS
from bml_core.diagnostics import Diagnostic, Location

_LEAST_ROWS, _USUAL, _PREEMPT_BELOW = 10, 0.9, 4
_MOST_UNLIKE, _LEAST_ORDERED = 0.2, 5
_HEARTS = re.compile(r"\d\+? ?(?:!?h\b|hearts)")
_OF_HEARTS = re.compile(r"!h|(?<=\d)h\b|\bhearts?\b")
_RAISES = [bid for bid in BIDS if bid.strain in (Strain.HEARTS, Strain.SPADES)][2:6]
_FIGURES = re.compile(r"\d+")
_KEYWORD = re.compile(r"[a-z]{5,}")
_PREEMPTS = re.compile(r"(?:weak|wk|pre\w*)\b(?!.* (?:or|and|transfer)\b)")
_LENGTH_LETTER = re.compile(r"(?:^|[\s,])[5-8]\+?([cdhs])\b")
_MARK = re.compile(r"\(?\b(alert|announce)(?:ed|d)?\b\)?")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield what is unlike the rest of the notes: suits, alerts, order and indentation."""
    groups = siblings(notes)
    for look in (_other_suits, _other_than_bid, _of_other_major, _alerts, _indentations):
        yield from look(groups)
    for above, rows in groups:
        yield from _order(rows)
        if above and above.bid and len(rows) == 1 and _is_like(above, rows[0]):
            message = f"{rows[0].name} has the words of {above.name} above it, for another suit."
            hint = "Correct its indentation, if it is not below it."
            yield Diagnostic("BML946", message, rows[0].location, hint, above.related)


def _other_suits(groups: Groups) -> Iterator[Diagnostic]:
    """Yield the one row that shows another suit than it bids, unlike others beside it with its words."""
    for _, rows in groups:
        kinds: dict[tuple[int, str], list[Sibling]] = {}
        for row in rows:
            # "6+, 4+!h" for 1H, and "6+, 4+!c" for 1S
            if (
                row.bid
                and row.bid.strain.suit
                and len(LETTERS.findall(row.text)) == 1
                and _FIGURES.search(row.text)
            ):
                kinds.setdefault((row.bid.level, SUIT_LETTER.sub("", row.text)), []).append(row)
        for alike in kinds.values():
            own = [row for row in alike if row.bid and SUITS[LETTERS.findall(row.text)[0]] is row.bid.strain]
            if len(own) == len(alike) - 1 >= LEAST_ALIKE - 1:
                (row,) = (row for row in alike if row not in own)
                others = f"unlike {own[0].name} and others with these words"
                message = f"{row.name} shows another suit than its own, {others}."
                hint = "Correct the suit or the call."
                yield Diagnostic("BML943", message, row.location, hint, own[0].related)


def _other_than_bid(groups: Groups) -> Iterator[Diagnostic]:
    """Yield an opening preempt that is said to be in another suit than it bids: "3C  preempt, 7!d"."""
    for above, rows in groups:
        for row in rows if above is None else ():
            letters = {*LETTERS.findall(row.text)} | {*_LENGTH_LETTER.findall(row.text)}
            is_weak = row.bid and row.bid.strain.suit and 1 < row.bid.level < _PREEMPT_BELOW
            if is_weak and _PREEMPTS.match(row.text) and len(letters) == 1:
                suit = SUITS[letters.pop()]
                if row.bid and suit is not row.bid.strain:
                    message = f"{row.name} is a preempt in {suit.name.lower()}, by its words."
                    yield Diagnostic("BML943", message, row.location, "Correct the suit or the call.")


def _of_other_major(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows after spades that say of hearts what rows after hearts do, where others say it of spades."""
    after: dict[str, dict[Bid, Sibling]] = {}
    for _, rows in groups:
        for row in rows:
            if row.bid and row.agreements:
                code = row.agreements[0].auction.before.code.removesuffix("P")
                after.setdefault(code, {})[row.bid] = row
    for code, spades in after.items():
        hearts = after.get(f"{code[:-1]}H", {}) if code.endswith("S") else {}
        pairs = [(row, hearts[bid]) for bid, row in spades.items() if bid in hearts]
        changed = [
            row for row, other in pairs if other.text != row.text == _OF_HEARTS.sub(_of_spades, other.text)
        ]
        copied = [
            (row, other)
            for row, other in pairs
            if row.text == other.text
            and _HEARTS.search(row.text)
            and len({*LETTERS.findall(row.text)}) == 1
            and row.denomination != "HEARTS"
        ]
        for row, other in copied if len(changed) >= len(copied) else ():
            message = (
                f"{row.name} says of hearts what {other.name} says after hearts, unlike {changed[0].name}."
            )
            yield Diagnostic("BML943", message, row.location, "Correct the suit.", other.related)
        low, raised = hearts.get(_RAISES[0]), spades.get(_RAISES[3])
        if low and raised and _RAISES[1] not in spades and _RAISES[2] in hearts:
            message = f"No row raises spades to 2S, as {low.name} raises hearts, though 3H and 3S raise both."
            yield Diagnostic("BML944", message, raised.location, "Write a row for it.", low.related)


def _of_spades(found: re.Match[str]) -> str:
    return {"!h": "!s", "h": "s"}.get(found[0]) or found[0].replace("heart", "spade")


def _is_like(above: Sibling, row: Sibling) -> bool:
    """Return whether two rows have the same points, and each its own suit: "8+, 5+!c" and "8+, 5+!d"."""
    own = [LETTERS.findall(each.text) for each in (above, row)]
    texts = [SUIT_LETTER.sub("", each.text) for each in (above, row)]
    is_own = all(
        each.bid and [SUITS[letter] for letter in letters] == [each.bid.strain]
        for each, letters in zip((above, row), own, strict=True)
    )
    return is_own and texts[0] == texts[1] and len(_FIGURES.findall(texts[0])) > 1 and not row.row.children


def _alerts(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows that are alerted, or are not, unlike others with the same words or the same first word."""
    kinds: dict[object, list[Sibling]] = {}
    for number, (_, rows) in enumerate(groups):
        for row in rows:
            if row.bid and row.text:
                # "5-10, 6!h" beside "5-10, 6!s"
                words = " ".join(SUIT_LETTER.sub("", _MARK.sub("", row.text)).split())
                kinds.setdefault((number, row.bid.level, words), []).append(row)
                if words.count(" ") >= LEAST_ALIKE:
                    # In tables of other suits: "2N! 14-15, six good diamonds" after 1D-1H and after 1D-1S
                    kinds.setdefault((row.bid, words), []).append(row)
                if word := _KEYWORD.match(row.text):
                    kinds.setdefault(word[0], []).append(row)
    reported: set[Location] = set()
    for kind, rows in kinds.items():
        (usual, number), *others = Counter(row.mark for row in rows).most_common()
        is_sure = isinstance(kind, tuple) or (
            len(rows) > LEAST_ALIKE and len(rows) - number <= _MOST_UNLIKE * len(rows) + 0.5
        )
        for row in rows if others and is_sure else ():
            if row.mark != usual and row.location not in reported:
                reported.add(row.location)
                like = next(each for each in rows if each.mark == usual)
                what = [
                    f"{mark}{'ed' if mark == 'alert' else 'd'}" if mark else "not alerted"
                    for mark in (row.mark, usual)
                ]
                names = [each.name for each in (row, like)]
                if names[0] == names[1] and row.agreements and like.agreements:
                    names = [f"{each.agreements[0].auction:short}" for each in (row, like)]
                message = f"{names[0]} is {what[0]}, and others like it, such as {names[1]}, are {what[1]}."
                yield Diagnostic("BML945", message, row.location, "Mark them alike.", like.related)


def _indentations(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows that are indented by another number of columns than nearly all others of their file."""
    steps: dict[str, list[tuple[int, Sibling]]] = {}
    for above, rows in groups:
        if (
            above
            and rows
            and rows[0].location.origin is None
            and rows[0].location.file == above.location.file
        ):
            step = rows[0].location.column - above.location.column
            steps.setdefault(above.location.file, []).append((step, rows[0]))
    for found in steps.values():
        (usual, number), *_ = Counter(step for step, _ in found).most_common(1)
        if len(found) >= _LEAST_ROWS and number >= _USUAL * len(found):
            for step, row in found:
                if step != usual:
                    message = f"{row.name} is indented by {step}, and nearly all other rows here by {usual}."
                    hint = "Correct it, if the row belongs below another one."
                    yield Diagnostic("BML946", message, row.location, hint)


def _order(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one bid that is not in the order of all others."""
    bids = [(row.bid, row) for row in rows if row.bid and len(row.row.call.patterns) == 1]
    ranks = [bid.rank for bid, _ in bids]
    falls = [n for n, (low, high) in enumerate(pairwise(ranks)) if low >= high]
    if len(bids) < _LEAST_ORDERED or len(falls) != 1:
        return
    (fall,) = falls
    # Without it the others go up.
    alone = [n for n in (fall, fall + 1) if not 0 < n < len(ranks) - 1 or ranks[n - 1] < ranks[n + 1]]
    # What is written last is often what was thought of last.
    if len(alone) != 1 or alone[0] == len(ranks) - 1:
        return
    row, other = (bids[n][1] for n in (alone[0], 2 * fall + 1 - alone[0]))
    strains = [each.bid.strain for each in (row, other) if each.bid]
    # Notrump has a place of its own in many notes, and "4H" may stand before "3H".
    before = bids[alone[0] - 1][1].row if alone[0] else None
    is_below = (
        before is not None and before.children and row.points and other.points and row.points > other.points
    )
    if (strains[0] is not Strain.NOTRUMP and strains[0] is not strains[1]) or is_below:
        where = "before" if alone[0] == fall else "after"
        message = f"{row.name} stands {where} {other.name}, and all other rows beside it go up."
        hint = "Correct the call or its indentation, if it is not meant."
        yield Diagnostic("BML946", message, row.location, hint, other.related)


CHECKS = (Check(find, ("BML943", "BML945", "BML946"), of_rows=True),)
