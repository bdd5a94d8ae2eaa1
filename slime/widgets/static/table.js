// The card table: what the widget shows, and how it talks with Python (slime/widgets/cardtable.py).
let born = 0;

class Table {
  constructor(model, host) {
    this.model = model;
    this.uid = `st${(born += 1)}-${Math.random().toString(36).slice(2, 7)}`;
    this.waiting = new Map();
    // not known yet
    this.python = null;
    this.asked = 0;
    this.listeners = [];
    this.words = model.get("words");
    const { look } = this;
    this.hidden = look.hands === "hidden";
    this.big = Boolean(look.big);
    this.el = document.createElement("section");
    this.el.className = "slime-table";
    this.el.tabIndex = -1;
    this.el.dataset.testid = "slime-table";
    this.el.innerHTML = this.frame_html();
    host.append(this.el);
    this.felt = this.part("felt");
    this.load(model.get("movie"));
    this.motion = new Motion(this);
    this.controls = new Controls(this);
    this.tray = new Tray(this);
    this.stage = new Stage(this, this.felt);
    this.at = clamp(0, model.get("position") || 0, this.frames.length - 1);
    this.listen();
    this.set_big(this.big);
  }

  frame_html() {
    const w = (key) => esc(this.w(key));
    const tool = (act, word, drawn, more = "") =>
      `<button class="st-btn" data-act="${act}" aria-label="${w(word)}" title="${w(word)}"${more}>${icon(drawn)}</button>`;
    return `<svg width="0" height="0" class="st-defs" aria-hidden="true"><defs></defs></svg><style></style>` +
      `<header class="st-head"><div class="st-title" data-testid="title"></div><div class="st-tools">` +
      `<span class="st-pair" data-part="deals">${tool("deal_before", "deal_before", "left")}${tool("deal_after", "deal_after", "right")}</span>` +
      tool("hands", "hands_hide", "hands") + tool("big", "big", "big", ' aria-pressed="false"') +
      tool("help", "help", "help", ' aria-expanded="false"') + `</div></header>` +
      `<div class="st-help" data-part="help" data-testid="help-panel" hidden></div>` +
      `<div class="st-felt" data-part="felt" role="group" aria-label="${w("felt")}"><div class="st-rim"></div><div class="st-mid"></div></div>` +
      `<p class="st-say" data-testid="sentence" aria-live="polite" aria-atomic="true"></p>` +
      `<div class="st-tray" data-part="tray" data-testid="tray" role="group" aria-label="${w("tray")}" hidden></div>` +
      `<div class="st-controls" data-part="controls" role="group" aria-label="${w("timeline")}"></div>` +
      `<div class="st-coach" data-part="coach" data-testid="coach" data-slot="coach" aria-live="polite" hidden></div>` +
      `<div class="st-hands" data-part="hands"></div>` +
      `<details class="st-more"><summary>${w("sheet")}</summary><div data-part="sheet" data-testid="sheet" tabindex="0" role="region" aria-label="${w("sheet")}"></div></details>`;
  }

  part(name) {
    return this.el.querySelector(`[data-part="${name}"]`);
  }

  w(key, values = {}) {
    const text = this.words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  spell(card) {
    if (card === "*") return this.w("joker");
    const rank = this.w(`rank.${card[0]}`);
    return card[1] ? this.w("rank_of_suit", { rank, suit: this.w(`suit.${card[1]}`) }) : rank;
  }

  tell(cards) {
    const signs = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };
    return cards.map((c) => (c === "*" ? "\u2605" : this.w(`face.${c[0]}`) + (signs[c[1]] || ""))).join(" ");
  }

