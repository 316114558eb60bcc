"""Folders on a loopback address, as they are or with a strict content security policy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

#: Paths below this prefix are sent with the policy.
STRICT = "/strict"
POLICY = "default-src 'self'"


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(STRICT))

    def end_headers(self) -> None:
        if self.path.startswith(f"{STRICT}/"):
            self.send_header("Content-Security-Policy", POLICY)
        # Within a run no file changes.
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which ``folder`` is served for the time being."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
