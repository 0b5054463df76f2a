"""Ships and the ground: the picture, spotting, fire support, attacks on ground units (leviathan: Space and the Ground, Full Integration)."""

from scales.codec import typed
from scales.dice import Dice
from scales.engine import Check, Decision, Json, Modifier
from scales.hexes import Hex, distance
from scales.leviathan import armor_loss, board, catalog, fire, power
from scales.leviathan.board import PARITY, Place, shots
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.messages import Bay, FireSupport, GroundDamage, GroundPicture, Spotted
from scales.play import Play

SMALL = ("destroyer", *catalog.PATROL)
"""Classes that support ground troops, unless the option `support_by_any_class` is on."""


# ---- what is on the ground -----------------------------------------------------------------------------------------


def take_mail(play: Play[State]) -> list[Decision]:
    """The newest picture of the ground, and what was lost there."""
    for delivery in play.mail("ground_picture"):
        _picture(play.state, typed(delivery.data, GroundPicture))
    for delivery in play.mail("ground_losses"):
        _losses(play, delivery.data, delivery.cause)
    return []


def _picture(state: State, picture: GroundPicture) -> None:
    """Known things keep what was learned of them while they stay in their hex (spotted units stay spotted until they move)."""
    ground = state.ground
    ground.known = True
    fresh: dict[str, GroundThing] = {}
    for u in picture.units:
        thing = GroundThing(u.id, u.name, u.side, u.kind, _hex(state, u.hex), u.terrain, u.mode, u.century_type, u.in_battle)
        old = ground.things.get(u.id)
        if old:
            thing.hits, thing.gone, thing.used = old.hits, old.gone, old.used
            thing.spotted = dict(old.spotted) if old.hex == thing.hex or u.kind == "installation" else {}
        fresh[u.id] = thing
    ground.things = fresh
    ground.battles = {name: _hex(state, at) for name, at in picture.battles.items()}


def _hex(state: State, text: str) -> Hex:
    return board.parse(state.sheets, text)


def _losses(play: Play[State], data: Json, cause: str | None) -> None:
    unit, outcome = str(data["unit"]), str(data["outcome"])
    state = play.state
    if unit in state.ships:
        text = armor_loss.from_below(state.ships[unit], outcome, data.get("sheet") or {})
        play.tell("ground_losses", f"{state.ships[unit].name}: {text}.", "leviathan: Ground Installations", units=[unit], cause=cause)
    elif unit in state.ground.things:
        thing = state.ground.things[unit]
        thing.gone = thing.gone or outcome == "destroyed"
        play.tell("ground_losses", f"{thing.name} on the ground is {outcome}.", "leviathan: Full Leviathan/Centurion Integration",
                  units=[unit], seen_by=[thing.side], cause=cause)  # fmt: skip


# ---- spotting ------------------------------------------------------------------------------------------------------


def percent(dice: Dice, why: str) -> int:
    """Two dice read as tens and ones; 00 is 100."""
    return percentage(dice.d10(f"{why}, tens"), dice.d10(f"{why}, ones"))


def percentage(tens: int, ones: int) -> int:
    return (tens % 10) * 10 + ones % 10 or 100


def spotting_number(kind: str, mode: str, terrain: str, further: int) -> int:
    """Target number for a unit: mobile ones by flight mode and terrain, installations by terrain; `further` centuries in the hex."""
    table = catalog.tables()["spotting"]
    base: int = table["base"]
    if kind == "installation":
        return base + int(table["installation_terrain"][terrain])
    return base + int(table["mode"][mode]) + int(table["mobile_terrain"][terrain]) + int(table["extra_century"]) * further


def searchers(state: State, side: str) -> list[Ship | FighterUnit]:
    """Every ship may search one hex; fighters only from the atmosphere."""
    ships = [s for s in state.of_side(side) if s.alive and not s.hulk]
    flying = [f for f in state.fighters.values() if f.side == side and f.on_map and not f.base and not f.down]
    return [*ships, *(f for f in flying if board.zone(state.layout, f.hex.column) == "atmosphere")]


