"""The words of our own on pages, in English and in the languages that have a catalogue.

The catalogues have the form of gettext, ``locale/<language>/LC_MESSAGES/bml.po``, which translators know, and
are read as they are.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from pathlib import Path

from bml_core.diagnostics import listed
from bml_core.document import ALL_PASS

CATALOGUE = "bml"
LANGUAGES = ("en", "de", "fr", "nl")
_PLACE = re.compile(r"\{(\w+)\}")
_MESSAGE = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|\Z))+)', re.MULTILINE)


@cache
def _texts_of_scripts() -> Mapping[str, str]:
    """Return the English texts that scripts alone show, by their names: ``script_texts.txt``."""
    lines = Path(__file__).with_name("script_texts.txt").read_text("utf-8").splitlines()
    return {name: text for name, sign, text in (line.partition(" = ") for line in lines) if sign}


@dataclass(frozen=True, slots=True)
class UiTexts:
    """What pages say in their own words. What is in braces is filled in by ``filled``."""

    passed: str = "Pass"
    double: str = "Dbl"
    redouble: str = "Rdbl"
    all_pass: str = ALL_PASS
    alert: str = "Alert"

    choice: str = "{first} or {last}"
    any_suit: str = "any suit at the {level} level: {choice}"
    other_major: str = "{level} of the other major"
    other_minor: str = "{level} of the other minor"
    one_step: str = "1 step above the last bid"
    steps: str = "{count} steps above the last bid"

    north: str = "North"
    east: str = "East"
    south: str = "South"
    west: str = "West"

    board: str = "Board {number}"
    dealer: str = "Dealer {seat}"
    nobody_vulnerable: str = "Nobody vulnerable"
    north_south_vulnerable: str = "North–South vulnerable"
    east_west_vulnerable: str = "East–West vulnerable"
    all_vulnerable: str = "All vulnerable"
    doubled: str = "{bid} doubled"
    redoubled: str = "{bid} redoubled"
    declared: str = "{contract} by {seat}"
    passed_out: str = "Passed out"
    lead: str = "Lead {card}"
    trumps: str = "Trumps: {suit}"
    no_trumps: str = "Notrump"
    on_lead: str = "{seat} on lead"
    void: str = "void"
    points: str = "{count} hcp"
    trick: str = "Trick"
    cards: str = "Cards"
    tricks: str = "Declarer took {count} tricks"
    one_trick: str = "Declarer took 1 trick"
    answer: str = "Answer"
    answers: str = "Answers"
    play_on_bbo: str = "Play this board on BBO"
    double_dummy: str = "Double dummy"
    par: str = "Par: {score}"

    first_seat: str = "1st seat"
    second_seat: str = "2nd seat"
    third_seat: str = "3rd seat"
    fourth_seat: str = "4th seat"
    first_or_second_seat: str = "1st or 2nd seat"
    third_or_fourth_seat: str = "3rd or 4th seat"
    both_vulnerable: str = "both sides are vulnerable"
    neither_vulnerable: str = "neither side is vulnerable"
    only_we_vulnerable: str = "only we are vulnerable"
    only_they_vulnerable: str = "only they are vulnerable"
    we_vulnerable: str = "we are vulnerable"
    we_not_vulnerable: str = "we are not vulnerable"
    they_vulnerable: str = "they are vulnerable"
    they_not_vulnerable: str = "they are not vulnerable"

    shares: str = "How often each call is made"
    shares_after: str = "How often each call is made after {auction}"
    call: str = "Call"
    share: str = "Share"
    one_in: str = "1 in"
    meaning: str = "Meaning"
    percent: str = "{whole}.{part} %"
    at_most: str = "under {share}"
    too_weak: str = "Too weak for every row"
    not_known: str = "Not known"
    none_of_these: str = "None of these rows fits"
    left_out: str = "{count} rows are not counted, because what they show is not understood: {calls}."
    one_left_out: str = "1 row is not counted, because what it shows is not understood: {calls}."
    usual: str = "By their usual meaning: {calls}."
    vague: str = "Counted as if any hand would make them, because what they show is not understood: {calls}."
    drawn: str = "Estimated from {count} random hands; ± is the standard error."

    changes_since: str = "Changes since {revision}"
    nothing_changed: str = "No agreement has changed since {revision}."
    settings: str = "Settings"
    row_added: str = "new"
    row_removed: str = "removed"
    row_changed: str = "changed"
    row_moved: str = "was {auction}"
    other_order: str = "in another place of its table"
    wording_only: str = "wording only"
    alerted: str = "now alerted"
    not_alerted: str = "no longer alerted"

    box: str = "Bidding box"

    practice: str = "Practice"
    quiz_meaning: str = "What does the last call mean?"
    quiz_call: str = "How do you bid this?"
    quiz_hand: str = "What do you bid?"

    responses: str = "responses"
    continuations: str = "continuations"
    on_page: str = "p. {page}"
    continued: str = "continued"
    contents: str = "Contents"
    auctions: str = "Auctions"

    of_scripts: Mapping[str, str] = field(default_factory=_texts_of_scripts)

    @property
    def by_name(self) -> dict[str, str]:
        """Return all texts by their names, those of scripts as well."""
        own = {each.name: getattr(self, each.name) for each in fields(self) if each.type == "str"}
        return {**own, **self.of_scripts}

    def __hash__(self) -> int:
        # Asked for with every call that is shown; few languages begin alike.
        return hash(self.passed)


ENGLISH = UiTexts()


def filled(text: str, **values: object) -> str:
    """Fill in the places of a text; one that has no value here stays as it is.

    Catalogues are written by people, and a slip of the pen must cost no page.

    >>> filled("Dealer {seat}", seat="North"), filled("Dealer {sate}", seat="North")
    ('Dealer North', 'Dealer {sate}')
    """
    return _PLACE.sub(lambda found: str(values.get(found[1], found[0])), text)


def split_at(text: str, name: str) -> tuple[str, str]:
    """Split a text at a place; all of it comes before where it has no such place.

    >>> split_at("Lead {card}", "card")
    ('Lead ', '')
    """
    before, _, after = text.partition(f"{{{name}}}")
    return before, after


def translated(translate: Callable[[str], str]) -> UiTexts:
    """Return the words of a catalogue; ``translate`` takes the English ones.

    >>> translated(str.upper).passed
    'PASS'
    """
    texts = {name: str(translate(text)) for name, text in ENGLISH.by_name.items()}
    of_scripts = {name: texts.pop(name) for name in ENGLISH.of_scripts}
    return UiTexts(**texts, of_scripts=of_scripts)


@cache
def read_catalogue(language: str) -> Mapping[str, str]:
    """Return the messages of a language by the English ones; none for English and for unknown languages.

    >>> read_catalogue("de")["Dealer {seat}"]
    'Teiler {seat}'
    """
    if language not in LANGUAGES[1:]:
        return {}
    file = Path(__file__).parent / "locale" / language / "LC_MESSAGES" / f"{CATALOGUE}.po"
    messages = _MESSAGE.finditer(file.read_text("utf-8"))
    return {_unquoted(found[1]): _unquoted(found[2]) for found in messages}


@lru_cache(maxsize=32)
def script_words(words: UiTexts, prefix: str, *others: str, has_english: bool = True) -> str:
    """Return the words of a script as JSON; "" for English, if the script has it itself.

    Args:
        words: The words of the page.
        prefix: How the names of those for this script begin; the script has them without it.
        others: The names of more.
        has_english: The script has the English words.
    """
    if has_english and words == ENGLISH:
        return ""
    texts = words.by_name
    names = [*others, *(name for name in texts if name.startswith(prefix))]
    said = {name.removeprefix(prefix): texts[name] for name in names}
    return json.dumps(said, separators=(",", ":"))


def _unquoted(lines: str) -> str:
    """Return the text of one or several strings in quotes, each on a line."""
    return "".join(str(literal_eval(line)) for line in lines.splitlines())


def page_language(language: str) -> str:
    """Return the language of the words on pages: English, where they have none in that of the notes.

    >>> page_language("de"), page_language("pl")
    ('de', 'en')
    """
    return language if language in LANGUAGES else "en"


def read_language(value: object) -> UiTexts:
    """Return the words of the language that a project names.

    Raises:
        ValueError: there is no such language; says which there are.

    >>> read_language("de").double
    'Kontra'
    """
    if value not in LANGUAGES:
        raise ValueError(f"Write {listed(LANGUAGES)}.")
    messages = read_catalogue(str(value))
    return translated(lambda text: messages.get(text, text)) if messages else ENGLISH
