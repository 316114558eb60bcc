"""``bml workbench``: the built page into a folder and a zip, to this computer alone, and none."""

from __future__ import annotations

import http.client
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bml_core.commands import serving
from tests.programs import run_here


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built, in place of one that may be there or not."""
    built = tmp_path / "built"
    built.mkdir()
    for name, text in {"index.html": "<p>1N", "policy.txt": "default-src 'none'\n", "a.mjs": ""}.items():
        (built / name).write_text(text, "utf-8")
    monkeypatch.setattr(serving, "_FOLDERS", (tmp_path / "nothing", built))
    return built


def test_the_page_is_written_into_a_folder_and_a_zip(page: Path, tmp_path: Path) -> None:
    said = run_here("bml", "workbench", "-o", "web", folder=tmp_path)
    assert (said.returncode, (tmp_path / "web" / "index.html").read_text("utf-8")) == (0, "<p>1N")
    assert run_here("bml", "workbench", "-o", "stick.zip", folder=tmp_path).returncode == 0
    with zipfile.ZipFile(tmp_path / "stick.zip") as archive:
        assert archive.namelist() == ["stick/a.mjs", "stick/index.html", "stick/policy.txt"]


def test_without_a_built_page_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serving, "_FOLDERS", (tmp_path,))
    said = run_here("bml", "workbench", "--serve", folder=tmp_path)
    assert (said.returncode, said.stderr.count("\n")) == (2, 1)
    assert "make workbench" in said.stderr


def test_what_cannot_be_written_is_said_in_a_line(page: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for target in ("file", "file/inside", "nowhere/stick.zip"):
        said = run_here("bml", "workbench", "-o", target, folder=tmp_path)
        assert (said.returncode, said.stderr.count("\n")) == (2, 1)


@pytest.fixture
def port(page: Path) -> Iterator[int]:
    handler = partial(serving._Handler, directory=str(page))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_the_server_sends_the_policy_and_refuses_other_names(port: int) -> None:
    answers = []
    for host in (f"localhost:{port}", f"notes.example.org:{port}"):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", "/a.mjs", headers={"Host": host})
        reply = connection.getresponse()
        answers.append(
            (reply.status, reply.headers["Content-Type"], reply.headers["Content-Security-Policy"])
        )
        connection.close()
    assert answers[0] == (200, "text/javascript", "default-src 'none'")
    assert answers[1][0] == 403
    taken = run_here("bml", "workbench", "--serve", "--port", str(port), folder=Path.cwd())
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