def searchable(state: State, unit: Ship | FighterUnit) -> list[Hex]:
    """Ground hexes in arc. The arcs of a counter meet all round, so every ground hex is in one; fighters see the one below them."""
    first, last = (board.planet(state.layout) or {"ground": [0, -1]})["ground"]
    rows = range(1, board.layouts()["rows"] * len(state.sheets) + 1)
    found = [Hex(column, row) for column in range(first, last + 1) for row in rows]
    return [h for h in found if h.row == unit.hex.row] if isinstance(unit, FighterUnit) else found


def search(play: Play[State]) -> list[Decision]:
    """Each ship may search one ground hex for hidden enemies."""
    state = play.state
    if not (state.ground.known and board.planet(state.layout)):
        return []
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = []
        for side in state.sides:
            units = [u.id for u in searchers(state, side.id)]
            if units and any(t.side != side.id and not t.gone for t in state.ground.things.values()):
                wanted.append(
                    Decision(f"search:{side.id}", side.seat, "search", "Search one ground hex with each ship.", units, sealed=True)
                )
        if wanted:
            return wanted
    for key in sorted(play.answers):
        for unit_id, order in sorted(play.answers[key].choices.items()):
            if order["hex"]:
                _search(play, fire_unit(state, unit_id), _hex(state, order["hex"]))
    return []


def fire_unit(state: State, unit_id: str) -> Ship | FighterUnit:
    return state.ships[unit_id] if unit_id in state.ships else state.fighters[unit_id]


def _search(play: Play[State], unit: Ship | FighterUnit, hex: Hex) -> None:
    """Two rolls, mobile units and hidden installations; if one finds anything, everything of the other side in the hex is shown."""
    state = play.state
    there = [t for t in state.ground.things.values() if t.hex == hex and t.side != unit.side and not t.gone]
    centuries = sum(t.kind != "installation" for t in there)
    rolls = {kind: percent(play.dice, f"{unit.name} searches for {kind} units") for kind in ("mobile", "installation")}
    checks, found = [], False
    for thing in there:
        kind = "installation" if thing.kind == "installation" else "mobile"
        number = spotting_number(thing.kind, thing.mode, thing.terrain, max(0, centuries - 1))
        passed = number >= 1 and rolls[kind] <= number
        checks.append(Check(f"spotting {thing.name}", 50, [], number, rolls[kind], passed, "leviathan: Spotting Modifiers Table"))
        found = found or passed
    at = board.label(state.sheets, hex)
    if not found:
        play.tell(
            "searched", f"{unit.name} searches {at} and finds nothing.", "leviathan: Spotting Phase", units=[unit.id], seen_by=[unit.side]
        )
        return
    for thing in there:
        thing.spotted.setdefault(unit.side, state.turn)
    names = ", ".join(t.name for t in there)
    event = play.tell("spotted", f"{unit.name} searches {at} and finds {names}.", "leviathan: Spotting Phase", units=[unit.id],
                      data={"units": [t.id for t in there]}, checks=checks, seen_by=[unit.side])  # fmt: skip
    play.send("spotted", Spotted(unit.id, unit.name, unit.side, at, [t.id for t in there]), event=event)


# ---- fire support --------------------------------------------------------------------------------------------------


def may_support(state: State, ship: Ship) -> bool:
    """Destroyers and smaller, with power in their weapons and bays left."""
    small = ship.card.hull in SMALL or bool(state.options.get("support_by_any_class"))
    return ship.kind == "ship" and small and ship.alive and not ship.hulk and ship.weapons > 0 and bool(ship.card.bays)


def battles_for(state: State, side: str) -> list[str]:
    """Ground battles in which the side has units, as far as the picture tells."""
    things = [t for t in state.ground.things.values() if t.in_battle]
    return [b for b in sorted(state.ground.battles) if not things or any(t.in_battle == b and t.side == side for t in things)]


