"""Patrol class ships go down to the Interceptor board and come back up, one craft for each (option patrol_craft_cross; leviathan: Patrol Class Ships).

Only ships of the catalogue cross: the board below has a sheet of the same name for each of them. While it is there a ship is not on this board.
The damage of one board means on the other what the conversion makes of it: an armor box is its share of the points of the side, a bay the fixed
weapons of its place, half the turret factor half the guns in turrets. What is broken inside is named by the component.
"""

from scales import armor
from scales.armor import Grid
from scales.codec import typed
from scales.engine import Decision
from scales.ground_loads import Room
from scales.leviathan import board, catalog
from scales.leviathan.damage import components, damage, effects
from scales.leviathan.movement import planet
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.patrol.statistics import PREFIX, data
from scales.leviathan.state import Ship, State
from scales.leviathan.switches import is_on
from scales.messages import PatrolDown, PatrolUp
from scales.play import Play

OPTION = "patrol_craft_cross"
RULE = "leviathan: Patrol Class Ships"
NAMED = (
    "transponder", "communication_system", "life_support", "atmospheric_controls", "anti_grav_drive", "maneuver_power_system",
    "sld_destroyed", "plant_half", "plant_destroyed", "main_bridge",
)  # fmt: skip
"""Components that the board below has too."""
PLACES = {"F": "bow", "L": "left", "R": "right", "A": "stern"}


def room(ship_class: str) -> Room:
    """What a class carries to the ground; no room at all for most."""
    return Room(**data()["carriers"].get(ship_class, {"bays": 0, "tons": 0, "passengers": 0}))


# ---- down ----------------------------------------------------------------------------------------------------------


def may_go_down(state: State, ship: Ship) -> bool:
    """Is it a patrol ship of the catalogue over the Interceptor board, under control and with all its power, and bound to nothing here?"""
    if not (may_carry_down(state) and ship.card.is_patrol and not ship.sheet.startswith(PREFIX)):
        return False
    able = ship.alive and not ship.hulk and ship.controlled and ship.power == 2 and thrust_points(ship)[0] > 0
    busy = ship.bound or ship.translating or any(unit.landing == ship.id for unit in state.fighters.values())
    return able and not busy and board.over_interceptor(state.layout, ship.hex)


def send_down(play: Play[State], ship: Ship) -> None:
    """It is the other board's from now on, with what it carries."""
    at = board.label(play.state.sheets, ship.hex)
    message = news_of(ship, at)
    ship.below, ship.cargo, ship.ramming = True, [], ""
    event = play.tell("patrol_down", f"{ship.name} goes down from {at}.", RULE, units=[ship.id], data={"hex": at})
    play.send("patrol_down", message, event=event)


def news_of(ship: Ship, at: str) -> PatrolDown:
    """What the board below hears of a ship."""
    facings = data()["facings"]
    message = PatrolDown(ship.id, ship.name, ship.side, at, ship.sheet, {}, sheet=ship.sheet_below, cargo=ship.cargo)
    message.armor = {name: [armor.boxes_left(ship.armor[side]), ship.card.armor[side]] for name, side in facings.items()}
    message.weapons_lost = [place for place, bays in _bays(ship).items() if bays and all(ship.bays[n].destroyed for n in bays)]
    message.turret_halves = ship.turret_halves.get("F", 0)
    message.shields_lost = [name for name, side in facings.items() if side in ship.broken]
    message.systems = [part for part in NAMED if ship.effects.get(part)]
    return message


def _bays(ship: Ship) -> dict[str, list[int]]:
    """Numbers of the bays of each place."""
    return {word: [n for n, bay in enumerate(ship.card.bays) if bay.location == place] for place, word in PLACES.items()}


# ---- up ------------------------------------------------------------------------------------------------------------


def returns(play: Play[State]) -> list[Decision]:
    """Ships that the board below tells of: back above, lost, or never there."""
    for delivery in play.mail("patrol_up"):
        news = typed(delivery.data, PatrolUp)
        ship = play.state.ships.get(news.ship)
        if ship is not None and ship.flies_below:
            (_lose if news.news == "lost" else _come_back)(play, ship, news, delivery.cause)
    return []


def _lose(play: Play[State], ship: Ship, news: PatrolUp, cause: str | None) -> None:
    """Lost below, with the fighters aboard; nothing of it drifts here."""
    ship.destroyed, ship.by, play.state.hurt = True, news.by, play.state.turn
    by = [news.by] if news.by else []
    text = f"{ship.name} is lost on the board below: {news.how or 'gone'}."
    play.tell("patrol_lost", text, RULE, units=[ship.id, *by], data={"how": news.how}, cause=cause)
    damage.lose_aboard(play, ship, "leviathan: Destroying a Ship")


