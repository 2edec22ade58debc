// The bot that runs in the browser: a game's micro-policy, loaded when it is first asked.

export const GAMES = ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"];

const loaded = new Map();

async function load(game) {
  if (!GAMES.includes(game)) throw new Error(`No micro-policy plays ${game}.`);
  if (!loaded.has(game)) {
    loaded.set(game, import(new URL(`../micro/${game}.js`, import.meta.url).href));
  }
  try {
    await loaded.get(game);
  } catch (error) {
    loaded.delete(game); // asked again next time
    throw error;
  }
  return globalThis.desgarrada[game];
}

// Returns one of `legalTexts`: the best, or with `random` (such as Math.random) one drawn by scores.
export async function choose(game, view, player, players, legalTexts, random) {
  return (await load(game)).choose(view, player, players, legalTexts, random);
}
