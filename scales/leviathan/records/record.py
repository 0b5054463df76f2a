"""A unit's record sheet as a person reads it. Sheets lie open on the table; power and missions are their own side's alone.

`armor` and `boxes` count {"left", "of"}; `weapons` give damage in boxes (`rows` deep for a spinal mount, `factor` for turrets) by range bracket;
`systems` name what is out of order with what it does, `repairs` what it takes to mend it after the battle; the own side's ships tell what they give
up first (`gives_up`) and, where it is played, who is at work (`damage_control`).
"""

from scales.armor import boxes_left
from scales.engine import Json
from scales.leviathan import board, catalog
from scales.leviathan.construction import cards
from scales.leviathan.fighters import casualties, decks, pilots
from scales.leviathan.installations import facility
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.power import blocks, command, marks, shields
from scales.leviathan.records import systems
from scales.leviathan.records.armament import weapons
from scales.leviathan.scenario import victory
from scales.leviathan.state import FighterUnit, GroundThing, Lifeboat, Ship, State
from scales.leviathan.view import View


def record(view: View, unit: str) -> Json:
    """What the view knows of a unit; empty if nothing."""
    state = view.state
    if unit in state.ships:
        return _ship(state, state.ships[unit], is_own=state.ships[unit].side == view.side)
    if unit in state.fighters:
        return _fighters(state, state.fighters[unit], is_own=state.fighters[unit].side == view.side)
    if unit in state.lifeboats:
        return _lifeboat(state, state.lifeboats[unit])
    return _thing(state, state.ground.things[unit]) if unit in state.ground.things else {}


def _ship(state: State, ship: Ship, *, is_own: bool) -> Json:
    card = ship.card
    return {
        "type": f"{card.name}, {card.ship_class.replace('_', ' ')}", "class": cards.called(card), "name": ship.name, "side": ship.side,
        "at": board.label(state.sheets, ship.hex) if ship.on_map else "", "facing": ship.heading,
        "movement": _movement(ship, is_own=is_own), **({"power": _power(state, ship)} if is_own else {}),
        "armor": {side: {"left": boxes_left(grid), "of": card.armor[side]} for side, grid in ship.armor.items() if card.armor[side]},
        "shields": {side: _shield(ship, side) for side in card.shields if card.shields[side] or ship.shields[side]},
        "weapons": weapons(ship), "inside": systems.inside(ship), "systems": systems.systems(ship), "repairs": systems.repairs(ship),
        "crew": _crew(state, ship), **({"gives_up": systems.gives_up(ship), **systems.parties(state, ship)} if is_own else {}),
        "fighters_aboard": [_aboard(f) for f in state.fighters.values() if f.aboard == ship.id and f.alive],
        **({"fighter_bays": _fighter_bays(state, ship)} if card.fighters else {}),
        **({"cargo": [{"unit": load.id, "name": load.name, "men": load.men} for load in ship.cargo]} if ship.cargo and is_own else {}),
        **({"facility": facility.figures(ship)} if card.kind != "ship" else {}), "status": victory.status(ship), "state": _state(ship),
    }  # fmt: skip


def _movement(ship: Ship, *, is_own: bool) -> Json:
    """`thrust` in points with one block of power; of one's own ships also those of this turn and how many may change the velocity."""
    found: Json = {"velocity": ship.velocity, "drift": ship.drift, "rolled": ship.rolled, "thrust": thrust_points(ship, 1)[0]}
    found |= {"straight_course": list(ship.course), "translates": ship.translating, "rams": ship.ramming}
    if is_own:
        points, limit = thrust_points(ship)
        found |= {"thrust_this_turn": points, "velocity_change": limit}
    return found


def _power(state: State, ship: Ship) -> Json:
    """Blocks of power that there are, how they are shared out this turn, and `turns`: the boxes marked so far (N, 2, 3 or -)."""
    found: Json = {"blocks": blocks.available(state, ship), "weapons": ship.weapons, "drives": ship.maneuver}
    if shields.shared(state, ship):
        found["shields"] = ship.shield_power
    return found | {"turns": marks.turns(ship)}


def _shield(ship: Ship, side: str) -> Json:
    state = "destroyed" if side in ship.broken else "shorted" if side in ship.shorted else "ok"
    return {"factor": ship.shield(side), "of": ship.shields[side], "state": state}


def _crew(state: State, ship: Ship) -> Json:
    """`commander` is the skill of a leader aboard, `leads` where he leads his side from; `to_hit` what a damaged CIC takes off every number."""
    leads = f"{command.bridge_of(ship)} bridge" if state.commanders.get(ship.side) == ship.id else ""
    bridge = "steers the ship" if ship.controlled else "lost"
    return {"commander": ship.skill, "leads": leads, "bridge": bridge, "to_hit": -ship.cic}


