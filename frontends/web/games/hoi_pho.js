// Hội Phố: the table by turns, the fifteen merchants, the own hand.

import { group, piece, seatPanel, setupFor, times } from "../board.js";
import { el, icon } from "../dom.js";
import { seatBeside } from "../people.js";

export const SCORE = "contracts"; // what the result counts
const AT_SEAT = new Set(["challenge", "entice", "seduce"]);
const SHIP = "ship";

export function render(view, table) {
  const game = new Game(view, table);
  return el("div", { class: "hoi" },
    game.top(),
    el("div", { class: "seats", vars: { "--seats": table.players } },
      times(table.players, (seat) => game.column(seat))),
    game.duel(),
    game.calls ? game.merchants() : null,
    game.hand(),
    game.calls ? null : game.merchants(),
    game.aside());
}

// Whom a move plays: "10" is Yoo Yang.
export function note(text, table) {
  const card = Number(text.split(" ")[1]);
  return table.box.merchants.find((merchant) => merchant.reputation === card)?.name ?? "";
}

class Game {
  constructor(view, table) {
    this.view = view;
    this.table = table;
    this.box = table.box;
    this.setup = setupFor(table.box, table.players);
    this.merchant = new Map(table.box.merchants.map((merchant) => [merchant.reputation, merchant]));
    this.lying = new Map(view.on_table);
    this.calls = [...table.legal.keys()].some((text) => text.startsWith("call "));
    this.results = view.played.map((row) => this.result(row));
  }

  // ---- what a turn came to ------------------------------------------------------------------

  rivals(card) {
    const rivals = this.merchant.get(card).zeroed_by;
    return card === 12 && !this.table.options.rival_12_2 ? rivals.filter((rival) => rival !== 2)
      : rivals;
  }

  // Returns for each seat of a turn what its card earned: "first", "second", "skill", "zero", "".
  result(row) {
    const cards = row.filter((card) => card !== SHIP && card !== null);
    const zero = cards.filter((card) => this.rivals(card).some((rival) => cards.includes(rival)));
    const counted = cards.filter((card) => !zero.includes(card)).sort((a, b) => b - a);
    const ships = row.filter((card) => card === SHIP).length;
    return row.map((card) => {
      if (card === SHIP) return { earns: this.box.supply.ship_rewards[ships - 1] };
      const found = { zero: zero.includes(card) };
      if (card === counted[0]) found.earns = this.merchant.get(card).reward_1st;
      else if (card === counted[1]
        && cards.length > 2) found.earns = this.merchant.get(card).reward_2nd;
      found.skill = zero.length ? found.zero : card === counted.at(-1);
      return found;
    });
  }

  // ---- cards --------------------------------------------------------------------------------

  tip(card) {
    if (card === SHIP) {
      const [one, two, more] = this.box.supply.ship_rewards;
      return `Ship\n${one} from the bank if it is the only one in the turn, ${two} for each of two, ${more} for more.`;
    }
    const { name, animal, reward_1st: first, reward_2nd: second,
      skill_text: skill } = this.merchant.get(card);
    const rivals = this.rivals(card);
    return [`${card} ${name}, ${animal}`, `Highest of a turn: ${first}. Second: ${second}.`,
      rivals.length ? `Counts 0 if ${rivals.join(" or ")} shows up.` : "Has no rival.",
        `Lowest: ${skill}.`].join("\n");
  }

