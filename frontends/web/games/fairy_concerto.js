// Fairy Concerto: the contest, the orchestras, the own hand. A move that names several fairies or a
// score card too is pointed at piece by piece (table.parts) and complete with the last.

import { group, part, piece, seatPanel, times } from "../board.js";
import { el, plural } from "../dom.js";
import { conditions, KINDS, needs, scoreTable, token, WORDS } from "./fairy_pieces.js";

export function render(view, table) {
  const game = new Concerto(view, table);
  const board = el("div", { class: "fairy" },
    game.top(), conditions(view, table), game.orchestras(), game.others(),
    table.over ? scoreTable(view, table) : null, game.hand());
  const whole = game.whole();
  if (whole !== null) board.dataset.complete = whole;
  return board;
}

// What the card that is kept asks for.
export function note(text, table) {
  const keep = text.match(/keep ([12])/);
  if (!keep || !table.shown.pair[keep[1] - 1]) return "";
  const card = table.box.score_cards.find(({ id }) => id === table.shown.pair[keep[1] - 1]);
  const plain = table.options.score_cards === "no_composers";
  return ((plain && card.needs_without_composer)
    || card.needs).map((need,
      k) => (need ? `${need} ${WORDS[KINDS[k]]}` : null)).filter(Boolean).join(", ");
}

class Concerto {
  constructor(view, table) {
    this.view = view;
    this.table = table;
    this.cards = new Map(table.box.score_cards.map((card) => [card.id, this.needed(card)]));
    // What a move of now names: how many fairies to add, one to remove, a card to keep.
    const first = [...table.legal.keys()][0] ?? "";
    this.picks = first.startsWith("add ") && table.committed === null;
    this.removes = first.includes("remove ");
    this.keeps = this.picks && first.includes("keep ");
    this.adds = this.picks ? first.slice(4).split(",")[0].split("+").length : 0;
    this.simple = this.picks && this.adds === 1 && !this.removes && !this.keeps;
    this.chosen = (table.parts.fairies
      ?? "").split(" ").filter(Boolean); // "drummer:0", the first is added
  }

  needed(card) {
    const plain = this.table.options.score_cards === "no_composers";
    return (plain && card.needs_without_composer) || card.needs;
  }

  get most() {
    return this.adds + Number(this.removes);
  }

  // The text of the move that the pieces pointed at make, null while one is missing.
  whole() {
    const { chosen, table } = this;
    if (!this.picks || this.simple || chosen.length < this.most
      || (this.keeps && !table.parts.card)) return null;
    const kinds = chosen.map((name) => name.split(":")[0]);
    const added = kinds.slice(0, this.adds).sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
    return [`add ${added.join("+")}`, this.removes ? `remove ${kinds[1]}` : null,
      this.keeps ? `keep ${table.parts.card}` : null]
      .filter(Boolean).join(", ");
  }

  top() {
    const { view, table } = this;
    const drafts = table.players === 2 ? 3 : 6;
    const alone = table.players === 1;
    return el("div", { class: "strip" },
      el("span", { class: "fact" }, "Round ",
        el("b", {}, `${view.round} of ${{ 1: 7, 2: 4 }[table.players] ?? 2}`)),
      alone ? null : el("span", { class: "fact" }, "Pick ",
        el("b", {}, `${Math.min(view.draft, drafts)} of ${drafts}`)),
      alone ? null : el("span", { class: "fact soft" },
        `hands pass on to ${table.names[(table.seat + 1) % table.players]}`),
      view.random_cards
        ? el("span", { class: "fact soft" },
          `${plural(view.random_cards.pile, "random card")} left`) : null);
  }

  // ---- orchestras -----------------------------------------------------------------------------

  orchestras() {
    const { view, table } = this;
    const seats = times(table.players, (i) => (table.seat + i) % table.players);
    return el("div", { class: "orchestras" },
      seats.map((seat) => this.orchestra(seat, view.orchestras[seat], view.score_cards[seat])),
      view.pahha ? el("div", { class: "orchestra pahha" },
        el("span", { class: "seatname" }, el("b", {}, "Pahha")),
          this.rows(view.pahha.orchestra, "pahha"),
        el("small", { class: "note" }, `${plural(view.pahha.face_down, "card")} face down`))
          : null);
  }

  orchestra(seat, fairies, kept) {
    const { view, table } = this;
    const known = table.knowledge.hands?.[seat];
    return el("div", { class: `orchestra${seat === table.seat ? " me" : ""}` },
      seatPanel(table, seat, { figures: view.scores ? [["points", view.scores[seat].total]] : [] }),
      this.rows(fairies, seat),
      el("div", { class: "kept" },
        kept.map((id) => this.scoreCard(id, { fairies, kind: "tiny", key: `kept ${seat} ${id}` }))),
      known ? el("div",
        { class: "known",
          data: { tip: "What is now in this hand\nYou have held these fairies and seen what was picked since." } },
        el("small", {}, "holds "),
          KINDS.flatMap((kind) => times(known[kind], () => token(kind, "dot")))) : null);
  }

