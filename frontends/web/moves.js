// The list of all legal moves as buttons: for the keyboard, and where pointing is not enough.

import { el } from "./dom.js";

export function offerMoves(table) {
  const { view, legal } = table;
  if (!legal.size || view.committed !== null) {
    const why = view.over ? "The game is over." : "There is nothing to choose now.";
    table.moves.replaceChildren(el("p", { class: "note" }, why));
    return;
  }
  table.moves.replaceChildren(...[...legal.values()].map(({ text, note }, place) => el("button", {
    type: "button",
    data: { action: text },
    onclick: () => table.select(text === table.chosen ? null : text),
  },
  el("kbd", { "aria-hidden": "true" }, place < 9 ? String(place + 1) : ""),
  el("span", { class: "text" }, text.replaceAll("_", " "), note ? el("small", {}, note) : null),
  el("span", { class: "hinted" }))));
  table.mark();
}
