"""The extension in every host: where fences are found, what becomes of them, what stays source."""

from __future__ import annotations

import itertools
import textwrap

import markdown
import pytest

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from mkdocs_bml.extension import BmlExtension
from tests.mkdocs_bml.pages import convert, convert_with, fence

TABLE = "1C  16+ hcp\n  1D  0--7 hcp\n1N  14--16"
OTHERS = ["fenced_code", "pymdownx.superfences", "admonition", "toc"]


def indented(text: str, by: str = "    ") -> str:
    return textwrap.indent(text, by)


def everywhere(text: str) -> str:
    """What every host writes of a text."""
    options = HtmlOptions(row_id=RowIds(), abbreviations=Abbreviations(read_abbreviations({})))
    return render_blocks(parse(text).blocks, options)


class TestAFence:
    def test_becomes_the_html_that_every_host_writes(self) -> None:
        assert convert(fence(TABLE)).html.strip() == everywhere(TABLE).strip()

    def test_of_all_kinds_of_blocks_becomes_the_same_html(self) -> None:
        text = "\n\n".join(
            [
                "A paragraph with *bold*, /italic/, =mono= and 1NT.",
                "- one\n- two",
                "1. one\n2. two",
                "- term :: what it means",
                "| a | b |\n|---+---|\n| 1 | 2 |",
                TABLE,
                "N Kxx T9 xxx Q987x",
            ]
        )
        ours, core = convert(fence(text)).html, everywhere(text)
        assert "".join(ours.split()) == "".join(core.split())

    @pytest.mark.parametrize("header", ["BML", "Bml collapse=1", ".BML", "{BML}", "{ .BML }"])
    def test_in_capitals(self, header: str) -> None:
        assert convert(f"```{header}\n{TABLE}\n```\n").tables == ["1C 1D 1NT"]

    def test_without_text_shows_nothing(self) -> None:
        assert convert(fence("")).html == ""

    def test_of_another_language_is_left_to_others(self) -> None:
        text = "```python\nx = 1\n```\n"
        hidden = fence("", "hide")
        assert convert(text + hidden, "fenced_code").html == markdown.markdown(
            text, extensions=["fenced_code"]
        )
        assert convert(text + hidden).html == markdown.markdown(text)


class TestNesting:
    @pytest.mark.parametrize("extensions", [(), ("pymdownx.superfences",), ("fenced_code",)], ids=str)
    @pytest.mark.parametrize(
        ("around", "where"),
        [
            ("- item\n\n{}", "li"),
            ("1. item\n\n{}", "li"),
            ("- item\n    - inner\n\n{}", "li"),
            ("!!! note\n    text\n\n{}", "div.admonition"),
            ('??? note "closed"\n{}', "details.note"),
            ('=== "First"\n\n{}', "div.tabbed-set"),
            ("Term\n\n:   text\n\n{}", "dd"),
        ],
    )
    def test_inside(self, around: str, where: str, extensions: tuple[str, ...]) -> None:
        text = around.format(indented(fence(TABLE)))
        page = convert(text, *extensions, "admonition", "pymdownx.details", "pymdownx.tabbed", "def_list")
        assert page.tables == ["1C 1D 1NT"]
        assert page.soup.select(f"{where} div.bml-table")

    @pytest.mark.parametrize("extensions", [(), ("pymdownx.superfences",), ("fenced_code",)], ids=str)
    @pytest.mark.parametrize(
        ("before", "where"),
        [("-   ", "li"), ("1.  ", "li"), ("- * ", "li li"), ("Term\n:   ", "dd"), ("x[^1]\n\n[^1]: ", "li")],
    )
    def test_in_the_line_that_begins_it(self, before: str, where: str, extensions: tuple[str, ...]) -> None:
        text = f"{fence('1H')}\n{before}{indented(fence(TABLE)).lstrip()}\n    after\n\n{fence('1S')}"
        page = convert(text, *extensions, "def_list", "footnotes")
        assert sorted(page.tables) == ["1C 1D 1NT", "1H", "1S"]
        (inside,) = page.soup.select(f"{where} div.bml-table")
        assert inside.select("[id='1C']")
        assert any(
            "1C" in each.get_text() and "after" in each.get_text()
            for each in page.soup.select(where.split(maxsplit=1)[0])
        )


class TestSource:
    """What must stay as it is written."""

    @pytest.mark.parametrize("extensions", [(), ("fenced_code",), ("pymdownx.superfences",)], ids=str)
    @pytest.mark.parametrize("quote", ["````md\n{}````\n", "~~~text\n{}~~~\n", "````\n{}````\n"])
    def test_a_fence_quoted_in_a_fence(self, quote: str, extensions: tuple[str, ...]) -> None:
        page = convert(quote.format(fence(TABLE)), *extensions)
        assert page.tables == []
        assert page.exports == ()
        assert "1C  16+ hcp" in page.soup.get_text()

    def test_the_word_bml_in_running_text(self) -> None:
        text = "Write `bml` or ```` ```bml ```` in the text.\n"
        assert convert(text).html == markdown.markdown(text)


