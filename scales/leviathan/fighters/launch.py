"""Launch and recovery of fighters, and their return from the board below (centurion: Launching Fighters; rulings R-LEV-36, R-LEV-43)."""

from scales.codec import typed
from scales.engine import Decision, Json
from scales.leviathan import board
from scales.leviathan.damage import damage, internals
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
    return []


def choices(state: State, unit: FighterUnit) -> list[Json]:
    """What a unit may do in this phase: nothing, launch from its ship, or land on one in its hex."""
    found: list[Json] = [{"do": "none"}]
    if unit.base or unit.down or not unit.alive:
        return found
    if unit.aboard:
        ship = state.ships[unit.aboard]
        return [*found, {"do": "launch"}] if ship.alive and internals.deck_works(ship) else found
    return found + [{"do": "recover", "ship": s.id} for s in decks(state, unit)]


def decks(state: State, unit: FighterUnit) -> list[Ship]:
    """Ships in the unit's hex that can take it: room, and stations enough for its fighters in one turn."""
    found = []
    for ship in state.of_side(unit.side):
        here = ship.alive and internals.deck_works(ship) and unit.hex in board.occupied(ship)
        if here and carried(state, ship) + unit.count <= ship.card.fighters and unit.count <= ship.card.stations:
            found.append(ship)
    return found


def carried(state: State, ship: Ship) -> int:
    return sum(f.count for f in state.fighters.values() if f.aboard == ship.id and f.alive)


def rearmed(state: State, unit: FighterUnit) -> bool:
    """Has it missiles again, after a full turn aboard?"""
    return bool(unit.aboard_since) and state.turn - unit.aboard_since >= 2


def launch_and_recover(play: Play[State]) -> list[Decision]:
    """Every side launches and recovers, sealed."""
    state = play.state
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = []
        for side in state.sides:
            units = [f.id for f in state.fighters.values() if f.side == side.id and len(choices(state, f)) > 1]
            if units:
                wanted.append(Decision(f"launch:{side.id}", side.seat, "launch", "Launch and recover fighters.", units, sealed=True))
        if wanted:
            return wanted
    used: dict[str, int] = {}
    orders = [(u, order) for key in sorted(play.answers) for u, order in sorted(play.answers[key].choices.items())]
    for unit_id, order in [(u, order) for u, order in orders if order in choices(state, state.fighters[u])]:
        _do(play, state.fighters[unit_id], order, used)
    return []


def _do(play: Play[State], unit: FighterUnit, order: Json, used: dict[str, int]) -> None:
    if order["do"] == "launch":
        _launch(play, unit)
    elif order["do"] == "recover":
        _recover(play, unit, play.state.ships[order["ship"]], used)


def _launch(play: Play[State], unit: FighterUnit) -> None:
    """Into the ship's hex; it may be shot at now, moves and attacks next turn. A full turn aboard has re-armed it."""
    state = play.state
    ship = state.ships[unit.aboard]
    if rearmed(state, unit):
        unit.missiles_left = True
    unit.hex, unit.aboard, unit.fresh, unit.entered = ship.hex, "", state.turn, 0
    state.moves += 1
    unit.arrived = state.moves
    play.tell("launched", f"{ship.name} launches {unit.name}.", "centurion: Launching Fighters", units=[unit.id, ship.id])


def _recover(play: Play[State], unit: FighterUnit, ship: Ship, used: dict[str, int]) -> None:
    """Six fighters a station and turn; who finds no free station waits."""
    state = play.state
    taken = used.get(ship.id, 0) + unit.count
    if taken > ship.card.stations or carried(state, ship) + unit.count > ship.card.fighters:
        play.tell(
            "waits", f"{unit.name} must wait: the recovery stations of {ship.name} are full.", "leviathan: Fighter Bays", units=[unit.id]
        )
        return
    used[ship.id] = taken
    unit.aboard, unit.aboard_since = ship.id, state.turn
    play.tell("recovered", f"{ship.name} recovers {unit.name}.", "leviathan: Fighter Bays", units=[unit.id, ship.id])
