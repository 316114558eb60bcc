"""Options of a block, files, what is shown of it, and what the author reads about faults."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.mkdocs_bml.pages import convert, fence

NESTED = "1C  strong\n  1D  negative\n    1H  forcing"


def messages(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= level]


class TestHeader:
    @pytest.mark.parametrize(
        "header",
        [
            'collapse="1" class="wide"',
            "collapse='1' class='wide'",
            "collapse=1 class=wide",
            "class=wide   collapse=1",
            '{ .bml collapse="1" .wide }',
        ],
    )
    @pytest.mark.parametrize("host", [(), ("pymdownx.superfences",), ("fenced_code", "attr_list")], ids=str)
    def test_is_read_quoted_or_not(self, header: str, host: tuple[str, ...]) -> None:
        text = f"```{header if header.startswith('{') else 'bml ' + header}\n{NESTED}\n```\n"
        page = convert(text, *host)
        assert page.soup.select("figure.wide")
        assert not page.soup.select("details[open]")


class TestFile:
    @pytest.fixture
    def site(self, tmp_path: Path) -> Path:
        (tmp_path / "docs" / "system").mkdir(parents=True)
        (tmp_path / "docs" / "system" / "a.bml").write_text(
            "#INCLUDE b.bml\n\n1D  nebulous\n", encoding="utf-8"
        )
        (tmp_path / "docs" / "system" / "b.bml").write_text("1C  strong\n", encoding="utf-8")
        (tmp_path / "secret.bml").write_text("1S  secret\n", encoding="utf-8")
        return tmp_path / "docs"

    @pytest.mark.parametrize("header", ["file=system/a.bml", "system/a.bml", 'file="/system/a.bml"'])
    def test_is_read_with_what_it_includes(self, header: str, site: Path) -> None:
        page = convert(fence("", header), base_path=str(site))
        assert page.tables == ["1C", "1D"]
        assert [Path(name).name for name in page.exports[0][1].dependencies] == ["a.bml", "b.bml"]

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("nowhere.bml", "File not found: nowhere.bml"),
            ("system", "system is a folder"),
            ("../secret.bml", "outside"),
            ("/../secret.bml", "outside"),
            ("link.bml", "outside"),
        ],
    )
    def test_that_cannot_be_used_is_an_error_on_the_page(
        self, name: str, said: str, site: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        (site / "link.bml").symlink_to(site.parent / "secret.bml")
        page = convert("text\n\n" + fence("", f'file="{name}"'), base_path=str(site))
        (error,) = page.errors
        assert said in error
        assert error.startswith("<page>:3: ")
        assert "secret" not in "".join(page.tables)
        assert len(messages(caplog, logging.ERROR)) == 1

    def test_another_folder_may_be_allowed(self, site: Path) -> None:
        page = convert(fence("", "../secret.bml"), base_path=str(site), include_roots=[str(site.parent)])
        assert page.tables == ["1S"]


class TestErrors:
    def test_many_are_not_all_on_the_page(self) -> None:
        page = convert(fence("\n".join(f"9C  {n}" for n in range(100))))
        assert len(page.errors) == 21
        assert page.errors[-1] == "80 more errors are in the log of the build."

    def test_warnings_are_logged_and_remarks_only_for_the_curious(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        page = convert(fence("1N\n 2C\n   2D\n  2H  odd indentation\njump  no call"))
        assert page.errors == []
        assert {record.levelno for record in caplog.records if record.name.startswith("mkdocs")} <= {
            logging.WARNING,
            logging.DEBUG,
        }

    def test_a_fault_of_ours_shows_a_box_never_the_source(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(*_: object) -> None:
            raise RuntimeError("a fault")

        monkeypatch.setattr("mkdocs_bml.blocks.BlockReader.read", fail)
        page = convert(f"before\n\n{fence('1C  strong')}\nafter\n")
        assert page.errors == ["<page>:3: This block cannot be shown. The log of the build says why."]
        assert "1C" not in page.html
        assert "after" in page.html
        (record,) = caplog.records
        assert record.exc_info


class TestPlaces:
    """Every diagnostic is at the line of the page that it is about."""

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("```bml\n9C\n```", "2:1"),
            ("# T\n\n```bml\n1C\n\n9C\n```", "6:1"),
            ("- item\n\n    ```bml\n    1C\n    9C\n    ```", "5:5"),
            ("- item\n\n\t```bml\n\t9C\n\t```", "4:5"),
            ("> ```bml\n> 9C\n> ```", "2:3"),
            ("```bml\n:collapse: 2\n:name: x\n\n9C\n```", "5:1"),
            ("```bml\n1C\n```\n\n```bml\n1C\n```\n\n```bml\n9C\n```", "10:1"),
            ("```bml collapse=1\n9C\n```", "2:1"),
            ("````md\n```bml\n9C\n```\n````\n\n```bml\n9C\n```", "8:1"),
            ("```bml\r\n1C\r\n9C\r\n```", "3:1"),
            ('text\n\n```bml file="nope.bml"\n```', "3:1"),
            ('```bml\n\n```\n\n```bml file="nope.bml"\n```\n\ntext', "5:1"),
        ],
    )
    def test_line_and_column(self, text: str, place: str, caplog: pytest.LogCaptureFixture) -> None:
        convert(text)
        assert [message.split(" ")[0] for message in messages(caplog)] == [f"<page>:{place}:"]

    def test_below_front_matter_and_included_text(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        (tmp_path / "part.md").write_text("one\n\ntwo\n\nthree\n", encoding="utf-8")
        snippet = f'--8<-- "{tmp_path / "part.md"}"'
        convert(f"---\ntitle: x\n---\n\n{snippet}\n\n{fence('9C')}", "meta", "pymdownx.snippets")
        assert [message.split(" ")[0] for message in messages(caplog)] == ["<page>:8:1:"]


class TestSettings:
    @pytest.mark.parametrize(
        ("settings", "said"),
        [
            ({"dialect": "3"}, "dialects are"),
            ({"collapse": "x"}, "collapse"),
            ({"systems": ["a"]}, "Write names"),
            ({"systems": {"../x": None}}, "letters"),
            ({"systems": {"none": None}}, "not exported"),
            ({"systems": {"a": {"name": "x"}}}, "title and summary"),
            ({"include_roots": 3}, "list of folders"),
            ({"limits": {"nestin": 3}}, "The limits are"),
            ({"limits": {"nesting": 0}}, "above 0"),
            ({"limits": {"nesting": True}}, "above 0"),
            ({"limits": [1]}, "Write limits with numbers"),
            ({"suit_colors": "three"}, 'The setting suit_colors cannot be .three.. Write "four"'),
            ({"suit_colors": ["two"]}, 'Write "four"'),
            ({"abbreviations": "GF"}, "Write words"),
            ({"abbreviations": {"GF": 1}}, "meaning"),
            ({"abbreviations": {False: "no"}}, "abbreviation is a text"),
        ],
    )
    def test_that_cannot_be_used_stop_at_once(self, settings: dict[str, object], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            convert("", **settings)
