// The lobby: a game, its players and options, who sits where.

import * as browserSeats from "./browser_seats.js";
import { el, memory, plural, say } from "./dom.js";

const FIRST = ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"];
const USUAL_BOT = "club";
const KEPT = 4; // tables that can be taken up again

// The games with a board of their own come first.
function place({ name, renderer }) {
  const at = FIRST.indexOf(name);
  return at >= 0 ? at : FIRST.length + Number(!renderer);
}

export class Lobby {
  constructor(app, rpc) {
    this.app = app;
    this.rpc = rpc;
    this.asked = 0; // questions for bots; only the answer to the last one counts
    this.name = memory.get("name", "");
    this.mine = 0;
    this.seats = [];
    this.options = {}; // those that a person has set
    this.settled = {}; // and what the game makes of them
  }

  async open() {
    const { games } = await this.rpc.call("list_games");
    this.games = [...games].sort((a, b) => place(a) - place(b));
    await this.choose(this.games.find(({ name }) => name === memory.get("game")) ?? this.games[0]);
  }

  // The address leads elsewhere: what is still answered draws nothing.
  close() {
    this.closed = true;
  }

  async choose(game) {
    const before = memory.get(`players.${game.name}`);
    const possible = before >= game.min_players && before <= game.max_players;
    this.game = game;
    this.players = possible ? before : game.default_players;
    this.options = {};
    this.optionsOpen = false;
    memory.set("game", game.name);
    await this.refresh();
  }

  // Asks which bots play the game as it is set now, and draws.
  async refresh() {
    const { game, players } = this;
    const number = ++this.asked;
    memory.set(`players.${game.name}`, players);
    this.startButton?.setAttribute("disabled", ""); // the seats shown are not yet those of the game
    const asked = { game: game.name, players, options: { ...this.options } };
    const [{ bots }, about] = await Promise.all([
      this.rpc.call("list_bots", asked),
      // One option may set others, as `card_text` of Hội Phố does.
      Object.keys(this.options).length ? this.rpc.call("describe_game", asked) : null,
    ]);
    if (this.closed || number !== this.asked) return;
    this.bots = bots;
    this.settled = about?.options ?? {};
    const usual = bots.find((bot) => bot.name === USUAL_BOT) ?? bots[0];
    const otherwise = usual ? { kind: "bot", bot: usual.spec } : { kind: "guest" };
    this.mine = Math.min(this.mine, players - 1);
    this.seats = Array.from({ length: players }, (_, seat) => {
      const before = this.seats[seat];
      return before && this.possible(before) ? before : otherwise;
    });
    this.draw();
  }

  // Whether such a seat may be at a table of this game.
  possible({ kind, bot }) {
    if (kind === "browser") return browserSeats.plays(this.game.name, this.options);
    return kind !== "bot" || this.bots.some(({ spec }) => spec === bot);
  }

  // Asks again after a change; where that fails the table can be tried as it is.
  again() {
    this.refresh().catch((error) => {
      say(error.message);
      this.startButton?.removeAttribute("disabled");
    });
  }

  draw() {
    const start = el("button", { class: "primary start", type: "submit" }, "Start the game");
    this.startButton = start;
    const focus = focused(this.app);
    this.app.replaceChildren(el("form", {
      class: "lobby",
      onsubmit: (event) => { event.preventDefault(); this.create(start); },
    },
    el("div", { class: "hero" },
      el("h1", {}, "Choose a table"),
      el("p", {}, "Play against bots that see only what a player may see, with friends by link, or both."),
      this.recent()),
    el("div", { class: "games", role: "radiogroup", "aria-label": "Game" },
      this.games.map((game) => this.gameCard(game))),
    el("div", { class: "settings" },
      el("section", { class: "panel" }, el("h2", {}, "Seats"), this.playerCount(), this.seatRows()),
      el("section", { class: "panel" },
        el("h2", {}, "You"),
        el("label", { class: "field" }, el("span", {}, "Your name"),
          el("input", {
            maxlength: 24, value: this.name, autocomplete: "nickname", placeholder: "Player",
              id: "name",
            oninput: (event) => { this.name = event.target.value; memory.set("name", this.name); },
          })),
        this.optionRows(), start))));
    focus?.(this.app);
  }

  recent() {
    const tables = memory.get("tables", []);
    if (!tables.length) return null;
    return el("p", { class: "recent" }, "Take up again: ",
      tables.map(({ token, title, when }) =>
        el("a", { href: `#token=${token}` }, `${title}, ${when}`)));
  }

  gameCard(game) {
    const chosen = game === this.game;
    const counts = game.min_players === game.max_players
      ? plural(game.min_players, "player") : `${game.min_players}–${game.max_players} players`;
    return el("button", {
      type: "button", class: `game ${game.name}`, role: "radio", "aria-checked": String(chosen),
      onclick: () => this.choose(game).catch((error) => say(error.message)),
    }, el("span", { class: "art", "aria-hidden": "true" }), el("b", {}, game.title),
      el("small", {}, counts));
  }

