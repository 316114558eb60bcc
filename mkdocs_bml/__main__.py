"""``python -m mkdocs_bml FOLDER``: write style sheets and scripts, for sites that run no plugin."""

from __future__ import annotations

import sys
from pathlib import Path

from bml_core.render.html import script, site_files, style_sheet


def main(arguments: list[str]) -> int:
    """Write all files to a folder, or one of them to a file with its name; the style sheet to the output.

    A file with another name is the script if it ends in ``.js``, and else the style sheet.
    """
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.stderr.write("usage: python -m mkdocs_bml [FOLDER or FILE]\n")
        return 2
    if arguments:
        path, files = Path(arguments[0]), site_files()
        if path.is_dir() or not path.suffix:
            path.mkdir(parents=True, exist_ok=True)
        else:
            otherwise = script() if path.suffix == ".js" else style_sheet()
            path, files = path.parent, {path.name: files.get(path.name, otherwise)}
        for name, content in files.items():
            (path / name).write_text(content, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(style_sheet())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