  load(movie) {
    this.movie = movie;
    this.frames = expand(movie);
    this.players = movie.players;
    this.lang = movie.lang || "en";
    this.el.lang = this.lang;
    const art = this.model.get("art");
    if (!this.deck || this.deck.art !== art) {
      const defs = this.el.querySelector(".st-defs defs");
      defs.innerHTML = "";
      this.deck = new Deck(art, this.uid, this.lang, defs);
    }
    // The frame that ends the exchange shows who gained and who lost.
    this.strong = (movie.strength && this.frames.filter((f) => f.phase === "exchange").pop()) || null;
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

  plays(name) {
    return this.look.play.includes(name);
  }

  shows(name, frame) {
    if (!this.hidden || frame.phase === "over") return true;
    const { look } = this;
    return look.play.length > 1 ? this.tray.seat === name : name === look.view || this.plays(name);
  }

  room() {
    const width = Math.max(280, this.felt.clientWidth || this.el.clientWidth || 900);
    const full = document.fullscreenElement === this.el;
    const scale = this.big ? clamp(1.15, Math.min(width / 1050, window.innerHeight / 700), 1.8) : clamp(1, width / 1200, 1.2);
    const rest = full ? [...this.el.children].reduce((h, c) => (c === this.felt || c.tagName === "STYLE" ? h : h + (c.offsetHeight || 0)), 68) : 0;
    // What is around the felt grows and shrinks with it.
    return { width, scale, rest: rest / (this.stage.scale || 1) };
  }

  listen() {
    const { model, el } = this;
    const on = (target, name, what) => {
      target.addEventListener(name, what);
      this.listeners.push(() => target.removeEventListener(name, what));
    };
    const hear = (name, what) => {
      model.on(name, what);
      this.listeners.push(() => model.off(name, what));
    };
    hear("change:movie", () => this.film());
    hear("change:ask", () => this.redraw());
    hear("change:sheet", () => this.sheet());
    hear("change:deals", () => this.head());
    hear("change:hint", () => this.hint());
    hear("change:position", () => {
      const to = clamp(0, model.get("position"), this.frames.length - 1);
      if (to === this.at) return;
      this.controls.stop(false);
      this.go(to);
    });
    hear("msg:custom", (message) => {
      if (!message || !this.waiting.has(message.to)) return;
      this.waiting.get(message.to)(message);
      this.waiting.delete(message.to);
    });
    on(el, "click", (event) => {
      const button = event.target.closest("[data-act], [data-at]");
      if (!button) return;
      if (button.dataset.at) {
        this.controls.stop(false);
        this.go(+button.dataset.at);
      } else this.act(button.dataset.act);
    });
    on(el, "keydown", (event) => this.key(event));
    on(document, "fullscreenchange", () => {
      if (!document.fullscreenElement && this.full) this.set_big(false);
      this.full = document.fullscreenElement === el;
      this.arrange();
    });
    on(el.querySelector("details"), "toggle", () => this.sheet());
    let width = 0;
    this.watch = new ResizeObserver(() => {
      if (Math.abs(this.felt.clientWidth - width) < 2) return;
      width = this.felt.clientWidth;
      this.arrange();
    });
    this.watch.observe(this.felt);
  }

  // Python is asked once whether it is there; a table from a saved notebook gets no answer.
  hello() {
    this.send({ do: "hello" }, 4000);
  }

  // Python is there, maybe late, busy with other cells: on to the player's turn.
  begin() {
    const { ask } = this.tray;
    if (ask.kind && this.at === 0 && this.frames.length > 1) this.controls.start();
  }

  send(what, patience = 15000) {
    const id = `${this.uid}:${(this.asked += 1)}`;
    return new Promise((answer) => {
      const silent = (gone) => {
        // A first answer is still welcome later: then Python was busy.
        if (gone || this.python !== null) this.waiting.delete(id);
        if (gone || this.python === null) this.python = false;
        this.redraw();
        answer({ ok: false, text: this.w("no_python") });
      };
      const late = setTimeout(silent, patience);
      this.waiting.set(id, (reply) => {
        clearTimeout(late);
        const news = this.python !== true;
        this.python = true;
        if (news) {
          this.redraw();
          this.begin();
        }
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

  // Another deal, or the same deal longer or shorter than before.
  film() {
    const movie = this.model.get("movie");
    const same = movie.deal === this.movie.deal && movie.players.join() === this.movie.players.join();
    const { length } = this.frames;
    const ended = this.at >= length - 1;
    this.load(movie);
    const { ask } = this.tray;
    const live = (ask.kind || this.tray.mode) && (!ask.deal || ask.deal === movie.deal);
    if (!same) this.at = live && movie.deal === ask.deal ? (ask.undo ? this.frames.length - 1 : 0) : clamp(0, this.model.get("position") || 0, this.frames.length - 1);
    this.at = clamp(0, this.at, this.frames.length - 1);
    // A hand that grows or shrinks by a move needs no new places at the table.
    if (same && this.drawn && this.frames.length > length) this.controls.lay(this.frames);
    else {
      this.drawn = null;
      this.arrange();
    }
    this.save();
    if (live && this.frames.length - 1 > this.at && (!same || (ended && this.frames.length > length))) {
      // The move just made is shown at once, those of the others at a pace that can be followed.
      if (same) this.go(this.at + 1, true);
      if (this.at < this.frames.length - 1) this.controls.start();
    } else if (same && this.frames.length < length) this.controls.stop();
  }

  arrange() {
    if (!this.el.isConnected && this.drawn) return;
    this.stage.arrange(this.frames);
    this.controls.lay(this.frames);
    this.head();
    this.sheet();
    this.hint();
    this.redraw();
  }

  go(at, moving = false) {
    const step = at - this.at;
    this.at = clamp(0, at, this.frames.length - 1);
    this.redraw(moving || step === 1);
    this.save();
  }

  save() {
    this.model.set("position", this.at);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), 250);
  }

  redraw(moving = false) {
    const frame = this.frames[this.at];
    const before = this.drawn;
    this.tray.update();
    const seen = moving && before && before !== frame ? this.motion.look(before, frame) : null;
    this.stage.draw(frame);
    if (!before || before !== frame) this.part_say(frame.sentence);
    this.controls.draw();
    this.tray.draw();
    if (!before || (before.phase === "over") !== (frame.phase === "over")) this.sheet();
    this.drawn = frame;
    this.motion.go(seen, Math.min(520, (0.55 * BEAT) / this.controls.speed));
  }

  part_say(text) {
    this.el.querySelector(".st-say").textContent = text || "";
  }

  head() {
    const { movie } = this;
    const { deals } = this;
    const name = movie.title || this.words[`preset.${movie.preset}`] || movie.preset || "";
    const of = deals.last > 1 ? this.w("deal_of", { n: movie.deal, of: deals.last }) : this.w("deal", { n: movie.deal });
    this.el.querySelector(".st-title").innerHTML = `<b>${esc(name)}</b> <span>${esc(of)}</span>`;
    this.el.setAttribute("aria-label", `${this.w("table")}: ${name}, ${of}`);
    this.part("deals").hidden = !(deals.last > 1 || deals.more);
    const set = (act, can) => this.el.querySelector(`[data-act="${act}"]`).setAttribute("aria-disabled", String(!can));
    set("deal_before", movie.deal > deals.first);
    set("deal_after", movie.deal < deals.last || deals.more);
    const hands = this.el.querySelector('[data-act="hands"]');
    const label = this.w(this.hidden ? "hands_show" : "hands_hide");
    hands.innerHTML = icon(this.hidden ? "hidden" : "hands");
    hands.setAttribute("aria-label", label);
    hands.title = label;
  }

  // Deal `number`: from Python, or from what is kept where Python is gone or has not answered yet.
  deal(number) {
    const kept = (this.model.get("kept") || {})[number];
    this.controls.stop(false);
    if (!this.python && kept) {
      this.model.set("kept", { ...this.model.get("kept"), [this.movie.deal]: this.movie });
      this.model.set("position", 0);
      this.model.set("movie", kept);
      return;
    }
    this.send({ do: "deal", deal: number }).then((reply) => {
      if (reply.ok === false) this.part_say(this.python === false ? this.w("deal_gone") : reply.text);
    });
  }

  hint() {
    const text = this.model.get("hint") || "";
    const slot = this.part("coach");
    slot.hidden = !text;
    slot.textContent = text;
  }

  sheet() {
    const box = this.part("sheet");
    const rows = JSON.parse(this.model.get("sheet"));
    this.el.querySelector("details").hidden = !rows.length;
    if (!this.el.querySelector("details").open) return;
    const { movie } = this;
    const first = this.deals.first;
    // A deal that is still running on the felt does not tell its end here.
    const over = this.frames[this.at].phase === "over";
    box.innerHTML = `<table><thead><tr><th scope="col">${esc(this.w("sheet_deal"))}</th>` +
      this.players.map((name) => `<th scope="col">${this.stage.dotted(name)}</th>`).join("") + "</tr></thead><tbody>" +
      rows.slice(0, movie.deal - first + (over ? 1 : 0)).map((row, i) => `<tr class="${first + i === movie.deal ? "st-here" : ""}"><th scope="row">${first + i}</th>` +
        row.map(([place, total]) => `<td>${place}/<b>${total}</b></td>`).join("") + "</tr>").join("") +
      `</tbody></table><p>${esc(this.w("sheet_note"))}</p>`;
  }

  act(what) {
    const { controls, movie } = this;
    const end = this.frames.length - 1;
    if (["first", "back", "forward", "last"].includes(what)) {
      controls.stop(false);
      return this.go({ first: 0, back: this.at - 1, forward: this.at + 1, last: end }[what]);
    }
    const { deals } = this;
    if (what === "play") controls.toggle();
    if (what === "speed") controls.faster();
    if (what === "hands") {
      this.hidden = !this.hidden;
      this.arrange();
    }
    if (what === "big") this.projector();
    if (what === "help") this.help();
    if (what === "deal_before" && movie.deal > deals.first) this.deal(movie.deal - 1);
    if (what === "deal_after" && (movie.deal < deals.last || deals.more)) this.deal(movie.deal + 1);
  }

  // Large, and over the whole screen where the browser lets us.
  projector() {
    const on = !this.big;
    this.set_big(on);
    if (on && this.el.requestFullscreen) this.el.requestFullscreen().catch(() => {});
    else if (!on && document.fullscreenElement === this.el) document.exitFullscreen();
  }

  set_big(on) {
    this.big = on;
    this.el.classList.toggle("st-large", on);
    this.el.querySelector('[data-act="big"]').setAttribute("aria-pressed", String(on));
    this.arrange();
  }

  help() {
    const panel = this.part("help");
    panel.hidden = !panel.hidden;
    this.el.querySelector('[data-act="help"]').setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.innerHTML) return;
    const keys = ["step", "ends", "run", "marks", "deals", "speed", "hands", "big", "type", "cards", "pass", "undo", "help"];
    panel.innerHTML = `<b>${esc(this.w("help"))}</b><dl>` +
      keys.map((key) => `<div><dt>${this.w(`key.${key}`).split(" ").map((k) => `<kbd>${esc(k)}</kbd>`).join(" ")}</dt><dd>${esc(this.w(`helps.${key}`))}</dd></div>`).join("") + "</dl>";
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key === "Enter") return;
    const { target } = event;
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
    const acts = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", PageUp: "deal_before", PageDown: "deal_after", "?": "help" };
    const codes = { KeyS: "speed", KeyO: "hands", KeyB: "big", KeyH: "help" };
    const jumps = { ArrowUp: -1, ArrowDown: 1 };
    const tray = { KeyP: "pass", KeyU: "undo" };
    if (acts[event.key]) this.act(acts[event.key]);
    else if (event.key in jumps) this.controls.jump(jumps[event.key]);
    else if (event.key === " " && !target.closest("button, summary")) this.controls.toggle();
    else if (codes[event.code]) this.act(codes[event.code]);
    else if (tray[event.code] && this.tray.mode) this.tray.act(tray[event.code]);
    else if (this.tray.type(event)) return;
    else return;
    event.preventDefault();
  }

  close() {
    this.controls.stop(false);
    clearTimeout(this.saving);
    this.watch.disconnect();
    for (const off of this.listeners) off();
    this.waiting.clear();
    this.el.remove();
  }
}

function render({ model, el }) {
  const table = new Table(model, el);
  // The still picture that stands in for a table (see CardTable) is not needed beside it.
  const still = model.get("still");
  table.el.querySelector("style").textContent =
    `.jp-OutputArea-child:has(#${still},img[src*="%22${still}%22"]){display:none!important}`;
  table.hello();
  return () => table.close();
}

export { expand };
export default { render };
