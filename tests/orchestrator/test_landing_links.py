"""A transport drops vehicles, lands with the rest, takes a vehicle up and is off again, through both boards: every unit is somewhere exactly once.
(centurion: Landing or Launching Centurion Units)"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from campaigns.cargo import filled
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.links.landing import UNITS_DROPPED, UNITS_LANDED
from orchestrator.links.link import Scene
from orchestrator.store.writing import Store
from scales.codec import decode
from scales.engine import Delivery, Json, Option, Orders
from scales.engines import engine
from tests.centurion.field import platoon, setup, vehicle
from tests.orchestrator.test_low_links import ROWS, SEATS, Log, plan
from tests.soaking import first_of

CARGO: list[Json] = [
    {"id": "a", "name": "a", "unit": {"type": "horatius"}},
    {"id": "b", "name": "b", "unit": {"type": "romulus"}},
    {"id": "s", "name": "s", "unit": {"type": "bounce_tvlg"}, "aboard": "b"},
    {"id": "g", "name": "g", "unit": {"type": "sterling"}},
    {"id": "f", "name": "f", "unit": {"type": "bounce_tvlg"}},
]
UNITS = ["a", "b", "f", "g", "s", "tog-1"]


def sky() -> Json:
    """A transport of red at rest over the battlefield."""
    sides = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "cw", "faction": "commonwealth", "seat": "blue"}]
    craft = {"id": "ponto", "name": "Ponto", "type": "ponto", "side": "tog", "hex": "2:2608", "heading": 1, "cargo": CARGO}
    return filled({"layout": "two_game", "sides": sides, "craft": [craft], "standing": True})


def ground() -> Json:
    """A Horatius of red at rest where the transport will land, and two Liberators of blue far away."""
    red = [vehicle("tog-1", "horatius", "0707", facing=2)]
    blue = [vehicle(f"cw-{n}", "liberator", f"20{5 + n:02d}", facing=5) for n in (1, 2)]
    return setup(platoon("tog", *red, id="tog-tanks"), platoon("cw", *blue, id="cw-tanks"), turn_limit=20, options={"flight_modes": 1})


PLACES = {"touch_down": {"hex": "0707", "heading": 1}}


def wish(kind: str, option: Option) -> bool:
    """Drop one vehicle, then land, unload all but the infantry, take up the Horatius. What is on the ground stays there."""
    order = option.order
    if kind == "announce":
        return bool(order["do"] == "drop" and order["units"] == ["b"])
    if kind == "unload":
        return order["do"] == "up" or (order["do"] == "out" and "f gets" not in option.label)
    return kind == "move" and bool(order.get("turns") == [0] or order.get("kind") == "stay")


def orders_for(kind: str, slots: list[tuple[str, list[Option]]], minute: int) -> Json:
    if kind == "touch_down":
        return {id: PLACES[kind] for id, _ in slots}
    found = {}
    for id, options in slots:
        landing = [o.order for o in options if kind == "announce" and o.order["do"] == "touch_down" and minute == 2]
        liked = [o.order for o in options if wish(kind, o) and (kind != "announce" or minute == 1)]
        found[id] = [*landing, *liked, options[0].order][0]
    return found


def where_are(game: Campaigns, id: str) -> Counter[str]:
    """How often each unit of red is on a board, or in a message that a board has still to read."""
    found: Counter[str] = Counter()
    for battle in game.reading.battles(id, 0):
        state = decode(battle.state, engine(battle.scale).state_type)
        if battle.scale == "interceptor":
            found.update(load.id for loads in state.loads.values() for load in loads)
        else:
            found.update([*state.vehicles, *state.squads])
            found.update(load.id for news in [*state.dropping, *state.unloading] for load in news.units)
    under_way = [logged.delivery.data for logged in game.reading.due(id, 0)]
    under_way += [sent.message.data for sent in game.reading.sent(id, 0, game.reading.campaign(id).tick)]
    for data in under_way:
        found.update(unit["id"] for unit in data.get("units", []) if "unit" in unit)
    return Counter({unit: found[unit] for unit in UNITS})


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Log, list[Counter[str]], Counter[str]]]:
    path: Path = tmp_path_factory.mktemp("landing")
    game = Campaigns(Store(f"sqlite:///{path / 'landing.db'}"), every_link())
    id = game.create(plan(sky(), ground(), 4), dict.fromkeys(SEATS, "person"), seed=4)
    game.run(id)
    seen = []
    while waiting := game.decisions(id):
        minute = ROWS.minute(game.reading.campaign(id).tick + 1) + 1
        seen.append(where_are(game, id))
        for asked in waiting:
            slots = [(slot.id, list(slot.options)) for slot in game.offers(id, asked.id)]
            game.answer(id, asked.id, Orders(orders_for(asked.decision.kind, slots, minute)))
        game.run(id)
    assert game.verify(id).is_sound
    yield Log(game, id), seen, where_are(game, id)
    game.store.close()


def test_every_unit_is_in_one_place_at_every_moment(landing: tuple[Log, list[Counter[str]], Counter[str]]) -> None:
    _, seen, end = landing
    for counts in [*seen, end]:
        assert counts == Counter(dict.fromkeys(UNITS, 1))


def test_each_thing_happens_in_its_row_once_with_its_cause(landing: tuple[Log, list[Counter[str]], Counter[str]]) -> None:
    log, _, _ = landing
    steps = {
        "units_dropped": ("D4", ""),
        "dropped": ("D5b", "units_dropped"),
        "attack_over": ("D6b", ""),
        "touches_down": ("D4", ""),
        "craft_on_ground": ("D5b", "touches_down"),
        "bays_open": ("D6b", ""),
        "disembark": ("D2", "bays_open"),
        "taken_up": ("D2", ""),
        "bays_closed": ("D2", ""),
        "units_aboard": ("D4", "bays_closed"),
        "takes_off": ("D4", ""),
    }
    for kind, (row, cause) in steps.items():
        assert len(log.of(kind)) == 1, kind
        assert (log.rows(kind), log.causes(kind)) == ({row}, {cause}), kind


def test_it_is_down_for_one_full_combat_phase(landing: tuple[Log, list[Counter[str]], Counter[str]]) -> None:
    log, _, _ = landing
    down, up = log.of("touches_down")[0].tick, log.of("takes_off")[0].tick
    assert ROWS.minute(up) - ROWS.minute(down) == 1
    assert [
        ROWS.row(tick).letter for tick in range(down, up) if ROWS.row(tick).phase == "combat" and ROWS.row(tick).scale == "centurion"
    ] == ["D6"]


def test_units_for_a_battle_that_has_ended_go_back_into_their_craft() -> None:
    made = plan(sky(), ground())
    for link in (UNITS_DROPPED, UNITS_LANDED):
        tick = ROWS.next_tick("centurion", link.phase, -1)
        assert tick is not None
        scene = Scene(made, made.theatres[0], ROWS, tick, {})
        news = {"craft": "ponto", "craft_name": "Ponto", "side": "tog", "battle": "t.centurion", "units": [{"id": "a"}]}
        (due,) = link.bounce(Delivery("m", link.kind, "t.interceptor", news, "e:1"), scene).dues
        assert (due.kind, due.battle, due.cause) == ("units_aboard", "t.interceptor", "e:1")
        assert due.data == {"craft": "ponto", "battle": "t.centurion", "units": [{"id": "a"}]}


@pytest.mark.parametrize("seed", first_of([1, 2, 3], quick=0))
def test_whatever_people_choose_every_unit_is_somewhere_once_or_lost(seed: int, tmp_path: Path) -> None:
    """Options taken at random by both sides, the battle within reach of the enemy."""
    random = Random(seed)
    game = Campaigns(Store(f"sqlite:///{tmp_path / 'any.db'}"), every_link())
    enemy = [vehicle(f"cw-{n}", "liberator", f"09{5 + n:02d}", facing=5) for n in (1, 2)]
    near = ground() | {"platoons": [ground()["platoons"][0], platoon("cw", *enemy, id="cw-tanks")]}
    id = game.create(plan(sky(), near, 3), dict.fromkeys(SEATS, "person"), seed=seed)
    game.run(id)
    while waiting := game.decisions(id):
        counts = where_are(game, id)
        assert max(counts.values()) == 1
        assert {unit for unit, count in counts.items() if not count} <= lost(game, id)
        for asked in waiting:
            orders = {slot.id: _chosen(random, asked.decision.kind, slot.options) for slot in game.offers(id, asked.id)}
            game.answer(id, asked.id, Orders(orders))
        game.run(id)
    assert game.verify(id).is_sound
    game.store.close()


def _chosen(random: Random, kind: str, options: Sequence[Option]) -> Json:
    """An option at random; craft mostly land or drop, and stay where they are."""
    wanted = [o.order for o in options if (kind == "announce" and o.order["do"] in ("drop", "touch_down")) or o.order.get("turns") == [0]]
    return random.choice(wanted if wanted and random.random() < 0.8 else [o.order for o in options])


def lost(game: Campaigns, id: str) -> set[str]:
    """Units that were told to be lost with their craft or in its bays; crews of theirs may live on."""
    told = [logged.event for _, logged in game.log(id) if logged.event.kind in ("cargo_lost", "out_of_wreck", "drop_refused")]
    return {unit for event in told for unit in event.units}
