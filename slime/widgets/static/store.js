// What a table knows: its traits, kept up to date from a wire.
export class Store {
  /** @type {Record<string, (() => void)[]>} */
  heard = {};
  /** @type {((reply: Reply) => void)[]} */
  answers = [];

  /** @param {Traits} traits @param {Wire} wire */
  constructor(traits, wire) {
    this.traits = { ...traits };
    this.wire = wire;
    this.off = wire.on((message) => {
      if (message.traits) for (const [name, value] of Object.entries(message.traits)) this.set(name, value);
      if (message.to !== undefined) for (const hear of this.answers) hear(/** @type {Reply} */ (message));
    });
  }

  /** @template {keyof Traits} K @param {K} name @returns {Traits[K]} */
  get(name) {
    return this.traits[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    /** @type {Record<string, any>} */
    const traits = this.traits;
    if (JSON.stringify(traits[name]) === JSON.stringify(value)) return;
    traits[name] = value;
    for (const what of this.heard[name] || []) what();
  }

  /** @param {string} name @param {() => void} what */
  on(name, what) {
    (this.heard[name] ||= []).push(what);
  }
}

