"""Every field of the state is either in the open or secret: what is secret changes nothing that another seat gets, whatever it is."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.codec import clone, encode
from scales.engine import At
from scales.leviathan import ENGINE
from scales.leviathan.state import FighterUnit, Ground, GroundThing, Lifeboat, Ship, State
from tests.leviathan.moments import Moment, moments
from tests.leviathan.table import fighters, ship, table
from tests.leviathan.test_secrets import SIDES, seen

SECRET = {
    Ship: {
        "weapons", "maneuver", "shield_power", "ordered_power", "ordered_shields", "power_marks", "support", "bound", "ground_target", "repairs",
        "spare_bays", "spare_shields", "faces", "ram_change", "ram_damage", "ftl", "sheet_below", "cargo",
    },
    FighterUnit: {"pilots", "ramming", "ground_target", "loads", "stores", "mission"},
    GroundThing: {"name", "kind", "terrain", "mode", "century_type", "hits", "gone", "used", "placed", "hex"},
    Lifeboat: set[str](),
    State: {"designs", "craft"},
    Ground: set[str](),
    At: {"rolls", "inbox"},
}  # fmt: skip
"""What another seat never sees; of troops as long as nobody has found them. Of a phase's memory see `MEMORY`."""
OPEN = {
    Ship: {
        "id", "name", "side", "sheet", "hex", "heading", "velocity", "kind", "rolled", "drift", "skill", "armor", "internals", "shields", "shorted",
        "broken", "bays", "salvos", "plant_shorts", "sld_shorts", "left_out", "right_out", "spinal_shorts", "turret_fc", "turret_halves", "effects",
        "pending", "destroyed", "exploded", "left", "crashed", "row_boxes", "row_fresh", "by", "entered", "arrived", "ramming", "told", "waiting",
        "shields_lost", "commander", "bridge", "struck", "patched", "evacuation", "course", "translating", "below",
    },
    FighterUnit: {
        "id", "name", "side", "size", "fighters", "thrust", "rows", "cra", "lra", "missile_attack", "hex", "missiles_left", "lost",
        "aboard", "aboard_since", "down", "fresh", "base", "destroyed", "left", "by", "entered", "arrived", "waiting", "lost_before", "recovers",
        "landing", "landed", "landed_on",
    },
    GroundThing: {"id", "side", "in_battle", "spotted"},
    Lifeboat: {"id", "name", "side", "home", "hex", "people", "fresh", "heading", "velocity", "thrust", "status"},
    State: {
        "at", "sides", "layout", "sheets", "ships", "fighters", "ground", "turn", "turn_limit", "standing", "interceptor", "options", "rules",
        "victory", "initiative", "moves", "hurt", "rolled_reinforcements", "due", "ended", "verdict", "zones", "wings", "moves_first", "commanders",
        "lifeboats",
    },
    Ground: {"known", "things", "battles"},
    At: {"phase", "stage", "turn", "memo"},
}  # fmt: skip
"""What lies on the table, or is told to everybody when it happens."""
MEMORY = {"sequence", "left", "moved"}
"""What everybody sees of a phase's memory, in the Movement Phase: who has moved and who is still to move."""


@pytest.mark.parametrize("kind", list(SECRET), ids=lambda kind: kind.__name__)
def test_every_field_is_secret_or_in_the_open(kind: Any) -> None:
    """A field that is added has to be put in one of the lists."""
    assert SECRET[kind] | OPEN[kind] == set(kind.__struct_fields__)
    assert not SECRET[kind] & OPEN[kind]


def other_value(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "c1" if value != "c1" else "c2"
    if isinstance(value, list):
        return value[1:] if value else ["another"]
    if isinstance(value, dict):
        return {} if value else {"another": 1}
    return type(value)(*(other_value(part) for part in value)) if isinstance(value, tuple) else value


def hidden(thing: GroundThing, side: str) -> bool:
    return thing.side == side and not thing.in_battle and not any(other != side for other in thing.spotted)


def owned(state: State, side: str) -> Iterator[Any]:
    """Everything of a side that has secrets."""
    yield from state.of_side(side)
    yield from (unit for unit in state.fighters.values() if unit.side == side)
    yield from (thing for thing in state.ground.things.values() if hidden(thing, side))


def otherwise(state: State, side: str) -> State:
    """The battle with every secret of a side another one, field by field."""
    other = clone(state)
    for unit in owned(other, side):
        for name in sorted(SECRET[type(unit)]):
            setattr(unit, name, other_value(getattr(unit, name)))
    other.designs, other.craft = {"another": "ship"}, {"another": "craft"}
    other.at.rolls += 1
    memo = {name: value for name, value in other.at.memo.items() if name in MEMORY and other.at.phase == "movement"}
    other.at.memo = {"chosen": ["another"], "orders": {"another": {}}, "salvos": [], "another": True} | memo
    return other


@pytest.mark.parametrize("seed", [0, 1, 4])
@pytest.mark.parametrize("side", SIDES)
def test_secret_fields_change_nothing_that_another_seat_gets(seed: int, side: str) -> None:
    """Its view, the map, the sheets, and of its decisions the offers, the refusals and what is to come."""
    (seat,) = [s for s in SIDES if s != side]
    asked = [moment for moment in moments(seed) if any(d.seat == seat for d in moment.pending)]
    for moment in asked[::3]:
        other = otherwise(moment.state, side)
        assert encode(other) != encode(moment.state)
        assert seen(other, seat, moment) == seen(moment.state, seat, moment), (moment.phase, moment.pending)
    assert asked


def test_the_other_list_is_in_the_open() -> None:
    """What is not secret is seen: nobody is kept from what lies on the table."""
    moment: Moment = moments(0)[-1]
    for kind, units in ((Ship, "ships"), (FighterUnit, "fighters")):
        for name in sorted(OPEN[kind] - {"id", "side", "evacuation", "bays", "hex"}):
            other = clone(moment.state)
            for unit in getattr(other, units).values():
                if unit.side == "tog":
                    setattr(unit, name, other_value(getattr(unit, name)))
            assert encode(ENGINE.view(other, "rl")) != encode(ENGINE.view(moment.state, "rl")), name


def test_fighters_loaded_for_the_ground_look_like_others() -> None:
    # given a squadron with ground loads, which carries no missiles against fighters, and one like it without them
    units = [fighters(name, "gladius_flight", "rl", "1:1003", mission=mission) for name, mission in (("a", "ground"), ("b", "fighters"))]
    state = table([ship("shiva", "shiva", "tog", "2:1310")], fighters=units)
    assert state.fighters["a"].missile_attack == 0 < state.fighters["b"].missile_attack
    # then the enemy sees no difference, and the own side does
    seen = ENGINE.view(state, "tog").state.fighters
    assert (seen["a"].mission, seen["a"].missile_attack) == (seen["b"].mission, seen["b"].missile_attack)
    assert ENGINE.view(state, "rl").state.fighters["a"].mission == "ground"
