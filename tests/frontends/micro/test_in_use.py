"""The example of a site in PHP, and the page's module of policies under node."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from frontends.micro.files import FOLDER, WEB
from nets.micro.spec import read_spec, spec_games

ROOT = Path(__file__).parents[3]
TABLE = {
    "round": "1", "turn": "2", "phase": "play", "money": ["9", "5", "10", "6"],
    "gains": ["0", "4", "5", "1"], "contracts": [[], [], [], []],
    "played": [[8, 14, "ship", 10]], "face_up": [[8, 0], [10, 3], [14, 1]],
    "hands": [[3, 4, 5], [1, 6, 7], [9, 12, 13], ["ship", "ship", 2, 11]], "zombies": [3, 0],
}


def run_example(table):
    if shutil.which("php") is None:
        pytest.skip("php is not installed: apt-get install php-cli")
    script = ROOT / "examples/frontends/zombie.php"
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 60
    return subprocess.run(["php", str(script)], input=json.dumps(table), text=True,
                          capture_output=True, timeout=60)


def test_the_example_site_gets_a_move_for_each_zombie():
    done = run_example(TABLE)
    assert done.returncode == 0 and not done.stderr, done.stderr
    moves = [json.loads(line) for line in done.stdout.splitlines()]
    assert [move["seat"] for move in moves] == [3, 0]
    for move in moves:
        assert move["action"] == "actPlayCard" and move["card"] in TABLE["hands"][move["seat"]]


def test_the_example_site_goes_on_with_a_table_the_policy_cannot_read():
    done = run_example(TABLE | {"phase": "nonsense"})
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["card"] == "ship"
    assert "The field 'phase' of the view has \"nonsense\"" in done.stderr


def test_the_pages_module_loads_each_policy_and_refuses_other_games(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is not installed: apt-get install nodejs")
    # A browser takes the page's modules as such; node has to be told, and not of the policies.
    shutil.copytree(WEB, tmp_path / "micro")
    (tmp_path / "micro/policies.js").rename(tmp_path / "micro/policies.mjs")
    script = tmp_path / "try.mjs"
    script.write_text(f"""
import {{ readFileSync }} from "fs";
import {{ GAMES, KNOWN, choose, plays }} from "./micro/policies.mjs";
for (const game of GAMES) {{
  const file = {str(FOLDER)!r} + "/" + game + ".vectors.json";
  const v = JSON.parse(readFileSync(file, "utf8")).vectors[3];
  const action = await choose(game, v.view, v.player, v.players, v.legal);
  if (action !== v.action) throw new Error(game + ": " + action);
}}
let refused = "";
try {{ await choose("chess", {{}}, 0, 2, ["e4"]); }} catch (error) {{ refused = error.message; }}
console.log(GAMES.length, refused);
console.log(plays("hoi_pho"), plays("fado_duetos", {{ deck: "nine" }}),
  plays("fado_duetos", {{ deck: "three" }}), plays("chess"));
console.log(JSON.stringify(KNOWN));
""", encoding="utf-8")
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=60)
    said, played, known = done.stdout.splitlines()
    assert said == "4 No micro-policy plays chess.", done.stderr
    assert played == "true true false false"
    specs = {game: read_spec(game)["options"] for game in spec_games()}
    assert json.loads(known) == {game: options for game, options in specs.items() if options}
