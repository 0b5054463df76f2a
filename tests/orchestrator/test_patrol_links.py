"""A patrol ship brings troops from the Leviathan board down to a ground battle and comes back up: every unit is on one board at every moment.
(option patrol_craft_cross)"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from campaigns.cargo import filled
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.links.link import Board, Scene
from orchestrator.links.patrol_transfer import PATROL_DOWN, PATROL_UP
from orchestrator.sequence import sequence
from orchestrator.store.records import Asked, BattlePlan, CampaignPlan, Sent, TheatrePlan
from orchestrator.store.writing import Store
from scales.codec import decode, plain
from scales.engine import Delivery, Json, Message, Orders, Slot
from scales.engines import engine
from scales.leviathan.patrol import crossing
from scales.messages import GroundLoad, PatrolDown, PatrolUp
from tests.centurion.field import platoon, setup, vehicle
from tests.orchestrator.test_low_links import Log, opened

ROWS = sequence(["centurion", "interceptor", "leviathan"])
SEATS = {"red": "tog", "blue": "cw"}
SIDES = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "cw", "faction": "commonwealth", "seat": "blue"}]
CARGO: list[Json] = [{"id": "a", "name": "a", "unit": {"type": "horatius"}}, {"id": "b", "name": "b", "unit": {"type": "romulus"}}]
ABOVE, BELOW, GROUND = "t.leviathan", "t.interceptor", "t.centurion"
UNITS = ["a", "b", "boat"]


def space(**options: bool) -> Json:
    """A transport of red over the battlefield, a destroyer of blue far away."""
    boat = {"id": "boat", "name": "Boat", "class": "ponto", "side": "tog", "hex": "1:0214", "heading": 1}
    boat |= {"cargo": CARGO} if any(options.values()) else {}
    ajax = {"id": "ajax", "name": "Ajax", "class": "ajax", "side": "cw", "hex": "2:2410", "heading": 4}
    board = {"layout": "leviathan_planet", "sides": SIDES, "units": [boat, ajax], "interceptor": True, "options": options, "standing": True}
    return filled(board, "leviathan")


def plan(**options: bool) -> CampaignPlan:
    red = [vehicle("tog-1", "horatius", "0707", facing=2)]
    blue = [vehicle("cw-1", "liberator", "2006", facing=5)]
    ground = setup(platoon("tog", *red, id="tog-tanks"), platoon("cw", *blue, id="cw-tanks"), turn_limit=20, options={"flight_modes": 1})
    sky = {"layout": "three_game", "sides": SIDES, "standing": True}
    boards = [
        BattlePlan(GROUND, "centurion", ground),
        BattlePlan(BELOW, "interceptor", sky),
        BattlePlan(ABOVE, "leviathan", space(**options)),
    ]
    return CampaignPlan("down", [TheatrePlan("t", boards)], ["centurion", "interceptor", "leviathan"], SEATS, 1)


def where_are(game: Campaigns, id: str) -> Counter[str]:
    """How often each unit is on a board, or in a message that a board has still to read."""
    found: Counter[str] = Counter()
    for battle in game.reading.battles(id, 0):
        state = decode(battle.state, engine(battle.scale).state_type)
        if battle.scale == "leviathan":
            found.update(s.id for s in state.ships.values() if not s.below)
            found.update(load.id for ship in state.ships.values() for load in ship.cargo)
        elif battle.scale == "interceptor":
            found.update(c.id for c in state.craft.values() if c.where not in ("up", "destroyed"))
            found.update(load.id for loads in state.loads.values() for load in loads)
        else:
            found.update([*state.vehicles, *(load.id for news in [*state.dropping, *state.unloading] for load in news.units)])
    under_way = [logged.delivery.data for logged in game.reading.due(id, 0)]
    under_way += [sent.message.data for sent in game.reading.sent(id, 0, game.reading.campaign(id).tick)]
    for data in under_way:
        found.update([data["ship"], *(load["id"] for load in data["cargo"])] if "cargo" in data else [])
        found.update(unit["id"] for unit in data.get("units", []) if "unit" in unit)
    return Counter({unit: found[unit] for unit in UNITS})


PLACE: Json = {"boat.hex": {"hex": "1:0214"}, "boat.heading": {"heading": 5}, "boat.velocity": {"velocity": 1}}


def told(kind: str, slot: Slot, minute: int) -> Json | None:
    """What red orders for its ship: still above, down, two minutes over the battle to drop its tanks, up. The rest is the bot's."""
    if slot.unit != "boat":
        return None
    if slot.id in PLACE:
        return dict(PLACE[slot.id])
    if kind == "down":
        return {"down": True}
    orders = [option.order for option in slot.options]
    if kind == "announce":
        return next((o for do in ("drop", "up", "stay") for o in reversed(orders) if o["do"] == do), None)
    if kind == "move":
        goal = "1:0114" if minute < 2 else "1:02"
        wanted = [o.order for o in slot.options if str(o.info.get("hex", "")).startswith(goal)]
        return {"path": ""} if "path" in orders[0] else (wanted or orders)[0]
    return None


