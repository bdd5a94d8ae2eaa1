// Frames of a deal from its compact form; slime/widgets/animation.py tells the form and does the same.
const splitCards = (text) => (text ? text.split(" ") : []);

function expand(movie) {
  const names = movie.players;
  const who = (number) => (number < 0 ? null : names[number]);
  const words = movie.words.split(" ");
  const says = movie.says.split("\n");
  const said = (line) => line.split(" ").map((n) => words[parseInt(n, 36)]).join(" ");
  const hands = {};
  for (const name in movie.first.hands) hands[name] = splitCards(movie.first.hands[name]);
  let frame = { ...movie.first, hands };
  const frames = [frame];
  let fresh = 0;
  const steps = movie.steps.replace(/['"]/g, (c) => (c === "'" ? '"' : "'"));
  for (const step of JSON.parse(steps)) {
    frame = { ...frame };
    if (step.p) {
      const [number, text, rank] = step.p;
      const by = names[number];
      const cards = splitCards(text);
      const hand = [...frame.hands[by]];
      for (const card of cards) if (hand.includes(card)) hand.splice(hand.indexOf(card), 1);
      frame.hands = { ...frame.hands, [by]: hand };
      frame.left = { ...frame.left, [by]: frame.left[by] - cards.length };
      frame.trick = [...(frame.trick || []), { by, cards }];
      frame.top = { by, cards, rank, size: cards.length };
    }
    if (step.c) [frame.trick, frame.top] = [[], null];
    if (step.g) {
      const [from, to, text, kind] = step.g;
      const gift = { from: names[from], to: names[to], cards: splitCards(text), kind };
      frame.gifts = [...(frame.gifts || []), gift];
    }
    if ("x" in step) frame.passed = [...(frame.passed || []), names[step.x]];
    if (step.q) frame.passed = step.q.map(who);
    if ("t" in step) frame.turn = who(step.t);
    if ("l" in step) frame.leader = who(step.l);
    if ("m" in step) frame.mark = step.m;
    if ("ph" in step) frame.phase = step.ph;
    if (step.h) {
      frame.hands = { ...frame.hands };
      frame.left = { ...frame.left };
      for (const number in step.h) frame.left[names[number]] = (frame.hands[names[number]] = splitCards(step.h[number])).length;
    }
    if (step.o) {
      frame.places = { ...frame.places };
      for (const number in step.o) frame.places[names[number]] = step.o[number];
    }
    Object.assign(frame, step.z);
    frame.sentence = said(says[step.s ?? (fresh += 1)]);
    frames.push(frame);
  }
  return frames;
}
