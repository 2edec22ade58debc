// Seats of a table that this page plays itself, with the micro-policy of the game: each takes a
// guest's seat by its invitation and sees what a guest sees.

import { choose, plays } from "./games/browser_bot.js";

const PAUSE = 400; // milliseconds before an answer, so that a person sees what happens

export { plays };

// Takes the seat of an invitation; returns what `run` needs.
export async function take(rpc, game, invitation) {
  const { token } = await rpc.call("table.join", { invitation, name: "browser bot" });
  return { game, token };
}

// Lets bots play as long as the page is open; returns how to end that. `failed` is told of the
// first error of a policy; the bot then plays its first legal move.
export function run(rpc, seats, failed) {
  let told = false;
  const once = (error) => {
    if (!told) failed(error);
    told = true;
  };
  for (const { game, token } of seats) {
    rpc.watch(token, (view) => view && answer(rpc, token, game, view).catch(once));
  }
  return () => seats.forEach(({ token }) => rpc.forget(token));
}

const answered = new Map(); // token -> version of the last answer

async function answer(rpc, token, game, view) {
  if (!view.legal.length || answered.get(token) === view.version) return;
  answered.set(token, view.version);
  const texts = view.legal.map(({ text }) => text);
  const pause = new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  let [text, fault] = [texts[0], null]; // a table goes on whatever happens
  try {
    text = await choose(game, view.observation.view, view.seat, view.players, texts, Math.random);
  } catch (error) {
    fault = error;
  }
  await pause;
  try {
    await rpc.call("table.choose", { token, action: text, version: view.version });
  } catch {
    answered.delete(token); // a newer view comes, or the connection
  }
  if (fault !== null) throw fault;
}
