// Pieces that the boards share. A piece that stands for a legal move is a button with the move's
// text in data-action (table.js does the rest); one that stands for a part of a move has data-part.

import { el, icon, svg } from "./dom.js";

// Returns the component data as a tree: box["merchants[3].name"] becomes tree.merchants[3].name.
export function tree(box) {
  const root = {};
  for (const [path, { value }] of Object.entries(box)) {
    const steps = path.replaceAll("[", ".").replaceAll("]", "").split(".");
    const last = steps.pop();
    let at = root;
    steps.forEach((step, i) => {
      const next = steps[i + 1] ?? last;
      at[step] ??= /^\d+$/.test(next) ? [] : {};
      at = at[step];
    });
    at[last] = value;
  }
  return root;
}

// The set-up of the box for a number of players.
export const setupFor = (box, players) => box.setup.find((setup) => setup.players === players);

// A piece: a button where `action` (or the first of several) is legal, else a plain element.
// props as for `el`, and tip (a text, its first line a heading), label, key (what makes it the same piece).
export function piece(table, action, props, ...children) {
  const { tip, label, key, class: kind = "", data = {}, ...rest } = props;
  const text = [action].flat().find((one) => table.legal.has(one));
  const free = text !== undefined && table.committed === null;
  const own = { ...data, ...(tip ? { tip } : {}), ...(key !== undefined ? { key } : {}) };
  if (!free) {
    const committed = table.committed !== null && [action].flat().includes(table.committed);
    return el("div", {
      class: `${kind}${committed ? " committed" : ""}`, data: own, role: label ? "img" : null,
        "aria-label": label, ...rest,
    }, ...children);
  }
  const { note } = table.legal.get(text);
  const spoken = `${text.replaceAll("_", " ")}${note ? `, ${note}` : ""}${label ? `: ${label}` : ""}`;
  return el("button",
    { type: "button", class: kind, data: { ...own, action: text }, "aria-label": spoken, ...rest },
    ...children);
}

// A piece that sets a part of a move, "name=value"; chosen tells that it is pointed at already.
export function part(name, value, chosen, props, ...children) {
  const { tip, label, key, class: kind = "", data = {}, ...rest } = props;
  return el("button", {
    type: "button", class: `${kind}${chosen ? " chosen" : ""}`, "aria-pressed": String(chosen),
      "aria-label": label,
    data: { ...data, ...(tip ? { tip } : {}), ...(key !== undefined ? { key } : {}),
      part: `${name}=${value}` }, ...rest,
  }, ...children);
}

// The panel of a seat: its name, whether it has to choose, figures [[label, value, title]], more.
export function seatPanel(table, seat, { figures = [], action = null, tip } = {}, ...children) {
  const acting = table.acting.includes(seat);
  return piece(table, action, {
    class: `seat seat-${seat}${seat === table.seat ? " me" : ""}${acting ? " acting" : ""}`, tip,
  },
  el("span", { class: "seatname" },
    el("span", { class: "disc", "aria-hidden": "true" }, String(seat)),
    el("b", {}, table.names[seat]),
    acting ? el("span", { class: "turn", title: "has to choose" }, "●") : null),
  figures.length
    ? el("span", { class: "figures" },
      figures.map(([label, value, title]) => el("span", { class: "figure", title },
    el("b", {}, String(value)), el("small", {}, label)))) : null,
  ...children);
}

export function group(title, props, ...children) {
  const { class: kind = "", ...rest } = props;
  return el("section", { class: `group ${kind}`, ...rest }, title ? el("h3", {}, title) : null,
    ...children);
}

export const coin = (amount) =>
  el("span", { class: "coin", "aria-label": `${amount} money` }, String(amount));

export const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

// A person's figure, in the colour of the text around it.
export function meeple(kind = "") {
  return icon(`meeple ${kind}`,
    "M12 2.5a3.6 3.6 0 0 1 3.4 4.8c3 .6 6.1 1.9 6.1 3.9 0 1.3-1.6 1.7-4 1.7.7 2.3 2.3 4.4 3 6.3.5 1.5-.3 2.3-1.7 2.3h-4.2c-.9 0-1.2-.6-2.6-3.4-1.4 2.8-1.7 3.4-2.6 3.4H5.2c-1.4 0-2.2-.8-1.7-2.3.7-1.9 2.3-4 3-6.3-2.4 0-4-.4-4-1.7 0-2 3.1-3.3 6.1-3.9A3.6 3.6 0 0 1 12 2.5z");
}

// A die with its pips.
export function die(value) {
  const at = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8],
    6: [0, 2, 3, 5, 6, 8] }[value] ?? [];
  return svg("svg",
    { viewBox: "0 0 24 24", class: "die", role: "img", "aria-label": `fame ${value}` },
    svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5 }),
    at.map((spot) =>
      svg("circle", { cx: 6 + 6 * (spot % 3), cy: 6 + 6 * Math.floor(spot / 3), r: 2.1 })));
}
