// The felt: seats in a ring, their hands, the top in the middle, who stands where.
const esc = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const clamp = (least, x, most) => Math.min(most, Math.max(least, x));
const sum = (numbers) => Object.values(numbers || {}).reduce((a, b) => a + b, 0);
const sign = (x, digits) => (x > 0 ? "+" : x < 0 ? "\u2212" : "\u00b1") + Math.abs(x).toFixed(digits);

// Where seats stand, clockwise from the lower middle; from -1 to 1 both ways.
const SPOTS = {
  2: [[0, 1], [0, -1]],
  3: [[0, 1], [-1, -0.5], [1, -0.5]],
  4: [[0, 1], [-1, 0], [0, -1], [1, 0]],
  5: [[0, 1], [-1, 0.24], [-0.64, -1], [0.64, -1], [1, 0.24]],
  6: [[0, 1], [-1, 0.5], [-1, -0.5], [0, -1], [1, -0.5], [1, 0.5]],
  7: [[0, 1], [-1, 0.66], [-1, -0.16], [-0.6, -1], [0.6, -1], [1, -0.16], [1, 0.66]],
  8: [[0, 1], [-1, 0.82], [-1, 0], [-1, -0.82], [0, -1], [1, -0.82], [1, 0], [1, 0.82]],
};
const RING = { 2: 480, 3: 620, 4: 640, 5: 680, 6: 700, 7: 800, 8: 820 };

// Backs are drawn smaller: nobody has to read them.
const BACK = 0.66;

// Sizes for a width: `ring` is true where hands fit beside the names.
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
  let ry = (seatH + (hands ? 196 : 180) * s) / 2;
  spots.forEach(([x, y], i) =>
    spots.slice(0, i).forEach(([u, v]) => {
      const near = Math.abs(x - u) * rx < seatW + 8;
      if (near && y !== v) ry = Math.max(ry, (seatH + 18 * scale) / Math.abs(y - v));
    }),
  );
  const low = spots.some(([x, y]) => x && Math.abs(y) < 0.6);
  const pad = 26 * s;
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
    height: 2 * ry + seatH + 2 * pad - spare,
    midW,
    // Lists that have no room inside the ring stand below it.
    inside: ring || (midW > 300 && seats < 6),
    midH: 2 * ry - seatH - 16,
  };
}

