// Seats in words: what people are called at this table.

import { el } from "./dom.js";

// The name of each seat: the own one is "you", equal names are told apart by their seats.
export function displayNames(view) {
  return view.names.map((name, seat) => {
    if (seat === view.seat) return "you";
    const text = name || (view.kinds[seat] === "open" ? "nobody yet" : "guest");
    return view.names.filter((other, s) => s !== view.seat && other === name).length > 1 ? `${text} ${seat}` : text;
  });
}

const SEAT = /\bseats? (\d)(?: \(you\))?/g;

// A sentence of the engine with names in place of seats: "seat 2 plays 7" becomes "Omar plays 7".
export function inWords(text, view, names) {
  return text.replace(SEAT, (_, seat) => names[seat] ?? `seat ${seat}`);
}

// The same as nodes, the names in the colours of their seats.
export function inNodes(text, names) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(SEAT)) {
    nodes.push(text.slice(from, found.index), el("b", { class: `who seat-${found[1]}` }, names[found[1]] ?? found[0]));
    from = found.index + found[0].length;
  }
  return [...nodes, text.slice(from)];
}

// What is going on, as the seat's own screen says it last.
export function nowText(screen) {
  const line = screen.split("\n").findLast((row) => row.startsWith("now:"));
  return line ? line.slice(4).trim() : "";
}

// The seats that a sentence says have to choose.
export function seatsNamed(text, view) {
  if (/^(everybody|you choose|both)/.test(text)) return Array.from({ length: view.players }, (_, seat) => seat);
  const head = text.split(/ - | (?:chooses|picks|calls|takes|places|keeps|presents|throw|whom)\b/)[0];
  return [...head.matchAll(/\d/g)].map((digit) => Number(digit[0])).filter((seat) => seat < view.players);
}
