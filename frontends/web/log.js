// The log in words; what has happened since the own last move is marked.

import { el } from "./dom.js";
import { inNodes } from "./people.js";

const BRIEF = 5; // sentences
const HEADING = /^(round \d+ starts|the game ends)/;

export class Log {
  constructor() {
    this.root = el("ol", { class: "log", id: "log", tabindex: 0, "aria-label": "Log" });
    this.brief = el("ul",
      { class: "brief", "aria-hidden": "true" }); // the end of it, over the board of a small screen
    this.known = 0; // sentences up to the own last move
    this.length = -1;
    this.told = ""; // what is drawn: sentences and names
  }

  // The own move is sent: what is told from now on is new.
  answered(view) {
    this.known = view.log.length;
  }

  show(view, names) {
    const told = JSON.stringify([view.log, names]);
    if (told === this.told && !view.over) return;
    this.told = told;
    if (this.length < 0) this.known = Math.max(0, view.log.length - 12);
    this.known = Math.min(this.known, view.log.length);
    this.length = view.log.length;
    this.root.replaceChildren(...view.log.map((sentence, place) => {
      const kinds = [place >= this.known ? "new" : "", HEADING.test(sentence) ? "heading" : ""];
      return el("li", { class: kinds.join(" ").trim() || null }, inNodes(sentence, names));
    }));
    this.brief.replaceChildren(...view.log.slice(Math.max(this.known,
      view.log.length - BRIEF)).map((sentence) => el("li", {}, inNodes(sentence, names))));
    this.root.scrollTop = this.root.scrollHeight;
  }
}
