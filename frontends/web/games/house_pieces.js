// House of Fado: what the box says, and its pieces: musicians, notes, fados, figures, customers.

import { die, meeple, piece, times } from "../board.js";
import { el, icon, plural } from "../dom.js";

export const COLOURS = ["gray", "black", "brown"];
export const GROUPS = ["left", "middle", "right"];
const GUITAR = "M19 2.5l2.5 2.5-1.8 1.8-.9-.2-3.6 3.6c1 1.9.6 3.6-.7 4.6-.8.6-1.2 1-1.3 2-.2 2.3-2 4.2-4.6 4.2-3 0-5.4-2.4-5.4-5.4 0-2.6 1.9-4.4 4.2-4.6 1-.1 1.4-.5 2-1.3 1-1.3 2.7-1.7 4.6-.7l3.6-3.6-.2-.9zM9 12.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z";
const VOICE = "M12 2.5a3.5 3.5 0 0 1 3.5 3.5v5a3.5 3.5 0 0 1-7 0V6A3.5 3.5 0 0 1 12 2.5zM5.5 10.5h1.8a4.7 4.7 0 0 0 9.4 0h1.8a6.5 6.5 0 0 1-5.6 6.4V20h3v1.5H8V20h3v-3.1a6.5 6.5 0 0 1-5.5-6.4z";
const NOTES = {
  n1: "M10 3h1.8v11.8a3.3 2.9 0 1 1-1.8-2.3z",
  n2: "M10 3h1.8c.4 2.7 4.7 3.5 4.7 7.5h-1.5c0-2-1.7-2.6-3.2-3.2v7.5a3.3 2.9 0 1 1-1.8-2.3z",
  n3: "M8 5l11-2v11a3 2.6 0 1 1-1.7-2.1V7L9.7 8.3v8.4A3 2.6 0 1 1 8 14.6z",
  n4: "M10 3h1.8c.4 1.7 4.7 2.3 4.7 5h-1.5c0-1-1.7-1.3-3.2-1.8v1.6c.8 1.5 4.7 2 4.7 4.7h-1.5c0-1-1.7-1.3-3.2-1.8v4.1a3.3 2.9 0 1 1-1.8-2.3z",
};
const CLEF = "M12.5 2c1.8 1 2.6 2.6 2.3 4.4-.2 1.6-1.2 2.8-2.3 3.8l.5 2.4c2.3 0 4 1.6 4 3.8 0 1.7-1 3.1-2.7 3.7.4 2-.7 3-2.3 3-1.3 0-2.3-.8-2.3-1.9 0-.9.6-1.5 1.4-1.5.9 0 1.4.6 1.3 1.4.5 0 .8-.3.6-1.2-3 .3-5.5-1.7-5.5-4.7 0-2.5 1.7-4.3 3.6-6C10.5 6.5 10.7 3.5 12.5 2zm0 2.5c-.9.6-1.2 1.9-1 3.3 1.3-1.2 1.9-2.6 1-3.3zM11.7 12c-1.3 1-2.3 2-2.3 3.5 0 1.8 1.5 2.9 3.4 2.8l-.8-3.9c-.6.3-.8.8-.4 1.5-1.2-.7-1.3-2.4.1-3.1zm1.9 2.3l.8 3.7c.7-.4 1.1-1 1.1-1.8 0-1-.8-1.8-1.9-1.9z";

// Everything a part of the board asks for again and again.
export function facts(view, table) {
  const { box } = table;
  const tiles = new Map();
  for (const [id, type, note] of box.musicians.tiles) tiles.set(id, { id, type, note });
  for (const promo of box.promos) tiles.set(promo.id, promo);
  const fados = new Map(box.fados.tiles.map(([id, notes, points]) => [id, { id, notes, points }]));
  const types = box.types.map((type) => type.id);
  return {
    view, table, box, tiles, fados, types,
    type: new Map(box.types.map((type) => [type.id, type])),
    typeNames: new Map(box.types.map((type) => [type.id, type.name])),
    scoring: new Map(box.billboards.map((board) =>
      [board.id, table.players === 2 ? board.two : board.several])),
    fame: (id) => view.fame[id] ?? tiles.get(id).fame ?? 0,
    removed: (seat) => box.start.cubes - view.seats[seat].cubes,
  };
}

const CLEFS = { wild_once: "any note, once", ordinary_kind: "one more note", none: "no use" };

