// The log in words; what has happened since the own last move is marked.

import { el } from "./dom.js";
import { inNodes } from "./people.js";

const HEADING = /^(round \d+ starts|the game ends)/;

export class Log {
  constructor() {
    this.root = el("ol", { class: "log", id: "log", tabindex: 0, "aria-label": "Log" });
    this.known = 0; // sentences up to the own last move
    this.length = -1;
  }

  // The own move is sent: what is told from now on is new.
  answered(view) {
    this.known = view.log.length;
  }

  show(view, names) {
    if (view.log.length === this.length && !view.over) return;
    if (this.length < 0) this.known = Math.max(0, view.log.length - 12);
    this.known = Math.min(this.known, view.log.length);
    this.length = view.log.length;
    this.root.replaceChildren(...view.log.map((sentence, place) => {
      const kinds = [place >= this.known ? "new" : "", HEADING.test(sentence) ? "heading" : ""];
      return el("li", { class: kinds.join(" ").trim() || null }, inNodes(sentence, names));
    }));
    const first = this.root.querySelector(".new");
    this.root.scrollTop = first ? Math.max(0, Math.min(first.offsetTop - this.root.offsetTop - 8, this.root.scrollHeight)) : this.root.scrollHeight;
    // Where not all that is new fits, its end is what counts.
    this.root.scrollTop = this.root.scrollHeight;
  }
}
