// The bot of high_card.py in JavaScript, for node: one JSON-RPC 2.0 request a line on stdin,
// one answer a line on stdout. It needs no package.

const lines = require("node:readline").createInterface({ input: process.stdin });

const GOOD_CARDS = {
  kuhn_poker: [2, 3, 4],
  leduc_poker: ["Qs", "Qh", "Ks", "Kh", "As", "Ah"],
};

let game = "";
let seed = 0;

// How good an action looks, from its text and what lies on the table.
function score(view, text) {
  const number = Math.max(0, ...(text.match(/\d+/g) ?? []).map(Number));
  if (game in GOOD_CARDS) {
    return Number(["bet", "raise"].includes(text) === GOOD_CARDS[game].includes(view.card));
  }
  return game === "goofspiel" ? -Math.abs(number - view.prize) : number;
}

// A best action; among equal ones the seed and the number of the decision choose.
function act({ observation, legal, decision }) {
  const scores = legal.map((action) => score(observation.view, action.text));
  const best = legal.filter((_, i) => scores[i] === Math.max(...scores));
  const actions = Object.fromEntries(
    legal.map(({ action, text }, i) => [text, { action, score: scores[i] }]),
  );
  const index = ((seed % best.length) + decision) % best.length;
  return { action: best[index].action, analysis: { actions } };
}

const METHODS = {
  // A game is introduced; later another one may be.
  hello(params) {
    game = params.game;
    return { name: "high card", protocol: 1 };
  },
  // A new game begins: forget the last one.
  reset(params) {
    seed = params.seed;
    return null;
  },
  act,
  quit: () => null,
};

lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = Object.hasOwn(METHODS, method)
    ? { result: METHODS[method](params) }
    : { error: { code: -32601, message: `there is no method ${method}` } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  if (method === "quit") process.stdin.destroy();
});
