"""What bots ordered is ordered again by people, through `decisions` and `answer`, and comes out the same.

Between any two things that are done, everything is put away and taken up anew, so that every phase of every engine is saved and reloaded with
its questions open.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaigns.library import LIBRARY, find
from orchestrator.campaign import Campaigns
from orchestrator.planning import plan_of
from scales.codec import encode
from scales.engine import Orders
from scales.engines import engine
from tests.acceptance.conftest import SEED, SKIRMISH, opened
from tests.acceptance.shell import shell
from tests.cli.conftest import imperator

Given = dict[tuple[str, str], Orders]
SHORT = {"uplands": 2, "copses": 2, "dogfight": 2, "meeting_engagement": 1}
"""A battle of each engine out of the library, and how many turns of it are played."""


@contextmanager
def fresh(db: Path) -> Iterator[Campaigns]:
    """The campaigns as after a restart."""
    game = opened(db)
    try:
        yield game
    finally:
        game.store.close()


def short(name: str, folder: Path) -> Path:
    """A battle of the library with few turns."""
    file = folder / f"{name}.yaml"
    file.write_text(re.sub(r"turn_limit: \d+", f"turn_limit: {SHORT[name]}", (LIBRARY / f"{name}.yaml").read_text()))
    return file


def by_bots(file: Path, folder: Path) -> tuple[str, Given]:
    """The digest of a campaign that bots play, and what they ordered, by battle:version and key of the decision."""
    facts = imperator("run", file, "--seed", SEED, "--db", folder / "bots.db", "--json").json
    with fresh(folder / "bots.db") as game:
        log = game.reading.log(facts["id"], 0)
    given = {(f"{step.battle}:{step.version - 1}", key): given.orders for step in log.steps for key, given in step.orders.items()}
    return facts["digest"], given


def by_people(file: Path, db: Path) -> str:
    plan = plan_of(find(str(file), engine))
    with fresh(db) as game:
        return game.create(plan, dict.fromkeys(plan.seats, "person"), seed=SEED)


def orders_for(decision: str, key: str, given: Given) -> Orders:
    return given[decision.rpartition(":")[0], key]


def play_again(db: Path, id: str, given: Given) -> int:
    """Everybody orders what is in `given`; returns how many answers that took."""
    answered = 0
    while True:
        with fresh(db) as game:
            status = game.run(id).status
        if status == "ended":
            return answered
        with fresh(db) as game:
            open = game.decisions(id)
        for asked in open:
            with fresh(db) as game:
                assert game.answer(id, asked.id, orders_for(asked.id, asked.decision.key, given))
            answered += 1


@pytest.mark.parametrize("name", SHORT)
def test_a_battle_of_each_engine(name: str, tmp_path: Path) -> None:
    file, db = short(name, tmp_path), tmp_path / "people.db"
    digest, given = by_bots(file, tmp_path)
    id = by_people(file, db)
    assert play_again(db, id, given) == len(given) > 10
    with fresh(db) as game:
        assert game.digest(id) == digest
        assert game.verify(id).is_sound


@pytest.mark.soak
def test_by_the_command_alone(tmp_path: Path) -> None:
    """The first question of a battle, each command a process of its own; the rest of what TOG ordered is given again in this one."""
    file, db = short("dogfight", tmp_path), tmp_path / "people.db"
    digest, given = by_bots(file, tmp_path)
    facts = shell("run", file, "--seed", SEED, "--db", db, "--json", "--person", "tog").json
    assert facts["status"] == "waiting"
    asked = shell("decisions", facts["id"], "--db", db, "--json").json[0]
    answer = tmp_path / "answer.json"
    answer.write_bytes(encode(orders_for(asked["id"], asked["key"], given)))
    assert shell("answer", facts["id"], asked["id"], answer, "--db", db, "--json").json["new"]
    assert shell("resume", facts["id"], "--db", db, "--json").json["status"] in {"waiting", "ended"}
    play_again(db, facts["id"], given)
    assert imperator("show", facts["id"], "--db", db, "--json").json["digest"] == digest


@pytest.mark.soak
def test_all_scales_together(tmp_path: Path) -> None:
    digest, given = by_bots(SKIRMISH, tmp_path)
    db = tmp_path / "people.db"
    id = by_people(SKIRMISH, db)
    play_again(db, id, given)
    with fresh(db) as game:
        assert game.digest(id) == digest
