"""Runs inside the peer's own process: each line of input asks for a conversion, each of output answers.

Called with the folder bridge-markup is installed in, and the seconds that an answer may take: after them the
process ends. A question is ``{"to", "files", "tree"}`` in JSON, the
first of the files being the one to convert; the answer is ``{"text"}`` or ``{"error"}``. It imports nothing
of this project.
"""

from __future__ import annotations

import contextlib
import copy
import faulthandler
import importlib
import io
import json
import logging
import sys
import tempfile
import types
from pathlib import Path
from typing import Any


def convert(to: str, path: str, *, tree: bool) -> str:
    """The file ``path`` as bss, html, latex or bml."""
    bml = importlib.import_module("bml.bml")
    bml.args.tree, bml.args.indentation = tree, 2
    bml.Node.__deepcopy__ = Row.__deepcopy__
    output = io.StringIO()
    if to == "bml":
        _to_bml(path, output)
        return output.getvalue()
    content = bml.content_from_file(path)
    module = importlib.import_module(f"bml.{to}")
    if to == "html":
        return str(module.to_html(content))
    if to == "latex":
        module.to_latex(content, output)
    else:
        # 2.0.3 keeps its variables in a default argument; after an error they would live on in the next file.
        for default in module.systemdata_bidtable.__defaults__ or ():
            default.clear()
        module.systemdata_to_bss(content, module.to_systemdata(content), output)
    return output.getvalue()


class Row:
    """What is changed of its rows: a copy has the rows below it, and not the whole table around it."""

    parent: Row
    children: list[Row]

    def __deepcopy__(self, memo: dict[int, Any]) -> Row:
        memo[id(self)] = copied = copy.copy(self)
        copied.parent = memo.get(id(self.parent), self.parent)
        copied.children = copy.deepcopy(self.children, memo)
        return copied


def _to_bml(path: str, output: io.StringIO) -> None:
    # 2.0.3 keeps what it has read in variables of the module.
    module: Any = importlib.reload(importlib.import_module("bss.bss2bml"))
    with Path(path).open(encoding="utf-8") as source:
        if hasattr(module, "BssFile"):
            module.BssFile().bss2bml(source, output)
        else:
            module._bss2bml(source, output)


def answer(question: dict[str, Any]) -> dict[str, str]:
    """The converted text, or what stopped the program."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in question["files"].items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        first = str(Path(folder, next(iter(question["files"]))))
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return {"text": convert(question["to"], first, tree=question["tree"])}
        except Exception as error:  # every crash is an answer
            return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    # Its package for .bss files asks setuptools for a namespace, which any Python has without it.
    namespaces = types.ModuleType("pkg_resources")
    namespaces.__dict__["declare_namespace"] = str
    sys.modules["pkg_resources"] = namespaces
    logging.disable(logging.CRITICAL)
    for line in sys.stdin:
        faulthandler.dump_traceback_later(float(sys.argv[2]), exit=True)
        print(json.dumps(answer(json.loads(line))), flush=True)
        faulthandler.cancel_dump_traceback_later()
