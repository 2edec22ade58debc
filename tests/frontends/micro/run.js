// node run.js POLICY.js: one question a line on standard input, one answer a line.
// {"view", "player", "players", "legal", "draws"} -> {"features", "logits", "action", "drawn"} or {"error"}
const bot = require(process.argv[2]);
for (const line of require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const q = JSON.parse(line);
  const asked = [q.view, q.player, q.players, q.legal];
  try {
    console.log(JSON.stringify({
      features: bot.features(q.view, q.player, q.players),
      logits: bot.scores(...asked),
      action: bot.choose(...asked),
      drawn: (q.draws || []).map((x) => bot.choose(...asked, () => x)),
    }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message, kind: error.constructor.name }));
  }
}
