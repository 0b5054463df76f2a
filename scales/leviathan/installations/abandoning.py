"""Giving an installation up: the order, and the launch of its lifeboats (leviathan: Abandoning an Installation).

Ordered in one Movement Phase, the boats go at the beginning of the next one. Where the Lifeboat System was damaged before the order they are
launched by hand, which takes two turns; where it was damaged since, each boat rolls a die, and those that fail begin by hand a turn later.
"""

from scales.engine import Check, Decision
from scales.leviathan.installations import boats
from scales.leviathan.state import Lifeboat, Ship, State
from scales.play import Play

RULE = "leviathan: Abandoning an Installation"
ROOM = 20
"""Percent of the normal population that a boat has room for."""
AUTOMATIC, MANUAL = "automatic", "manual"
BY_HAND = 2
"""Turns that it takes to launch by hand."""


def may_abandon(ship: Ship) -> bool:
    return ship.kind != "ship" and ship.alive and not ship.abandoned


def asked(state: State, side: str) -> list[Decision]:
    """Whether a side gives up any of its installations."""
    units = [s.id for s in state.of_side(side) if may_abandon(s)]
    prompt = "Which installations are abandoned?"
    return [Decision(f"abandon:{side}", state.seat_of(side), "abandon", prompt, units, sealed=True)] if units else []


def declare(play: Play[State]) -> list[Decision]:
    """Commanders of installations may give the order during the Movement Phase."""
    state = play.state
    if play.asks_first() and (wanted := [d for side in state.sides for d in asked(state, side.id)]):
        return wanted
    for key in sorted(play.answers):
        for unit, order in sorted(play.answers[key].choices.items()):
            if order["abandon"] and may_abandon(state.ships[unit]):
                order_given(play, state.ships[unit])
    return []


def system_works(ship: Ship) -> bool:
    return not ship.effects.get("lifeboat_system")


def load(ship: Ship) -> int:
    """Percent of the normal population in each boat: spread evenly, no more than a boat has room for."""
    return min(ROOM, 100 // ship.evacuation.boats) if ship.evacuation.boats else 0


def launch_turn(state: State, ship: Ship) -> int:
    """The turn in whose Movement Phase the boats of an installation given up now are launched."""
    return state.turn + (1 if system_works(ship) else BY_HAND)


def order_given(play: Play[State], ship: Ship) -> None:
    """No further action from now on; the shields stay as they are."""
    escape = ship.evacuation
    escape.load, escape.due = load(ship), launch_turn(play.state, ship)
    escape.launching = AUTOMATIC if system_works(ship) else MANUAL
    how = "" if system_works(ship) else " by hand, since the lifeboat system is damaged"
    text = f"{ship.name} is abandoned: its {escape.boats} lifeboats are launched{how} in turn {escape.due}; its shields stay as they are."
    data = {"boats": escape.boats, "launching": escape.launching, "turn": escape.due, "people": escape.load}
    play.tell("abandoned", text, RULE, units=[ship.id], data=data)


# ---- the launch ----------------------------------------------------------------------------------------------------


def launch_boats(play: Play[State]) -> list[Decision]:
    """The beginning of the Movement Phase: boats that are due are placed in their installation's hex."""
    for ship in play.state.ships.values():
        if ship.abandoned and ship.alive and ship.evacuation.boats and ship.evacuation.due == play.state.turn:
            _launch(play, ship)
    return []


def _launch(play: Play[State], ship: Ship) -> None:
    escape = ship.evacuation
    checks = [] if escape.launching == MANUAL or system_works(ship) else [_try(play, ship, n) for n in range(escape.boats)]
    failed = sum(not check.passed for check in checks)
    away = [_put_out(play.state, ship) for _ in range(escape.boats - failed)]
    if failed:
        escape.launching, escape.due = MANUAL, play.state.turn + 1 + BY_HAND
    text = f"{ship.name} launches {len(away)} lifeboats"
    text += f"; {failed} fail and are launched by hand in turn {escape.due}" if failed else ""
    play.tell("lifeboats_launched", f"{text}.", RULE, units=[ship.id, *(b.id for b in away)], checks=checks,
              data={"launched": len(away), "failed": failed, "people": escape.load})  # fmt: skip
    if ship.kind == "ground":
        for boat in away:
            boats.land(play, boat)


def _try(play: Play[State], ship: Ship, number: int) -> Check:
    """A damaged system lets a boat go on an odd number."""
    roll = play.dice.d10(f"lifeboat {number + 1} of {ship.name}")
    return Check("launch of a lifeboat, odd", 0, [], 0, roll, roll % 2 == 1, RULE)


def _put_out(state: State, ship: Ship) -> Lifeboat:
    number = sum(b.home == ship.id for b in state.lifeboats.values()) + 1
    boat = Lifeboat(state.free_id(f"{ship.id}-lifeboat-", number), f"Lifeboat {number} of {ship.name}", ship.side, ship.id, ship.hex,
                    ship.evacuation.load, state.turn)  # fmt: skip
    state.lifeboats[boat.id] = boat
    ship.evacuation.boats -= 1
    return boat