def bays_on(ship: Ship, mark: Hex) -> list[Bay]:
    """The bays of the one side that does most to a ground hex (ruling R-LEV-46)."""
    best: list[Bay] = []
    for location in ("L", "R", "F", "A"):
        ways = shots(board.place(ship), Place(mark, 1, 1, False, "ground"), location, 0, 0)
        found = []
        for index, bay in enumerate(ship.card.bays):
            points = max((catalog.bay_damage(ship.card, bay, max(1, w.range)) for w in ways), default=0)
            if bay.location == location and points and not ship.bays[index].destroyed:
                found.append(Bay(f"{ship.id}/{index}", bay.name, location, points, -ship.bays[index].fire_control - ship.cic))
        if sum(b.damage for b in found) > sum(b.damage for b in best):
            best = found
    return best


def attackable(state: State, ship: Ship) -> list[GroundThing]:
    """Spotted enemy units off the Centurion maps that the ship may attack this turn: spotted before this turn, under the ship's cone."""
    if not (ship.alive and not ship.hulk and ship.weapons > 0 and ship.kind == "ship"):
        return []
    found = []
    for thing in state.ground.things.values():
        seen = thing.spotted.get(ship.side)
        ready = seen is not None and seen < state.turn and not thing.gone and not thing.in_battle and thing.id not in state.ships
        if ready and thing.side != ship.side and any(_height(state, ship, thing, h) is not None for h in board.occupied(ship)):
            found.append(thing)
    return [t for t in found if bays_on(ship, t.hex)]


def _height(state: State, ship: Ship, thing: GroundThing, origin: Hex) -> int | None:
    if board.zone(state.layout, origin.column) == "atmosphere" and not ship.card.atmosphere:
        return None
    return board.ground_modifier(state.layout, origin, thing.hex)


def duties(state: State, ship: Ship) -> list[Json]:
    """What a ship may be assigned to: nothing, a battle, a unit on the ground. A ship bound by an open call has no choice."""
    if ship.bound in state.ground.battles:
        return [{"do": "support", "battle": ship.bound}]
    found: list[Json] = [{"do": "none"}]
    if may_support(state, ship):
        found += [{"do": "support", "battle": b} for b in battles_for(state, ship.side) if bays_on(ship, state.ground.battles[b])]
    return found + [{"do": "attack", "unit": t.id} for t in attackable(state, ship)]


def assign(play: Play[State]) -> list[Decision]:
    """Ships are assigned to battles on the ground or to attacks on it, after the searches."""
    state = play.state
    if not state.ground.known:
        return []
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = []
        for side in state.sides:
            units = [s.id for s in state.of_side(side.id) if len(duties(state, s)) > 1]
            if units:
                prompt = "Assign ships to fire support or to attacks on the ground."
                wanted.append(Decision(f"assign:{side.id}", side.seat, "assign", prompt, units, sealed=True))
        if wanted:
            return wanted
    orders = {unit: order for key in sorted(play.answers) for unit, order in play.answers[key].choices.items()}
    for ship in state.ships.values():
        order = orders.get(ship.id) or (duties(state, ship)[0] if ship.bound else {"do": "none"})
        ship.bound = ""
        if order["do"] == "support":
            _support(play, ship, order["battle"])
        elif order["do"] == "attack":
            ship.ground_target = order["unit"]
    return []


def _support(play: Play[State], ship: Ship, battle: str) -> None:
    state = play.state
    mark = state.ground.battles[battle]
    ship.support = battle
    bays = bays_on(ship, mark)
    zone = board.zone(state.layout, ship.hex.column)
    zone = "space" if zone == "gravity" else zone
    at = board.label(state.sheets, mark)
    where = zone if zone == "space" else f"the {zone}"
    event = play.tell("fire_support", f"{ship.name} is assigned to support the battle in {at} from {where}.",
                      "leviathan: Full Leviathan/Centurion Integration", units=[ship.id], data={"battle": battle}, seen_by=[ship.side])  # fmt: skip
    message = FireSupport(ship.id, ship.name, ship.sheet, ship.side, battle, zone, bool(bays), bays, 0, ship.salvos, ship.card.missile)
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


