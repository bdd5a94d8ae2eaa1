// The felt: seats in a ring, their hands, the top in the middle, who stands where.
import { clamp, esc, find, icon, sum } from "./page.js";

const COLOURS = ["#E69F00", "#56B4E9", "#22b58a", "#F0E442", "#6fa8ff", "#ff8c5a", "#e39ac4", "#c9cdd3"];

/**
 * Where seats stand, clockwise from the lower middle; from -1 to 1 both ways.
 * @type {Record<number, [number, number][]>}
 */
const SPOTS = {
  2: [[0, 1], [0, -1]],
  3: [[0, 1], [-1, -0.5], [1, -0.5]],
  4: [[0, 1], [-1, 0], [0, -1], [1, 0]],
  5: [[0, 1], [-1, 0.24], [-0.64, -1], [0.64, -1], [1, 0.24]],
  6: [[0, 1], [-1, 0.5], [-1, -0.5], [0, -1], [1, -0.5], [1, 0.5]],
  7: [[0, 1], [-1, 0.66], [-1, -0.16], [-0.6, -1], [0.6, -1], [1, -0.16], [1, 0.66]],
  8: [[0, 1], [-1, 0.82], [-1, 0], [-1, -0.82], [0, -1], [1, -0.82], [1, 0], [1, 0.82]],
};
/** The width from which on hands fit beside the names. @type {Record<number, number>} */
const RING = { 2: 480, 3: 620, 4: 640, 5: 680, 6: 700, 7: 800, 8: 820 };

/** How it is marked what somebody does. @type {Record<string, [string, string]>} */
const LOOKS = { turn: ["st-now", "\u25b8 "], turn_give: ["st-now", "\u25b8 "], fallen: ["st-fell", icon("fall")], passed: ["st-pass", ""], skipped: ["st-pass", ""] };

// Backs are drawn smaller: nobody has to read them.
const BACK = 0.66;

/**
 * Sizes for a width: `ring` is true where hands fit beside the names.
 * @param {number} seats @param {{ width: number, height: number, scale: number }} room
 * @param {number} most @param {boolean} hands @param {boolean} alone
 */
function plan(seats, { width, height, scale: s }, most, hands, alone) {
  // Cards may shrink more than what is to be read.
  const scale = Math.max(0.9, s);
  const ring = width >= RING[seats] * Math.min(scale, 1.25);
  const share = seats > 2 ? 1 : 2.2;
  const seatW = ring ? Math.min(width * 0.31 * share, 360 * scale * share, seats > 4 ? (width - 76) / 3 : width) : Math.min(112 * scale, width * 0.295);
  const cardW = ring ? clamp(40, seatW / (1 + 0.31 * (most - 1)), 62 * s) : 40 * s;
  const plateH = (ring ? 52 : 98) * scale;
  const seatH = plateH + (ring ? cardW * 1.4 * (hands ? 1 : BACK) + 6 : 0);
  const spots = SPOTS[seats];
  const rx = (width - seatW) / 2 - (ring ? 26 : 6);
  // A seat straight across leaves less room; flags stand over the seat in front.
  const across = spots.some(([x, y]) => !x && y < 0);
  const lift = (ring ? 14 : 8) * s;
  let ry = (seatH + (!ring ? 124 : (hands ? 196 : 180) + (across ? 20 : 0)) * s) / 2;
  spots.forEach(([x, y], i) =>
    spots.slice(0, i).forEach(([u, v]) => {
      const near = Math.abs(x - u) * rx < seatW + 8;
      if (near && y !== v) ry = Math.max(ry, (seatH + 18 * scale) / Math.abs(y - v));
    }),
  );
  const low = spots.some(([x, y]) => x && Math.abs(y) < 0.6);
  const pad = (ring ? 26 : 20) * s;
  ry = Math.max(ry, (height - seatH) / 2 - pad);
  // Room that a hand in the tray leaves, down to the hands of those beside.
  const beside = ry * (1 - Math.max(...spots.slice(1).map(([, y]) => y)));
  let spare = alone && ring ? Math.min(seatH - plateH, beside) : 0;
  // The one hand that is open among hidden ones is higher.
  if (ring && !hands && !alone) spare = -0.5 * cardW;
  const midW = Math.max(90, width - (low ? 2 * seatW + (ring ? 76 : 22) : 60));
  return {
    ring, seatW, seatH, plateH, cardW, rx, ry, spots, scale,
    middle: ry + seatH / 2 + pad,
    midY: ry + seatH / 2 + pad - lift,
    height: 2 * ry + seatH + 2 * pad - spare,
    midW,
    // Lists that have no room inside the ring stand below it.
    inside: ring || (midW > 300 && seats < 6),
    midH: 2 * ry - seatH - 16 - (across ? 2 * lift : 0),
  };
}