// `clefs` is the option of the game that says what the treble clef is good for.
export const note = (kind, size = "", clefs = "wild_once") =>
  el("span", { class: `note-token ${kind} ${size}`,
    title: kind === "clef" ? `treble clef: ${CLEFS[clefs]}` : `note ${kind}` },
  icon("music", kind === "clef" ? CLEF : NOTES[kind] ?? NOTES.n1),
    el("small", {}, kind === "clef" ? "" : kind));

// The sign of a type of musicians.
export const instrument = (type) =>
  el("span", { class: `instrument ${type}` }, icon("plays", type === "S" ? VOICE : GUITAR));

export const customer = (colour) => meeple(`customer ${colour}`);

// Who stands somewhere: "worker 0", "assistant 1".
export function figure(name) {
  const [kind, seat] = name.split(" ");
  return el("span",
    { class: `figure-token ${kind} seat-${seat}`, "aria-label": `${kind} of seat ${seat}` },
    meeple());
}

export function price(game, id) {
  const fame = Math.max(1, game.fame(id));
  return fame >= 6 ? null
    : game.type.get(game.tiles.get(id).type).base_cost + game.box.fame.hire_cost[fame - 1];
}

// What it costs to contract a musician of the billboard.
export function contractPrice(game, id) {
  const fame = game.fame(id);
  return fame >= 6 ? null : game.box.fame.hire_cost[fame - 1];
}

// How many guests of the type's colours raise a musician: "2 gray or brown guests raise it to 3".
function raising(game, tile, fame) {
  const colours = game.type.get(tile.type).accepts.join(" or ");
  const next = Math.max(1, fame) + 1;
  const wanted = game.box.fame.raise_customers[game.table.options.customers_table][`to_${next}`];
  return wanted === undefined ? "" : `; ${plural(wanted, `${colours} guest`)} to raise it to ${next}`;
}

const POWERS = {
  cubes: (n) => `${n} cube more with the critic`, money: (n) => `${n} money when hired`,
    customers: (n) => `${n} customers more to spend at a closing`,
};

const SHORT = { cubes: "cube", money: "money", customers: "guests" };

// A musician: its type, note or power, fame, what it costs here.
export function musician(game, id, action, { cost, key, tag = null } = {}) {
  const tile = game.tiles.get(id);
  const fame = game.fame(id);
  const gift = tile.power ? POWERS[tile.power](tile.amount) : `brings note ${tile.note}`;
  const name = tile.name ?? `${game.typeNames.get(tile.type)} ${id}`;
  return piece(game.table, action, {
    class: `tile musician ${tile.type}`, key: key ?? `tile ${id} ${fame}`,
      label: `${id}, ${gift}, fame ${fame || "none yet"}${cost === undefined ? "" : cost === null ? ", not for hire" : `, costs ${cost}`}`,
    tip: `${name}\n${gift[0].toUpperCase()}${gift.slice(1)}.\nFame ${fame || "1 when hired"}${raising(game, tile, fame)}.${cost ? `\nCosts ${cost} money here.` : ""}`,
  },
  el("span", { class: "who-plays" }, instrument(tile.type), el("small", {}, tile.name ?? id)),
  tile.power ? el("small", { class: "power" }, `+${tile.amount} ${SHORT[tile.power]}`)
    : note(tile.note),
  fame ? die(fame) : el("span", { class: "die none", "aria-hidden": "true" }),
  cost === undefined ? null : cost === null ? el("small", {}, "not for hire")
    : el("span", { class: "coin" }, String(cost)), tag);
}

export function fado(game, id, action, { key, kind = "" } = {}) {
  const { notes, points } = game.fados.get(id);
  return piece(game.table, action, {
    class: `tile fado ${kind}`, key: key ?? `fado ${id}`,
      label: `fado ${id}: ${notes.join(" ")}, ${points} points`,
    tip: `Fado ${id}\nAsks for ${notes.join(", ")}; ${points} points.\nAt the end ${Object.values(game.box.fados.bonus).join(", ")} points for 0, 1, 2 … fados.`,
  }, el("span", { class: "notes" }, notes.map((kindOf) => note(kindOf, "small"))),
    el("b", {}, String(points)), el("small", {}, id));
}

export const crowd = (numbers) =>
  COLOURS.flatMap((colour) => times(numbers[colour], () => customer(colour)));

// A move as a small button of its own beside the piece it is about.
export function chip(game, text, ...words) {
  return game.table.legal.has(text) ? piece(game.table, text, { class: "chipmove" }, ...words)
    : null;
}