def _come_back(play: Play[State], ship: Ship, news: PatrolUp, cause: str | None) -> None:
    """In the hex above, on the heading and at the velocity that it has: a hex a minute below is a hex a turn here (Scale Comparisons)."""
    state = play.state
    ship.below, ship.cargo, ship.sheet_below = False, list(news.cargo), news.sheet
    if news.news == "back":
        where = board.label(state.sheets, ship.hex)
        play.tell(
            "patrol_up", f"{ship.name} did not come down; it stays in {where}.", RULE, units=[ship.id], data={"hex": where}, cause=cause
        )
        return
    ship.hex, ship.heading = board.parse(state.sheets, news.hex), news.heading
    low = board.zone(state.layout, ship.hex.column) in planet.LOW
    ship.velocity = min(news.velocity, planet.MOST_HEXES) if low else news.velocity
    ship.drift, ship.course, ship.entered, ship.rolled = 0, [], 0, False
    state.moves += 1
    ship.arrived = state.moves
    marked = wear(ship, news)
    state.hurt = state.turn if marked else state.hurt
    words = f"{ship.name} is back in {news.hex}, heading {ship.heading}, velocity {ship.velocity}"
    words += f"; it has lost {', '.join(marked)} below" if marked else ""
    moved = {"hex": list(ship.hex), "heading": ship.heading, "velocity": ship.velocity, "lost": marked}
    play.tell("patrol_up", f"{words}.", RULE, units=[ship.id], data=moved, cause=cause)


def wear(ship: Ship, news: PatrolUp) -> list[str]:
    """Mark what was lost below, and say what in words; nothing is mended."""
    found = _wear_armor(ship, news)
    for place in news.weapons_lost:
        for number in _bays(ship).get(place, []):
            found += [] if ship.bays[number].destroyed else [f"the {place} bay"]
            ship.bays[number].destroyed = True
    halves = _halves(ship, *news.turret_guns) if len(news.turret_guns) == 2 else 0
    if halves > ship.turret_halves.get("F", 0):
        ship.turret_halves["F"] = halves
        found.append("turrets")
    sides = [data()["facings"][name] for name in news.shields_lost if name in data()["facings"]]
    fresh = [side for side in sides if side not in ship.broken]
    ship.broken += fresh
    found += ["shields"] if any(ship.card.shields[side] for side in fresh) else []
    return found + [effects.name(part) for part in news.systems if part in NAMED and _put_out(ship, part)]


def _wear_armor(ship: Ship, news: PatrolUp) -> list[str]:
    """As many boxes as stand for the points left, rounded up."""
    before = sum(map(armor.boxes_left, ship.armor.values()))
    for name, (left, of) in news.armor.items():
        if (side := data()["facings"].get(name)) and of > 0:
            _thin(ship.armor[side], -(-ship.card.armor[side] * left // of))
    lost = before - sum(map(armor.boxes_left, ship.armor.values()))
    return [f"{lost} armor box{'' if lost == 1 else 'es'}"] if lost else []


def _thin(grid: Grid, boxes: int) -> None:
    """Take the outermost boxes, always where the armor is thickest, until so many are left."""
    for _ in range(armor.boxes_left(grid) - max(0, boxes)):
        column = max(range(1, grid.width + 1), key=lambda c: (armor.column_left(grid, c), -c))
        armor.mark(grid, armor.outermost(grid, column), column)


def _halves(ship: Ship, working: int, guns: int) -> int:
    """How often the turret factor is halved when so many of the guns in turrets work: until no more of it is left than of them."""
    halves, most = 0, max(ship.card.turret_factor, default=0)
    while -(-guns // (1 << halves)) > working if working else most >> halves:
        halves += 1
    return halves


def _put_out(ship: Ship, component: str) -> bool:
    """A component is out of order with a box of its own; False if it is already, or the ship has none."""
    if ship.effects.get(component):
        return False
    for row, parts in enumerate(catalog.blocks()[ship.card.internals].grid):
        for column, name in enumerate(parts):
            if name == component:
                ship.internals[row] |= 1 << column
                components.break_down(ship, component, "F")
                return True
    return False


def may_carry_down(state: State) -> bool:
    """Is there a board below to which ships may take troops?"""
    return state.interceptor and is_on(state, OPTION)