class TestAnyOrder:
    TEXT = f"# T\n\n{fence('* Openings')}\n!!! note\n\n{indented(fence(TABLE))}\n````md\n{fence(TABLE)}````\n"

    @pytest.mark.parametrize("order", list(itertools.permutations([*OTHERS, "bml"])), ids=",".join)
    def test_of_extensions(self, order: tuple[str, ...]) -> None:
        ours = BmlExtension()
        page = convert_with(ours, self.TEXT, [ours if name == "bml" else name for name in order])
        assert page.tables == ["1C 1D 1NT"]
        assert page.headings == ["h1 T", "h2 Openings"]
        assert [entry["name"] for entry in page.toc[0]["children"]] == ["Openings"]

    def test_superfences_that_keep_tabs(self) -> None:
        settings = {"pymdownx.superfences": {"preserve_tabs": True}}
        ours = BmlExtension()
        md = markdown.Markdown(extensions=[ours, "pymdownx.superfences"], extension_configs=settings)
        assert "bml-table" in md.convert("```bml\n1C\t16+ hcp\n\t1D\tnegative\n```\n")

    @pytest.mark.parametrize("name", ["bml", "mkdocs_bml", "mkdocs_bml.extension"])
    def test_by_name(self, name: str) -> None:
        assert "bml-table" in markdown.markdown(fence(TABLE), extensions=[name])


class TestState:
    """Blocks of one page share #VUL, #SEAT, clipboard and dialect; pages share nothing."""

    def test_follows_the_page_where_a_block_is_inside_a_footnote(self) -> None:
        page = convert(f"A[^1]\n\n[^1]: Note\n\n{indented(fence('#SEAT 12'))}\n{fence(TABLE)}", "footnotes")
        assert str(page.exports[-1][1].tables[0].scope.position) == str(
            parse("#SEAT 12\n\n1C").tables[0].scope.position
        )

    def test_ends_with_the_page(self) -> None:
        ours = BmlExtension(errors="show")
        md = markdown.Markdown(extensions=[ours])
        md.convert(fence("#VUL YY\n\n#COPY x\n1C  strong\n#ENDCOPY"))
        md.reset()
        html = md.convert(fence("1D  nebulous\n#PASTE x"))
        assert "bml-errors" in html
        assert ours.facts[""].parts[0].document.tables[0].scope == parse("1D").tables[0].scope

    def test_converting_again_gives_the_same(self) -> None:
        text = f"# T\n\n{fence('* H')}\n{fence(TABLE)}"
        md = markdown.Markdown(extensions=[BmlExtension(), "toc"])
        first = md.convert(text)
        assert md.reset().convert(text) == first
        assert md.convert(text) == first


class TestHostileText:
    @pytest.mark.parametrize(
        "text", ["<script>alert(1)</script>", "</div><b>", "]]> & &lt;b&gt;", 'x" onclick="y']
    )
    @pytest.mark.parametrize(
        "form", ["{}", "1C  {}", "* {}", "- {} :: {}", "| {} |", "1C-1D; {}", "[{}](a.md)"]
    )
    def test_is_shown_as_it_is_written(self, form: str, text: str) -> None:
        page = convert(fence(form.format(text, text)), "toc")
        assert not page.soup.find_all(["script", "b"])
        assert all(not name.startswith("on") for tag in page.soup.find_all(True) for name in tag.attrs)
        assert text.replace('"', "").split()[0] in page.soup.get_text().replace('"', "")

    @pytest.mark.parametrize(
        "text", ["\x02wzxhzdk:0\x03", "\x02amp\x03", "\x0242\x03", "\0", "\x02klzzwxh:0001\x03"]
    )
    def test_placeholders_of_markdown_in_an_included_file(self, text: str, tmp_path: object) -> None:
        path = f"{tmp_path}/a.bml"
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"* Heading {text}\n\n1C  strong {text}\n")
        page = convert(f"{fence('1D  first')}\n{fence('', 'file=a.bml')}", base_path=str(tmp_path))
        assert page.tables == ["1D", "1C"]
        assert "\ufffd" in page.soup.get_text()

    @pytest.mark.parametrize("form", ["1C  {}", "{}", "* {}", "1C  {}\n  1D  x", "- {}"])
    def test_entities_in_addresses_stay_what_the_author_wrote(self, form: str) -> None:
        link = "[[https://example.org/?a=1&copy;2][x]] [[javascript&colon;alert(1)][y]]"
        page = convert(fence(form.format(link)), "toc")
        targets = [str(a["href"]) for a in page.soup.find_all("a", string="x")]
        assert targets == ["https://example.org/?a=1&copy;2"]
        assert not page.soup.find_all("a", string="y")

    def test_control_characters_in_shown_source(self, tmp_path: object) -> None:
        path = f"{tmp_path}/a.bml"
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write("1C  x \x02wzxhzdk:1\x03\n")
        page = convert(fence("", "file=a.bml show=both"), base_path=str(tmp_path))
        assert page.soup.get_text().count("\ufffdwzxhzdk:1\ufffd") == 2
