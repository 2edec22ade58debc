"""kill -9 at any moment: the run that is started again ends as if nothing had happened."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.records import read_log

ROOT = Path(__file__).parents[2]
WORDS = [
    "games=[{name: kuhn_poker, players: 3, blocks: 12}, {name: goofspiel, players: 2, blocks: 12}]",
    "bots=[random,'py:arena_bots:Slow+seconds:0.003',ismcts+sims:20]", "workers=2",
    "progress=false", "report=false",
]  # fmt: skip
# What the run's folder says, all of it but times and the order in which games ended.
MADE = ("config.json", "results.json", "pairs.csv", "bots.csv")


def command(run_dir, words=WORDS):
    return [sys.executable, "-m", "scripts.cli", "tournament", *words, f"run_dir={run_dir}"]


def start(run_dir, words=WORDS):
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "arena")])
    return subprocess.Popen(
        command(run_dir, words), env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def finish(process):
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said.decode()


def made(run_dir):
    return {name: (run_dir / name).read_bytes() for name in MADE}


def check_kills(tmp_path, kills, seed):
    """Kill runs at random moments until `kills` were hit while they played."""
    began = time.monotonic()
    finish(start(tmp_path / "whole"))
    takes = time.monotonic() - began
    expected = made(tmp_path / "whole")
    moments = random.Random(seed)
    hit = run = 0
    while hit < kills:
        folder = tmp_path / f"run{run}"
        run += 1
        for _ in range(min(5, kills - hit)):  # the same run several times over
            process = start(folder)
            time.sleep(moments.uniform(0.1, 1.0) * takes)
            if process.poll() is not None:
                break
            # All at once, as when a machine goes down, or its main process alone.
            target = os.killpg if moments.random() < 0.5 else os.kill
            target(process.pid, signal.SIGKILL)
            process.communicate(timeout=60)
            hit += 1
        finish(start(folder))
        assert made(folder) == expected
        ids = [record.id for record in read_log(folder / "games.jsonl")]
        assert len(ids) == len(set(ids)) == 12 * 3 + 12 * 2


def test_a_run_killed_at_random_moments_ends_as_if_it_had_not_been(tmp_path):
    check_kills(tmp_path, kills=5, seed=1)


@pytest.mark.soak
def test_two_hundred_kills_leave_no_trace(tmp_path):
    check_kills(tmp_path, kills=200, seed=2)


def test_no_worker_outlives_a_run_that_is_killed(tmp_path):
    flag = tmp_path / "flag"
    bots = f"bots=['py:arena_bots:Spins+flag:{flag}']"
    process = start(tmp_path / "run", ["game=kuhn_poker", bots, "workers=1", "progress=false"])
    assert wait_for(lambda: flag.exists() and flag.read_text().endswith("\n"))
    process.kill()
    process.communicate(timeout=60)
    assert wait_for(lambda: not lives(int(flag.read_text())))


def wait_for(condition):
    """Return whether a condition comes true within a minute."""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def lives(pid):
    """Return whether a process runs; one that has ended may be there until it is waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path):
    """A disk of 48 KiB, where the file system lets one be made."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip("no small disk can be mounted here")
    try:
        process = start(disk / "run")
        _, said = process.communicate(timeout=120)
        sentence = said.decode().strip().splitlines()
        assert process.returncode == 2
        assert len(sentence) == 1 and "No space left on device" in sentence[0]
        kept = (disk / "run" / "games.jsonl").read_bytes()
        assert len(read_log(disk / "run" / "games.jsonl")) > 3
        assert not list((disk / "run").glob("*.part"))
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        finish(start(disk / "run"))
        assert (disk / "run" / "games.jsonl").read_bytes().startswith(kept)
        finish(start(tmp_path / "whole"))
        assert made(disk / "run") == made(tmp_path / "whole")
    finally:
        subprocess.run(["umount", str(disk)], check=True)
