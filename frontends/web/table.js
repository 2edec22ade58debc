// One seat at one table: draws each VIEW, lets a person point at a move, confirms and sends it.

import { showAbove } from "./above.js";
import * as browserSeats from "./browser_seats.js";
import { byId, el, memory, say } from "./dom.js";
import { Dock } from "./dock.js";
import { Hint } from "./hint.js";
import { keys } from "./keys.js";
import { Log } from "./log.js";
import { offerMoves } from "./moves.js";
import { displayNames, nowText, seatsNamed } from "./people.js";
import { watchTips } from "./tips.js";
import { tree } from "./board.js";

const [UNKNOWN, STALE] = [-32005, -32006];

export class Table {
  constructor(app, rpc, token) {
    this.app = app;
    this.rpc = rpc;
    this.token = token;
    this.view = null;
    this.chosen = null; // text of the legal move pointed at
    this.parts = {}; // pieces pointed at so far, where a move names several
    this.sending = false;
    this.shown = new Set(); // keys of the pieces of the last drawing
    // What is remembered of a table that was opened here: links for guests, seats of own bots.
    this.opened = memory.get("tables", []).find((one) => one.token === token);
    this.atOnce = memory.get("atOnce", false);
    this.hint = new Hint(this);
  }

  async open() {
    const first = await this.rpc.call("table.view", { token: this.token });
    const { options } = first.observation;
    this.about = await this.rpc.call("describe_game",
      { game: first.game, players: first.players, options });
    this.box = tree(this.about.box);
    this.game = await loadGame(first.game);
    if (this.closed) return; // the person has gone elsewhere meanwhile
    this.build(first);
    this.take(first);
    this.rpc.watch(this.token, (view, error) => {
      if (this.closed) return;
      this.gone = error?.code === UNKNOWN ? error.message : null; // the server has forgotten it
      if (view) this.take(view);
      else {
        say(error.message);
        showAbove(this);
      }
    });
    this.stopBots = browserSeats.run(this.rpc, this.opened?.bots ?? [],
      (error) => say(`The bot of this page does not know this table and plays the first move: ${error.message}`));
  }

  close() {
    this.closed = true;
    this.rpc.forget(this.token);
    this.stopBots?.();
    this.keys?.abort();
    this.hint.cancel();
  }

  build(view) {
    byId("title").textContent = view.title;
    document.title = `${view.title} · Desgarrada`;
    document.body.className = `at-table ${view.game}`;
    this.top = el("div", { class: "above" });
    this.board = el("div", { class: "board", id: "board", role: "region", "aria-label": "The table" });
    this.dock = new Dock(this);
    this.log = new Log();
    this.moves = el("div", { class: "moves", id: "moves" });
    this.app.replaceChildren(
      this.top,
      el("div", { class: "columns" },
        el("div", { class: "left" }, this.log.brief, this.board, this.dock.root),
        el("aside", { class: "side" },
          el("section", { class: "panel" }, el("h2", {}, "What happened"), this.log.root),
          el("details",
            { class: "panel", open: memory.get("movesOpen", true),
              ontoggle: (event) => memory.set("movesOpen", event.target.open) },
            el("summary", {}, el("h2", {}, "All legal moves")), this.moves),
          this.cards(),
          this.settings())));
    this.board.addEventListener("click", (event) => this.point(event));
    this.keys = keys(this);
    watchTips(this.app, this.keys.signal);
  }

  cards() {
    const lines = this.about.cards_text.split("\n");
    return el("details", { class: "panel", id: "cards" },
      el("summary", {}, el("h2", {}, "Cards and rules in short")),
      lines.map((line) => el("p", {}, line)));
  }

  settings() {
    const once = el("input", {
      type: "checkbox", id: "at-once", checked: this.atOnce,
      onchange: () => { this.atOnce = once.checked; memory.set("atOnce", once.checked); },
    });
    return el("details", { class: "panel keys" },
      el("summary", {}, el("h2", {}, "Keys and settings")),
      el("label", { class: "check" }, once, " send a move at once, without “Play”"),
      el("p", {}, "Arrows: from piece to piece. Enter: choose, then play. 1 … 9: a move of the list. u: undo. h: hint. c: cards. Esc: nothing chosen."));
  }

  // ---- what comes from the server -----------------------------------------------------------

  take(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    const renewed = !before || before.version !== view.version;
    this.view = view;
    this.names = displayNames(view);
    this.legal = new Map(view.legal.map((move) => [move.text, move]));
    if (renewed) {
      this.parts = {};
      this.hint.clear();
    }
    if (this.chosen !== null && !this.legal.has(this.chosen)) this.chosen = null;
    this.draw();
    if (renewed && before) this.comeIntoView();
  }

  // Where nothing that can be pointed at is in sight, the board is moved to the first such piece.
  comeIntoView() {
    const pieces = [...this.board.querySelectorAll("[data-action], [data-part]")];
    const bottom = this.dock.root.getBoundingClientRect().top;
    const seen = pieces.some((piece) => {
      const { top, height } = piece.getBoundingClientRect();
      return top + height / 2 > 0 && top + height / 2 < bottom;
    });
    if (pieces.length && !seen) pieces[0].scrollIntoView({ block: "center" });
  }

