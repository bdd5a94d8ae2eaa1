"""A page with card tables and no notebook around them: quick, and still the real widget.

The browser loads the widget's own module; requests go to a real `CardTable` in this process.
What only a notebook does (saving, restoring, themes, key bindings) is tested in JupyterLab.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Locator
from rig import Watched

from slime.widgets.cardtable import CardTable

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tables</title>
<style>body{margin:0;padding:8px;background:var(--page,#fff)}</style></head><body></body></html>"""

_SETUP = """
async ([name, esm, css, state]) => {
  class Model {
    constructor(state) { this.state = state; this.heard = []; this.sent = []; }
    get(key) { return this.state[key]; }
    set(key, value) {
      if (JSON.stringify(this.state[key]) === JSON.stringify(value)) return;
      this.state[key] = value;
      this.tell(`change:${key}`);
    }
    save_changes() {}
    on(name, what) { this.heard.push([name, what]); }
    off(name, what) { this.heard = this.heard.filter((h) => h[0] !== name || h[1] !== what); }
    tell(name, value) { for (const [n, what] of [...this.heard]) if (n === name) what(value); }
    async send(content) {
      this.sent.push(content);
      const back = await window.toPython(JSON.stringify([name, content]));
      if (back) this.receive(back);
    }
    receive(back) {
      const { reply, state } = JSON.parse(back);
      for (const key in state) this.state[key] = state[key];
      for (const key in state) this.tell(`change:${key}`);
      if (reply) this.tell("msg:custom", reply);
    }
  }
  if (!document.getElementById("css")) {
    const style = document.head.appendChild(document.createElement("style"));
    style.id = "css";
    style.textContent = css;
  }
  const code = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  window.widget ||= (await import(code)).default;
  window.tables ||= {};
  const host = document.body.appendChild(document.createElement("div"));
  const model = new Model(state);
  window.tables[name] = { model, host };
  window.tables[name].close = await window.widget.render({ model, el: host });
}
"""

_TRAITS = ("animation", "kept", "position", "deals", "sheet", "ask", "look", "hint", "words")


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
        sent: list[dict[str, Any]] = self.page.evaluate(f"tables['{name}'].model.sent")
        return sent

    def put(self, table: CardTable, name: str = "one") -> CardTable:
        """Show a table."""
        self.tables[name] = table
        state = table.get_state([*_TRAITS, "still", "art"])
        self.page.evaluate(_SETUP, [name, table._esm, table._css, state])
        return table

    def _hear(self, message: str) -> str | None:
        name, content = json.loads(message)
        if self.deaf:
            return None
        table = self.tables[name]
        before, deal = table.get_state(list(_TRAITS)), table.animation["deal"]
        # The place shown is told by the browser in a notebook; here it is not sent at all.
        answer = table.answer(content)
        after = table.get_state(list(_TRAITS))
        changed = {key: after[key] for key in _TRAITS if after[key] != before[key]}
        if table.animation["deal"] == deal:
            changed.pop("position", None)
        reply: dict[str, Any] = {
            "to": content["id"],
            "ok": answer.ok,
            "text": answer.text,
            "choices": answer.choices,
        }
        return json.dumps({"reply": reply, "state": changed})
