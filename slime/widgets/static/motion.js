// Cards that travel: from a hand to the middle, from hand to hand, off the table.
class Motion {
  constructor(table) {
    this.table = table;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  // Where the cards that will move lie now; call before the new frame is drawn.
  look(before, after) {
    if (this.calm.matches) return null;
    const moves = [];
    const plays = (after.trick || []).slice((before.trick || []).length);
    if (plays.length === 1) moves.push({ from: [plays[0].by], cards: plays[0].cards, to: [".st-top > .st-fan"] });
    this.gifts(before, after, moves);
    for (const move of moves) move.boxes = this.boxes(move.from, move.cards);
    let swept = null;
    if ((before.trick || []).length && !(after.trick || []).length) {
      const slave = Object.keys(after.titles || {}).find((name) => after.titles[name] === "slave");
      const cards = [...this.table.stage.mid.querySelectorAll(".st-top .st-card")];
      swept = { to: slave || (before.top || {}).by, cards: cards.map((c) => [c, c.getBoundingClientRect()]) };
    }
    return { moves, swept };
  }

  // A gift lies in the middle until it reaches a hand: at once, or when the other one is chosen too.
  gifts(before, after, moves) {
    const old = before.gifts || [];
    const count = (frame, name, card) => (frame.hands[name] || []).filter((c) => c === card).length;
    (after.gifts || []).forEach((gift, i) => {
      const { from, to, cards } = gift;
      const fresh = i >= old.length;
      const place = `.st-gift[data-n="${i}"]`;
      const arrives = count(after, to, cards[0]) > count(before, to, cards[0]);
      if (fresh || arrives) moves.push({ from: fresh ? [from] : [place, from], cards, to: arrives ? [to] : [place] });
    });
  }

  seat(name) {
    return this.table.el.querySelector(`.st-seat[data-name="${CSS.escape(name)}"]`);
  }

  // Where cards of somebody, or of a place in the middle, can be seen.
  places(who) {
    const { el, tray } = this.table;
    const found = who.flatMap((name) =>
      name[0] === "." ? [el.querySelector(name)]
        : [tray.handOf(name), this.seat(name), el.querySelector(`.st-row[data-name="${CSS.escape(name)}"]`)],
    );
    return found.filter(Boolean);
  }

  pick(who, codes, last) {
    const used = new Set();
    const places = this.places(who);
    return codes.map((code) => {
      for (const place of places) {
        const cards = [...place.querySelectorAll(`.st-card[data-c="${CSS.escape(code)}"], .st-card[data-c="?"]`)];
        const card = (last ? cards.reverse() : cards).find((c) => !used.has(c));
        if (!card) continue;
        used.add(card);
        return card;
      }
      return null;
    });
  }

  boxes(who, codes) {
    const cards = this.pick(who, codes);
    const seat = this.seat(who[who.length - 1]);
    const face = seat && seat.querySelector(".st-face");
    return cards.map((card) => (card || face) && (card || face).getBoundingClientRect());
  }

  // Let them travel; call after the new frame is drawn.
  go(seen, time) {
    if (!seen) return;
    for (const { to, cards, boxes } of seen.moves) {
      this.pick(to, cards, true).forEach((card, i) => card && boxes[i] && this.fly(card, boxes[i], time, i));
    }
    if (seen.swept && seen.swept.to) this.sweep(seen.swept, time);
  }

  fly(card, from, time, order) {
    const to = card.getBoundingClientRect();
    if (!to.width) return;
    const shift = `translate(${from.left - to.left}px,${from.top - to.top}px) scale(${from.width / to.width})`;
    card.style.zIndex = 5;
    const flight = card.animate(
      [{ transform: shift, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      { duration: time, delay: order * 40, fill: "backwards", easing: "cubic-bezier(.2,.8,.3,1)" },
    );
    flight.onfinish = flight.oncancel = () => (card.style.zIndex = "");
  }

  sweep({ to, cards }, time) {
    const { felt } = this.table;
    const seat = this.seat(to);
    if (!seat) return;
    const base = felt.getBoundingClientRect();
    const goal = (seat.querySelector(".st-pile") || seat.querySelector(".st-face") || seat).getBoundingClientRect();
    for (const [card, box] of cards) {
      const ghost = card.cloneNode(true);
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
