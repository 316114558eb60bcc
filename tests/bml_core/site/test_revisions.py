"""Revisions of a repository that nobody trusts: nothing that its configuration names is started."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bml_core.commands import main
from tests.system_tools import commit

HOOKS = ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a renamed file, in which every program that it can name leaves a file ``started``."""
    (tmp_path / "old.bml").write_text("1N  15--17\n  2C  Stayman\n  2D  hearts\n  2H  spades\n")
    commit(tmp_path, "v1")
    git(tmp_path, "mv", "old.bml", "notes.bml")
    text = (tmp_path / "notes.bml").read_text().replace("15", "14")
    (tmp_path / "notes.bml").write_text(text)
    program = tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\necho >> '{tmp_path / 'started'}'\ncat\n")
    program.chmod(0o755)
    (tmp_path / "hooks").mkdir()
    for name in HOOKS:
        (tmp_path / "hooks" / name).symlink_to(program)
    (tmp_path / ".gitattributes").write_text("* filter=own diff=own merge=own\n")
    settings = (
        "filter.own.clean filter.own.smudge filter.own.process diff.own.textconv diff.own.command "
        "diff.external merge.own.driver core.fsmonitor core.pager core.editor core.sshCommand core.askPass "
        "core.gitProxy core.alternateRefsCommand credential.helper gpg.program uploadpack.packObjectsHook "
        "remote.origin.uploadpack"
    )
    for setting in settings.split():
        git(tmp_path, "config", setting, str(program))
    for setting in ("filter.own.required", "log.showSignature", "protocol.allow", "remote.origin.promisor"):
        git(tmp_path, "config", setting, "always" if setting == "protocol.allow" else "true")
    git(tmp_path, "config", "core.hooksPath", str(tmp_path / "hooks"))
    git(tmp_path, "config", "remote.origin.url", str(tmp_path / "elsewhere"))
    git(tmp_path, "config", "extensions.partialClone", "origin")
    git(tmp_path, "config", "core.repositoryFormatVersion", "1")
    (tmp_path / "started").unlink(missing_ok=True)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout


def test_no_program_of_a_repository_is_started(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    assert main(["diff", "v1", "notes.bml"]) == 1
    assert main(["diff", "v1"]) == 1
    assert main(["diff", "2026-01-01"]) == 2
    assert not (repository / "started").exists()
    assert '"15–17" → "14–17"' in capsys.readouterr().out


def test_what_a_partial_clone_lacks_is_not_fetched(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    blob = git(repository, "rev-parse", "v1:old.bml").strip()
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert main(["diff", "v1"]) == 2
    assert not (repository / "started").exists()
    assert "partial" in capsys.readouterr().err


def test_the_programs_would_be_started(repository: Path) -> None:
    # What the tests above rest on.
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "diff", "--stat", "v1")
    assert (repository / "started").exists()
