// The bot that runs in the browser: a game's micro-policy, loaded when it is first asked.
// choose(game, view, player, players, legalTexts, random): one of `legalTexts`, the best, or with
// `random` (such as Math.random) one drawn by scores.

export { choose, plays } from "../micro/policies.js";
