"""What a vehicle loses on its way counts at once: driver, helm, vanes, sensors, thrust (Exceeding the Speed Limit, Driver Hit, Helm, R-CEN-53)."""

from typing import Any

from scales import armor
from scales.centurion.combat import internals
from scales.centurion.movement import maneuver
from scales.centurion.state import BattleState, Mark, Vehicle
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle

MINES_MISS = 10


def flying(velocity: int = 8, woods: str = "", kind: str = "l") -> BattleState:
    """A Horatius northward from 1012 with enemy mines in its second hex, and perhaps a hex of woods."""
    changes = {woods: f"0{kind}"} if woods else {}
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=velocity), changes=changes)
    state.ground.mines["1010"] = "cw"
    return state


def hurt(state: BattleState, *systems: str) -> BattleState:
    """A box of each system is gone, which takes effect with whatever the mines do."""
    target = state.vehicles["h"]
    for system in systems:
        name, drawn = next((n, d) for n, d in internals.sheet_of(target).items() if system in d.boxes)
        row = next(r for r, found in enumerate(drawn.rows) if system in found)
        assert armor.mark(internals.grid(target, name), row + 1, drawn.rows[row].index(system) + 1)
        target.queued.append(Mark(system, 1))
    return state


def fly(state: BattleState, order: dict[str, Any], *dice: int) -> tuple[Vehicle, list[str]]:
    run = play(state, MINES_MISS, *dice)
    maneuver.carry_out(run, state.vehicles["h"], order)
    run.dice.done()  # type: ignore[attr-defined]
    return state.vehicles["h"], [event.kind for event in run.events if event.kind not in ("mines", "system_lost", "crew_hit")]


def test_who_loses_its_driver_flies_on_straight() -> None:
    mover, kinds = fly(hurt(flying(), "driver"), {"kind": "grav", "path": "FFRFFRFFFF", "decelerate": 6}, 10)
    assert mover.crew["driver"] == "unconscious"
    assert mover.hex == hex_of("1004")
    assert (mover.facing, mover.velocity) == (1, 8)
    assert kinds == ["moved", "drifts"]


def test_without_helm_it_strikes_what_lies_ahead() -> None:
    mover, _ = fly(hurt(flying(10, "1008", "h"), "helm"), {"kind": "grav", "path": "FFRFFFFFFFF"}, 2)
    assert (mover.hex, mover.velocity) == (hex_of("1008"), 0)


def test_control_lost_in_the_last_hex_only_forbids_braking() -> None:
    mover, kinds = fly(hurt(flying(2), "helm"), {"kind": "grav", "path": "FF", "decelerate": 2})
    assert (mover.velocity, kinds) == (2, ["moved"])


def test_without_the_vane_a_turn_to_that_side_is_not_made() -> None:
    mover, kinds = fly(hurt(flying(), "right_vane"), {"kind": "grav", "path": "FFRFFLFFFF", "decelerate": 6})
    # straight for four hexes, then the left turn that its vane allows
    assert mover.facing == 6
    assert (mover.hexes_moved, mover.velocity, kinds) == (8, 2, ["moved"])


def test_speed_limits_are_halved_as_soon_as_the_sensors_fail() -> None:
    # light woods have a limit of 8, then of 4: four over, three or less
    mover, kinds = fly(hurt(flying(8, "1009"), "tsr_a", "tsr_b"), {"kind": "grav", "path": "FFFFFFF", "decelerate": 6}, 3)
    assert kinds == ["exceeded_limit", "moved"]
    assert mover.velocity == 2


def test_braking_is_limited_to_the_thrust_that_is_left() -> None:
    mover, _ = fly(hurt(flying(6), "thrust_2_4"), {"kind": "grav", "accelerate": 2, "path": "FFFFFFFF", "decelerate": 4})
    # a thrust of 6 is now 3, of which 2 went into accelerating
    assert mover.velocity == 7