/** Whether two nodes are of one kind, and the same card if they are cards. @param {Node} a @param {Node} b */
function alike(a, b) {
  if (!(a instanceof Element && b instanceof Element)) return a.nodeName === b.nodeName;
  return ["class", "data-c"].every((name) => a.getAttribute(name) === b.getAttribute(name)) && a.nodeName === b.nodeName;
}

/**
 * Make the inside of `old` that of `fresh`, keeping what is the same: cards are costly to draw.
 * @param {Node} old @param {Node} fresh
 */
function morph(old, fresh) {
  let here = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    let same = here;
    while (same && !alike(same, node)) same = same.nextSibling;
    if (!same) {
      old.insertBefore(node, here);
      continue;
    }
    while (here !== same) here = dropped(here);
    here = same.nextSibling;
    if (!(node instanceof Element && same instanceof Element)) same.nodeValue = node.nodeValue;
    else if (!node.hasAttribute("data-c")) {
      for (const { name, value } of node.attributes) if (same.getAttribute(name) !== value) same.setAttribute(name, value);
      for (const { name } of [...same.attributes]) if (!node.hasAttribute(name)) same.removeAttribute(name);
      morph(same, node);
    }
  }
  while (here) here = dropped(here);
}

/** Take a node away; the one after it. @param {ChildNode | null} node */
function dropped(node) {
  const next = node && node.nextSibling;
  node?.remove();
  return next;
}

export class Stage {
  /** @type {ReturnType<typeof plan>} */
  sizes;
  /** @type {Record<Name, HTMLElement>} */
  seats = {};
  /** What was put where. @type {Record<string, string>} */
  keys = {};
  scale = 1;
  all = 0;

  /** @param {Table} table @param {HTMLElement} felt */
  constructor(table, felt) {
    this.table = table;
    this.felt = felt;
    this.mid = find(felt, ".st-mid");
  }

  /** A new deal, another size: where everything stands. @param {Snapshot[]} snapshots */
  arrange(snapshots) {
    const { table } = this;
    const first = snapshots[0];
    const most = Math.max(1, ...snapshots.slice(0, 40).flatMap((one) => Object.values(one.left)));
    this.all = sum(first.left);
    const room = table.room();
    // Who plays alone holds the cards in the tray, not on the felt.
    const alone = table.look.play.length === 1;
    let { scale } = room;
    let height = 0;
    // Over the whole screen everything is to be seen at once.
    do {
      height = room.rest && window.innerHeight - room.rest * Math.max(0.9, scale);
      this.sizes = plan(first.seats.length, { ...room, scale, height }, most, !table.hidden, alone);
      scale *= 0.95;
    } while (height && this.sizes.height > height + 4 && scale > 0.66);
    this.scale = this.sizes.scale;
    table.el.style.setProperty("--k", this.scale.toFixed(3));
    table.el.style.setProperty("--my", `${this.sizes.midY.toFixed(1)}px`);
    table.el.style.setProperty("--mc", `${this.sizes.middle.toFixed(1)}px`);
    const { felt, sizes: p } = this;
    felt.style.height = `${p.height}px`;
    felt.dataset.ring = String(p.ring);
    for (const [name, value] of Object.entries({ cw: p.cardW, sw: p.seatW, mw: p.midW, mh: p.midH })) {
      table.el.style.setProperty(`--${name}`, `${value.toFixed(1)}px`);
    }
    for (const name of Object.keys(this.seats)) {
      if (!first.seats.includes(name)) {
        this.seats[name].remove();
        delete this.seats[name];
      }
    }
    for (const name of first.seats) {
      if (this.seats[name]) continue;
      const seat = document.createElement("div");
      seat.className = "st-seat";
      seat.setAttribute("role", "group");
      seat.dataset.name = name;
      seat.dataset.testid = "seat";
      this.seats[name] = felt.appendChild(seat);
    }
    this.keys = {};
  }

