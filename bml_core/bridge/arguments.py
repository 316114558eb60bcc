"""Arguments that may be given as the text that players write."""

from __future__ import annotations

from bml_core.bridge.auctions import Auction, WrittenAuction
from bml_core.bridge.cards import Hand

AuctionLike = str | Auction | WrittenAuction
"""An auction, or its text, such as ``1N-2C`` or ``(1H)-D``."""

HandLike = str | Hand
"""A hand, or its text, such as ``AK843 Q5 KJ4 982``."""


def auction_argument(value: AuctionLike, name: str = "auction") -> WrittenAuction:
    """Return the auction that an argument holds; nobody has called yet in an empty one.

    >>> auction_argument("1N-2C").auction == auction_argument(Auction.parse("1N-2C")).auction
    True

    Raises:
        TypeError: It is neither text nor an auction; the message names the argument.
        ValueError: The text is not an auction, or not a legal one.
    """
    match value:
        case WrittenAuction():
            return value
        case Auction():
            return WrittenAuction.parse(str(value)) if value.calls else WrittenAuction()
        case str():
            try:
                return WrittenAuction.parse(value) if value.strip() else WrittenAuction()
            except ValueError as error:
                raise ValueError(str(error).replace("text", name, 1)) from None
    raise TypeError(f"{name} must be text such as 1N-2C or an Auction, not {type(value).__name__}")


def hand_argument(value: HandLike, name: str = "hand") -> Hand:
    """Return the hand that an argument holds.

    >>> hand_argument("AK843 Q5 KJ4 982").hcp
    13

    Raises:
        TypeError: It is neither text nor a hand; the message names the argument.
        ValueError: The text is not a hand, or the hand does not have thirteen cards.
    """
    if isinstance(value, str):
        try:
            return Hand.parse(value)
        except ValueError as error:
            raise ValueError(str(error).replace("text", name, 1)) from None
    if not isinstance(value, Hand):
        raise TypeError(f"{name} must be text such as AK843 Q5 KJ4 982 or a Hand, not {type(value).__name__}")
    if not value.is_full:
        raise ValueError(f"{name} must have 13 cards, not {len(value)}")
    return value
