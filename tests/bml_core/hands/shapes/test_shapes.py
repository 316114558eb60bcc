"""Shapes, the language of shapes, and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.diagnostics import Location
from bml_core.hands.shapes import (
    ALL_SHAPES,
    EVERY_SHAPE,
    LONGEST,
    SHAPES,
    Shape,
    ShapeSet,
    parse_shapes,
    parse_terms,
)
from tests.examples import examples

FIXTURE = Path(__file__).parent / "fixtures" / "shape_forms.tsv"
SHORT_FORMS = [tuple(line.split("\t")) for line in FIXTURE.read_text("utf-8").splitlines()]


def shapes(text: str) -> ShapeSet:
    result = parse_shapes(text)
    assert result.diagnostics == ()
    return result.value


def test_there_are_all_hands() -> None:
    assert len(SHAPES) == len(set(SHAPES)) == 560
    assert ALL_SHAPES.count == 635_013_559_600


def test_sets_have_the_algebra_of_sets() -> None:
    spades, hearts = shapes("5+xxx"), shapes("x5+xx")
    assert set(spades | hearts) == set(spades) | set(hearts)
    assert set(spades & hearts) == set(spades) & set(hearts)
    assert set(spades - hearts) == set(spades) - set(hearts)
    assert set(~spades) == set(SHAPES) - set(spades)
    assert spades & hearts <= spades
    assert (5, 3, 3, 2) in spades
    assert (5, 3, 3, 3) not in spades


# Hands with these shapes, by the binomials of their lengths.
@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("x5+xx:h>s,h>=d,h>=c", 105_253_427_813),
        ("(4333)", 66_905_856_160),
        ("(4432)", 136_852_887_600),
        ("(4333) + (4432) + (5332)", 302_292_822_832),
        ("(4441)", 19_007_345_500),
    ],
)
def test_hands_are_counted(text: str, hands: int) -> None:
    assert shapes(text).count == hands


MEANINGS: dict[str, Callable[[int, int, int, int], bool]] = {
    "5+xx5+": lambda s, h, d, c: s >= 5 and c >= 5,
    "2-xxx": lambda s, h, d, c: s <= 2,
    "x[3-5]x[13]": lambda s, h, d, c: 3 <= h <= 5 and c in (1, 3),
    "[013-68]xxx": lambda s, h, d, c: s in (0, 1, 3, 4, 5, 6, 8),
    "(4432)": lambda s, h, d, c: sorted((s, h, d, c)) == [2, 3, 4, 4],
    "any 4432": lambda s, h, d, c: sorted((s, h, d, c)) == [2, 3, 4, 4],
    "5s(431)": lambda s, h, d, c: s == 5 and sorted((h, d, c)) == [1, 3, 4],
    "54(31)": lambda s, h, d, c: (s, h) == (5, 4) and {d, c} == {3, 1},
    "4+c3+d(2+2+)": lambda s, h, d, c: c >= 4 and d >= 3 and s >= 2 and h >= 2,
    "5M(xxx)": lambda s, h, d, c: 5 in (s, h),
    "5M5m(xx)": lambda s, h, d, c: 5 in (s, h) and 5 in (d, c),
    "5m4m(xx)": lambda s, h, d, c: {d, c} == {5, 4},
    "5m5c(xx)": lambda s, h, d, c: d == c == 5,
    "5+M3+c(31)": lambda s, h, d, c: (
        c >= 3 and ((s >= 5 and {h, d} == {3, 1}) or (h >= 5 and {s, d} == {3, 1}))
    ),
    "(43)(42)": lambda s, h, d, c: {s, h} == {4, 3} and {d, c} == {4, 2},
    "xxxx:s==10": lambda s, h, d, c: s == 10,
    "xxxx:s>h or d>c,h>2": lambda s, h, d, c: s > h or (d > c and h > 2),
    "xxxx:s>h and d>c || h==0": lambda s, h, d, c: (s > h and d > c) or h == 0,
    "xxxx:s+h*2>10": lambda s, h, d, c: s + h * 2 > 10,
    "xxxx:s/2==2": lambda s, h, d, c: s in (4, 5),
    "xxxx:(s-h)%3==-1": lambda s, h, d, c: s < h and (h - s) % 3 == 1,
    "xxxx:!(s>4),!h": lambda s, h, d, c: s <= 4 and h == 0,
    "xxxx:s>h?d>3:c>3": lambda s, h, d, c: d > 3 if s > h else c > 3,
    "xxxx:s>h + 4432": lambda s, h, d, c: s > h or (s, h, d, c) == (4, 4, 3, 2),
    "xxxx:s>h - 5+xxx": lambda s, h, d, c: s > h and s < 5,
    "5332|4432:s>h": lambda s, h, d, c: (s, h, d, c) == (5, 3, 3, 2),
    "- 4432 + (4432)": lambda s, h, d, c: sorted((s, h, d, c)) == [2, 3, 4, 4],
}


@pytest.mark.parametrize("text", MEANINGS)
def test_an_expression_means_what_it_says(text: str) -> None:
    assert shapes(text) == ShapeSet.of(lambda shape: MEANINGS[text](*shape))


WRONG = [
    *FIXTURE.with_name("wrong_shapes.tsv").read_text("utf-8").splitlines(),
    "xxxx:" + "(" * 5_000 + "\t1:46: error BML602: This condition is nested too deeply.",
    "x" * (LONGEST + 1) + "\t1:1: error BML105: This shape has more than 10,000 characters.",
]


@pytest.mark.parametrize(("text", "said"), [line.split("\t") for line in WRONG])
def test_what_cannot_be_read_is_reported_at_its_place(text: str, said: str) -> None:
    result = parse_shapes(text)
    assert str(result.diagnostics[0]).startswith(f"shape:{said}")
    assert result.value == ShapeSet()


@pytest.mark.parametrize(("text", "short"), SHORT_FORMS)
def test_the_short_form_is_one_a_player_would_write(text: str, short: str) -> None:
    assert str(shapes(text)) == short


masks = st.one_of(
    st.sets(st.sampled_from(SHAPES), max_size=12).map(lambda some: ShapeSet.from_shapes(some).mask),
    st.integers(0, EVERY_SHAPE),
)


@examples(10)
@given(masks)
def test_the_short_form_means_the_same(mask: int) -> None:
    text = str(ShapeSet(mask))
    if len(text) <= LONGEST:
        assert shapes(text) == ShapeSet(mask)


@pytest.mark.parametrize("text", ["xxxx:" + "s>h or " * 1400 + "s>h", "xxxx:s" + "+s" * 4900 + ">h"])
def test_long_conditions_are_read(text: str) -> None:
    assert parse_shapes(text).value


@given(st.text(alphabet="0123459x[]()+- :,shdcMm<>=!|&?*/%anyor", max_size=40))
def test_no_text_stops_the_reading(text: str) -> None:
    result = parse_terms(text, Location("shape", 1))
    assert len(result.diagnostics) == (not result.value)


def test_membership_asks_for_a_shape() -> None:
    assert Shape(4, 4, 3, 2) in ALL_SHAPES
    assert (4, 4, 3, 2) in ALL_SHAPES
    assert "4432" not in ALL_SHAPES
    assert (4, 4, 4, 4) not in ALL_SHAPES


def test_a_set_is_parsed_and_represented_by_its_expression() -> None:
    some = ShapeSet.parse("5M(332)")
    assert len(some) == 6
    assert repr(some) == "ShapeSet.parse('5M(332)')"
    assert some.count == sum(ShapeSet.from_shapes([shape]).count for shape in some)


@pytest.mark.parametrize("text", ["", "444", "5s(431", "xxxx:s=4"])
def test_a_set_of_no_expression_is_misuse(text: str) -> None:
    with pytest.raises(ValueError, match="text:1:") as raised:
        ShapeSet.parse(text)
    assert str(parse_shapes(text, Location("text", 1)).diagnostics[0]) == str(raised.value)


@pytest.mark.parametrize("shape", SHAPES[::7])
def test_a_shape_is_parsed_from_its_text(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape
    assert Shape.parse("=".join(map(str, shape))) == shape
    assert hash(shape) == hash(tuple(shape))


@pytest.mark.parametrize("text", ["", "444", "4444", "5M(332)", "5-3-3", "-1-7-7-0", "x"])
def test_what_is_not_one_shape_is_misuse(text: str) -> None:
    with pytest.raises(ValueError, match="shape"):
        Shape.parse(text)


@pytest.mark.parametrize("lengths", [(4, 4, 4, 4), (-1, 7, 7, 0)])
def test_lengths_that_no_hand_has_are_misuse(lengths: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="add up to 13"):
        Shape(*lengths)
