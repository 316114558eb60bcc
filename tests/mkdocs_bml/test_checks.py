"""What notes say against themselves, in builds of MkDocs."""

from __future__ import annotations

import pytest
from mkdocs.exceptions import Abort

from tests.mkdocs_bml.sites import Site
from tests.programs import run_here

OPENINGS = "# Openings\n\n```bml\n1N  15--17\n  2C  Forcing\n```\n"
LOST = "# Lost\n\n```bml\n#CUT lost\n2N  20--21\n#ENDCUT\n```\n"


def test_a_strict_build_fails(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    site.write({"index.md": OPENINGS, "lost.md": LOST})
    with pytest.raises(Abort):
        site.build()
    assert "lost.md:4:1: BML924: The rows that are cut as lost are pasted nowhere" in caplog.text


@pytest.mark.parametrize("options", [("--strict",), ("--quiet", "--strict"), ("--verbose", "--strict")])
def test_a_strict_build_fails_whatever_it_shows(site: Site, options: tuple[str, ...]) -> None:
    site.write({"index.md": OPENINGS, "lost.md": LOST})
    done = run_here("mkdocs", "build", *options, folder=site.folder)
    assert done.returncode == 1
    # MkDocs has counted it where it is shown, and the plugin where it is not.
    assert ("Aborted with 1 warning about BML in strict mode!" in done.stdout) is ("--quiet" in options)
    assert ("BML924" in done.stdout + done.stderr) is ("--quiet" not in options)


def test_a_quiet_strict_build_without_a_warning_succeeds(site: Site) -> None:
    site.write({"index.md": OPENINGS})
    done = run_here("mkdocs", "build", "--quiet", "--strict", folder=site.folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_quiet_build_that_is_not_strict_shows_no_warning(site: Site) -> None:
    site.write({"index.md": OPENINGS, "lost.md": LOST})
    done = run_here("mkdocs", "build", "--quiet", folder=site.folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
