// Fado: Duetos e Desgarradas: a card's four characteristics as signs that differ in form, not only
// in colour: artist (a head with a number), scenery (a coloured field), melody (a note with a
// letter), alignment (one place of nine).

import { el, icon, svg } from "../dom.js";

export const CATEGORIES = ["artist", "scenery", "melody", "alignment"];

const HEAD = "M12 3.5a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM3.5 21c.5-5 4-7.5 8.5-7.5s8 2.5 8.5 7.5z";
const NOTE = "M9 4.5l11-2v13.7a3.3 3 0 1 1-1.8-2.7V7.2L10.8 8.6v9.6A3.3 3 0 1 1 9 15.5z";
const HILLS = "M2 19.5l6-9 4 5.5 3.5-4.5 6.5 8zM17 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z";

// The sign of a characteristic with its value; without a value just the sign.
export function sign(category, value) {
  const text = value === null ? null : el("b", {}, String(value));
  if (category === "artist") return el("span", { class: "sign artist" }, icon("head", HEAD), text);
  if (category === "melody") return el("span", { class: "sign melody" }, icon("note", NOTE), text);
  if (category === "scenery") return el("span",
    { class: "sign scenery", vars: value === null ? {} : { "--scenery": `var(--scene-${value})` } },
    icon("hills", HILLS), text);
  return el("span", { class: "sign alignment" }, places(value), text);
}

function places(value) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon places", "aria-hidden": "true" },
    Array.from({ length: 9 }, (_, i) => svg("circle", {
      cx: 5 + 7 * (i % 3), cy: 5 + 7 * Math.floor(i / 3), r: i + 1 === value ? 3.2 : 1.3,
        class: i + 1 === value ? "on" : null,
    })));
}

export function cardFace(id, values, claimed) {
  return el("span", { class: "face", vars: { "--scenery": `var(--scene-${values[1]})` } },
    el("small", { class: "id" }, id),
    CATEGORIES.map((category, k) =>
      el("span", { class: `feature ${category}${claimed === category ? " claimed" : ""}` },
        sign(category, values[k]))));
}

export const cardTip = (id, values) =>
  [id, ...CATEGORIES.map((category, k) => `${category} ${values[k]}`)].join("\n");
