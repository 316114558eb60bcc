"""What the commands read of a page is what the project exports of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bml_core.commands import main
from tests.sphinx_bml.projects import Project

DIRECTIVES = Path(__file__).parents[1] / "bml_core" / "notes" / "fixtures" / "pages" / "directives.rst"
MYST = """\
# Start

````{note}
```bml
1C  11--21
```
````

- item

  ```{bml}
  :system: acol

  1N  12--14
  ```

```bml
---
system: acol
---
1S  limited
```

```{eval-rst}
.. bml::

   #SEAT 3

   1H  four cards
```

```{code-block} md
~~~bml
7N  no
~~~
```

```bml
1D  third seat
```
"""


def exported(page: Path, *options: str) -> list[str]:
    """The records that ``bml bss`` writes of a page, without the line with the title."""
    output = page.with_suffix(".bss")
    assert main(["bss", str(page), "-o", str(output), *options]) == 0
    return output.read_text("utf-8").splitlines()[1:]


def test_of_directives(project: Callable[..., Project]) -> None:
    pages = {"index.rst": DIRECTIVES.read_text("utf-8"), "openings.bml": "1D  11--21\n"}
    made = project(pages)
    records = exported(made.folder / "index.rst")
    assert records == made.build("bss").text("system.bss").splitlines()[1:]
    assert len(records) == 7


def test_of_fences(project: Callable[..., Project]) -> None:
    made = project({"index.md": MYST})
    build = made.build("bss", root_doc="index")
    page = made.folder / "index.md"
    assert exported(page) == build.text("system.bss").splitlines()[1:]
    assert exported(page, "--system", "acol") == build.text("acol.bss").splitlines()[1:]
    assert len(exported(page)) == 3
