// What if: a deal played on from an earlier step, and the same cards under another rule beside it.
import { unpack } from "./packing.js";
import { esc } from "./page.js";
import { Store } from "./store.js";

/** @type {Wire} */
const silent = {
  send() {
    throw new Error("a second table asks nobody");
  },
  on: () => () => {},
};

export class WhatIf {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.el = table.part("what");
    this.host = table.part("other");
    /** @type {Table | null} */
    this.twin = null;
    this.packed = "";
    this.html = "";
    this.el.addEventListener("click", (event) => this.click(event));
    table.part("branch").addEventListener("click", (event) => this.click(event));
  }

  /** The branch's banner and the second table, as Python says. */
  async draw() {
    const { table } = this;
    if (table.quiet) return;
    const { text } = table.model.get("branch");
    const banner = table.part("branch");
    banner.hidden = !text;
    banner.innerHTML = text ? `<b>${esc(text)}</b> <button class="st-btn st-text" data-ask="back">${esc(table.w("branch_back"))}</button>` : "";
    const packed = table.model.get("other") || "";
    if (packed === this.packed) return;
    this.packed = packed;
    this.close();
    if (packed) this.open(await unpack(packed));
    table.arrange();
    this.step();
  }

  /** @param {DealAnimation} animation */
  open(animation) {
    const { table } = this;
    const look = { ...table.look, play: [] };
    const traits = { ...table.model.traits, animation: this.packed, other: "", ask: {}, branch: {}, position: 0, note: "", look };
    this.host.hidden = false;
    const Twin = /** @type {any} */ (table.constructor);
    this.twin = /** @type {Table} */ (new Twin(new Store(traits, silent), this.host, animation, table.assets, true));
    this.twin.el.dataset.theme = table.el.dataset.theme || "";
  }

  close() {
    this.twin?.close();
    this.twin = null;
    this.host.hidden = true;
  }

  /** Both step together from the first lead on; at the end of one the other is at its end too. */
  step(moving = false) {
    const { table, twin } = this;
    if (!twin) return;
    const [mine, its] = [table, twin].map((one) => Math.max(0, one.snapshots.findIndex((now) => now.mark === "trick")));
    const last = twin.snapshots.length - 1;
    let at = table.at < mine ? Math.min(table.at, its && its - 1) : its + table.at - mine;
    if (table.at === table.snapshots.length - 1) at = last;
    twin.go(Math.min(at, last), moving);
  }

  buttons() {
    const { table } = this;
    const free = Boolean(table.animation.code) && table.python === true && !table.quiet;
    const end = table.snapshots.length - 1;
    /** @param {string} ask @param {string} word @param {string} [value] */
    const made = (ask, word, value = "") => `<button class="st-btn st-text" data-ask="${ask}" data-what="${value}">${esc(table.w(word))}</button>`;
    const exchanged = table.snapshots.some((now) => now.gifts.length);
    const fell = table.snapshots[end].fallen;
    const html = free && !table.model.get("branch").text
      ? (table.at < end ? made("branch", "branch_here") : "") +
        (this.packed ? made("other", "one_table") : (exchanged ? made("other", "without_exchange", "exchange") : "") + (fell ? made("other", "without_fall", "fall") : ""))
      : "";
    this.el.hidden = !html;
    if (html === this.html) return;
    this.html = html;
    this.el.innerHTML = html;
  }

  /** @param {Event} event */
  async click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    const { ask = "", what } = button?.dataset || {};
    const { table } = this;
    if (!ask || table.waiting.size) return;
    table.controls.stop(false);
    const reply = await table.send({ do: ask, at: table.at, what });
    if (!reply.ok) table.say(reply.text);
  }
}
