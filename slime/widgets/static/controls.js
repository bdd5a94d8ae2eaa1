// The time line: its buttons, its marks, the pace at which a deal is shown.
import { button, clamp, enable, esc, find, icon, relabel } from "./page.js";

const SPEEDS = [0.5, 1, 2, 4];
// ms between two events at speed 1
export const BEAT = 1400;
const MARKED = ["exchange", "out", "foul", "turn", "fall"];

export class Controls {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.el = table.part("controls");
    /** @param {string} act */
    const made = (act) => button(act, table.w(act));
    this.el.innerHTML =
      `<div class="st-buttons">${["first", "back", "run", "forward", "last"].map(made).join("")}` +
      `<button class="st-btn st-speed" data-act="speed"></button></div>` +
      `<div class="st-line"><div class="st-marks"></div><div class="st-ticks" aria-hidden="true"></div>` +
      `<input type="range" class="st-range" data-testid="timeline" min="0" step="1" aria-label="${esc(table.w("timeline"))}"></div>` +
      `<span class="st-at" data-testid="at"></span>`;
    this.range = /** @type {HTMLInputElement} */ (find(this.el, ".st-range"));
    this.range.addEventListener("input", () => {
      this.stop();
      table.go(+this.range.value);
    });
    this.faster(0);
  }

  /** A new deal: its marks on the line. @param {Snapshot[]} snapshots */
  lay(snapshots) {
    const { table } = this;
    const end = Math.max(1, snapshots.length - 1);
    this.range.max = String(snapshots.length - 1);
    const room = find(this.el, ".st-line").clientWidth || 400;
    let ticks = "";
    /** @type {{i: number, mark: string, x: number, label: string}[]} */
    const found = [];
    snapshots.forEach((snapshot, i) => {
      const { mark, sentence } = snapshot;
      if (mark === "trick") ticks += `<i style="left:calc(11px + (100% - 22px) * ${(i / end).toFixed(5)})"></i>`;
      if (!mark || !MARKED.includes(mark) || (mark === "exchange" && found.some((one) => one.mark === mark))) return;
      found.push({ i, mark, x: 11 + (room - 22) * (i / end), label: `${table.w("mark." + mark)}: ${sentence}` });
    });
    // Marks that would cover each other are set apart, from the right.
    const { scale } = table.stage;
    const gap = Math.min(25 * scale, (room - 26 * scale) / Math.max(1, found.length - 1));
    found.forEach((one, i) => (one.x = Math.max(13 * scale + i * gap, one.x)));
    let limit = room - 13 * scale;
    for (const one of [...found].reverse()) {
      one.x = Math.min(one.x, limit);
      limit = one.x - gap;
    }
    find(this.el, ".st-marks").innerHTML = found.map(({ i, mark, x, label }) =>
      `<button tabindex="-1" class="st-mark st-mark-${mark}" data-at="${i}" style="left:${x.toFixed(1)}px" ` +
      `aria-label="${esc(label)}" title="${esc(label)}">${/out|foul/.test(mark) ? `<b>${this.place(snapshots, i)}</b>` : icon(mark)}</button>`,
    ).join("");
    find(this.el, ".st-ticks").innerHTML = ticks;
  }

  /**
   * The place that was won with a snapshot; who fell goes out with the place that came with the fall.
   * @param {Snapshot[]} snapshots @param {number} i
   */
  place(snapshots, i) {
    const before = i ? snapshots[i - 1].places : {};
    const { places, fallen } = snapshots[i];
    const won = Object.keys(places).filter((name) => places[name] && before[name] !== places[name]);
    return won.length ? Math.min(...won.map((name) => places[name] || 0)) : before[fallen || ""] || "";
  }

  draw() {
    const { table } = this;
    const { at, snapshots } = table;
    const end = snapshots.length - 1;
    this.range.value = String(at);
    this.range.style.setProperty("--done", `${(100 * at) / Math.max(1, end)}%`);
    this.range.setAttribute("aria-valuetext", `${table.w("event", { n: at, of: end })}: ${snapshots[at].sentence}`);
    find(this.el, ".st-at").textContent = `${at}/${end}`;
    for (const act of ["first", "back"]) enable(this.el, act, at > 0);
    for (const act of ["forward", "last"]) enable(this.el, act, at < end);
    const run = find(this.el, '[data-act="run"]');
    const running = this.timer !== null;
    run.innerHTML = icon(running ? "pause" : "run");
    relabel(run, table.w(running ? "pause" : "run"));
    run.classList.toggle("st-on", running);
  }

  faster(by = 1) {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + by) % SPEEDS.length];
    const speed = find(this.el, ".st-speed");
    speed.textContent = String(this.speed).replace("0.5", "\u00bd") + "\u00d7";
    relabel(speed, this.table.w("speed", { x: speed.textContent }));
  }

  start() {
    this.stop();
    if (this.table.at >= this.table.snapshots.length - 1) this.table.go(0);
    const beat = () => {
      this.timer = setTimeout(beat, BEAT / this.speed);
      const { at, snapshots } = this.table;
      if (at + 1 >= snapshots.length - 1) this.stop(false);
      if (at < snapshots.length - 1) this.table.go(at + 1, true);
    };
    this.timer = setTimeout(beat, (0.7 * BEAT) / this.speed);
    this.table.redraw();
  }

  stop(draw = true) {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    if (draw) this.table.redraw();
  }

  toggle() {
    if (this.timer === null) this.start();
    else this.stop();
  }

  /** To the next or previous mark, tricks too. @param {number} way */
  jump(way) {
    const { snapshots, at } = this.table;
    this.stop();
    let i = at + way;
    while (i > 0 && i < snapshots.length - 1 && !snapshots[i].mark) i += way;
    this.table.go(clamp(0, i, snapshots.length - 1));
  }
}
