// The player's hand and choices. What may be laid is Python's to say: this only asks.
class Tray {
  constructor(table) {
    Object.assign(this, { table, el: table.part("tray"), seat: null, open: false, mode: "" });
    this.picked = new Set();
    this.hand = "";
    // Python's last answer that stands: {text, choices}
    this.said = null;
    this.el.addEventListener("click", (event) => this.click(event));
    this.el.addEventListener("keydown", (event) => this.key(event));
  }

  get ask() {
    return this.table.model.get("ask");
  }

  // Who is asked, and may he answer now? Before the felt is drawn.
  update() {
    const { table, ask } = this;
    const live = ask.kind && ask.deal === table.movie.deal;
    if (!ask.kind) this.mode = "";
    else if (!live) this.mode = "away";
    else if (table.at < table.frames.length - 1) this.mode = table.controls.timer === null ? "back" : "wait";
    else this.mode = table.python ? "ask" : "mute";
    if (this.mode === "ask") this.seat = ask.seat || null;
    if (!this.seat && live && ask.kind !== "over") this.seat = table.look.play[0] || null;
    this.open = Boolean(this.seat && live && !(this.mode === "ask" && !ask.seat));
  }

  handOf(name) {
    return this.open && this.seat === name ? this.el.querySelector(".st-hand") : null;
  }

  draw() {
    const { table, ask, mode } = this;
    const w = (key, values) => table.w(key, values);
    this.el.hidden = !mode;
    if (!mode) return;
    const frame = table.frames[table.at];
    const cards = this.open ? frame.hands[this.seat] || [] : [];
    const hand = `${this.seat} ${cards.join(" ")}`;
    if (hand !== this.hand) {
      this.picked.clear();
      this.hand = hand;
    }
    if (mode !== "ask") this.said = null;
    const held = this.focused();
    const text = { ask: ask.text, back: w("looking_back"), wait: w("others"), mute: w("no_python"), away: w("away", { n: ask.deal }) }[mode];
    const html = `<div class="st-asked" data-testid="asked"><b>${esc(text || "")}</b>${this.goes()}</div>` +
      this.told() + this.choices() + this.cards(cards) + this.buttons();
    if (html === this.html) return;
    this.html = html;
    this.el.innerHTML = html;
    if (held) this.focus(held);
  }

  told() {
    const { text, ok } = this.said || {};
    if (!text) return "";
    return ok ? `<div class="st-told" role="status" data-testid="answer">${esc(text)}</div>`
      : `<div class="st-refused" role="alert" data-testid="answer">${esc(text)}</div>`;
  }

  goes() {
    const { table, mode } = this;
    const go = (act, word) => `<button class="st-btn st-text" data-do="${act}">${esc(table.w(word))}</button>`;
    if (mode === "wait") return go("now", "skip");
    if (mode === "back" || mode === "away") return go("now", "now");
    return "";
  }

  cards(cards) {
    if (!this.open || !cards.length) return "";
    const { table, mode } = this;
    const can = mode === "ask";
    const focus = Math.min(this.at || 0, cards.length - 1);
    return `<div class="st-hand" role="group" data-testid="hand" aria-label="${esc(table.w("hand_of", { name: this.seat }))}">` +
      cards.map((card, i) =>
        `<button class="st-pick" data-i="${i}" data-testid="card" data-card="${card}" tabindex="${i === focus ? 0 : -1}" ` +
        `aria-pressed="${this.picked.has(i)}" aria-disabled="${!can}" aria-label="${esc(table.spell(card))}">${table.deck.html(card)}</button>`,
      ).join("") + "</div>";
  }

  buttons() {
    const { table, ask, mode } = this;
    const w = (key, values) => table.w(key, values);
    const button = (act, label, can, cls = "") =>
      `<button class="st-btn st-text ${cls}" data-do="${act}" aria-disabled="${!can}">${label}</button>`;
    if (ask.kind === "over") return "";
    if (ask.kind === "deal") return mode === "ask" ? `<div class="st-acts">${button("deal", esc(w("deal_next")), true, "st-main")}${this.undo()}</div>` : "";
    if (!this.open) return "";
    const can = mode === "ask";
    const chosen = this.chosen();
    const give = ask.kind === "give";
    const word = give ? "give" : "lay";
    const label = w(chosen.length ? `${word}_cards` : word, { cards: table.tell(chosen), name: ask.to });
    return `<div class="st-acts">` + button("lay", esc(label), can && chosen.length, "st-main") +
      (give ? "" : button("pass", esc(w("pass")), can && ask.pass !== false)) +
      this.undo() + button("which", esc(w(give ? "which_give" : "which")), can) +
      `<input type="text" class="st-type" data-testid="typed" autocomplete="off" autocapitalize="off" spellcheck="false" ` +
      `aria-label="${esc(w("type"))}" placeholder="${esc(w("type_hint"))}"${can ? "" : " disabled"}></div>`;
  }

