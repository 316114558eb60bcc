"""``python -m bml_core.commands``, the same as ``bml``."""

import sys

from bml_core.commands import main

sys.exit(main())
