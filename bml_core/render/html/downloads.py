"""Links to exported files, as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from bml_core.render.html.inline import attributes, escape


@dataclass(frozen=True, slots=True)
class Download:
    """A file to offer: its name, what people call its format, and the folder, as "" or "../", it lies in."""

    file: str
    format: str
    folder: str = ""

    @property
    def text(self) -> str:
        """What pages say of the file.

        >>> Download("precision.bss", "Full Disclosure").text
        'precision.bss (Full Disclosure)'
        """
        return f"{self.file} ({self.format})"


def downloads_html(downloads: Iterable[Download], *, classes: Iterable[str] = (), ident: str = "") -> str:
    """Return a list of links to files; each link says the name of the file and its format.

    >>> print(downloads_html([Download("acol.bss", "Full Disclosure", "../")]), end="")
    <ul class="bml-downloads">
    <li><a class="bml-download" href="../acol.bss" download><code>acol.bss</code> (Full Disclosure)</a></li>
    </ul>
    """
    items = "".join(f"<li>{_link(download)}</li>\n" for download in downloads)
    return f"<ul{attributes(('bml-downloads', *classes), ident)}>\n{items}</ul>\n"


def _link(download: Download) -> str:
    address = escape(download.folder + quote(download.file))
    name = f"<code>{escape(download.file)}</code>"
    return f'<a class="bml-download" href="{address}" download>{name} ({escape(download.format)})</a>'
