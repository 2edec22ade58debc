// Fado: Duetos e Desgarradas: showcase, chips, practice area, hand. A set is pointed at step by step:
// a stack (a set of hand cards) or a feature of a level-I showcase card, then cards of the hand.

import { group, piece, seatPanel, setupFor, times } from "../board.js";
import { el, plural } from "../dom.js";
import { CATEGORIES, cardFace, cardTip, sign } from "./duetos_pieces.js";

const LEVELS = ["I", "II", "III", "IV", "V"];

export function render(view, table) {
  const game = new Duets(view, table);
  return el("div", { class: "duetos" },
    game.top(),
    el("div", { class: "stagearea" }, game.showcase(),
      el("div", {}, game.stacks(), game.practice())),
    game.hand(),
    game.seats());
}

// The small steps of a set are the seat's own until the set is complete: they need no "Play".
export function step(text, view) {
  if (view.phase !== "sets" || text === "end turn") return false;
  const shown = view.set_begun.length;
  const all = shown && view.set_begun[0].startsWith("showcase") ? 3 : 5;
  return shown + 1 < all;
}

// What a card shows, behind its number in the list of moves.
export function note(text, table) {
  const card = table.box.decks[table.options.deck].hand.find(([id]) => id === text);
  return card ? CATEGORIES.map((category, k) => `${category} ${card[k + 1]}`).join(", ") : "";
}

class Duets {
  constructor(view, table) {
    this.view = view;
    this.table = table;
    const deck = table.box.decks[table.options.deck];
    this.cards = new Map(deck.hand.map(([id, ...values]) => [id, values]));
    this.shows = new Map(deck.showcase.map(([id, ...values]) => [id, values]));
    this.setup = setupFor(table.box, table.players);
    const [first, ...cards] = view.set_begun;
    this.begun = first ?? null;
    this.shown = new Set(cards);
    this.claimed = first ? first.split(" ").at(-1) : null;
  }

  top() {
    const { view, table } = this;
    return el("div", { class: "strip" },
      el("span", { class: "fact" }, "Round ", el("b", {}, String(view.round))),
      el("span", { class: "fact" }, "Deck ", el("b", {}, plural(view.deck, "card"))),
      el("span", { class: "fact" }, "First player ",
        el("b", { class: `who seat-${view.marker}` }, table.names[view.marker])),
      view.rewards ? el("span", { class: "fact" }, plural(view.rewards, "reward card"),
        " face down") : null,
      view.discards.length
        ? el("span", { class: "fact soft",
          data: { tip: `Discards\n${view.discards.map((id) => `${id} ${this.cards.get(id).join("-")}`).join(", ")}` } }, `${view.discards.length} discarded`) : null);
  }

  // ---- showcase and stacks ------------------------------------------------------------------

  showcase() {
    return group("Showcase", { class: "showcase" }, el("div", { class: "cols" },
      this.view.showcase.map((column, c) => el("div", { class: "col" },
        column.map((id, level) => this.shown1(id, c, level)).reverse()))));
  }

  shown1(id, column, level) {
    const key = `show ${id} ${level}`;
    const place = el("span", { class: "level" }, LEVELS[level]);
    if (id === "guitarist") {
      return el("div",
        { class: `show${level ? "" : " first"} guitarist`,
          data: { key, tip: "The guitarist\nBelongs to no set." } }, place,
          el("b", {}, "Guitarist"));
    }
    const values = this.shows.get(id);
    const own = this.begun?.startsWith(`showcase ${column + 1} `) && level === 0;
    return el("div",
      { class: `show${level ? "" : " first"}${own ? " chosen" : ""}`, data: { key } }, place,
      el("span", { class: "features" },
        CATEGORIES.map((category, k) =>
          piece(this.table, level ? null : `showcase ${column + 1} ${category}`, {
        class: `feature ${category}`, label: `${category} ${values[k]}`,
          tip: `${category} ${values[k]}\nShowcase card ${id}, level ${LEVELS[level]}.`,
      }, sign(category, values[k])))));
  }

  stacks() {
    const { view, table } = this;
    const { bonus } = table.box;
    const free = (kind,
      category) => (kind === "sequence" && !this.setup.sequence_chips ? null
      : view[kind][category] === null);
    return group("Chips to take", { class: "stacks" },
      el("div", { class: "row" }, CATEGORIES.map((category) => {
      const taken = view.chips.reduce((sum, chips) => sum + chips[category].length, 0);
      const left = this.setup.chips.slice(taken);
      return el("div", { class: "stackcol" }, piece(table, `hand ${category}`, {
        class: `stackof ${category}${this.claimed === category ? " chosen" : ""}`,
          key: `stack ${category} ${left[0]}`,
        label: `${category}, top chip ${left[0] ?? "none"}`,
        tip: `${category}: ${left.length ? `chips ${left.join(", ")}` : "no chip left"}\nA set takes the top chip. Point here for a set of three hand cards alike in ${category}.`,
      }, el("span", { class: "chip" }, left[0] === undefined ? "–" : String(left[0])),
        el("small", {}, category), el("small", { class: "left" }, `${left.length} left`)),
      el("span", { class: "bonuses" },
        free("feature", category)
          ? el("span", { class: "bonus",
            title: `first ${bonus.feature_chips} chips of ${category}: ${bonus.feature} points` },
            `4× +${bonus.feature}`) : null,
        free("sequence", category)
          ? el("span", { class: "bonus",
            title: `first three in a row of ${category}: ${bonus.sequence} points` },
            `run +${bonus.sequence}`) : null));
    })), el("p", { class: "note" }, "One of each stack: ",
      bonus.variety.map((points,
        i) => (i < view.variety.length ? null : el("span", { class: "bonus" }, `+${points}`)))));
  }