  rows(fairies, seat) {
    return el("div", { class: "stage" },
      KINDS.map((kind) =>
        el("div", { class: "desk", data: { tip: `${WORDS[kind]}: ${fairies[kind]}` } },
      el("span", { class: "stack" },
        times(fairies[kind], (i) => token(kind, "small", `o${seat} ${kind} ${i}`))),
      token(kind, "base"), el("b", {}, String(fairies[kind])))));
  }

  // A score card: what it asks for, and what of it an orchestra has.
  scoreCard(id, { fairies, action = null, kind = "", key, partOf = null }) {
    const { table } = this;
    const wanted = this.cards.get(id);
    const points = table.box.points.score_card;
    const missing = wanted.reduce((sum, need, k) =>
      sum + Math.max(0, need - (fairies?.[KINDS[k]] ?? 0)), 0);
    const text = wanted.map((need,
      k) => (need ? `${need} ${WORDS[KINDS[k]]}` : null)).filter(Boolean).join(", ");
    const props = {
      class: `card score ${kind}${fairies && missing === 0 ? " done" : ""}`, key,
        label: `score card ${id}: ${text}`,
      tip: `Score card ${id}\n${points} points if your orchestra has ${text}.\n${missing ? `${missing} still missing.` : "Fulfilled."}`,
    };
    const inside = [needs(wanted, fairies),
      el("b", { class: "points" }, missing === 0 ? `✓ ${points}` : String(points))];
    return partOf ? part("card", partOf.chosen ? "" : partOf.value, partOf.chosen, props, ...inside)
      : piece(table, action, props, ...inside);
  }

  // Fairies that are out of the game, score cards that were discarded.
  others() {
    const { view } = this;
    const removed = view.removed
      ? KINDS.flatMap((kind) => times(view.removed[kind], () => token(kind, "dot"))) : [];
    if (!removed.length && !view.discards.length) return null;
    return el("p", { class: "note gone" }, removed.length ? ["Removed: ", removed, " "] : null,
      view.discards.length ? `Score cards discarded: ${view.discards.join(", ")}` : null);
  }

  // ---- the own hand -----------------------------------------------------------------------------

  hand() {
    const { view, table } = this;
    const any = KINDS.some((kind) => view.hand[kind]);
    if (!any && !view.pair.length) return null;
    return group(this.title(), { class: "own" },
      any ? el("div", { class: "hand fairies" },
        KINDS.flatMap((kind) => times(view.hand[kind], (i) => this.fairy(kind, i)))) : null,
      view.pair.length
        ? el("div", { class: "pair" }, view.pair.map((id, i) => this.offered(id, i + 1))) : null);
  }

  title() {
    const { chosen } = this;
    if (this.picks && this.removes) {
      const steps = ["Point at the fairy to add", "Point at the fairy to remove", "Your hand"];
      return steps[Math.min(2, chosen.length)] + (this.keeps && chosen.length >= 2
        && !this.table.parts.card ? ": now the score card to keep" : "");
    }
    if (this.keeps) return "Point at a fairy to add and a score card to keep";
    if (this.picks
      && this.adds > 1) return `Point at ${this.adds} fairies to add; Pahha gets the rest`;
    if (this.picks) return "Your hand: point at a fairy to add";
    return this.view.pair.length && this.table.legal.size ? "Point at the score card to keep"
      : "Your hand";
  }

  fairy(kind, i) {
    const { table, chosen } = this;
    const props = { class: `fairytoken ${kind}`, label: WORDS[kind],
      key: `hand ${this.view.round} ${this.view.draft} ${kind} ${i}` };
    const face = [token(kind, "big"), el("small", {}, WORDS[kind])];
    if (this.picks && !this.simple) {
      const name = `${kind}:${i}`;
      const at = chosen.indexOf(name);
      const next = at >= 0 ? chosen.filter((other) => other !== name)
        : chosen.length < this.most ? [...chosen, name] : [...chosen.slice(0, -1), name];
      const mark = at < 0 ? null : el("span", { class: "tag" }, at < this.adds ? "add" : "remove");
      return part("fairies", next.join(" "), at >= 0,
        { ...props, class: `${props.class}${at >= this.adds ? " removing" : ""}` }, ...face, mark);
    }
    const picked = table.committed?.startsWith(`add ${kind}`) && i === 0
      && !table.committed.includes("+");
    return piece(table, `add ${kind}`,
      { ...props, class: `${props.class}${picked ? " picked" : ""}` }, ...face);
  }

  offered(id, number) {
    const { table, view } = this;
    const fairies = view.orchestras[table.seat];
    const key = `pair ${id}`;
    if (!this.keeps) return this.scoreCard(id, { fairies, action: `keep ${number}`, key });
    return this.scoreCard(id,
      { fairies, key, partOf: { value: number, chosen: Number(table.parts.card) === number } });
  }
}
