// The time line: its buttons, its marks, the pace at which a deal is shown.
const SPEEDS = [0.5, 1, 2, 4];
// ms between two events at speed 1
const BEAT = 1400;
const MARKED = ["exchange", "out", "fall"];

class Controls {
  constructor(table) {
    this.table = table;
    this.speed = 1;
    this.timer = null;
    this.el = table.part("controls");
    const w = (key, values) => table.w(key, values);
    const button = (act, label, drawn = act) =>
      `<button class="st-btn" data-act="${act}" aria-label="${esc(label)}" ` +
      `title="${esc(label)}">${icon(drawn)}</button>`;
    this.el.innerHTML =
      `<div class="st-buttons">` + button("first", w("first")) + button("back", w("back")) +
      button("play", w("play_on")) + button("forward", w("forward")) + button("last", w("last")) +
      `<button class="st-btn st-speed" data-act="speed"></button></div>` +
      `<div class="st-line"><div class="st-marks"></div><div class="st-ticks" aria-hidden="true"></div>` +
      `<input type="range" class="st-range" data-testid="timeline" min="0" step="1" aria-label="${esc(w("timeline"))}"></div>` +
      `<span class="st-at" data-testid="at"></span>`;
    this.range = this.el.querySelector(".st-range");
    this.range.addEventListener("input", () => {
      this.stop();
      table.go(+this.range.value);
    });
    this.faster(0);
  }

  // A new deal: its marks on the line.
  lay(frames) {
    const { table } = this;
    const end = Math.max(1, frames.length - 1);
    this.range.max = frames.length - 1;
    const at = (i) => `calc(11px + (100% - 22px) * ${(i / end).toFixed(5)})`;
    let ticks = "";
    let given = false;
    const room = this.el.querySelector(".st-line").clientWidth || 400;
    const found = [];
    frames.forEach((frame, i) => {
      const { mark } = frame;
      if (mark === "trick") ticks += `<i style="left:${at(i)}"></i>`;
      if (!MARKED.includes(mark) || (mark === "exchange" && given)) return;
      given ||= mark === "exchange";
      found.push({ i, mark, x: 11 + (room - 22) * (i / end), label: `${table.w("mark." + mark)}: ${frame.sentence}` });
    });
    // Marks that would cover each other are set apart, from the right.
    const { scale } = table.stage;
    let limit = room - 13 * scale;
    for (const one of [...found].reverse()) {
      one.x = Math.min(one.x, limit);
      limit = one.x - 25 * scale;
    }
    const marks = found.map(({ i, mark, x, label }) =>
      `<button tabindex="-1" class="st-mark st-mark-${mark}" data-at="${i}" style="left:${x.toFixed(1)}px" ` +
      `aria-label="${esc(label)}" title="${esc(label)}">${mark === "out" ? `<b>${this.place(frames, i)}</b>` : icon(mark)}</button>`,
    ).join("");
    this.el.querySelector(".st-marks").innerHTML = marks;
    this.el.querySelector(".st-ticks").innerHTML = ticks;
  }

  // The place that was won with a frame; who fell goes out with the place that came with the fall.
  place(frames, i) {
    const before = i ? frames[i - 1].places || {} : {};
    const won = Object.entries(frames[i].places || {}).filter(([name, place]) => place && before[name] !== place);
    return won.length ? Math.min(...won.map(([, place]) => place)) : before[frames[i].fallen] || "";
  }

  draw() {
    const { table } = this;
    const { at, frames } = table;
    this.range.value = at;
    this.range.style.setProperty("--done", `${(100 * at) / Math.max(1, frames.length - 1)}%`);
    this.range.setAttribute("aria-valuetext", `${table.w("event", { n: at, of: frames.length - 1 })}: ${frames[at].sentence}`);
    this.el.querySelector(".st-at").textContent = `${at}/${frames.length - 1}`;
    for (const act of ["first", "back"]) this.enable(act, at > 0);
    for (const act of ["forward", "last"]) this.enable(act, at < frames.length - 1);
    const play = this.el.querySelector('[data-act="play"]');
    const running = this.timer !== null;
    const label = table.w(running ? "pause" : "play_on");
    play.innerHTML = icon(running ? "pause" : "play");
    play.setAttribute("aria-label", label);
    play.title = label;
    play.classList.toggle("st-on", running);
  }

  // A button that can do nothing stays reachable by keyboard.
  enable(act, can) {
    this.el.querySelector(`[data-act="${act}"]`).setAttribute("aria-disabled", String(!can));
  }

  faster(by = 1) {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + by) % SPEEDS.length];
    const button = this.el.querySelector(".st-speed");
    const shown = String(this.speed).replace("0.5", "\u00bd") + "\u00d7";
    button.textContent = shown;
    button.setAttribute("aria-label", this.table.w("speed", { x: shown }));
    button.title = this.table.w("speed", { x: shown });
  }

  start() {
    this.stop();
    if (this.table.at >= this.table.frames.length - 1) this.table.go(0);
    const beat = () => {
      this.timer = setTimeout(beat, BEAT / this.speed);
      const { at, frames } = this.table;
      if (at + 1 >= frames.length - 1) this.stop(false);
      if (at < frames.length - 1) this.table.go(at + 1, true);
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

  // To the next or previous mark, tricks too.
  jump(way) {
    const { frames, at } = this.table;
    this.stop();
    let i = at + way;
    while (i > 0 && i < frames.length - 1 && !frames[i].mark) i += way;
    this.table.go(clamp(0, i, frames.length - 1));
  }
}
