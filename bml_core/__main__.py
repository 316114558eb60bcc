"""``python -m bml_core``, the same as ``bml``."""

import sys

from bml_core.commands import main

if __name__ == "__main__":
    sys.exit(main())