  /** @param {Snapshot} now */
  draw(now) {
    const { table, sizes: p } = this;
    const anchor = table.own || table.players[0];
    const from = Math.max(0, now.seats.indexOf(anchor));
    now.seats.forEach((name, i) => {
      const spot = p.spots[(i - from + now.seats.length) % now.seats.length];
      const seat = this.seats[name];
      seat.style.left = `calc(50% + ${(spot[0] * p.rx).toFixed(1)}px)`;
      seat.style.top = `${(p.middle + spot[1] * p.ry - p.seatH / 2).toFixed(1)}px`;
      this.put(`seat ${name}`, seat, this.seat(name, now));
      seat.setAttribute("aria-label", this.spoken(name, now));
      seat.classList.toggle("st-turn", now.turn === name);
      seat.classList.toggle("st-out", !now.left[name] && now.phase !== "exchange");
      // What is given needs the room before the seat in front.
      seat.classList.toggle("st-aside", p.ring && spot[1] === 1 && now.phase === "exchange");
      seat.classList.toggle("st-own", table.plays(name));
    });
    this.felt.dataset.phase = now.phase;
    this.put("mid", this.mid, this.middle(now));
    this.put("hands", table.part("hands"), p.ring ? "" : this.rows(now));
  }

  /** @param {string} key @param {HTMLElement} element @param {string} html */
  put(key, element, html) {
    if (this.keys[key] === html) return;
    this.keys[key] = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    morph(element, fresh.content);
  }

  /** @param {Name} name */
  colour(name) {
    return COLOURS[this.table.players.indexOf(name) % COLOURS.length];
  }

  /** A title's hat, a medal or the dealer's pack. @param {string} name */
  badge(name) {
    return `<svg class="st-badge" viewBox="0 0 48 48" aria-hidden="true"><use href="#${this.table.uid}-k${name}"/></svg>`;
  }

  /** @param {Card} code */
  card(code) {
    const id = { "*": "jo", "?": "bk" }[code] || code.padEnd(2, "x");
    return `<svg class="st-card" data-c="${code}" viewBox="0 0 100 140" aria-hidden="true"><use href="#${this.table.uid}-c${id}"/></svg>`;
  }

  /** @param {Name} name @param {string} title */
  face(name, title) {
    return `<span class="st-face${title ? " st-badged" : ""}" style="--pc:${this.colour(name)}" aria-hidden="true"><b>` +
      `${esc([...name][0])}</b>${title ? this.badge(title) : ""}</span>`;
  }

  /** @param {number} place */
  medal(place) {
    const medal = place <= 3 ? `medal${place}` : "medal";
    return `<span class="st-medal" aria-hidden="true">${this.badge(medal)}<b>${place}</b></span>`;
  }

  /** @param {Name} name @param {Snapshot} now */
  title(name, now) {
    const key = now.titles[name];
    return key ? this.table.w(`title.${key}`) : "";
  }

  /**
   * A hand of `cards`, or of backs; overlapped so that it fits `room`.
   * @param {Card[]} cards @param {number} room @param {number} cardW @param {string} label
   */
  fan(cards, room, cardW, label, spread = 0.6) {
    const step = cards.length > 1 ? Math.min(cardW * spread, (room - cardW) / (cards.length - 1)) : 0;
    return `<div class="st-fan" role="img" aria-label="${esc(label)}" style="--cw:${cardW.toFixed(1)}px;--step:${(step - cardW).toFixed(1)}px">` +
      cards.map((card) => this.card(card)).join("") + "</div>";
  }

  /** Cards in words, or how many they are where they are hidden. @param {Card[]} cards @param {boolean} shown */
  told(cards, shown) {
    return shown ? this.table.tell(cards) : this.table.w("hidden_hand", { n: cards.length });
  }

  /** @param {Name} name @param {Snapshot} now */
  hand(name, now) {
    const shown = this.table.shows(name, now);
    const cards = shown ? now.hands[name] : now.hands[name].map(() => "?");
    return { cards, shown, label: `${name}: ${this.told(cards, shown)}` };
  }

  /** What somebody is about to do or has just done, the key of its word. @param {Name} name @param {Snapshot} now */
  state(name, now) {
    if (now.turn === name) return now.phase === "play" ? "turn" : "turn_give";
    if (now.fallen === name) return "fallen";
    if (now.skipped === name) return "skipped";
    if (now.passed.includes(name)) return "passed";
    return now.dealer === name && now.mark === "deal" ? "dealer" : "";
  }

