// A bet: nothing preset, locked when placed, judged by Python (slime/widgets/betting.py).
import { clamp, esc, find, findAll, keep_keys, markup, seek } from "./page.js";
import { watch_theme } from "./theme.js";

let born = 0;
const PATIENCE = 15000;

export class Bet {
  /** @type {BetState} */
  state;

  /** @param {BetModel} model @param {HTMLElement} place */
  constructor(model, place) {
    this.model = model;
    this.words = model.get("words");
    this.uid = `sb${(born += 1)}`;
    /** What is chosen and not placed yet, by question. @type {Record<string, any>} */
    this.chosen = {};
    const el = (this.el = document.createElement("div"));
    el.className = "slime-bet";
    el.tabIndex = -1;
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", this.words.bet);
    keep_keys(el);
    el.innerHTML = '<div class="sb-body"></div><p class="sb-say" role="status"></p>';
    place.append(el);
    this.unwatch = watch_theme(el);
    this.hear(el);
    this.drawn = () => this.draw();
    this.said = (/** @type {{wrong?: string}} */ reply) => this.say(reply?.wrong || "");
    model.on("change:state", this.drawn);
    model.on("msg:custom", this.said);
    this.draw();
  }

  /** @param {HTMLElement} el */
  hear(el) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !(event.shiftKey && event.key === "Enter")) event.stopPropagation();
      this.key(event);
    });
    el.addEventListener("input", (event) => this.input(/** @type {HTMLInputElement} */ (event.target)));
    el.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target).closest("[data-act]");
      if (target) this.act(/** @type {HTMLElement} */ (target).dataset);
    });
    el.addEventListener("pointerdown", (event) => this.grab(event));
  }

  /** @param {string} key @param {object} [values] */
  w(key, values = {}) {
    return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), this.words[key]);
  }

  draw() {
    const held = this.el.contains(document.activeElement);
    /** @type {BetState} */
    const state = (this.state = this.model.get("state"));
    clearTimeout(this.late);
    this.say("");
    const open = state.phase === "open";
    const rows = state.rows.map((row, at) => {
      const id = `${this.uid}-${at}`;
      const shown = open ? this.control(row, id) : this.closed(row);
      return `<div class="sb-row"><div class="sb-ask" id="${id}">${markup(row.question)}</div>${shown}</div>`;
    });
    const ready = open && state.ready;
    const place = open ? `<button class="sb-btn sb-place" data-act="place">${esc(this.w("place"))}</button>` : "";
    const show = ready ? `<span>${esc(this.w("ready"))}</span><button class="sb-btn sb-quiet" data-act="show">${esc(this.w("show"))}</button>` : "";
    const later = state.phase === "placed" ? `<span>${esc(this.w("later"))}</span>` : "";
    const text = state.text ? `<div class="sb-text">${markup(state.text)}</div>` : "";
    find(this.el, ".sb-body").innerHTML = rows.join("") + (open || later ? `<div class="sb-foot">${place}${show}${later}</div>` : "") + text;
    this.el.dataset.phase = state.phase;
    this.enable();
    if (state.phase === "done") this.say(state.rows.map((row) => row.said).join(" "));
    if (held && !open) this.el.focus();
  }

  /** What is seen of a question that is locked. @param {BetRow} row */
  closed(row) {
    const bet = row.bet ? this.w("yours", { bet: row.bet }) : this.w("none");
    const lock = '<svg class="sb-lock" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"/></svg>';
    const mark = row.right === null ? "" : `<span class="sb-mark" aria-hidden="true">${row.right ? "\u2713" : "\u2717"}</span>`;
    const said = row.said ? `<b class="sb-said">${row.right === null || this.state.scale ? "" : mark}${esc(row.said)}</b>` : "";
    return `<p class="sb-closed">${row.bet ? lock : ""}<span>${esc(bet)}</span> ${said}</p>${this.track(row)}`;
  }

  /** Where on the scale the bet and the result are. @param {BetRow} row */
  track(row) {
    if (!this.state.scale || row.result === null) return "";
    const [low, high] = this.state.scale;
    const at = (/** @type {number} */ x) => `${(100 * (clamp(low, x, high) - low)) / (high - low)}%`;
    const bet = row.at === null ? "" : `<i class="sb-at" style="left:${at(row.at)}" title="${esc(this.w("mark_bet"))}"></i>`;
    const ends = row.at === null ? [row.result, row.result] : [row.at, row.result].sort((a, b) => a - b);
    const gap = `<i class="sb-gap" style="left:${at(ends[0])};right:calc(100% - ${at(ends[1])})"></i>`;
    return `<div class="sb-track" aria-hidden="true">${gap}${bet}<i class="sb-is" style="left:${at(row.result)}" title="${esc(this.w("mark_result"))}"></i></div>`;
  }

  /** @param {BetRow} row @param {string} id */
  control(row, id) {
    const { kind, scale } = this.state;
    const key = esc(row.key);
    const value = this.chosen[row.key];
    if (kind === "order") return this.ordering(row, id);
    if (scale && kind !== "place") {
      const [low, high, step] = scale;
      const limits = `min="${low}" max="${high}" step="${step}" data-key="${key}" aria-labelledby="${id}"`;
      const unset = value === undefined;
      const unit = kind === "share" ? `<span>${esc(this.w("share"))}</span>` : "";
      return `<div class="sb-scale"><input type="range" ${limits}${unset ? ' class="sb-unset" aria-valuetext="\u2013"' : ` value="${value}"`}>` +
        `<input type="number" inputmode="decimal" placeholder="?" ${limits} value="${unset ? "" : value}">${unit}</div>`;
    }
    const answers = scale ? Array.from({ length: scale[1] }, (_, i) => ({ key: String(i + 1), label: String(i + 1) })) : this.state.answers;
    const pills = answers.map((one) => `<label class="sb-pill"><input type="radio" name="${id}" data-key="${key}" value="${esc(one.key)}"` +
      `${String(value) === one.key ? " checked" : ""}><span>${esc(one.label)}</span></label>`);
    return `<div class="sb-pills" role="radiogroup" aria-labelledby="${id}">${pills.join("")}</div>`;
  }

  /** @param {BetRow} row @param {string} id */
  ordering(row, id) {
    const order = this.chosen[row.key] || [];
    const label = Object.fromEntries(this.state.answers.map((one) => [one.key, one.label]));
    const at = `data-key="${esc(row.key)}"`;
    const pool = this.state.answers.filter((one) => !order.includes(one.key)).map((one) =>
      `<button class="sb-btn" data-act="take" ${at} data-item="${esc(one.key)}" aria-label="${esc(this.w("take", { name: one.label, n: order.length + 1 }))}">${esc(one.label)}</button>`);
    const list = order.map((/** @type {string} */ key, /** @type {number} */ i) =>
      `<li tabindex="0" ${at} data-item="${esc(key)}" aria-label="${i + 1}. ${esc(label[key])}"><span>${i + 1}. ${esc(label[key])}</span>` +
      ["up", "down"].map((way) => `<button class="sb-btn" data-act="${way}" ${at} data-item="${esc(key)}" aria-label="${esc(this.w(way, { name: label[key] }))}">${way === "up" ? "\u25b2" : "\u25bc"}</button>`).join("") + "</li>");
    return `<p class="sb-how">${esc(this.w("order"))}</p><div class="sb-pool">${pool.join("")}</div><ol class="sb-list" aria-labelledby="${id}">${list.join("")}</ol>`;
  }

  /** @param {HTMLInputElement} target */
  input(target) {
    const { key } = target.dataset;
    if (key === undefined) return;
    const { kind, scale } = this.state;
    if (!scale) this.chosen[key] = target.value;
    else if (target.value === "" || !target.validity.valid) delete this.chosen[key];
    else this.chosen[key] = Number(target.value);
    if (scale && kind !== "place")
      for (const other of /** @type {HTMLInputElement[]} */ (findAll(/** @type {HTMLElement} */ (target.parentElement), "input"))) {
        if (other !== target && key in this.chosen) other.value = target.value;
        other.classList.toggle("sb-unset", other.type === "range" && !(key in this.chosen));
        if (key in this.chosen) other.removeAttribute("aria-valuetext");
      }
    this.enable();
  }

  /** Bets can be placed when there is one; an order when it is whole. */
  enable() {
    const place = seek(this.el, '[data-act="place"]');
    const whole = this.state.kind === "order" ? this.state.answers.length : 0;
    const ready = Object.values(this.chosen).some((one) => !whole || one.length === whole);
    place?.setAttribute("aria-disabled", String(!ready));
  }

  /** @param {DOMStringMap} data */
  act({ act, key = "", item = "" }) {
    if (act === "place" || act === "show") {
      if (act === "place" && seek(this.el, '[data-act="place"][aria-disabled="true"]')) return;
      this.late = setTimeout(() => this.say(this.w("silent")), PATIENCE);
      try {
        this.model.send(act === "place" ? { do: act, bets: this.chosen } : { do: act });
      } catch {
        clearTimeout(this.late);
        this.say(this.w("silent"));
      }
      return;
    }
    const order = (this.chosen[key] ||= []);
    if (act === "take") order.push(item);
    else this.move(order, item, order.indexOf(item) + (act === "up" ? -1 : 1));
    this.draw();
    const same = `[data-item="${CSS.escape(item)}"]`;
    (act === "take" ? seek(this.el, ".sb-pool button") || seek(this.el, ".sb-list li") : seek(this.el, `[data-act="${act}"]${same}`))?.focus();
  }

  /** @param {string[]} order @param {string} item @param {number} to */
  move(order, item, to) {
    order.splice(order.indexOf(item), 1);
    order.splice(clamp(0, to, order.length), 0, item);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.matches(".sb-list li")) return;
    const { key = "", item = "" } = target.dataset;
    const order = this.chosen[key];
    if (event.key === "Backspace" || event.key === "Delete") order.splice(order.indexOf(item), 1);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.move(order, item, order.indexOf(item) + (event.key === "ArrowUp" ? -1 : 1));
    else return;
    event.preventDefault();
    this.draw();
    (seek(this.el, `li[data-item="${CSS.escape(item)}"]`) || seek(this.el, ".sb-pool button"))?.focus();
  }

  /** Drag an answer through the list, by mouse or finger. @param {PointerEvent} event */
  grab(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest(".sb-list li"));
    if (!item || target.closest("button")) return;
    event.preventDefault();
    item.classList.add("sb-held");
    const list = /** @type {HTMLElement} */ (item.parentElement);
    const order = this.chosen[item.dataset.key || ""];
    const moved = (/** @type {PointerEvent} */ now) => {
      const others = findAll(list, "li").filter((one) => one !== item);
      const below = others.find((one) => now.clientY < one.getBoundingClientRect().top + one.offsetHeight / 2);
      list.insertBefore(item, below || null);
    };
    const done = () => {
      window.removeEventListener("pointermove", moved);
      order.splice(0, order.length, ...findAll(list, "li").map((one) => one.dataset.item));
      this.draw();
      seek(this.el, `li[data-item="${CSS.escape(item.dataset.item || "")}"]`)?.focus();
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", done, { once: true });
  }

  /** @param {string} text */
  say(text) {
    find(this.el, ".sb-say").textContent = text;
  }

  close() {
    clearTimeout(this.late);
    this.unwatch();
    this.model.off("change:state", this.drawn);
    this.model.off("msg:custom", this.said);
    this.el.remove();
  }
}

/** @param {{ model: BetModel, el: HTMLElement }} place */
function render({ model, el }) {
  const bet = new Bet(model, el);
  return () => bet.close();
}

export default { render };
