"""A page with card tables and no notebook around them: quick, and still the real widget.

The browser loads the face alone; requests go to a real table in this process.
What only a notebook does (saving, restoring, themes, key bindings) is tested in JupyterLab.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Locator
from rig import Watched

from slime.widgets.assets import bundle, shared
from slime.widgets.cardtable import CardTable

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tables</title>
<meta name="viewport" content="width=device-width">
<style>body{margin:0;padding:8px;background:var(--page,#fff)}</style></head><body></body></html>"""

_SETUP = """
async ([name, script, packed, traits]) => {
  const heard = [];
  const table = { heard, sent: [], receive: (message) => heard.forEach((hear) => hear(message)) };
  const wire = {
    send(message) {
      if (table.gone) throw new Error("Gone");
      table.sent.push(message);
      window.toPython(JSON.stringify([name, message])).then((back) => {
        if (back) JSON.parse(back).forEach(table.receive);
      });
    },
    on(hear) { heard.push(hear); return () => heard.splice(heard.indexOf(hear), 1); },
  };
  if (!window.boot) {
    const code = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    window.boot = (await import(code)).boot;
  }
  window.tables ||= {};
  window.tables[name] = table;
  table.host = document.body.appendChild(document.createElement("div"));
  const { face, assets } = await window.boot(packed);
  table.close = await face(table.host, traits, wire, assets);
}
"""
_BOOT = bundle("boot.js") + "export { boot };"


class Stand(Watched):
    """Tables on one page."""

    def __init__(self, browser: Browser, width: int, height: int, **how: Any) -> None:
        size = {"width": width, "height": height}
        super().__init__(browser, "about:", patience=20_000, viewport=size, **how)
        self.tables: dict[str, CardTable] = {}
        self.deaf = False  # as if there were no Python
        self.page.set_content(_PAGE)
        self.page.expose_function("toPython", self._hear)

    def show(self, table: CardTable, name: str = "one") -> Locator:
        """Show a table, and give what is drawn."""
        self.put(table, name)
        return self.table(len(self.tables) - 1)

    def sent(self, name: str = "one") -> list[dict[str, Any]]:
        """What the browser asked Python."""
        sent: list[dict[str, Any]] = self.page.evaluate(f"tables['{name}'].sent")
        return [message for message in sent if message["do"] != "at"]

    def put(self, table: CardTable, name: str = "one") -> CardTable:
        """Show a table."""
        self.tables[name] = table
        model = table.table
        self.page.evaluate(_SETUP, [name, _BOOT, shared(model.source.w.lang), model.wire()])
        return table

    def tell(self, table: CardTable, name: str = "one") -> None:
        """Tell the browser how a table stands now."""
        self.page.evaluate(f"m => tables['{name}'].receive(m)", {"traits": table.table.wire()})

    def _hear(self, message: str) -> str | None:
        name, content = json.loads(message)
        if self.deaf:
            return None
        model = self.tables[name].table
        changed: dict[str, Any] = {}
        told, model.on_change = model.on_change, changed.update
        reply = model.receive(content)
        model.on_change = told
        told(changed)
        back: list[dict[str, Any]] = [{"traits": model.wire(changed)}] if changed else []
        return json.dumps([*back, reply] if reply else back)
