// What all tables share (slime/widgets/assets.py), unpacked and run once on a page.
import { unpack } from "./packing.js";

/** @typedef {{ face: typeof import("./face.js").face, assets: Assets }} Booted */

/** @type {any} */
const page = globalThis;

/** @param {string} packed @returns {Promise<Booted>} */
async function run(packed) {
  const { code, ...assets } = await unpack(packed);
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { face } = await import(address);
  URL.revokeObjectURL(address);
  return { face, assets };
}

/** @param {string} packed @returns {Promise<Booted>} */
export function boot(packed) {
  page.slimeTables ??= new Map();
  const found = page.slimeTables.get(packed) || run(packed);
  page.slimeTables.set(packed, found);
  return found;
}
