// The card table: what the widget shows, and how it talks with Python (slime/widgets/cardtable.py).
import { BEAT, Controls } from "./controls.js";
import { Motion } from "./motion.js";
import { unpack } from "./packing.js";
import { button, clamp, enable, esc, find, icon, relabel } from "./page.js";
import { Stage } from "./stage.js";
import { Tray } from "./tray.js";

let born = 0;
const SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };
const HELPS = ["step", "ends", "run", "marks", "deals", "speed", "hands", "big", "type", "cards", "pass", "undo", "help"];
/** @type {Record<string, string>} */
const KEYS = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", PageUp: "deal_before", PageDown: "deal_after", "?": "help", ArrowUp: "mark_before", ArrowDown: "mark_after" };
/** Letters by their place on the keyboard, in any alphabet. @type {Record<string, string>} */
const LETTERS = { KeyS: "speed", KeyO: "hands", KeyB: "big", KeyH: "help" };
/** @type {Record<string, string>} */
const TRAY_LETTERS = { KeyP: "pass", KeyU: "undo" };

export class Table {
  /** @type {DealAnimation} */
  animation;
  /** @type {Snapshot[]} */
  snapshots;
  /** @type {Name[]} */
  players;
  /** The snapshot that ends the exchange shows who gained and who lost. @type {Snapshot | null | undefined} */
  strong;
  /** The snapshot that is drawn. @type {Snapshot | null} */
  drawn = null;
  /** Who waits for an answer, by the number of the request. @type {Map<string, (reply: Reply) => void>} */
  waiting = new Map();
  /** Whether Python is there; null: not known yet. @type {boolean | null} */
  python = null;
  asked = 0;
  /** What is to be taken back when the table closes. @type {(() => void)[]} */
  listeners = [];
  /** What came from Python is shown one after the other. */
  ready = Promise.resolve();
  full = false;
  closed = false;

  /** @param {Model} model @param {HTMLElement} host @param {DealAnimation} animation @param {string} art */
  constructor(model, host, animation, art) {
    this.model = model;
    this.uid = `st${(born += 1)}-${Math.random().toString(36).slice(2, 7)}`;
    this.words = model.get("words");
    this.ask = model.get("ask");
    this.packed = "";
    this.el = document.createElement("section");
    this.el.className = "slime-table";
    this.el.tabIndex = -1;
    this.el.dataset.testid = "slime-table";
    this.el.innerHTML = this.html();
    host.append(this.el);
    find(this.el, ".st-defs").innerHTML = art.replaceAll("UID", this.uid);
    this.felt = this.part("felt");
    this.load(animation);
    this.at = clamp(0, model.get("position"), this.snapshots.length - 1);
    this.hidden = this.look.hands === "hidden";
    this.motion = new Motion(this);
    this.controls = new Controls(this);
    this.tray = new Tray(this);
    this.stage = new Stage(this, this.felt);
    this.listen();
    this.big = false;
    this.set_big(this.look.big);
    // Python is asked once whether it is there; a table from a saved notebook gets no answer.
    this.send({ do: "hello" }, 4000);
  }

  html() {
    /** @param {string} key */
    const w = (key) => esc(this.w(key));
    /** @param {string} act @param {string} [sign] @param {string} [more] */
    const tool = (act, sign, more) => button(act, this.w(act), sign, more);
    return `<div class="st-defs"></div><style></style>` +
      `<header class="st-head"><div class="st-title" data-testid="title"></div><div class="st-tools">` +
      `<span class="st-pair" data-part="deals">${tool("deal_before", "left")}${tool("deal_after", "right")}</span>` +
      button("hands", "") + tool("big", "big", ' aria-pressed="false"') + tool("help", "help", ' aria-expanded="false"') + `</div></header>` +
      `<div class="st-help" data-part="help" data-testid="help-panel" hidden></div>` +
      `<div class="st-felt" data-part="felt" role="group" aria-label="${w("felt")}"><div class="st-rim"></div><div class="st-mid"></div></div>` +
      `<p class="st-say" data-part="say" data-testid="sentence" aria-live="polite" aria-atomic="true"></p>` +
      `<div class="st-tray" data-part="tray" data-testid="tray" role="group" aria-label="${w("tray")}" hidden></div>` +
      `<div class="st-controls" data-part="controls" role="group" aria-label="${w("timeline")}"></div>` +
      `<div class="st-coach" data-part="coach" data-testid="coach" data-slot="coach" aria-live="polite" hidden></div>` +
      `<div class="st-hands" data-part="hands"></div>` +
      `<details class="st-more"><summary>${w("sheet")}</summary><div data-part="sheet" data-testid="sheet" tabindex="0" role="region" aria-label="${w("sheet")}"></div></details>`;
  }

  /** @param {string} name */
  part(name) {
    return find(this.el, `[data-part="${name}"]`);
  }