  /** @param {Name} name @param {Snapshot} now */
  seat(name, now) {
    const { table, sizes: p } = this;
    const title = now.titles[name];
    const place = now.places[name];
    const left = now.left[name];
    const total = now.totals[name];
    const state = this.state(name, now);
    const [look, sign] = LOOKS[state] || ["", ""];
    const flag = state && `<span class="st-flag ${look}">${sign}${esc(table.w(state))}</span>`;
    const count = left ? `<span class="st-count" title="${esc(table.w("cards_left", { n: left }))}">${left}</span>` : "";
    const pile = title === "slave" ? this.pile(now) : "";
    const sub = [this.title(name, now), total == null ? "" : table.w("total", { n: total })].filter(Boolean);
    let html = `<div class="st-plate">${this.face(name, title)}<span class="st-who"><b>${esc(name)}</b>` +
      (p.ring ? [sub.join(" \u00b7 ")] : sub).map((line) => `<span>${esc(line)}</span>`).join("") + `</span>${count}${place ? this.medal(place) : ""}${pile}<span class="st-above">${flag}${this.last(name, now)}</span></div>`;
    if (p.ring && !table.tray.holds(name)) {
      const { cards, shown, label } = this.hand(name, now);
      const cardW = p.cardW * (shown ? 1 : BACK);
      if (cards.length) html += this.fan(cards, shown ? p.seatW : p.seatW * 0.7, cardW, label, shown ? 0.6 : 0.22);
    }
    return html;
  }

  /** What somebody played last in this trick lies in front of the name. @param {Name} name @param {Snapshot} now */
  last(name, now) {
    const play = now.trick.filter(({ by }) => by === name).pop();
    if (!play || now.phase === "over") return "";
    const { table, sizes } = this;
    const top = play === now.trick[now.trick.length - 1];
    const { cards } = play;
    // Where there is little room: one of them, and how many they are.
    const chips = sizes.ring || cards.length < (this.state(name, now) ? 2 : 3) ? cards.map((card) => [card, table.tell([card])]) : [[cards[0], table.tell([cards[0]])], ["", `\u00d7${cards.length}`]];
    return `<span class="st-last${top ? " st-best" : ""}" data-testid="last" role="img" aria-label="${esc(`${name}: ${table.tell(play.cards)}`)}">` +
      chips.map(([card, text]) => `<i class="st-mini st-mini-${card[1] || "x"}">${esc(text)}</i>`).join("") + "</span>";
  }

  /** The seat in words, for readers who listen. @param {Name} name @param {Snapshot} now */
  spoken(name, now) {
    const place = now.places[name];
    return [
      name,
      this.title(name, now),
      this.table.w("cards_left", { n: now.left[name] }),
      now.turn === name ? this.table.w(this.state(name, now)) : "",
      now.passed.includes(name) ? this.table.w("passed") : "",
      now.skipped === name ? this.table.w("skipped") : "",
      now.fallen === name ? this.table.w("fallen") : "",
      place ? this.table.w("place", { n: place }) : "",
    ].filter(Boolean).join(", ");
  }

  /** @param {Snapshot} now */
  pile(now) {
    const gone = this.all - sum(now.left) - now.trick.reduce((n, play) => n + play.cards.length, 0);
    if (gone <= 0 || now.phase === "exchange") return "";
    return `<span class="st-pile" title="${esc(this.table.w("gathered"))}">${this.badge("dealer")}${gone}</span>`;
  }

  /** @param {Snapshot} now */
  middle(now) {
    const { table, sizes } = this;
    if (now.phase === "over") return sizes.inside ? this.podium(now) : "";
    if (now.phase === "exchange" || now.mark === "exchange") return this.gifts(now);
    const slave = Object.values(now.titles).includes("slave");
    const pile = slave ? "" : this.pile(now);
    if (now.top) return this.trick(now.top, pile, now.cleared);
    const lead = now.turn || now.leader;
    const words = lead ? table.w("leads", { name: lead }) : now.dealer && table.w("dealt", { name: now.dealer });
    return `<div class="st-lead">${esc(words || "")}</div>${pile}`;
  }

  /** @param {Played} top @param {string} pile @param {boolean} cleared */
  trick({ by, cards }, pile, cleared) {
    const { table, sizes: { midW, midH, scale } } = this;
    const room = Math.min(midW, 560 * scale);
    const cardW = clamp(44, Math.min(room / (1 + 0.62 * (cards.length - 1)), (midH - 58 * scale) / 1.4), 92 * scale);
    return `<div class="st-top" data-testid="top">` +
      this.fan(cards, room, cardW, `${by}: ${table.tell(cards)}`) +
      `</div><div class="st-by"><span>${this.dotted(by)}</span>${cleared ? `<span class="st-cleared" data-testid="cleared">${esc(table.w("cleared"))}</span>` : ""}${pile}</div>`;
  }

