"""Sites write exported files in the formats they ask for, and pages have links that lead to them."""

from __future__ import annotations

import pytest
from mkdocs.exceptions import Abort

from bml_core import expand, parse
from bml_core.formats import EXPORTS
from tests.mkdocs_bml.pages import fence
from tests.mkdocs_bml.sites import Site


@pytest.mark.parametrize(
    ("exports", "written"),
    [(["bss"], ["bss"]), ("bboalert", ["bboalert"]), ([], []), (None, ["bss", "bboalert"])],
)
def test_the_site_chooses_its_formats(site: Site, exports: object, written: list[str]) -> None:
    setting = {} if exports is None else {"exports": exports}
    site.write({"index.md": fence("1C  Strong, any")}, setting)
    site.build()
    system = expand([parse("1C  Strong, any")])
    files = {path.name: path.read_text("utf-8") for path in site.output.glob("system.*")}
    chosen = [EXPORTS[name] for name in written]
    assert files == {export.file_name("system"): export.dumps(system, title="Site") for export in chosen}


@pytest.mark.parametrize("exports", [["pdf"], 3, [["bss"]], {"a": 1}, [None]])
def test_a_format_that_is_not_there_stops_the_site(site: Site, exports: object) -> None:
    site.write({"index.md": ""}, {"exports": exports})
    with pytest.raises(Abort):
        site.build()
