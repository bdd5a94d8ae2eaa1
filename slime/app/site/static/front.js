// The front page: play, bet, see. All that is known comes from Python (slime/app/site/front.py).
import { Bet } from "./bet.js";
import { connect } from "./connect.js";
import { face } from "./face.js";
import { unpack } from "./packing.js";
import { esc, find, markup } from "./page.js";

/** @type {Config} */
const config = JSON.parse(find(document, "#config").textContent || "");
const { words } = config;
/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);
const { ask, ready } = connect(config);
/** Why Python has not started; nothing once it has. */
const failed = ready.then(() => "", (why) => String(why));

/** @param {string} key @param {Record<string, any>} [values] */
const w = (key, values = {}) => Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), words[key]);

// --- tables ------------------------------------------------------------------------------

/** The wire of a table: its messages go to Python by the name of the table. @param {string} name @returns {Wire} */
function wire(name) {
  /** @type {((message: any) => void)[]} */
  const heard = [];
  return {
    page: true,
    // Python comes after the page: the first visit may load it over a slow line.
    patience: 300_000,
    send(message) {
      return ask({ to: name, message }).then((answer) => {
        if (answer.failed) throw new Error(answer.failed);
        for (const hear of heard) {
          if (answer.traits) hear({ traits: answer.traits });
          if (answer.reply) hear(answer.reply);
        }
        if (name === "play") story(answer.story);
      });
    },
    on(hear) {
      heard.push(hear);
      return () => heard.splice(heard.indexOf(hear), 1);
    },
  };
}

/** @type {Promise<Assets>} */
const assets = unpack(config.assets);
/** The address of a deal, to pass on. @param {string} code @param {number} _deal @param {number} at_step */
const deal_link = (code, _deal, at_step) => `${location.href.split("#")[0]}#${code}~${at_step}`;
/** @type {Record<string, () => void>} */
const close = {};

/** @param {string} name @param {Traits} traits */
async function show(name, traits) {
  close[name]?.();
  close[name] = await face(at(name), traits, wire(name), { ...(await assets), link: deal_link });
}

/** @param {string} [text] */
function story(text) {
  if (text === undefined) return;
  at("story").hidden = !text;
  const html = markup(text);
  if (at("story").innerHTML !== html) at("story").innerHTML = html;
}

/** @param {string} what */
async function play(what) {
  const { traits } = await ask({ do: what, game: at("game").value });
  story("");
  at("play-note").hidden = what !== "first";
  await show("play", traits);
  if (at("play").getBoundingClientRect().top < 0 || at("again").getBoundingClientRect().bottom > innerHeight) at("play").scrollIntoView();
}

/** The game of new matches; a link may name the one that a class knows. */
function begin_games() {
  at("game").innerHTML = Object.entries(config.games).map(([value, label]) => `<option value="${esc(value)}">${esc(label)}</option>`).join("");
  const named = location.hash.match(/^#game=([\w-]+)$/)?.[1] || "";
  at("game").addEventListener("change", () => {
    history.replaceState(null, "", `#game=${at("game").value}`);
    play("new");
  });
  if (!(named in config.games)) return;
  at("game").value = named;
  play("new");
}

// --- the bet, and 500 matches -------------------------------------------------------------

const bet = {
  state: config.bet.state,
  /** @type {[string, (message: any) => void][]} */
  heard: [],
  /** @param {string} key */
  get: (key) => (key === "state" ? bet.state : config.bet.words),
  /** @param {string} name @param {(message: any) => void} what */
  on: (name, what) => bet.heard.push([name, what]),
  off() {},
  /** @param {object} message */
  async send(message) {
    const { state, wrong } = await ask({ to: "bet", message });
    bet.state = state;
    for (const [name, what] of bet.heard) what(name === "change:state" ? undefined : { wrong });
    look();
  },
};

/** What was found is shown when the bet is judged, and not before. */
function look() {
  const done = bet.state.phase === "done";
  at("see").hidden = !done;
  at("see-first").hidden = done;
  // Each of them answers what the bet asks: a link to one asks for it.
  if (done) at("societies").hidden = false;
  if (done) for (const key of ["exchange", "none"]) figure(at(`see-${key}`), societies.shown[`${key}.5.lowest`]);
}

// --- societies ---------------------------------------------------------------------------

/** @typedef {{ title: string, svg: string, said: string, text: string }} Shown */
/** @type {{ rules: Record<string, string>, players: number[], strategy: Record<string, string>, shown: Record<string, Shown> }} */
let societies;
/** @type {Shown} */
let shown;
let run = 0;

/** @param {HTMLElement} el @param {Shown} what */
function figure(el, what) {
  el.innerHTML = `<figcaption>${esc(what.title)}</figcaption>${what.svg}<p>${esc(what.said)}</p>`;
}

/** @param {Shown} what */
function society(what) {
  shown = what;
  figure(at("society"), what);
  at("society-text").textContent = what.text;
}

const chosen = () => [at("rules").value, Number(at("players").value), at("strategy").value];

/** The society chosen, as it was played ahead. */
function stored() {
  run += 1; // ends a run that goes on
  at("made").hidden = false;
  society(societies.shown[chosen().join(".")]);
}

/** @param {number} seed */
async function own(seed) {
  const mine = (run += 1);
  const stop = (/** @type {boolean} */ on) => {
    at("cancel").hidden = at("progress").hidden = !on;
    at("run").hidden = on;
  };
  history.replaceState(null, "", `#see=${[...chosen(), seed].join(".")}`);
  stop(true);
  let answer = await ask({ do: "run", society: chosen(), seed });
  at("progress").max = answer.of;
  at("made").hidden = true;
  while (mine === run && !answer.wrong && (answer.done || 0) < answer.of) {
    answer = await ask({ do: "more" });
    if (mine !== run) break;
    if (answer.svg) society(answer);
    at("progress").value = answer.done;
    at("running").textContent = answer.wrong || w("running", { ...answer, seed });
  }
  if (mine === run || at("cancel").hidden === false) stop(false);
}

function save() {
  const link = document.createElement("a");
  const whole = shown.svg.replace("<svg ", '<svg color="#16191f" ');
  link.href = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  link.download = `${chosen().join("-")}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function begin_societies() {
  for (const [id, options] of /** @type {[string, [any, any][]][]} */ ([
    ["rules", Object.entries(societies.rules)],
    ["players", societies.players.map((n) => [n, n])],
    ["strategy", Object.entries(societies.strategy)],
  ])) {
    at(id).innerHTML = options.map(([value, label]) => `<option value="${esc(value)}">${esc(label)}</option>`).join("");
    at(id).addEventListener("change", () => {
      history.replaceState(null, "", `#see=${chosen().join(".")}`);
      at("running").textContent = "";
      stored();
    });
  }
  at("players").value = "5";
  at("run").addEventListener("click", () => own(1 + Math.floor(Math.random() * 1e9)));
  at("cancel").addEventListener("click", () => {
    run += 1;
    at("cancel").hidden = at("progress").hidden = true;
    at("run").hidden = false;
  });
  at("save").addEventListener("click", save);
}