def _state(ship: Ship) -> str:
    """What has become of it, in words."""
    for gone, words in (
        (ship.flies_below, "on the board below"),
        (ship.below, "lost on the board below"),
        (ship.exploded, "blown up"),
        (ship.crashed, "crashed"),
        (bool(ship.ftl), "in T-space"),
        (ship.left, "off the map"),
        (ship.destroyed, "a drifting wreck"),
    ):
        if gone:
            return words
    if ship.abandoned:
        return "abandoned"
    if ship.hulk:
        return "a hulk"
    return "drifting" if not ship.controlled else "under control" if ship.power else "without power"


def _fighter_bays(state: State, ship: Ship) -> Json:
    """Fighters carried, room for them, and how many are launched and recovered in a turn."""
    card, fault = ship.card, decks.deck_fault(ship)
    counts = {
        "carried": decks.carried(state, ship),
        "room": card.fighters,
        "launched_a_turn": card.launchers,
        "recovered_a_turn": card.stations,
    }
    return counts | {"state": fault or "ok"}


def _aboard(unit: FighterUnit) -> Json:
    return {"unit": unit.id, "name": unit.name, "type": _fighter_type(unit), "boxes": {"left": unit.boxes_left, "of": unit.boxes}}


# ---- fighters, and what is on the ground ---------------------------------------------------------------------------


def _craft(kind: str) -> str:
    """The id of a fighter of the list, the name of one of the set-up's own."""
    return catalog.fighter(kind).name if kind.startswith(catalog.OWN_CRAFT) else kind


def _fighter_type(unit: FighterUnit) -> str:
    """'flight of 12 Gladius'."""
    if unit.base:
        return "installation"
    names = [f"{number} {catalog.fighter(kind).name}" for kind, number in sorted(unit.fighters.items())]
    return f"{unit.size} of {', '.join(names)}"


def _fighters(state: State, unit: FighterUnit, *, is_own: bool) -> Json:
    found: Json = {
        "type": _fighter_type(unit), "name": unit.name, "side": unit.side, "at": _fighters_at(state, unit), "place": _place(state, unit),
        "movement": {"thrust": unit.thrust}, "fighters": {_craft(kind): number for kind, number in unit.fighters.items()},
        "armor": {"boxes": {"left": unit.boxes_left, "of": unit.boxes}, "rows": _rows(unit)},
        "weapons": _attacks(unit), "status": victory.status(unit), "missiles": unit.missile_attack if unit.missiles_left else 0,
    }  # fmt: skip
    found |= {"recovers": {"boxes": unit.recovers, "in_hours": casualties.HOURS}} if unit.recovers >= 0 else {}
    if is_own:
        found |= {"mission": unit.mission}
        found |= {"ground_loads": unit.loads} if unit.loads else {}
        found |= {"stores": [{"craft": s.craft, "loads": s.loads} for s in unit.stores]} if unit.stores else {}
        found |= {"pilots": pilots.to_sheet(unit.pilots)} if unit.pilots else {}
    return found


def _fighters_at(state: State, unit: FighterUnit) -> str:
    """Its hex, or that of the ship that carries it."""
    ship = state.ships.get(unit.aboard)
    if ship is not None:
        return board.label(state.sheets, ship.hex) if unit.alive and ship.on_map else ""
    return board.label(state.sheets, unit.hex) if unit.on_map else ""


def _place(state: State, unit: FighterUnit) -> str:
    if not unit.alive:
        return "lost" if unit.destroyed else "off the map"
    if unit.aboard:
        return f"aboard {state.ships[unit.aboard].name}"
    if unit.landing:
        return f"on the map, {unit.landed} of {unit.count} fighters landed on {state.ships[unit.landing].name}"
    return "on the board below" if unit.down else "on the map"


def _rows(unit: FighterUnit) -> list[Json]:
    """Armor boxes by row, top first: the topmost one that has any left gives the attack values."""
    found, gone = [], unit.lost
    for boxes in unit.rows:
        found.append({"left": max(0, boxes - gone), "of": boxes})
        gone = max(0, gone - boxes)
    return found


def _attacks(unit: FighterUnit) -> list[Json]:
    values = (("close range attack", "0 to 1", unit.cra), ("long range attack", "2 to 3", unit.lra))
    return [{"name": name, "range": reach, "damage": row[unit.row] if unit.boxes_left else 0} for name, reach, row in values]


def _lifeboat(state: State, boat: Lifeboat) -> Json:
    """`people` in percent of the normal population of the installation that it comes from."""
    return {
        "type": "lifeboat", "name": boat.name, "side": boat.side, "from": boat.home, "people": boat.people,
        "at": board.label(state.sheets, boat.hex) if boat.on_map else "", "facing": boat.heading,
        "movement": {"velocity": boat.velocity, "thrust_left": boat.thrust}, "status": "ok" if boat.on_map else boat.status,
    }  # fmt: skip


def _thing(state: State, thing: GroundThing) -> Json:
    """Something on the ground that the side has in view."""
    kind = (thing.century_type or thing.kind).replace("_", " ")
    found: Json = {
        "type": kind,
        "name": thing.name,
        "side": thing.side,
        "at": board.label(state.sheets, thing.hex),
        "terrain": thing.terrain,
    }
    return found | {"battle": thing.in_battle, "hits_from_space": thing.hits, "status": "destroyed" if thing.gone else "ok"}
