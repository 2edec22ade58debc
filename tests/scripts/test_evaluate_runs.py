"""``desgarrada evaluate runs=``: policies of training runs in the lab, curves and charts."""

import json

import pytest

pytest.importorskip("torch", reason="training needs the extra [torch]")

from arena.run_chart import edge_chart, exploitability_chart
from nets.curve import decisions_by_update, edges_of, read_rows
from scripts.cli import main
from scripts.evaluate_runs import short_names


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of some updates at Kuhn poker for two, with games against random."""
    folder = tmp_path_factory.mktemp("runs") / "kuhn"
    assert main(["train", "game=kuhn_poker", "players=[2]", "decisions=2400", "games=200",
                 "threads=1", "recipe.hidden=[8]", "recipe.critic_hidden=[8]", "snapshot_every=2",
                 "evaluation.every=1000", "evaluation.blocks=3", "evaluation.bots=[random]",
                 "device=cpu", "tensorboard=false", "progress=false", f"run_dir={folder}"]) == 0
    return folder


def evaluate(folder, *words):
    assert main(["evaluate", *words, f"run_dir={folder}", "progress=false"]) == 0
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def test_a_run_is_measured_in_the_lab_of_its_game(run, tmp_path, capsys):
    results = evaluate(tmp_path, f"runs=[{run}]")
    text = capsys.readouterr().out
    lab, = results["labs"]
    assert lab["lab"] == "kuhn_poker"
    assert [row["bot"] for row in lab["bots"]] == [
        "random", "kuhn:ema", "kuhn:current", "kuhn:mixture"]
    assert all(f"{row['closed']:.1%}" in text for row in lab["bots"])
    assert abs(lab["bots"][0]["closed"]) < 1e-9
    found, = results["runs"]
    assert found["run"] == "kuhn" and "random@2" in found["edges"]
    assert "against" in text and "random@2" in text
    pytest.importorskip("matplotlib")
    assert {path.name for path in tmp_path.iterdir()} == {
        "results.json", "kuhn_poker-training.svg", "kuhn-edges.svg"}


def test_the_curve_ends_where_the_run_is(run, tmp_path):
    results = evaluate(tmp_path, f"runs=[{run}]", "bots=[]")
    lab, = results["labs"]
    rows = lab["curves"]["kuhn"]
    worth = {row["bot"]: row["nash_conv"] for row in lab["bots"]}
    updates = results["runs"][0]["progress"]["updates"]
    assert [row["update"] for row in rows] == sorted({*range(2, updates + 1, 2), updates})
    assert [row["decisions"] for row in rows] == sorted(row["decisions"] for row in rows)
    assert rows[-1]["ema"] == pytest.approx(worth["kuhn:ema"])
    assert rows[-1]["current"] == pytest.approx(worth["kuhn:current"])
    mixed = [row["mixture"] for row in rows if "mixture" in row]
    assert mixed[-1] == pytest.approx(worth["kuhn:mixture"])
    assert mixed[0] == pytest.approx(rows[0]["current"])    # of a single snapshot
    assert all("ema" in row for row in rows)


def test_what_is_measured_is_what_plays(run, tmp_path):
    results = evaluate(tmp_path, f"runs=[{run}]", "seeds=1",
                       f"bots=[net+path:{run},net+path:{run}+pick:snapshots]")
    rows = {row["bot"]: row for row in results["labs"][0]["bots"] if row["form"] == "mixture"}
    for bot, policy in ((f"net+path:{run}", "ema"), (f"net+path:{run}+pick:snapshots", "mixture")):
        assert rows[bot]["nash_conv"] == pytest.approx(rows[f"kuhn:{policy}"]["nash_conv"])


def test_a_bundle_with_snapshots_plays_the_mixture(run, tmp_path, capsys):
    out = tmp_path / "kuhn.zip"
    assert main(["export", f"run_dir={run}", "snapshots=true", "onnx=false", f"out={out}"]) == 0
    assert "snapshots in it, played by +pick:snapshots" in capsys.readouterr().out
    assert main(["verify", str(out)]) == 0
    assert "earlier networks" in capsys.readouterr().out
    results = evaluate(tmp_path / "lab", f"runs=[{run}]", "seeds=1",
                       f"bots=[net+path:{out}+pick:snapshots]")
    found = [row["nash_conv"] for row in results["labs"][0]["bots"] if row["form"] == "mixture"]
    assert found[0] == pytest.approx(found[-1])


def test_a_run_of_a_game_without_a_lab_has_its_edges_alone(tmp_path):
    folder = tmp_path / "long"
    assert main(["train", "game=kuhn_poker", "players=[2,3]", "decisions=300", "games=100",
                 "threads=1", "recipe.hidden=[8]", "recipe.critic_hidden=[8]", "device=cpu",
                 "evaluation.every=100", "evaluation.blocks=2", "evaluation.bots=[random]",
                 "tensorboard=false", "progress=false", f"run_dir={folder}"]) == 0
    results = evaluate(tmp_path / "a", f"runs=[{folder}]", "lab=goofspiel_4")
    assert [row["bot"] for row in results["labs"][0]["bots"]] == ["random"]
    assert set(results["runs"][0]["edges"]) == {"random@2", "random@3"}


@pytest.mark.parametrize(("words", "sentence"), [
    (["runs=[/no/such/run]"], "there is no checkpoint"),
    (["runs=[{run},{run}]"], "names a folder twice"),
    (["bots=[net+path:{empty}]", "lab=kuhn_poker"], "cannot be played: "),
])
def test_bad_runs_are_one_sentence(run, tmp_path, words, sentence, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    words = [word.replace("{run}", str(run)).replace("{empty}", str(empty)) for word in words]
    assert main(["evaluate", *words, f"run_dir={tmp_path}"]) == 2
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def test_names_tell_runs_apart(tmp_path):
    folders = [tmp_path / name for name in ("a/x", "b/x", "b/y")]
    for folder in folders:
        folder.mkdir(parents=True)
    assert short_names([str(folder) for folder in folders[1:]]) == ["x", "y"]
    assert short_names([str(folder) for folder in folders]) == ["a-x", "b-x", "b-y"]


def test_a_curve_is_read_as_far_as_it_is_whole(tmp_path):
    path = tmp_path / "curve.jsonl"
    assert read_rows(path) == []
    path.write_text('{"update": 1, "decisions": 9}\n[]\n{"update": 2, "decisions": 20, '
                    '"evaluation": {"a@2": {"edge": 0.1, "low": 0.0, "high": 0.2}, '
                    '"b@2": {"edge": 0.0, "low": null, "high": null}}}\n{"upd')
    rows = read_rows(path)
    assert decisions_by_update(rows) == {1: 9, 2: 20}
    assert edges_of(rows) == {"a@2": [(20, 0.1, 0.0, 0.2)]}


def test_equal_data_give_equal_charts():
    pytest.importorskip("matplotlib")
    lab = {"lab": "x", "summary": "a game $ of ours", "uniform": {"nash_conv": 0.5},
           "cfr_plus": {"nash_conv": 0.01}}
    curves = {"a": [{"decisions": 10, "current": 0.4, "mixture": 0.4},
                    {"decisions": 20, "current": 0.3, "ema": 0.2}]}
    chart = exploitability_chart(lab, curves)
    assert chart.startswith("<?xml") and chart == exploitability_chart(lab, curves)
    edges = {"a@2": [(10, 0.1, 0.0, 0.2)], "b@3": [(10, 0.0, -0.1, 0.1)]}
    assert edge_chart("run", {}) is None
    assert edge_chart("run", edges) == edge_chart("run", edges)
