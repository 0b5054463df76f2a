"""Launch and recovery of fighters, and their return from the board below (centurion: Launching Fighters; rulings R-LEV-36, R-LEV-43)."""

from collections.abc import Mapping

from scales.codec import typed
from scales.engine import Decision, Json
from scales.leviathan import board
from scales.leviathan.damage import damage
from scales.leviathan.fighters import below, decks
from scales.leviathan.state import FighterUnit, Ship, State
from scales.messages import FightersUp
from scales.play import Play

BOXES_PER_CRAFT = 6


def returns(play: Play[State]) -> list[Decision]:
    """Units whose craft have all left the board below are back on this one; each craft lost costs six boxes."""
    state = play.state
    for delivery in play.mail("fighters_up"):
        message = typed(delivery.data, FightersUp)
        unit = state.fighters.get(message.unit)
        if unit is None or not unit.down or unit.destroyed:
            continue
        unit.down = False
        if not message.appeared:
            text = f"None of {unit.name} appeared below; it stays in {board.label(state.sheets, unit.hex)}."
        else:
            unit.hex = board.parse(state.sheets, message.hex)
            taken = min(unit.boxes_left, BOXES_PER_CRAFT * message.craft_lost)
            unit.lost += taken
            state.hurt = state.turn if taken else state.hurt
            text = (
                f"{unit.name} is back in {message.hex}; {message.craft_lost} of {message.craft_shown} craft shown are lost, {taken} boxes."
            )
        if not unit.boxes_left:
            damage.lose(unit, "")
            text += " It is gone."
        play.tell("fighters_up", text, "centurion: Moving Between Leviathan and Interceptor Boards", units=[unit.id],
                  data={"hex": list(unit.hex), "boxes_left": unit.boxes_left}, cause=delivery.cause)  # fmt: skip
        below.take_back(play, unit, message, delivery.cause)
    return []


def launch_and_recover(play: Play[State]) -> list[Decision]:
    """Every side launches and recovers, sealed."""
    state = play.state
    if play.asks_first() and (wanted := _wanted(state)):
        return wanted
    orders = {u: order for key in sorted(play.answers) for u, order in sorted(play.answers[key].choices.items())}
    able = {u: order for u, order in orders.items() if not decks.faults(state, state.fighters[u], order)}
    for unit_id in [u for u in able if able[u]["do"] == "launch"]:
        _launch(play, state.fighters[unit_id])
    _break_off(state, able)
    used: dict[str, int] = {}
    for unit_id in sorted((u for u in able if able[u]["do"] == "recover"), key=lambda u: (-state.fighters[u].landed, u)):
        _recover(play, state.fighters[unit_id], state.ships[able[unit_id]["ship"]], used)
    return []


def _wanted(state: State) -> list[Decision]:
    found = []
    for side in state.sides:
        units = [f.id for f in state.fighters.values() if f.side == side.id and len(decks.choices(state, f)) > 1]
        if units:
            found.append(Decision(f"launch:{side.id}", side.seat, "launch", "Launch and recover fighters.", units, sealed=True))
    return found


def _launch(play: Play[State], unit: FighterUnit) -> None:
    """Into the ship's hex; it may be shot at now, moves and attacks next turn. A full turn aboard has re-armed it."""
    state = play.state
    ship = state.ships[unit.aboard]
    if decks.rearmed(state, unit):
        unit.missiles_left, unit.stores = True, []
    unit.hex, unit.aboard, unit.fresh, unit.entered = ship.hex, "", state.turn, 0
    state.moves += 1
    unit.arrived = state.moves
    play.tell("launched", f"{ship.name} launches {unit.name}.", decks.LAUNCHING, units=[unit.id, ship.id], data={"fighters": unit.count})


def _break_off(state: State, orders: Mapping[str, Json]) -> None:
    """A unit that does not go on landing on the same ship takes off again with all its fighters."""
    for unit in state.fighters.values():
        if unit.landing and orders.get(unit.id) != {"do": "recover", "ship": unit.landing}:
            unit.landing, unit.landed = "", 0


def _recover(play: Play[State], unit: FighterUnit, ship: Ship, used: dict[str, int]) -> None:
    """Six fighters a station and turn, those first that landed in part last turn; a unit is aboard when the last of it is (ruling R-LEV-36)."""
    state = play.state
    free = ship.card.stations - used.get(ship.id, 0)
    taken = min(free, unit.count - unit.landed)
    if taken <= 0 or unit.count > decks.room(state, ship, unit):
        why = "recovery stations are busy" if taken <= 0 else "bays are full"
        play.tell("waits", f"{unit.name} must wait: the {why} on {ship.name}.", decks.BAYS, units=[unit.id, ship.id])
        return
    used[ship.id] = used.get(ship.id, 0) + taken
    landed = unit.landed + taken
    if landed == unit.count:
        unit.aboard, unit.aboard_since, unit.landing, unit.landed = ship.id, state.turn, "", 0
        text = f"{ship.name} recovers {unit.name}."
    else:
        unit.landing, unit.landed, unit.landed_on = ship.id, landed, state.turn
        text = f"{ship.name} recovers {landed} of {unit.count} fighters of {unit.name}; the others follow next turn."
    data = {"fighters": taken, "landed": landed, "of": unit.count}
    play.tell("recovered", text, decks.BAYS, units=[unit.id, ship.id], data=data)
