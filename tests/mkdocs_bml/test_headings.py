"""Headings inside a fence: their level, their ids, their place in the table of contents."""

from __future__ import annotations

import markdown
import pytest

from mkdocs_bml.extension import BmlExtension
from tests.mkdocs_bml.pages import convert, convert_with, fence


class TestLevel:
    @pytest.mark.parametrize(
        ("text", "headings"),
        [
            (fence("* A"), ["h1 A"]),
            (f"# T\n\n{fence('* A')}", ["h1 T", "h2 A"]),
            (f"# T\n\n## U\n\n{fence('* A' + chr(10) * 2 + '** B')}", ["h1 T", "h2 U", "h3 A", "h4 B"]),
            (f"Title\n=====\n\nPart\n----\n\n{fence('* A')}", ["h1 Title", "h2 Part", "h3 A"]),
            (f"# T\n\n###### U\n\n{fence('* A')}", ["h1 T", "h6 U", "h6 A"]),
            (f"# T\n\n{fence('******** deep')}", ["h1 T", "h6 deep"]),
        ],
    )
    def test_is_one_below_the_surrounding_heading(self, text: str, headings: list[str]) -> None:
        assert convert(text).headings == headings

    def test_of_a_second_block_counts_from_the_page_again(self) -> None:
        page = convert(f"# T\n\n{fence('* A')}\n\ntext\n\n{fence('* B')}")
        assert page.headings == ["h1 T", "h2 A", "h2 B"]

    def test_inside_an_admonition_counts_from_the_heading_above_it(self) -> None:
        page = convert("# T\n\n## U\n\n!!! note\n\n    ```bml\n    * A\n    ```\n", "admonition")
        assert page.headings == ["h1 T", "h2 U", "h3 A"]

    def test_a_heading_inside_an_admonition_does_not_surround_what_follows_it(self) -> None:
        page = convert(f"# T\n\n!!! note\n\n    #### Inner\n\n{fence('* A')}", "admonition")
        assert page.headings == ["h1 T", "h4 Inner", "h2 A"]

    def test_the_base_level_of_the_contents_shifts_all_alike(self) -> None:
        ours = BmlExtension()
        md = markdown.Markdown(extensions=[ours, "toc"], extension_configs={"toc": {"baselevel": 2}})
        html = md.convert(f"# T\n\n{fence('* A')}")
        assert '<h2 id="t">T</h2>' in html
        assert '<h3 id="a">A</h3>' in html


class TestContents:
    TEXT = f"[TOC]\n\n# System\n\n## Openings\n\n{fence('* Openings' + chr(10) * 2 + '** The 1!c opening')}"

    def test_tokens_nest_our_headings_below_those_of_the_page(self) -> None:
        (system,) = convert(self.TEXT, "toc").toc
        (openings,) = system["children"]
        (ours,) = openings["children"]
        assert (ours["level"], ours["name"], ours["id"]) == (3, "Openings", "openings_1")
        assert [child["name"] for child in ours["children"]] == ["The 1♣ opening"]

    def test_ids_are_unique_on_the_page_and_lead_to_the_headings(self) -> None:
        page = convert(self.TEXT, "toc")
        targets = [link["href"] for link in page.soup.select("div.toc a")]
        ids = [f"#{tag['id']}" for tag in page.soup.find_all(["h1", "h2", "h3", "h4"])]
        assert targets == ids
        assert len(set(ids)) == 4

    def test_permalinks_are_as_those_of_the_page(self) -> None:
        md = markdown.Markdown(
            extensions=[BmlExtension(), "toc"], extension_configs={"toc": {"permalink": "§"}}
        )
        html = md.convert(f"# T\n\n{fence('* A')}")
        assert '<h2 id="a">A<a class="headerlink" href="#a" title="Permanent link">§</a></h2>' in html

    def test_suits_are_signs_in_names_and_letters_in_ids(self) -> None:
        page = convert(fence("* After 1!h"), "toc")
        assert page.toc[0]["name"] == "After 1♥"
        assert page.toc[0]["id"] == "after-1h"

    def test_without_the_contents_extension_there_are_no_ids(self) -> None:
        assert "id=" not in convert(self.TEXT).html

    def test_other_extensions_do_not_touch_the_text(self) -> None:
        extensions = ["attr_list", "smarty", "abbr", "toc", "pymdownx.betterem", "pymdownx.tilde"]
        page = convert(
            fence('* A "b" {#c} HTML ~~x~~ &lt; a_b_c\n\n[a](x.md) HTML {.d} "q"') + "\n\n*[HTML]: Hyper\n",
            *extensions,
        )
        assert page.headings == ['h1 A "b" {#c} HTML ~~x~~ &lt; a_b_c']
        assert page.soup.p
        assert page.soup.p.get_text() == 'a HTML {.d} "q"'

    def test_a_name_of_a_block_is_an_id_of_the_page(self) -> None:
        page = convert(f"# After 1NT\n\n{fence('1N-2C;', 'name=after-1nt caption=x')}", "toc")
        assert page.soup.figure
        assert page.soup.figure["id"] == "after-1nt"
        assert page.toc[0]["id"] == "after-1nt_1"

    def test_one_extension_for_many_pages(self) -> None:
        ours = BmlExtension()
        for _ in range(2):
            assert [t["id"] for t in convert_with(ours, fence("* A"), [ours, "toc"]).toc] == ["a"]
