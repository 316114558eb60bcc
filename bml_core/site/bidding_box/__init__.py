"""The notes as a bidding box: the data of a system, the place for it on a page, and a page of its own.

:func:`make_box` puts the data of a system together, in parts that a page loads when they are asked for.
What :func:`box_open` and :func:`box_close` write is around the index that readers without JavaScript
see; the script ``bml-box.js`` of the room ``render.html`` does the rest.
"""

# fmt: off

from bml_core.site.bidding_box.data import BiddingBox, BoxFile, make_box
from bml_core.site.bidding_box.html import box_close, box_open, box_page

__all__ = ["BiddingBox", "BoxFile", "box_close", "box_open", "box_page", "make_box"]