// --- records -----------------------------------------------------------------------------

/** @param {string} text */
async function record(text) {
  const { traits, wrong } = await ask({ do: "open", text: text.trim() });
  at("record-wrong").textContent = wrong || "";
  if (!traits) return;
  await show("look", traits);
  at("look").scrollIntoView({ block: "start" });
}

function begin_records() {
  const drop = at("drop");
  at("open").addEventListener("click", () => record(at("paste").value));
  at("file").addEventListener("change", async () => at("file").files[0] && record(await at("file").files[0].text()));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    record(file ? await file.text() : event.dataTransfer?.getData("text") || "");
  });
}

// --- the page ----------------------------------------------------------------------------

/** What a link asks for: a deal by its code, or a society with a seed. */
function read_link() {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash.startsWith("slime1.")) record(hash);
  if (!hash.startsWith("see=")) return;
  const [rules, players, strategy, seed] = hash.slice(4).split(".");
  Object.entries({ rules, players, strategy }).forEach(([id, value]) => (at(id).value = value));
  if (!societies.shown[chosen().join(".")]) return;
  at("societies").hidden = false;
  stored();
  at("society").scrollIntoView();
  if (seed) own(Number(seed));
}

function begin_doors() {
  const doors = Object.entries(config.doors);
  at("doors").hidden = !doors.length;
  at("door-list").innerHTML = doors.map(([key, href]) =>
    `<a class="door" href="${esc(href)}"><b>${esc(w(key))}</b><br>${esc(w(`${key}_note`))}</a>`).join("");
  for (const link of document.querySelectorAll(".door"))
    link.addEventListener("click", () => (at("door-list").insertAdjacentHTML("afterend", `<p role="status">${esc(w("lessons_wait"))}</p>`)));
  at("limits").hidden = config.python !== "worker";
  at("limits-text").innerHTML = markup(w("limits_web"));
}

async function begin() {
  begin_doors();
  await show("play", config.first);
  new Bet(bet, at("bet"));
  at("again").addEventListener("click", () => play("first"));
  at("new").addEventListener("click", () => play("new"));
  begin_games();
  at("see-button").addEventListener("click", () => bet.send({ do: "show" }));
  begin_records();
  societies = await (await fetch("societies.json")).json();
  begin_societies();
  stored();
  look();
  read_link();
  addEventListener("hashchange", read_link);
  const why = await failed;
  at("python").textContent = why && w("broken", { why: why.slice(0, 200) });
  if (!why) delete at("python").dataset.starting;
  if (why || config.python !== "worker" || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register("offline.js");
  await navigator.serviceWorker.ready;
  at("python").textContent = w("offline");
}

begin();
