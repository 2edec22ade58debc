// House of Fado: the restaurants. The own one comes first and takes the choices about one's own pieces.

import { meeple, piece, seatPanel, times } from "../board.js";
import { el, icon } from "../dom.js";
import { chip, crowd, fado, figure, musician, note } from "./house_pieces.js";

export function restaurants(game) {
  const { table } = game;
  const seats = times(table.players, (i) => (table.seat + i) % table.players);
  return el("div", { class: "restaurants" }, seats.map((seat) => restaurant(game, seat)));
}

function restaurant(game, seat) {
  const { view, table, box } = game;
  const own = view.seats[seat];
  const mine = seat === table.seat;
  return el("section", { class: `restaurant${mine ? " me" : ""}` },
    seatPanel(table, seat, { figures: [["points", own.points], ["money", own.money]] },
      el("span", { class: "workers", "aria-label": `${own.workers_in_hand} workers in hand` },
        times(own.workers_in_hand, () => figure(`worker ${seat}`)),
        own.assistants === undefined ? null
          : times(own.assistants, () => figure(`assistant ${seat}`)))),
    prestige(game, seat),
    el("div", { class: "ensemble" },
      own.musicians.map((id, k) => employed(game, seat, id, game.types[k]))),
    el("div", { class: "tables" }, own.tables.map((guests, i) => seating(game, seat, guests, i)),
      bar(own, box), home(game, seat)),
    el("div", { class: "notesheld", "aria-label": "notes" }, times(own.clefs, () => note("clef", "", table.options.clef_mode)),
      box.notes.kinds.flatMap((kind) =>
        times(own.notes[kind],
          (i) => el("span", { data: { key: `held ${seat} ${kind} ${i}` } }, note(kind)))),
      own.fados.map((id) =>
        fado(game, id, null, { key: `scored ${seat} ${id}`, kind: "scored" }))));
}

function prestige(game, seat) {
  const { box } = game;
  const removed = game.removed(seat);
  const income = box.prestige.income[`removed_${removed}`];
  const critic = box.prestige.critic_cost[removed];
  return el("div",
    { class: "prestige",
      data: { tip: `Prestige track\n${removed} of ${box.start.cubes} cubes gone.\nEach guest at a table pays ${income} money at a closing; a critic costs ${critic}.\nThe last table opens when ${box.prestige.unlock} cubes are gone.` } },
    el("span", { class: "track" },
      times(box.start.cubes,
        (i) => el("span",
          { class: `cube ${i < removed ? "gone" : `seat-${seat}`}`,
            data: { key: `track ${seat} ${i} ${i < removed}` } }))),
    el("small", {}, `guest pays ${income} · critic costs ${critic}`));
}

// A musician of a seat; what can be decided about it stands below as small buttons.
function employed(game, seat, id, type) {
  const { table } = game;
  if (!id) return el("div", { class: "slot" }, el("small", {}, game.typeNames.get(type)));
  const mine = seat === table.seat;
  const chips = mine ? decisions(game, type) : [];
  return el("div", { class: "employed" },
    musician(game, id, mine ? `promote ${type}` : null,
      { key: `own ${seat} ${id} ${game.fame(id)}` }),
    chips.length ? el("span", { class: "chips" }, chips) : null);
}

function decisions(game, type) {
  const raises = times(5, (i) => chip(game, `raise ${type} to ${i + 2}`, `raise to ${i + 2}`));
  return [chip(game, `no raise ${type}`, "no raise"), ...raises,
    chip(game, `box ${type}`, "leaves, +6"), chip(game, `keep ${type}`, "keep"),
    chip(game, `dismiss ${type}`, "dismiss")].filter(Boolean);
}

function seating(game, seat, guests, i) {
  const { box, view, table } = game;
  const size = box.restaurant.tables[i];
  const critic = view.seats[seat].critic_table === i + 1;
  const locked = i === box.restaurant.tables.length - 1 && game.removed(seat) < box.prestige.unlock;
  const count = guests.gray + guests.black + guests.brown;
  const words = locked ? "locked" : critic ? "the critic" : `${count} of ${size} guests`;
  return piece(table, seat === table.seat ? `table ${i + 1}` : null, {
    class: `diner${locked ? " locked" : ""}`,
      key: `table ${seat} ${i} ${Object.values(guests)} ${critic}`,
      label: `table ${i + 1}: ${words}`, tip: `Table ${i + 1}\n${words}.`,
  }, critic ? el("span", { class: "critic" }, meeple(), el("small", {}, "critic"))
    : [crowd(guests), times(locked ? 0 : size - count, () => el("i", { class: "chair" }))],
  el("small", {}, locked ? "locked" : `table ${i + 1}`));
}

function bar(own, box) {
  const count = own.bar.gray + own.bar.black + own.bar.brown;
  return el("div",
    { class: "diner bar",
      data: { tip: "Bar\nIts guests pay nothing, but raise musicians at a closing." } },
      crowd(own.bar),
    times(box.restaurant.bar - count, () => el("i", { class: "chair" })), el("small", {}, "bar"));
}

const DOOR = "M5 3h14v18H5zm2.5 2v14h9V5zm6 6.5h1.5v2h-1.5z";

// The own action space: closing the restaurant.
function home(game, seat) {
  const { view, table } = game;
  const there = view.seats[seat].home;
  const actions = seat === table.seat ? ["place home", "lift home"] : null;
  return piece(table, actions, {
    class: `diner home${there ? " taken" : ""}`, key: `home ${seat} ${there}`,
      label: there ? "a worker at home" : "home",
    tip: "Close the restaurant\nGuests pay and raise musicians, each musician is kept or dismissed for its fame, the critic takes two cubes, all guests leave.",
  }, there ? figure(`worker ${seat}`) : icon("door", DOOR), el("small", {}, "close"));
}
