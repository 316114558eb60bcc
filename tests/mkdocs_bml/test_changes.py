"""What has changed, on pages of MkDocs."""

from __future__ import annotations

import pytest

from tests.mkdocs_bml.sites import Site
from tests.system_tools import commit

PAGE = '# Page\n\n```bml changes="v1"\n```\n\n```bml changed="v1"\n1N  {points}\n  2C  Stayman\n```\n'


def test_changes_are_a_list_and_marks_in_tables(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    site.write({"index.md": PAGE.format(points="15--17")})
    commit(site.folder, "v1")
    site.write({"index.md": PAGE.format(points="14--16")})
    site.build()
    text = site.page("index.html").get_text()
    assert "1NT: “15–17” → “14–16”" in text
    assert "14–16 [changed]" in text
    assert "14--16\n" in site.bss().replace("\r", "")
