"""Ships lent to battles on the ground (leviathan: Full Leviathan/Centurion Integration, Naval Fire Support; ruling R-LEV-46)."""

from scales.engine import Decision, Json
from scales.leviathan import board, catalog, switches
from scales.leviathan.construction import cards
from scales.leviathan.ground import ground_attack, strafing
from scales.leviathan.state import FighterUnit, Ship, State
from scales.messages import FireSupport
from scales.play import Play

SMALL = ("destroyer", *catalog.PATROL)
"""Classes that support ground troops, unless the option `support_by_any_class` is on."""


def may_support(state: State, ship: Ship) -> bool:
    """Destroyers and smaller, with power in their weapons and bays left."""
    small = ship.card.hull in SMALL or switches.is_on(state, "support_by_any_class")
    return ship.kind == "ship" and small and ship.alive and not ship.hulk and ship.weapons > 0 and bool(ship.card.bays)


def battles_for(state: State, side: str) -> list[str]:
    """Ground battles in which the side has units, as far as the picture tells."""
    things = [t for t in state.ground.things.values() if t.in_battle]
    return [b for b in sorted(state.ground.battles) if not things or any(t.in_battle == b and t.side == side for t in things)]


def duties(state: State, ship: Ship | FighterUnit) -> list[Json]:
    """What a ship may be assigned to: nothing, a battle, a unit on the ground. A ship bound by an open call has no choice; fighters attack."""
    if isinstance(ship, FighterUnit):
        return strafing.duties(state, ship)
    if ship.bound in state.ground.battles:
        return [{"do": "support", "battle": ship.bound}]
    found: list[Json] = [{"do": "none"}]
    if may_support(state, ship):
        found += [
            {"do": "support", "battle": b} for b in battles_for(state, ship.side) if ground_attack.bays_on(ship, state.ground.battles[b])
        ]
    return found + [{"do": "attack", "unit": t.id} for t in ground_attack.attackable(state, ship)]


def why_not(state: State, unit: Ship | FighterUnit, order: object) -> str:
    """Why a unit cannot be given a duty, in words with the rule."""
    what = order.get("do") if isinstance(order, dict) else None
    if isinstance(unit, Ship) and unit.bound in state.ground.battles:
        return "a call to it is still open (leviathan: Full Leviathan/Centurion Integration)"
    if what == "support":
        return "it supports a battle with friends in it, within reach of its bays and with power in them (leviathan: Naval Fire Support and Centurion)"
    if what == "attack":
        return "it attacks an enemy that was found before this turn and lies below it (leviathan: Space and the Ground: Combat)"
    return "a duty is none, support or attack (leviathan: Full Leviathan/Centurion Integration)"


def assign(play: Play[State]) -> list[Decision]:
    """Ships are assigned to battles on the ground or to attacks on it, after the searches."""
    state = play.state
    if not state.ground.known:
        return []
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = [decision for side in state.sides for decision in asked(state, side.id)]
        if wanted:
            return wanted
    orders = {unit: order for key in sorted(play.answers) for unit, order in play.answers[key].choices.items()}
    for ship in state.ships.values():
        order = orders.get(ship.id) or (duties(state, ship)[0] if ship.bound else {"do": "none"})
        ship.bound = ""
        if not ship.alive:
            continue
        if order["do"] == "support":
            _support(play, ship, order["battle"])
        elif order["do"] == "attack":
            ship.ground_target = order["unit"]
    for unit in state.fighters.values():
        unit.ground_target = orders.get(unit.id, {}).get("unit", "")
    return []


def asked(state: State, side: str) -> list[Decision]:
    """The duties that a side has to give out, if it has any."""
    units = [s.id for s in state.of_side(side) if len(duties(state, s)) > 1]
    units += [f.id for f in state.fighters.values() if f.side == side and len(duties(state, f)) > 1]
    prompt = "Assign ships to fire support or to attacks on the ground."
    return [Decision(f"assign:{side}", state.seat_of(side), "assign", prompt, units, sealed=True)] if units else []


def _support(play: Play[State], ship: Ship, battle: str) -> None:
    state = play.state
    mark = state.ground.battles[battle]
    ship.support = battle
    bays = ground_attack.bays_on(ship, mark)
    zone = board.zone(state.layout, ship.hex.column)
    zone = "space" if zone == "gravity" else zone
    at = board.label(state.sheets, mark)
    where = zone if zone == "space" else f"the {zone}"
    event = play.tell("fire_support", f"{ship.name} is assigned to support the battle in {at} from {where}.",
                      "leviathan: Full Leviathan/Centurion Integration", units=[ship.id], data={"battle": battle}, seen_by=[ship.side])  # fmt: skip
    message = FireSupport(
        ship.id, ship.name, cards.called(ship.card), ship.side, battle, zone, bool(bays), bays, ship.salvos, ship.card.missile
    )
    play.send("fire_support", message, event=event, battle=battle)


def reports(play: Play[State]) -> list[Decision]:
    """What assigned ships did below; a call still open binds the ship for the next turn."""
    for delivery in play.mail("fire_support_report"):
        ship = play.state.ships.get(str(delivery.data["ship"]))
        if ship is None:
            continue
        fired = int(delivery.data["shots"])
        ship.bound = str(delivery.data["battle"]) if delivery.data["open_call"] and ship.alive else ""
        if delivery.data.get("missiles_fired"):
            ship.salvos = max(0, ship.salvos - 1)
        text = f"{ship.name} fired {fired} bay{'' if fired == 1 else 's'} at the ground" + (
            " and a call is still open" if ship.bound else ""
        )
        play.tell("fire_support_report", text + ".", "leviathan: Full Leviathan/Centurion Integration", units=[ship.id],
                  data=dict(delivery.data), seen_by=[ship.side], cause=delivery.cause)  # fmt: skip
    return []
