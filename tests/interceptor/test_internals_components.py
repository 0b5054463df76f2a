"""Every component of the hit tables, hit as often as it has effects: what it does in play, and what the sheet says of it.

c1, an Avenger, is four hexes behind t1, a Gladius on heading 1; both are in space in turn 1. Component names are printed, effects designed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from scales.interceptor.combat.combat import can_fire
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.damage.condition import gunnery, piloting, shield, shots_allowed, thrust
from scales.interceptor.damage.damage import take_effect
from scales.interceptor.ground_attack.announce import choices
from scales.interceptor.initiative.initiative import open_turn
from scales.interceptor.missiles.lock_on import can_launch, lock_number, targets_of
from scales.interceptor.missiles.seeking import may_follow
from scales.interceptor.movement.flight import STRAIGHT, Plan, cost
from scales.interceptor.movement.handling import handling
from scales.interceptor.state import Battle, Craft, Shot, State
from scales.interceptor.tables import hit_tables, missiles, table
from tests.interceptor.scenes import aim, board_of, craft, play_of


@dataclass
class Field:
    """Two craft; `c1` fires at `t1`."""

    state: State
    t1: Craft
    c1: Craft

    def hit(self, who: Craft, part: str, *dice: int) -> None:
        """A component of a craft is hit, and takes effect at the end of the phase."""
        who.fresh.append(part)
        take_effect(play_of(self.state, *dice), who)

    def number(self, hexes: int) -> int:
        """What c1 needs from so many hexes behind t1."""
        self.c1.row = self.t1.row + hexes
        return aim(self.state, self.c1, self.t1).target

    def guns(self, turn: int) -> int:
        """How many weapons of c1 bear on t1 in a turn."""
        self.state.at.turn = turn
        return len(Gunner(self.state, self.c1).strongest(self.t1))


def field(**more: object) -> Field:
    state = board_of(craft("t1", "gladius", "1:1006", heading=1, **more), craft("c1", "avenger", "1:1010", heading=1))
    return Field(state, state.craft["t1"], state.craft["c1"])


# --- cockpit --------------------------------------------------------------------------------------------------------------------------


def pilot() -> None:
    f = field()
    clean, skill = f.number(4), piloting(f.c1)
    for loss in (1, 2):
        f.hit(f.c1, "pilot")
        assert (f.number(4), piloting(f.c1)) == (clean - loss, skill - loss)
    f.hit(f.c1, "pilot", 7)
    assert (f.c1.where, f.c1.crew) == ("destroyed", "ejected")
    f = field()
    f.c1.marks = {"pilot": 2}
    f.hit(f.c1, "pilot", 8)
    assert (f.c1.where, f.c1.crew) == ("destroyed", "dead")


def life_support() -> None:
    f = field()
    f.hit(f.c1, "life_support")
    wounds = []
    for _ in range(12):
        open_turn(play_of(f.state))
        wounds.append(f.c1.marks.get("pilot", 0))
    assert wounds == [0] * 10 + [1, 2], "nothing for ten turns, then a wound each turn"


def navigation() -> None:
    f = field()
    decision = Decision("move:0", "com", "move", "Move.", ["c1"])
    faster = [f.c1.velocity + 1, thrust(f.c1, 1)]

    def faults(much: int) -> list[str]:
        orders = Orders({"move": {"craft": "c1", "faster": much, "turns": [0] * (much + 1)}})
        return [fault.code for fault in ENGINE.check(ENGINE.view(f.state, "com"), decision, orders)]

    assert [faults(much) for much in faster] == [[], []]
    f.hit(f.c1, "navigation")
    assert [faults(much) for much in faster] == [[], ["thrust"]], "seven of thrust, six of them safe"


# --- electronics ----------------------------------------------------------------------------------------------------------------------


def computer_transponder() -> None:
    f = field()
    own = Shot("m", "tgm", "com", "c2", "t1", 10, 12, 0, 1)
    assert not may_follow(f.state, own, f.c1)
    f.hit(f.c1, "computer_transponder")
    assert may_follow(f.state, own, f.c1), "a TGM of its own side may take it for an enemy"


def long_range_sensors() -> None:
    f = field()

    def locked(hexes: int) -> list[str]:
        f.c1.row = f.t1.row + hexes
        return [t.id for t in targets_of(f.state, f.c1, "sss")]

    assert locked(11) == ["t1"]
    f.hit(f.c1, "long_range_sensors")
    assert (locked(10), locked(11)) == (["t1"], [])


def scanner_systems() -> None:
    f = field()
    near, far = f.number(3), f.number(4)
    f.hit(f.c1, "scanner_systems")
    assert (f.number(3), f.number(4)) == (near, far - 1)


def main_weapons_control() -> None:
    f = field()
    assert f.guns(1) == 5
    f.hit(f.c1, "main_weapons_control")
    assert f.guns(1) == 4
    decision = Decision("fire:com", "com", "fire", "Declare fire.", ["c1"], True)
    all_five = Orders({"c1": {"fire": {str(n): "t1" for n in range(5)}}})
    assert [fault.code for fault in ENGINE.check(ENGINE.view(f.state, "com"), decision, all_five)] == ["too_many"]


def auxiliary_weapons_controls() -> None:
    f = field()
    f.hit(f.t1, "auxiliary_weapons_controls")
    assert (len(can_fire(Gunner(f.state, f.t1))), can_launch(f.state, f.t1)) == (1, ["sss"]), "nothing while the main control works"
    f.hit(f.t1, "main_weapons_control")
    assert (can_fire(Gunner(f.state, f.t1)), can_launch(f.state, f.t1)) == ([], []), "no weapon fires, none is launched"


def comm_system() -> None:
    state = board_of(craft("t1", "gladius", "1:0114", mission="ground"), layout="three_game")
    t1 = state.craft["t1"]
    state.battles["b"] = Battle("b", 1, 14, ["tog", "com"])
    assert {c["do"] for c in choices(state, t1)} >= {"strafing", "dive_bombing"}
    t1.fresh = ["comm_system"]
    take_effect(play_of(state), t1)
    assert not {c["do"] for c in choices(state, t1)} & {"strafing", "dive_bombing"}


def target_locking_circuits() -> None:
    f = field()
    assert sum(m.value for m in lock_number(f.t1, missiles()["sss"])[1]) == 0
    f.hit(f.t1, "target_locking_circuits")
    assert sum(m.value for m in lock_number(f.t1, missiles()["sss"])[1]) == -2


def target_tracking_circuits() -> None:
    costs("target_tracking_circuits", 1)


def range_finder_circuits() -> None:
    costs("range_finder_circuits", 1)


def fire_computer() -> None:
    costs("fire_computer", 2)


def costs(part: str, much: int) -> None:
    """So much to hit, and as much again for each further hit."""
    f = field()
    clean = f.number(4)
    for hits in (1, 2):
        f.hit(f.c1, part)
        assert f.number(4) == clean - hits * much


# --- weapons --------------------------------------------------------------------------------------------------------------------------


def weapon_short() -> None:
    f = field()
    f.hit(f.c1, "weapon_short:bow", 1)
    assert [f.guns(turn) for turn in (1, 2, 3)] == [5, 4, 5], "the next turn, and that one only"


def massive_weapon_short() -> None:
    f = field()
    f.hit(f.t1, "massive_weapon_short")
    f.hit(f.c1, "massive_weapon_short")
    assert [f.guns(turn) for turn in (1, 2, 3)] == [5, 0, 5]
    f.state.at.turn = 2
    assert can_launch(f.state, f.t1) == []


def weapon_destroyed() -> None:
    f = field()
    f.hit(f.c1, "weapon_destroyed:left", 2)
    assert [(m.weapon, m.location) for m in f.c1.mounts if m.gone] == [("mdc_8", "left")]
    f.hit(f.c1, "weapon_destroyed:left", 1)
    f.hit(f.c1, "weapon_destroyed:left", 1)
    assert [m.location for m in f.c1.mounts if m.gone] == ["left", "left", "bow"], "none is left there: clockwise comes the bow"
    assert [f.guns(turn) for turn in (1, 2)] == [2, 2]


# --- shields --------------------------------------------------------------------------------------------------------------------------


def shield_short() -> None:
    f = field()
    f.hit(f.t1, "shield_short:stern")
    assert [shield(f.t1, "stern", turn) for turn in (1, 2, 3)] == [60, 0, 60]


def shield_destroyed() -> None:
    f = field()
    clean = f.number(4)
    f.hit(f.t1, "shield_destroyed:stern")
    assert f.number(4) == clean + 6
    assert shield(f.t1, "bow", 1) == 60


def shield_power_converter() -> None:
    f = field()
    for bow, left in ((30, 20), (15, 10), (7, 5)):
        f.hit(f.t1, "shield_power_converter")
        assert (shield(f.t1, "bow", 1), shield(f.t1, "left", 1)) == (bow, left), "halved, rounded down"


# --- engines --------------------------------------------------------------------------------------------------------------------------


def vector_thruster() -> None:
    f = field()
    left, right = Plan(0, (-1,)), Plan(0, (1,))

    def price(plan: Plan) -> int:
        return cost(plan, 0, handling(f.state, f.c1))

    assert (price(left), price(right)) == (1, 1)
    f.hit(f.c1, "vector_thruster:left")
    assert (price(left), price(right)) == (2, 1)
    f.hit(f.c1, "vector_thruster:left")
    assert price(left) > STRAIGHT > price(right)
    f = field()
    f.hit(f.c1, "vector_thruster:stern")
    assert (price(left), price(right)) == (2, 2), "the stern thruster serves both sides"
    f.hit(f.c1, "vector_thruster:stern")
    assert min(price(left), price(right)) > STRAIGHT


def drive_short() -> None:
    f = field()
    f.hit(f.c1, "drive_short")
    assert [thrust(f.c1, turn) for turn in (1, 2, 3)] == [7, 0, 7]


def drive() -> None:
    f = field()
    for left in (5, 4, 2, 0, 0):
        f.hit(f.c1, "drive")
        assert thrust(f.c1, 1) == left, "quarters of seven, halves up"


def power_coupling() -> None:
    f = field()
    f.hit(f.c1, "power_coupling")
    assert [shield(f.c1, "bow", turn) for turn in (1, 2, 3)] == [50, 0, 50]
    assert [f.guns(turn) for turn in (1, 2, 3)] == [5, 2, 5], "two mass drivers are no beam weapons"


def plant() -> None:
    f = field()
    for guns, bow in ((4, 50), (3, 50), (3, 0)):
        f.hit(f.c1, "plant")
        assert (f.guns(1), shield(f.c1, "bow", 1)) == (guns, bow)
    f.hit(f.c1, "plant")
    assert f.c1.where == "destroyed"


# --- air and hull ---------------------------------------------------------------------------------------------------------------------


def anti_grav_drive() -> None:
    falls("ludicrum_secundus", "anti_grav_drive", "atmospheric_controls")


def atmospheric_controls() -> None:
    falls("gladius", "atmospheric_controls", "anti_grav_drive")


def falls(kind: str, part: str, other: str) -> None:
    """A craft that flies by one system alone crashes when it is hit; one with both flies on by the other."""
    state = board_of(craft("t1", kind, "1:0310"), craft("t2", "pegasus", "1:0410"), layout="three_game")
    one, both = state.craft["t1"], state.craft["t2"]
    one.fresh, both.fresh = [part], [part]
    take_effect(play_of(state, 7), one)
    take_effect(play_of(state), both)
    assert (one.where, one.crew, both.where) == ("destroyed", "ejected", "board")
    both.fresh = [other]
    take_effect(play_of(state), both)
    assert both.where == "destroyed"


def superstructure() -> None:
    f = field()
    for hits in (1, 2):
        f.hit(f.c1, "superstructure")
        assert (f.c1.marks["superstructure"], f.c1.where, f.guns(1), f.number(4)) == (hits, "board", 5, field().number(4))
    f.hit(f.c1, "superstructure", 8)
    assert (f.c1.where, f.c1.crew) == ("destroyed", "dead")


CASES: list[Callable[[], None]] = [
    pilot, life_support, navigation, computer_transponder, long_range_sensors, scanner_systems, main_weapons_control,
    auxiliary_weapons_controls, comm_system, target_locking_circuits, target_tracking_circuits, range_finder_circuits, fire_computer,
    weapon_short, massive_weapon_short, weapon_destroyed, shield_short, shield_destroyed, shield_power_converter, vector_thruster,
    drive_short, drive, power_coupling, plant, anti_grav_drive, atmospheric_controls, superstructure,
]  # fmt: skip


@pytest.mark.parametrize("effect", CASES, ids=lambda case: case.__name__)
def test_what_a_component_does_when_hit(effect: Callable[[], None]) -> None:
    effect()


def test_every_component_of_the_tables_has_its_test() -> None:
    assert {case.__name__ for case in CASES} == set(hit_tables("").components)


@pytest.mark.parametrize("part", hit_tables("").components)
def test_a_hit_is_told_and_stands_on_the_sheet(part: str) -> None:
    """What takes effect is told with what it does; what lasts is on the sheet with it, what passes is there until it has passed."""
    f = field()
    f.c1.marks = {"pilot": 0}
    f.c1.fresh = [f"{part}:bow" if part in ("weapon_short", "weapon_destroyed", "shield_short", "shield_destroyed") else part]
    if part == "vector_thruster":
        f.c1.fresh = [f"{part}:left"]
    play = play_of(f.state, *([1] if part.startswith("weapon") else []))
    take_effect(play, f.c1)
    (event,) = play.events
    assert event.rule == "interceptor: Internal Damage"
    assert "c1" in event.text
    found = ENGINE.record(ENGINE.view(f.state, "tog"), "c1")
    if part.startswith("weapon"):
        f.state.at.turn = 2
        states = [w["state"] for w in ENGINE.record(ENGINE.view(f.state, "tog"), "c1")["weapons"]]
        assert states.count("shorted" if part == "weapon_short" else "destroyed") == 1
    else:
        row = next(row for row in found["systems"] if row["effect"] in event.text)
        assert row["state"] == ("hit 1 time" if part not in table("internals")["shorts"] else "shorted next turn")


def test_a_fault_renewed_while_it_lasts_goes_on() -> None:
    f = field()
    f.hit(f.c1, "drive_short")
    f.state.at.turn = 2
    f.hit(f.c1, "drive_short")
    assert [thrust(f.c1, turn) for turn in (2, 3, 4)] == [0, 0, 7]


def test_fewer_weapons_are_fewer_of_those_that_work() -> None:
    f = field()
    f.hit(f.c1, "weapon_destroyed:left", 1)
    f.hit(f.c1, "plant")
    assert (shots_allowed(f.c1, 1), f.guns(1)) == (3, 3)
    assert gunnery(f.c1) == 4


def test_life_support_lost_in_an_earlier_battle_counts_from_the_first_turn() -> None:
    state = board_of(craft("t1", "gladius", "1:1006", sheet={"marks": {"life_support": 1}}), craft("c1", "avenger", "1:1010"))
    state.at.turn = 0
    wounded = []
    for _ in range(12):
        open_turn(play_of(state))
        wounded.append(state.craft["t1"].marks.get("pilot", 0))
    assert wounded == [0] * 11 + [1]
