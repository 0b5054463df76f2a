"""Ships attack units on the ground, and what damage on installations is told below (leviathan: Space and the Ground)."""

from typing import NamedTuple

from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.hexes import Hex, distance
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY, Place, shots
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire_control import cic_modifiers
from scales.leviathan.ground import armor_loss
from scales.leviathan.installations import facility
from scales.leviathan.records.words import bay_name
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.messages import Bay, GroundDamage
from scales.play import Play

RULE = "leviathan: Space and the Ground: Combat"
MOBILE = -5
"""To hit a unit that can move (leviathan: Space and the Ground: Combat)."""
CRIPPLED, DESTROYED = 25, 50
"""Boxes that cripple and destroy an installation without a sheet on this board: half and all of the smallest base's armor."""


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
    found = [t for t in state.ground.things.values() if is_found(state, t, ship.side)]
    below = [t for t in found if any(_height(state, ship, t, h) is not None for h in board.occupied(ship))]
    return [t for t in below if bays_on(ship, t.hex)]


def is_found(state: State, thing: GroundThing, side: str) -> bool:
    """May a side attack it: an enemy, found before this turn, not in a battle below and without a sheet on this board?"""
    seen = thing.spotted.get(side)
    here = not (thing.gone or thing.in_battle or thing.id in state.ships or thing.id in state.fighters)
    return here and thing.side != side and seen is not None and seen < state.turn


def _height(state: State, ship: Ship, thing: GroundThing, origin: Hex) -> int | None:
    if board.zone(state.layout, origin.column) == "atmosphere" and not ship.card.atmosphere:
        return None
    return board.ground_modifier(state.layout, origin, thing.hex)


class GroundShot(NamedTuple):
    """One bay fired at the ground: its range in hexes, base number and named modifiers."""

    bay: Bay
    range: int
    base: int
    modifiers: list[Modifier]


def is_mobile(thing: GroundThing) -> bool:
    return thing.kind != "installation"


def shots_at(state: State, ship: Ship, thing: GroundThing) -> list[GroundShot]:
    """The bays that a ship fires at a unit on the ground; none when it lies outside the ship's cone."""
    heights = [(h, o) for o in board.occupied(ship) if (h := _height(state, ship, thing, o)) is not None]
    if not heights:
        return []
    height, origin = max(heights)
    away = max(1, distance(origin, thing.hex, PARITY))
    found = []
    for bay in bays_on(ship, thing.hex):
        modifiers = [*_from_above(height), *cic_modifiers(ship, ship.bays[bay_number(bay)].fire_control)]
        modifiers += [Modifier("mobile target", MOBILE, RULE)] if is_mobile(thing) else []
        found.append(GroundShot(bay, away, fire.base_number(away), modifiers))
    return found


def bay_number(bay: Bay) -> int:
    return int(bay.id.rpartition("/")[2])


def resolve_attacks(play: Play[State]) -> None:
    """Ships that were sent against ground units fire the bays of one side; any hit ends a mobile unit."""
    state = play.state
    for ship in state.ships.values():
        thing = state.ground.things.get(ship.ground_target)
        if thing is not None and not thing.gone and ship.alive:
            _attack(play, ship, thing)


def _attack(play: Play[State], ship: Ship, thing: GroundThing) -> None:
    state = play.state
    before = thing.hits
    for bay, _, base, modifiers in shots_at(state, ship, thing):
        total = base + sum(m.value for m in modifiers)
        roll = play.dice.d10(f"to hit: {ship.name} bay {bay.name} on {thing.name}")
        passed = succeeds(roll, total)
        thing.hits += bay.damage if passed else 0
        check = Check("to hit", base, modifiers, total, roll, passed, "leviathan: Space and the Ground")
        play.tell("fired", f"{ship.name} fires its {bay_name(bay.name, '{} ')}bay at {thing.name} on the ground: {'a hit' if passed else 'a miss'}.",
                  "leviathan: Space and the Ground", units=[ship.id, thing.id], checks=[check])  # fmt: skip
    if thing.hits > before:
        report_hit(play, ship, thing)


def swept(state: State, mark: Hex) -> list[GroundThing]:
    """What of the ground picture missiles in a ground hex may hit: everything there that no battle below takes up."""
    known = (state.ships, state.fighters)
    return [
        t for t in state.ground.things.values() if t.hex == mark and not (t.gone or t.in_battle or any(t.id in units for units in known))
    ]


def blast_number(base: int, height: int, thing: GroundThing) -> tuple[int, list[Modifier]]:
    """(number, named modifiers) of missiles that come down on a unit without a sheet, which has no shield either."""
    named = [*_from_above(height), *([Modifier("mobile target", MOBILE, RULE)] if is_mobile(thing) else [])]
    return base + sum(m.value for m in named), named


def blast(play: Play[State], by: Ship | GroundThing, thing: GroundThing, base: int, height: int, strength: int) -> None:
    """Missiles come down on a unit: any hit ends one that can move. Of a miss its own side alone is told: it may be hidden."""
    number, named = blast_number(base, height, thing)
    roll = play.dice.d10(f"to hit: missiles of {by.name} on {thing.name}")
    passed = succeeds(roll, number)
    check = Check("to hit", base, named, number, roll, passed, RULE)
    text = f"The missiles of {by.name} {'hit' if passed else 'miss'} {thing.name} on the ground."
    play.tell("missile_hit", text, RULE, units=[by.id, thing.id], checks=[check], data={"strength": strength, "hit": passed},
              seen_by=None if passed else [thing.side])  # fmt: skip
    if passed:
        thing.hits += strength
        report_hit(play, by, thing)


def _from_above(height: int) -> list[Modifier]:
    """2 less from the interface, 5 less from space, nothing from the atmosphere."""
    section = "Interface Zone Attacks" if height == -2 else "Space Attacks"
    return [Modifier("height over the target", height, f"leviathan: {section}")] if height else []


def report_hit(play: Play[State], ship: Ship | FighterUnit | GroundThing, thing: GroundThing) -> None:
    """Any hit ends a unit that can move; an installation without a sheet lasts for some boxes. The boards below are told."""
    play.state.hurt = play.state.turn
    destroyed = is_mobile(thing) or thing.hits >= DESTROYED
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
        sheet, now = armor_loss.sheet_of(ship), armor_loss.told(ship)
        if now != ship.told:
            outcome = "destroyed" if ship.destroyed else "crippled" if armor_loss.is_crippled(ship) else "damaged"
            section = "Ground Installations" if ship.kind == "ground" else "Orbital Installations"
            event = play.tell("installation", f"{ship.name} is {outcome}: it {facility.words(ship)}.", f"leviathan: {section}", units=[ship.id],
                              data=sheet | facility.figures(ship))  # fmt: skip
            play.send("ground_damage", GroundDamage(ship.id, ship.by, outcome, sheet), event=event)
        ship.told = now
