"""``bml workbench``: write the page that does it all in a browser, or serve it to this computer."""

from __future__ import annotations

import argparse
import shutil
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bml_core.commands.terminal import OK, UsageError, say

_LOOPBACK = "127.0.0.1"
_POLICY = "policy.txt"
# An installed package has the page beside the module, a checkout where make workbench builds it.
_FOLDERS = (Path(__file__).with_name("workbench_page"), Path(__file__).parents[2] / "build" / "workbench")


def _run(options: argparse.Namespace) -> int:
    built = next((folder for folder in _FOLDERS if (folder / "index.html").is_file()), None)
    if built is None:
        raise UsageError("this copy has no workbench; in the repository, make workbench builds it with node")
    if options.output is None:
        return _serve(built, options.port)
    target = Path(options.output)
    try:
        if target.suffix.lower() == ".zip":
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(built.iterdir()):
                    archive.write(file, f"{target.stem}/{file.name}")
        else:
            shutil.copytree(built, target, dirs_exist_ok=True)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from error
    say(f"Wrote {target}. Put it on any web space, or open it here with bml workbench --serve.")
    return OK


class _Handler(SimpleHTTPRequestHandler):
    """Send the files of the page with its policy, to this computer alone."""

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """Add the policy, which holds for the worker as well."""
        policy = Path(self.directory, _POLICY)
        self.send_header("Content-Security-Policy", policy.read_text("utf-8").strip())
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def parse_request(self) -> bool:
        """Refuse what another site asks by a name that leads here."""
        if not super().parse_request():
            return False
        host = self.headers.get("Host", "").rpartition(":")[0]
        if host in (_LOOPBACK, "localhost"):
            return True
        self.send_error(403)
        return False

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Say nothing of each file."""


def _serve(folder: Path, port: int) -> int:
    try:
        server = ThreadingHTTPServer((_LOOPBACK, port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used: {error.strerror or error}; choose one with --port"
        ) from error
    say(
        f"The workbench is at http://localhost:{server.server_port}/ for this computer alone; Ctrl-C ends it."
    )
    with server:
        server.serve_forever()
    return OK


COMMANDS = {"workbench": _run}