  /** A word of the table's language. @param {string} key @param {Record<string, unknown>} values */
  w(key, values = {}) {
    const text = this.words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
  }

  /** @param {Card} card */
  spell(card) {
    if (card === "*") return this.w("joker");
    const rank = this.w(`rank.${card[0]}`);
    return card[1] ? this.w("rank_of_suit", { rank, suit: this.w(`suit.${card[1]}`) }) : rank;
  }

  /** @param {Card[]} cards */
  tell(cards) {
    const signs = /** @type {Record<string, string>} */ (SIGNS);
    return cards.map((c) => (c === "*" ? "\u2605" : this.w(`face.${c[0]}`) + (signs[c[1]] || ""))).join(" ");
  }

  /** @param {DealAnimation} animation */
  load(animation) {
    this.animation = animation;
    this.snapshots = animation.snapshots;
    this.players = animation.players;
    this.el.lang = animation.lang;
    this.strong = animation.strength && this.snapshots.filter((one) => one.phase === "exchange").pop();
  }

  get look() {
    return this.model.get("look");
  }

  get deals() {
    return this.model.get("deals");
  }

  get own() {
    return this.look.play[0] || this.look.view;
  }

  /** @param {Name} name */
  plays(name) {
    return this.look.play.includes(name);
  }

  /** Whether a hand is seen. @param {Name} name @param {Snapshot} now */
  shows(name, now) {
    if (!this.hidden || now.phase === "over") return true;
    const { look } = this;
    return look.play.length > 1 ? this.tray.seat === name : name === look.view || this.plays(name);
  }

  room() {
    const width = Math.max(280, this.felt.clientWidth || this.el.clientWidth || 900);
    const full = document.fullscreenElement === this.el;
    const scale = this.big ? clamp(1.15, Math.min(width / 1050, window.innerHeight / 700), 1.8) : clamp(1, width / 1200, 1.2);
    const others = /** @type {HTMLElement[]} */ ([...this.el.children]).filter((c) => c !== this.felt);
    const rest = full ? others.reduce((height, c) => height + c.offsetHeight, 68) : 0;
    // What is around the felt grows and shrinks with it.
    return { width, scale, rest: rest / this.stage.scale };
  }

  listen() {
    const { model, el } = this;
    /** @param {EventTarget} target @param {string} name @param {(event: any) => void} what */
    const on = (target, name, what) => {
      target.addEventListener(name, what);
      this.listeners.push(() => target.removeEventListener(name, what));
    };
    /** @param {string} name @param {(message: Reply) => void} what */
    const hear = (name, what) => {
      model.on(name, what);
      this.listeners.push(() => model.off(name, what));
    };
    const news = () => {
      this.ready = this.ready.then(() => this.sync());
    };
    for (const key of ["animation", "ask", "sheet", "deals", "hint"]) hear(`change:${key}`, news);
    hear("change:position", () => model.get("position") === this.at || news());
    hear("msg:custom", async (reply) => {
      await this.ready;
      const answer = this.waiting.get(reply?.to || "");
      this.waiting.delete(reply?.to || "");
      answer?.(reply);
    });
    on(el, "click", (event) => {
      const target = event.target.closest("[data-act], [data-at]");
      if (target?.dataset.at) {
        this.controls.stop(false);
        this.go(+target.dataset.at);
      } else if (target) this.act(target.dataset.act);
    });
    on(el, "keydown", (event) => this.key(event));
    on(document, "fullscreenchange", () => {
      if (!document.fullscreenElement && this.full) this.set_big(false);
      this.full = document.fullscreenElement === el;
      this.arrange();
    });
    on(find(el, "details"), "toggle", () => this.sheet());
    let width = 0;
    const watch = new ResizeObserver(() => {
      if (Math.abs(this.felt.clientWidth - width) < 2) return;
      width = this.felt.clientWidth;
      this.arrange();
    });
    watch.observe(this.felt);
    this.listeners.push(() => watch.disconnect());
  }

  /** Show what Python has said last: another deal must be unpacked before the rest can be shown. */
  async sync() {
    const { model } = this;
    const packed = model.get("animation");
    const animation = packed === this.packed ? null : await unpack(packed);
    if (this.closed) return;
    this.ask = model.get("ask");
    if (animation) {
      this.packed = packed;
      this.film(animation);
    }
    const to = clamp(0, model.get("position"), this.snapshots.length - 1);
    if (to !== this.at && !animation) {
      this.controls.stop(false);
      this.go(to);
    }
    this.head();
    this.sheet();
    this.hint();
    this.redraw();
  }

