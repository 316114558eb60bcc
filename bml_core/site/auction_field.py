"""The auction field of every page: the list of auctions that its script loads."""

from __future__ import annotations

from collections.abc import Callable

from bml_core.site.auctions import AuctionIndex, are_calls
from bml_core.site.bidding_box import as_json

FIELD_DATA = "bml-auctions.js"
"""The file with the list, beside the script."""

_MOST = 50_000
_LONGEST = 120


def auction_list(auctions: AuctionIndex, url: Callable[[str], str], title: Callable[[str], str]) -> str:
    """Return the file with all auctions that rows describe; "" if there are none.

    Args:
        auctions: The auctions of a site.
        url: The address of a page below that of the site.
        title: The title of a page.

    >>> auction_list(AuctionIndex((), {}), str, str)
    ''
    """
    pages: dict[str, int] = {}
    rows: list[list[object]] = []
    are_several = len({place.system for place in auctions.places}) > 1
    for place in auctions.places[:_MOST]:
        # 1M-2N is in the list as 1H-2N and 1S-2N.
        if not any(place.lines) or not are_calls(place.name.partition("@")[0].split("-")):
            continue
        page = pages.setdefault(place.page, len(pages))
        ident = "" if place.row == place.name else place.row
        row: list[object] = [place.name, page, ident, place.meaning[:_LONGEST]]
        rows.append([*row, place.system] if are_several else row)
    if not rows:
        return ""
    data = {"pages": [url(page) for page in pages], "titles": [title(page) for page in pages], "rows": rows}
    return f"window.bmlAuctions={as_json(data)};\n"
