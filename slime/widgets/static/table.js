// The card table: what the widget shows, and how it talks with Python (slime/widgets/cardtable.py).
import { BEAT, Controls } from "./controls.js";
import { Motion } from "./motion.js";
import { Moves } from "./moves.js";
import { unpack } from "./packing.js";
import { button, clamp, copy, enable, esc, find, findAll, icon, keep_keys, relabel } from "./page.js";
import { Stage } from "./stage.js";
import { Tray } from "./tray.js";
import { WhatIf } from "./whatif.js";

let born = 0;
const FOUR = "slime-four-suits";

/** Whether suits have four colours, as last chosen in this browser. */
function kept_four() {
  try {
    return localStorage.getItem(FOUR) === "yes";
  } catch {
    return false;
  }
}

/** @param {boolean} four */
function keep_four(four) {
  try {
    localStorage.setItem(FOUR, four ? "yes" : "no");
  } catch {
    // A page that may keep nothing.
  }
}
const SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };
const HELPS = ["step", "ends", "run", "marks", "deals", "speed", "hands", "big", "read", "four", "type", "cards", "pass", "undo", "redo", "help"];
/** @type {Record<string, string>} */
const KEYS = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", PageUp: "deal_before", PageDown: "deal_after", "?": "help", ArrowUp: "mark_before", ArrowDown: "mark_after" };
/** Letters by their place on the keyboard, in any alphabet. @type {Record<string, string>} */
const LETTERS = { KeyS: "speed", KeyO: "hands", KeyB: "big", KeyH: "help", KeyR: "read", KeyF: "four" };
/** @type {Record<string, string>} */
const TRAY_LETTERS = { KeyP: "pass", KeyU: "undo", KeyY: "redo" };
// From this width on there is room for the moves beside the table.
const WIDE = 1150;

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
  /** @type {Traits["branch"]} */
  branch = {};
  closed = false;

  /** @param {Store} model @param {HTMLElement} host @param {DealAnimation} animation @param {Assets} assets @param {boolean} quiet a second table, which another one steps */
  constructor(model, host, animation, assets, quiet = false) {
    this.model = model;
    this.uid = `st${(born += 1)}-${Math.random().toString(36).slice(2, 7)}`;
    this.assets = assets;
    this.words = assets.words;
    this.quiet = quiet;
    this.ask = model.get("ask");
    this.packed = model.get("animation");
    this.el = document.createElement("section");
    this.el.className = "slime-table slime-alive";
    keep_keys(this.el);
    this.el.tabIndex = -1;
    this.el.dataset.testid = "slime-table";
    this.el.innerHTML = this.html();
    host.append(this.el);
    find(this.el, ".st-defs").innerHTML = assets.art.replaceAll("UID", this.uid);
    this.felt = this.part("felt");
    this.moves = new Moves(this);
    this.what = new WhatIf(this);
    this.load(animation);
    this.at = clamp(0, model.get("position"), this.snapshots.length - 1);
    this.hands = this.look.hands;
    this.hidden = this.hands === "hidden";
    this.motion = new Motion(this);
    this.controls = new Controls(this);
    this.tray = new Tray(this);
    this.stage = new Stage(this, this.felt);
    this.listen();
    this.big = false;
    this.el.classList.toggle("st-quiet", quiet);
    this.colour_suits(kept_four());
    this.set_big(this.look.big && !quiet);
    // Python is asked once whether it is there; a table from a saved notebook gets no answer.
    if (!quiet) this.send({ do: "hello" }, model.wire.patience || 4000);
  }

  html() {
    /** @param {string} key */
    const w = (key) => esc(this.w(key));
    /** @param {string} act @param {string} [sign] @param {string} [more] */
    const tool = (act, sign, more) => button(act, this.w(act), sign, more);
    return `<div class="st-defs"></div><style></style>` +
      `<header class="st-head"><div class="st-title" data-testid="title"></div><div class="st-tools">` +
      `<span class="st-pair" data-part="deals">${tool("deal_before", "left")}${tool("deal_after", "right")}</span>` +
      tool("copy_code", "copy") + tool("copy_link", "link") + button("hands", "") + tool("big", "big", ' aria-pressed="false"') + tool("help", "help", ' aria-expanded="false"') + `</div></header>` +
      `<div class="st-help" data-part="help" data-testid="help-panel" hidden></div>` +
      `<div class="st-branch" data-part="branch" data-testid="branch" hidden></div>` +
      `<div class="st-worlds"><div class="st-felt" data-part="felt" role="group" aria-label="${w("felt")}"><div class="st-rim"></div><div class="st-mid"></div></div>` +
      `<div class="st-other" data-part="other" data-testid="other" hidden></div></div><p class="st-busy" data-part="busy" role="status" hidden>${w("busy")}</p>` +
      `<p class="st-say" data-part="say" data-testid="sentence" aria-live="polite" aria-atomic="true"></p>` +
      `<div class="st-tray" data-part="tray" data-testid="tray" role="group" aria-label="${w("tray")}" hidden></div>` +
      `<div class="st-controls" data-part="controls" role="group" aria-label="${w("timeline")}"></div>` +
      `<div class="st-what" data-part="what" data-testid="what" hidden></div><p class="st-note" data-part="note" hidden></p>` +
      `<div class="st-aloud" data-part="aloud" data-testid="aloud" aria-live="assertive"></div>` +
      `<nav class="st-moves" data-part="moves" data-testid="moves" aria-label="${w("moves")}" hidden></nav>` +
      `<div class="st-coach" data-part="coach" data-testid="coach" data-slot="coach" aria-live="polite" hidden></div>` +
      `<div class="st-hands" data-part="hands"></div>` +
      `<details class="st-more"><summary>${w("sheet")}</summary><div data-part="sheet" data-testid="sheet" tabindex="0" role="region" aria-label="${w("sheet")}"></div></details>`;
  }

  /** A part of this table, and not of the one beside it. @param {string} selector */
  own_part(selector) {
    const found = findAll(this.el, selector).find((part) => part.closest(".slime-table") === this.el);
    return /** @type {HTMLElement} */ (found);
  }

  /** @param {string} name */
  part(name) {
    return this.own_part(`[data-part="${name}"]`);
  }

  /** A word of the table's language. @param {string} key @param {Record<string, unknown>} values */
  w(key, values = {}) {
    const text = this.words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
  }

  /** What is said where Python is gone: not every page has a cell to run. @param {"no_python" | "deal_gone"} key */
  gone(key) {
    const on_page = { no_python: "no_python_page", deal_gone: "deal_gone_page" };
    return this.w(this.model.wire.page ? on_page[key] : key);
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
    this.moves.fill();
  }

  get look() {
    return this.model.get("look");
  }

  get deals() {
    return this.model.get("deals");
  }

  get own() {
    return this.look.viewer || this.look.play[0] || this.look.view;
  }

  /** @param {Name} name */
  plays(name) {
    return this.look.play.includes(name);
  }

  /** Whether a hand is seen. @param {Name} name @param {Snapshot} now */
  shows(name, now) {
    if (now.hands[name].includes("?")) return false;
    if (!this.hidden || now.phase === "over") return true;
    const { look } = this;
    return look.play.length > 1 ? this.tray.seat === name : name === look.view || this.plays(name);
  }

  room() {
    const width = Math.max(200, this.felt.clientWidth || this.el.clientWidth || 900);
    const full = document.fullscreenElement === this.el;
    const scale = this.big ? clamp(1.15, Math.min(width / 1050, window.innerHeight / 700), 1.8) : clamp(1, width / 1200, 1.2);
    const others = /** @type {HTMLElement[]} */ ([...this.el.children]).filter((c) => !c.contains(this.felt) && !c.matches(".st-moves"));
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
    const news = () => {
      this.ready = this.ready.then(() => this.sync());
    };
    for (const key of ["animation", "ask", "sheet", "deals", "hint", "look", "branch", "other", "note"]) model.on(key, news);
    model.on("position", () => model.get("position") === this.at || news());
    model.answers.push(async (/** @type {Reply} */ reply) => {
      await this.ready;
      const answer = this.waiting.get(reply?.to || "");
      this.waiting.delete(reply?.to || "");
      answer?.(reply);
    });
    if (this.quiet) return this.watch();
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
    on(this.own_part("details"), "toggle", () => this.sheet());
    this.watch();
  }

  /** Follow the room there is. */
  watch() {
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
    if (this.hands !== this.look.hands) {
      this.hands = this.look.hands;
      this.hidden = this.hands === "hidden";
      this.drawn = null;
    }
    if (animation) {
      this.packed = packed;
      this.film(animation);
    }
    const to = clamp(0, model.get("position"), this.snapshots.length - 1);
    if (to !== this.at && !animation) {
      this.controls.stop(false);
      this.go(to);
    }
    if (!this.drawn) this.arrange();
    this.head();
    this.sheet();
    this.hint();
    await this.what.draw();
    this.redraw();
  }

  /**
   * Ask Python; the answer, or that there is none.
   * @param {{ do: string, [key: string]: any }} what @returns {Promise<Reply>}
   */
  send(what, patience = 15000) {
    const id = `${this.uid}:${(this.asked += 1)}`;
    return new Promise((answer) => {
      const silent = (gone = false) => {
        // A first answer is still welcome later: then Python was busy.
        if (gone || this.python !== null) this.waiting.delete(id);
        if (gone || this.python === null) this.python = false;
        this.redraw();
        answer({ ok: false, text: this.gone("no_python") });
      };
      const late = setTimeout(silent, patience);
      if (what.do !== "hello") setTimeout(() => this.wait(), 300);
      this.waiting.set(id, (reply) => {
        clearTimeout(late);
        setTimeout(() => this.wait());
        if (!this.python) this.greet();
        answer(reply);
      });
      this.wired({ id, ...what }).catch(() => {
        clearTimeout(late);
        silent(true);
      });
    });
  }

  /** Whether Python thinks is seen, once it takes long. */
  wait() {
    const busy = this.python !== false && this.waiting.size > 0;
    this.el.setAttribute("aria-busy", String(busy));
    this.part("busy").hidden = !busy;
  }

  /** Python is there, maybe late, busy with other cells: on to the player's turn. */
  greet() {
    this.python = true;
    this.head();
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
    const branch = this.model.get("branch");
    const turned = same && branch.text !== this.branch.text;
    if (turned) this.at = (branch.text ? branch.at : this.branch.at) || 0;
    this.branch = branch;
    if (turned) this.controls.stop(false);
    else if (!same && live && ask.deal) this.at = ask.undo ? end : 0;
    else if (!same) this.at = this.model.get("position") || 0;
    this.at = clamp(0, this.at, end);
    // A hand that grows or shrinks by a move needs no new places at the table.
    if (same && !turned && this.drawn && end >= length) this.controls.lay(this.snapshots);
    else {
      this.drawn = null;
      this.arrange();
    }
    this.save();
    if (live && end > this.at && (!same || turned || (ended && end >= length))) {
      // The move just made is shown at once, those of the others at a pace that can be followed.
      if (same && !turned) this.go(this.at + 1, true);
      if (this.at < end) this.controls.start();
    } else if (same && end + 1 < length) this.controls.stop();
  }

  arrange() {
    if (!this.el.isConnected && this.drawn) return;
    // Two tables side by side need the room of the moves.
    this.el.dataset.wide = String(!this.quiet && !this.what.twin && this.el.clientWidth >= WIDE);
    this.el.dataset.phone = String(this.el.clientWidth < 480);
    this.el.dataset.tiny = String(this.el.clientWidth < 330);
    this.moves.el.hidden = this.el.dataset.wide !== "true";
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
    this.what.step(moving || step === 1);
    this.save();
  }

  save() {
    this.model.set("position", this.at);
    if (this.quiet) return;
    clearTimeout(this.saving);
    // Where nobody is there to note it, nothing is lost.
    this.saving = setTimeout(() => this.wired({ do: "at", deal: this.animation.deal, at: this.at }).catch(() => null), 250);
  }

  /** Put a message on the wire; it fails where the kernel was started again or Python never came. @param {{ do: string, [key: string]: any }} message */
  async wired(message) {
    await this.model.wire.send(message);
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
    this.what.buttons();
    this.moves.draw();
    this.drawn = now;
    if (before?.phase !== now.phase) this.sheet();
    if (before?.turned !== now.turned) this.head();
    this.motion.go(seen, Math.min(520, (0.55 * BEAT) / this.controls.speed));
  }

  /** @param {string} text */
  say(text) {
    this.say_text = text;
    this.part("say").textContent = text;
  }

  head() {
    const { animation, deals, el } = this;
    const { deal, title } = animation;
    const of = this.w(animation.of > 1 ? "deal_of" : "deal", { n: deal, of: animation.of });
    const turned = this.snapshots[this.at].turned ? ` <span class="st-turned" data-testid="turned">${icon("turn")}${esc(this.w("turned"))}</span>` : "";
    find(el, ".st-title").innerHTML = `<b>${esc(title)}</b> <span>${esc(of)}</span>${turned}`;
    el.setAttribute("aria-label", `${this.w("table")}: ${title}, ${of}`);
    this.part("deals").hidden = !(deals.last > 1 || deals.more);
    enable(el, "deal_before", deal > deals.first);
    enable(el, "deal_after", deal < deals.last || deals.more);
    const hands = find(el, '[data-act="hands"]');
    hands.innerHTML = icon(this.hidden ? "hidden" : "hands");
    relabel(hands, this.w(this.hidden ? "hands_show" : "hands_hide"));
    find(el, '[data-act="copy_code"]').hidden = !animation.code;
    find(el, '[data-act="copy_link"]').hidden = !animation.code || !this.assets.link;
    const note = this.part("note");
    note.textContent = this.model.get("note");
    note.hidden = !note.textContent || this.python !== true;
  }

  /** Hands that are not here must be asked for. */
  async open_hands() {
    if (this.look.hands === "hidden" || this.hands === "hidden" || this.snapshots.some((one) => Object.values(one.hands).some((hand) => hand.includes("?")))) {
      const reply = await this.send({ do: "open", open: this.hidden });
      if (!reply.ok) this.say(reply.text);
      return;
    }
    this.hidden = !this.hidden;
    this.arrange();
  }

  /** @param {boolean} four */
  colour_suits(four) {
    this.four = four;
    this.el.classList.toggle("st-four", four);
  }

  /** The table in words, for readers who listen. */
  read() {
    const now = this.snapshots[this.at];
    const { top } = now;
    const cards = this.tray.cards();
    const parts = [
      this.say_text,
      now.turned ? `${this.w("turned")}.` : "",
      top ? this.w("on_table", { name: top.by, cards: top.cards.map((card) => this.spell(card)).join(", ") }) : this.w("empty_table"),
      ...now.seats.map((name) => `${this.stage.spoken(name, now)}.`),
      cards.length ? this.w("your_hand", { cards: cards.map((card) => this.spell(card)).join(", ") }) : "",
      this.tray.mode === "ask" ? this.ask.text : "",
    ];
    // Emptied first: the same words are read again.
    const aloud = this.part("aloud");
    aloud.textContent = "";
    setTimeout(() => (aloud.textContent = parts.filter(Boolean).join(" ")), 60);
  }

  /** @param {"copy_code" | "copy_link"} what */
  async copied(what) {
    const { code, deal } = this.animation;
    const { link } = this.assets;
    const text = what === "copy_link" && link ? link(code, deal, this.at) : `${code}~${this.at}`;
    if (code && (await copy(text))) this.say(this.w("copied"));
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
    if (!reply.ok) this.say(this.python === false ? this.gone("deal_gone") : reply.text);
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
    const details = /** @type {HTMLDetailsElement} */ (this.own_part("details"));
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
      hands: () => this.open_hands(),
      read: () => this.read(),
      four: () => {
        keep_four(!this.four);
        this.colour_suits(!this.four);
      },
      copy_code: () => this.copied("copy_code"),
      copy_link: () => this.copied("copy_link"),
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
    this.what.close();
    for (const off of this.listeners) off();
    this.waiting.clear();
    this.el.remove();
  }
}