// Make the inside of `old` that of `fresh`, keeping what is the same: cards are costly to draw.
function morph(old, fresh) {
  const alike = (a, b) => a.nodeName === b.nodeName && (a.nodeType !== 1 || (a.className.baseVal ?? a.className) === (b.className.baseVal ?? b.className) && a.dataset.c === b.dataset.c);
  let here = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    let same = here;
    while (same && !alike(same, node)) same = same.nextSibling;
    if (!same) {
      old.insertBefore(node, here);
      continue;
    }
    while (here !== same) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
    here = same.nextSibling;
    if (node.nodeType !== 1) same.data = node.data;
    else if (!node.dataset.c) {
      for (const { name, value } of node.attributes) if (same.getAttribute(name) !== value) same.setAttribute(name, value);
      for (const { name } of [...same.attributes]) if (!node.hasAttribute(name)) same.removeAttribute(name);
      morph(same, node);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

class Stage {
  constructor(table, felt) {
    Object.assign(this, { table, felt, seats: {}, keys: {}, mid: felt.querySelector(".st-mid") });
  }

  // A new deal, another size: where everything stands.
  arrange(frames) {
    const { table } = this;
    const first = frames[0];
    const most = Math.max(1, ...frames.slice(0, 40).flatMap((f) => Object.values(f.left)));
    this.most = most;
    this.all = sum(first.left);
    const room = table.room();
    // Who plays alone holds the cards in the tray, not on the felt.
    const alone = table.own && table.look.play.length === 1;
    // Over the whole screen everything is to be seen at once.
    do {
      room.height = room.rest && window.innerHeight - room.rest * Math.max(0.9, room.scale);
      this.plan = plan(first.seats.length, room, most, !table.hidden, alone);
      room.scale *= 0.95;
    } while (room.height && this.plan.height > room.height + 4 && room.scale > 0.66);
    this.scale = this.plan.scale;
    table.el.style.setProperty("--k", this.scale.toFixed(3));
    table.el.style.setProperty("--my", `${this.plan.middle.toFixed(1)}px`);
    const { felt, plan: p } = this;
    felt.style.height = `${p.height}px`;
    felt.dataset.ring = p.ring;
    for (const [name, value] of [["cw", p.cardW], ["sw", p.seatW], ["mw", p.midW], ["mh", p.midH]]) {
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

  draw(frame) {
    const { table, plan: p } = this;
    const anchor = table.own || table.players[0];
    const from = Math.max(0, frame.seats.indexOf(anchor));
    frame.seats.forEach((name, i) => {
      const spot = p.spots[(i - from + frame.seats.length) % frame.seats.length];
      const seat = this.seats[name];
      seat.style.left = `calc(50% + ${(spot[0] * p.rx).toFixed(1)}px)`;
      seat.style.top = `${(p.middle + spot[1] * p.ry - p.seatH / 2).toFixed(1)}px`;
      this.put(`seat ${name}`, seat, this.seat(name, frame));
      seat.setAttribute("aria-label", this.told(name, frame));
      seat.classList.toggle("st-turn", frame.turn === name);
      seat.classList.toggle("st-out", !frame.left[name] && frame.phase !== "exchange");
      seat.classList.toggle("st-own", table.plays(name));
    });
    this.put("mid", this.mid, this.middle(frame));
    this.put("hands", table.part("hands"), p.ring ? "" : this.rows(frame));
  }

  put(key, element, html) {
    if (this.keys[key] === html) return;
    this.keys[key] = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    morph(element, fresh.content);
  }

  colour(name) {
    return COLOURS[this.table.players.indexOf(name) % COLOURS.length];
  }

  hat(name, cls = "st-hat") {
    return `<svg class="${cls}" viewBox="0 0 48 48" aria-hidden="true">${this.table.deck.hat(name)}</svg>`;
  }

  face(name, title) {
    return `<span class="st-face${title ? " st-hatted" : ""}" style="--pc:${this.colour(name)}" aria-hidden="true"><b>` +
      `${esc([...name][0])}</b>${title ? this.hat(title) : ""}</span>`;
  }

  medal(place) {
    const hat = place <= 3 ? `medal${place}` : "medal";
    return `<span class="st-medal" aria-hidden="true">${this.hat(hat)}<b>${place}</b></span>`;
  }

  title(name, frame) {
    const key = (frame.titles || {})[name];
    return key ? this.table.w(`title.${key}`) : "";
  }

  // A hand of `cards`, or of backs; overlapped so that it fits `room`.
  fan(cards, room, cardW, label, spread = 0.6) {
    const step = cards.length > 1 ? Math.min(cardW * spread, (room - cardW) / (cards.length - 1)) : 0;
    return `<div class="st-fan" role="img" aria-label="${esc(label)}" style="--cw:${cardW.toFixed(1)}px;--step:${(step - cardW).toFixed(1)}px">` +
      cards.map((card) => this.table.deck.html(card)).join("") + "</div>";
  }

  hand(name, frame) {
    const { table } = this;
    const cards = frame.hands[name] || [];
    const shown = table.shows(name, frame);
    const known = shown ? cards : Array(frame.left[name] ?? cards.length).fill("?");
    const told = shown ? table.tell(cards) : table.w("hidden_hand", { n: known.length });
    return { cards: known, shown, label: `${name}: ${told}` };
  }

  seat(name, frame) {
    const { table, plan: p } = this;
    const w = (key, values) => table.w(key, values);
    const title = (frame.titles || {})[name];
    const place = (frame.places || {})[name];
    const left = frame.left[name];
    const turn = frame.turn === name && (frame.phase === "play" ? "turn" : "turn_give");
    let flag = "";
    if (turn) flag = `<span class="st-flag st-now">\u25b8 ${esc(w(turn))}</span>`;
    else if (frame.fallen === name) flag = `<span class="st-flag st-fell">${icon("fall")}${esc(w("fallen"))}</span>`;
    else if ((frame.passed || []).includes(name)) flag = `<span class="st-flag st-pass">${esc(w("passed"))}</span>`;
    else if (frame.dealer === name && frame.mark === "deal") flag = `<span class="st-flag">${esc(w("dealer"))}</span>`;
    const total = (frame.totals || {})[name];
    const role = this.title(name, frame);
    const count = left ? `<span class="st-count" title="${esc(w("cards_left", { n: left }))}">${left}</span>` : "";
    const pile = title === "slave" ? this.pile(frame) : "";
    const sub = [role, total == null ? "" : w("total", { n: total })].filter(Boolean);
    let html = `<div class="st-plate">${this.face(name, title)}<span class="st-who"><b>${esc(name)}</b>` +
      (p.ring ? [sub.join(" \u00b7 ")] : sub).map((line) => `<span>${esc(line)}</span>`).join("") + `</span>${count}${place ? this.medal(place) : ""}${pile}${flag}</div>`;
    if (p.ring && !(table.tray.open && table.tray.seat === name)) {
      const { cards, shown, label } = this.hand(name, frame);
      const cardW = p.cardW * (shown ? 1 : BACK);
      if (cards.length) html += this.fan(cards, shown ? p.seatW : p.seatW * 0.7, cardW, label, shown ? 0.6 : 0.22);
    }
    return html;
  }

  // The seat in words, for readers who listen.
  told(name, frame) {
    const w = (key, values) => this.table.w(key, values);
    const place = (frame.places || {})[name];
    return [
      name,
      this.title(name, frame),
      w("cards_left", { n: frame.left[name] }),
      frame.turn === name ? w(frame.phase === "play" ? "turn" : "turn_give") : "",
      (frame.passed || []).includes(name) ? w("passed") : "",
      frame.fallen === name ? w("fallen") : "",
      place ? w("place", { n: place }) : "",
    ].filter(Boolean).join(", ");
  }

  pile(frame) {
    const gone = this.all - sum(frame.left) - (frame.trick || []).reduce((n, p) => n + p.cards.length, 0);
    if (gone <= 0 || frame.phase === "exchange") return "";
    return `<span class="st-pile" title="${esc(this.table.w("gathered"))}">${this.hat("dealer")}${gone}</span>`;
  }

  middle(frame) {
    const { table } = this;
    if (frame.phase === "over") return this.plan.inside ? this.podium(frame) : "";
    if (frame.phase === "exchange" || frame.mark === "exchange") return this.gifts(frame);
    const room = Math.min(this.plan.midW, 560 * this.plan.scale);
    const slave = Object.values(frame.titles || {}).includes("slave");
    const pile = slave ? "" : this.pile(frame);
    if (!frame.top) {
      const lead = frame.turn || frame.leader;
      const words = lead ? table.w("leads", { name: lead }) : table.w("dealt", { name: frame.dealer || "" });
      return `<div class="st-lead">${esc(frame.turn || frame.leader || frame.dealer ? words : "")}</div>${pile}`;
    }
    const size = frame.top.cards.length;
    const cardW = clamp(44, Math.min(room / (1 + 0.62 * (size - 1)), (this.plan.midH - 58 * this.plan.scale) / 1.4), 92 * this.plan.scale);
    // What was laid before lies to the left, as far as there is room.
    const width = cardW * (1 + 0.6 * (size - 1));
    const small = 46 * this.plan.scale;
    let side = (this.plan.midW - width) / 2 - 16;
    const trail = [];
    for (const play of (frame.trick || []).slice(0, -1).reverse()) {
      side -= small * (1 + 0.34 * (play.cards.length - 1)) + 8;
      if (side < 0) break;
      trail.unshift(play);
    }
    const before = trail
      .map((play) => this.fan(play.cards, small * (1 + 0.34 * (play.cards.length - 1)), small, `${play.by}: ${table.tell(play.cards)}`))
      .join("");
    const dot = `<i class="st-dot" style="--pc:${this.colour(frame.top.by)}"></i>`;
    return `<div class="st-top" data-testid="top">` +
      `<div class="st-trail" style="right:calc(50% + ${(width / 2 + 14).toFixed(1)}px)">${before}</div>` +
      this.fan(frame.top.cards, room, cardW, `${frame.top.by}: ${table.tell(frame.top.cards)}`) +
      `</div><div class="st-by"><span>${dot}${esc(frame.top.by)}</span>${pile}</div>`;
  }

  gifts(frame) {
    const { table } = this;
    if (frame === table.strong) return this.plan.inside ? this.strength() : "";
    const open = (gift) => !table.hidden || [gift.from, gift.to].some((name) => table.shows(name, frame));
    // The last ones, as many as there is room for above the player in front.
    const { midW, midH, scale, ring } = this.plan;
    const all = frame.gifts || [];
    const high = all.some(({ from, to }) => (from + to).length > 10) ? 116 : 94;
    const fit = Math.floor((midW + 16) / (132 * scale + 16)) * Math.floor((midH + 16) / (high * scale));
    const first = Math.max(0, all.length - (ring ? clamp(1, fit, 4) : 1));
    const gifts = all.slice(first);
    if (!gifts.length) return `<div class="st-lead">${esc(table.w("exchange"))}</div>`;
    const small = 44 * scale;
    return `<div class="st-gifts">` + gifts.map((gift, i) => {
      const cards = open(gift) ? gift.cards : gift.cards.map(() => "?");
      const told = open(gift) ? table.tell(gift.cards) : table.w("hidden_hand", { n: cards.length });
      return `<div class="st-gift" data-n="${first + i}"><span>${this.dotted(gift.from)}</span> <span>\u2192 ${this.dotted(gift.to)}</span>` +
        this.fan(cards, small * (1 + 0.4 * cards.length), small, told) + "</div>";
    }).join("") + "</div>";
  }

  dotted(name) {
    return `<i class="st-dot" style="--pc:${this.colour(name)}"></i>${esc(name)}`;
  }

  // Who gained and who lost strength: before as a line, after as a bar, the change in numbers.
  strength() {
    const { table } = this;
    const values = table.movie.strength || {};
    const names = table.players.filter((name) => values[name]);
    return `<div class="st-strength" data-testid="strength" title="${esc(table.w("strength_note"))}"><b>${esc(table.w("strength"))}</b><table><tbody>` +
      names.map((name) => {
        const [before, after] = values[name].map((x) => clamp(0, x, 1));
        const change = Math.round(after * 100) - Math.round(before * 100);
        const way = change > 0 ? "up" : change < 0 ? "down" : "same";
        const low = Math.min(before, after);
        return `<tr class="st-${way}"><th scope="row">${this.dotted(name)}</th><td class="st-bar" aria-hidden="true">` +
          `<i style="width:${low * 100}%"></i><u style="left:${low * 100}%;width:${Math.abs(after - before) * 100}%"></u>` +
          `<s style="left:${before * 100}%"></s></td><td>${Math.round(before * 100)} \u2192 ${Math.round(after * 100)}</td>` +
          `<td class="st-change">${{ up: "\u25b2", down: "\u25bc", same: "=" }[way]} ${sign(change, 0)}</td></tr>`;
      }).join("") + "</tbody></table></div>";
  }

  podium(frame) {
    const { table } = this;
    const rank = Object.entries(frame.places || {}).filter(([, place]) => place).sort((a, b) => a[1] - b[1]);
    const { inside, midH, scale } = this.plan;
    const row = clamp(24, inside ? (midH - 8) / rank.length : 99, 33 * scale);
    return `<ol class="st-podium" data-testid="podium" style="--row:${row.toFixed(1)}px">` + rank.map(([name, place]) => {
      const points = (frame.points || {})[name];
      const total = (frame.totals || {})[name];
      const won = points == null ? "" : `<span>+${points} \u2192 <b>${total}</b></span>`;
      const fell = frame.fallen === name ? icon("fall") : "";
      return `<li aria-label="${esc(table.w("place", { n: place }))}: ${esc(name)}">${this.medal(place)}<b>${esc(name)}</b>${fell}${won}</li>`;
    }).join("") + "</ol>";
  }

  // Where the ring is too narrow for hands: one hand below the other.
  rows(frame) {
    const { table } = this;
    const { width } = table.room();
    const { scale } = this;
    const cardW = 46 * scale;
    const list = frame === table.strong ? this.strength() : frame.phase === "over" ? this.podium(frame) : "";
    return (this.plan.inside ? "" : list) + frame.seats.filter((name) => !(table.tray.open && table.tray.seat === name)).map((name) => {
      const { cards, shown, label } = this.hand(name, frame);
      if (!cards.length || (table.hidden && !shown)) return "";
      return `<div class="st-row" data-name="${esc(name)}"><span>${this.dotted(name)}</span>` +
        this.fan(cards, width - 12, cardW, label) + "</div>";
    }).join("");
  }
}