  undo() {
    const { table, ask, mode } = this;
    const can = (mode === "ask" || mode === "wait") && ask.undo;
    return `<button class="st-btn st-text" data-do="undo" data-testid="undo" aria-disabled="${!can}">${icon("undo")}${esc(table.w("undo"))}</button>`;
  }

  choices() {
    const choices = this.said && this.said.choices;
    if (!choices || !choices.length) return "";
    return `<div class="st-choices" role="group" aria-label="${esc(this.table.w("choices"))}" data-testid="choices">` +
      choices.map((c, i) => `<button class="st-btn st-text" data-choice="${i}">${esc(c.label)}</button>`).join("") + "</div>";
  }

  chosen() {
    const cards = this.table.frames[this.table.at].hands[this.seat] || [];
    return [...this.picked].sort((a, b) => a - b).map((i) => cards[i]);
  }

  click(event) {
    const target = event.target.closest("button");
    if (!target) return;
    // The second click of a double click is not meant for who is asked next.
    if (event.detail > 1 && "pass lay deal".includes(target.dataset.do || "deal") && !target.dataset.i) return;
    if (target.dataset.i !== undefined) this.pick(+target.dataset.i);
    else if (target.dataset.choice !== undefined) this.ask_python({ text: this.said.choices[+target.dataset.choice].text, exact: true });
    else this.act(target.dataset.do);
  }

  pick(i) {
    if (this.mode !== "ask") return;
    this.at = i;
    if (!this.picked.delete(i)) this.picked.add(i);
    this.said = null;
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat && event.key === "Enter") return event.preventDefault();
    const card = event.target.closest(".st-pick");
    if (event.target.classList.contains("st-type")) {
      if (event.key === "Enter" && event.target.value.trim()) {
        const text = event.target.value;
        this.ask_python({ text });
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    if (!card) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };
    if (event.key in moves) {
      const all = [...this.el.querySelectorAll(".st-pick")];
      this.at = clamp(0, +card.dataset.i + moves[event.key], all.length - 1);
      all.forEach((c, i) => (c.tabIndex = i === this.at ? 0 : -1));
      all[this.at].focus();
    } else if (event.key === "Enter" && this.picked.size) this.act("lay");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  act(what) {
    const { table } = this;
    if (what === "now") {
      if (this.mode === "away") return table.deal(this.ask.deal);
      table.controls.stop(false);
      return table.go(table.frames.length - 1);
    }
    // One thing at a time.
    if (table.waiting.size) return;
    if (what === "undo") return this.ask.undo && table.send({ do: "undo" }).then((reply) => this.answer(reply));
    if (this.mode !== "ask") return;
    if (what === "deal") return table.send({ do: "next" }).then((reply) => this.answer(reply));
    if (what === "which") return table.send({ do: "which", seat: this.seat }).then((reply) => this.answer(reply));
    if (what === "pass" && this.ask.kind === "play") this.ask_python({ do: "pass" });
    if (what === "lay" && this.picked.size) this.ask_python({ cards: this.chosen() });
  }

  ask_python(what) {
    const { ask, table } = this;
    if (table.waiting.size) return;
    table.send({ do: ask.kind, seat: this.seat, ...what }).then((reply) => {
      if (reply.ok) this.picked.clear();
      this.answer(reply, what.text);
    });
  }

  answer(reply, typed) {
    this.said = { ok: reply.ok, text: reply.text || "", choices: reply.choices || [] };
    this.html = "";
    const refused = reply.ok === false;
    this.draw();
    if (refused && !this.table.motion.calm.matches) {
      const hand = this.el.querySelector(".st-hand");
      if (hand) hand.animate([0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 320);
    }
    const field = this.el.querySelector(".st-type");
    if (refused && typed && field) field.value = typed;
  }

  // What has the focus, so that a redrawn tray can give it back.
  focused() {
    const root = this.el.getRootNode();
    const now = root.activeElement;
    if (!now || !this.el.contains(now)) return null;
    for (const key of ["i", "do", "choice"]) if (now.dataset[key] !== undefined) return [key, now.dataset[key]];
    return now.classList.contains("st-type") ? ["type", now.value] : ["do", "lay"];
  }

  focus([key, value]) {
    const field = this.el.querySelector(".st-type");
    if (key === "type" && field && !field.disabled) {
      field.value = this.said && this.said.text ? value : "";
      return field.focus();
    }
    const same = this.el.querySelector(`[data-${key}="${value}"]`) || this.el.querySelector('.st-pick[tabindex="0"]');
    const next = same || this.el.querySelector("button") || this.table.el;
    next.focus({ preventScroll: true });
  }

  // A key pressed anywhere on the table that may be a card: into the field with it.
  type(event) {
    const field = this.el.querySelector(".st-type");
    if (this.mode !== "ask" || !field || field.disabled || event.key.length !== 1 || event.key === " ") return false;
    field.focus();
    return true;
  }
}
