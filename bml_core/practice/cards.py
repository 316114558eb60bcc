"""Cards of the notes for programs that ask them again in time: Anki packages, and tables for all others.

A card has an identity of its auction alone, and of the title of the notes without its figures, so that
importing it again changes its text and keeps what was learned.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from bml_core._package import checked
from bml_core.bridge import PASS
from bml_core.hands.descriptions import explain
from bml_core.practice.questions import plain, reading_of
from bml_core.practice.topics import Topic
from bml_core.system import Agreement, System

_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_STYLE = """\
.card { font: 1.25em/1.5 system-ui, sans-serif; text-align: center; }
.more { opacity: .75; font-size: .85em; }
.c { color: #1a6d2e; } .d { color: #b04a00; } .h { color: #b3261e; } .s { color: #1f3f95; }
.nightMode .c, .night_mode .c { color: #7fd694; } .nightMode .d, .night_mode .d { color: #ffb37a; }
.nightMode .h, .night_mode .h { color: #ffb0a8; } .nightMode .s, .night_mode .s { color: #a9c4ff; }
"""


@dataclass(frozen=True, slots=True)
class NoteCard:
    """A card: ``front`` and ``back`` as plain text, and ``more``, how the row is read.

    ``key`` stays when a text changes or rows move. ``chapter`` is the first heading above the row, ``tags``
    are its topics.
    """

    key: str
    front: str
    back: str
    more: str = ""
    chapter: str = ""
    tags: tuple[str, ...] = ()


@checked
def cards_of(system: System, topics: Sequence[Topic]) -> tuple[NoteCard, ...]:
    r"""Return two cards for each agreement of our side: what a call means, and how something is bid.

    >>> from bml_core.language import parse
    >>> from bml_core.practice import heading_topics
    >>> from bml_core.system import expand
    >>> document = parse("* Notrump\n\n1N  15-17\n  2C  Stayman\n  2D  5+ hearts\n  2H  5+ spades")
    >>> for card in cards_of(expand([document]), heading_topics([document]))[2:4]:
    ...     print(card.chapter, "|", card.front, "|", card.back)
    Notrump | 1NT-2C | Stayman
    Notrump | 1NT-? Stayman (4+ hearts or 4+ spades, 8+ hcp) | 2C
    """
    rows = [row for row in system.agreements if row.is_ours and row.call is not PASS and plain(row.text)]
    named = [(topic, frozenset(map(id, topic.rows(system)))) for topic in topics]
    return tuple(card for row in rows for card in _cards(row, system, named))


def _cards(
    row: Agreement, system: System, named: Iterable[tuple[Topic, frozenset[int]]]
) -> Iterator[NoteCard]:
    topics = [topic.name for topic, rows in named if id(row) in rows]
    tags = tuple("-".join(name.split()) for name in topics)
    text = plain(row.text)
    more = reading_of(explain(row, system), row)
    chapter = topics[0] if topics else ""
    scope = str(row.auction).partition("@")[2]
    shown = f"{row.auction:short}{'@' * bool(scope)}{scope}"
    before = f"{row.auction.before:short}"
    yield NoteCard(f"{row} means", shown, text, more, chapter, tags)
    asked = f"{text} ({more})" if more else text
    yield NoteCard(
        f"{row} is bid", f"{before}{'-' * bool(before)}? {asked}", str(row.call), "", chapter, tags
    )


@checked
def write_csv(cards: Iterable[NoteCard]) -> str:
    """Return cards as a table: key, front, back, more, chapter, tags."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("key", "front", "back", "more", "chapter", "tags"))
    for card in cards:
        values = (card.key, card.front, card.back, card.more, card.chapter)
        writer.writerow((*map(_harmless, values), " ".join(card.tags)))
    return text.getvalue()


def _harmless(text: str) -> str:
    # A spreadsheet would calculate what begins so.
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


@checked
def write_package(cards: Iterable[NoteCard], title: str, path: str) -> None:
    """Write cards as a package of Anki, with a deck for each chapter.

    Raises:
        ImportError: genanki is not installed; it comes with the extra ``practice``.
        OSError: The file cannot be written.
    """
    import genanki  # noqa: PLC0415 - an extra

    model = genanki.Model(
        _number("bml card"),
        "Bridge notes",
        fields=[{"name": name} for name in ("Front", "Back", "More")],
        templates=[
            {
                "name": "Card",
                "qfmt": "{{Front}}",
                "afmt": '{{FrontSide}}<hr id="answer">{{Back}}<div class="more">{{More}}</div>',
            }
        ],
        css=_STYLE,
    )
    decks: dict[str, genanki.Deck] = {}
    # "Our notes v3.2" are those of v3.1.
    lasting = " ".join(re.sub(r"\bv?\d\S*", "", title).split())
    for card in cards:
        name = f"{title}::{card.chapter}" if card.chapter else title
        deck = decks.setdefault(name, genanki.Deck(_number(name), name))
        fields = [_coloured(text) for text in (card.front, card.back, card.more)]
        tags = [re.sub(r"\s", "-", tag) for tag in card.tags]
        deck.add_note(genanki.Note(model, fields, guid=_guid(f"{lasting} {card.key}"), tags=tags))
    genanki.Package(list(decks.values())).write_to_file(path)


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) | 1 << 30


def _guid(text: str) -> str:
    return blake2b(text.encode(), digest_size=10).hexdigest()


def _coloured(text: str) -> str:
    """Return a text as HTML, suits in colour; calls such as 2H with their sign."""
    signs = re.sub(r"\b([1-7])([CDHS])\b", lambda call: call[1] + "♣♦♥♠"["CDHS".index(call[2])], text)
    return re.sub(
        r"[♣♦♥♠]", lambda sign: f'<span class="{_SUITS[sign[0]]}">{sign[0]}</span>', html.escape(signs)
    )
