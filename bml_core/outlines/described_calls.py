"""What the rows and headings of a page say of calls so far: a name that is given there stands for them below.

"Stayman" names 1NT-2♣ below "2♣: Stayman", and "Multi" the opening "2♦ Multi".
"""

from __future__ import annotations

import re
from functools import reduce

from bml_core.outlines.call_names import ASIDE, without_comparison
from bml_core.outlines.contexts import Context
from bml_core.outlines.entries import Entry
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, Calls, begins, either, ending_with, key, row_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, of_kind

_FOR_BOTH = re.compile(
    rf",? (?:(?:in|for|over|after) )?{WORD_PATTERNS['either']}"
    r"(?: (?:of )?(?:the )?(?:majors?|minors?|openings?|suits?))?\s*(?=:|$)"
)
_Key = tuple[tuple[str, bool], ...]


class DescribedCalls:
    """What is said of the last calls of auctions, from the beginning of a page to where it is read."""

    def __init__(self) -> None:
        # What rows say, in lower case, each with its auction
        self._rows: dict[_Key, tuple[Calls, str]] = {}
        # What headings and rows say.
        self._said: dict[_Key, str] = {}
        self._openings: dict[str, Calls] = {}

    def say(self, calls: Calls, text: str) -> None:
        """Note what the last call of an auction means."""
        self._said[key(calls)] = f"{self._said.get(key(calls), '')} {text}"

    def add(self, entry: Entry, path: Calls) -> None:
        """Note what a row says of the last call of its auction."""
        assert entry.read is not None
        text = entry.text[entry.read.offset :]
        self.say(path, text)
        _, before = self._rows.get(key(path), (path, ""))
        said = f"{text} {entry.block.description}".strip().lower()
        self._rows[key(path)] = path, f"{before}; {said}"
        if len(path) == 1 and (name := of_kind("name").search(entry.text)):
            known = self._openings.setdefault(name[0].lower(), path)
            self._openings[name[0].lower()] = path if known == path else ()

    def has_row(self, path: Calls) -> bool:
        """Return whether a row is for an auction."""
        return key(path) in self._rows

    def meaning(self, calls: Calls) -> str:
        """Return what is said of the last call of an auction; "" where nothing is."""
        return self._said.get(key(calls), "")

    def opening(self, name: str) -> Calls:
        """Return the only opening that has a name: "Multi"; () if there is none."""
        return self._openings.get(name.lower(), ())

    def ending_with(self, last: Calls) -> Calls:
        """Return the auction of the only row that ends with some calls; () if there is none."""
        found = ending_with((path for path, _ in self._rows.values()), last)
        return found[0] if len(found) == 1 else ()

    def by_convention(self, text: str, above: Context, page: PageCalls) -> Context | None:
        """Return the auction of the only row that a text names: "Stayman", "After Ogust", "After Jacoby 2NT".

        Several rows are one where they differ in their openings alone, or are for both majors.
        """
        last: Calls = ()
        # "Ogust answers (the same after 2♦, 2♥ and 2♠)"
        text = without_comparison(text)
        if len(found := page.find(text)) == 1:
            offset, read = found[0]
            last, text = row_calls(read, NOWHERE), f"{text[:offset]} {text[read.end :]}"
        # "Ogust answers, both majors (good suit = two of three). Remember:"
        name = _FOR_BOTH.sub("", re.split(r"[.!?] ", ASIDE.sub("", text))[0]).strip("*_ :").lower()
        for kind in ("after-alone", "article", "response", "opener"):
            name = of_kind(kind).sub(" ", name)
        # "Jacoby: opener's answers"
        name = " ".join(re.sub("['\u2019]s(?!\\w)", " ", name).split()).strip(" :,-\u2013\u2014")
        if above.is_other or len(last) > 1 or not of_kind("known").fullmatch(name):
            return None
        named = re.compile(rf"(?:^|[,;:] ?){re.escape(name)}(?!\w| to\b)")
        rows = [
            calls
            for calls, said in self._rows.values()
            if len(calls) > max(len(above.calls), 1)
            and begins(calls, above.calls)
            and key(calls[-len(last) :] if last else ()) == key(last)
            and named.search(said)
        ]
        calls = reduce(either, rows) if rows else ()
        return Context(calls, True) if calls else None
