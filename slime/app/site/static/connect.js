// Where Python is: in a worker of this page, or on this computer behind an address.

/** @typedef {{ ask: (message: object) => Promise<any>, ready: Promise<unknown> }} Python */

/** @param {Config} config @returns {Python} */
export function connect(config) {
  return config.python === "worker" ? in_worker(config.lang) : over_http();
}

/** @param {string} lang @returns {Python} */
function in_worker(lang) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, (reply: any) => void>} */
  const waiting = new Map();
  let asked = 0;
  const ready = new Promise((fine, wrong) => {
    waiting.set(0, ({ failed }) => (failed ? wrong(failed) : fine(true)));
    worker.onerror = (event) => wrong(event.message);
  });
  worker.onmessage = ({ data: { id, reply } }) => {
    waiting.get(id)?.(reply);
    waiting.delete(id);
  };
  worker.postMessage({ lang });
  const ask = (/** @type {object} */ message) =>
    new Promise((answer) => {
      waiting.set((asked += 1), answer);
      worker.postMessage({ id: asked, message: JSON.stringify(message) });
    });
  return { ask, ready };
}

/** @returns {Python} */
function over_http() {
  const visitor = crypto.randomUUID();
  // One after another: an answer may depend on the one before.
  /** @type {Promise<any>} */
  let last = Promise.resolve();
  const ask = (/** @type {object} */ message) =>
    (last = last.catch(() => null).then(async () => {
      const answer = await fetch("ask", { method: "POST", body: JSON.stringify({ visitor, ...message }) });
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    }));
  return { ask, ready: ask({ do: "hello" }) };
}
