"""``bml2bss``: the drop-in command for Full Disclosure."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bml_core import __version__
from bml_core.commands import bss, files


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``bml2bss``; returns the exit status: 0 clean or warnings, 1 errors, 2 wrong usage.

    >>> main(["missing.bml", "-o", "-"])
    1
    """
    parser = argparse.ArgumentParser(prog="bml2bss", description="Convert BML to Full Disclosure (.bss).")
    parser.add_argument("inputfile", help="the input file (- is stdin)")
    parser.add_argument(
        "-i",
        "--indentation",
        type=int,
        choices=range(1, 10),
        metavar="1-9",
        help="accepted; any indentation is read",
    )
    parser.add_argument("-o", "--outputfile", metavar="OUTPUTFILE", help="the output file (- is stdout)")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="report what was left out as well")
    parser.add_argument("--version", action="version", version=f"%(prog)s ({__version__})")
    files.add_reading_options(parser)
    options = parser.parse_args(arguments)
    return bss.convert(
        options.inputfile,
        options.outputfile,
        dialect=options.dialect,
        roots=options.include_root,
        verbose=options.verbose > 0,
    )


if __name__ == "__main__":
    sys.exit(main())
