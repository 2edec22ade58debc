// After the game: what a bot thinks of each move, the chart of win shares, the worst moves first.

import { el, percent, plural, svg } from "./dom.js";
import { inNodes, readable } from "./people.js";

const ASK_AGAIN = 600; // milliseconds
const SHOWN_SHARES = 6;
const MISTAKE = 0.05; // regret from which a move is marked
const [HEIGHT, LEFT, BOTTOM] = [190, 36, 20];

export async function showReview(table, place) {
  const review = new Review(table);
  place.replaceChildren(review.root);
  await review.run();
}

class Review {
  constructor(table) {
    this.table = table;
    this.root = el("div", { class: "review", id: "reviewed" });
    this.worstFirst = false;
    this.mineOnly = true;
    this.list = [];
  }

  async run() {
    const { rpc, token } = this.table;
    for (;;) {
      const found = await rpc.call("table.review", { token });
      if (this.table.closed || (this.root.parentNode === null && this.list.length)) return;
      this.found = found;
      this.list = found.decisions;
      this.draw();
      if (found.done) return;
      await new Promise((resolve) => { setTimeout(resolve, ASK_AGAIN); });
    }
  }

  draw() {
    const { found, table } = this;
    const focus = focused(this.root);
    const open = new Set([...this.root.querySelectorAll("details[open]")].map((one) =>
      one.dataset.number));
    const several = new Set(this.list.map(({ seat }) => seat)).size > 1;
    const mine = this.list.filter(({ seat }) => seat === table.view.seat);
    const shown = several && !this.mineOnly ? this.list : mine.length ? mine : this.list;
    const sorted = this.worstFirst ? [...shown].sort((a, b) => (b.regret ?? 0) - (a.regret ?? 0))
      : shown;
    const judged = shown.filter(({ value }) => value !== null);
    const lost = shown.reduce((sum, { regret }) => sum + (regret ?? 0), 0);
    this.root.replaceChildren(...[
      el("h2", {}, found.done ? `Review by ${found.bot}`
        : `${found.bot} looks at the game: move ${found.progress.done} of ${found.progress.of}`),
      found.done ? null
        : el("progress",
          { value: found.progress.done, max: Math.max(1, found.progress.of),
            "aria-label": "progress" }),
      judged.length ? chart(judged, (number) => this.open(number)) : null,
      judged.length
        ? el("p", { class: "note" },
          `${plural(shown.length, "choice")}; win share given away in all: ${percent(lost)}. Forced moves are left out.`) : null,
      el("div", { class: "buttons" },
        toggle("worst", "Biggest mistakes first", this.worstFirst,
          (on) => { this.worstFirst = on; this.draw(); }),
        several ? toggle("all", "Moves of all seats", !this.mineOnly,
          (on) => { this.mineOnly = !on; this.draw(); }) : null),
      el("div", { class: "decisions" },
        sorted.map((said) => this.decision(said, open.has(String(said.number))))),
    ].flat().filter((part) => part !== null));
    focus?.(this.root);
  }

  decision(said, open) {
    const { number, seat, text, value, best, regret, shares, worlds } = said;
    const { table } = this;
    const { names } = table;
    const same = best.text === text;
    const kind = same || (regret ?? 0) < MISTAKE / 5 ? "good" : regret >= MISTAKE ? "bad" : "fair";
    const top = shares.slice(0, SHOWN_SHARES);
    const most = Math.max(...top.map((row) => row[1]), 1e-9);
    return el("details", { class: `decision ${kind}`, data: { number }, open },
      el("summary", {},
        el("span", { class: "number" }, String(number + 1)),
        el("span", { class: "text" }, el("b", { class: `who seat-${seat}` }, names[seat]),
          ` ${readable(text)}`, el("small", {}, table.game.note?.(text, table.seated) ?? "")),
        el("span", { class: "verdict" },
          same ? "the bot’s move" : regret === null ? "another move" : regret < 0.005 ? "as good"
          : `−${percent(regret)}`),
        el("span", { class: "value" }, value === null ? "" : percent(value))),
      same ? null : el("p", {},
        `The bot’s move: ${readable(best.text)}${regret === null ? "" : `, win share ${percent(best.value)} instead of ${percent(value)}`}.`),
      el("table", { class: "shares" },
        el("tbody", {},
          top.map(([move, share, worth]) => el("tr", { class: move === text ? "played" : null },
        el("td", {}, readable(move)),
        el("td", {}, el("span", { class: "bar", vars: { "--share": share / most } })),
        el("td", {}, percent(share)),
        el("td", {}, worth === null ? "–" : `wins ${percent(worth)}`))))),
      worlds?.length ? el("p", { class: "worlds" }, "It thought likely: ",
        worlds.map(({ what, share }, i) =>
          [i ? "; " : "", inNodes(what, names), ` (${percent(share)})`])) : null);
  }

  open(number) {
    const found = this.root.querySelector(`details[data-number="${number}"]`);
    if (!found) return;
    found.open = true;
    found.scrollIntoView({ block: "center" });
    found.querySelector("summary").focus({ preventScroll: true });
  }
}

// Returns how to give the focus back to the same switch or decision after a drawing.
function focused(root) {
  const piece = document.activeElement;
  if (!root.contains(piece)) return null;
  const number = piece.closest("details")?.dataset.number;
  return () => (piece.id ? root.querySelector(`#${piece.id}`)
    : root.querySelector(`details[data-number="${number}"] summary`))?.focus({ preventScroll: true });
}

function toggle(id, text, on, set) {
  return el("button", { type: "button", id, "aria-pressed": String(on), onclick: () => set(!on) },
    text);
}

// Win share of the move played and of the best one, from move to move; the gap is the regret.
function chart(shown, open) {
  const width = innerWidth < 560 ? 340 : 640;
  const x = (i) => LEFT + (shown.length < 2 ? 0.5 : i / (shown.length - 1)) * (width - LEFT - 12);
  const y = (value) => 8 + (1 - value) * (HEIGHT - BOTTOM - 8);
  const line = (value) =>
    shown.map((said, i) =>
      `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value(said)).toFixed(1)}`).join("");
  const label = `Win share from move to move: ${percent(shown[0].value)} at first, ${percent(shown.at(-1).value)} at last.`;
  return el("div", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
    [0, 0.25, 0.5, 0.75, 1].map((value) => [
      svg("line", { class: "grid", x1: LEFT, x2: width - 8, y1: y(value), y2: y(value) }),
      svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, percent(value)),
    ]),
    svg("path", { class: "best", d: line((said) => said.best.value) }),
    svg("path", { class: "played", d: line((said) => said.value) }),
    shown.map((said, i) => svg("circle", {
      class: said.regret >= MISTAKE ? "dot bad" : "dot", cx: x(i), cy: y(said.value),
        r: said.regret >= MISTAKE ? 5 : 3,
      onclick: () => open(said.number),
    }, svg("title", {}, `${said.number + 1}: ${said.text}, ${percent(said.value)}`)))),
  el("p", { class: "legend" }, el("span", { class: "line played" }), "the moves played ",
    el("span", { class: "line best" }), "the best moves ",
    el("span", { class: "line bad" }), "a mistake"));
}
