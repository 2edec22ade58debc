// A game without a board of its own: the seat's screen as text, the moves as buttons.

import { piece } from "../board.js";
import { el } from "../dom.js";

export function render(view, table) {
  const rows = table.screen.split("\n");
  return el("div", { class: "plain" },
    el("pre", { class: "screen" },
      rows.map((row) => el("span", { data: { key: row } }, row || " "))),
    el("div", { class: "hand" },
      [...table.legal.keys()].map((text) => piece(table, text, { class: "card plaincard" },
      text.replaceAll("_", " ")))));
}
