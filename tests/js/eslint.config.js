// What the scripts of the card table must be; they run in a browser, as ES modules.
const js = require("@eslint/js");

const browser = ["Blob", "clearTimeout", "CSS", "DataView", "Uint8Array", "DecompressionStream", "document", "Element"];
const site = ["addEventListener", "caches", "crypto", "fetch", "history", "innerHeight", "location", "navigator", "self", "Worker"];
const more = ["HTMLInputElement", "KeyboardEvent", "HTMLElement", "Document", "Node", "ShadowRoot", "MutationObserver", "ResizeObserver", "Response", "getComputedStyle", "globalThis", "localStorage", "location", "matchMedia", "navigator", "requestAnimationFrame", "setTimeout", "URL", "window"];

module.exports = [
  {
    ...js.configs.recommended,
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "module",
      globals: Object.fromEntries([...browser, ...more, ...site].map((name) => [name, "readonly"])),
    },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines-per-function": ["error", { max: 60 }],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
