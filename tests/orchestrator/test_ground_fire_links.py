"""Fire from the ground at craft above, through the boards. (centurion: Attacking Fighters from the Centurion Board, Installation Weapon Attacks)"""

from collections import Counter
from collections.abc import Iterator

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.links.ground_fire import GROUND_FIRED
from orchestrator.links.link import Scene
from orchestrator.links.overhead import GroundBelow
from scales.centurion.view import View
from scales.codec import plain
from scales.engine import Delivery, Json, Option
from scales.interceptor.missiles import in_flight
from scales.messages import GroundFired
from tests.centurion.field import platoon, setup, vehicle
from tests.orchestrator.test_low_links import ROWS, Log, opened, plan, played, sky


def ground() -> Json:
    """An Eradicator of blue and an installation with two lasers, one hex from two Horatii of red; another Eradicator is hidden."""
    red = [vehicle(f"tog-{n}", "horatius", f"10{5 + n:02d}", facing=2) for n in (1, 2)]
    blue = [vehicle("open", "eradicator", "1405", facing=5), vehicle("dug", "eradicator", "1609", hidden=True, grounded=True, crater=True)]
    fort = {"id": "fort", "side": "cw", "type": 1, "hex": "1411", "name": "Fort"}
    blue[1] |= {"hard_points": ["hell_missile", "hell_missile"]}
    below = setup(platoon("tog", *red, id="tog-tanks"), platoon("cw", *blue, id="cw-tanks"), turn_limit=12, installations=[fort])
    return below | {"options": {"hidden_units": 1}}


def skirmish(kind: str, option: Option) -> bool:
    """Hawk stays; everything that can fire upward does, and everything that can fire at the ground."""
    if kind == "move":
        return option.order.get("turns") == [0] or option.order.get("kind") == "stay"
    if kind == "ground_launch":
        return option.info.get("tries", 0) > 1 or option.info.get("missile") == "hell_missile"
    return kind in ("ground_fire", "fire") and bool(option.info.get("target"))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Campaigns, str]]:
    above = sky("2:2308", 2)
    game, id = played(tmp_path_factory.mktemp("anti-air"), above, ground(), skirmish, 2)
    yield game, id
    game.store.close()


@pytest.fixture(scope="module")
def log(game: tuple[Campaigns, str]) -> Log:
    assert game[0].verify(game[1]).is_sound
    return Log(*game)


def test_the_ground_fires_in_d5_and_pays_in_d5b(log: Log) -> None:
    ours = [e for e in log.all if e.event.rule == "centurion: Attacking Fighters from the Centurion Board"]
    fired = [e for e in ours if e.event.kind in ("hit", "miss")]
    assert {e.event.units[0] for e in fired} >= {"open", "fort"}
    assert {ROWS.row(e.tick).letter for e in fired} == {"D5"}
    assert log.rows("fired_above") == {"D5b"}
    assert log.causes("fired_above") <= {"hit", "miss", "missile_launched", "no_lock"}
    assert log.causes("revealed") == {""}


def test_what_left_the_ground_is_spent_there_once(game: tuple[Campaigns, str], log: Log) -> None:
    launched = Counter(
        e.event.units[0] for e in log.of("missile_launched") if e.place.battle == "t.interceptor" and e.event.units[0] != "hawk"
    )
    spent: Counter[str] = Counter()
    for e in log.of("fired_above"):
        spent[e.event.units[0]] += sum(e.event.data["missiles"].values())
    assert launched
    assert launched == +spent
    view = game[0].view(game[1], "t.centurion", "blue")
    assert isinstance(view, View)
    for id, had in (("open", 4), ("dug", 2)):
        assert sum(bool(load) for load in view.state.vehicles[id].hard_points) == had - launched[id]


def test_who_fired_upward_does_not_fire_at_the_ground(log: Log) -> None:
    upward = {(ROWS.turn(e.tick), e.event.units[0]) for e in log.of("fired_above") if "does not fire" in e.event.text}
    down = {(ROWS.turn(e.tick), e.event.units[0]) for e in log.of("fire")}
    assert {id for _, id in upward} >= {"open", "fort"}
    assert down
    assert not upward & down


def test_nobody_hears_of_a_hidden_battery_before_it_fires(game: tuple[Campaigns, str], log: Log) -> None:
    first = min(e.tick for e in log.all if "dug" in e.event.units and ROWS.row(e.tick).letter == "D5")
    told = [seen.event for seen in game[0].seen(game[1], "red") if "dug" in seen.event.units and seen.tick < first]
    assert told == []
    assert log.of("revealed")[0].event.units == ["dug"]


def scene(tick_of: tuple[str, str]) -> Scene:
    made = plan(sky("2:2308", 2), ground())
    tick = ROWS.next_tick(*tick_of, -1)
    assert tick is not None
    return Scene(made, made.theatres[0], ROWS, tick, {each.id: opened(each) for each in made.theatres[0].battles})


def test_what_was_used_for_a_battle_that_ended_is_struck_off() -> None:
    news = GroundFired("t.centurion", "fort", lasers=2)
    out = GROUND_FIRED.bounce(Delivery("m", "ground_fired", "t.interceptor", plain(news), "e:1"), scene(("centurion", "hits")))
    assert out.dues == []
    assert "ended" in out.struck


def test_javelins_alone_are_seen_from_the_ground() -> None:
    """Lasers may fire at them when no craft is left."""
    here = scene(("interceptor", "combat"))
    above = here.everywhere["t.interceptor"].state()
    above.craft["hawk"].where = "destroyed"
    assert GroundBelow().before_row(here).dues == []
    in_flight.put_in_flight(above, "thor_cluster", "tog", "hawk", above.craft["hawk"].hex, battle="t.centurion")
    (due,) = GroundBelow().before_row(here).dues
    assert {unit["id"]: bool(unit["anti_air"]) for unit in due.data["units"]} == {
        "dug": True,
        "fort": True,
        "open": True,
        "tog-1": False,
        "tog-2": False,
    }
