// The list of all legal moves as buttons: for the keyboard, and where pointing is not enough.

import { el } from "./dom.js";
import { moveWords } from "./people.js";

export function offerMoves(table) {
  const { view, legal } = table;
  if (!legal.size || view.committed !== null) {
    const why = view.over ? "The game is over." : "There is nothing to choose now.";
    table.moves.replaceChildren(el("p", { class: "note" }, why));
    return;
  }
  table.moves.replaceChildren(...[...legal.values()].map((move, place) => {
    const [words, note] = moveWords(move, table);
    return el("button", {
      type: "button",
      data: { action: move.text },
      onclick: () => table.select(move.text === table.chosen ? null : move.text),
    },
    el("kbd", { "aria-hidden": "true" }, place < 9 ? String(place + 1) : ""),
    el("span", { class: "text" }, words, note ? el("small", {}, note) : null),
    el("span", { class: "hinted" }));
  }));
  table.mark();
}
