"""The phrases about short suits and single cards: a table of patterns and what they mean."""

from __future__ import annotations

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.numbers import read_amount
from bml_core.hands.descriptions.patterns import Context, Match, Meaning

MAJORS = (Suit.SPADES, Suit.HEARTS)
MINORS = (Suit.DIAMONDS, Suit.CLUBS)
KINDS = {"major": MAJORS, "minor": MINORS, "majors": MAJORS, "minors": MINORS}
_RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
_SHORT = {"void": 0, "singleton": 1, "doubleton": 2}
_EVERY_SUIT = "SHDC"
_ASKED_ABOVE = 5  # No queen of trumps, after a question for key cards.


def _short_suit(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``singleton in !h``, ``void or singleton in !h`` and ``!h singleton``."""
    lengths = [_SHORT[word] for number in (1, 2) if (word := match.word("SHORT", number))]
    if sorted(lengths) == [0, 1]:
        return c.cards(0, 1, match.suit())
    return c.any_of(c.cards(length, length, match.suit()) for length in lengths)


def _shortness(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``singleton``: in the suit of the call, if that is not long, or somewhere."""
    if match.following in _RANKS or (match.following and set(match.following.upper()) <= set(c.HONOURS)):
        raise match.refused("Write a suit.")
    lengths = [_SHORT[word] for word in match.words if word in _SHORT] or [1, 0]
    is_unnamed = match.tokens("UNNAMED") or match.words[-1] == "somewhere"
    if context.row.short and not (is_unnamed or context.denied) and max(lengths) < 2:
        return c.cards(min(lengths), max(lengths), context.row.short)
    names = {0: "void", 1: "singleton", 2: "doubleton"}
    return c.any_of(c.shortness(length, names[length]) for length in lengths)


def _at_most_one(match: Match, context: Context) -> c.Formula:
    if match.words[0] == "short" and context.row.bid is match.suit() and context.row.short is None:
        # A short club is one that may be bid with two or three.
        raise match.refused("Write how many cards it has at least.")
    return c.cards(0, 1, match.suit())


# ---------------------------------------------------------------- single cards


def _ranks(match: Match) -> str:
    ranks = match.word("RANKS").upper()
    if len(set(ranks)) < len(ranks):
        raise match.refused("Write letters of AKQJT, each once, such as AKQ.", "RANKS")
    return "".join(sorted(ranks, key=c.HONOURS.index))


def _cards(match: Match, context: Context) -> c.Formula:
    ranks = _ranks(match)
    return c.honours(len(ranks), len(ranks), ranks, match.suit())


def _one_card(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``ace of !h``, and of ``ace or king in !h``."""
    words = [word for number in (1, 2) if (word := match.word("RANK", number))]
    return c.any_of(c.honours(1, 1, _RANKS[word], match.suit()) for word in words)


def _some_cards(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``2 aces``; without a number, after ``no``, at least one."""
    word = match.word("RANK")
    if context.prose and word == "king" and context.row.agreed:
        # The king of trumps is a key card, which is counted apart.
        raise match.refused("Write of and a suit.")
    if not match.tokens("AMOUNT"):
        is_asked = context.row.agreed and context.row.level >= _ASKED_ABOVE
        if word == "queen" and (context.row.has_keycards or (context.denied and context.prose and is_asked)):
            return _trump_honour(match, context)
        # A singleton, not ace or king, is one of these; no queen may be that of trumps.
        is_of_one = context.row.has_singleton or word == "queen"
        if not context.denied or (context.prose and is_of_one):
            raise match.refused("Write how many, or of and a suit.")
        return c.tally(1, 4, _RANKS[word], _EVERY_SUIT, f"{word}s")
    bounds_of = match.amount().within(4, f"There are 4 {word}s")
    return c.any_of(c.tally(*each, _RANKS[word], _EVERY_SUIT, f"{word}s") for each in bounds_of)


def _either_number(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``0/4 aces`` and ``1/4 key cards``, the answers to a question."""
    one, other = (read_amount(match.tokens("NUMBER", place)).low for place in (1, 2))
    word = match.word("RANK")
    most = 4 if word else 5
    if other <= one or other > most or context.denied or not (word or context.row.agreed):
        raise match.refused("Write or between the numbers, and in and a suit.")
    if word:
        return c.any_of(
            c.tally(number, number, _RANKS[word], _EVERY_SUIT, f"{word}s") for number in (one, other)
        )
    suit = context.row.agreed
    return c.any_of(c.keycards(number, number, suit) for number in (one, other) if suit)


def _honours(match: Match, context: Context) -> c.Formula:
    ranks = _ranks(match)
    bounds_of = match.amount().within(len(ranks), f"{ranks} are {len(ranks)} cards")
    return c.any_of(c.honours(*each, ranks, match.suit()) for each in bounds_of)


def _top_honours(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``two of the top three honours``: two or three, in the long suit."""
    number = match.word("NUMBER")
    suit = match.suit() if match.tokens("SUIT") else context.row.subject
    if number not in ("3", "5") or suit is None:
        raise match.refused("Write such as two of the top three honours, in and a suit.")
    ranks, amount = "AKQ" if number == "3" else c.HONOURS, match.amount()
    bounds = amount.within(len(ranks), f"These are {len(ranks)} cards")
    if amount.is_exact and not amount.is_only:
        bounds = ((bounds[0][0], len(ranks)),)
    return c.any_of(c.honours(*each, ranks, suit) for each in bounds)


def _keycards(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``2 keycards in !h``, or in the suit that our side has raised."""
    suit = match.suit() if match.tokens("SUIT") else context.row.agreed
    if suit is None:
        raise match.refused("Write in and a suit.")
    bounds_of = match.amount().within(5, "There are 5 keycards")
    return c.any_of(c.keycards(*bounds, suit) for bounds in bounds_of)


def _trump_honour(match: Match, context: Context) -> c.Formula:
    if context.row.agreed is None:
        raise match.refused("Write of and a suit.")
    return c.honours(1, 1, _RANKS[match.word("RANK")], context.row.agreed)


def _controls(match: Match, context: Context) -> c.Formula:
    bounds_of = match.amount().within(12, "There are 12 controls")
    return c.any_of(c.weighted(*each, {"A": 2, "K": 1}, _EVERY_SUIT, "controls") for each in bounds_of)


def _good(match: Match, context: Context) -> c.Formula:
    if context.prose and match.following not in ("", "and", "or", "with", ")"):
        # A good spade invite says nothing of the spades.
        raise match.refused("Write a comma after it.")
    return c.good_suit(match.suit())


CARD_FIGURES: tuple[tuple[str, Meaning], ...] = (
    ("SHORT in|of? SUIT", _short_suit),
    ("SHORT or|/ SHORT in|of? SUIT", _short_suit),
    ("SUIT SHORT", _short_suit),
    ("SUIT SHORT or|/ SHORT", _short_suit),
    ("UNNAMED? SHORT somewhere?", _shortness),
    ("UNNAMED? SHORT or|/ SHORT somewhere?", _shortness),
    ("UNNAMED? shortness somewhere?", _shortness),
    ("short|shortness in|of? SUIT", _at_most_one),
    ("SUIT shortness", _at_most_one),
    ("RANKS in|of SUIT", _cards),
    ("RANK in|of SUIT", _one_card),
    ("RANK or RANK in|of SUIT", _one_card),
    ("RANK", _some_cards),
    ("AMOUNT RANK", _some_cards),
    ("NUMBER / NUMBER RANK", _either_number),
    ("NUMBER / NUMBER keycard", _either_number),
    ("AMOUNT of RANKS in|of SUIT", _honours),
    ("AMOUNT of the? top NUMBER honours|cards?", _top_honours),
    ("AMOUNT of the? top NUMBER honours|cards? in|of SUIT", _top_honours),
    ("AMOUNT keycard in|of SUIT", _keycards),
    ("AMOUNT keycard", _keycards),
    ("RANK of cards support", _trump_honour),
    ("cards? support RANK", _trump_honour),
    ("AMOUNT control", _controls),
    ("stopper in|of? SUIT", lambda match, context: c.stopper(match.suit())),
    ("SUIT stopper|stopped", lambda match, context: c.stopper(match.suit())),
    ("stopper in both PAIR", lambda match, context: c.all_of(map(c.stopper, KINDS[match.word("PAIR")]))),
    ("both PAIR stopped", lambda match, context: c.all_of(map(c.stopper, KINDS[match.word("PAIR")]))),
    ("good SUIT suit?", _good),
)
