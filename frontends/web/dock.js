// The bar at the foot of the board: whose turn it is, the chosen move, Play, Undo, Hint.

import { el } from "./dom.js";
import { inNodes, moveWords, nowText, readable } from "./people.js";

export class Dock {
  constructor(table) {
    this.table = table;
    this.prompt = el("p", { class: "prompt", id: "prompt", "aria-live": "polite" });
    this.extra = el("div", { class: "extra" });
    this.playButton = el("button",
      { type: "button", class: "primary", id: "play", onclick: () => table.play() }, "Play");
    this.undoButton = el("button", { type: "button", id: "undo", onclick: () => table.undo() },
      "Undo");
    this.hintButton = el("button", { type: "button", id: "hint", onclick: () => table.hint.ask() },
      "Hint");
    this.root = el("div", { class: "dock" }, this.extra,
      el("div", { class: "bar" }, this.prompt,
        el("div", { class: "buttons" }, this.undoButton, this.hintButton, this.playButton)));
    this.extra.addEventListener("click", (event) => {
      const button = event.target.closest("[data-action]");
      if (button) table.select(button.dataset.action === table.chosen ? null
        : button.dataset.action);
    });
  }

  show() {
    const { view, chosen, legal, sending, names, parts } = this.table;
    const owes = legal.size > 0 && view.committed === null;
    this.root.classList.toggle("owes", owes && !view.over);
    this.root.classList.toggle("sending", sending);
    this.root.hidden = view.over;
    this.prompt.replaceChildren(...this.words());
    this.playButton.disabled = chosen === null || sending;
    this.undoButton.disabled = sending
      || (chosen === null && !Object.keys(parts).length && !view.can_undo);
    this.hintButton.hidden = !owes;
    this.showExtra(owes ? [...legal.keys()] : []);
  }

  words() {
    const { view, chosen, legal, names, sending } = this.table;
    if (view.over) return ["The game is over."];
    if (sending) return ["Sending …"];
    if (chosen !== null) {
      const [text, note] = moveWords(legal.get(chosen), this.table);
      return [el("b", {}, text), note ? el("small", {}, ` ${note}`) : ""];
    }
    if (view.committed !== null) {
      return ["You have chosen ", el("b", {}, readable(view.committed)),
        "; the others still choose."];
    }
    const now = inNodes(nowText(view.screen), names);
    if (legal.size) return [el("b", { class: "yours" }, "Your move "), el("span", {}, now)];
    return [el("span", { class: "waiting" }, now),
      view.thinking ? el("i", { class: "dots", "aria-label": "thinking" }) : ""];
  }

  // Moves that no piece of the board stands for.
  showExtra(texts) {
    const board = this.table.board;
    const pointed = new Set([...board.querySelectorAll("[data-action]")].map((piece) =>
      piece.dataset.action));
    const parts = board.querySelector("[data-part]") !== null;
    const rest = parts ? [] : texts.filter((text) => !pointed.has(text));
    const shown = rest.length <= 14 ? rest : [];
    this.extra.hidden = !shown.length;
    const there = [...this.extra.children].map((button) => button.dataset.action);
    if (shown.join("\n") !== there.join("\n")) { // else the focus stays where it is
      this.extra.replaceChildren(...shown.map((text) =>
        el("button", { type: "button", data: { action: text } }, readable(text))));
    }
    this.table.mark();
  }
}
