// House of Fado: the four locations with their action spaces and kick-out spaces.

import { meeple, part, piece, times } from "../board.js";
import { el } from "../dom.js";
import { chip, COLOURS, contractPrice, crowd, customer, fado, figure, GROUPS, instrument, musician, note,
  price } from "./house_pieces.js";

const GIFTS = {
  money: (n) => [`+${n}`, `${n} money`],
    customer: (n) =>
    [n ? `guest −${n}` : "guest", `a customer to the bar${n ? ` for ${n} money` : ""}`],
  note: (n) => [n ? `note −${n}` : "note", `a note${n ? ` for ${n} money` : ""}`],
    fame: () => ["fame", "raise a musician by 1 for money"],
};
const DOES = {
  market: "Hire", street: "Guests or critic", rehearsal: "A note or a fado",
    billboard: "Promote, contract",
};

// An action space with its three kick-out spaces.
function space(game, name) {
  const { view, table, box, types } = game;
  const data = box.spaces.find((one) => one.id === name);
  const [place] = name.split("_");
  const there = view.figures[name];
  const beside = data.types ? data.types.map((type) => game.typeNames.get(type)).join(", ")
    : data.groups ? GROUPS.filter((_, g) => data.groups[g]).join(" and ") : "";
  const known = types.length && beside ? `\nBeside it: ${beside}.` : "";
  return el("div", { class: "space" },
    piece(table, [`place ${name}`, `lift ${name}`, `fetch ${name}`], {
      class: `spot${there ? " taken" : ""}`, key: `spot ${name} ${there ?? ""}`,
        label: `${name.replace("_", " ")}${there ? `, ${there}` : ", free"}`,
      tip: `${name.replace("_", " ")}\n${DOES[place]}.${known}${there ? "\nWho stands there is kicked out and gains a bonus." : ""}`,
    }, there ? figure(there) : meeple("empty"), el("small", {}, DOES[place]),
      data.types ? el("span", { class: "beside" }, data.types.map(instrument)) : beside
      ? el("small", { class: "beside" }, beside) : null),
    el("div", { class: "kicks" },
      data.kickouts.map(([kind, money], i) => kick(game, `${name}/${i + 1}`, kind, money))));
}

function kick(game, name, kind, money) {
  const there = game.view.figures[name];
  const [short, long] = GIFTS[kind](money);
  return piece(game.table, [`kick to ${name}`, `lift ${name}`, `fetch ${name}`, `remove ${name}`], {
    class: `kick${there ? " taken" : ""}${game.view.step?.kick === name ? " current" : ""}`,
      key: `kick ${name} ${there ?? ""}`,
    label: `kick-out space ${name.replace("_", " ")}: ${long}${there ? `, ${there}` : ""}`,
      tip: `Kick-out space\nWho is pushed here gains: ${long}.`,
  }, there ? figure(there) : null, el("small", {}, short));
}

const location = (title, kind, spaces, ...children) => el("section", { class: `location ${kind}` },
  el("h3", {}, title), el("div", { class: "inside" }, children),
    el("div", { class: "spaces" }, spaces));

export function market(game) {
  const { view, types } = game;
  return location("Musician market", "market",
    ["market_L", "market_R"].map((name) => space(game, name)),
    types.map((type) => el("div", { class: "shelf" }, el("small", {}, game.typeNames.get(type)),
      el("div", { class: "tiles" }, view.market.filter((id) => game.tiles.get(id).type === type)
        .map((id) => musician(game, id, `hire ${id}`,
          { cost: price(game, id), key: `market ${id}` }))))));
}

export function billboard(game) {
  const { view, table, types } = game;
  return location("Billboard", "billboard",
    ["billboard_L", "billboard_R"].map((name) => space(game, name)),
    types.map((type, k) => {
      const id = view.billboard[k];
      const star = view.star_musicians[k];
      const scores = game.scoring.get(view.scoring[k]);
      return el("div", { class: "shelf" }, el("small", {}, game.typeNames.get(type)),
        id ? musician(game, id, `contract ${type}`,
          { cost: contractPrice(game, id), key: `board ${id}` })
          : el("div", { class: "tile musician vacant", "aria-label": "no musician" }),
        el("span", { class: "posted" },
          times(table.players, (seat) => times(view.cubes_posted[seat][k], (i) => el("span", {
          class: `cube seat-${seat}`, title: `cube of ${table.names[seat]}`,
            data: { key: `cube ${k} ${seat} ${i}` },
        })))),
        el("small", { class: "scores",
          data: { tip: `Billboard scoring\nAt the end ${scores.join(", ")} points for most cubes here and the next.` } }, scores.join(" / ")),
        star ? el("small", { class: "badge", data: { key: `starplace ${star}` } }, `★ ${star}`)
          : null);
    }));
}

