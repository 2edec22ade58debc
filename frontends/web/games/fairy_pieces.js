// Fairy Concerto: tokens, what cards ask for, the contest, the final scores.

import { el, icon } from "../dom.js";

export const KINDS = ["trumpeter", "drummer", "violinist", "horn_player", "composer"];
export const WORDS = {
  trumpeter: "trumpeter", drummer: "drummer", violinist: "violinist", horn_player: "horn player",
    composer: "composer",
};
const PATHS = {
  trumpeter: ["M3 10.5h9.5L20 6v12l-7.5-4.5H3a1.5 1.5 0 0 1 0-3z",
    "M6.5 15.5v3.2h2v-3.2zM10 15.5v3.2h2v-3.2z"],
  drummer: ["M4 10.5c0 1.7 3.6 3 8 3s8-1.3 8-3v6.5c0 1.7-3.6 3-8 3s-8-1.3-8-3z",
    "M12 6.5c4.4 0 8 1.1 8 2.6s-3.6 2.7-8 2.7-8-1.2-8-2.7 3.6-2.6 8-2.6z",
    "M2.5 3.3l1-1 7 5-.8.8zM21.5 3.3l-1-1-7 5 .8.8z"],
  violinist: ["M9.5 9.5c1.7-1.7 3.4-1 4.6.3 1.2 1.2 1.9 2.9.2 4.6-.9.9-.6 1.7-.9 2.9-.4 1.7-2 3-4 3.2-3.2.3-5.8-2.3-5.5-5.5.2-2 1.5-3.6 3.2-4 1.2-.3 1.7-.6 2.4-1.5z", "M13 9.8L18.5 4.3l-.7-1.6 1.3-.9 3 3-.9 1.3-1.6-.7-5.5 5.5z", "M3 3l17 17 .9-.9L3.9 2.1z"],
  horn_player: ["M12 3.5a7.5 7.5 0 1 0 7.4 8.7l2.6 2.3V5l-4.2 3.2A7.5 7.5 0 0 0 12 3.5zm0 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z", "M12 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"],
  composer: ["M19.5 2.5c-6 .5-11.5 5-13 11.5L5 20.5l1 .9 1.5-4.4c6.5-.5 11.3-5.5 12-14.5z",
    "M11 19.5h9.5V21H11z"],
};

// A fairy of a kind; sizes: big, small, dot, base (the empty place of its desk).
export function token(kind, size = "", key) {
  return el("span",
    { class: `token ${kind} ${size}`, "aria-hidden": "true",
      data: key === undefined ? {} : { key } }, icon(kind, ...PATHS[kind]));
}

// What a card asks for, one token for each fairy; those the orchestra has are full.
export function needs(wanted, fairies) {
  return el("span", { class: "needs" },
    wanted.flatMap((need, k) =>
      Array.from({ length: need },
        (_, i) => token(KINDS[k], fairies && i >= fairies[KINDS[k]] ? "dot lacking" : "dot"))));
}

const METHODS = {
  A: (p) => [`${p.soloist_A} × fewest`,
    `${p.soloist_A} points for each fairy of the least numerous kind you have.`],
  B: (p) => [`${p.soloist_B} × (most − fewest)`,
    `${p.soloist_B} points for each fairy between your most and your least numerous kind.`],
  C: (p) => [`${p.soloist_C} × widest tie`,
    `${p.soloist_C} points for each kind in the widest group of kinds with equal numbers.`],
  D: (p) => [`${p.soloist_D} × groups`,
    `${p.soloist_D} points for each group of kinds with equal numbers.`],
};

// The five cards that every orchestra scores on, and the score cards and honours in words.
export function conditions(view, table) {
  const { points } = table.box;
  const contest = new Map(table.box.contest_cards.map((card) => [card.id, card]));
  const soloist = METHODS[contest.get(view.soloist).method](points);
  const pair = (id) =>
    el("span", { class: "pairof" },
      contest.get(id).kinds.flatMap((n, k) => (n ? [token(KINDS[k], "dot")] : [])));
  const names = (id) =>
    contest.get(id).kinds.flatMap((n, k) => (n ? [WORDS[KINDS[k]]] : [])).join(" and ");
  const honour = `Most points here: an honour of ${points.honor} more.`;
  const cards = [
    ["Popularity", token(view.popularity, "dot"), `${points.popularity} each`,
      `${points.popularity} point for each ${WORDS[view.popularity]}.`],
    ["Conductor", null, `${points.conductor} × most`,
      `${points.conductor} points for each fairy of your most numerous kind.\n${honour}`],
    ["Soloist", null, soloist[0],
      `Method ${contest.get(view.soloist).method}: ${soloist[1]}\n${honour}`],
    ["Pianist", pair(view.pianist), `${points.pianist_set} a pair`,
      `${points.pianist_set} points for each ${names(view.pianist)}.\n${honour}`],
    ["Harpist", pair(view.harpist), `${points.harpist_set} a pair`,
      `${points.harpist_set} points for each ${names(view.harpist)}.\n${honour}`],
  ];
  return el("div", { class: "contest" },
    cards.map(([title, picture, short, tip]) =>
      el("div", { class: "condition", tabindex: 0, data: { tip: `${title}\n${tip}` } },
    el("small", {}, title), el("span", { class: "says" }, picture, el("b", {}, short)))));
}

const ITEMS = ["popularity", "conductor", "soloist", "pianist", "harpist", "score_cards", "honors",
  "total"];

export function scoreTable(view, table) {
  const rows = view.scores.map((scores, row) => [table.names[row] ?? "Pahha", scores]);
  return el("div", { class: "wide" }, el("table", { class: "finals" },
    el("thead", {},
      el("tr", {}, el("th", {}, "points"),
        ITEMS.map((item) => el("th", {}, item.replaceAll("_", " "))))),
    el("tbody", {},
      rows.map(([name, scores]) =>
        el("tr", {}, el("th", {}, name),
          ITEMS.map((item) => el("td", {}, String(scores[item]))))))));
}
