// The player's hand and choices. What may be played is Python's to say: this only asks.
import { Drag } from "./drag.js";
import { clamp, esc, findAll, icon, seek } from "./page.js";

export class Tray {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.el = table.part("tray");
    /** @type {Name | null} */
    this.seat = null;
    this.open = false;
    /** @type {"" | "ask" | "mute" | "away" | "back" | "wait"} */
    this.mode = "";
    /** The cards picked, and the one that the keyboard is at. @type {Set<number>} */
    this.picked = new Set();
    this.at = 0;
    this.hand = "";
    this.html = "";
    /** Python's last answer that stands. @type {Reply | null} */
    this.said = null;
    this.drag = new Drag(this);
    this.el.addEventListener("click", (event) => this.click(event));
    this.el.addEventListener("keydown", (event) => this.key(event));
  }

  /** Who is asked, and may he answer now? Before the felt is drawn. */
  update() {
    const { table } = this;
    const { ask, controls } = table;
    const live = Boolean(ask.kind) && ask.deal === table.animation.deal;
    if (!ask.kind) this.mode = "";
    else if (!live) this.mode = "away";
    else if (table.at < table.snapshots.length - 1) this.mode = controls.timer === null ? "back" : "wait";
    else this.mode = table.python ? "ask" : "mute";
    if (this.mode === "ask") this.seat = (ask.kind !== "sit" && ask.seat) || null;
    if (!this.seat && live && ask.kind !== "over") this.seat = table.look.play[0] || null;
    // A machine that is passed on shows no hand on the way.
    this.open = Boolean(this.seat && live && ask.kind !== "sit" && !(this.mode === "ask" && !ask.seat));
  }

  /** Whether somebody's cards are here and not on the felt. @param {Name} name */
  holds(name) {
    return this.open && this.seat === name;
  }

  /** @param {Name} name */
  handOf(name) {
    return this.holds(name) ? seek(this.el, ".st-hand") : null;
  }

  /** The cards of who is asked. @returns {Card[]} */
  cards() {
    return this.open && this.seat ? this.table.snapshots[this.table.at].hands[this.seat] || [] : [];
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  w(key, values) {
    return esc(this.table.w(key, values));
  }

  draw() {
    const { mode, table, table: { ask } } = this;
    this.el.hidden = !mode;
    this.el.dataset.mode = mode;
    if (!mode) return;
    const hand = `${this.seat} ${this.cards().join(" ")}`;
    if (hand !== this.hand) this.picked.clear();
    this.hand = hand;
    this.offer();
    if (mode !== "ask") this.said = null;
    const held = this.focused();
    const text = { ask: esc(ask.text || ""), back: this.w("looking_back"), wait: this.w("others"), mute: esc(table.python === null ? table.w("starting") : table.gone("no_python")), away: this.w("away", { n: ask.deal }) }[mode];
    const html = `<div class="st-asked" data-testid="asked"><b>${text}</b>${this.goes()}</div>` +
      this.told() + this.choices() + this.fan() + this.buttons();
    if (html === this.html) return;
    this.html = html;
    this.el.innerHTML = html;
    if (held) this.focus(held);
  }

  /** The best cards are all that can be given: they are picked already. */
  offer() {
    const { ask } = this.table;
    if (this.mode !== "ask" || ask.kind !== "give" || !ask.best?.length || this.picked.size) return;
    const cards = this.cards();
    for (const card of ask.best) this.picked.add(cards.findIndex((held, i) => held === card && !this.picked.has(i)));
  }

  /** Whether Python says that a card can be played or given. @param {Card} card */
  can(card) {
    const { ask } = this.table;
    if (this.mode !== "ask") return null;
    if (ask.kind === "give") return !ask.best?.length || ask.best.includes(card);
    return ask.kind === "play" ? card[0] in (ask.takes || {}) : null;
  }

  /** What came in the exchange, until something was played. @returns {Card[]} */
  received() {
    const { snapshots, at } = this.table;
    const { seat } = this;
    if (!seat) return [];
    const past = snapshots.slice(0, at + 1);
    if (past.some((now) => now.trick.some(({ by }) => by === seat))) return [];
    return past.filter((now) => now.phase === "exchange").pop()?.gifts.filter(({ to }) => to === seat).flatMap(({ cards }) => cards) || [];
  }

  told() {
    const { text, ok } = this.said || {};
    if (!text) return "";
    return `<div class="${ok ? "st-told" : "st-refused"}" role="${ok ? "status" : "alert"}" data-testid="answer">${esc(text)}</div>`;
  }

  goes() {
    const word = { wait: "skip", back: "now", away: "now", ask: "", mute: "", "": "" }[this.mode];
    return word && `<button class="st-btn st-text" data-do="now">${this.w(word)}</button>`;
  }

  fan() {
    const { table } = this;
    const cards = this.cards();
    if (!cards.length) return "";
    const focus = Math.min(this.at, cards.length - 1);
    const fresh = this.received();
    return `<div class="st-hand" role="group" data-testid="hand" aria-label="${this.w("hand_of", { name: this.seat })}">` +
      cards.map((card, i) => {
        const can = this.can(card);
        const got = fresh.includes(card);
        const words = [table.spell(card), can ? table.w("can_play") : "", got ? table.w("received") : ""].filter(Boolean).join(", ");
        return `<button class="st-pick${can ? " st-can" : can === false ? " st-cannot" : ""}${got ? " st-got" : ""}" data-i="${i}" data-testid="card" data-card="${card}" ` +
          `tabindex="${i === focus ? 0 : -1}" aria-pressed="${this.picked.has(i)}" aria-disabled="${this.mode !== "ask"}" aria-label="${esc(words)}">${table.stage.card(card)}</button>`;
      }).join("") + "</div>";
  }

  buttons() {
    const { mode, table } = this;
    const { ask } = table;
    const can = mode === "ask";
    /** @param {string} act @param {string} label @param {boolean} may @param {string} [more] */
    const button = (act, label, may, more = "") =>
      `<button class="st-btn st-text${more}" data-do="${act}" aria-disabled="${!may}">${label}</button>`;
    const [back, again] = /** @type {("undo" | "redo")[]} */ (["undo", "redo"]).map((act) =>
      `<button class="st-btn st-text" data-do="${act}" data-testid="${act}" ` +
      `aria-disabled="${!((can || mode === "wait") && ask[act])}">${icon(act)}<span>${this.w(act)}</span></button>`);
    const undo = back + (ask.redo ? again : "");
    if (ask.kind === "sit") return can ? `<div class="st-acts">${button("sit", this.w("sit", { name: ask.seat }), true, " st-main")}</div>` : "";
    if (ask.kind === "deal" && can) return `<div class="st-acts">${button("deal", this.w("deal_next"), true, " st-main")}${undo}</div>`;
    if (ask.kind === "over" || ask.kind === "deal" || !this.open) return "";
    const chosen = this.chosen();
    const give = ask.kind === "give";
    const label = this.w(ask.kind + (chosen.length ? "_cards" : ""), { cards: table.tell(chosen), name: ask.to });
    return `<div class="st-acts">` + button("play", label, can && chosen.length > 0, " st-main") +
      (give ? "" : button("pass", this.w("pass"), can && ask.pass !== false)) +
      undo + button("which", `${icon("help")}<span>${this.w(give ? "which_give" : "which")}</span>`, can) +
      `<input type="text" class="st-type" data-testid="typed" autocomplete="off" autocapitalize="off" spellcheck="false" ` +
      `aria-label="${this.w("type")}" placeholder="${this.w("type_hint")}"${can ? "" : " disabled"}></div>`;
  }

  choices() {
    const choices = this.said?.choices;
    if (!choices?.length) return "";
    return `<div class="st-choices" role="group" aria-label="${this.w("choices")}" data-testid="choices">` +
      choices.map((c, i) => `<button class="st-btn st-text" data-choice="${i}">${esc(c.label)}</button>`).join("") + "</div>";
  }

  chosen() {
    const cards = this.cards();
    return [...this.picked].sort((a, b) => a - b).map((i) => cards[i]);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!target) return;
    const { i, choice, do: act = "" } = target.dataset;
    // The second click of a double click is not meant for who is asked next.
    if (event.detail > 1 && !i && ["pass", "play", "deal", "sit", ""].includes(act)) return;
    if (i !== undefined && event.detail === 2) this.both(+i);
    else if (i !== undefined) this.pick(+i);
    else if (choice !== undefined) this.ask({ text: this.said?.choices?.[+choice].text, exact: true });
    else this.act(act);
  }

  /** @param {number} i */
  pick(i) {
    if (this.mode !== "ask") return;
    this.at = i;
    const before = [...this.picked];
    const cards = this.cards();
    if (!this.picked.delete(i)) this.take(i);
    // What goes back without being asked to is said.
    const back = before.filter((j) => j !== i && !this.picked.has(j)).map((j) => cards[j]);
    this.said = back.length ? { ok: true, text: this.table.w("put_back", { cards: this.table.tell(back) }) } : null;
    this.draw();
  }

  /** A double click: the card, and what goes with it, is played. @param {number} i */
  both(i) {
    if (this.mode !== "ask") return;
    if (!this.picked.has(i)) this.take(i);
    this.act("play");
  }

  /** Take a card, and with it as many as are asked for: Python says which go together. @param {number} i */
  take(i) {
    const { picked, table: { ask } } = this;
    const { takes = {}, wild = "", most = ask.count || 99 } = ask;
    const cards = this.cards();
    const rank = cards[i][0];
    const together = (/** @type {number} */ j) => ask.kind === "give" || cards[j][0] === rank || (wild + rank).includes(cards[j][0]) || wild.includes(rank);
    for (const j of [...picked]) if (!together(j)) picked.delete(j);
    while (picked.size >= most) picked.delete([...picked][0]);
    picked.add(i);
    if (picked.size > 1 || !takes[rank]) return;
    for (const wanted of takes[rank].replace(rank, "")) {
      const next = cards.findIndex((card, j) => card[0] === wanted && !picked.has(j));
      if (next >= 0) picked.add(next);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat && event.key === "Enter") return event.preventDefault();
    const target = /** @type {HTMLElement} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest(".st-pick"));
    /** @type {Record<string, number>} */
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };
    if (target instanceof HTMLInputElement) {
      if (event.key !== "Enter" || !target.value.trim()) return;
      this.ask({ text: target.value });
    } else if (card && event.key in moves) {
      const all = findAll(this.el, ".st-pick");
      this.at = clamp(0, Number(card.dataset.i) + moves[event.key], all.length - 1);
      all.forEach((c, i) => (c.tabIndex = i === this.at ? 0 : -1));
      all[this.at].focus();
    } else if (card && event.key === "Enter" && this.picked.size) this.act("play");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} what */
  act(what) {
    const { table, mode } = this;
    const { ask } = table;
    if (what === "now") {
      if (mode === "away") return table.deal(ask.deal || 0);
      table.controls.stop(false);
      return table.go(table.snapshots.length - 1);
    }
    if ((what === "undo" || what === "redo") && ask[what]) this.ask({ do: what });
    if (mode !== "ask") return;
    if (what === "deal") this.ask({ do: "next" });
    if (what === "sit") this.ask({ do: "sit" });
    if (what === "which") this.ask({ do: "which" });
    if (what === "pass" && ask.kind === "play") this.ask({ do: "pass" });
    if (what === "play" && this.picked.size) this.ask({ cards: this.chosen() });
  }

  /** Ask Python, one thing at a time. @param {{ do?: string, text?: string, cards?: Card[], exact?: boolean }} what */
  async ask(what) {
    const { table } = this;
    if (table.waiting.size) return;
    const { kind = "", seat, mark } = table.ask;
    const reply = await table.send({ do: kind, seat, mark, ...what });
    if (reply.ok && (what.text || what.cards || what.do === "pass")) this.picked.clear();
    this.answer(reply, what.text);
  }

  /** @param {Reply} reply @param {string} [typed] */
  answer(reply, typed) {
    this.said = reply;
    this.html = "";
    this.draw();
    if (reply.ok) return;
    if (!this.table.motion.calm.matches) {
      const shake = [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
      seek(this.el, ".st-hand")?.animate(shake, 320);
    }
    const field = this.field();
    if (typed && field) field.value = typed;
  }

  field() {
    return /** @type {HTMLInputElement | null} */ (seek(this.el, ".st-type"));
  }

  /** What has the focus, so that a redrawn tray can give it back. @returns {[string, string] | null} */
  focused() {
    const root = /** @type {Document | ShadowRoot} */ (this.el.getRootNode());
    const now = /** @type {HTMLElement | null} */ (root.activeElement);
    if (!now || !this.el.contains(now)) return null;
    for (const key of ["i", "do", "choice"]) {
      const value = now.dataset[key];
      if (value !== undefined) return [key, value];
    }
    return now instanceof HTMLInputElement ? ["type", now.value] : ["do", "play"];
  }

  /** @param {[string, string]} held */
  focus([key, value]) {
    const field = this.field();
    if (key === "type" && field && !field.disabled) {
      field.value = this.said?.text ? value : "";
      return field.focus();
    }
    const same = seek(this.el, `[data-${key}="${value}"]`) || seek(this.el, '.st-pick[tabindex="0"]');
    (same || seek(this.el, "button") || this.table.el).focus({ preventScroll: true });
  }

  /** A key pressed anywhere on the table that may be a card: into the field with it. @param {string} key */
  type(key) {
    if (this.mode === "ask" && key.length === 1 && key !== " ") this.field()?.focus();
  }
}
