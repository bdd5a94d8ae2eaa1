// The moves of a deal as a list, by tricks: a click goes there.
import { esc, findAll } from "./page.js";

export class Moves {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.el = table.part("moves");
    this.filled = "";
  }

  /** A line of the list for a snapshot, if something was done in it. @param {Snapshot} now @param {Snapshot} before */
  line(now, before) {
    const { table } = this;
    if (now.gifts.length > before.gifts.length) {
      const { from, to, cards } = now.gifts[now.gifts.length - 1];
      const shown = cards.includes("?") ? table.w("hidden_hand", { n: cards.length }) : table.tell(cards);
      return `${from} \u2192 ${to}: ${shown}`;
    }
    if (now.trick.length > before.trick.length) {
      const { by, cards } = now.trick[now.trick.length - 1];
      return `${by}: ${table.tell(cards)}`;
    }
    if (now.turned !== before.turned) return `\u21c5 ${table.w(now.turned ? "turned" : "turned_back")}`;
    if (now.mark === "clear" || now.mark === "skip") return now.sentence;
    if (now.fallen !== before.fallen) return `${now.fallen}: ${table.w("fallen")}`;
    if (now.mark === "over") return now.sentence;
    const passed = before.turn;
    return passed && now.mark !== "trick" && now.phase === "play" && before.phase === "play" && now.turn !== before.turn ? `${passed}: ${table.w("passed")}` : "";
  }

  /** Another deal, or more of it. */
  fill() {
    const { table } = this;
    let trick = 0;
    let html = "";
    table.snapshots.forEach((now, i) => {
      const before = table.snapshots[i - 1];
      if (now.mark === "trick") html += `<h4>${esc(table.w("trick", { n: (trick += 1) }))}</h4>`;
      const text = before && this.line(now, before);
      if (text) html += `<button class="st-move" data-at="${i}">${esc(text)}</button>`;
      else if (now.mark === "deal") html += `<button class="st-move" data-at="${i}">${esc(table.w("dealt", { name: now.dealer }))}</button>`;
    });
    if (html === this.filled) return;
    this.filled = html;
    this.el.innerHTML = `<div class="st-list">${html}</div>`;
  }

  /** Where we are; what others will do in a deal that is played is not told beforehand. */
  draw() {
    if (this.el.hidden) return;
    const { table } = this;
    const live = Boolean(table.ask.kind) && table.ask.deal === table.animation.deal;
    /** @type {HTMLElement | null} */
    let here = null;
    for (const move of findAll(this.el, ".st-move")) {
      const at = Number(move.dataset.at);
      move.hidden = live && at > table.at;
      if (at <= table.at) here = move;
      move.removeAttribute("aria-current");
    }
    here?.setAttribute("aria-current", "step");
    const list = /** @type {HTMLElement} */ (this.el.firstElementChild);
    if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }
}
