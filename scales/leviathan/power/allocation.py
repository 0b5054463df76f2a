"""The Power Allocation Phase: every side's orders for weapons, drives and, by the optional rule, shields (leviathan: Power Allocation).

They are sealed and revealed together; what is not used in the turn is lost.
"""

from scales.engine import Decision
from scales.leviathan.power import blocks, marks, power_orders, shields
from scales.leviathan.power.power_orders import Order
from scales.leviathan.state import Ship, State
from scales.play import Play


def allocate(play: Play[State]) -> list[Decision]:
    """Ask every seat for its ships' power, sealed; ships without a choice are set."""
    state = play.state
    if play.asks_first():
        wanted = [d for s in state.sides if (d := asked(state, s.id))]
        asked_for = {u for d in wanted for u in d.units}
        _share_out(play, {s.id: usual(state, s) for s in state.ships.values() if s.alive and s.id not in asked_for})
        return wanted
    _share_out(play, _orders(play))
    return []


def asked(state: State, side: str) -> Decision | None:
    """What a side is asked of its ships that have a choice."""
    units = [s.id for s in state.of_side(side) if s.alive and has_choice(state, s)]
    if not units:
        return None
    prompt = "Allocate power between weapons and maneuver drives."
    if any(shields.shared(state, state.ships[u]) for u in units):
        prompt = "Allocate power among weapons, maneuver drives and shields, and set the shields."
    return Decision(f"power:{side}", state.seat_of(side), "power", prompt, units, sealed=True)


def has_choice(state: State, ship: Ship) -> bool:
    """May it share its power out in more than one way, or set shields that have power?"""
    return len(blocks.allocations(state, ship)) > 1 or (ship.controlled and ship.power > 0 and shields.shared(state, ship))


def usual(state: State, ship: Ship) -> Order:
    """What happens without an order: the normal allocation; what was ordered last on a ship without a bridge."""
    given = blocks.allocations(state, ship)[0]
    if not shields.shared(state, ship):
        return Order(given, ship.shields)
    if ship.abandoned:  # its shields stay as they are (leviathan: Abandoning an Installation)
        return Order(given, ship.shields)
    if not ship.controlled:
        return Order(given, shields.kept(ship, given.shields))
    return Order(given, shields.built(ship) if given.shields else dict.fromkeys(shields.sides(ship), 0))


def _orders(play: Play[State]) -> dict[str, Order]:
    """What was ordered; the usual where a ruling has changed the ship so much meanwhile that it cannot be done."""
    state, found = play.state, {}
    for key in sorted(play.answers):
        for ship_id, order in sorted(play.answers[key].choices.items()):
            ship = state.ships[ship_id]
            if ship.alive:
                found[ship_id] = usual(state, ship) if power_orders.faults(state, ship, order) else power_orders.read(state, ship, order)
    return found


def _share_out(play: Play[State], orders: dict[str, Order]) -> None:
    """Set power and shields, and tell it: power to its own side, shields to everybody."""
    state = play.state
    before = {unit: dict(state.ships[unit].shields) for unit in orders}
    for unit, order in orders.items():
        _set(state, state.ships[unit], order)
    for side in state.sides:
        _tell_power(play, side.id, [u for u in orders if state.ships[u].side == side.id])
    _tell_shields(play, [u for u in orders if state.ships[u].shields != before[u]])


def _set(state: State, ship: Ship, order: Order) -> None:
    is_shared = shields.shared(state, ship)
    ship.weapons, ship.maneuver, ship.shield_power = order.blocks
    if is_shared:
        ship.shields = dict.fromkeys(ship.shields, 0) | order.settings
    if ship.controlled and ship.power:
        ship.ordered_power, ship.ordered_shields = list(order.blocks), dict(order.settings) if is_shared else {}
    marks.mark(ship, state.turn, shields=is_shared)


def _tell_power(play: Play[State], side: str, units: list[str]) -> None:
    """Ships that have a choice and did not take the normal allocation."""
    ships = [play.state.ships[u] for u in sorted(units)]
    shunted = [s for s in ships if has_choice(play.state, s) and (s.weapons, s.maneuver, s.shield_power) != (1, 1, 1)]
    if shunted:
        text = f"Power is shunted: {'; '.join(f'{s.name} ({words(play.state, s)})' for s in shunted)}."
        data = {s.id: {"weapons": s.weapons, "maneuver": s.maneuver, "shields": s.shield_power} for s in shunted}
        play.tell("power", text, power_orders.RULE, units=[s.id for s in ships], data={"blocks": data}, seen_by=[side])


def words(state: State, ship: Ship) -> str:
    """'double to weapons, none to drives'."""
    parts = [(ship.weapons, "weapons")]
    parts += [(ship.maneuver, "drives")] if ship.kind == "ship" else []
    parts += [(ship.shield_power, "shields")] if shields.shared(state, ship) else []
    return ", ".join(f"{blocks.ALLOTMENTS[number]} to {name}" for number, name in parts)


def _tell_shields(play: Play[State], units: list[str]) -> None:
    ships = [play.state.ships[u] for u in sorted(units)]
    if ships:
        text = f"Shields are set: {'; '.join(f'{s.name} {shields.words(s.shields)}' for s in ships)}."
        play.tell("shields", text, shields.RULE, units=[s.id for s in ships], data={"shields": {s.id: dict(s.shields) for s in ships}})