# ---- attacks on the ground -----------------------------------------------------------------------------------------

CRIPPLED, DESTROYED = 25, 50
"""Boxes that cripple and destroy an installation without a sheet on this board: half and all of the smallest base's armor."""


def ground_number(zone_modifier: int, range_hexes: int, *, mobile: bool) -> int:
    return fire.base_number(range_hexes) + zone_modifier + (-5 if mobile else 0)


def resolve_attacks(play: Play[State]) -> None:
    """Ships that were sent against ground units fire the bays of one side; any hit ends a mobile unit."""
    state = play.state
    for ship in state.ships.values():
        thing = state.ground.things.get(ship.ground_target)
        if thing is not None and not thing.gone and ship.alive:
            _attack(play, ship, thing)


def _attack(play: Play[State], ship: Ship, thing: GroundThing) -> None:
    state = play.state
    heights = [(h, o) for o in board.occupied(ship) if (h := _height(state, ship, thing, o)) is not None]
    if not heights:
        return
    height, origin = max(heights)
    mobile = thing.kind != "installation"
    number = ground_number(height, max(1, distance(origin, thing.hex, PARITY)), mobile=mobile)
    before = thing.hits
    for bay in bays_on(ship, thing.hex):
        modifiers = [Modifier("height", height, "leviathan: Space Attacks"), *power.cic_modifiers(ship)]
        modifiers += [Modifier("mobile target", -5, "leviathan: Combat")] if mobile else []
        total = number - ship.cic
        roll = play.dice.d10(f"to hit: {ship.name} bay {bay.name} on {thing.name}")
        passed = fire.succeeds(roll, total)
        thing.hits += bay.damage if passed else 0
        check = Check("to hit", number - height + (5 if mobile else 0), modifiers, total, roll, passed, "leviathan: Space and the Ground")
        play.tell("fired", f"{ship.name} fires its {bay.name} bay at {thing.name} on the ground: {'a hit' if passed else 'a miss'}.",
                  "leviathan: Space and the Ground", units=[ship.id, thing.id], checks=[check])  # fmt: skip
    if thing.hits > before:
        _report_hit(play, ship, thing, mobile)


def _report_hit(play: Play[State], ship: Ship, thing: GroundThing, mobile: bool) -> None:
    play.state.hurt = play.state.turn
    destroyed = mobile or thing.hits >= DESTROYED
    outcome = "destroyed" if destroyed else "crippled" if thing.hits >= CRIPPLED else "damaged"
    thing.gone = destroyed
    event = play.tell(
        "ground_hit", f"{thing.name} is {outcome} by {ship.name}.", "leviathan: Space and the Ground", units=[ship.id, thing.id]
    )
    play.send("ground_damage", GroundDamage(thing.id, ship.id, outcome, {"boxes": thing.hits}), event=event, battle=thing.in_battle)


def tell_damage(play: Play[State]) -> None:
    """Installations that took damage this turn say so to the boards below."""
    for ship in play.state.ships.values():
        if ship.kind == "ship":
            continue
        sheet = armor_loss.sheet_of(ship)
        now = str(sorted(sheet.items()))
        if ship.told and now != ship.told:
            outcome = "destroyed" if ship.destroyed else "crippled" if armor_loss.is_crippled(ship) else "damaged"
            event = play.tell("installation", f"{ship.name} is {outcome}.", "leviathan: Ground Installations", units=[ship.id], data=sheet)
            play.send("ground_damage", GroundDamage(ship.id, ship.by, outcome, sheet), event=event)
        ship.told = now
