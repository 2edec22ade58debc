// The bot that runs in the browser: a game's micro-policy, loaded when it is first asked.

export const GAMES = ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"];

// Returns one of `legalTexts`: the best, or with `random` (such as Math.random) one drawn by scores.
export async function choose(game, view, player, players, legalTexts, random) {
  const policies = await import("../micro/policies.js");
  return policies.choose(game, view, player, players, legalTexts, random);
}
