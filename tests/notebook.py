"""Run the notebook of the manual, and write what its cells show: ``python -m tests.notebook``."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

from tests.manual_pages import TOP

NOTEBOOK = TOP / "demo_docs" / "manual" / "notebook.ipynb"


def read(path: Path = NOTEBOOK) -> dict[str, Any]:
    """Return a notebook as the JSON that it is."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def outputs(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Run the code of all cells in order; yield what Jupyter would show below each."""
    names: dict[str, Any] = {}
    code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    for number, cell in enumerate(code, 1):
        *before, last = ast.parse("".join(cell["source"])).body
        is_shown = isinstance(last, ast.Expr)
        exec(compile(ast.Module(before if is_shown else [*before, last], []), "cell", "exec"), names)
        if not isinstance(last, ast.Expr):
            yield []
            continue
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        yield [{"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data}]


def write(path: Path = NOTEBOOK) -> None:
    """Run a notebook, and write it with what its cells show."""
    notebook = read(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with chdir(path.parent):
        for number, (cell, shown) in enumerate(zip(code, outputs(notebook), strict=True), 1):
            cell.update(execution_count=number, outputs=shown)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
