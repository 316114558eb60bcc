"""What the commands read of a page is what the site exports of it."""

from __future__ import annotations

from pathlib import Path

from bml_core.commands import main
from tests.mkdocs_bml.sites import Site

NESTED = Path(__file__).parents[1] / "bml_core" / "notes" / "fixtures" / "pages" / "nested.md"
SHARED = """\
# One page

```bml
#SEAT 3

#COPY answers
3C  Asks
#ENDCOPY
```

```bml file="/parts/notrump.bml" hide
```

```bml
:dialect: 2.7

1H  four cards

2N  20--21
  #PASTE answers
```

```bml
:system: weak
1N  12--14
```
"""
PAGES = {"deep/one.md": SHARED, "parts/notrump.bml": "1N  15--17\n  2C  Stayman\n", "index.md": "# Start\n"}


def exported(page: Path, *options: str) -> list[str]:
    """The records that ``bml bss`` writes of a page, without the line with the title."""
    output = page.with_suffix(".bss")
    assert main(["bss", str(page), "-o", str(output), *options]) == 0
    return output.read_text("utf-8").splitlines()[1:]


def test_of_nested_blocks(site: Site) -> None:
    site.write(
        {"index.md": NESTED.read_text("utf-8")},
        markdown_extensions=["admonition", "attr_list", {"pymdownx.tabbed": {"alternate_style": True}}],
    )
    site.build()
    records = exported(site.folder / "docs" / "index.md")
    assert records == site.bss().splitlines()[1:]
    assert len(records) == 8


def test_of_blocks_with_options_and_a_state(site: Site) -> None:
    site.write(PAGES, {"systems": {"system": {}, "weak": {}}})
    (site.folder / ".git").mkdir()
    site.build()
    page = site.folder / "docs" / "deep" / "one.md"
    assert exported(page) == site.bss().splitlines()[1:]
    assert exported(page, "--system", "weak") == site.bss("weak").splitlines()[1:]
