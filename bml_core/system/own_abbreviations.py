"""The abbreviations that notes define in their texts: ``MF = mancheforcing, krt = kaart``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bml_core.diagnostics import Location
from bml_core.document import BulletList, Document, Enumeration, Paragraph, Text, plain_text
from bml_core.language import SUIT_WORDS

_SHAPES = r"\d{4}(?:(?:,|/| or| oder| ou| of| lub| i| et| en| und| and)+ ?\d{4})*"
_DEFINITION = re.compile(
    r"(?:^|(?<=[\s(,;.:]))(?P<word>[^\W\d_](?:[\w/+-]{0,8}[\w+])?\.?)"
    r"(?P<sign> *= *| means | is (?:an? )?| are | bedeutet | betekent )"
    # "opening = 12+ (good 11 with five hearts)" is more than its first part.
    rf"(?P<meaning>{_SHAPES}[^,;.()=\n]{{0,40}}|[^\W\d_](?:[^,;.()=\n]|\.(?=\w)){{1,58}}|\d[^,;.()=\n]{{1,58}}(?=[,;.\n]|$))"
)
# A word in quotes: "“Useful” means ten or eleven, the sort of hand that …", "A “flat” hand has no singleton".
_QUOTED = re.compile(
    r"[\"“„«](?P<word>[^\W\d_][^\"”“»„«\n]{0,29})[\"”“»](?: (?:hands?|bids?|raises?|suits?))?"
    r"(?: *[=:\u2013\u2014-] *| (?:is|are|means?|has|to|oznacza|ist|bedeutet|hei(?:ß|ss)t|signifie"
    r"|veut dire|c'est|betekent)"
    r"(?: (?:for us|with us|u nas|bei uns|chez nous|bij ons))? )"
    r"(?P<meaning>(?:[^.;=()\n\"”“»„«]|\.(?=\w)){1,120}+)"
    # "“Opening” = 12+ (good 11 with five hearts)" is more than its first part.
    r"(?!\()"
)
_NUMBER = r"(?:\d+\+?|[a-z]+teen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)"
_FIGURE = (
    rf"{_NUMBER}(?:(?:-| to | or | and | do | bis ){_NUMBER})?(?: and (?:up|more)| or more)?"
    r"(?: (?:points?|hcp|pts|PC|Punkte|cards))?"
)
# "Ten or eleven, the sort of hand that wants to be in game", "a minimum response, say six to nine".
_FIGURES = re.compile(
    rf"{_FIGURE}(?=, (?!or |but |and |except|unless|with))|.*, (?:say|i\.e\.) (?P<last>{_FIGURE}) *$"
)
_RANGE = (
    r"\d{1,2}(?:\+|\s?[-\u2013]\s?\d{1,2}|(?: or| and) (?:better|more|up|over))"
    r"(?: ?(?:hcp|HCP|hp|pts|points|PC|Punkte))?"
)
# "mini = 11-13": a word for a range; "X = 15+" says what a double is.
_OF_RANGE = re.compile(
    rf"(?<![\w=] )(?<![\w-])(?P<word>[^\W\d_]{{3,12}}) ?= ?(?P<meaning>{_RANGE})(?=\s*(?:[,;.\n]|$))"
)
# "A rock is 19 or better, a skinny hand 6-9."
_A_RANGE = re.compile(
    r"(?i)(?:^|(?<=[.:;,] ))an? (?P<word>[a-z]{3,12}(?: hand| raise| opening)?) (?:is |means |= )?"
    rf"(?P<meaning>{_RANGE})(?=[,.;:]|$)"
)
# "LR = 10-12 with 4 trumps, 11-12 with 3" is more than its first part.
_MORE_FIGURES = re.compile(r"(?:, \d[^,;.()=\n]*(?=[,;.\n]|$))+")
# What is least or most depends on what was shown before; a double is a call.
_NOT_DEFINED = frozenset(("minimum", "maximum", "dbl", "rdbl"))
_OF_QUALITY = frozenset(("good", "bad", "better", "poor", "nice", "limit", "weak", "strong", "big", "small"))
# A line that ends within a meaning: "F1 = forcing one", and below it "round, NF = not forcing".
_WRAPPED = re.compile(
    r"(?<=\w)\n(?!\w+ (?:is|are|means|bedeutet|betekent) )(?=[^\W\dA-Z_][^=\n]*?(?:[,;.\n]|$))"
)
_LETTERS = re.compile(r"(?:^|\s)[A-Z],? $")
_DANGLING = re.compile(r"[\s,(]+(?:(?:an?|i|and|und|et|en|or|while)\s*)?$")
#: The shapes that every player calls balanced.
_BALANCED = frozenset(("4333", "4432", "5332"))
#: What a word may stand for without its letters in the same order: ``ka = cards``, ``hold = stopper``.
_PLAIN_MEANINGS = frozenset(("cards", "card", "stopper", "stop", "points", "shortage", "balanced"))
#: A double may be "cards".
_OF_CALLS = frozenset(("x", "xx", "dbl", "rdbl", "cue", "bid", "jump", "raise", "pass", "double"))
_MOST = 100
_NO_LEGEND, _LONG, _SHORT = 2, 4, 5


def own_abbreviations(documents: Iterable[Document]) -> dict[str, str]:
    r"""Return the words that paragraphs and lists of documents define, with what they stand for.

    What stands before an equals sign is one if it is in quotes, if its letters are in its meaning in the same
    order, if it is of capitals, or if it stands for a suit; the first definition is used. The meaning of a
    word in quotes is the rest of its sentence.

    >>> from bml_core.language import parse
    >>> own_abbreviations([parse("C = coeurs, EF = Einladung, krt = kaart; cue = shortage, X = takeout.")])
    {'C': 'coeurs', 'EF': 'Einladung', 'krt': 'kaart'}
    >>> own_abbreviations([parse("Supp is support, tks are playing tricks, n/f is not forcing.")])
    {'supp': 'support', 'tks': 'playing tricks', 'n/f': 'not forcing'}
    >>> own_abbreviations([parse("ka = cards, hold = stopper, dbl = cards")])
    {'ka': 'cards', 'hold': 'stopper'}
    >>> own_abbreviations([parse("F1 = forcing one\nround, NF = not forcing")])
    {'F1': 'forcing one round', 'NF': 'not forcing'}
    >>> own_abbreviations([parse("SA-Vert. = 4333, 4432 oder 5332, Anschl. = Anschluss")])
    {'SA-Vert.': 'balanced', 'sa-vert.': 'balanced', 'Anschl.': 'Anschluss'}
    >>> own_abbreviations([parse("LR = 10-12 with 4 trumps, 11-12 with 3")])
    {'LR': '10-12 with 4 trumps, 11-12 with 3'}
    >>> own_abbreviations([parse("BAL = 4333, 4432 or 5332 with a five-card minor")])
    {'BAL': 'balanced', 'bal': 'balanced'}
    >>> own_abbreviations([parse("mini = 11-13, X = 15+. A rock is 19 or better, a skinny hand 6-9.")])
    {'mini': '11-13', 'rock': '19 or more', 'skinny hand': '6-9', 'skinny': '6-9'}
    >>> own_abbreviations([parse("A “raggedy” hand is a minimum, say six to nine. “Useful” means 10-11.")])
    {'raggedy': 'six to nine', 'Useful': '10-11'}
    """
    found: dict[str, str] = {}
    for text, _ in texts_between(documents):
        for word, meaning in words_defined(text):
            found.setdefault(word, meaning)
            if len(found) >= _MOST:
                return found
    return found


def own_meanings(documents: Iterable[Document]) -> tuple[str, ...]:
    r"""Return what texts say of a usual meaning: how many points a minimum of an opening has.

    >>> from bml_core.language import parse
    >>> own_meanings([parse("A minimum is 12-15, a good hand 16-18.")])
    ('minimum of an opening = 12-15 hcp',)
    """
    found = (each for text, _ in texts_between(documents) for each in _A_RANGE.finditer(text))
    ranges = [each["meaning"] for each in found if each["word"].lower() == "minimum"]
    # One of responder's has less.
    return tuple(
        f"minimum of an opening = {each} hcp" for each in ranges[:1] if re.match(r"1[0-4]\s?[-\u2013]", each)
    )


@lru_cache(maxsize=4096)
def words_defined(text: str) -> tuple[tuple[str, str], ...]:
    """Return the words that a text defines, each with what it stands for."""
    return tuple(_words_defined(text))


def _words_defined(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words that a text defines; "is" defines one only beside others: "tks are tricks, ..."."""
    text = _WRAPPED.sub(" ", text)
    for quoted in _QUOTED.finditer(text):
        word, figures = quoted["word"].strip(), _FIGURES.match(quoted["meaning"])
        meaning = (figures["last"] or figures[0]) if figures else quoted["meaning"]
        yield from _balanced(word, meaning) or [(word, _DANGLING.sub("", meaning).strip())]
    yield from _ranges(text)
    # Of "K R H S = klaveren, ruiten, …", klaveren are not the S.
    found = _DEFINITION.finditer(text)
    definitions = [each for each in found if not _LETTERS.search(text, 0, each.start())]
    said = [each for each in definitions if _abbreviates(each["word"], each["meaning"].strip())]
    for definition in definitions:
        word, sign, meaning = (definition[name].strip() for name in ("word", "sign", "meaning"))
        if meaning[0].isdigit() and (more := _MORE_FIGURES.match(text, definition.end())):
            meaning += more[0]
        is_of_verb = sign in ("is", "is a", "is an", "are")
        balanced = [] if is_of_verb else _balanced(word, meaning)
        if not balanced and sign == "=" and _is_plain(word, meaning):
            yield word, meaning
        elif balanced or definition not in said:
            yield from balanced
        elif not is_of_verb:
            yield word, meaning
        elif len(said) > _NO_LEGEND:
            yield word.lower() if word.istitle() else word, meaning


