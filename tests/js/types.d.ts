// What Python sends (slime/widgets/cardtable.py, slime/game), as the scripts read it.
type Name = string;
type Card = string;
type Values<T> = Record<string, T>;

interface Played {
  by: Name;
  cards: Card[];
}

interface Gift {
  from: Name;
  to: Name;
  cards: Card[];
}

interface Snapshot {
  seats: Name[];
  dealer: Name | null;
  hands: Record<Name, Card[]>;
  left: Record<Name, number>;
  titles: Record<Name, string>;
  turn: Name | null;
  leader: Name | null;
  top: Played | null;
  trick: Played[];
  passed: Name[];
  places: Record<Name, number | null>;
  fallen: Name | null;
  phase: "exchange" | "play" | "over";
  gifts: Gift[];
  totals: Record<Name, number>;
  points: Record<Name, number> | null;
  sentence: string;
  mark: string | null;
}

interface DealAnimation {
  title: string;
  lang: string;
  deal: number;
  players: Name[];
  snapshots: Snapshot[];
  strength: Record<Name, [number, number]> | null;
}

interface Ask {
  kind?: "play" | "give" | "deal" | "over";
  deal?: number;
  text?: string;
  seat?: Name;
  undo?: boolean;
  pass?: boolean;
  to?: Name;
}

interface Choice {
  text: string;
  label: string;
}

interface Reply {
  to?: string;
  ok: boolean;
  text: string;
  choices?: Choice[];
}

interface Traits {
  animation: string;
  kept: Record<string, string>;
  position: number;
  deals: { first: number; last: number; more: boolean };
  sheet: string;
  ask: Ask;
  look: { hands: "open" | "hidden"; play: Name[]; view: Name | null; big: boolean };
  words: Record<string, string>;
  art: string;
  hint: string;
  still: string;
}

interface Model {
  get<K extends keyof Traits>(key: K): Traits[K];
  set<K extends keyof Traits>(key: K, value: Traits[K]): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, what: (message: Reply) => void): void;
  off(event: string, what: (message: Reply) => void): void;
}

interface BetRow {
  key: string;
  question: string;
  bet: string;
  said: string;
  right: boolean | null;
  at: number | null;
  result: number | null;
}

interface BetState {
  kind: "number" | "share" | "place" | "verdict" | "choice" | "order";
  rows: BetRow[];
  answers: { key: string; label: string }[];
  scale: [number, number, number] | null;
  phase: "open" | "placed" | "done";
  ready: boolean;
  text: string;
}

interface BetModel {
  get(key: string): any;
  send(message: object): void;
  on(event: string, what: (message: { wrong?: string }) => void): void;
  off(event: string, what: (message: { wrong?: string }) => void): void;
}

type Table = import("../../slime/widgets/static/table.js").Table;
