// Cards that travel: from a hand to the middle, from hand to hand, off the table.
import { esc, find, findAll, icon, seek } from "./page.js";

/** @typedef {{ from: string[], to: string[], cards: Card[], boxes: (DOMRect | undefined)[] }} Move */
/** @typedef {{ to: Name | undefined, cards: [HTMLElement, DOMRect][] }} Sweep */

export class Motion {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /**
   * Where the cards that will move are now; call before the new snapshot is drawn.
   * @param {Snapshot} before @param {Snapshot} after
   */
  look(before, after) {
    if (this.calm.matches) return null;
    const moves = this.gifts(before, after);
    const plays = after.trick.slice(before.trick.length);
    if (plays.length === 1) moves.push({ from: [plays[0].by], cards: plays[0].cards, to: [".st-top > .st-fan"], boxes: [] });
    for (const move of moves) move.boxes = this.boxes(move.from, move.cards);
    const crown = after.fallen && after.fallen !== before.fallen ? this.crown(after) : null;
    /** @type {Sweep | null} */
    let swept = null;
    if (before.trick.length && !after.trick.length) {
      const slave = Object.keys(after.titles).find((name) => after.titles[name] === "slave");
      const cards = findAll(this.table.stage.mid, ".st-top .st-card");
      swept = { to: slave || before.top?.by, cards: cards.map((c) => [c, c.getBoundingClientRect()]) };
    }
    const turned = after.turned === before.turned ? null : findAll(this.table.tray.el, ".st-pick").map((card) => ({ code: card.dataset.card, box: card.getBoundingClientRect() }));
    return { moves, swept, crown, turned, way: after.turned };
  }

  /** The crown leaves who fell, for who was out first. @param {Snapshot} after */
  crown(after) {
    const first = Object.keys(after.places).find((name) => after.places[name] === 1);
    const badge = seek(this.seat(after.fallen || "") || this.table.felt, ".st-face .st-badge");
    return first && badge ? { badge, box: badge.getBoundingClientRect(), first } : null;
  }

  /**
   * A gift lies in the middle until it reaches a hand: at once, or when the other one is chosen too.
   * @param {Snapshot} before @param {Snapshot} after
   */
  gifts(before, after) {
    /** @type {Move[]} */
    const moves = [];
    /** @param {Snapshot} one @param {Name} name @param {Card} card */
    const count = (one, name, card) => one.hands[name].filter((c) => c === card || c === "?").length;
    after.gifts.forEach(({ from, to, cards }, i) => {
      const fresh = i >= before.gifts.length;
      const place = `.st-gift[data-n="${i}"]`;
      const arrives = count(after, to, cards[0]) > count(before, to, cards[0]);
      if (fresh || arrives) moves.push({ from: fresh ? [from] : [place, from], cards, to: arrives ? [to] : [place], boxes: [] });
    });
    return moves;
  }

  /** @param {Name} name */
  seat(name) {
    return seek(this.table.el, `.st-seat[data-name="${CSS.escape(name)}"]`);
  }

  /** Where cards of somebody, or of a place in the middle, can be seen. @param {string[]} who */
  places(who) {
    const { el, tray } = this.table;
    return who.flatMap((name) =>
      name[0] === "." ? [seek(el, name)]
        : [tray.handOf(name), this.seat(name), seek(el, `.st-row[data-name="${CSS.escape(name)}"]`)],
    ).filter((place) => place !== null);
  }

  /** @param {string[]} who @param {Card[]} codes */
  pick(who, codes, last = false) {
    /** @type {Set<HTMLElement>} */
    const used = new Set();
    const places = this.places(who);
    return codes.map((code) => {
      for (const place of places) {
        const cards = findAll(place, `.st-card[data-c="${CSS.escape(code)}"], .st-card[data-c="?"]`);
        const card = (last ? cards.reverse() : cards).find((c) => !used.has(c));
        if (!card) continue;
        used.add(card);
        return card;
      }
      return null;
    });
  }

  /** @param {string[]} who @param {Card[]} codes */
  boxes(who, codes) {
    const seat = this.seat(who[who.length - 1]);
    const face = seat && find(seat, ".st-face");
    return this.pick(who, codes).map((card) => (card || face)?.getBoundingClientRect());
  }

