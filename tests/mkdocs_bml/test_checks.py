"""What notes say against themselves, in builds of MkDocs."""

from __future__ import annotations

import pytest
from mkdocs.exceptions import Abort

from tests.mkdocs_bml.sites import Site
from tests.programs import run_here
from tests.system_tools import commit

OPENINGS = "# Openings\n\n```bml\n1N  15--17\n  2C  Forcing\n```\n"
LOST = "# Lost\n\n```bml\n#CUT lost\n2N  20--21\n#ENDCUT\n```\n"
PASTED = f"{LOST}\n```bml system=none\n#PASTE lost\n```\n"


def codes(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage().split(": ")[1] for record in log.records if ": BML9" in record.getMessage()]


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


@pytest.mark.parametrize(
    ("checks", "found"),
    [
        (["all"], ["BML922", "BML924", "BML925"]),
        ("default", ["BML924"]),
        (["-loose_ends"], []),
        (["BML922"], ["BML922"]),
        (False, []),
    ],
)
def test_the_settings_choose(
    site: Site, caplog: pytest.LogCaptureFixture, checks: object, found: list[str]
) -> None:
    site.write({"index.md": OPENINGS, "lost.md": LOST}, {"checks": checks}, nav=["index.md"])
    site.build(strict=False)
    assert sorted(codes(caplog)) == found


def test_what_is_accepted_and_does_not_occur_is_reported(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.write({"index.md": OPENINGS}, {"allow": {"BML924": "Kept for next year."}})
    site.build(strict=False)
    assert "mkdocs.yml:1:1: BML933: BML924 is accepted everywhere, and does not occur." in caplog.text


class TestHealth:
    PAGE = "# State\n\n```bml health{}\n```\n"

    def shown(self, site: Site, options: str = "") -> str:
        site.write(
            {"index.md": self.PAGE.format(options), "a.md": OPENINGS, "lost.md": LOST}, {"checks": ["all"]}
        )
        site.build(strict=False)
        return site.page("index.html").get_text(" ", strip=True)

    def test_shows_numbers_findings_and_openings(self, site: Site) -> None:
        text = self.shown(site)
        assert "Rows 2 Agreements 2 Understood in full 1 (50%)" in text
        assert (
            "BML922: A call is forcing, and no row describes a response. (1) a.md:5 : 1NT-2C is forcing"
            in text
        )
        assert "How often each call is made" in text
        links = {link.get("href") for link in site.page("index.html").select("li a")}
        assert "a/#1N-2C" in links

    def test_shows_what_has_changed_since_the_last_tag(self, site: Site) -> None:
        self.shown(site)
        commit(site.folder, "v1")
        (site.folder / "docs/a.md").write_text(OPENINGS.replace("15--17", "14--16"))
        site.build(strict=False)
        text = site.page("index.html").get_text(" ", strip=True)
        assert "Changes since v1" in text
        assert "1NT: “15–17” → “14–16”" in text

    def test_a_tag_from_before_the_notes_is_left_alone(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        (site.folder / "README").write_text("Notes will come.")
        commit(site.folder, "v1")
        assert "Agreements 2" in self.shown(site)
        assert "BML145" not in caplog.text
        self.shown(site, ' since="v1"')
        assert "BML145" in caplog.text

    def test_an_unknown_revision_is_a_warning(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        text = self.shown(site, ' since="nosuch"')
        assert "BML145: What has changed since nosuch is not known" in caplog.text
        assert "Agreements 2" in text

    def test_of_a_system_without_agreements_says_so(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        site.write({"index.md": self.PAGE.format("")})
        site.build(strict=False)
        assert "BML136: The system system has no agreements." in caplog.text


def test_two_pages_that_contradict_each_other_fail_a_strict_build(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    page = "# Page\n\n```bml\n1N  {} hcp, balanced\n```\n"
    site.write({"index.md": page.format("15--17"), "weak.md": page.format("12--14")})
    with pytest.raises(Abort):
        site.build()
    first, second = caplog.text.partition("BML901")[2].splitlines()[:2]
    assert "1NT" in first
    assert second.strip().startswith("see ")
    assert "index.md:4:1: " in second
    assert "weak.md:4:1: BML901" in caplog.text
