// What slime/widgets/assets.py packs: deflate and base85, four bytes in five signs.
/** @param {number} first @param {number} count */
const run_of = (first, count) => String.fromCharCode(...Array.from({ length: count }, (_, i) => first + i));
const SIGNS85 = run_of(48, 10) + run_of(65, 26) + run_of(97, 26) + "!#$%&()*+-;<=>?@^_`{|}~";

/** @param {string} text */
function bytes_of(text) {
  const whole = text + "~".repeat((5 - (text.length % 5)) % 5);
  const out = new Uint8Array((whole.length / 5) * 4);
  const view = new DataView(out.buffer);
  for (let i = 0; i < whole.length; i += 5) {
    let word = 0;
    for (const sign of whole.slice(i, i + 5)) word = word * 85 + SIGNS85.indexOf(sign);
    view.setUint32((i / 5) * 4, word);
  }
  return out.subarray(0, out.length - (whole.length - text.length));
}

/** @param {string} text */
export async function unpack(text) {
  const stream = new Blob([bytes_of(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
