"""One process of bridge-markup that answers many questions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

WORKER = Path(__file__).with_name("worker.py")
#: Seconds for one conversion, far more than any needs.
PATIENCE = 60.0

To = Literal["bss", "html", "latex", "bml"]


@dataclass(frozen=True, slots=True)
class PeerStopped:
    """The program ended with an error instead of a result, or not at all."""

    reason: str


@dataclass(slots=True)
class Peer:
    """One installed version of bridge-markup, in a process that starts with the first question.

    Use it in a ``with`` statement; a process that ended is replaced by a new one.
    """

    version: str
    folder: Path
    patience: float = PATIENCE
    _process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def convert(
        self, text: str | Mapping[str, str], to: To = "bss", *, tree: bool = True
    ) -> str | PeerStopped:
        """Convert a text, or the first of several files by name; or return how the program stopped."""
        files = {"page": text} if isinstance(text, str) else dict(text)
        self._process = process = self._process or self._start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({"to": to, "files": files, "tree": tree}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            self.stop()
            return PeerStopped("the process ended")
        answer = json.loads(line)
        return PeerStopped(answer["error"]) if "error" in answer else str(answer["text"])

    def stop(self) -> None:
        """End the process, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-I", str(WORKER), str(self.folder), str(self.patience)]
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, text=True, encoding="utf-8")
