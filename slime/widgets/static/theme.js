// Light or dark, as the page around the table is: hosts agree on no sign for it.

/** How light a colour is, from 0 to 1; null where nothing is painted. @param {string} colour */
function lightness(colour) {
  const [r, g, b, a = 1] = (colour.match(/[\d.]+/g) || []).map(Number);
  return b === undefined || a < 0.5 ? null : (0.3 * r + 0.6 * g + 0.1 * b) / 255;
}

/** Whether what a table lies on is dark. @param {HTMLElement} el */
function dark(el) {
  /** @type {Node | null} */
  let node = el.parentNode;
  while (node) {
    if (node instanceof HTMLElement) {
      const light = lightness(getComputedStyle(node).backgroundColor);
      if (light !== null) return light < 0.5;
    }
    node = node.parentNode || (node instanceof ShadowRoot ? node.host : null);
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Follow the page's theme. @param {HTMLElement} el @returns {() => void} */
export function watch_theme(el) {
  const look = () => {
    const theme = dark(el) ? "dark" : "light";
    if (el.dataset.theme !== theme) el.dataset.theme = theme;
  };
  const watch = new MutationObserver(() => requestAnimationFrame(look));
  for (const node of [document.documentElement, document.body]) {
    watch.observe(node, { attributes: true, attributeFilter: ["class", "style", "theme", "data-theme", "data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
  }
  const asked = matchMedia("(prefers-color-scheme: dark)");
  asked.addEventListener("change", look);
  requestAnimationFrame(look);
  look();
  return () => {
    watch.disconnect();
    asked.removeEventListener("change", look);
  };
}
