"""Runs inside the peer's own process: BML files to Full Disclosure with bridge-markup, one JSON answer.

Called with the folder bridge-markup is installed in and the BML files; answers ``{file: text or error}``
on standard output. It imports nothing of this project.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import logging
import sys


def convert(path: str) -> dict[str, str]:
    """The ``.bss`` text of a file, or what stopped the program."""
    bml, bss = importlib.import_module("bml.bml"), importlib.import_module("bml.bss")
    # 2.0.3 keeps its variables in a default argument; after an error they would live on in the next file.
    for default in bss.systemdata_bidtable.__defaults__ or ():
        default.clear()
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            content = bml.content_from_file(path)
            bss.systemdata_to_bss(content, bss.to_systemdata(content), output)
    except Exception as error:  # every crash is an answer
        return {"error": f"{type(error).__name__}: {error}"}
    return {"text": output.getvalue()}


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    logging.disable(logging.CRITICAL)
    json.dump({path: convert(path) for path in sys.argv[2:]}, sys.stdout)
