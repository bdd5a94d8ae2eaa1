// Cards of the hand dragged to the table are played.
import { findAll } from "./page.js";

// So far must a pointer go before it drags, and so far up a card is played wherever it is let go.
const FAR = 9;
const UP = 70;

export class Drag {
  /** @param {Tray} tray */
  constructor(tray) {
    this.tray = tray;
    /** @type {{ i: number, x: number, y: number, moving: boolean } | null} */
    this.held = null;
    const { el } = tray;
    el.addEventListener("pointerdown", (event) => this.down(event));
    el.addEventListener("pointermove", (event) => this.move(event));
    el.addEventListener("pointerup", (event) => this.up(event));
    el.addEventListener("pointercancel", () => this.drop());
    // What was dragged was not clicked.
    el.addEventListener("click", (event) => this.dropped && event.stopImmediatePropagation(), true);
  }

  dropped = false;

  /** @param {PointerEvent} event */
  down(event) {
    this.dropped = false;
    const card = /** @type {HTMLElement} */ (event.target).closest(".st-pick");
    if (!(card instanceof HTMLElement) || this.tray.mode !== "ask" || event.button) return;
    this.held = { i: Number(card.dataset.i), x: event.clientX, y: event.clientY, moving: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held, tray } = this;
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving && Math.hypot(dx, dy) < FAR) return;
    if (!held.moving) {
      held.moving = true;
      tray.el.setPointerCapture(event.pointerId);
      if (!tray.picked.has(held.i)) tray.take(held.i);
      tray.draw();
    }
    for (const card of findAll(tray.el, '.st-pick[aria-pressed="true"]')) {
      card.classList.add("st-dragged");
      card.style.transform = `translate(${dx}px,${dy}px)`;
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held, tray } = this;
    if (!held?.moving) {
      this.held = null;
      return;
    }
    this.dropped = true;
    setTimeout(() => (this.dropped = false));
    const felt = tray.table.felt.getBoundingClientRect();
    const over = event.clientY < felt.bottom && event.clientY > felt.top && event.clientX > felt.left && event.clientX < felt.right;
    this.drop();
    if (over || held.y - event.clientY > UP) tray.act("play");
  }

  /** Back into the hand. */
  drop() {
    this.held = null;
    for (const card of findAll(this.tray.el, ".st-dragged")) {
      card.classList.remove("st-dragged");
      card.style.removeProperty("transform");
    }
  }
}