  // ---- seats --------------------------------------------------------------------------------

  seats() {
    return el("div", { class: "seats", vars: { "--seats": this.table.players } },
      times(this.table.players, (seat) => this.seat(seat)));
  }

  points(seat) {
    const { view, table } = this;
    const { bonus } = table.box;
    const owned = (kind) => Object.values(view[kind]).filter((owner) => owner === seat).length;
    const chips = CATEGORIES.flatMap((category) =>
      view.chips[seat][category]).reduce((sum, value) => sum + value, 0);
    return chips + bonus.feature * owned("feature") + bonus.sequence * owned("sequence")
      + view.variety.reduce((sum, owner, i) => sum + (owner === seat ? bonus.variety[i] : 0), 0);
  }

  seat(seat) {
    const { view, table } = this;
    const known = table.knowledge.holds?.[seat] ?? [];
    const bonuses = [
      ...["feature",
        "sequence"].flatMap((kind) =>
        CATEGORIES.filter((category) => view[kind][category] === seat).map((category) =>
          `${kind === "feature" ? "4×" : "run"} ${category} +${table.box.bonus[kind]}`)),
      ...view.variety.flatMap((owner,
        i) => (owner === seat ? [`variety +${table.box.bonus.variety[i]}`] : [])),
    ];
    return seatPanel(table, seat,
      { figures: [["points", this.points(seat)], ["cards", view.hand_sizes[seat]]] },
      el("span", { class: "chiprows" },
        CATEGORIES.map((category) =>
          el("span", { class: "chiprow",
            "aria-label": `${category} chips ${view.chips[seat][category].join(", ") || "none"}` },
        sign(category, null),
          view.chips[seat][category].toReversed().map((value) =>
            el("span", { class: `chip ${category}`,
              data: { key: `chip ${seat} ${category} ${value}` } }, String(value)))))),
      bonuses.map((text) => el("span", { class: "bonus won" }, text)),
      known.length && seat !== table.seat
        ? el("span", { class: "badge",
          data: { tip: `Known to be in this hand\n${known.map((id) => `${id} ${this.cards.get(id).join("-")}`).join(", ")}` } }, `holds ${known.join(", ")}`) : null);
  }

  // ---- cards --------------------------------------------------------------------------------

  card(id, { action = id, kind = "", key, tag = null } = {}) {
    const values = this.cards.get(id);
    return piece(this.table, action,
      { class: `card fadocard ${kind}`, key, tip: cardTip(id, values),
        label: `${id}: ${CATEGORIES.map((category, k) => `${category} ${values[k]}`).join(", ")}` },
      cardFace(id, values, this.claimed), tag);
  }

  practice() {
    const { view, table } = this;
    if (!view.practice.length) return null;
    return group("Practice area", { class: "practice" },
      el("div", { class: "row" }, view.practice.map(([id, owner]) => this.card(id, {
      action: view.phase === "pick" ? id : null, key: `practice ${id}`,
      tag: el("small", { class: `tag${owner === null ? "" : ` seat-${owner}`}` },
        owner === null ? "from the deck" : `from ${table.names[owner]}`),
    }))));
  }

  title() {
    const { view, table, begun, shown } = this;
    if (!table.legal.size) return "Your hand";
    if (view.phase === "place") return "Your hand: point at a card to place face down";
    if (view.phase === "pick") return "Your hand";
    if (begun === null) return "Your hand: point at a chip stack or a level-I feature to begin a set";
    const need = begun.startsWith("showcase") ? 2 : 3;
    return shown.size < need
      ? `Set for ${this.claimed}: point at ${plural(need - shown.size, "more card")}`
      : "Point at the card that comes back to you";
  }

  hand() {
    const { view, table } = this;
    if (!view.hand.length) return null;
    const cards = [...view.hand].sort((a, b) =>
      Number(this.shown.has(b)) - Number(this.shown.has(a)));
    return group(this.title(), { class: "own" },
      el("div", { class: "hand" }, cards.map((id) => this.card(id, {
      action: view.phase === "pick" ? null : id, key: `hand ${id}`,
        kind: `${this.shown.has(id) ? "shown" : ""}${view.placed === id ? " committed" : ""}`,
      tag: this.shown.has(id) ? el("small", { class: "tag" }, "in the set") : null,
    }))));
  }
}
