// A hint: what a bot would do, as bars on the moves and figures on the pieces.

import { el, percent, plural, say } from "./dom.js";
import { readable } from "./people.js";

const CANCELLED = -32009;
const STALE = -32006;

export class Hint {
  constructor(table) {
    this.table = table;
    this.found = null;
    this.running = null; // id of the request
    this.busy = false;
  }

  async ask() {
    const { rpc, token, view, legal } = this.table;
    if (this.busy || !legal.size || view.committed !== null) return;
    this.busy = true;
    this.show();
    try {
      const found = await rpc.call("table.hint", { token, version: view.version },
        (id) => { this.running = id; });
      if (this.table.view.version === view.version) this.found = found;
    } catch (error) {
      if (error.code !== CANCELLED && error.code !== STALE) say(error.message);
    }
    this.busy = false;
    this.running = null;
    this.show();
  }

  cancel() {
    if (this.running === null) return;
    this.table.rpc.call("cancel", { id: this.running }).catch(() => {});
    this.running = null;
  }

  clear() {
    this.found = null;
  }

  show() {
    const { app, dock } = this.table;
    dock.hintButton.disabled = this.busy;
    dock.hintButton.textContent = this.busy ? "Thinking …" : "Hint";
    for (const badge of app.querySelectorAll(".hintbadge")) badge.remove();
    app.querySelector(".hintsaid")?.remove();
    if (!this.found) return;
    const { bot, simulations, actions } = this.found;
    const best = actions[0];
    const most = Math.max(...actions.map(({ share }) => share), 1e-9);
    for (const said of actions) {
      for (const piece of app.querySelectorAll(`[data-action="${CSS.escape(said.text)}"]`)) {
        const bar = piece.querySelector(":scope > .hinted");
        if (bar) bar.replaceChildren(...bars(said, most));
        else if (said.share >= 0.01) {
          piece.append(el("span",
            { class: `hintbadge${said === best ? " best" : ""}`, "aria-hidden": "true" },
            percent(said.share)));
        }
      }
    }
    const worth = best.value === null || best.value === undefined ? ""
      : `, win share ${percent(best.value)}`;
    this.table.moves.prepend(el("p", { class: "note hintsaid", role: "status" },
      `${bot}${simulations ? `, ${plural(simulations, "simulation")}` : ""}: ${readable(best.text)}${worth}.`));
  }
}

function bars({ share, value, visits }, most) {
  const title = visits === undefined || visits === null ? "" : `${plural(visits, "visit")}`;
  return [
    el("span", { class: "bar", title, vars: { "--share": share / most } }),
    el("span", { class: "figures" }, percent(share),
      value === null || value === undefined ? "" : el("small", {}, ` wins ${percent(value)}`)),
  ];
}
