"""Workers that hang or are lost, on this machine and on a Ray cluster."""

import threading
import time

import pytest

from arena.executors import Task, get_executor
from arena.executors.tasks import NOBODY, Queue, WorkerError
from arena.resume import missing_tasks
from arena.run import make_plan
from arena.schedule import Block
from engine_cy.errors import GameOptionError


def results_of(run):
    return (run.run_dir / "results.json").read_bytes()


def test_a_bot_that_never_answers_loses_and_the_tournament_goes_on(play):
    bots = ["py:arena_bots:Hangs", "py:arena_bots:Chance"]
    runs = [
        play(run_dir=f"w{workers}", bots=bots, blocks=3, executor="local", workers=workers,
             patience=0.25)
        for workers in (1, 2)
    ]  # fmt: skip
    assert runs[0].results["complete"]
    failures = runs[0].results["failures"]
    assert {(f["bot"], f["kind"]) for f in failures} == {(bots[0], "silent")}
    assert results_of(runs[0]) == results_of(runs[1])


def test_a_worker_that_is_silent_once_is_replaced_and_nobody_is_blamed(play, tmp_path):
    spec = f"py:arena_bots:HangsOnce+flag:{tmp_path / 'flag'}"
    given = {"bots": ["py:arena_bots:First", {"name": "once", "spec": spec}], "blocks": 10}
    run = play(executor="local", workers=2, patience=0.5, **given)
    assert (tmp_path / "flag").exists()
    assert run.results["failures"] == []
    assert results_of(run) == results_of(play(run_dir="untouched", **given))


def test_a_slow_block_is_not_silence(play):
    # Ten questions of 0.1 s each take longer than the patience; none does by itself.
    bots = ["py:arena_bots:Slow+seconds:0.1", "py:arena_bots:First"]
    run = play(bots=bots, game="goofspiel", blocks=1, executor="local", patience=0.02)
    assert run.results["failures"] == []


def test_a_second_end_on_one_question_convicts_and_others_do_not():
    task = Task(Block(0, 0, (0, 1)), (0, 1))
    for death in ((0, 1, 3), (0, 0, 2), (1, 1, 3)):
        task.blame(death, "silent", "")
    assert task.fatal == {}
    task.blame((0, 0, 2), "silent", "")
    assert task.fatal == {0: (0, 2, "silent")}


def test_ends_that_no_question_explains_end_the_run():
    task = Task(Block(4, 0, (0, 1)), (0,))
    with pytest.raises(WorkerError, match=r"6 worker processes ended on block 4 \(exit 9\)"):
        for _ in range(6):
            task.blame((0, NOBODY, NOBODY), "killed its process", "exit 9")


def test_chunks_grow_with_quick_tasks_and_leave_some_for_the_others():
    tasks = [Task(Block(i, i, (0, 1)), (0,)) for i in range(100)]
    queue = Queue(tasks, workers=2)
    assert queue.next_chunk() == tasks[:1]
    queue.took(0.001)
    assert len(queue.next_chunk()) == 24  # a quarter of the 99 that wait
    queue.put_back(tasks[:2])
    assert queue.next_chunk() == tasks[:1]  # tasks that saw a worker end go one by one
    sent = 1 + 24 + 1
    while chunk := queue.next_chunk():
        sent += len(chunk)
    assert sent == 100 + 2


def test_one_pool_plays_round_after_round(settings):
    plan = make_plan(settings(bots=["py:arena_bots:First", "py:arena_bots:Chance"], blocks=6))
    tasks = missing_tasks(plan.blocks, [])
    with get_executor("local")(plan.setup, 2) as pool:
        first = [game for games in pool.run(tasks[:1]) for game in games]
        rest = [game for games in pool.run(tasks[1:]) for game in games]
        assert list(pool.run([])) == []
    assert len(first) == 2 and len(rest) == 10


ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")

FIELD = ["py:arena_bots:First", "py:arena_bots:Chance", "py:arena_bots:Quits"]


@pytest.fixture(scope="module")
def cluster():
    """A Ray cluster of this machine, which the tournaments find and use."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_ray_gives_the_bytes_that_processes_give(play, cluster):
    given = {"bots": FIELD, "players": 3, "blocks": 8}
    run = play(executor="ray", workers=2, **given)
    assert {f["kind"] for f in run.results["failures"]} == {"killed its process"}
    local = play(run_dir="local", executor="local", workers=2, **given)
    assert results_of(run) == results_of(local)


def test_a_ray_worker_that_is_killed_has_its_block_played_again(play, settings, cluster):
    from arena.executors.on_ray import RayPool

    given = {"bots": ["py:arena_bots:Slow+seconds:0.02", "py:arena_bots:Chance"], "blocks": 12}
    plan = make_plan(settings(**given))
    with RayPool(plan.setup, 2) as pool:

        killed = []

        def kill_one():
            time.sleep(1.5)
            killed.append(pool._actors[0])
            ray.kill(killed[0])

        killer = threading.Thread(target=kill_one)
        killer.start()
        games = [game for games in pool.run(missing_tasks(plan.blocks, [])) for game in games]
        killer.join()
        assert killed[0] not in pool._actors  # it was lost in the middle, and replaced
    assert sorted(game.id for game in games) == sorted(
        f"{block}.{turn}" for block in range(12) for turn in range(2)
    )
    alone = play(run_dir="alone", **given)
    key = {record.id: record.actions for record in alone.records}
    assert {game.id: game.actions for game in games} == key


def test_more_workers_than_a_cluster_has_room_for_hold_nothing_up(play, settings, cluster):
    given = {"bots": FIELD, "players": 3, "blocks": 6}
    run = play(executor="ray", workers=5, **given)
    assert results_of(run) == results_of(play(run_dir="local", executor="local", **given))


def test_a_cluster_that_is_not_there_is_one_sentence(settings):
    from arena.executors.cluster import check_answers

    with pytest.raises(GameOptionError, match=r"ray_address='127.0.0.1:1' cannot be joined: "):
        check_answers("127.0.0.1:1")
    for address in (None, "auto", "local"):
        check_answers(address)
