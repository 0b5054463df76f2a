"""A path that does not spend its velocity is a legal order that grounds the vehicle (Grounding); no offer does so without saying it."""

from typing import Any

import pytest

from scales.centurion.engine import CenturionEngine
from scales.centurion.movement import grav_orders, grounding, maneuver, orders
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.movement.move_orders import read
from scales.centurion.state import Vehicle
from tests.centurion import battles
from tests.centurion.field import battle, play, vehicle

ENGINE = CenturionEngine()


@pytest.mark.parametrize("ground", [False, True])
@pytest.mark.parametrize(("moved", "brake"), [(3, 0), (3, 2), (6, 0), (0, 0)])
def test_velocity_left_grounds_whatever_the_order_says_of_grounding(moved: int, brake: int, ground: bool) -> None:
    # given a tank at velocity 8 and a path that is too short
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=8))
    tank = state.vehicles["h"]
    order: dict[str, Any] = {"kind": "grav", "path": "F" * moved, "decelerate": brake, "ground": ground}
    # then the order is legal
    assert orders.faults_of(state, tank, order) == []
    # when it is carried out
    told = play(state)
    maneuver.carry_out(told, tank, order)
    # then the tank grounds, ten points for each that braking left, and the log says why
    left, grounded = 8 - brake, next(event for event in told.events if event.kind == "grounded")
    why = "" if ground else ", it did not spend its velocity"
    assert grounded.text.startswith(f"h grounds at velocity {left}{why}: {10 * left} points on the bottom")
    assert (tank.mode, tank.velocity) == ("grounded", 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_offer_leaves_velocity_unless_it_says_that_it_grounds(seed: int) -> None:
    unspent = []
    for moment in battles.battle(seed).moments:
        for decision in [d for d in moment.pending if d.kind == "move"]:
            view = ENGINE.view(moment.before, decision.seat)
            for slot in ENGINE.offers(view, decision):
                unit = view.state.unit(slot.unit)
                flights = [(o.label, order) for o in slot.options if isinstance(order := read(o.order), GravMove)]
                for label, order in flights if isinstance(unit, Vehicle) else []:
                    spent = grav_orders.walk(view.state, unit, order).spent
                    forced = grounding.must_ground(grav_orders.velocity_of(unit, order), spent)
                    unspent += [label] if forced and not label.startswith("ground in ") else []
    assert unspent == []
