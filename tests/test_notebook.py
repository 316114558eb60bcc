"""The notebook of the manual shows what its cells give, in Jupyter and in this program."""

from __future__ import annotations

import pytest

from tests import notebook


def test_its_cells_give_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    written = notebook.read()
    monkeypatch.chdir(notebook.NOTEBOOK.parent)
    code = [cell for cell in written["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in code] == list(notebook.outputs(written))
    assert all("text/html" in cell["outputs"][0]["data"] for cell in code)
