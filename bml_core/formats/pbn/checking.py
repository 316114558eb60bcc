"""What PBN 2.1 forbids, game by game. Numbers in parentheses are the sections of the standard."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    CARDS,
    FULL_HAND,
    PASS,
    Board,
    IrregularityKind,
    call_irregularities,
    card_irregularities,
    is_over,
    tricks_of,
)
from bml_core.diagnostics import Diagnostic, Result
from bml_core.files import LONGEST_LINE, Source
from bml_core.formats.board_files import CALLS, MOST_ERRORS, excerpt, too_many_errors
from bml_core.formats.pbn.boards import (
    ALL_PASS,
    LONGEST_NUMBER,
    NOTE,
    SEATS,
    STANDARD_CALLS,
    TOKEN,
    WRITTEN_CALLS,
    GameSection,
    ReadGame,
    deal_errors,
    first_text,
    is_table,
    write_contract,
)
from bml_core.formats.pbn.games import (
    SECTIONS,
    SHOWN_TAGS,
    STANDARD_TAGS,
    TABLES,
    VALUE_FORMS,
    Game,
    Tag,
    read_all,
)

Errors = Iterator[tuple[str, str, int, str, str]]
"""What is wrong with a game: code, section of PBN 2.1, index in the text of the game, sentence, hint."""


@checked
def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    r"""Yield what a file has that the standard forbids, game by game.

    >>> print(*check('[Board "1"]\n[Dealer "Q"]\n', "hands.pbn"))
    hands.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W.
    """
    for _, parsed in parse_games(source, file):
        yield from parsed.diagnostics


def parse_games(source: Source, file: str = "") -> Iterator[tuple[Game, Result[Board]]]:
    """Yield the games of a source with their boards and with what is wrong, unknown tags once for all.

    A game without tags is a text that has none.
    """
    known_tags: set[str] = set()
    end = 0
    for game in read_all(source, file):
        board, diagnostics = parse_game(game, known_tags)
        if game.line <= end and not (game.tags and game.tags[0].defect == "line"):
            sentence = "This game has no empty line before it."
            hint = "Write one between two games."
            diagnostics = (game.diagnostic("BML714", "3", 0, sentence, hint), *diagnostics)
        yield game, Result(board, diagnostics)
        end = game.line + game.text.count("\n")
        known_tags.update(game.values)


@checked
def parse_game(game: Game, known_tags: Collection[str] = ()) -> Result[Board]:
    """Return the board of a game, and what the standard forbids in the game, in the order of its lines.

    Tags that are not of the standard are reported, except those in ``known_tags``.
    """
    reader = ReadGame(game)
    first = [game.diagnostic(*error) for error in islice(_errors(reader, known_tags), MOST_ERRORS + 1)]
    shown = sorted(first[:MOST_ERRORS], key=lambda error: (error.location.line, error.location.column))
    more = too_many_errors(game.number, len(first), game.location(0))
    return Result(reader.board, (*shown, *more))


def _errors(reader: ReadGame, known_tags: Collection[str]) -> Errors:
    game = reader.game
    if len(game.text) > LONGEST_LINE:
        at = 0
        for line in game.text.split("\n"):
            if len(line) >= LONGEST_LINE:
                sentence = f"A line may have {LONGEST_LINE:,} characters; the rest of this one is not read."
                yield "BML105", "2.3", at + LONGEST_LINE, sentence, "Break the line."
            at += len(line) + 1
    yield from _comment_errors(game)
    yield from _tag_errors(game, known_tags)
    yield from _note_errors(game)
    yield from _value_errors(reader)
    if reader.auction is not None:
        yield from _auction_errors(reader, reader.auction)
    if reader.play is not None:
        yield from _play_errors(reader, reader.play)
    yield from _contradictions(reader)


# ---------------------------------------------------------------- text outside of tags, comments

_OPEN_COMMENT = re.compile(r"\{[^}]*+\Z")
_HIDDEN_TAG = re.compile(r'^\[[A-Z]\w* "[^"\n]*"\]', re.MULTILINE)


def _comment_errors(game: Game) -> Errors:
    """Yield text outside of comments, comments without an end, and comments that hide tags."""
    if not game.tags:
        stray = first_text(f"\n{game.text}")
        if stray is not None:
            yield "BML713", "3.3", stray.start() - 1, "This text has no tag pair.", 'Write [Deal "N:..."].'
    for body, at, is_section in (
        (f"\n{game.head}", -1, False),
        *((tag.body, tag.body_at, tag.name in ("", *SECTIONS) or is_table(tag)) for tag in game.tags),
    ):
        stray = None if is_section or not game.tags else first_text(body)
        if stray is not None:
            sentence = f"{excerpt(stray[0])} is outside every tag and section."
            hint = "Write it as a comment, between { and }."
            yield "BML713", "3.1", at + stray.start(), sentence, hint
        for match in TOKEN.finditer(body) if "{" in body else ():
            if match.lastgroup != "comment" or not match[0].startswith("{"):
                continue
            if _OPEN_COMMENT.match(match[0]):
                yield "BML712", "3.8", at + match.start(), "This comment has no end.", "Write } after it."
            elif _HIDDEN_TAG.search(match[0]):
                sentence = "Tag pairs in this comment are not read."
                hint = "Perhaps a } is missing further up."
                yield "BML712", "3.8", at + match.start(), sentence, hint


# ---------------------------------------------------------------- tag pairs

# The tags that a section cannot do without.
_NEEDED: dict[str, tuple[str, ...]] = {"Auction": ("Dealer",), "Play": ("Deal", "Declarer", "Contract")}


def _tag_errors(game: Game, known_tags: Collection[str]) -> Errors:
    seen: dict[str, str] = {}
    for tag in game.tags:
        if tag.defect:
            yield _form_error(tag)
        if not tag.name:
            continue
        if not tag.name[0].isupper():
            name = excerpt(tag.name)
            sentence = f"The tag name {name} begins with a small letter."
            yield "BML701", "3.3", tag.at, sentence, f"Write {name[0].upper()}{name[1:]}."
        elif not (
            tag.name in STANDARD_TAGS
            or tag.name in TABLES
            or tag.name in SHOWN_TAGS
            or tag.name in known_tags
            or tag.name in seen
        ):
            sentence = f"{excerpt(tag.name)} is not a standard tag; it is kept but not understood."
            yield "BML721", "4.9", tag.at, sentence, ""
        if tag.name in seen and tag.name != "Note":
            same = "" if tag.value != seen[tag.name] else " with the same value"
            sentence = f"The tag {tag.name} appears twice{same}; the first one is used."
            yield "BML714", "3.4", tag.at, sentence, "Begin a new game with an empty line, or delete it."
        seen.setdefault(tag.name, tag.value)


def _form_error(tag: Tag) -> tuple[str, str, int, str, str]:
    name, value = excerpt(tag.name), excerpt(tag.value)
    if tag.defect == "quotes":
        sentence = f"The value of {tag.name} has quotes in it."
        return "BML701", "3.2", tag.at, sentence, 'Write \\" for a quote in a value.'
    if tag.defect == "case":
        return "BML701", "3.3", tag.at, "This tag has other capitals than in the standard.", f"Write {name}."
    if tag.defect == "line":
        return "BML718", "3.3", tag.at, "This line is a deal without its tag.", f'Write [Deal "{value}"].'
    if tag.name:
        sentence = f"The tag pair {name} lacks a quote or a bracket."
        return "BML701", "3.3", tag.at, sentence, f'Write [{name} "{value}"].'
    return "BML701", "3.3", tag.at, "This bracket does not begin a tag pair.", 'Write [Name "value"].'


def _note_errors(game: Game) -> Errors:
    """Yield the notes of which nothing comes: without a number, with that of another one, or elsewhere."""
    section = ""
    numbers: set[str] = set()
    for tag in game.tags:
        if tag.name != "Note":
            section, numbers = tag.name, set()
            continue
        if section not in SECTIONS:
            yield "BML710", "3.5.5", tag.at, "A note is outside Auction and Play.", "Move it there."
        match = NOTE.fullmatch(tag.value)
        if match is None or len(match[1]) > LONGEST_NUMBER:
            sentence, hint = "A note has no number from 1 to 32.", 'Write [Note "1:text"].'
            yield "BML710", "3.5.5", tag.at, sentence, hint
        elif match[1] in numbers:
            sentence = f"Note {match[1]} appears twice; the first one is used."
            yield "BML710", "3.5.5", tag.at, sentence, "Give it another number."
        else:
            numbers.add(match[1])


class _Rule(NamedTuple):
    """The form of a value: its section of the standard, what it is, what to write, its pattern."""

    section: str
    noun: str
    hint: str
    pattern: str


_TRICKS = r"(?:\d|1[0-3])"
_RULES = {name: _Rule(*form) for name, *form in (line.split("  ") for line in VALUE_FORMS.splitlines())}


def _value_errors(reader: ReadGame) -> Errors:
    """Yield what is wrong with the values of the tags that a board is made of."""
    values = reader.game.values
    tags = {tag.name: tag for tag in reversed(reader.game.tags)}
    is_end_position = reader.is_end_position
    table = tags.get("OptimumResultTable")
    if table is not None and re.match(r"(?i)Declarer\b[^;]*;Denomination\b[^;]*;Result", table.value):
        words = re.sub(r"\{[^}]*\}?|;[^\n]*", " ", table.body).split()
        rows = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
        wrong = next((row for row in rows if not re.fullmatch(rf"[NESW] (?:NT|[SHDC]) {_TRICKS}", row)), "")
        if wrong:
            sentence = f"{excerpt(wrong)} is not a row of this table, which is not shown."
            yield "BML705", "5.7", table.at, sentence, "Write rows such as N NT 7, with 0 to 13 tricks."
    for name, tag in reversed(tags.items()):
        value = values[name]
        if value in ("", "?") or tag.defect == "form":
            continue
        if name == "Deal":
            for code, sentence, hint in deal_errors(value, reader.deal_tag):
                section = "3.10" if code == "BML704" and is_end_position else "3.4.11"
                yield code, section, tag.at, sentence, hint
        rule = _RULES.get(name)
        if rule is None:
            continue
        if not re.fullmatch(rule.pattern, value):
            sentence = f"{excerpt(value) or 'A space'} is not a {rule.noun}."
            yield "BML705", rule.section, tag.at, sentence, rule.hint
        elif name == "Result" and sum(map(int, re.findall(r"\d+", value))) > FULL_HAND:
            sentence = f"{excerpt(value)} is more than {FULL_HAND} tricks."
            yield "BML705", rule.section, tag.at, sentence, rule.hint
    word = values.get("Contract", "").upper()
    if not values.get("Deal") or word in ("", "?"):
        return
    at = tags["Contract"].at if "Contract" in tags else 0
    is_strain = word in ("S", "H", "D", "C", "NT")
    if is_end_position and not is_strain:
        sentence = (
            "Hands of fewer than 13 cards are an end position; its contract is a suit or notrump alone."
        )
        yield "BML705", "3.10", at, sentence, "Write S, H, D, C or NT."
    elif is_strain and not is_end_position:
        yield "BML705", "3.4.14", at, f"The contract {word} has no level.", "Write 3NT, 4SX or Pass."


# ---------------------------------------------------------------- auction and play


# What is in a section, the code of its errors, and its chapter of the standard.
_KINDS = {"Auction": ("call", "BML706", "3.5"), "Play": ("card", "BML708", "3.6")}


def _section_errors(reader: ReadGame, section: GameSection) -> Errors:
    """Yield what is wrong with a section, whatever is in it."""
    noun, code, chapter = _KINDS[section.tag.name]
    values, at, body_at = reader.game.values, section.tag.at, section.tag.body_at
    missing = [name for name in _NEEDED[section.tag.name] if name not in values]
    if reader.is_end_position and "Declarer" in missing:
        # Who leads is in the tag itself (3.10).
        missing.remove("Declarer")
    if missing:
        sentence = f"{section.tag.name} needs {' and '.join(missing)}."
        yield "BML711", "3.1", at, sentence, f'Write [{missing[0]} "..."] above.'
    if section.seat is None:
        sentence = f"{excerpt(section.tag.value) or 'Nothing'} is not a seat."
        yield "BML705", chapter, at, sentence, "Write N, E, S or W."
    for text, index in section.odd:
        sentence = f"{excerpt(text)} has no meaning in the {section.tag.name.lower()}."
        yield code, chapter, body_at + index, sentence, "Delete it."
    if section.late:
        sentence = (
            f"{excerpt(section.late[0].word)} comes after the * that ends the {section.tag.name.lower()}."
        )
        yield code, chapter, body_at + section.late[0].at, sentence, "Delete the *."
    notes = section.notes()
    referred: set[int] = set()
    for entry in (entry for entry in section.entries if entry.notes):
        if len(entry.notes) > 1:
            sentence = f"{excerpt(entry.word)} refers to more than one note."
            yield "BML710", f"{chapter}.4", body_at + entry.at, sentence, "Write one note."
        for note in entry.notes:
            referred.add(note)
            if note not in notes:
                hint = f'Write [Note "{note}:text"] after the {noun}s.'
                yield "BML710", f"{chapter}.4", body_at + entry.at, f"Note {note} not found.", hint
    for note in notes:
        if note not in referred:
            sentence = f"No {noun} refers to note {note}."
            yield "BML710", f"{chapter}.4", at, sentence, f"Write ={note}= after one."


def _auction_errors(reader: ReadGame, section: GameSection) -> Errors:
    yield from _section_errors(reader, section)
    first = section.seat and section.seat.after(reader.dashes)
    dealer = SEATS.get(reader.game.values.get("Dealer", "").strip())
    if first is not None and dealer is not None and first is not dealer:
        sentence = f"The first call is {first.name.title()}'s, but {dealer.name.title()} deals."
        yield "BML706", "3.5", section.tag.at, sentence, "Write - for each seat before the dealer."
    irregular = {irregularity.index: irregularity for irregularity in call_irregularities(reader.calls)}
    entries = section.entries[reader.dashes :]
    index = 0
    for entry in entries:
        at = section.tag.body_at + entry.at
        word, shown = entry.word.upper(), excerpt(entry.word)
        if word == ALL_PASS:
            if is_over([made.call for made in reader.calls[:index]]):
                yield "BML707", "3.5", at, "AP comes after the end of the auction.", "Delete it."
            if entry is not entries[-1]:
                yield "BML706", "3.5.1", at, "AP is not the last call.", "Write nothing after AP."
            elif section.end == "+":
                sentence = "+ comes after the end of the auction."
                yield "BML707", "3.5", section.tag.at, sentence, "Delete it."
            return
        is_skip = entry.mark in ("S", "s") and not word
        if word not in CALLS and not is_skip:
            goes_on = "The auction goes on after this +.", "Write one + after the last call."
            no_call = f"{shown or 'A mark alone'} is not a call.", "Write 1NT, X, XX, Pass or AP."
            yield "BML706", "3.5.1", at, *(goes_on if word == "+" else no_call)
            continue
        irregularity = irregular.get(index)
        index += 1
        if irregularity is not None and irregularity.kind is IrregularityKind.CALL_AFTER_END:
            sentence = f"{shown or f'^{entry.mark}'} comes after the end of the auction."
            yield "BML707", "3.5", at, sentence, "Delete it."
            return
        if word and word not in STANDARD_CALLS:
            hint = f"Write {WRITTEN_CALLS[CALLS[word]]}."
            yield "BML706", "3.5.1", at, f"{shown} is not a standard call.", hint
        if irregularity is not None:
            is_low = irregularity.kind is IrregularityKind.INSUFFICIENT_BID
            law, hint = ("3.9", "Write ^I before it if it was accepted.") if is_low else ("3.5", "Delete it.")
            yield "BML707", law, at, f"{shown} is not legal: {irregularity.text}.", hint
    is_ended = is_over([made.call for made in reader.calls])
    if not is_ended and not section.end:
        hint = "Write the passes, or * or + after the last call."
        yield "BML707", "3.5", section.tag.at, "The auction has no end.", hint
    elif is_ended and section.end:
        sentence = f"{section.end} comes after the end of the auction."
        yield "BML707", "3.5", section.tag.at, sentence, "Delete it."


_LAWS = {
    IrregularityKind.CARD_NOT_HELD: ("3.6", "Each column belongs to one seat, beginning with the leader."),
    IrregularityKind.CARD_PLAYED_BEFORE: ("3.6", "Every card is played once."),
    IrregularityKind.REVOKE: ("3.9", "Write ^R before a revoke."),
}


def _play_errors(reader: ReadGame, section: GameSection) -> Errors:
    yield from _section_errors(reader, section)
    body_at, cards = section.tag.body_at, reader.cards
    for entry, card in zip(section.entries, cards, strict=True):
        if entry.word in ("-", "+") if card is None else entry.word.upper() == card.text:
            continue
        hint = "Write suit and rank, such as SK." if card is None else f"Write {card}."
        sentence = f"{excerpt(entry.word) or 'A mark alone'} is not a card."
        yield "BML708", "3.6.1", body_at + entry.at, sentence, hint
    signs = [entry.at for entry in section.entries if entry.word == "+"]
    if len(signs) + (section.end == "+") > 1:
        sentence = "There is another + after this one."
        yield "BML708", "3.6", body_at + signs[0], sentence, "Write one + for the next card."
    if len(cards) > len(CARDS):
        yield "BML708", "3.6", section.tag.at, f"The play has {len(cards)} cards.", "A play has 52."
        return
    yield from _law_errors(reader, section)


def _law_errors(reader: ReadGame, section: GameSection) -> Errors:
    """Yield what is wrong with who leads, and what the cards may not be; marks say that it did happen."""
    board, entries, body_at = reader.board, section.entries, section.tag.body_at
    seat, leader, strain = section.seat, board.opening_leader, board.trumps
    declarer = None if board.contract is None else board.contract.declarer
    lawful = seat if declarer is None or _is_swapped(reader.game.values) else declarer.left
    if seat is not None and lawful is not None and seat is not lawful and 0 not in reader.leads:
        sentence = f"The play begins with {seat.name.title()}; {lawful.name.title()} has the lead."
        hint = f"Write {lawful.value}, or ^ before a declarer who took dummy's place."
        yield "BML709", "3.6", section.tag.at, sentence, hint
    if strain is None or leader is None:
        return
    order = reader.order
    played = {*order}
    lost = [i for i, card in enumerate(reader.cards) if card is not None and i not in played]
    if lost:
        sentence = f"{reader.cards[lost[0]]} is played, but an earlier card is missing."
        yield "BML709", "3.6", body_at + entries[lost[0]].at, sentence, "Write every card of a trick."
    turns = {index: turn for turn, index in enumerate(order)}
    leads = {turns[index]: leader.after(index) for index in reader.leads if index in turns}
    for irregularity in card_irregularities(board.play.cards, leader, strain, board.deal, leads):
        entry = entries[order[irregularity.index]]
        if not (irregularity.kind is IrregularityKind.REVOKE and entry.mark in ("R", "r")):
            chapter, hint = _LAWS[irregularity.kind]
            yield "BML709", chapter, body_at + entry.at, f"{irregularity.text}.", hint


def _is_swapped(values: Mapping[str, str]) -> bool:
    """Return whether declarer and dummy took each other's place (3.4.13)."""
    return values.get("Declarer", "").strip().startswith("^")