  // What a game's module needs to draw a board.
  get seated() {
    const { view, names, box, legal, parts } = this;
    return {
      seat: view.seat, players: view.players, names, box, legal, parts,
        options: view.observation.options,
      knowledge: view.observation.knowledge ?? {}, shown: view.observation.view,
        committed: view.committed, over: view.over,
      acting: view.over ? [] : seatsNamed(nowText(view.screen), view), screen: view.screen,
      choose: (text) => this.select(text),
    };
  }

  draw() {
    const { view } = this;
    const focus = focused(this.board);
    byId("tip").hidden = true; // its piece goes
    Object.assign(this.board.dataset, { version: view.version, owes: this.legal.size > 0 });
    const board = this.game.render(view.observation.view, this.seated);
    this.board.replaceChildren(board);
    this.markNews();
    // A module says when the pieces pointed at make up a whole move.
    const whole = board.dataset.complete;
    if (whole !== undefined && this.legal.has(whole)) this.chosen = whole;
    else if (Object.keys(this.parts).length) this.chosen = null;
    this.mark();
    this.log.show(view, this.names);
    this.dock.show();
    offerMoves(this);
    this.hint.show();
    showAbove(this);
    focus?.(this.board);
  }

  // Pieces with a key that were not there a moment ago are marked for a moment.
  markNews() {
    const keyed = [...this.board.querySelectorAll("[data-key]")];
    const now = new Set(keyed.map((piece) => piece.dataset.key));
    if (this.shown.size) {
      for (const piece of keyed) if (!this.shown.has(piece.dataset.key)) piece.classList.add("fresh");
    }
    this.shown = now;
  }

  mark() {
    for (const piece of this.app.querySelectorAll("[data-action]")) {
      const { action } = piece.dataset;
      const chosen = action === this.chosen;
      piece.classList.toggle("chosen", chosen);
      piece.classList.toggle("committed", action === this.view.committed);
      piece.setAttribute("aria-pressed", String(chosen));
    }
  }

  // ---- what a person does ------------------------------------------------------------------

  point(event) {
    const piece = event.target.closest("[data-action], [data-part]");
    if (!piece || !this.board.contains(piece)) return;
    const byKey = event.detail === 0;
    if (piece.dataset.part !== undefined) {
      const [name, value] = split(piece.dataset.part);
      this.parts = { ...this.parts, [name]: value || undefined };
      this.pointed = piece.dataset.key; // Enter on the piece that completes a move plays it
      this.draw();
    } else if (piece.dataset.action === this.chosen) {
      if (byKey) this.play();
      else this.select(null);
    } else {
      this.select(piece.dataset.action);
    }
  }

  // Chooses a move (null: none); it is sent by `play`, at once where a person wants that or where
  // it is one of several small steps that can be taken back.
  select(text) {
    if (text !== null && !this.legal.has(text)) return;
    this.chosen = text;
    if (Object.keys(this.parts).length) { // they made up another move
      this.parts = {};
      this.draw();
    }
    this.mark();
    this.dock.show();
    if (text !== null
      && (this.atOnce || this.game.step?.(text, this.view.observation.view))) this.play();
  }

  async play() {
    const text = this.chosen;
    if (text === null || this.sending) return;
    this.log.answered(this.view);
    await this.ask("table.choose", { action: text, version: this.view.version });
  }

  async undo() {
    if (this.chosen !== null || Object.keys(this.parts).length) this.select(null);
    else if (this.view.can_undo) await this.ask("table.undo", { version: this.view.version });
    else say("There is nothing to take back.");
  }

  async ask(method, params) {
    if (this.sending) return;
    this.sending = true;
    this.hint.cancel();
    this.dock.show();
    try {
      const view = await this.rpc.call(method, { token: this.token, ...params });
      this.sending = false;
      this.chosen = null;
      this.parts = {};
      if (view.version < this.view.version) this.draw(); // a later one was faster
      else this.take(view);
    } catch (error) {
      this.sending = false;
      if (error.code === STALE) await this.lookAgain();
      else say(error.message);
      this.dock.show();
    }
  }

  async lookAgain() {
    try {
      this.take(await this.rpc.call("table.view", { token: this.token }));
    } catch (error) {
      say(error.message);
    }
  }
}

function split(part) {
  const at = part.indexOf("=");
  return [part.slice(0, at), part.slice(at + 1)];
}

// Returns how to give the focus back to the same piece after a drawing.
function focused(board) {
  const piece = document.activeElement;
  if (!piece || !board.contains(piece)) return null;
  const { action, part, key } = piece.dataset;
  const place = [...board.querySelectorAll("button")].indexOf(piece);
  return (now) => {
    const all = [...now.querySelectorAll("button")];
    const again = all.find((other) => other.dataset.key !== undefined && other.dataset.key === key)
      ?? all.find((other) => other.dataset.action === action && other.dataset.part === part)
        ?? all[place] ?? all.at(-1);
    again?.focus({ preventScroll: true });
  };
}

// A game without a module of its own is drawn plainly.
async function loadGame(name) {
  const own = ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"].includes(name);
  const file = own ? name : "plain";
  const [module] = await Promise.all([import(`./games/${file}.js`), own ? loadStyle(file) : null]);
  return module;
}

function loadStyle(name) {
  const address = `/web/games/${name}.css`;
  if (document.querySelector(`link[href="${address}"]`)) return null;
  return new Promise((resolve) => {
    document.head.append(el("link",
      { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
  });
}
