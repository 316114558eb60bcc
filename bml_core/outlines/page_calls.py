"""The calls in the texts of one page, read as the page writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import takewhile

from bml_core.language import WrittenCalls, find_calls, foreign_letters, is_dashed, read_calls
from bml_core.outlines.outline import OutlineBlock, OutlineHeading, OutlineItem, OutlineTable, OutlineText

_MANY = 3


class PageCalls:
    """How a page writes its calls: the letters of its suits, and what a dash between two calls says.

    The latter is seen from its rows: in a heading it is always between the calls of an auction.

    >>> page = PageCalls(["2♣ – relay", "2♦ – weak", "2NT – strong", "3♣ – weak", "3♦ – weak"])
    >>> [column.text for column in page.read("2♥ – 5♥ and a minor").columns]
    ['2H']
    """

    def __init__(self, rows: Iterable[str], texts: Iterable[str] = ()) -> None:
        rows = list(rows)
        self.letters: Mapping[str, str] = foreign_letters("\n".join((*rows, *texts)))
        dashes = [is_dashed(row, self.letters) for row in rows]
        # "2♥ – 5♥ and a minor" is one call where notes say what calls mean after such a dash.
        self.is_dashed = dashes.count(True) > _MANY * dashes.count(False)
        # A cell is looked at for its column, its row and its table.
        self._read = cache(partial(read_calls, letters=self.letters, is_dashed=self.is_dashed))

    @classmethod
    def of(cls, blocks: Iterable[OutlineBlock]) -> PageCalls:
        """Return how the calls of a page are read, of which items and first cells may be rows."""
        rows: list[str] = []
        others: list[str] = []
        for block in blocks:
            match block:
                case OutlineHeading(text=text) | OutlineText(text=text):
                    others.append(text)
                case OutlineItem(text=text):
                    rows.append(text)
                case OutlineTable(rows=cells):
                    rows += (row.cells[0] for row in cells if row.cells)
        return cls(rows, others)

    def read(self, text: str, *, takes_words: bool = False) -> WrittenCalls | None:
        """Return the calls that a text begins with; with ``takes_words`` one may be "Pass" or "Double"."""
        return self._read(text, takes_words=takes_words)

    def find(self, text: str) -> list[tuple[int, WrittenCalls]]:
        """Return the calls in a text, each with its offset."""
        return find_calls(text, self.letters)

    def first_calls(self, blocks: Sequence[OutlineBlock]) -> frozenset[str] | None:
        """Return the calls that rows begin with; None where text or a heading comes first."""
        first = blocks[0] if blocks else None
        if isinstance(first, OutlineTable):
            texts = [row.cells[0] for row in first.rows if row.cells]
        elif isinstance(first, OutlineItem):
            items = takewhile(lambda block: isinstance(block, OutlineItem), blocks)
            texts = [
                item.text for item in items if isinstance(item, OutlineItem) and item.depth == first.depth
            ]
        else:
            return None
        return frozenset(read.columns[0].text for read in map(self.read, texts) if read)
