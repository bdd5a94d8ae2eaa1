// Cards, hats and signs as SVG. They come from slime.drawing (slime/widgets/assets.py tells how they
// are written), so that the live table and the still picture look the same.
const cardId = (code) => ({ "*": "jo", "?": "bk" })[code] || (code[1] ? code : code + "x");

// Each table keeps its own symbols: a card is drawn once and used wherever it lies.
class Deck {
  constructor(art, uid, lang, defs) {
    Object.assign(this, { art, uid, lang, defs, known: new Set() });
  }
  fill(text, suit = "") {
    const { often, paint } = this.art;
    const fit = (c) => {
      const n = c.charCodeAt(0) - 0xa1;
      return n >= 48 ? this.fill(often[n - 48], suit) : n >= 16 ? paint[suit][n - 16] : [this.uid, suit, "hd".includes(suit) ? "r" : "b"][n];
    };
    return text.replace(/[\u00a1-\u00ff]/g, fit);
  }
  add(key, text, suit) {
    if (this.known.has(key)) return;
    this.known.add(key);
    this.defs.insertAdjacentHTML("beforeend", this.fill(text, suit));
  }
  hat(name) {
    return this.fill(this.art.hats[name] || "");
  }
  html(code) {
    const [rank, suit] = code;
    const { cards, figures, signs } = this.art;
    if (suit) this.add(suit, signs[suit], suit);
    if (figures[rank]) this.add(`f${rank}${suit}`, figures[rank], suit);
    this.add(code, cards[rank], suit);
    return `<svg class="st-card" data-c="${code}" viewBox="0 0 100 140" aria-hidden="true">` +
      `<use href="#${this.uid}-c${cardId(code)}"/></svg>`;
  }
}

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 7 12l9 7z",
  play: "M7 4 20 12 7 20z",
  pause: "M7 4h4v16H7zM14 4h4v16h-4z",
  forward: "M8 5 17 12l-9 7z",
  last: "M18 5v14M5 5 15 12 5 19z",
  left: "M14 5 7 12l7 7",
  right: "M10 5l7 7-7 7",
  hands: "M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  hidden: "M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12zM4 20 20 4",
  big: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1-1.5 2.3M12 18v.5",
  undo: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  exchange: "M4 8h14l-4-4M20 16H6l4 4",
  fall: "M3 6l4 4 3-6 2 6 3-5 1 6 5-4-2 10-6-1-1-4-2 5H5z",
};
const FILLED = "first back play pause forward last fall";
const icon = (name) =>
  `<svg class="st-icon${FILLED.includes(name) ? " st-full" : ""}" viewBox="0 0 24 24" aria-hidden="true">` +
  `<path d="${ICONS[name]}"/></svg>`;

const COLOURS = ["#E69F00", "#56B4E9", "#22b58a", "#F0E442", "#6fa8ff", "#ff8c5a", "#e39ac4", "#c9cdd3"];
