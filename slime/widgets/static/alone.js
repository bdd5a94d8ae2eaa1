// A table on a page with no Python behind it.
import { boot } from "./boot.js";

/** @type {Wire} */
const nobody = {
  page: true,
  send() {
    throw new Error("nobody is there");
  },
  on: () => () => {},
};

/** @param {string} packed @param {Traits} traits @param {HTMLElement} place */
export async function show(packed, traits, place) {
  const { face, assets } = await boot(packed);
  return face(place, traits, nobody, assets);
}

/** The one table of a page: the address may name a deal and a step, as the table's link does. @param {string} packed @param {Traits} traits @param {HTMLElement} place */
export async function show_linked(packed, traits, place) {
  const { face, assets } = await boot(packed);
  const [, deal = "", step] = location.hash.match(/^#(\d+)~(\d+)$/) || [];
  const asked = { ...traits };
  if (traits.kept[deal]) {
    asked.kept = { ...traits.kept, [String(traits.number)]: traits.animation };
    asked.animation = traits.kept[deal];
  }
  if (traits.kept[deal] || deal === String(traits.number)) asked.position = Number(step);
  const base = location.href.split("#")[0];
  const link = (/** @type {string} */ _code, /** @type {number} */ number, /** @type {number} */ at) => `${base}#${number}~${at}`;
  const close = await face(place, asked, nobody, { ...assets, link });
  // The page is the table: keys pressed where nothing has the focus are the table's.
  document.addEventListener("keydown", (event) => {
    if (event.target !== document.body) return;
    const again = new KeyboardEvent("keydown", event);
    place.querySelector(".slime-table")?.dispatchEvent(again);
    if (again.defaultPrevented) event.preventDefault();
  });
  return close;
}