  /** @param {Snapshot} now */
  gifts(now) {
    const { table } = this;
    const { midW, midH, scale, ring, inside } = this.sizes;
    if (now === table.strong) return inside ? this.strength() : "";
    // The last ones, as many as there is room for above the player in front.
    const all = now.gifts;
    const high = all.some(({ from, to }) => (from + to).length > 10) ? 116 : 94;
    const fit = Math.floor((midW + 16) / (132 * scale + 16)) * Math.floor((midH + 16) / (high * scale));
    const first = Math.max(0, all.length - (ring ? clamp(1, fit, 4) : 1));
    if (!all.length) return `<div class="st-lead">${esc(table.w("exchange"))}</div>`;
    const small = 44 * scale;
    return `<div class="st-gifts">` + all.slice(first).map(({ from, to, cards }, i) => {
      const open = !table.hidden || [from, to].some((name) => table.shows(name, now));
      const shown = open ? cards : cards.map(() => "?");
      return `<div class="st-gift" data-n="${first + i}"><span>${this.dotted(from)}</span> <span>\u2192 ${this.dotted(to)}</span>` +
        this.fan(shown, small * (1 + 0.4 * cards.length), small, this.told(shown, open)) + "</div>";
    }).join("") + "</div>";
  }

  /** @param {Name} name */
  dotted(name) {
    return `<i class="st-dot" style="--pc:${this.colour(name)}"></i>${esc(name)}`;
  }

  /** Who gained and who lost strength: before as a line, after as a bar, the change in numbers. */
  strength() {
    const { table } = this;
    const values = table.animation.strength || {};
    const names = table.players.filter((name) => values[name]);
    return `<div class="st-strength" data-testid="strength" title="${esc(table.w("strength_note"))}"><b>${esc(table.w("strength"))}</b><table><tbody>` +
      names.map((name) => {
        const [before, after] = values[name].map((x) => clamp(0, x, 1));
        const change = Math.round(after * 100) - Math.round(before * 100);
        const way = change > 0 ? "up" : change < 0 ? "down" : "same";
        const signed = `${{ up: "\u25b2 +", down: "\u25bc \u2212", same: "= \u00b1" }[way]}${Math.abs(change)}`;
        const low = Math.min(before, after);
        return `<tr class="st-${way}"><th scope="row">${this.dotted(name)}</th><td class="st-bar" aria-hidden="true">` +
          `<i style="width:${low * 100}%"></i><u style="left:${low * 100}%;width:${Math.abs(after - before) * 100}%"></u>` +
          `<s style="left:${before * 100}%"></s></td><td>${Math.round(before * 100)} \u2192 ${Math.round(after * 100)}</td>` +
          `<td class="st-change">${signed}</td></tr>`;
      }).join("") + "</tbody></table></div>";
  }

  /** @param {Snapshot} now */
  podium(now) {
    const { inside, midH, scale } = this.sizes;
    const rank = now.seats.map((name) => ({ name, place: now.places[name] || 0 })).filter(({ place }) => place).sort((a, b) => a.place - b.place);
    const row = clamp(24, inside ? (midH - 8) / rank.length : 99, 33 * scale);
    return `<ol class="st-podium" data-testid="podium" style="--row:${row.toFixed(1)}px">` + rank.map(({ name, place }) => {
      const won = now.points ? `<span>+${now.points[name]} \u2192 <b>${now.totals[name]}</b></span>` : "";
      const fell = now.fallen === name ? icon("fall") : "";
      return `<li aria-label="${esc(this.table.w("place", { n: place }))}: ${esc(name)}">${this.medal(place)}<b>${esc(name)}</b>${fell}${won}</li>`;
    }).join("") + "</ol>";
  }

  /** Where the ring is too narrow for hands: one hand below the other. @param {Snapshot} now */
  rows(now) {
    const { table } = this;
    const { width } = table.room();
    const list = now === table.strong ? this.strength() : now.phase === "over" ? this.podium(now) : "";
    return (this.sizes.inside ? "" : list) + now.seats.filter((name) => !table.tray.holds(name)).map((name) => {
      const { cards, shown, label } = this.hand(name, now);
      if (!cards.length || (table.hidden && !shown)) return "";
      return `<div class="st-row" data-name="${esc(name)}"><span>${this.dotted(name)}</span>` +
        this.fan(cards, width - 12, 46 * this.scale, label) + "</div>";
    }).join("");
  }
}
