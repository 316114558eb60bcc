"""The table of usual meanings in the manual: ``python -m tests.meanings_page`` writes it."""

from __future__ import annotations

import re

from bml_core.hands.descriptions import Obligation, UsualMeaning, usual_meanings
from tests.manual_pages import MANUAL

PAGE = MANUAL / "hands-meanings.md"
HEADER = (
    "| Word | Auctions | What it shows | What follows | An example |",
    "| --- | --- | --- | --- | --- |",
)
_NAMES = {
    "bid": "of the suit bid",
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
    "{unsaid} hcp": "points that only figures can say",
    "any": "nothing of the hand",
}


def entries() -> list[str]:
    """The lines of the table."""
    return [*HEADER, *map(_line, usual_meanings())]


def _line(meaning: UsualMeaning) -> str:
    forms = [word for word in meaning.words if not re.search("[A-Z]{3}|[?|]", word)]
    also = [word for word in forms if word.lower() != meaning.name.lower()][:3]
    name = f"{meaning.name}: {', '.join(also)}" if also else meaning.name
    where = meaning.where or ", ".join(f"`{pattern}`" for pattern in meaning.at)
    parts = [_shown(part) for part in meaning.shows if "{other2}" not in part and "{other3}" not in part]
    follows = ", ".join(Obligation[name].value for name in meaning.obliges)
    auction, _, hand = meaning.fits.partition(" ")
    example = f"`{auction}` {hand}" if hand else ""
    return f"| {name} | {where} | {', '.join(parts)} | {follows} | {example} |"


def _shown(part: str) -> str:
    if part in _POINTS:
        return _POINTS[part]
    return re.sub(r"\{([^}]*)\}", lambda found: _NAMES.get(found[1], found[1]), part)


def written() -> str:
    """The page with its table as it should be."""
    before, _, behind = PAGE.read_text("utf-8").partition(HEADER[0])
    rest = behind.partition("\n\n")[2]
    return before + "\n".join(entries()) + "\n\n" + rest


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
