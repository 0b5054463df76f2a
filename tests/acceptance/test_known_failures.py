"""How other campaign managers failed: results that came twice, stale orders, shared databases, processes that died between two steps."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from resource import RLIMIT_FSIZE, setrlimit
from typing import Any

import pytest

from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.errors import AlreadyAnswered, CampaignBusy, NotFound, OrdersRefused, RulingRefused, StaleOrders
from orchestrator.planning import plan_of
from orchestrator.store.lease import Lease
from scales.codec import decode, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Orders, random_orders
from scales.engines import SCALES, engine
from tests.acceptance.conftest import SEED, SKIRMISH, Played, opened
from tests.acceptance.shell import shell, start
from tests.cli.conftest import campaign, imperator

GROUND = "port.e1.1"


@dataclass(slots=True)
class Stopped:
    """A campaign that stands in the middle of a ground battle, at a question for the ground commander of TOG."""

    game: Campaigns
    id: str

    def version(self, battle: str = GROUND) -> int:
        return self.game.reading.battle(self.id, 0, battle).version

    def state(self, battle: str = GROUND) -> bytes:
        return self.game.reading.battle(self.id, 0, battle).state


@pytest.fixture(scope="module")
def in_battle(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    db = tmp_path_factory.mktemp("stopped") / "campaigns.db"
    game = opened(db)
    id = game.create(plan_of(find(str(SKIRMISH), engine)), {"tog_ground": "person"}, seed=SEED)
    while game.run(id).status == "waiting":
        open = game.decisions(id)
        if any(asked.place.battle == GROUND and asked.decision.kind not in {"initiative", "initiative_order"} for asked in open):
            break
        for asked in open:
            game.leave_to_bot(id, asked.id)
    game.store.close()
    return db, id


@pytest.fixture
def stopped(in_battle: tuple[Path, str], db: Path) -> Stopped:
    Played(in_battle[0], None, None).copy(db)  # type: ignore[arg-type]
    return Stopped(opened(db), in_battle[1])


def test_the_same_result_five_times_at_once_and_after_a_restart(stopped: Stopped, db: Path) -> None:
    """ZK-Infra#1637: one attack, many results."""
    everyone = plain(stopped.game.reading.battle(stopped.id, 0, GROUND).report.fates)
    for fate in everyone.values():  # a century's sheet repeats its units, which are named by themselves
        fate["sheet"].pop("units", None)
    at, result = stopped.version(), {"fates": everyone | {"post-1/1/1": {"status": "destroyed"}}}
    said: list[object] = []

    def post() -> None:
        try:
            said.append(opened(db).settle(stopped.id, GROUND, at, result))
        except CampaignBusy as busy:
            said.append(busy)

    threads = [threading.Thread(target=post) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said.count(True) == 1
    assert all(each is True or each is False or isinstance(each, CampaignBusy) for each in said), said
    assert not opened(db).settle(stopped.id, GROUND, at, result)
    assert stopped.version() == at + 1
    assert stopped.game.verify(stopped.id).is_sound


@pytest.mark.parametrize(
    "result",
    [
        {"fates": {"post-1/1/1": {"status": "destroyed"}, "nobody": {"status": "destroyed"}}},
        {"fates": {"post-1/1/1": {"status": "vaporised"}}},
        {"fates": {"post-1/1/1": 12}},
        {"fates": {"post-1/1/1": {"status": "damaged", "sheet": [1, 2]}}},
        {"fates": {"post-1/1/1": {"status": "damaged", "sheet": {"armor": {"nowhere": [1]}}}}},
        {"fates": {"post-1/1/1": {"status": "damaged", "sheet": {"crew": {"driver": 5}}}}},
        {"fates": {"post-1/3/s1": {"status": "damaged", "sheet": {"strength": "many"}}}},
        {"fates": {"post-1/3/s1": {"status": "damaged", "sheet": {"strength": -12}}}},
        {"fates": []},
        {},
    ],
)
def test_a_result_that_cannot_be_is_refused_whole_and_the_battle_stays_open(result: dict[str, Any], stopped: Stopped) -> None:
    """dcs_liberation#769, #979: a unit that was never sent, more losses than there are."""
    before, at = stopped.state(), stopped.version()
    with pytest.raises(RulingRefused):
        stopped.game.settle(stopped.id, GROUND, at, result)
    assert (stopped.version(), stopped.state()) == (at, before)
    assert stopped.game.reading.battle(stopped.id, 0, GROUND).status == "open"


GARBAGE: list[Any] = [
    {},
    {"kind": "destroy"},
    {"kind": "destroy", "unit": "nobody"},
    {"kind": "destroy", "unit": 7},
    {"kind": "destroy", "unit": ["a"]},
    {"kind": "move", "unit": "UNIT"},
    {"kind": "move", "unit": "UNIT", "hex": "9999"},
    {"kind": "move", "unit": "UNIT", "hex": 12},
    {"kind": "move", "unit": "UNIT", "hex": None, "heading": "north"},
    {"kind": "explode", "unit": "UNIT"},
    {"kind": None},
    {"fates": None},
    {"fates": {"nobody": {}}},
    {"fates": {"UNIT": "dead"}},
    {"fates": {"UNIT": {"status": ["ok"]}}},
    {"fates": {"UNIT": {"status": "ok", "sheet": 5}}},
    {"fates": {"UNIT": {"status": "damaged", "sheet": {"hull": "none"}}}},
]


@pytest.mark.parametrize("scale", SCALES)
def test_rulings_and_results_that_make_no_sense_are_refused_or_leave_a_board_that_is_sound(scale: str, tmp_path: Path, db: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(campaign(scale)))
    game, board = opened(db), f"here.{scale}"
    plan = plan_of(find(str(file), engine))
    id = game.create(plan, dict.fromkeys(plan.seats, "person"), seed=1)
    game.run(id)
    unit = min(game.reading.battle(id, 0, board).report.fates)
    for garbage in GARBAGE:
        order = json.loads(json.dumps(garbage).replace("UNIT", unit))
        for rule in (game.overrule, game.settle):
            before = game.reading.battle(id, 0, board)
            taken = is_taken(rule, id, board, before.version, order)
            assert (game.reading.battle(id, 0, board) != before) == taken, order
    rules = engine(scale)
    assert not rules.invariants(decode(game.reading.battle(id, 0, board).state, rules.state_type))
    assert game.verify(id).is_sound


def is_taken(rule: Callable[..., bool], *arguments: object) -> bool:
    """Whether a ruling was taken; else it was refused with a sentence."""
    try:
        return rule(*arguments)
    except RulingRefused as refusal:
        return not str(refusal)


def first(game: Campaigns, id: str) -> tuple[Any, list[Orders]]:
    """The first question, and as many different answers to it as a few throws find."""
    asked = game.decisions(id)[0]
    slots = game.offers(id, asked.id)
    found: dict[bytes, Orders] = {}
    for n in range(40):
        orders = random_orders(slots, KeyedDice(key=seeded_secret(n)))
        found[encode(orders)] = orders
    return asked, list(found.values())


def test_the_same_orders_twice_are_one_and_others_are_refused(stopped: Stopped, db: Path) -> None:
    """boardgame.io#828: two windows."""
    asked, (mine, other, *_) = first(stopped.game, stopped.id)
    assert [opened(db).answer(stopped.id, asked.id, mine) for _ in range(3)] == [True, False, False]
    with pytest.raises(AlreadyAnswered):
        stopped.game.answer(stopped.id, asked.id, other)
    assert stopped.game.run(stopped.id).status in {"waiting", "ended"}
    taken = next(s for s in stopped.game.reading.log(stopped.id, 0).steps if s.battle == GROUND and s.version == asked.place.version + 1)
    assert taken.orders[asked.decision.key].orders == mine


def test_two_windows_at_the_same_moment(stopped: Stopped, db: Path) -> None:
    asked, answers = first(stopped.game, stopped.id)
    said: list[object] = []

    def answer(orders: Orders) -> None:
        try:
            said.append(opened(db).answer(stopped.id, asked.id, orders))
        except AlreadyAnswered as refusal:
            said.append(refusal)

    threads = [threading.Thread(target=answer, args=[orders]) for orders in (*answers[:2], *answers[:2])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said.count(True) == 1
    assert said.count(False) == 1
    assert sum(isinstance(each, AlreadyAnswered) for each in said) == 2


def test_stale_orders_are_refused(stopped: Stopped) -> None:
    """vasl#69: written for a question gone by."""
    asked, (mine, *_) = first(stopped.game, stopped.id)
    stopped.game.leave_to_bot(stopped.id, asked.id)
    with pytest.raises(StaleOrders):
        stopped.game.answer(stopped.id, asked.id, mine)
    stopped.game.run(stopped.id)
    with pytest.raises(StaleOrders):
        stopped.game.answer(stopped.id, asked.id, mine)
    assert stopped.game.verify(stopped.id).is_sound


def test_nobody_answers_for_another(stopped: Stopped) -> None:
    asked, (mine, *_) = first(stopped.game, stopped.id)
    for seat in ("cw_ground", "cw_fleet", "tog_fleet", "nobody"):
        with pytest.raises(NotFound):
            stopped.game.answer(stopped.id, asked.id, mine, seat)
    with pytest.raises(NotFound):
        stopped.game.answer("00000000", asked.id, mine)
    with pytest.raises(OrdersRefused):
        stopped.game.answer(stopped.id, asked.id, Orders({"nothing like it": 1}))
    assert stopped.game.decisions(stopped.id)[0].id == asked.id


def test_a_seat_is_told_nothing_of_what_the_other_side_alone_may_see(skirmish: Played) -> None:
    """megamek#176: the log as one side may read it, down to numbers and causes."""
    game = opened(skirmish.db)
    everything = {str(logged.place): logged.event for _, logged in game.log(skirmish.id)}
    hidden = [event for event in everything.values() if event.seen_by is not None and "commonwealth" not in event.seen_by]
    seen = game.seen(skirmish.id, "cw_fleet")
    assert hidden
    told = encode(seen).decode()
    assert not [event.text for event in hidden if encode(event).decode() in told]
    assert len(seen) == len(everything) - len(hidden)


def short(tmp_path: Path, seed: int) -> Path:
    file = tmp_path / f"duel{seed}.yaml"
    file.write_text(json.dumps(campaign("interceptor", 2, seed)))
    return file


def test_several_writers_share_a_database(tmp_path: Path, db: Path) -> None:
    """Three campaigns are played at once while somebody looks: nobody hears that the database is locked, and each comes out as if alone."""
    files = [short(tmp_path, seed) for seed in (1, 2, 3)]
    alone = [imperator("run", file, "--seed", 5, "--db", tmp_path / "alone.db", "--json").json["digest"] for file in files]
    logs = [open(tmp_path / f"log{n}", "w+b") for n in range(3)]  # noqa: SIM115 (closed below)
    running = [start("run", file, "--seed", 5, "--db", db, "--json", stdout=log, stderr=log) for file, log in zip(files, logs, strict=True)]
    while any(process.poll() is None for process in running):
        time.sleep(0.1)
        if db.exists():
            looked = imperator("list", "--db", db, "--json")
            assert looked.code == 0, looked.err
    for log in logs:
        log.seek(0)
    said = [log.read().decode() for log in logs]
    for log in logs:
        log.close()
    assert [process.returncode for process in running] == [0, 0, 0], said
    assert [json.loads(text)["digest"] for text in said] == alone
    assert len(imperator("list", "--db", db, "--json").json) == 3


def test_a_campaign_has_one_owner_at_a_time(tmp_path: Path, db: Path) -> None:
    """portico#166: two orchestrators, one campaign. One plays it, the other says in a sentence that it is being played."""
    id = imperator("run", short(tmp_path, 4), "--seed", 5, "--turns", 1, "--db", db, "--json").json["id"]
    game = opened(db)
    lease = Lease(id)
    assert game.store.claim(lease, lease.now())
    assert "is being played" in imperator("resume", id, "--db", db).refusal()
    game.store.release(lease)
    assert imperator("resume", id, "--db", db, "--json").json["status"] == "ended"


def test_two_campaigns_in_one_database_do_not_touch_each_other(skirmish: Played, db: Path, tmp_path: Path) -> None:
    skirmish.copy(db)
    other = imperator("run", short(tmp_path, 6), "--seed", 5, "--db", db, "--json").json["id"]
    assert imperator("show", skirmish.id, "--db", db, "--json").json == imperator("show", skirmish.id, "--db", skirmish.db, "--json").json
    for id in (skirmish.id, other):
        assert imperator("verify", id, "--db", db, "--json").json["ok"]


def test_a_question_survives_the_death_of_whoever_asked(in_battle: tuple[Path, str], stopped: Stopped, db: Path) -> None:
    """open_spiel#1277: whose turn it is, is saved."""
    asked = [each.id for each in stopped.game.decisions(stopped.id)]
    stopped.game.store.close()
    assert [each["id"] for each in shell("decisions", in_battle[1], "--db", db, "--json").json] == asked
    assert shell("resume", in_battle[1], "--db", db, "--json").json["status"] == "waiting"
    assert [each["id"] for each in imperator("decisions", in_battle[1], "--db", db, "--json").json] == asked


def test_a_disk_that_fills_up_costs_nothing_that_was_saved(tmp_path: Path, db: Path) -> None:
    """triplea#2894, freeorion#3526: the run stops with a sentence; once there is room again it goes on from what was saved."""
    file = short(tmp_path, 7)
    whole = imperator("run", file, "--seed", 5, "--db", tmp_path / "whole.db", "--json").json
    room = max(each.stat().st_size for each in tmp_path.glob("whole.db*")) // 2
    with open(tmp_path / "said", "w+b") as said:
        process = start("run", file, "--seed", 5, "--db", db, stderr=said, preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (room, room)))
        assert process.wait() == 1
        said.seek(0)
        text = said.read().decode()
    assert text.startswith("imperator: the database failed: ")
    assert text.count("\n") == 1
    listed = imperator("list", "--db", db, "--json").json
    assert imperator("verify", listed[0]["id"], "--db", db, "--json").json["ok"]
    assert imperator("resume", listed[0]["id"], "--db", db, "--json").json["digest"] == whole["digest"]
