"""``python -m mkdocs_bml FILE``: write style sheet or script, for sites that cannot run the plugin."""

from __future__ import annotations

import sys
from pathlib import Path

from bml_core.render.html import script, style_sheet


def main(arguments: list[str]) -> int:
    """Write the style sheet, or to a file named ``*.js`` the script; without a file to the output."""
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.stderr.write("usage: python -m mkdocs_bml [FILE]\n")
        return 2
    if arguments:
        content = script() if arguments[0].endswith(".js") else style_sheet()
        Path(arguments[0]).write_text(content, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(style_sheet())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
