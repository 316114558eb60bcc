"""BBOalert data: what the browser extension of that name shows the opponents while we bid."""

from bml_core.formats.bboalert.writer import dump, dumps, losses

__all__ = ["dump", "dumps", "losses"]