def answered(game: Campaigns, id: str, asked: Asked) -> None:
    slots, minute = game.offers(id, asked.id), ROWS.minute(game.reading.campaign(id).tick + 1)
    orders = {slot.id: order for slot in slots if (order := told(asked.decision.kind, slot, minute)) is not None}
    if len(orders) < len(slots):
        game.leave_to_bot(id, asked.id)
    else:
        assert game.answer(id, asked.id, Orders(orders))


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Log, list[Counter[str]]]]:
    path = tmp_path_factory.mktemp("down")
    game = Campaigns(Store(f"sqlite:///{path / 'down.db'}"), every_link())
    id = game.create(plan(patrol_craft_cross=True), dict.fromkeys(SEATS, "person"), seed=4)
    game.run(id)
    seen = []
    while waiting := game.decisions(id):
        seen.append(where_are(game, id))
        for asked in waiting:
            answered(game, id, asked)
        game.run(id)
    assert game.verify(id).is_sound
    yield Log(game, id), seen
    game.store.close()


def test_every_unit_is_in_one_place_at_every_moment(brought: tuple[Log, list[Counter[str]]]) -> None:
    _, seen = brought
    for counts in seen:
        assert counts == Counter(dict.fromkeys(UNITS, 1))


def test_down_and_up_happen_in_their_rows_once_with_their_causes(brought: tuple[Log, list[Counter[str]]]) -> None:
    log, _ = brought
    told = [
        (e.place.battle, ROWS.row(e.tick).letter)
        for kind in ("patrol_down", "came_down", "went_up", "unit_up", "patrol_up")
        for e in log.of(kind)
    ]
    assert told == [(ABOVE, "B"), (BELOW, "D3"), (BELOW, "D3"), (BELOW, "D4"), (BELOW, "D4"), (ABOVE, "E")]
    causes = {e.place.battle: log.names.get(e.event.cause or "") for kind in ("patrol_down", "patrol_up") for e in log.of(kind)}
    assert causes == {BELOW: "patrol_down", ABOVE: "unit_up"}
    assert sorted(unit for e in log.of("dropped") for unit in e.event.units if unit in UNITS) == ["a", "b"]


# --- the link ---------------------------------------------------------------------------------------------------------------------------


def going_down() -> Sent:
    """The ship announces it at the end of its movement."""
    tank = GroundLoad("a", "a", "tog", "grav", 250, 3)
    news = PatrolDown("boat", "Boat", "tog", "1:0214", "ponto", {}, sheet={"marks": {}}, cargo=[tank])
    return Sent("m1", ABOVE, 1, Message("patrol_down", plain(news)), "t.leviathan:1:1")


def scene(row: str, phase: str, *ended: str) -> Scene:
    made = plan(patrol_craft_cross=True)
    tick = ROWS.next_tick(row, phase, -1)
    assert tick is not None
    boards = {each.id: opened(each) for each in made.theatres[0].battles if each.id != GROUND}
    boards |= {id: Board(replace(boards[id].record, status="ended"), boards[id].rules) for id in ended}
    return Scene(made, made.theatres[0], ROWS, tick, boards)


def test_down_in_the_first_minute_and_up_for_the_launch_phase() -> None:
    here = scene("leviathan", "movement")
    (due,) = PATROL_DOWN.deliver(going_down(), here).dues
    assert (due.battle, due.kind, due.tick) == (BELOW, "patrol_down", here.next_tick("interceptor", "initiative"))
    there = scene("interceptor", "movement")
    up = Sent("m2", BELOW, 2, Message("patrol_up", plain(PatrolUp("boat", "tog", "1:0213", "up"))), None)
    (back,) = PATROL_UP.deliver(up, there).dues
    assert (back.battle, back.tick) == (ABOVE, there.next_tick("leviathan", "launch"))


def test_a_ship_that_finds_no_open_board_stays_above_with_its_cargo() -> None:
    here = scene("leviathan", "movement", BELOW)
    (due,) = PATROL_DOWN.deliver(going_down(), here).dues
    assert (due.battle, due.kind, due.tick) == (ABOVE, "patrol_up", here.next_tick("leviathan", "launch"))
    assert (due.data["news"], [load["id"] for load in due.data["cargo"]]) == ("back", ["a"])
    late = Delivery("m1", "patrol_down", ABOVE, going_down().message.data)
    assert [d.data for d in PATROL_DOWN.bounce(late, here).dues] == [due.data]


def test_a_ship_of_a_battle_that_is_over_too_is_struck_off() -> None:
    got = PATROL_DOWN.deliver(going_down(), scene("leviathan", "movement", ABOVE, BELOW))
    assert (got.dues, bool(got.struck)) == ([], True)


def test_without_the_option_nothing_crosses() -> None:
    """Nobody is asked, and the board is as if there were no such rule."""
    rules = engine("leviathan")
    boards = [opened(BattlePlan(ABOVE, "leviathan", space(**options))).state() for options in ({}, {"patrol_craft_cross": False})]
    for state in boards:
        ship = state.ships["boat"]
        assert not crossing.may_go_down(state, ship)
    assert [rules.invariants(state) for state in boards] == [[], []]
