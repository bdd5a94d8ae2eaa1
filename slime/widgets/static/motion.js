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
    if (plays.length === 1) moves.push({ ...plays[0], to: "top" });
    const gifts = (after.gifts || []).slice((before.gifts || []).length);
    for (const gift of gifts) moves.push({ by: gift.from, cards: gift.cards, to: gift.to });
    for (const move of moves) move.boxes = this.boxes(move.by, move.cards);
    let swept = null;
    if ((before.trick || []).length && !(after.trick || []).length) {
      const slave = Object.keys(after.titles || {}).find((name) => after.titles[name] === "slave");
      const cards = [...this.table.stage.mid.querySelectorAll(".st-top .st-card")];
      swept = { to: slave || (before.top || {}).by, cards: cards.map((c) => [c, c.getBoundingClientRect()]) };
    }
    return { moves, swept };
  }

  seat(name) {
    return this.table.el.querySelector(`.st-seat[data-name="${CSS.escape(name)}"]`);
  }

  boxes(name, codes) {
    const { table } = this;
    const places = [table.tray.handOf(name), this.seat(name), table.el.querySelector(`.st-row[data-name="${CSS.escape(name)}"]`)];
    const used = new Set();
    return codes.map((code) => {
      for (const place of places.filter(Boolean)) {
        const cards = [...place.querySelectorAll(`.st-card[data-c="${CSS.escape(code)}"], .st-card[data-c="?"]`)];
        const card = cards.find((c) => !used.has(c));
        if (!card) continue;
        used.add(card);
        return card.getBoundingClientRect();
      }
      const plate = places[1] && places[1].querySelector(".st-face");
      return plate ? plate.getBoundingClientRect() : null;
    });
  }

  // Let them travel; call after the new frame is drawn.
  go(seen, time) {
    if (!seen) return;
    for (const move of seen.moves) {
      const cards = move.to === "top"
        ? [...this.table.stage.mid.querySelectorAll(".st-top > .st-fan .st-card")]
        : this.landed(move.to, move.cards);
      move.cards.forEach((_, i) => cards[i] && move.boxes[i] && this.fly(cards[i], move.boxes[i], time, i));
    }
    if (seen.swept && seen.swept.to) this.sweep(seen.swept, time);
  }

  landed(name, codes) {
    const places = [this.table.tray.handOf(name), this.seat(name), this.table.el.querySelector(`.st-row[data-name="${CSS.escape(name)}"]`)];
    const used = new Set();
    return codes.map((code) => {
      for (const place of places.filter(Boolean)) {
        const found = [...place.querySelectorAll(`.st-card[data-c="${CSS.escape(code)}"], .st-card[data-c="?"]`)]
          .filter((card) => !used.has(card)).pop();
        if (!found) continue;
        used.add(found);
        return found;
      }
      return null;
    });
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