  card(card, action, { kind = "", key, tag = null } = {}) {
    if (card === SHIP) {
      return piece(this.table, action,
        { class: `card merchant ship ${kind}`, tip: this.tip(card), label: "Ship", key },
        el("span", { class: "face" }, ship(), el("b", {}, "Ship"),
          el("small", { class: "skill" },
            `${this.box.supply.ship_rewards[0]} if alone, ${this.box.supply.ship_rewards[1]} each for two`)), tag);
    }
    const { name, animal, reward_1st: first, reward_2nd: second,
      skill_text: skill } = this.merchant.get(card);
    const rivals = this.rivals(card);
    return piece(this.table, action, {
      class: `card merchant ${kind}`, tip: this.tip(card), label: `${card} ${name}`, key,
        vars: { "--hue": (200 + card * 21) % 360 },
    },
    el("span", { class: "face" },
      el("span", { class: "lantern" }, String(card)),
      el("b", { class: "name" }, name), el("small", { class: "animal" }, animal),
      el("span", { class: "rewards" }, el("span", {}, "1st ", el("b", {}, String(first))),
        el("span", {}, "2nd ", el("b", {}, String(second)))),
      el("small", { class: "skill" }, skill),
      rivals.length ? el("small", { class: "rivals" }, `0 with ${rivals.join(", ")}`) : null), tag);
  }

  // ---- the table ----------------------------------------------------------------------------

  top() {
    const { view, table } = this;
    const ladder = this.box.contracts[table.options.contract_ladder];
    const taken = view.contracts.flat().length;
    const top = ladder[taken];
    return el("div", { class: "strip" },
      el("span", { class: "fact" }, "Round ", el("b", {}, String(view.round))),
      el("span", { class: "fact" }, "Turn ",
        el("b", {}, `${Math.min(view.turn, this.setup.turns)} of ${this.setup.turns}`)),
      el("span", { class: "fact",
        data: { tip: `Contracts\nThe seat with most money after the last turn of a round claims the top one.\nStill to come: ${ladder.slice(taken + 1).join(", ") || "none"}.` } },
        "Top contract ", top === undefined ? "none" : contract(top)),
      el("span", { class: "fact soft" }, `${this.setup.contracts_needed} contracts end the game`));
  }

  column(seat) {
    const { view, table } = this;
    const actions = [...table.legal.keys()].filter((text) => AT_SEAT.has(text.split(" ")[0])
      && seatBeside(text.split(" ")[1], table.seat, table.players) === seat);
    const held = (table.knowledge.holds?.[seat] ?? []).filter((card) => card !== view.bound[seat]);
    const panel = seatPanel(table, seat, { action: actions },
      el("span", { class: "purse" },
        el("span", { class: "coin big", title: "money" }, String(view.money[seat])),
        view.ledger[seat]
          ? el("small", { title: "gains from the bank this round; an embargo (7) takes them back" },
            `+${view.ledger[seat]} gained`) : null),
      el("span", { class: "contracts",
        "aria-label": `contracts: ${view.contracts[seat].join(", ") || "none"}` },
        view.contracts[seat].length ? view.contracts[seat].map(contract)
          : el("small", {}, "no contract")),
      view.bound[seat] ? el("small", { class: "badge warn" }, `must play ${view.bound[seat]}`)
        : null,
      held.length && seat !== table.seat
        ? el("small", { class: "badge" }, `holds ${held.join(", ")}`) : null);
    return el("div", { class: "column" }, panel, el("div", { class: "turns" }, this.turns(seat)));
  }

  // The cards before a seat, the latest turn first and large.
  turns(seat) {
    const { view, table, setup } = this;
    const own = new Set(view.played.map((row) => row[seat]));
    const placed = view.on_table.filter(([card, before]) => before === seat
      && !own.has(card)).map(([card]) => card);
    const cells = view.played.map((row, turn) => this.played(row[seat], seat, turn)).reverse();
    if (view.turn <= setup.turns && view.played.length < setup.turns && !table.over) {
      const waiting = seat === table.seat && table.committed !== null ? "chosen" : "";
      cells.unshift(el("div", { class: `slot ${waiting}`, "aria-hidden": "true" },
        waiting ? "✓" : `turn ${view.played.length + 1}`));
    }
    return [...placed.map((card) =>
      this.card(card, [`take ${card}`, `copy ${card}`],
        { kind: "small", key: `placed ${card}`, tag: el("small", { class: "tag" }, "placed") })),
        ...cells];
  }

