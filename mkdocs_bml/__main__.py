"""``python -m mkdocs_bml FILE``: write a style sheet or a script, for sites that cannot run the plugin."""

from __future__ import annotations

import sys
from pathlib import Path

from bml_core.render.html import BOX_FILES, asset_path, script, style_sheet


def main(arguments: list[str]) -> int:
    """Write the style sheet, or to a file named ``*.js`` the script; without a file to the output.

    A file with the name of one of a bidding box is that one.
    """
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.stderr.write("usage: python -m mkdocs_bml [FILE]\n")
        return 2
    if arguments:
        name = Path(arguments[0]).name
        content = script() if name.endswith(".js") else style_sheet()
        if name in BOX_FILES:
            content = asset_path(name).read_text("utf-8")
        Path(arguments[0]).write_text(content, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(style_sheet())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
