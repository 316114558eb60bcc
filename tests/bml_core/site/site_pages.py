"""Pages of a site, as they are known once they are shown."""

from __future__ import annotations

from bml_core.language import parse
from bml_core.render.html import RowIds
from bml_core.site import PageFacts
from bml_core.site.pages import SystemPart


def page(text: str, name: str = "notes", system: str = "system") -> tuple[str, PageFacts]:
    """What is known of a page of BML once it is shown."""
    document, ids = parse(text, file=f"{name}.bml"), RowIds()
    for table in document.tables:
        ids.add_table(table)
    return name, PageFacts(parts=(SystemPart(system, document),), rows=ids.places)
