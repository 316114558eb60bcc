"""Rows in the search of a site: entries beside those of its pages, in the file that the search loads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from bml_core.render.html import escape
from bml_core.site import AuctionIndex, SearchEntry, SiteFile, rows_for_search
from mkdocs_bml.reports import LOG

FILE = "search/search_index.json"
_MOST_IN_TITLE = 4
_WEIGHT = 6


def add_rows(folder: Path, auctions: AuctionIndex, url: Callable[[str], str], *, shows_html: bool) -> None:
    """Add the rows to the search in the folder of a site, if it has one of the form that MkDocs writes.

    ``url`` is the address of a page below that of the site; ``shows_html`` says whether the search shows
    texts as HTML.

    Raises:
        OSError: the file cannot be read or written.
    """
    path = folder / FILE
    if not path.is_file():
        return
    try:
        search = json.loads(path.read_bytes())
    except ValueError:
        return
    if not isinstance(search, dict) or not isinstance(search.get("docs"), list):
        return
    if "index" in search:
        LOG.info("The search has an index that was made in advance, so it finds pages, and no rows.")
        return
    known = {entry.get("location") for entry in search["docs"] if isinstance(entry, dict)}
    every = _entries(auctions, url, escape if shows_html else str)
    rows = [entry for entry in every if entry["location"] not in known]
    if rows:
        search["docs"] += rows
        SiteFile(FILE, json.dumps(search, separators=(",", ":"), ensure_ascii=False).encode()).write(folder)


def _entries(
    auctions: AuctionIndex, url: Callable[[str], str], written: Callable[[str], str]
) -> Iterator[dict[str, object]]:
    for entry in rows_for_search(auctions):
        yield {
            "location": f"{url(entry.page)}#{entry.row}",
            "title": written(_title(entry)),
            "text": written(f"{entry.meaning} ({', '.join(entry.spellings)})"),
            # Searches count words: a long auction has all those of a short one.
            "boost": round(_WEIGHT / (entry.row.count("-") + 1 + len(entry.names)), 2),
        }


def _title(entry: SearchEntry) -> str:
    """Return the auction as it is printed and as it is typed: searches find whole words alone.

    >>> _title(SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman, 8+"))
    '1NT-2♣ Stayman (1N-2C)'
    """
    printed = entry.spellings[-1].replace("–", "-") if len(entry.names) == 1 else entry.row
    names = ", ".join(entry.names[:_MOST_IN_TITLE])
    return " ".join(part for part in (printed, entry.title, f"({names})") if part)