export function street(game) {
  return location("Street", "street", ["street_L", "street_R"].map((name) => space(game, name)),
    GROUPS.map((name, g) => waiting(game, name, g)),
    el("small", { class: "note" },
      `bag: ${counted(game.view.bag)}; discarded: ${counted(game.view.discard)}`));
}

const counted = (numbers) => COLOURS.filter((colour) => numbers[colour])
  .map((colour) => `${numbers[colour]} ${colour}`).join(" ") || "none";

// A group of customers: all of it, its critic or single customers may be pointed at.
function waiting(game, name, g) {
  const { view, table } = game;
  const customers = view.groups[g];
  const single = COLOURS.some((colour) => table.legal.has(`bar ${colour} from ${name}`));
  const chosen = view.step?.group_chosen === name;
  const parties = chosen ? [...table.legal.keys()].filter((text) => text.startsWith("seat ")) : [];
  const people = single
    ? el("div", { class: "crowd" },
      COLOURS.filter((colour) => customers[colour]).map((colour) =>
        piece(table, `bar ${colour} from ${name}`,
          { class: "person", label: `${customers[colour]} ${colour}` }, customer(colour),
          el("small", {}, `×${customers[colour]}`))))
    : piece(table, `guests from ${name}`, {
      class: `crowd${chosen ? " chosen" : ""}`, key: `group ${name} ${Object.values(customers)}`,
      label: `${name} group: ${COLOURS.map((colour) => `${customers[colour]} ${colour}`).join(", ")}`, tip: `The ${name} group\n${COLOURS.map((colour) => `${customers[colour]} ${colour}`).join(", ")}.`,
    }, crowd(customers));
  const critic = view.critics.includes(name)
    ? piece(table, `critic from ${name}`,
      { class: "critic", key: `critic ${name}`, label: `critic in the ${name} group`,
        tip: "The critic\nSits alone at an empty table; two cubes leave the prestige track when you close." }, meeple(), el("small", {}, "critic"))
    : chip(game, `critic to ${name}`, "critic here");
  return el("div", { class: "shelf" }, el("small", {}, name), people, critic,
    parties.length ? party(game, parties, customers) : null);
}

// Which guests to take: each colour is set by pointing at how many.
function party(game, texts, customers) {
  const { table } = game;
  const parties = texts.map((text) =>
    [text, Object.fromEntries(COLOURS.map((colour) =>
      [colour, Number(text.match(`(\\d+) ${colour}`)?.[1] ?? 0)]))]);
  const wanted = Object.fromEntries(COLOURS.map((colour) =>
    [colour, Number(table.parts[colour] ?? 0)]));
  const fits = (numbers) =>
    parties.find(([, one]) => COLOURS.every((colour) => one[colour] === numbers[colour]))?.[0];
  const text = fits(wanted);
  const possible = (numbers) =>
    parties.some(([, one]) => COLOURS.every((colour) => one[colour] >= numbers[colour]));
  const rows = COLOURS.filter((colour) => customers[colour]).map((colour) =>
    el("div", { class: "row" }, times(customers[colour], (i) => {
    const on = wanted[colour] > i;
    const next = wanted[colour] === i + 1 ? i : i + 1;
    // No table seats so many.
    if (!possible({ ...wanted, [colour]: next })) return el("span", { class: "person full" },
      customer(colour));
    return part(colour, next, on,
      { class: "person", key: `party ${colour} ${i}`, label: `${next} ${colour}` },
      customer(colour));
  })));
  return el("div", { class: "party", data: text ? { whole: text } : {} },
    el("small", {}, "Who comes?"), rows);
}

export function rehearsal(game) {
  const { view, table, box } = game;
  const limit = table.options.supply_per_kind; // 0: any number
  return location("Rehearsal room", "rehearsal", [space(game, "rehearsal")],
    el("div", { class: "display" },
      view.fados.map((id) => (id ? fado(game, id, `score ${id}`)
        : el("div", { class: "tile fado vacant" }))),
      view.next_fado
        ? fado(game, view.next_fado, null, { key: `next ${view.next_fado}`, kind: "next" }) : null,
      el("small", { class: "note",
        data: view.fado_stack.length ? { tip: `In the stack\n${view.fado_stack.join(", ")}` } : {} },
      view.next_fado ? `next, ${view.fado_stack.length} below` : "the stack is empty")),
    el("div", { class: "noteshelf" },
      box.notes.kinds.map((kind) =>
        piece(table, `note ${kind}`,
          { class: "notestack", label: `note ${kind}`, key: `notes ${kind}` }, note(kind),
          limit ? el("small", {}, `${left(game, limit, kind)} left`) : null))));
}

// Notes of a kind in a supply that is limited; a clef that is a note comes from elsewhere.
function left({ view, table, box }, limit, kind) {
  const more = table.options.clef_mode === "ordinary_kind" && kind === box.notes.kinds[0]
    ? table.players * box.start.clefs : 0;
  return limit + more - view.seats.reduce((sum, own) => sum + own.notes[kind], 0);
}
