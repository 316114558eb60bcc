"""Headings inside a fence: their level, their ids, their place in the table of contents."""

from __future__ import annotations

import markdown

from mkdocs_bml.extension import BmlExtension
from tests.mkdocs_bml.pages import convert_with, fence


class TestLevel:
    def test_the_base_level_of_the_contents_shifts_all_alike(self) -> None:
        ours = BmlExtension()
        md = markdown.Markdown(extensions=[ours, "toc"], extension_configs={"toc": {"baselevel": 2}})
        html = md.convert(f"# T\n\n{fence('* A')}")
        assert '<h2 id="t">T</h2>' in html
        assert '<h3 id="a">A</h3>' in html


class TestContents:
    def test_permalinks_are_as_those_of_the_page(self) -> None:
        md = markdown.Markdown(
            extensions=[BmlExtension(), "toc"], extension_configs={"toc": {"permalink": "§"}}
        )
        html = md.convert(f"# T\n\n{fence('* A')}")
        assert '<h2 id="a">A<a class="headerlink" href="#a" title="Permanent link">§</a></h2>' in html

    def test_links_without_a_text_name_their_auctions(self) -> None:
        ours = BmlExtension()
        table = fence("1N\n  2C")
        text = f"# After [](auction:1N-2C)\n\n# By [Stayman](auction:1N-2C)\n\n{table}"
        contents = convert_with(ours, text, [ours, "toc"]).toc
        assert [each["name"] for each in contents] == ["After 1NT–2C", "By Stayman"]

    def test_one_extension_for_many_pages(self) -> None:
        ours = BmlExtension()
        for _ in range(2):
            assert [t["id"] for t in convert_with(ours, fence("* A"), [ours, "toc"]).toc] == ["a"]
