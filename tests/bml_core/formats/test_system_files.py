"""Files of systems: loaded, and written whole, by one vocabulary."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from bml_core import expand, parse
from bml_core.formats import bboalert, bml, bss

SYSTEM = expand([parse("1N  15--17, balanced\n  2C  Stayman")])


@pytest.mark.parametrize("module", [bss, bboalert], ids=["bss", "bboalert"])
def test_a_file_holds_the_text(module: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    module.dump(SYSTEM, path, title="Ours")
    assert path.read_bytes() == module.dumps(SYSTEM, title="Ours").encode()


def test_a_bss_file_is_loaded_as_it_was_dumped(tmp_path: Path) -> None:
    path = tmp_path / "notes.bss"
    bss.dump(SYSTEM, str(path))
    system = bss.load(str(path))
    assert (bss.dumps(system), system.diagnostics) == (bss.dumps(SYSTEM), ())
    assert system.agreements[0].location.file == str(path)


def test_a_bss_file_that_is_not_there_is_a_diagnostic(tmp_path: Path) -> None:
    system = bss.load(tmp_path / "missing.bss")
    assert (system.agreements, [fault.code for fault in system.diagnostics]) == ((), ["BML101"])


def test_a_bml_file_and_what_it_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "notes.bml"
    assert bml.dump(SYSTEM, path) == ()
    assert path.read_text("utf-8") == "1N  15--17, balanced\n  2C  Stayman\n"


def test_an_older_file_stays_where_the_new_one_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        bss.dump(SYSTEM, tmp_path / "missing" / "notes.bss")
    assert list(tmp_path.iterdir()) == []
