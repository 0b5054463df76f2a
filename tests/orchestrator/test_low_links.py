"""What craft and vehicles at low altitude do to each other, and stand-off missiles, through the boards. (centurion: Attacks at LAF, Stand-Off
Attacks)"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.links.link import Board, Scene
from orchestrator.links.overhead import GroundBelow
from orchestrator.links.stand_off import STAND_OFF
from orchestrator.sequence import sequence
from orchestrator.store.reading import LoggedEvent
from orchestrator.store.records import BattlePlan, BattleRecord, CampaignPlan, TheatrePlan
from orchestrator.store.writing import Store
from scales.codec import encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Delivery, Json, Option, Orders
from scales.engines import engine
from scales.interceptor.missiles import in_flight
from scales.messages import HitFromAbove, StandOff
from tests.centurion.field import platoon, setup, vehicle

SEATS = {"red": "tog", "blue": "cw"}
ROWS = sequence(["centurion", "interceptor"])
Wish = Callable[[str, Option], bool]
"""Does a seat want an option, by the kind of the decision? Of the others it takes the first."""


def ground(mode: str) -> Json:
    """Two Horatii of red that stay, and two Liberators of blue beside them."""
    red = [vehicle(f"tog-{n}", "horatius", f"10{5 + n:02d}", facing=2) for n in (1, 2)]
    flying = {"velocity": 10} if mode == "laf" else {}
    blue = [vehicle(f"cw-{n}", "liberator", f"14{5 + n:02d}", facing=5, mode=mode, **flying) for n in (1, 2)]
    return setup(platoon("tog", *red, id="tog-tanks"), platoon("cw", *blue, id="cw-tanks"), turn_limit=12, options={"flight_modes": 1})


def sky(hex: str, heading: int) -> Json:
    """A Gladius of red at rest."""
    sides = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "cw", "faction": "commonwealth", "seat": "blue"}]
    hawk = {
        "id": "hawk",
        "name": "Hawk",
        "type": "gladius",
        "side": "tog",
        "hex": hex,
        "heading": heading,
        "velocity": 0,
        "loads": {"sss": 4},
    }
    return {"layout": "two_game", "sides": sides, "craft": [hawk], "standing": True}


def plan(above: Json, below: Json, minutes: int = 3) -> CampaignPlan:
    boards = [BattlePlan("t.centurion", "centurion", below), BattlePlan("t.interceptor", "interceptor", above)]
    return CampaignPlan("low", [TheatrePlan("t", boards)], ["centurion", "interceptor"], SEATS, minutes)


def wanted(decision: Decision, options: list[Option], wish: Wish) -> Json:
    return next((o.order for o in options if wish(decision.kind, o)), options[0].order)


def played(path: Path, above: Json, below: Json, wish: Wish, minutes: int) -> tuple[Campaigns, str]:
    """A campaign in which two people take the first of the options that they want."""
    game = Campaigns(Store(f"sqlite:///{path / 'low.db'}"), every_link())
    id = game.create(plan(above, below, minutes), dict.fromkeys(SEATS, "person"), seed=4)
    game.run(id)
    while waiting := game.decisions(id):
        for asked in waiting:
            orders = {slot.id: wanted(asked.decision, slot.options, wish) for slot in game.offers(id, asked.id)}
            game.answer(id, asked.id, Orders(orders))
        game.run(id)
    return game, id


class Log:
    """What was told, by kind."""

    def __init__(self, game: Campaigns, id: str) -> None:
        self.all = [logged for _, logged in game.log(id)]
        self.names = {str(logged.place): logged.event.kind for logged in self.all}

    def of(self, kind: str) -> list[LoggedEvent]:
        return [logged for logged in self.all if logged.event.kind == kind]

    def rows(self, kind: str) -> set[str]:
        return {ROWS.row(logged.tick).letter for logged in self.of(kind)}

    def causes(self, kind: str) -> set[str]:
        return {self.names.get(logged.event.cause or "", "") for logged in self.of(kind)}


# --- at low altitude ------------------------------------------------------------------------------------------------------------------


def duel(kind: str, option: Option) -> bool:
    """Hawk stays over the battle and fires; what flies low stays there, paints and fires back. Nobody else fights."""
    if kind == "move":
        return option.order.get("turns") == [0] or "low-altitude" in option.label or option.order.get("kind") == "stay"
    if kind == "paint":
        return option.order.get("paint") == "hawk"
    if kind == "fire":
        return option.info.get("target") == "hawk" or option.info.get("mode") == "laf"
    return False


@pytest.fixture(scope="module")
def low(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    game, id = played(tmp_path_factory.mktemp("low"), sky("2:2608", 1), ground("laf"), duel, 2)
    assert game.verify(id).is_sound
    yield Log(game, id)
    game.store.close()


def test_craft_strike_what_flies_low_before_the_ground_fights(low: Log) -> None:
    assert low.rows("fire_at_laf") == {"D5"}
    struck = [e for e in low.of("hit") if "at LAF" in e.event.rule]
    assert struck
    assert {ROWS.row(e.tick).letter for e in struck} == {"D5b"}
    assert {low.names[e.event.cause or ""] for e in struck} == {"fire_at_laf"}


def test_every_volley_that_hits_strikes_once(low: Log) -> None:
    fired = Counter(str(e.place) for e in low.of("fire_at_laf") if any(check.passed for check in e.event.checks))
    struck = Counter(
        e.event.cause for e in low.all if e.event.kind in ("hit", "attack_lost") and e.place.battle == "t.centurion" and e.event.cause
    )
    assert fired == struck


def test_what_flies_low_fires_back_once(low: Log) -> None:
    told, struck = low.of("fire_up"), low.of("ground_fire")
    assert told
    assert low.rows("fire_up") == {"D6"}
    assert low.rows("ground_fire") == {"D6b"}
    assert low.causes("ground_fire") == {"fire_up"}
    assert {e.event.rule for e in struck} == {"centurion: Attacks at LAF"}
    assert {e.event.units[0] for e in struck} <= {"cw-1", "cw-2"}


# --- stand-off ------------------------------------------------------------------------------------------------------------------------


def painted(kind: str, option: Option) -> bool:
    """Hawk stays in the atmosphere and launches at one vehicle, which the two Horatii paint."""
    if kind == "move":
        return option.order.get("turns") == [0] or option.order.get("kind") == "stay"
    return (kind == "paint" and option.order.get("paint") == "cw-1") or (kind == "launch" and option.info.get("target") == "cw-1")


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    game, id = played(tmp_path_factory.mktemp("far"), sky("2:2408", 2), ground("nf"), painted, 4)
    assert game.verify(id).is_sound
    yield Log(game, id)
    game.store.close()


def test_a_stand_off_missile_needs_paint_twice(far: Log) -> None:
    assert far.rows("missile_launched") == {"D5"}
    assert far.rows("stand_off_guided") | far.rows("stand_off_lost") == {"D6"}
    assert far.causes("stand_off_guided") | far.causes("stand_off_lost") == {"missile_launched"}
    assert far.of("stand_off")
    assert far.causes("stand_off") == {"missile_down"}
    assert far.rows("missile_down") == {"D5"}


def test_every_missile_comes_down_or_is_lost_once(far: Log) -> None:
    """Those of the last minute are still in flight."""
    launched = [e for e in far.of("missile_launched") if ROWS.turn(e.tick) < 4]
    ends = Counter(e.event.data["missile"] for kind in ("missile_down", "missile_lost") for e in far.of(kind))
    assert ends == Counter(e.event.data["missile"] for e in launched)
    fought = len(far.of("stand_off")) + len(far.of("stand_off_missed"))
    assert fought == len(far.of("missile_down"))
    assert len(far.of("missile_lost")) == len(far.of("stand_off_lost"))


def test_missiles_for_a_battle_that_has_ended() -> None:
    """One on its way is told so, one that has come down is struck off."""
    made = plan(sky("2:2408", 2), ground("nf"))
    tick = ROWS.next_tick("centurion", "combat", -1)
    assert tick is not None
    scene = Scene(made, made.theatres[0], ROWS, tick, {})
    for arrives in (False, True):
        missile = StandOff(
            "hawk.m1", "hawk", "Hawk", "tog", "t.centurion", "cw-1", 8, HitFromAbove("sss", "SSS", 20, [7, 5, 5, 3]), arrives
        )
        out = STAND_OFF.bounce(Delivery("m", "stand_off", "t.interceptor", plain(missile), "e:1"), scene)
        if arrives:
            assert out.dues == []
            assert "ended" in out.struck
        else:
            (due,) = out.dues
            assert (due.kind, due.battle, due.cause, due.data["missile"]) == ("stand_off_lost", "t.interceptor", "e:1", "hawk.m1")


def test_a_missile_that_its_craft_did_not_outlive_still_finds_its_target() -> None:
    """The ground is seen by what is on its way down alone."""
    made = plan(sky("2:2408", 2), ground("laf"))
    tick = ROWS.next_tick("interceptor", "combat", -1)
    assert tick is not None
    boards = {each.id: opened(each) for each in made.theatres[0].battles}
    scene = Scene(made, made.theatres[0], ROWS, tick, boards)
    above = boards["t.interceptor"].state()
    above.craft["hawk"].where = "destroyed"
    assert GroundBelow().before_row(scene).dues == []
    in_flight.put_in_flight(above, "sss", "tog", "hawk", above.craft["hawk"].hex, battle="t.centurion", unit="cw-1")
    (due,) = GroundBelow().before_row(scene).dues
    assert {unit["mode"] for unit in due.data["units"] if unit["side"] == "cw"} == {"laf"}


def opened(of: BattlePlan) -> Board:
    """A board of a plan as it begins."""
    rules = engine(of.scale)
    state = rules.setup(of.setup, KeyedDice(key=seeded_secret(1))).state
    return Board(BattleRecord(of.id, "t", of.scale, of.setup, "open", 1, 0, "", -1, "", encode(state), rules.report(state)), rules)