  played(card, seat, turn) {
    if (card === null) return null;
    const { zero, skill, earns } = this.results[turn][seat];
    // A card that was taken up may have been played again since.
    const last = this.view.played.findLastIndex((row) => row[seat] === card);
    const swapped = card !== SHIP && (this.lying.get(card) !== seat || turn !== last);
    const said = [zero ? "0" : null, earns ? `+${earns}` : null,
      skill ? "skill" : null].filter(Boolean).join(" · ");
    const kinds = ["small", zero ? "zero" : "", swapped ? "gone" : "",
      turn === this.view.played.length - 1 ? "latest" : "past"];
    return this.card(card, swapped ? null : [`take ${card}`, `copy ${card}`], {
      kind: kinds.join(" "), key: `r${this.view.round} t${turn} s${seat}`,
        tag: said ? el("small", { class: `tag${skill ? " skilled" : ""}` }, said) : null,
    });
  }

  // Cards that lie face up beside the table, with three players.
  aside() {
    const cards = [...this.view.set_aside, ...this.view.put_aside.filter((card) => card !== null)];
    return cards.length
      ? group("Set aside, face up", { class: "asides" }, el("div", { class: "row" },
      cards.map((card, i) => this.card(card, null, { kind: "small", key: `aside ${i} ${card}` }))))
        : null;
  }

  duel() {
    const throws = ["rock", "scissors", "paper"].filter((text) => this.table.legal.has(text));
    if (!throws.length) return null;
    return group("Rock, scissors, paper", { class: "duel" }, el("div", { class: "row" },
      throws.map((text) => piece(this.table, text, { class: "card throw" }, el("b", {}, text)))));
  }

  // All merchants: where each was seen, and what may be called.
  merchants() {
    const { view, table } = this;
    const aside = new Set([...view.set_aside, ...view.put_aside]);
    const { calls } = this;
    return group(calls ? "Call a merchant" : "All merchants",
      { class: `all${calls ? " calls" : ""}` }, el("div", { class: "row" },
      [...this.merchant.keys()].map((card) => {
        const state = this.lying.has(card) || view.played.flat().includes(card) ? "out"
          : aside.has(card) ? "out" : view.hand.includes(card) ? "mine" : "unseen";
        return piece(table, `call ${card}`, {
          class: `mini ${state}`, tip: this.tip(card),
            label: `${card} ${this.merchant.get(card).name}, ${{ out: "face up", mine: "in your hand", unseen: "not seen" }[state]}`,
          vars: { "--hue": (200 + card * 21) % 360 },
        }, String(card));
      })), el("p", { class: "note legend" }, el("span", { class: "mini mine" }), "yours ",
        el("span", { class: "mini out" }), "face up ", el("span", { class: "mini unseen" }),
        "not seen"));
  }

  hand() {
    const { view, table } = this;
    if (table.over && !view.hand.length) return null;
    const seen = {};
    return group("Your hand", { class: "own" },
      el("div", { class: "hand" }, view.hand.map((card) => {
      seen[card] = (seen[card] ?? 0) + 1;
      return this.card(card, ["play", "discard", "place"].map((verb) => `${verb} ${card}`), {
        key: `hand ${view.round} ${card} ${seen[card]}`,
        tag: view.bound[table.seat] === card
          ? el("small", { class: "tag skilled" }, "must be played") : null,
      });
    })));
  }
}

const contract = (value) => el("span", { class: "contract" }, String(value));

const ship = () =>
  icon("boat", "M11 3v11H4.5C6.5 11 9 7 11 3z", "M12.5 5c2.5 2 4.5 5.5 5 9h-5z",
    "M2.5 16h19c-.8 2.6-2.5 4.5-5 4.5h-9c-2.5 0-4.2-1.9-5-4.5z");
