// The table on any page: traits in, messages over a wire (slime/widgets/model.py).
import { unpack } from "./packing.js";
import { find } from "./page.js";
import { Store } from "./store.js";
import { Table } from "./table.js";
import { watch_theme } from "./theme.js";

/** One style sheet for each document or shadow root. @param {Node} root @param {string} css */
function dress(root, css) {
  const place = /** @type {HTMLElement | ShadowRoot} */ (root instanceof Document ? root.head : root);
  if (place.querySelector("style[data-slime]")) return;
  const style = document.createElement("style");
  style.dataset.slime = "";
  style.textContent = css;
  place.append(style);
}

/**
 * Show a table.
 * @param {HTMLElement} el @param {Traits} traits @param {Wire} wire @param {Assets} assets
 * @returns {Promise<() => void>} what closes it
 */
export async function face(el, traits, wire, assets) {
  const store = new Store(traits, wire);
  const animation = await unpack(traits.animation);
  const table = new Table(store, el, animation, assets);
  dress(el.getRootNode(), assets.css);
  const off = watch_theme(table.el);
  // The still picture that stands in for a table (slime/figures/live.py) is not needed beside it.
  const { still } = traits;
  if (still) find(table.el, "style").textContent = `.jp-OutputArea-child:has(#${still}),#${still}{display:none!important}`;
  await table.sync();
  return () => {
    off();
    store.off();
    table.close();
  };
}
