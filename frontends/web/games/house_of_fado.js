// House of Fado: the board with its four locations, the restaurants. Every small decision of a turn
// is a piece to point at; what no piece stands for (stop, no bonus) is offered below the board.

import { el, icon } from "../dom.js";
import { facts } from "./house_pieces.js";
import { billboard, market, rehearsal, street } from "./house_places.js";
import { restaurants } from "./house_seats.js";

const STAR = "M12 2.5l2.9 6.2 6.6.8-4.9 4.6 1.3 6.7-5.9-3.3-5.9 3.3 1.3-6.7L2.5 9.5l6.6-.8z";

export function render(view, table) {
  const game = facts(view, table);
  const board = el("div", { class: "house" },
    strip(view, table, game),
    el("div", { class: "places" }, market(game), billboard(game), street(game), rehearsal(game)),
    restaurants(game));
  const party = board.querySelector(".party");
  if (party?.dataset.whole) board.dataset.complete = party.dataset.whole;
  return board;
}

// Steps inside the own turn that can be taken back: they need no "Play".
export function step(text) {
  return /^(lift|guests from|critic from|seat) /.test(text);
}

function strip(view, table, game) {
  const { box } = table;
  const points = Object.values(box.stars.points);
  const names = { fados: `${box.stars.fados} fados`, cubes: "last cube" };
  const taken = Object.values(view.stars).filter((owner) => owner !== null).length;
  return el("div", { class: "strip" },
    el("span", { class: "fact" }, "Round ", el("b", {}, String(view.round))),
    el("span", { class: "fact" }, "Turn of ",
      el("b", { class: `who seat-${view.turn}` }, table.names[view.turn])),
    el("span", { class: "fact soft" }, `${table.names[view.first_player]} began`),
    el("span", {
      class: "stars", tabindex: 0,
      data: { tip: `Stars\nFirst musician of each type with fame 6, first with ${box.stars.fados} fados, first without cubes.\n${points.join(", ")} points for 1 to 5 stars.\nThe game ends with the round in which star ${box.stars.end} is taken; ${taken} taken.` },
    }, Object.entries(view.stars).map(([name, owner]) => el("span", {
      class: `star${owner === null ? "" : ` owned seat-${owner}`}`,
        data: { key: `star ${name} ${owner}` },
      "aria-label": `star ${names[name] ?? name}: ${owner === null ? "free" : table.names[owner]}`,
    }, icon("starshape", STAR), el("small", {}, names[name] ?? game.typeNames.get(name))))),
    view.removed.length
      ? el("span", { class: "fact soft" }, `out of the game: ${view.removed.join(", ")}`) : null);
}
