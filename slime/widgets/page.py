"""A table as one page of HTML: scripts, styles, cards and the deal in it, no Python behind it."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from slime._files import write_file
from slime.widgets.assets import bundle, shared
from slime.widgets.model import TableModel

_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>:root{{color-scheme:light dark}}body{{margin:0 auto;padding:8px;max-width:1500px}}
@media print{{body{{padding:0}}}}</style>
<noscript>{text}</noscript>
<main></main>
<script type="module">
{script}
await show_linked({assets}, {traits}, document.querySelector("main"));
</script>
</html>
"""


def page_html(table: TableModel) -> str:
    """The page, see `slime.widgets.CardTable.html`.

    >>> import slime
    >>> from slime.widgets.model import open_table
    >>> match = slime.Match("slime-licker", ["Anna", "Boris", "Vera", "Gleb"], seed=1).finish()
    >>> page = page_html(open_table(match, deal=2, step=5, lang="en"))
    >>> page[:15], len(page) < 150_000
    ('<!doctype html>', True)
    """
    animation = table.traits["animation"]
    traits = table.wire()
    traits |= {"ask": {}, "note": "", "number": animation["deal"]}  # nobody is there to be asked
    w = table.source.w
    return _PAGE.format(
        lang=w.lang,
        title=escape(f"{animation['title']} · {w('drawing.deal', n=animation['deal'])}"),
        text=escape(animation["snapshots"][table.traits["position"]]["sentence"]),
        script=bundle("alone.js"),
        assets=json.dumps(shared(w.lang)),
        traits=json.dumps(traits, ensure_ascii=False).replace("</", "<\\/"),
    )


def write_page(path: Path, table: TableModel) -> Path:
    """Write the page; see `page_html`."""
    write_file(path, page_html(table))
    return path


__all__ = ["page_html", "write_page"]
