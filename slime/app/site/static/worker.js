// Python in a web worker: Pyodide, and the game as it is.
import { loadPyodide } from "../pyodide/pyodide.mjs";

/** @type {Promise<(message: string) => string> | undefined} */
let python;

/** @param {string} lang */
async function start(lang) {
  const here = (/** @type {string} */ name) => new URL(`../${name}`, import.meta.url);
  const [engine, wheel] = await Promise.all([
    loadPyodide({ indexURL: here("pyodide/").href }),
    fetch(here("slime.whl")).then((answer) => answer.arrayBuffer()),
  ]);
  engine.unpackArchive(wheel, "wheel");
  engine.globals.set("lang", lang);
  return engine.runPython("from slime.app.site.front import Front\nFront(lang).hear_json");
}

self.onmessage = async ({ data: { id = 0, lang, message } }) => {
  try {
    python ||= start(lang);
    const hear = await python;
    self.postMessage({ id, reply: message ? JSON.parse(hear(message)) : {} });
  } catch (problem) {
    const told = String(problem).trim().split("\n").at(-1);
    self.postMessage({ id, reply: { failed: told, wrong: told } });
  }
};