  /**
   * Let them travel; call after the new snapshot is drawn.
   * @param {ReturnType<Motion["look"]>} seen @param {number} time
   */
  go(seen, time) {
    if (!seen) return;
    for (const { to, cards, boxes } of seen.moves) {
      this.pick(to, cards, true).forEach((card, i) => {
        const box = boxes[i];
        if (card && box) this.fly(card, box, time, i);
      });
    }
    if (seen.crown) this.fall(seen.crown, time);
    if (seen.turned) this.turn(seen.turned, seen.way, time);
    const seat = seen.swept?.to && this.seat(seen.swept.to);
    if (seat && seen.swept) this.sweep(seat, seen.swept.cards, time);
  }

  /** @param {HTMLElement} card @param {DOMRect} from @param {number} time @param {number} order */
  fly(card, from, time, order) {
    const to = card.getBoundingClientRect();
    if (!to.width) return;
    const shift = `translate(${from.left - to.left}px,${from.top - to.top}px) scale(${from.width / to.width})`;
    card.style.zIndex = "5";
    const flight = card.animate(
      [{ transform: shift, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      { duration: time, delay: order * 40, fill: "backwards", easing: "cubic-bezier(.2,.8,.3,1)" },
    );
    flight.onfinish = flight.oncancel = () => card.style.removeProperty("z-index");
  }

  /** @param {{ badge: HTMLElement, box: DOMRect, first: Name }} crown @param {number} time */
  fall({ badge, box, first }, time) {
    const { felt } = this.table;
    const seat = this.seat(first);
    if (!seat) return;
    const base = felt.getBoundingClientRect();
    const goal = find(seat, ".st-face").getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (badge.cloneNode(true));
    ghost.classList.add("st-ghost", "st-crown");
    ghost.style.cssText = `left:${box.left - base.left}px;top:${box.top - base.top}px;width:${box.width}px`;
    felt.append(ghost);
    const [dx, dy] = [goal.left - box.left, goal.top - box.top - box.height / 2];
    const flight = ghost.animate(
      [
        { transform: "none" },
        { transform: `translate(0,${-1.2 * box.height}px) rotate(-40deg) scale(2)`, offset: 0.3 },
        { transform: `translate(${dx}px,${dy}px) rotate(360deg) scale(1.6)`, offset: 0.85 },
        { transform: `translate(${dx}px,${dy}px) rotate(360deg)`, opacity: 0 },
      ],
      { duration: time * 2.6, easing: "ease-in-out" },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }

  /** The order turns: its sign over the table, and the hand, sorted anew, runs to its new places. @param {{ code: string | undefined, box: DOMRect }[]} before @param {boolean} way @param {number} time */
  turn(before, way, time) {
    const { felt, tray } = this.table;
    for (const card of findAll(tray.el, ".st-pick")) {
      const was = before.find(({ code }) => code === card.dataset.card);
      if (was) this.fly(card, was.box, 1.5 * time, 0);
    }
    const sign = document.createElement("div");
    sign.className = "st-ghost st-turning";
    sign.setAttribute("aria-hidden", "true");
    sign.innerHTML = `${icon("turn")}<b>${esc(this.table.w(way ? "turned" : "turned_back"))}</b>`;
    felt.append(sign);
    const flight = find(sign, "svg").animate([{ transform: "none" }, { transform: "rotate(180deg)" }], { duration: 1.4 * time, easing: "ease-in-out", fill: "forwards" });
    const seen = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
    const end = sign.animate(seen, { duration: 3 * time });
    end.onfinish = end.oncancel = () => {
      flight.cancel();
      sign.remove();
    };
  }

  /** Cards of a trick go to who takes them. @param {HTMLElement} seat @param {Sweep["cards"]} cards @param {number} time */
  sweep(seat, cards, time) {
    const { felt } = this.table;
    const base = felt.getBoundingClientRect();
    const goal = (seek(seat, ".st-pile") || find(seat, ".st-face")).getBoundingClientRect();
    for (const [card, box] of cards) {
      const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
      ghost.classList.add("st-ghost");
      ghost.style.cssText = `left:${box.left - base.left}px;top:${box.top - base.top}px;width:${box.width}px`;
      felt.append(ghost);
      const shift = `translate(${goal.left - box.left}px,${goal.top - box.top}px) scale(.25)`;
      const flight = ghost.animate([{ transform: "none", opacity: 1 }, { transform: shift, opacity: 0.2 }], {
        duration: time * 1.2,
        easing: "ease-in",
      });
      flight.onfinish = flight.oncancel = () => ghost.remove();
    }
  }
}
