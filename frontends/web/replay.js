// The film of a finished game: every step, as each seat saw it.

import { el } from "./dom.js";
import { inNodes, readable } from "./people.js";

export async function showReplay(table, place) {
  const film = await table.rpc.call("table.replay", { token: table.token });
  const replay = new Replay(film, table);
  place.replaceChildren(replay.root);
  replay.show(0);
  replay.root.focus({ preventScroll: true });
}

class Replay {
  constructor(film, table) {
    this.film = film;
    this.names = table.names;
    this.seat = table.view.seat;
    this.step = 0;
    const button = (id, text, label, to) =>
      el("button", { type: "button", id, "aria-label": label, onclick: () => this.show(to()) },
        text);
    this.first = button("first", "|◀", "to the start", () => 0);
    this.back = button("back", "◀", "a step back", () => this.step - 1);
    this.next = button("next", "▶", "a step on", () => this.step + 1);
    this.last = button("last", "▶|", "to the end", () => film.seats.length);
    this.slider = el("input",
      { type: "range", min: 0, max: film.seats.length, "aria-label": "step",
        oninput: () => this.show(Number(this.slider.value)) });
    this.count = el("output", {});
    this.move = el("p", { class: "move" });
    this.happened = el("ul", { class: "happened" });
    this.seats = el("div", { class: "buttons" });
    this.screen = el("pre", { class: "screen", tabindex: 0 });
    this.root = el("div",
      { class: "replay", id: "replayed", tabindex: -1, onkeydown: (event) => this.press(event) },
      el("h2", {}, "Replay"),
      el("div", { class: "controls" }, this.first, this.back, this.next, this.last, this.slider,
        this.count),
      this.move, this.happened, this.seats, this.screen,
      el("p", { class: "note" }, "Left and right: a step. Home and End: start and end."));
  }

  press(event) {
    const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0,
      End: this.film.seats.length }[event.key];
    if (to === undefined || event.target === this.slider) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(to);
  }

  show(at) {
    const { film, names } = this;
    const end = film.seats.length;
    this.step = Math.max(0, Math.min(end, at));
    const atEnd = this.step === end;
    this.slider.value = this.step;
    this.count.textContent = `step ${this.step} of ${end}`;
    this.first.disabled = this.back.disabled = this.step === 0;
    this.last.disabled = this.next.disabled = atEnd;
    const acting = atEnd ? null : film.seats[this.step];
    this.move.replaceChildren(...(atEnd ? [film.end[0] ?? "The end."]
      : [el("b", { class: `who seat-${acting}` }, names[acting]),
        `: ${readable(film.lines[film.actions[this.step]])}`]));
    this.happened.replaceChildren(...film.events[this.step].map((line) =>
      el("li", {}, inNodes(film.lines[line], names))));
    this.seats.replaceChildren(el("span", { class: "note" }, "Seen by "),
      ...names.map((name, seat) => el("button", {
      type: "button", "aria-pressed": String(seat === this.seat),
        class: seat === acting ? "acting" : null,
      onclick: () => { this.seat = seat; this.show(this.step); },
    }, name)));
    this.showScreen();
  }

  showScreen() {
    const { film, step, seat } = this;
    const rows = film.screens[film.views[step][seat]];
    const before = new Set(step > 0 ? film.screens[film.views[step - 1][seat]] : rows);
    this.screen.replaceChildren(...rows.map((line) =>
      el("span", { class: before.has(line) ? null : "fresh" }, film.lines[line])));
  }
}
