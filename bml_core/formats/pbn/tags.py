"""The tag pairs of a game: their names and values, and what stands below each, as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
# Whatever stands between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:[^\[{{;%"]++|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{_STRING}|%)*+'
_TAG = rf'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]({_BETWEEN})'
_BEFORE = re.compile(_BETWEEN, re.MULTILINE)
_ENTRY = re.compile(_TAG, re.MULTILINE)
# A tag pair with a fault: quotes inside its value, or something of it missing.
_BROKEN = {
    "quotes": rf'\[\s*([A-Za-z0-9_]+)\s*"(.{{0,300}}?)"\s*\]({_BETWEEN})',
    "form": rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"?([^"\]\n\[]*+)"?[ \t]*\]?({_BETWEEN})',
}
_STRAY = rf"\[{_BETWEEN}"
_ESCAPED = re.compile(r'\\(["\\])')
# From the end of one value to the beginning of the next, in a game without comments and escapes.
_JOINT = re.compile(r'\s*\]([^\["]*)\[\s*([A-Za-z0-9_]+)\s*')


class Tag(NamedTuple):
    """A tag pair and what stands after it, up to the next one: comments, calls, cards, rows of a table.

    ``value`` has its escapes resolved; ``fault`` says what was wrong with the form of the pair: ``quotes``
    (unescaped ones in the value), ``form`` (a bracket or a quote is missing), or nothing.
    """

    name: str
    value: str
    body: str = ""
    fault: str = ""


class Columns(NamedTuple):
    """The tag pairs of a game by columns, which are made faster than tags: names, values, bodies, faults."""

    names: tuple[str, ...]
    values: tuple[str, ...]
    bodies: tuple[str, ...]
    faults: tuple[str, ...]

    def first_values(self) -> dict[str, str]:
        """The value of each tag, of a repeated one the first."""
        values = dict(zip(self.names, self.values, strict=True))
        if len(values) < len(self.names):
            values.update(zip(self.names[::-1], self.values[::-1], strict=True))
        return values

    def tag(self, place: int) -> Tag:
        """The tag pair at ``place``, from 0."""
        return Tag(self.names[place], self.values[place], self.bodies[place], self.faults[place])


def head_of(text: str) -> str:
    r"""What stands before the first tag pair of a game.

    >>> head_of('% PBN 2.1\n[Board "7"]')
    '% PBN 2.1\n'
    """
    if text.startswith("["):
        return ""
    before = _BEFORE.match(text)
    return before[0] if before else ""


def has_tags(text: str) -> bool:
    """Whether a text has the bracket of a tag pair outside of comments.

    >>> has_tags('[Board "7"]'), has_tags('{[Board "7"]}')
    (True, False)
    """
    at = text.find("[")
    return at == 0 or (at > 0 and len(head_of(text)) < len(text))


def columns_of(text: str, at: int) -> Columns:
    """The tag pairs of a game, of which the first begins at ``at``.

    >>> columns_of('[Auction "N"] Pass', 0).tag(0)
    Tag(name='Auction', value='N', body=' Pass', fault='')
    """
    plain = _plain_columns(text) if at == 0 else None
    if plain is not None:
        return plain
    tags = [tag for tag, _ in entries(text, at)]
    return Columns(*zip(*tags, strict=True)) if tags else NO_TAGS


NO_TAGS = Columns((), (), (), ())


def _plain_columns(text: str) -> Columns | None:
    """The tag pairs of a game without comments, escapes and faults, which most are; else None."""
    if "{" in text or ";" in text or "%" in text or "\\" in text:
        return None
    # Without those, every quote begins or ends a value.
    first, *parts = text.split('"')
    values = tuple(parts[::2])
    ends = parts[1::2]
    if len(ends) < len(values) or not values or "\n" in "".join(values):
        return None
    last = ends.pop()
    if not last.startswith("]") or "[" in last:
        return None
    try:
        joints = [_JOINTS[f"]{first}"], *map(_JOINTS.__getitem__, ends)]
    except KeyError:
        return None
    joints.append((last[1:], ""))
    bodies, names = zip(*joints, strict=True)
    return Columns(names[:-1], values, bodies[1:], ("",) * len(values))


class _Joints(dict[str, tuple[str, str]]):
    """What stands between two values, by how it is written: the body of the first, the name of the second.

    In a file most of them are the same few, again and again; those with calls or cards are not kept.
    """

    def __missing__(self, written: str) -> tuple[str, str]:
        found = _JOINT.fullmatch(written)
        if found is None:
            raise KeyError(written)
        joint = found[1], found[2]
        if len(written) < _LONGEST_KEPT and len(self) < _MOST_KEPT:
            self[written] = joint
        return joint


_LONGEST_KEPT, _MOST_KEPT = 40, 1 << 10
_JOINTS = _Joints()


def entries(text: str, at: int) -> Iterator[tuple[Tag, int]]:
    """Each tag pair from ``at`` on and how long it is with its body."""
    while at < len(text):
        found = _ENTRY.match(text, at)
        if found is not None:
            yield Tag(found[1], _ESCAPED.sub(r"\1", found[2]), found[3]), len(found[0])
            at = found.end()
        else:
            tag, length = _broken(text, at)
            yield tag, length
            at += length


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Made when it is needed: files without faults do without."""
    return re.compile(pattern, re.MULTILINE)


def _broken(text: str, at: int) -> tuple[Tag, int]:
    for fault, pattern in _BROKEN.items():
        found = _compiled(pattern).match(text, at)
        if found is not None:
            return Tag(found[1], _ESCAPED.sub(r"\1", found[2].rstrip()), found[3], fault), len(found[0])
    stray = _compiled(_STRAY).match(text, at)
    length = len(stray[0]) if stray else 1
    return Tag("", "", text[at : at + length], "form"), length
