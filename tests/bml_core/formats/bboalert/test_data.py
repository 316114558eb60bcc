"""BBOalert data becomes BML that shows the same at the table: at every seat and vulnerability."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import System, expand, parse
from bml_core.formats import bboalert, bml
from bml_core.system import Agreement
from tests.bml_core.cases import read_sections
from tests.bml_core.formats.bboalert.extension import Extension
from tests.bml_core.formats.bboalert.reader import Table
from tests.examples import examples

CASES = list(read_sections(Path(__file__).parent / "fixtures" / "data.txt"))
MOST_ASKED = 20
_TOKENS = {"P": "--", "D": "Db", "R": "Rd"}
_records = st.builds(
    "{},{},{}".format,
    st.sampled_from(
        ["", "", "1N--", "1N__", "1[HS]--", "+", "--", "----1S--", "1C1D", "//", "/^1/", "/--$/", "1*--"]
    ),
    st.sampled_from(["1S", "1S", "2C", "2[CD]", "(2C|2D)", "--", "Db", "3N"]),
    st.sampled_from(["one", "two", "three", "a&#44; b", "", "four, five"]),
)
_options = st.sampled_from(
    ["Option", "Option,A_@v", "Option,B_@3", "Option,C_@2@3@n@V", "Option,D one", "Option,D two"]
)


def tokens(agreement: Agreement) -> list[str]:
    return [_TOKENS.get(call.code, call.code) for call in agreement.auction.calls]


def check(data: str, system: System) -> None:
    before, after = Extension(data), Extension(bboalert.dumps(system))
    known = sorted({tuple(tokens(each)) for each in system.agreements})
    for calls in known[:: len(known) // MOST_ASKED + 1]:
        *context, call = calls
        for position, we, they in product((1, 2, 3, 4), (False, True), (False, True)):
            table = Table("--" * (position - 1) + "".join(context), we, they)
            assert after.shows(table, call) == before.shows(table, call), (table, call)


@pytest.mark.parametrize(("title", "sections"), [(title, sections) for _, title, sections in CASES])
def test_data_becomes_bml(title: str, sections: dict[str, str]) -> None:
    system = bboalert.loads(sections["data"], file="data.txt")
    written = bml.dumps(system)
    assert written.value.split("\n") == sections["bml"].split("\n"), title
    found = [f"{each.location.line} {each.code}" for each in (*system.diagnostics, *written.diagnostics)]
    assert found == sections.get("diagnostics", "").split("\n")[:-1]


@pytest.mark.parametrize("data", [sections["data"] for *_, sections in CASES])
def test_the_extension_shows_the_same_after_the_import(data: str) -> None:
    system = bboalert.loads(data)
    check(data, system)
    check(data, expand([parse(bml.dumps(system).value)]))


@examples(30)
@given(st.lists(st.one_of(_records, _records, _records, _options), max_size=12))
def test_it_shows_the_same_whatever_the_order(lines: list[str]) -> None:
    # The first record of a block needs an auction of its own.
    data = re.sub(r"(?m)^(BBOalert|Option.*)\n\+", r"\1\n1N--", "\n".join(["BBOalert", *lines]))
    check(data, bboalert.loads(data))


@given(st.text(alphabet="BOalert,123CDHSN-_*[]()|/^$.+\\\n \t#@%&<>;'\"é♥", max_size=400))
def test_nothing_written_stops_it(text: str) -> None:
    bml.dumps(bboalert.loads(text))


@pytest.mark.parametrize(
    "data",
    [
        "Alias,a,aa\n,1C,a" * 40,
        "Alias,1,(1|1)(1|1),@C\n" + "1,1C,x\n" * 50,
        "(" * 5000 + ",1C,x",
        "/" + ".*" * 200 + "/,1C,x",
        ("_" * 80 + ",7N,x\n") * 20,
        "- 1C x\n" + "\n".join(" " * 4 * depth + "- 1C x" for depth in range(300)),
        "\\\n" * 20_000,
        ",1C,\x00\x1b[31m\u202e",
    ],
    ids=["aliases", "groups", "parentheses", "any", "wildcards", "deep", "continued", "characters"],
)
def test_hostile_data_ends(data: str) -> None:
    bml.dumps(bboalert.loads(f"BBOalert\n{data}"))
