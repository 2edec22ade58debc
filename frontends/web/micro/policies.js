// The micro-policies beside this module, for bots that run in the browser; each is loaded when it is
// first asked. They put themselves at globalThis.desgarrada[game].

export const GAMES = ["hoi_pho", "fairy_concerto", "fado_duetos", "house_of_fado"];

// Options with which a policy does not know the cards: game -> option -> the values that it knows.
export const KNOWN = {
  hoi_pho: { contract_ladder: ["step_two"] },
  fairy_concerto: { score_cards: ["composers"] },
  fado_duetos: { deck: ["nine"] },
};

// Whether there is a policy for a game with options, of which those that are left out are usual.
export const plays = (game, options = {}) => GAMES.includes(game)
  && Object.entries(KNOWN[game] ?? {}).every(([name, values]) =>
    options[name] === undefined || values.includes(options[name]));

export const address = (game) => new URL(`./${game}.js`, import.meta.url).href;

// Returns one of `legalTexts`: the best, or with `random` (such as Math.random) one drawn by scores.
export async function choose(game, view, player, players, legalTexts, random) {
  if (!GAMES.includes(game)) throw new Error(`No micro-policy plays ${game}.`);
  await import(address(game)); // a module is loaded once
  return globalThis.desgarrada[game].choose(view, player, players, legalTexts, random);
}
