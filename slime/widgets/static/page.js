// Small things that all parts of the table use.
/** @param {unknown} text */
export const esc = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** A sentence with **bold** words and `code`, as HTML. @param {string} text */
export const markup = (text) => esc(text).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/`(.+?)`/g, "<code>$1</code>");
/** @param {number} least @param {number} x @param {number} most */
export const clamp = (least, x, most) => Math.min(most, Math.max(least, x));
/** @param {Record<string, number>} numbers */
export const sum = (numbers) => Object.values(numbers || {}).reduce((a, b) => a + b, 0);
/** An element that is there. @param {ParentNode} root @param {string} selector */
export const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
/** An element that may be there. @param {ParentNode} root @param {string} selector */
export const seek = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));
/** @param {ParentNode} root @param {string} selector */
export const findAll = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * Keys pressed inside are not the notebook's: it looks for this sign on what has the focus, and, where it
 * hears keys before the page does, at nothing around it.
 * @param {HTMLElement} el
 */
export function keep_keys(el) {
  el.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("focusin", (event) => {
    /** @type {HTMLElement} */ (event.target).dataset.lmSuppressShortcuts = "true";
  });
}

/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 7 12l9 7z",
  run: "M7 4 20 12 7 20z",
  pause: "M7 4h4v16H7zM14 4h4v16h-4z",
  forward: "M8 5 17 12l-9 7z",
  last: "M18 5v14M5 5 15 12 5 19z",
  left: "M14 5 7 12l7 7",
  right: "M10 5l7 7-7 7",
  hands: "M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  hidden: "M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM4 20 20 4",
  big: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1-1.5 2.3M12 18v.5",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  copy: "M9 9h10v11H9zM5 15V4h10",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  undo: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  exchange: "M4 8h14l-4-4M20 16H6l4 4",
  turn: "M8 20V5M3.5 9.5 8 4.5l4.5 5M16 4v15M11.5 14.5 16 19.5l4.5-5",
  fall: "M3 6l4 4 3-6 2 6 3-5 1 6 5-4-2 10-6-1-1-4-2 5H5z",
};
const FILLED = ["first", "back", "run", "pause", "forward", "last", "fall"];

/** @param {string} name */
export const icon = (name) =>
  `<svg class="st-icon${FILLED.includes(name) ? " st-full" : ""}" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

/** A button that shows a sign and says a word. @param {string} act @param {string} word @param {string} [sign] @param {string} [more] */
export const button = (act, word, sign = act, more = "") =>
  `<button class="st-btn" data-act="${act}" aria-label="${esc(word)}" title="${esc(word)}"${more}>${icon(sign)}</button>`;

/** Give a button another word. @param {HTMLElement} element @param {string} word */
export function relabel(element, word) {
  element.setAttribute("aria-label", word);
  element.title = word;
}

/** Put a text on the clipboard; whether it is there. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page that may not ask for the clipboard has an older way.
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** A button that can do nothing stays reachable by keyboard. @param {ParentNode} root @param {string} act @param {boolean} can */
export function enable(root, act, can) {
  find(root, `[data-act="${act}"]`).setAttribute("aria-disabled", String(!can));
}
