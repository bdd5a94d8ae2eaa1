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
  turned: boolean;
  cleared: boolean;
  skipped: Name | null;
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
  code: string;
  lang: string;
  deal: number;
  /** How many deals the match has, 0 where nobody knows. */
  of: number;
  players: Name[];
  snapshots: Snapshot[];
  strength: Record<Name, [number, number]> | null;
}

interface Ask {
  kind?: "play" | "give" | "sit" | "deal" | "over";
  deal?: number;
  text?: string;
  seat?: Name;
  undo?: boolean;
  redo?: boolean;
  pass?: boolean;
  to?: Name;
  count?: number;
  mark?: number[];
  /** For each rank that can be played, the ranks of a set with it. */
  takes?: Record<string, string>;
  best?: Card[];
  /** Ranks that may go with any other, and the most cards of a set. */
  wild?: string;
  most?: number;
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
  other: string;
  kept: Record<string, string>;
  position: number;
  deals: { first: number; last: number; more: boolean };
  sheet: string;
  ask: Ask;
  look: { hands: "open" | "hidden"; play: Name[]; view: Name | null; viewer: Name; big: boolean };
  branch: { deal?: number; at?: number; text?: string };
  hint: string;
  note: string;
  still?: string;
  /** The number of the deal shown, on a page of its own. */
  number?: number;
}

interface Assets {
  css: string;
  art: string;
  words: Record<string, string>;
  /** The address of a deal, where the page has one. */
  link?: (code: string, deal: number, at: number) => string;
}

/** What a face sends and hears; the other end is a TableModel. */
interface Wire {
  /** A promise that fails, like an error, says that Python is gone. */
  send(message: { do: string; [key: string]: any }): void | Promise<void>;
  on(hear: (message: Partial<Reply> & { traits?: Partial<Traits> }) => void): () => void;
  /** So many ms Python may take to say that it is there. */
  patience?: number;
  /** Whether there is no cell that could be run again. */
  page?: boolean;
}

/** A widget's model, as anywidget gives it. */
interface Widget {
  get(key: string): any;
  set(key: string, value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, what: (message: any) => void): void;
  off(event: string, what: (message: any) => void): void;
  widget_manager: { get_model(id: string): Promise<Widget> };
}

declare module "*/pyodide.mjs" {
  export const loadPyodide: (how: object) => Promise<any>;
}

/** What the front page begins with (slime/app/site/pages.py). */
interface Config {
  python: "worker" | "http";
  lang: string;
  words: Record<string, string>;
  assets: string;
  first: Traits;
  /** Games to choose from, by preset. */
  games: Record<string, string>;
  bet: { state: BetState; words: Record<string, string> };
  doors: Record<string, string>;
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

type Store = import("../../slime/widgets/static/store.js").Store;
type Table = import("../../slime/widgets/static/table.js").Table;
type Tray = import("../../slime/widgets/static/tray.js").Tray;
