// Bots that run on this page. Each takes a guest's seat by its invitation, sees what a guest
// sees and answers with a small policy of one file: choose(view, player, players, legal texts) -> text.

import { memory } from "../dom.js";

// game -> address of its policy's module
// The file puts itself at globalThis.desgarrada[game].
const POLICIES = {};
const PAUSE = 400; // milliseconds before an answer, so that a person sees what happens

export const plays = (game) => game in POLICIES;

// Takes the seat, and remembers it for when the page is loaded again.
export async function seat(rpc, game, invitation, host) {
  const { token } = await rpc.call("table.join", { invitation, name: "browser bot" });
  memory.set(`browser.${host}`, [...memory.get(`browser.${host}`, []), { game, token }]);
}

// Lets the bots of a table play, as long as the page is open; returns how to end that.
export async function run(rpc, host) {
  const seats = memory.get(`browser.${host}`, []).filter(({ game }) => plays(game));
  for (const { game, token } of seats) {
    await import(POLICIES[game]);
    const { choose } = globalThis.desgarrada[game];
    rpc.watch(token, (view) => view && answer(rpc, token, choose, view));
  }
  return () => seats.forEach(({ token }) => rpc.forget(token));
}

const answered = new Map(); // token -> version of the last answer

async function answer(rpc, token, choose, view) {
  if (!view.legal.length || view.committed !== null || answered.get(token) === view.version) return;
  answered.set(token, view.version);
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  const texts = view.legal.map(({ text }) => text);
  const text = choose(view.observation.view, view.seat, view.players, texts);
  try {
    await rpc.call("table.choose", { token, action: text, version: view.version });
  } catch {
    answered.delete(token); // a newer view comes, or the connection
  }
}
