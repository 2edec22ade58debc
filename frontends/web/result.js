// The end of a game: who won, the table face up, review, replay, the record.

import { el, percent, say } from "./dom.js";
import { showReplay } from "./replay.js";
import { showReview } from "./review.js";

export function showResult(table) {
  if (table.resultPanel) {
    table.top.append(table.resultPanel);
    return;
  }
  const { view, names } = table;
  const { standing, uncovered } = view.result;
  const below = el("div", { class: "afterwards" });
  const tabs = [
    ["Review", "review", () => showReview(table, below)],
    ["Replay", "replay", () => showReplay(table, below)],
  ].map(([text, id, open]) => el("button", {
    type: "button", id, "aria-expanded": "false",
    onclick: async (event) => {
      const button = event.currentTarget;
      for (const other of tabs) other.setAttribute("aria-expanded", String(other === button));
      try { await open(); } catch (error) { say(error.message); }
    },
  }, text));
  table.resultPanel = el("section", { class: "panel result", id: "result" },
    el("h1", {}, verdict(standing, view.seat)),
    el("table", { class: "standing" },
      el("thead", {},
        el("tr", {}, ["", "player", table.game.SCORE ?? "points",
          "share of the win"].map((head) => el("th", {}, head)))),
      el("tbody", {},
        [...standing].sort((a, b) => a.rank - b.rank
          || a.seat - b.seat).map(({ seat, rank, score, share }) =>
          el("tr", { class: seat === view.seat ? "me" : null },
        el("td", {}, `${rank}.`), el("td", {}, el("b", { class: `who seat-${seat}` }, names[seat])),
        el("td", {}, score === null ? "–" : String(Number(score.toFixed(2)))),
          el("td", {}, percent(share)))))),
    el("div", { class: "buttons" }, tabs,
      el("button", { type: "button", id: "record", onclick: () => download(table) },
        "Download the game"),
      el("a", { class: "button primary", href: "#" }, "New game")),
    el("details", {}, el("summary", {}, "The table, face up"), el("pre", {}, uncovered)),
    below);
  table.top.append(table.resultPanel);
  scrollTo({ top: 0 });
}

export function verdict(standing, seat) {
  const own = standing.find((row) => row.seat === seat);
  const level = standing.filter((row) => row.rank === own.rank).length - 1;
  if (standing.length === 1) return own.share >= 1 ? "You have won." : own.share > 0 ? "A draw."
    : "Not this time.";
  if (own.rank === 1) return level === 0 ? "You have won!"
    : `You share the win with ${level === 1 ? "one other" : `${level} others`}.`;
  const place = { 2: "second", 3: "third", 4: "fourth", 5: "fifth" }[own.rank];
  return `You come ${place} of ${standing.length}${level ? ", level with others" : ""}.`;
}

async function download(table) {
  try {
    const { file_name: name, text } = await table.rpc.call("table.record", { token: table.token });
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    const link = el("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    say(error.message);
  }
}
