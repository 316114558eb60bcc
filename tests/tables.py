"""The tables of the manual that the program knows itself: ``python -m tests.tables`` writes their pages."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache, partial
from inspect import cleandoc, getsource
from itertools import pairwise

from bml_core import Limits, expand, explain, parse
from bml_core.checks import all_checks, default_codes
from bml_core.commands import INDEX, command_parser
from bml_core.diagnostics import CODES
from bml_core.hands.descriptions import Obligation, UsualMeaning, usual_meanings
from bml_core.notes import DEFAULT_SYSTEM, OPTIONS, BlockOptions, Kind
from bml_core.notes.options import Option
from bml_core.site import SETTINGS
from sphinx_bml.config import SETTING_NAMES as SPHINX_SETTINGS
from tests.manual_pages import TABLES, TOP

FORMS = TOP / "tests" / "forms.txt"
DIAGNOSTICS = TOP / "tests" / "diagnostics.md"
_NAMES = {
    "bid": "cards",
    "partner": "of partner's suit",
    "own": "of the first suit",
    "last": "of the suit that partner bid last",
    "their": "in their suit",
    "theirs": "of their suit",
    "stop": "their suit",
    "doubled": "of the suit doubled",
    "overcalled": "of partner's suit",
    "transfer": "of the suit asked for",
    "splinter": "of the suit bid or named",
    "named": "of the suit named",
    "named2": "of the second suit named",
    "low1": "of the lowest suit that they have not bid",
    "low2": "of the next one",
    "other1": "of each other suit",
    "other major": "of the other major",
}
_POINTS = {
    "{invite}+ hcp": "enough to invite to game",
    "{game}+ hcp": "enough for game",
    "{inviting} hcp": "enough to invite, not for game",
    "{quantitative} hcp": "enough to invite to slam",
    "{to play} hcp": "enough for game, not for slam",
    "{min} hcp": "the lower half of the range",
    "{max} hcp": "the upper half of the range",
    "({weak} hcp, 5 {M}) or {weakest} hcp": "too weak to invite",
    "{weak} hcp": "too weak to invite",
    "{fit}+ {x}": "eight cards of x with partner's",
    "{fit}+ {partner}": "eight cards of partner's suit with partner's",
    "0-{no fit} {M}": "fewer than eight cards of M with partner's",
    "{unsaid} hcp": "points that only figures can say",
    "4+ {beside1} or 4+ {beside2} or 4+ {beside3}": "4+ of another suit",
    "any": "any hand",
}

_ANSWERS = {"P": "pass", "C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "notrump"}


def meanings() -> Iterator[str]:
    """The words that players understand without figures."""
    yield "# Table of usual meanings\n"
    yield "Each [word](../manual/hands-meanings.md), how else it is written, its auctions, and what it"
    yield "shows if no figures are beside it. “5+ cards” are of the suit bid.\n"
    yield from map(_line, usual_meanings())


def _line(meaning: UsualMeaning) -> str:
    forms = [word for word in meaning.words if not re.search("[A-Z]{3}|[?|]", word)]
    # "weak two" is written so; "DONT: spades" is only what we call it.
    name = re.sub(r"\W+", " ", meaning.name.lower())
    written = forms[: 0 if {name, name.replace("two", "2")} & {*meaning.words} else 1]
    known = set(re.findall(r"\w+", " ".join((name, *written))))
    others = [word for word in forms if not known & set(re.findall(r"\w+", word))][:2]
    also = f" ({', '.join((*written, *others))})" if written or others else ""
    where = meaning.where or ", ".join(f"`{pattern}`" for pattern in meaning.at)
    parts = [_shown(part) for part in meaning.shows if "{other2}" not in part and "{other3}" not in part]
    answers = ", ".join(f"{_ANSWERS[call]} with {hands}" for call, hands in meaning.answers.items())
    follows = [Obligation[name].value for name in meaning.obliges]
    follows += [f"the answer is {answers}"] if answers else []
    return f"- **{meaning.name}**{also}, {where}: {'; '.join((', '.join(parts), *follows))}"


def _shown(part: str) -> str:
    if part in _POINTS:
        return _POINTS[part]
    part = part.replace("in {bid}", "in the suit bid")
    return re.sub(r"\{([^}]*)\}", lambda found: _NAMES.get(found[1], found[1]), part)


def forms() -> Iterator[str]:
    """The forms of descriptions, with what they mean for a hand."""
    yield "# Table of descriptions\n"
    yield "How [descriptions](../manual/hands-phrases.md) are read: the call, what you write, and"
    yield "what it means.\n"
    for line in FORMS.read_text("utf-8").splitlines():
        call, *written = line.split(" | ")
        before, _, last = call.rpartition("-")
        read = {}
        for form in written:
            notes = f"{before or '#BIDTABLE'}{'-' if before else ''}\n{last}  {form}"
            reading = explain(expand([parse(notes)]).agreements[-1])
            assert not reading.not_understood, form
            read[str(reading.condition)] = form
        (meaning,) = read
        yield f"- {call} {', '.join(f'`{form}`' for form in written)}: {meaning}"


def commands() -> Iterator[str]:
    """The options of each command, as its help has them."""
    parsers = {name: command_parser(name) for name in INDEX}
    having: dict[str, list[str]] = {}
    for name, parser in parsers.items():
        for option in _options(parser):
            having.setdefault(option, []).append(f"`{name}`")
    yield "# Table of commands\n"
    yield "What `--help` says; [commands](../manual/commands.md) says more. Options that several commands"
    yield "have are [at the end](#options-of-several-commands)."
    for name, parser in parsers.items():
        yield f"\n## bml {name}\n"
        yield _marked(parser.description or "")
        own = [option for option in _options(parser) if len(having[option]) == 1]
        yield from ("", *own) if own else ()
    yield "\n## Options of several commands"
    for names in dict.fromkeys(map(tuple, having.values())):
        if len(names) > 1:
            yield f"\n{', '.join(names)}:\n"
            yield from (option for option in having if tuple(having[option]) == names)


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        names = list(action.option_strings)
        if "--help" not in names and "--version" not in names:
            choices = f"{{{','.join(map(str, action.choices or ()))}}}"
            value = action.metavar or (choices if action.choices else "")
            *others, last = names or [""]
            written = [*others, last if action.nargs == 0 else f"{last} {value}".strip()]
            yield f"- {', '.join(f'`{each}`' for each in written)}: {_marked(action.help or '')}"


def _marked(text: str) -> str:
    """Help with options and commands of BML as code."""
    return re.sub(r"(?<![\w`-])(--?[a-z][\w-]*|[#:][A-Z+a-z]+:?( NAME)?|<[^>]*>)", r"`\1`", text)


_SECTIONS = {
    "Blocks of BML": {Kind.NOTES},
    "Blocks with deal": {Kind.DEALS},
    "Blocks with frequencies or examples": {Kind.FREQUENCIES, Kind.EXAMPLES},
    "Blocks with explore or auctions": {Kind.EXPLORE, Kind.AUCTIONS},
    "Blocks with quiz": {Kind.QUIZ},
    "Blocks with changes or health": {Kind.CHANGES, Kind.HEALTH},
}


def options() -> Iterator[str]:
    """The options of blocks, the settings and the limits, as the code has them."""
    yield "# Table of options\n"
    yield "Of blocks, by kind, and of a site; [options](../manual/options.md) shows them at work."
    everywhere = [option for option in OPTIONS if option.kinds >= frozenset(Kind) - {Kind.CHANGES}]
    yield from _option_list("Every block", everywhere)
    for title, kinds in _SECTIONS.items():
        # What a block of BML has, one with deals has as well.
        others = everywhere + [option for option in OPTIONS if Kind.NOTES in option.kinds - kinds]
        own = [option for option in OPTIONS if kinds & option.kinds and option not in others]
        yield from _option_list(title, [each for each in own if (each.field or each.name) in _FIELDS])
    yield "\nBlocks with `deal` have those of blocks of BML as well."
    yield "\n## Settings\n"
    yield "Each with its default, and its host if not all have it. In `conf.py` a setting has `bml_` before"
    yield "its name, and `true` is `True`.\n"
    for name, setting in sorted(SETTINGS.items()):
        host = "" if name in SPHINX_SETTINGS else ", MkDocs"
        default = re.sub("True|False", lambda found: found[0].lower(), repr(setting.default)).replace(
            "'", '"'
        )
        default = f"one, `{DEFAULT_SYSTEM}`" if name == "systems" else f"`{default}`"
        yield f"- `{name}`, {default}{host}: {_marked(setting.description)}"
    yield "- `inventories`, `{}`, MkDocs: Other sites that pages link to, each with its address."
    yield "\n## Limits\n"
    (body,) = (
        node.body for node in ast.parse(cleandoc(getsource(Limits))).body if isinstance(node, ast.ClassDef)
    )
    for field, said in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr):
            name = ast.unparse(field.target)
            text = ast.literal_eval(said.value).replace("``", "`")
            yield f"- `{name}`, {getattr(Limits(), name):,}: {text}"


def _option_list(title: str, own: Iterable[Option]) -> Iterator[str]:
    yield f"\n## {title}\n"
    lines: dict[str, list[str]] = {}
    for option in own:
        field = option.field or option.name
        default = getattr(BlockOptions(), field)
        value = default.value if isinstance(default, Enum) else default
        is_said = isinstance(value, str | int) and value not in ("", "0", True, False, 0)
        said = _FIELDS[field]
        # "no-chart" is the opposite of its field.
        said = f"Do not {said[0].lower()}{said[1:]}" if option.name.startswith("no_") else said
        # Yes or no needs no words: the option alone is enough.
        written = "" if option.hint.startswith("Write yes or no, or nothing") else f" {option.hint}"
        shown = f" Default: `{value}`." if is_said else ""
        lines.setdefault(f"{said}{written}{shown}", []).append(f"`{option.name.replace('_', '-')}`")
    yield from (f"- {', '.join(names)}: {text}" for text, names in lines.items())


def _attributes(documented: type) -> dict[str, str]:
    """What a docstring says of each attribute."""
    lines = cleandoc(documented.__doc__ or "").partition("Attributes:\n")[2]
    entries = re.findall(r"^    (\w+): (.*(?:\n        .*)*)", lines, re.M)
    return {name: " ".join(text.split()).replace("``", "`") for name, text in entries}


_FIELDS = _attributes(BlockOptions)


@cache
def diagnostic_groups() -> dict[str, tuple[str, list[str]]]:
    """The groups of codes by the names of their pages: the title of each, and its sections."""
    groups = {}
    for part in re.split(r"^## ", DIAGNOSTICS.read_text("utf-8"), flags=re.M)[1:]:
        title, *sections = re.split(r"^### ", part, flags=re.M)
        name = f"diagnostics/{re.sub(r'[^a-z]+', '-', title.splitlines()[0].lower())}.md"
        groups[name] = (title.strip(), sections)
    return groups


def diagnostics(name: str) -> Iterator[str]:
    """The codes of a group: what each is, an example, and what to write instead."""
    text, sections = diagnostic_groups()[name]
    title, *intro = text.split("\n\n")
    yield f"# Diagnostics: {title if title[1].isupper() or title.startswith('Full') else title.lower()}\n"
    yield from (f"{_linked(text)}\n" for text in intro)
    checks = {code: check.name for check in all_checks() for code in check.all_codes}
    for section in sections:
        code, _, text = section.partition("\n")
        yield f"## {code}\n"
        if code in CODES:
            yield f"**{CODES[code].severity.value.capitalize()}.** {CODES[code].title}\n"
        asked = "" if code in default_codes() else ", with `--checks all`"
        check = f" Check `{checks[code]}`{asked}." if code in checks else ""
        yield f"{_linked(_PRINTED.sub(_advice, text.strip())).strip()}{check}\n"


_PRINTED = re.compile(
    r"^```text\n\S+: \w+ BML\d+: (?:Game \d+(?:, (PBN [\d.]+))?: )?(.*?)\n(?:.*\n)*?```\n*", re.M
)


def _advice(found: re.Match[str]) -> str:
    """What a message says to write, which is all after its first sentence, and the section of a standard."""
    said, *advice = re.split(r"(?<=[.”]) (?=[A-Z#])", found[2])
    return " ".join((*([f"{found[1]}:"] if found[1] else []), *(advice or [said]), ""))


def _linked(text: str) -> str:
    """Links as the page of a group needs them, to the manual and to codes of other groups."""

    def to_code(found: re.Match[str]) -> str:
        return f"({page_of(found[1].upper()).rpartition('/')[2]}#{found[1]})"

    return (
        re.sub(r"\(#(bml\d+)\)", to_code, text)
        .replace("](manual/", "](../../manual/")
        .replace("](tables/", "](../")
    )


def page_of(code: str) -> str:
    """The page that a code is on."""
    pages = diagnostic_groups().items()
    return next(
        name for name, (_, sections) in pages if any(each.startswith(f"{code}\n") for each in sections)
    )


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "commands.md": commands,
    "meanings.md": meanings,
    "options.md": options,
    "phrases.md": forms,
    **{name: partial(diagnostics, name) for name in diagnostic_groups()},
}


def page(name: str) -> str:
    """The page of that name as it should be."""
    return "\n".join(PAGES[name]()).rstrip("\n") + "\n"


if __name__ == "__main__":
    for each in PAGES:
        (TABLES / each).write_text(page(each), "utf-8")