  playerCount() {
    const { game } = this;
    const counts = Array.from({ length: game.max_players - game.min_players + 1 },
      (_, i) => game.min_players + i);
    return el("div", { class: "segments", role: "radiogroup", "aria-label": "Number of players" },
      counts.map((count) => el("button", {
        type: "button", role: "radio", "aria-checked": String(count === this.players),
        onclick: () => { this.players = count; this.again(); },
      }, count === 1 ? "alone" : String(count))));
  }

  seatRows() {
    return el("ol", { class: "seatrows", start: 0 },
      this.seats.map((row, seat) => this.seatRow(row, seat)));
  }

  seatRow(row, seat) {
    const choices = [
      ["me", "you"],
      ...this.bots.map((bot) => [`bot:${bot.spec}`, `bot: ${bot.name}`]),
      ["guest", "a guest, by link"],
      ...(browserSeats.plays(this.game.name, this.options) ? [["browser", "a bot in your browser"]] : []),
    ];
    const value = seat === this.mine ? "me" : row.kind === "bot" ? `bot:${row.bot}` : row.kind;
    const summary = value === "me" ? "" : value === "guest" ? "You get a link to send."
      : value === "browser"
      ? "A small policy that runs on this page."
        : this.bots.find((bot) => bot.spec === row.bot)?.summary;
    return el("li", { class: `seat-${seat}` },
      el("span", { class: "disc", "aria-hidden": "true" }, String(seat)),
      el("select", {
        "aria-label": `Seat ${seat}`,
        onchange: (event) => this.seat(seat, event.target.value),
      }, choices.map(([key, text]) => el("option", { value: key, selected: key === value }, text))),
      el("small", {}, summary ?? ""));
  }

  seat(seat, value) {
    if (value === "me") this.mine = seat;
    else {
      const [kind, bot] = [value.split(":")[0], value.slice(4)];
      this.seats[seat] = kind === "bot" ? { kind, bot } : { kind };
      // Somebody has to be you: the next free seat.
      if (seat === this.mine) this.mine = (seat + 1) % this.players;
    }
    this.draw();
  }

  optionRows() {
    const shown = this.game.options.filter((option) => !option.players
      || option.players.includes(this.players));
    if (!shown.length) return null;
    const open = this.optionsOpen || Object.keys(this.options).length > 0;
    return el("details", {
      class: "options", open, ontoggle: (event) => { this.optionsOpen = event.target.open; },
    },
      el("summary", {}, "Options of the game"),
      shown.map((option) => el("label", { class: "option" },
        el("b", {}, option.name.replaceAll("_", " ")), this.optionInput(option),
        el("small", {}, option.help))));
  }

  optionInput(option) {
    const now = this.options[option.name] ?? this.settled[option.name] ?? option.default;
    const set = (value) => { this.options[option.name] = value; this.again(); };
    if (!option.choices) {
      return el("input", {
        type: "number", min: option.low, max: option.high, value: now,
        onchange: (event) => set(Number(event.target.value)),
      });
    }
    return el("select", { onchange: (event) => set(option.choices[event.target.selectedIndex]) },
      option.choices.map((choice) => el("option", { selected: choice === now },
        { true: "yes", false: "no" }[choice] ?? String(choice).replaceAll("_", " "))));
  }

  async create(button) {
    button.disabled = true;
    const seats = this.seats.map((row, seat) => {
      if (seat === this.mine) return { kind: "me" };
      return row.kind === "browser" ? { kind: "guest" } : row;
    });
    try {
      const made = await this.rpc.call("table.create", {
        game: this.game.name, players: this.players, options: this.options, seats,
        name: this.name || "Player",
      });
      const [links, bots] = [[], []];
      for (const { seat, invitation } of made.invitations) {
        if (this.seats[seat].kind !== "browser") links.push({ seat, invitation });
        else bots.push(await browserSeats.take(this.rpc, this.game.name, invitation));
      }
      const when = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      const before = memory.get("tables", []).slice(0, KEPT - 1);
      memory.set("tables",
        [{ token: made.token, title: this.game.title, when, links, bots }, ...before]);
      location.hash = `token=${made.token}`;
    } catch (error) {
      say(error.message);
      button.disabled = false;
    }
  }
}

// Returns how to give the focus back after a drawing, to what stands at the same place.
function focused(app) {
  const places = () => [...app.querySelectorAll(".lobby :is(button, select, input, summary, a)")];
  const at = places().indexOf(document.activeElement);
  return at < 0 ? null : () => places()[at]?.focus({ preventScroll: true });
}
