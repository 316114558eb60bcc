"""The options of a block: written in a header or in its first lines, read with diagnostics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.diagnostics import Location, Result
from bml_core.document import Dialect
from bml_core.notes import BlockOptions, OfferedDeals, Show, parse_header, parse_options, split_option_lines
from bml_core.render.appearance import Style


class TestOptionLines:
    def test_leading_lines_are_options_and_the_blank_line_below_is_taken(self) -> None:
        text = ":collapse: 2\n:system: two-over-one\n:hide:\n\n1C strong\n  1D negative\n"
        options, rest, taken = split_option_lines(text)
        assert options == {"collapse": "2", "system": "two-over-one", "hide": ""}
        assert rest == "1C strong\n  1D negative\n"
        assert text.split("\n")[taken] == "1C strong"

    def test_a_block_without_options_is_untouched(self) -> None:
        assert split_option_lines("\n1C strong\n") == ({}, "\n1C strong\n", 0)

    def test_an_option_below_the_text_is_text(self) -> None:
        assert split_option_lines("1C strong\n:hide:\n")[0] == {}

    def test_quotes_around_a_value_are_not_part_of_it(self) -> None:
        assert split_option_lines(":caption: \"Responses: natural\"\n:name: 'x'\n")[0] == {
            "caption": "Responses: natural",
            "name": "x",
        }

    def test_line_ends_of_windows(self) -> None:
        options, rest, taken = split_option_lines(":collapse: 2\r\n\r\n1C strong\r\n")
        assert (options, rest, taken) == ({"collapse": "2"}, "1C strong\r\n", 2)

    def test_only_options(self) -> None:
        assert split_option_lines(":file: a.bml") == ({"file": "a.bml"}, "", 1)

    def test_the_first_of_two_stands(self) -> None:
        assert split_option_lines(":show: both\n:show: source\n")[0] == {"show": "both"}

    @pytest.mark.parametrize("line", ["::: x", ":: x", ":1C: x", ":no end", ": a: b", ":a:b"])
    def test_what_only_looks_like_an_option(self, line: str) -> None:
        assert split_option_lines(line) == ({}, line, 0)

    @given(st.text(alphabet=":ab \n\r\tC1"))
    def test_the_rest_is_always_the_tail_of_the_text(self, text: str) -> None:
        _, rest, taken = split_option_lines(text)
        assert "\n".join(text.split("\n")[taken:]) == rest


class TestHeader:
    @pytest.mark.parametrize(
        ("header", "options"),
        [
            ("", {}),
            ('file="openings.bml" collapse="2"', {"file": "openings.bml", "collapse": "2"}),
            ("caption='Weak \"two\"'", {"caption": 'Weak "two"'}),
            ("collapse=2", {"collapse": "2"}),
            ("hide", {"hide": ""}),
            ("openings.bml", {"file": "openings.bml"}),
            ('download formats="bss"', {"download": "", "formats": "bss"}),
            ("my notes.bml", {"file": "my notes.bml"}),
            ('caption=""', {"caption": ""}),
            ('show="both" show="source"', {"show": "both"}),
        ],
    )
    def test_reading(self, header: str, options: dict[str, str]) -> None:
        assert parse_header(header) == options

    @given(st.text())
    def test_any_text_is_read(self, text: str) -> None:
        parse_options(parse_header(text))


class TestMeaning:
    def test_nothing_said(self) -> None:
        assert parse_options({}) == Result(BlockOptions(), ())

    def test_everything_said(self) -> None:
        result = parse_options(
            {
                "dialect": "2.7",
                "system": "precision",
                "name": "one-club",
                "class": "wide striped wide",
                "caption": "After 1!c",
                "collapse": "3",
                "hide": "",
                "show": "both",
                "file": "one club.bml",
                "style": "Table",
                "hcp": "",
                "download": "yes",
                "formats": "bss, BBOalert",
                "deals": "Site",
                "dd": "",
            }
        )
        assert not result.diagnostics
        assert result.value == BlockOptions(
            dialect=Dialect.V2_7,
            system="precision",
            name="one-club",
            classes=("wide", "striped"),
            caption="After 1!c",
            collapse=3,
            hide=True,
            show=Show.BOTH,
            file="one club.bml",
            style=Style.TABLE,
            hcp=True,
            download=True,
            formats=("bss", "bboalert"),
            deals=OfferedDeals.SITE,
            dd=True,
        )

    def test_system_none_is_shown_and_not_exported(self) -> None:
        options = parse_options({"system": "none"}).value
        assert options.exported_system("notes") is None
        assert BlockOptions().exported_system("notes") == "notes"
        assert BlockOptions(system="other").exported_system("notes") == "other"

    @pytest.mark.parametrize(
        ("name", "value", "hint"),
        [
            ("dialect", "3", "2.7"),
            ("system", "../../etc/passwd", "letters"),
            ("system", "con.club", "letters"),
            ("system", "\u65e5" * 98, "letters"),
            ("system", "a/b", "letters"),
            ("system", "..", "letters"),
            ("system", "", "letters"),
            ("name", "", "link"),
            ("name", "12", "letters"),
            ("class", 'x" onclick="', "CSS"),
            ("class", "", "CSS"),
            ("caption", "", "above"),
            ("collapse", "deep", "depth"),
            ("collapse", "-1", "depth"),
            ("collapse", "9" * 5000, "depth"),
            ("collapse", "²", "depth"),
            ("hide", "maybe", "yes or no"),
            ("download", "bss", "yes or no"),
            ("formats", "", "such as bss"),
            ("show", "nothing", "both"),
            ("style", "tabular", "tree or table"),
            ("style", "", "tree or table"),
            ("hcp", "many", "yes or no"),
            ("file", "", "relative"),
            ("file", "a\0b", "relative"),
        ],
    )
    def test_a_bad_value_is_a_problem_and_changes_nothing(self, name: str, value: str, hint: str) -> None:
        place = Location("notes.md", 3)
        result = parse_options({name: value, "hide": value if name == "hide" else "yes"}, place)
        assert result.value == BlockOptions(hide=name != "hide")
        (fault,) = result.diagnostics
        assert (fault.code, fault.location) == ("BML131", place)
        assert name in fault.message
        assert hint in fault.hint
        assert len(fault.sentence) < 200

    def test_an_unknown_name_is_reported_with_the_nearest_one(self) -> None:
        (fault,) = parse_options({"dialekt": "2.7"}).diagnostics
        assert fault.sentence == 'Unknown option: "dialekt". Did you mean dialect?'

    def test_the_name_that_other_programs_give_to_captions_is_reported_with_ours(self) -> None:
        (fault,) = parse_options({"title": "Openings"}).diagnostics
        assert fault.sentence == 'Unknown option: "title". Did you mean caption?'

    def test_an_unknown_name_like_no_other_is_reported_with_all(self) -> None:
        (fault,) = parse_options({"zzz": ""}).diagnostics
        assert fault.hint.startswith("The options are dialect, system, name, class, ")

    @pytest.mark.parametrize(("value", "hide"), [("yes", True), ("No", False), ("", True), ("false", False)])
    def test_a_flag_may_say_yes_or_no(self, value: str, hide: bool) -> None:
        assert parse_options({"hide": value}) == Result(BlockOptions(hide=hide), ())

    def test_collapse_none_opens_everything(self) -> None:
        assert parse_options({"collapse": "none"}) == Result(BlockOptions(collapse=0), ())
