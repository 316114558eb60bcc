"""What the library says to arguments of a wrong type or value: one sentence that names the argument."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bml_core
from bml_core.document import RowOrder

# Without its types: what is tried here is what they forbid.
bml: Any = bml_core

NOTES: Any = bml_core.loads("1N  15--17 balanced\n  2C  Stayman\n  2D  5+ hearts\n")
HAND = "AK843 Q5 KJ4 982"

WRONG: tuple[tuple[Callable[[], object], str], ...] = (
    (bml.load, "paths must name at least one file"),
    (lambda: bml.load(3), "paths must be the name of a file, not int"),
    (lambda: bml.load("a.bml", dialect="2.0"), "dialect must be a Dialect, not str"),
    (lambda: bml.load("a.bml", system=3), "system must be a string, not int"),
    (
        lambda: bml.load("a.bml", include_roots="notes"),
        "include_roots must be a list of str or Path, not str",
    ),
    (lambda: bml.load("a.bml", include_roots=[3]), "include_roots must contain only str or Path, not int"),
    (lambda: bml.loads(b"1N"), "text must be a string, not bytes"),
    (lambda: bml.loads("", 3), "name must be a string, not int"),
    (lambda: bml.parse("1N", dialect="2.7"), "dialect must be a Dialect, not str"),
    (lambda: bml.parse("1N", limits=3), "limits must be a Limits, not int"),
    (lambda: bml.parse_file(3), "path must be the name of a file, not int"),
    (lambda: bml.expand(3), "documents must be a list of Document, not int"),
    (lambda: bml.expand(bml.parse("1N")), "documents must be a list of Document, not Document"),
    (lambda: bml.expand("1N"), "documents must be a list of Document, not str"),
    (lambda: bml.expand([3]), "documents must contain only Document, not int"),
    (lambda: bml.has_errors(3), "diagnostics must be a list of Diagnostic, not int"),
    (lambda: bml.has_errors([3]), "diagnostics must contain only Diagnostic, not int"),
    (lambda: bml.Limits(nesting="x"), "nesting must be an int, not str"),
    (lambda: bml.Limits(nesting=-1), "nesting must be 0 or more, not -1"),
    (lambda: NOTES["1N-3C"], "1NT-3C is not in the notes. After 1NT they have 2C, 2D."),
    (lambda: NOTES["3C"], "3C is not in the notes. As openings they have 1NT."),
    (lambda: NOTES["P-P-P-P"], "P-P-P-P is not in the notes."),
    (lambda: NOTES[""], "auction must have a call"),
    (lambda: NOTES[3], "auction must be text such as 1N-2C or an Auction, not int"),
    (lambda: NOTES.with_choice("first"), "choice must be a RowOrder, not str"),
    (lambda: bml.choose_call(NOTES, HAND[:-1]), "This hand has 12 cards; a hand has thirteen."),
    (
        lambda: bml.choose_call(NOTES, HAND, vulnerability="both"),
        "vulnerability must be a SideVulnerability, not str",
    ),
    (
        lambda: bml.frequencies(NOTES, vulnerability="both"),
        "vulnerability must be a SideVulnerability, not str",
    ),
    (lambda: bml.frequencies(NOTES, samples="many"), "samples must be an int, not str"),
    (lambda: bml.sample(NOTES, "1N", n=1.5), "n must be an int, not float"),
    (lambda: bml.sample(NOTES, "1N", seed="a"), "seed must be an int, not str"),
    (lambda: bml.sample(NOTES, "1N", dealer="N"), "dealer must be a Seat, not str"),
    (
        lambda: bml.bid_deal(bml.Deal(), None, vulnerability="both"),
        "vulnerability must be a Vulnerability, not str",
    ),
    (
        lambda: bml.Condition.parse("15-17 hcp").fits(3),
        "hand must be text such as AK843 Q5 KJ4 982 or a Hand, not int",
    ),
    (lambda: bml.Shape.parse(""), "text must be a shape such as 5332 or 10-2-1-0, not ''"),
    (lambda: bml.Shape.parse(f"{'9' * 5000}-0-0-0"), "text must be a shape such as 5332 or 10-2-1-0, not"),
    (lambda: bml.Auction.of("1C"), "calls must be a Call, not str"),
    (lambda: bml.Auction().then("1C"), "call must be a Call, not str"),
    (lambda: bml.Auction().illegality("1C"), "call must be a Call, not str"),
    (lambda: bml.Auction("1N-2C"), "calls must be a tuple, not str"),
    (lambda: bml.Contract("1N"), "bid must be a Bid, not str"),
    (lambda: bml.Contract.parse(3), "text must be a string, not int"),
    (lambda: bml.Deal.parse(None), "text must be a string, not NoneType"),
    (lambda: bml.Deal(north=HAND), "north must be a Hand, not str"),
    (lambda: bml.Board(3), "deal must be a Deal, not int"),
    (lambda: bml.Board(number="7"), "number must be an int, not str"),
    (lambda: bml.Board(auction="1N"), "auction must be a tuple, not str"),
    (lambda: bml.bss.loads(3), "text must be a string or bytes, not int"),
    (lambda: bml.bss.load(3), "path must be the name of a file, not int"),
    (lambda: bml.bss.dump(NOTES, 3), "path must be the name of a file, not int"),
    (lambda: bml.bboalert.dump(NOTES, 3), "path must be the name of a file, not int"),
    (lambda: bml.bboalert.losses(3), "system must be a System, not int"),
    (lambda: bml.pbn.losses(3, None), "board must be a Board, not int"),
    (lambda: bml.lin.losses(3, None), "board must be a Board, not int"),
    (lambda: bml.lin.handviewer_url("1N"), "board must be a Board, not str"),
    (lambda: bml.pbn.dumps(3), "boards must be a list of Board or Game, not int"),
    (lambda: bml.lin.dumps(bml.Board()), "boards must be a list of Board or Record, not Board"),
)


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_argument_is_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError, KeyError), match=re.escape(message)):
        wrong()


@pytest.mark.parametrize("name", ["/no/such/notes.bss", "", "a\0b"])
def test_a_file_that_cannot_be_written_is_named(name: str) -> None:
    with pytest.raises(OSError, match=re.escape(repr(name))):
        bml.bss.dump(NOTES, name)


# ------------------------------------------------------- every text that a public function parses


class Nonsense:
    """What no argument takes."""


GAME = next(iter(bml.pbn.read_games('[Board "7"]\n[Dealer "N"]\n')))
RECORD = next(iter(bml.lin.read_records("qx|o1|md|1|sv|o|mb|p|pg||")))
DEAL = bml.Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")

VALUES: dict[str, object] = {
    "file": "notes.txt", "path": "notes.txt", "paths": "notes.txt",
    "agreement": NOTES["1N"], "any_passes": True, "at": 0, "auction": "1N", "board": bml.Board(),
    "boards": [], "call": bml.PASS, "calls": bml.PASS, "choice": RowOrder.FIRST, "clubs": "982",
    "code": "BML705", "columns": 1, "condition": "15+ hcp", "deal": DEAL, "diagnostics": [],
    "diamonds": "KJ4", "documents": [], "east_west": NOTES, "first": bml.Seat.NORTH, "fits": bool,
    "formula": bml.Condition.parse("15+ hcp").formula,
    "game": GAME, "hand": HAND, "hearts": "Q5", "index": 0, "indexes": [0], "items": [], "key": "TITLE",
    "level": 1, "name": "Site", "north_south": NOTES, "offset": 0, "other": NOTES["1N"], "parts": [],
    "place": bml.Location("a", 1), "rank": "A", "record": RECORD, "seat": bml.Seat.NORTH, "section": "3.4",
    "sentence": "A.", "shapes": [(4, 3, 3, 3)], "source": "", "spades": "AK843", "steps": 1,
    "strain": bml.Strain.CLUBS, "suit": bml.Suit.SPADES, "system": NOTES, "text": "1N", "utf8": True,
}  # fmt: skip
"""A value that each argument takes, if it has to be given."""
OTHERS: dict[str, dict[str, object]] = {
    "Card.parse": {"text": "SA"}, "Deal.parse": {"text": "N: AK843 Q5 KJ4 982"}, "Hand.parse": {"text": HAND},
    "Condition.parse": {"text": "15+ hcp"}, "Shape.parse": {"text": "4333"},
    "ShapeSet.parse": {"text": "4333"}, "Shape": {"spades": 4, "hearts": 3, "diamonds": 3, "clubs": 3},
    "Record.followed_by": {"other": RECORD},
    "lin.write_hand": {"hand": bml.Hand.parse(HAND)},
}  # fmt: skip
HOLDERS: dict[str, object] = {
    "Agreement": NOTES["1N"], "Auction": bml.Auction(), "Board": bml.Board(), "Deal": DEAL, "Game": GAME,
    "Condition": bml.Condition.parse("15+ hcp"), "Document": bml.parse("1N  15--17"), "Record": RECORD,
    "Location": bml.Location("a", 1), "Seat": bml.Seat.NORTH, "System": NOTES,
}  # fmt: skip
"""A value with the methods of each class."""
MADE = ("Bid", "Board", "Card", "Contract", "Deal", "Hand", "Limits", "Shape", "ShapeSet")
"""The classes whose values users make; of the others the library makes them."""


def public() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield each public function, method and class that users make values of, with its name."""
    modules = {name: getattr(bml, name) for name in ("bss", "bboalert", "pbn", "lin")}
    for module, holder in {"": bml, **modules}.items():
        for name in holder.__all__:
            value = getattr(holder, name)
            if inspect.isclass(value):
                if name in MADE:
                    yield name, value
                for method, function in vars(value).items():
                    if inspect.isfunction(getattr(function, "__func__", function)) and method[0] != "_":
                        yield f"{name}.{method}", getattr(value, method)
            elif inspect.isfunction(value):
                yield f"{module}.{name}".lstrip("."), value


