"""Scripts for dealer: like the original where it is right, and always what dealer reads."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.commands import main as bml
from bml_core.formats.dealer import MOST_SHAPES, preprocess
from bml_core.hands.shapes import SHAPES, ShapeSet, parse_shapes
from tests.examples import examples
from tests.system_tools import require_tool

FIXTURE = Path(__file__).with_name("fixtures") / "dealer_dpp_cases.tsv"


def cases() -> list[list[str]]:
    """Input, what the original writes, how we deviate, what we write then."""
    with FIXTURE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


@pytest.mark.parametrize(("text", "original", "deviation", "ours"), cases())
def test_scripts_come_out_as_from_the_original(text: str, original: str, deviation: str, ours: str) -> None:
    result = preprocess(text)
    if deviation.startswith("told"):
        assert deviation == f"told: {result.diagnostics[0].code}"
        assert result.text == text
    else:
        assert result.diagnostics == ()
        assert result.text == (ours if deviation else original)


def accepted(script: str) -> subprocess.CompletedProcess[str]:
    program = require_tool("dealer")
    return subprocess.run(
        [program, "-s", "1"], input=script, text=True, capture_output=True, check=False, timeout=60
    )


def assert_accepted(condition: str) -> None:
    result = accepted(f"generate 1\ncondition {condition}\naction printoneline\n")
    assert (result.returncode, "error" in result.stderr) == (0, False), condition


@pytest.mark.parametrize("text", [case[0] for case in cases() if case[0].startswith(("shape", "not"))])
def test_dealer_accepts_what_comes_out(text: str) -> None:
    result = preprocess(text)
    if not result.diagnostics:
        assert_accepted(result.text)


lengths = st.sampled_from(["x", "3", "4", "5", "2+", "3+", "4-", "[2-5]", "[13]", "0"])
patterns = st.one_of(
    st.tuples(lengths, lengths, lengths, lengths).map("".join),
    st.tuples(lengths, lengths, lengths, lengths).map(lambda some: f"({''.join(some)})"),
    st.tuples(lengths, st.sampled_from("shdcMm"), lengths, lengths, lengths).map(
        lambda some: f"{some[0]}{some[1]}({''.join(some[2:])})"
    ),
)
conditions = st.sampled_from(["", ":s>h", ":s+h>=6,d!=c", ":s>h or d<3", ":s%2==0", ":!(h>3)"])
terms = st.tuples(patterns, conditions).map("".join).filter(lambda text: not parse_shapes(text).diagnostics)
expressions = st.lists(st.tuples(terms, st.sampled_from([" + ", " - "])), min_size=1, max_size=3).map(
    lambda parts: "".join(f"{sign}{term}" for term, sign in parts).removeprefix(" + ")
)


@examples(10)
@given(expressions)
def test_dealer_accepts_any_expression(text: str) -> None:
    assert_accepted(preprocess(f"shape{{north, {text}}}").text)


@examples(20)
@given(expressions)
def test_what_comes_out_means_the_same(text: str) -> None:
    written = preprocess(f"shape{{north, {text}}}").text
    assert read_as_dealer(written) == parse_shapes(text).value


def read_as_dealer(written: str) -> ShapeSet:
    """What dealer understands: digits, x and any, added and taken away from left to right."""
    found: set[tuple[int, ...]] = set()
    sign = "+"
    any_order = False
    for word in written.removeprefix("shape(north,").removesuffix(")").split():
        if word in ("+", "-"):
            sign = word
        elif word == "any":
            any_order = True
        else:
            some = {shape for shape in SHAPES if is_like(shape, word, any_order=any_order)}
            found = found | some if sign == "+" else found - some
            any_order = False
    return ShapeSet.from_shapes(found)


def is_like(shape: tuple[int, ...], word: str, *, any_order: bool) -> bool:
    if not any_order:
        return all(sign in ("x", str(length)) for length, sign in zip(shape, word, strict=True))
    left = list(shape)
    for sign in word.replace("x", ""):
        if int(sign) not in left:
            return False
        left.remove(int(sign))
    return True


def test_dealer_takes_away_from_left_to_right() -> None:
    script = "generate 20000\ncondition shape(north,any 4432 - 4432 + 4432)\naction average 1\n"
    other = script.replace(" - 4432 + 4432", "")
    assert accepted(script).stdout.splitlines()[0] == accepted(other).stdout.splitlines()[0]


def test_comments_and_strings_stay() -> None:
    text = '# shape{a}\n// shape{b}\n/* shape{c}\n */ action print "shape{d}" shape{east,4432}'
    assert preprocess(text).text == text.replace("shape{east,4432}", "shape(east,4432)")


def test_shapes_may_go_over_lines_and_have_comments() -> None:
    text = "shape{ north,  # balanced }\n  (4333) // flat\n + (4432) } and shape{south, 5xxx:s>h}\nx"
    written = preprocess(text).text
    assert written.startswith("shape(north,any 4333 + any 4432)\n\n and shape(south,5")
    assert written.count("\n") == text.count("\n")


def test_a_problem_is_reported_at_its_line_and_the_rest_is_written() -> None:
    result = preprocess("shape{north, 4432}\nshape{west,\n  (4432) + 4z}\nshape{east, 5332}", "a.dl")
    assert result.text == "shape(north,4432)\nshape{west,\n  (4432) + 4z}\nshape(east,5332)"
    assert [str(found.location) for found in result.diagnostics] == ["a.dl:3:13"]


def test_an_open_brace_is_reported() -> None:
    found = preprocess("shape{north, 4432\nshape{east, 4432}", "a.dl")
    assert str(found.diagnostics[0]) == (
        "a.dl:1:1: error BML604: This shape{ has no closing }. Write } after the shape."
    )
    assert found.text.endswith("\nshape(east,4432)")


def test_more_shapes_than_dealer_takes_are_written_with_lengths() -> None:
    script = " or ".join(["shape{north, (4432) - 4432}"] * MOST_SHAPES + ["shape{east, 5+s(xxx) - 5332}"])
    written = preprocess(script).text
    assert written.count("shape(") == MOST_SHAPES
    assert "spades(east)==5" in written
    assert_accepted(written)


def test_the_command_writes_to_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.dl").write_text("shape{north, (4432)}\n", "utf-8")
    assert bml(["dpp", "hands.dl"]) == 0
    assert capsysbinary.readouterr().out == b"shape(north,any 4432)\n"
    assert bml(["dpp", "hands.dl", "-o", "out.dl"]) == 0
    assert Path("out.dl").read_text("utf-8") == "shape(north,any 4432)\n"
    assert bml(["dpp", "nowhere.dl"]) == 1
    assert bml(["shape", "44z"]) == 1