  /**
   * Ask Python; the answer, or that there is none.
   * @param {object} what @returns {Promise<Reply>}
   */
  send(what, patience = 15000) {
    const id = `${this.uid}:${(this.asked += 1)}`;
    return new Promise((answer) => {
      const silent = (gone = false) => {
        // A first answer is still welcome later: then Python was busy.
        if (gone || this.python !== null) this.waiting.delete(id);
        if (gone || this.python === null) this.python = false;
        this.redraw();
        answer({ ok: false, text: this.w("no_python") });
      };
      const late = setTimeout(silent, patience);
      this.waiting.set(id, (reply) => {
        clearTimeout(late);
        if (!this.python) this.greet();
        answer(reply);
      });
      try {
        this.model.send({ id, ...what });
      } catch {
        // The kernel was started again and knows nothing of this table.
        clearTimeout(late);
        silent(true);
      }
    });
  }

  /** Python is there, maybe late, busy with other cells: on to the player's turn. */
  greet() {
    this.python = true;
    this.redraw();
    if (this.ask.kind && this.at === 0 && this.snapshots.length > 1) this.controls.start();
  }

  /** Another deal, or the same deal longer or shorter than before. @param {DealAnimation} animation */
  film(animation) {
    const same = animation.deal === this.animation.deal && animation.players.join() === this.players.join();
    const { length } = this.snapshots;
    const ended = this.at >= length - 1;
    this.load(animation);
    const { ask } = this;
    const end = this.snapshots.length - 1;
    const live = (ask.kind || this.tray.mode) && (!ask.deal || ask.deal === animation.deal);
    if (!same && live && ask.deal) this.at = ask.undo ? end : 0;
    else if (!same) this.at = this.model.get("position") || 0;
    this.at = clamp(0, this.at, end);
    // A hand that grows or shrinks by a move needs no new places at the table.
    if (same && this.drawn && end >= length) this.controls.lay(this.snapshots);
    else {
      this.drawn = null;
      this.arrange();
    }
    this.save();
    if (live && end > this.at && (!same || (ended && end >= length))) {
      // The move just made is shown at once, those of the others at a pace that can be followed.
      if (same) this.go(this.at + 1, true);
      if (this.at < end) this.controls.start();
    } else if (same && end + 1 < length) this.controls.stop();
  }

  arrange() {
    if (!this.el.isConnected && this.drawn) return;
    this.stage.arrange(this.snapshots);
    this.controls.lay(this.snapshots);
    this.head();
    this.sheet();
    this.hint();
    this.redraw();
  }

  /** @param {number} at */
  go(at, moving = false) {
    const step = at - this.at;
    this.at = clamp(0, at, this.snapshots.length - 1);
    this.redraw(moving || step === 1);
    this.save();
  }