def arguments() -> Iterator[tuple[str, Callable[..., object], str]]:
    for name, function in dict(public()).items():
        for argument in inspect.signature(function).parameters:
            if argument == "text":
                yield name, function, argument


EVERY = {f"{name}({argument})": (name, function, argument) for name, function, argument in arguments()}


def called(name: str, function: Callable[..., object], /, **wrong: object) -> object:
    """Call a function with values that it takes, but for one."""
    values: list[object] = []
    named = dict(wrong)
    for argument in inspect.signature(function).parameters.values():
        if argument.name in wrong and argument.kind is not argument.VAR_POSITIONAL:
            continue
        if argument.name == "self":
            values.append(HOLDERS[name.partition(".")[0]])
        elif argument.kind is argument.VAR_POSITIONAL:
            values.append(named.pop(argument.name, VALUES[argument.name]))
        elif argument.default is argument.empty:
            named[argument.name] = OTHERS.get(name, VALUES).get(argument.name, VALUES[argument.name])
    result = function(*values, **named)
    return list(result) if isinstance(result, Iterator) else result


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("function", EVERY)
def test_what_is_parsed_must_be_text(function: str) -> None:
    name, call, argument = EVERY[function]
    called(name, call)
    with pytest.raises(TypeError, match=rf"^{argument} must "):
        called(name, call, **{argument: Nonsense()})


@pytest.mark.parametrize("function", EVERY)
def test_nonsense_names_the_argument_or_is_content(function: str) -> None:
    name, call, argument = EVERY[function]
    for value in ("", "P-P-P-P", HAND[:-1], "no-such-file", -1, (), None):
        try:
            called(name, call, **{argument: value})
        except OSError as error:
            assert error.filename == value  # noqa: PT017 - many values are content, and raise nothing
        except (TypeError, ValueError) as error:
            # A condition or a shape says where in the text the fault is.
            assert re.match(rf"({argument}|text|This hand|the lengths of a shape)\b", str(error))  # noqa: PT017
