"""Games on Ray actors: the weights of a run do not depend on who played its games."""

import os
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [torch]")
ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")

pytestmark = pytest.mark.usefixtures("deadline")      # an actor may never answer


@pytest.fixture(scope="module")
def cluster():
    """A Ray cluster of this machine, which the runs find and use."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def settings(folder, **changes):
    """Three updates of two player counts; from the second on there is a pool."""
    from configs.schema import GameConfig
    from nets.training.config import PoolConfig, Recipe, TrainConfig

    given = {
        "game": GameConfig(name="fairy_concerto"), "players": [2, 3], "games": 10,
        "decisions": 700, "tables": 2, "seed": 5, "pool": PoolConfig(share=0.4),
        "snapshot_every": 1, "recipe": Recipe(hidden=[16], critic_hidden=[8], minibatch=300),
        "device": "cpu", "threads": 1, "tensorboard": False, "progress": False,
        "checkpoint_every": 60.0, "run_dir": str(folder)}
    return TrainConfig(**given | changes)


def train(folder, **changes):
    from nets.training.trainer import Trainer

    trainer = Trainer(settings(folder, **changes))
    trainer.run([])
    assert trainer.progress["updates"] >= 3
    return trainer


def assert_same(a, b):
    assert a.progress["decisions"] == b.progress["decisions"]
    assert a.pool.to_list() == b.pool.to_list()
    for ours, theirs in ((a.learner.average, b.learner.average),
                         (a.learner.net.state_dict(), b.learner.net.state_dict()),
                         (a.learner.critic.state_dict(), b.learner.critic.state_dict())):
        assert all(torch.equal(ours[key], theirs[key]) for key in theirs)


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    return train(tmp_path_factory.mktemp("actors") / "local")


def test_a_cluster_that_a_run_has_started_ends_with_it(tmp_path, local):
    assert not ray.is_initialized()
    assert_same(train(tmp_path / "run", executor="ray", workers=2), local)
    assert not ray.is_initialized()


@pytest.mark.parametrize("workers", [2, 9])
def test_actors_play_the_games_that_threads_play(tmp_path, cluster, local, workers):
    """Nine actors are more than there are tables, and than the cluster has room for."""
    assert_same(train(tmp_path / "run", executor="ray", workers=workers), local)


def test_actors_need_no_torch():
    program = "import sys, nets.training.table_actor; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120,
                   env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})


def test_a_table_of_an_actor_that_dies_is_played_again(tmp_path, cluster, local, monkeypatch):
    from nets.training.actors import RayTables

    killed = []
    start = RayTables._start

    def start_and_kill(self):
        start(self)
        if len(killed) < 2:
            actor = list(self._busy.values())[-1]
            killed.append(actor)
            if len(killed) == 2:
                ray.get(next(k for k, v in self._busy.items() if v is actor))
            ray.kill(actor.handle)

    monkeypatch.setattr(RayTables, "_start", start_and_kill)
    assert_same(train(tmp_path / "run", executor="ray", workers=2), local)
    assert len(killed) == 2


def test_a_table_under_way_is_played_again_in_its_place(cluster, local):
    """The actor is killed while it has a table; the results come in the order of the tables."""
    from nets.training.actors import RayTables
    from nets.training.selfplay import jobs_of

    jobs = jobs_of(local.facts, local.plan, 0, 11)
    tables = RayTables(local.facts, 2, None)
    try:
        wanted = tables.play(jobs, [local.learner.net])
        wait, killed = ray.wait, []

        def kill_then_wait(answers, **options):
            working = [a for a in tables._busy.values() if a.table is not None]
            if working and not killed:
                killed.append(working[0])
                ray.kill(working[0].handle)
            return wait(answers, **options)

        tables._ray = Pretended(ray, kill_then_wait)
        found = tables.play(jobs, [local.learner.net])
        assert killed
        assert all(killed[0].handle is not a.handle for a in tables._idle)
    finally:
        tables._ray = ray
        tables.end()
    for a, b in zip(found, wanted, strict=True):
        assert a.moves == b.moves
        assert (a.decisions.actions == b.decisions.actions).all()
        assert (a.decisions.log_chances == b.decisions.log_chances).all()


class Pretended:
    """Ray with another `wait`."""

    def __init__(self, module, wait):
        self._module, self.wait = module, wait

    def __getattr__(self, name):
        return getattr(self._module, name)


def test_a_table_that_cannot_be_played_ends_the_run_in_words(cluster, local):
    from arena.executors import WorkerError
    from nets.training.actors import RayTables
    from nets.training.selfplay import Job

    tables = RayTables(local.facts, 1, None)
    try:
        with pytest.raises(WorkerError, match="self-play failed in a Ray actor"):
            tables.play([Job(7, 4, 1, 0, 0.0)], [local.learner.net])
    finally:
        tables.end()


@pytest.mark.parametrize("changes, sentence", [
    ({"executor": "threads"}, "executor='threads' is unknown; allowed are local, ray"),
    ({"executor": "ray", "workers": 0}, "workers=0 is too few"),
])
def test_executors_that_cannot_be(tmp_path, changes, sentence):
    from engine_cy import GameOptionError
    from nets.training.trainer import Trainer

    with pytest.raises(GameOptionError, match=sentence):
        Trainer(settings(tmp_path, **changes))