  save() {
    this.model.set("position", this.at);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), 250);
  }

  redraw(moving = false) {
    const now = this.snapshots[this.at];
    const before = this.drawn;
    this.tray.update();
    const seen = moving && before && before !== now ? this.motion.look(before, now) : null;
    this.stage.draw(now);
    if (before !== now) this.say(now.sentence);
    this.controls.draw();
    this.tray.draw();
    this.drawn = now;
    if (before?.phase !== now.phase) this.sheet();
    this.motion.go(seen, Math.min(520, (0.55 * BEAT) / this.controls.speed));
  }

  /** @param {string} text */
  say(text) {
    this.part("say").textContent = text;
  }

  head() {
    const { animation, deals, el } = this;
    const { deal, title } = animation;
    const of = this.w(deals.last > 1 ? "deal_of" : "deal", { n: deal, of: deals.last });
    find(el, ".st-title").innerHTML = `<b>${esc(title)}</b> <span>${esc(of)}</span>`;
    el.setAttribute("aria-label", `${this.w("table")}: ${title}, ${of}`);
    this.part("deals").hidden = !(deals.last > 1 || deals.more);
    enable(el, "deal_before", deal > deals.first);
    enable(el, "deal_after", deal < deals.last || deals.more);
    const hands = find(el, '[data-act="hands"]');
    hands.innerHTML = icon(this.hidden ? "hidden" : "hands");
    relabel(hands, this.w(this.hidden ? "hands_show" : "hands_hide"));
  }

  /** Another deal: from Python, or from what is kept where Python is gone or has not answered yet. @param {number} number */
  async deal(number) {
    const { model } = this;
    const kept = model.get("kept");
    this.controls.stop(false);
    if (!this.python && kept[number] && this.packed) {
      model.set("kept", { ...kept, [this.animation.deal]: this.packed });
      model.set("position", 0);
      model.set("animation", kept[number]);
      return;
    }
    const reply = await this.send({ do: "deal", deal: number });
    if (!reply.ok) this.say(this.python === false ? this.w("deal_gone") : reply.text);
  }

  hint() {
    const slot = this.part("coach");
    slot.textContent = this.model.get("hint");
    slot.hidden = !slot.textContent;
  }

  /** The score sheet, filled in while it is open. */
  sheet() {
    /** @type {[number, number][][]} */
    const rows = JSON.parse(this.model.get("sheet"));
    const details = /** @type {HTMLDetailsElement} */ (find(this.el, "details"));
    details.hidden = !rows.length;
    if (!details.open) return;
    const { animation: { deal }, deals: { first } } = this;
    // A deal that is still running on the felt does not tell its end here.
    const over = this.snapshots[this.at].phase === "over";
    const body = rows.slice(0, deal - first + (over ? 1 : 0)).map((row, i) =>
      `<tr class="${first + i === deal ? "st-here" : ""}"><th scope="row">${first + i}</th>` +
      row.map(([place, total]) => `<td>${place}/<b>${total}</b></td>`).join("") + "</tr>");
    this.part("sheet").innerHTML = `<table><thead><tr><th scope="col">${esc(this.w("sheet_deal"))}</th>` +
      this.players.map((name) => `<th scope="col">${this.stage.dotted(name)}</th>`).join("") +
      `</tr></thead><tbody>${body.join("")}</tbody></table><p>${esc(this.w("sheet_note"))}</p>`;
  }

  /** @param {string} what */
  act(what) {
    const { controls, animation: { deal }, deals } = this;
    /** @type {Record<string, () => void>} */
    const acts = {
      first: () => this.step(0),
      back: () => this.step(this.at - 1),
      forward: () => this.step(this.at + 1),
      last: () => this.step(this.snapshots.length - 1),
      run: () => controls.toggle(),
      speed: () => controls.faster(),
      mark_before: () => controls.jump(-1),
      mark_after: () => controls.jump(1),
      big: () => this.projector(),
      help: () => this.help(),
      hands: () => {
        this.hidden = !this.hidden;
        this.arrange();
      },
      deal_before: () => deal > deals.first && this.deal(deal - 1),
      deal_after: () => (deal < deals.last || deals.more) && this.deal(deal + 1),
    };
    acts[what]();
  }

  /** @param {number} at */
  step(at) {
    this.controls.stop(false);
    this.go(at);
  }

  /** Large, and over the whole screen where the browser lets us. */
  projector() {
    const on = !this.big;
    this.set_big(on);
    if (on && this.el.requestFullscreen) this.el.requestFullscreen().catch(() => {});
    else if (!on && document.fullscreenElement === this.el) document.exitFullscreen();
  }

  /** @param {boolean} on */
  set_big(on) {
    this.big = on;
    this.el.classList.toggle("st-large", on);
    find(this.el, '[data-act="big"]').setAttribute("aria-pressed", String(on));
    this.arrange();
  }

  help() {
    const panel = this.part("help");
    panel.hidden = !panel.hidden;
    find(this.el, '[data-act="help"]').setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.innerHTML) return;
    /** @param {string} keys */
    const caps = (keys) => keys.split(" ").map((key) => `<kbd>${esc(key)}</kbd>`).join(" ");
    panel.innerHTML = `<b>${esc(this.w("help"))}</b><dl>` +
      HELPS.map((key) => `<div><dt>${caps(this.w(`key.${key}`))}</dt><dd>${esc(this.w(`helps.${key}`))}</dd></div>`).join("") + "</dl>";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key === "Enter") return;
    // Plain keys stay here: in a notebook they would delete and move cells.
    event.stopPropagation();
    if (event.key === "Escape") {
      if (!this.part("help").hidden) this.act("help");
      else if (target !== this.el) this.el.focus();
      return;
    }
    if (target.matches('input[type="text"]')) return;
    // A key held down steps on, and does nothing else again and again.
    if (event.repeat && !event.key.startsWith("Arrow")) return event.preventDefault();
    const act = KEYS[event.key] || (event.key === " " && !target.closest("button, summary") ? "run" : LETTERS[event.code]);
    const own = this.tray.mode && TRAY_LETTERS[event.code];
    if (act) this.act(act);
    else if (own) this.tray.act(own);
    else return this.tray.type(event.key);
    event.preventDefault();
  }

  close() {
    this.closed = true;
    this.controls.stop(false);
    clearTimeout(this.saving);
    for (const off of this.listeners) off();
    this.waiting.clear();
    this.el.remove();
  }
}

/** @param {{ model: Model, el: HTMLElement }} place */
async function render({ model, el }) {
  const packed = model.get("animation");
  const table = new Table(model, el, await unpack(packed), await unpack(model.get("art")));
  table.packed = packed;
  // The still picture that stands in for a table (see CardTable) is not needed beside it.
  const still = model.get("still");
  find(table.el, "style").textContent =
    `.jp-OutputArea-child:has(#${still},img[src*="%22${still}%22"]){display:none!important}`;
  await table.sync();
  return () => table.close();
}

export default { render };
