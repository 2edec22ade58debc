// Seats in words: what people are called at this table, sentences that speak to the reader.

import { el } from "./dom.js";

// The name of each seat: the own one is "you", equal names are told apart by their seats.
export function displayNames(view) {
  return view.names.map((name, seat) => {
    if (seat === view.seat) return "you";
    const text = name || (view.kinds[seat] === "open" ? "nobody yet" : "guest");
    return view.names.filter((other, s) => s !== view.seat && other === name).length > 1
      ? `${text} ${seat}` : text;
  });
}

// "seat 2", "seat 2's", and "seats 1 and 2"; "seats 2 gray" of House of Fado is a verb.
const SEAT = /\bseat (\d)(?: \(you\))?('s)?(?!\w)|\bseats (\d)(?: \(you\))? and (\d)(?: \(you\))?/g;
const VERBS = { copies: "copy", fetches: "fetch", goes: "go", has: "have", is: "are" };
const ASSISTANT = "an assistant of ";

// Splits a sentence of the engine at its seats: texts and {seat, text} in turn.
function pieces(text, names) {
  const found = [];
  let from = 0;
  for (const match of text.matchAll(SEAT)) {
    found.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, seat, owns, one, other] = match;
    if (seat !== undefined) found.push({ seat: Number(seat), text: named(names, seat, owns) });
    else found.push({ seat: Number(one), text: named(names, one) }, " and ",
      { seat: Number(other), text: named(names, other) });
  }
  found.push(text.slice(from));
  return spoken(found);
}

function named(names, seat, owns = "") {
  const name = names[seat] ?? `seat ${seat}`;
  return name === "you" && owns ? "your" : name + owns;
}

// "you plays" becomes "you play", "its" of such a sentence "your"; "the worker of you" "your worker".
function spoken(said) {
  const found = said.map((part, i) => ownAssistant(said, part, i));
  const [before, you, after] = found;
  if (you?.text !== "you" || typeof after !== "string") return found;
  const owned = before.match(/^(?:the |(all ))?(\w+) of $/);
  if (owned) return [owned[1] ?? "", { ...you, text: "your" }, ` ${owned[2]}${after}`, ...found.slice(3)];
  if (before !== "") return found;
  const verb = (_, space, word) => space + plain(word);
  const rest = after.replace(/^( )(\w+s)\b/, verb)
    .replace(/( and | or )(claims|discards|ends|has|takes)\b/, verb);
  return [before, you, rest.replace(/\bits\b/g, "your"), ...found.slice(3)];
}

// "an assistant of you goes back to its supply": "your assistant", "your supply".
function ownAssistant(said, part, i) {
  const owned = (at) => said[at]?.text === "you" && said[at - 1]?.endsWith(ASSISTANT);
  if (owned(i)) return { ...part, text: "your assistant" };
  if (owned(i + 1)) return part.slice(0, -ASSISTANT.length);
  return owned(i - 1) ? part.replace(/\bits\b/, "your") : part;
}

const plain = (verb) => VERBS[verb] ?? verb.slice(0, verb.endsWith("sses") ? -2 : -1);

export const readable = (text) => text.replaceAll("_", " ");

// A sentence with names in place of seats: "seat 2 plays 7" becomes "Omar plays 7".
export function inWords(text, names) {
  return readable(pieces(text, names).map((part) => part.text ?? part).join(""));
}

// The same as nodes, the names in the colours of their seats.
export function inNodes(text, names) {
  return pieces(text,
    names).map((part) => (typeof part === "string" ? readable(part)
      : el("b", { class: `who seat-${part.seat}` }, part.text)));
}

// What is going on, as the seat's own screen says it last.
export function nowText(screen) {
  const line = screen.split("\n").findLast((row) => row.startsWith("now:"));
  return line ? line.slice(4).trim() : "";
}

// The seats that a sentence says have to choose.
export function seatsNamed(text, view) {
  if (/^(everybody|you choose)/.test(text)) return Array.from({ length: view.players },
    (_, seat) => seat);
  const [first] = text.matchAll(SEAT);
  return first ? [first[1] ?? first[3], first[4]].filter((seat) => seat !== undefined).map(Number)
    : [];
}

const SIDES = { 3: ["left", "right"], 4: ["left", "across", "right"],
  5: ["left", "far_left", "far_right", "right"] };

// The seat that a side of the table is, seen from a seat; -1 for no side.
export function seatBeside(side, seat, players) {
  const place = SIDES[players]?.indexOf(side) ?? -1;
  return place < 0 ? -1 : (seat + 1 + place) % players;
}

// A move's text and what it costs or whom it names, for a person.
export function moveWords({ text, note }, table) {
  const { view, names, game, seated } = table;
  const seat = seatBeside(text.split(" ")[1], view.seat, view.players);
  const said = seat >= 0 ? names[seat] : note ? inWords(note, names) : game.note?.(text, seated)
    ?? "";
  return [readable(text), said];
}
