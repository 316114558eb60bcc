"""Builds a small site beside each plugin that the manual names, and looks for what must be on its page.

    python .ci/neighbours.py

installs each into a folder of its own; it needs the network, and is no part of ``make test``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = """\
# Openings

```bml hl_lines="1" linenums="1"
1N  15--17 hcp, balanced
  2C  Stayman, see [the transfer](auction:1N-2D)
  2D  Transfer, 5+!h
```

```bml frequencies
```
"""
# Package, name in mkdocs.yml, page of the site, and what is not on it if the plugin works.
NEIGHBOURS = (
    ("", "search", "index.html", ("bml-later", "auction:")),
    ("mkdocs-print-site-plugin", "print-site", "print_page/index.html", ("bml-later", "auction:")),
)


def build(package: str, plugin: str, page: str, absent: tuple[str, ...]) -> bool:
    """Build a site with a plugin, and say whether its page is whole."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if package:
            pip = (
                sys.executable,
                "-m",
                "pip",
                "install",
                "-q",
                "--no-deps",
                "--target",
                folder / "lib",
                package,
            )
            subprocess.run(pip, check=True)
        (folder / "docs").mkdir()
        (folder / "docs" / "index.md").write_text(PAGE, "utf-8")
        settings = f"site_name: Ours\ntheme: material\nplugins:\n  - bml\n  - {plugin}\n"
        (folder / "mkdocs.yml").write_text(settings, "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(folder / "lib")}
        command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet")
        built = subprocess.run(command, cwd=folder, env=environment, check=False)
        shown = (folder / "site" / page).read_text("utf-8") if built.returncode == 0 else ""
    is_whole = "Stayman" in shown and not any(word in shown for word in absent)
    print(f"{package or plugin}: {'good' if is_whole else 'WRONG'}")
    return is_whole


if __name__ == "__main__":
    results = [build(*each) for each in NEIGHBOURS]
    sys.exit(not all(results))
