"""Bays and mounts are fired as ordered (leviathan: Modified To-Hit Number, Damage, Bays, Spinal Mounts)."""

from scales.dice import succeeds
from scales.engine import Check, Json
from scales.leviathan import board
from scales.leviathan.combat import fire, fire_orders
from scales.leviathan.combat.fire import MOUNT, Aim, Target
from scales.leviathan.damage import damage
from scales.leviathan.records.words import SIDES, bay_name, bays
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def resolve(play: Play[State], ship: Ship, order: Json, struck: dict[str, str]) -> None:
    """Fire as ordered; `struck` gives the side that the defender chose for a weapon ("ship/weapon") on a boundary."""
    for weapon, line in fire_orders.lines(order).items():
        target = fire.find(play.state, line.target)
        found = fire.line_aim(play.state, ship, weapon, line, struck.get(f"{ship.id}/{weapon}", ""))
        if target is None or found is None:
            continue
        if weapon == MOUNT:
            _fire_mount(play, ship, target, *found)
        else:
            _fire_bay(play, ship, int(weapon), target, *found)


def _fire_bay(play: Play[State], ship: Ship, index: int, target: Target, aim: Aim, points: int) -> None:
    bay = ship.card.bays[index]
    what = f"{ship.name} fires its {bays(bay.location, [index])}{bay_name(bay.name, ' ({})')} at {target.name}, range {aim.shot.range}"
    check = roll_to_hit(play, aim, f"to hit: {ship.name} bay {index} on {target.name}", "leviathan: Modified To-Hit Number")
    if not check.passed:
        text = f"{what}: a miss."
    elif isinstance(target, FighterUnit):
        text = f"{what}: {damage.hit_fighters(play, target, points, ship.id)}."
    else:
        damage.blame(target, ship.id)
        text = f"{what}, {SIDES[aim.side]} side: {damage.by_rows(play, target, aim.side, points)}."
    data = {"weapon": bay.name, "points": points} | _line(play.state, aim, check)
    play.tell("fired", text, "leviathan: Bays", units=[ship.id, target.id], checks=[check], data=data)


def _fire_mount(play: Play[State], ship: Ship, target: Target, aim: Aim, depth: int) -> None:
    if isinstance(target, FighterUnit):
        return
    what = f"{ship.name} fires its spinal mount at {target.name}, range {aim.shot.range}"
    check = roll_to_hit(play, aim, f"to hit: {ship.name} spinal mount on {target.name}", "leviathan: Spinal Mounts")
    if check.passed:
        damage.blame(target, ship.id)
        text = f"{what}, {SIDES[aim.side]} side: {damage.by_mount(play, target, aim.side, depth, 'the mount')}."
    else:
        text = f"{what}: a miss."
    data = {"weapon": ship.card.spinal, "depth": depth} | _line(play.state, aim, check)
    play.tell("fired", text, "leviathan: Spinal Mounts", units=[ship.id, target.id], checks=[check], data=data)


def _line(state: State, aim: Aim, check: Check) -> Json:
    """Where a shot went: hexes as printed and joined (a bow may lie beyond the edge), range, side, and whether it hit."""
    ends = {"from": board.label(state.sheets, aim.shot.origin), "at": board.label(state.sheets, aim.shot.mark)}
    line = [list(aim.shot.origin), list(aim.shot.mark)]
    return {"range": aim.shot.range, "side": aim.side, **ends, "line": line, "hit": check.passed}


def roll_to_hit(play: Play[State], aim: Aim, why: str, rule: str) -> Check:
    roll = play.dice.d10(why)
    return Check("to hit", aim.base, list(aim.modifiers), aim.number, roll, succeeds(roll, aim.number), rule)