def _ranges(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words that a text defines as a range of points."""
    for found in _OF_RANGE.finditer(text):
        if found["word"].lower() not in _NOT_DEFINED:
            yield found["word"], found["meaning"]
    for found in _A_RANGE.finditer(text):
        word, meaning = found["word"].lower(), found["meaning"].replace("better", "more")
        if word in _NOT_DEFINED:
            continue
        bare = word.rpartition(" ")[0]
        yield word, meaning
        if bare and bare not in _OF_QUALITY:
            yield bare, meaning


def _balanced(word: str, meaning: str) -> list[tuple[str, str]]:
    """Return a word for the shapes that all players call balanced: ``NT-hand = 4333/4432/5332, no 5M``."""
    if set(re.findall(r"\d{4}", meaning)) != _BALANCED:
        return []
    # "4333, 4432 or 5332 with a minor": of one shape alone, which nobody may take for all three.
    rest = re.sub(rf"{_SHAPES}(?: (?:with|mit|z|avec|met) .*)?", "", meaning)
    return [(name, f"balanced{rest}") for name in dict.fromkeys((word, word.lower()))]


def texts_between(documents: Iterable[Document]) -> Iterator[tuple[str, Location]]:
    """Yield the paragraphs and items of documents, each with its place."""
    for document in documents:
        for block in (*document.blocks, *document.legend):
            match block:
                case Paragraph(spans, place):
                    yield plain_text(spans), place
                case BulletList(items) | Enumeration(items):
                    yield from ((plain_text(item.spans), item.location) for item in items)


def legend_of(texts: Iterable[tuple[str, Location]]) -> tuple[Paragraph, ...]:
    """Return the texts that define words, each as a paragraph at its place."""
    return tuple(Paragraph((Text(text, place),), place) for text, place in texts if words_defined(text))


def _abbreviates(word: str, meaning: str) -> bool:
    """Return whether a word is short for its meaning, as ``GF`` is, and ``cue`` is not for "shortage"."""
    if meaning.lower() in SUIT_WORDS:
        return True
    letters = re.sub("[/+.-]", "", word.lower())
    # "tks are playing tricks"
    starts = [at.start() for at in re.finditer(r"(?<!\w)\w", meaning)]
    parts = (meaning[at:].lower() for at in (starts if len(starts) < _LONG else starts[:1]))
    is_of_its_letters = any(part[0] == letters[0] and _are_in(letters, part) for part in parts)
    is_of_capitals = len(word) > 1 and word.isupper() and word not in ("XX", "RD", "NT", "SA")
    return len(word) < len(meaning) and (is_of_capitals or is_of_its_letters)


def _is_plain(word: str, meaning: str) -> bool:
    """Return whether a short word stands for what every hand has: ``ka = cards``."""
    return len(word) < _SHORT and word.islower() and word not in _OF_CALLS and meaning in _PLAIN_MEANINGS


def _are_in(letters: str, text: str) -> bool:
    """Return whether a text has letters in this order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)