# ---------------------------------------------------------------- auction, contract, play and result


def _contradictions(reader: ReadGame) -> Errors:
    """Yield where auction, contract, declarer, play and result contradict each other."""
    board, values, by_calls = reader.board, reader.game.values, reader.by_calls
    at = {tag.name: tag.at for tag in reversed(reader.game.tags)}
    bid, doubling, strain = reader.contract_tag
    if by_calls is not None and bid is not None:
        expected = by_calls.declarer
        if (bid, doubling) != (by_calls.bid or PASS, by_calls.doubling):
            word = write_contract(by_calls)
            sentence = f"The auction ends in {word}, but the tag Contract says {values['Contract']}."
            yield "BML717", "3.4.14", at["Contract"], sentence, f"Write {word}."
        elif expected is not None and reader.declarer is not None:
            name, tag_value = expected.name.title(), values["Declarer"].strip()
            if reader.declarer is not (expected.partner if _is_swapped(values) else expected):
                sentence = f"By the auction {name} is declarer, but the tag Declarer says {tag_value}."
                yield "BML717", "3.4.13", at["Declarer"], sentence, f"Write {expected.value}."
    if bid is PASS and strain is None:
        for tag_name, section in (("Declarer", "3.4.13"), ("Result", "3.4.15")):
            if values.get(tag_name, "") not in ("", "?"):
                sentence = f"The board is passed out, so {tag_name} must be empty."
                yield "BML717", section, at[tag_name], sentence, f'Write [{tag_name} ""].'
    contract, leader, trumps = board.contract, board.opening_leader, board.trumps
    cards, result = board.play.cards, board.play.result
    if len(cards) != len(CARDS) or result is None or contract is None or contract.declarer is None:
        return
    if leader is None or trumps is None:
        return
    won = tricks_of(contract.declarer, cards, leader, trumps)
    # A caret says that the tricks are not the result.
    disputed = values["Result"].lstrip().startswith("^")
    if disputed and won == result:
        sentence = f"^ comes before {won} tricks, which declarer does win in the play."
        yield "BML717", "3.4.15", at["Result"], sentence, f"Write {won}."
    elif not disputed and won != result:
        sentence = f"Declarer wins {won} tricks in the play, but {result} by the tag Result."
        yield "BML717", "3.4.15", at["Result"], sentence, f"Write {won}, or ^{result}."
