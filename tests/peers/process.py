"""One process of bridge-markup that answers many questions."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
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

    Use it in a ``with`` statement; a process that crashes or hangs is replaced by a new one.
    """

    version: str
    folder: Path
    patience: float = PATIENCE
    _process: subprocess.Popen[str] | None = None
    _answers: queue.Queue[str] = field(default_factory=queue.Queue)

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def convert(
        self, text: str | Mapping[str, str], to: To = "bss", *, tree: bool = True
    ) -> str | PeerStopped:
        """A text converted, or the first of several files by name; or how the program stopped."""
        files = {"page": text} if isinstance(text, str) else dict(text)
        question = {"to": to, "files": files, "tree": tree}
        line = self._ask(json.dumps(question))
        if line is None:
            self.stop()
            return PeerStopped(f"no answer in {self.patience:g} seconds")
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
            # Leaving the context closes the pipes, waits, and so ends the reader as well.
            with process:
                pass

    def _ask(self, question: str) -> str | None:
        process = self._process or self._start()
        assert process.stdin
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            return self._answers.get(timeout=self.patience)
        except BrokenPipeError:
            return ""
        except queue.Empty:
            return None

    def _start(self) -> subprocess.Popen[str]:
        answers: queue.Queue[str] = queue.Queue()
        process = subprocess.Popen(
            [sys.executable, "-I", str(WORKER), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        threading.Thread(target=_read, args=(process, answers), daemon=True).start()
        self._process, self._answers = process, answers
        return process


def _read(process: subprocess.Popen[str], answers: queue.Queue[str]) -> None:
    """Hand on every line; the last one, empty, tells that the process ended."""
    assert process.stdout
    for line in process.stdout:
        answers.put(line)
    answers.put("")
