"""Bidding boxes in a Sphinx project, beside the scripts: what is rebuilt."""

from __future__ import annotations

from collections.abc import Callable

from tests.sphinx_bml.projects import Project

MakeProject = Callable[..., Project]

NOTRUMP = "# Notrump\n\n```bml\n1N  15-17 hcp, balanced\n  2C  Stayman <b>\n    2D  No major\n```\n"
BOX = "# Box\n\n```bml explore\n:start: 1N\n:no-hands:\n```\n\n```{toctree}\nsystem/notrump\n```\n"
PAGES = {"index.md": BOX, "system/notrump.md": NOTRUMP}


def test_a_box_follows_the_notes(project: MakeProject) -> None:
    notes = project({**PAGES, "other.md": "---\norphan: true\n---\n# Other\n"})
    before = notes.build()
    version = before.html().select(".bml-box")[0]["data-version"]
    notes.write("other.md", "---\norphan: true\n---\n# Another\n")
    same = notes.build()
    assert same.html().select(".bml-box")[0]["data-version"] == version
    notes.write("system/notrump.md", NOTRUMP.replace("Stayman <b>", "Puppet"))
    after = notes.build()
    assert after.read == ["system/notrump"]
    assert after.html().select(".bml-box")[0]["data-version"] != version
    assert '["2C","Puppet"' in after.text("bml-box/system/without-hands/1N.js")
