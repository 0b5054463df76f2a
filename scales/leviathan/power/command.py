"""Who commands a squadron, and what his skill is worth on the initiative (leviathan: Commander's Skill).

A set-up gives ships a `skill`, and the squadron commander and his successors their `commander` number: 1 leads, 2 follows him. Where it numbers
nobody, those who have a skill lead, the largest class first. Each is on a `bridge`, flag or main. He leads as long as that bridge works and
his ship can talk to others.
"""

from scales.leviathan import catalog
from scales.leviathan.catalog import Sheet
from scales.leviathan.damage import effects
from scales.leviathan.state import Ship, State
from scales.leviathan.switches import is_on
from scales.play import Play

RULE = "leviathan: Commander's Skill"
RADIOS = ("external_communication", "communication_system")
"""Components that talk to other ships; smaller classes have one communication system for everything."""


def succession(state: State, side: str) -> list[Ship]:
    """The commander's ship and those of his successors, in their order."""
    ships = state.of_side(side)
    named = [s for s in ships if s.commander]
    if named:
        return sorted(named, key=lambda s: (s.commander, s.id))
    sizes = catalog.tables()["class_order"]
    return sorted((s for s in ships if s.skill), key=lambda s: sizes.index(s.card.hull))


def has_flag_bridge(card: Sheet) -> bool:
    """Has a class a flag bridge?"""
    return any("flag_bridge" in row for row in catalog.blocks()[card.internals].grid)


def bridge_of(ship: Ship) -> str:
    """flag or main: where the leader of a ship is, on the flag bridge if nothing was said and there is one."""
    return ship.bridge or ("flag" if has_flag_bridge(ship.card) else "main")


def lost(ship: Ship) -> str:
    """Why the leader aboard leads no longer, in words; '' while he does."""
    if ship.destroyed or ship.exploded or ship.crashed:
        return "the ship is lost"
    if not ship.on_map:
        return "the ship is not there"
    if ship.abandoned:
        return "it is abandoned"
    if ship.hulk:
        return "the ship is a hulk"
    bridge = f"{bridge_of(ship)}_bridge"
    if ship.effects.get(bridge):
        return f"its {effects.name(bridge)} is destroyed"
    return "it cannot talk to other ships" if any(ship.effects.get(part) for part in RADIOS) else ""


def leader(state: State, side: str) -> Ship | None:
    """The ship from which a side is led now."""
    return next((s for s in succession(state, side) if not lost(s)), None)


def skill(state: State, side: str) -> int:
    """What is taken off the side's die."""
    ship = leader(state, side) if is_on(state, "commanders_skill") else None
    return ship.skill if ship else 0


def take_over(play: Play[State]) -> None:
    """Tell who leads each side, when it is another one than before."""
    state = play.state
    if not is_on(state, "commanders_skill"):
        return
    for side in state.sides:
        now, before = leader(state, side.id), state.ships.get(state.commanders.get(side.id, ""))
        if now is not before:
            text = f"{_farewell(side.id, before)}{_welcome(side.id, now)}"
            units = [s.id for s in (now, before) if s]
            play.tell("command", text, RULE, units=units, data={"side": side.id, "skill": now.skill if now else 0})
        state.commanders[side.id] = now.id if now else ""


def _farewell(side: str, before: Ship | None) -> str:
    reason = lost(before) if before else ""
    return f"{side} is led from {before.name} no longer, {reason}. " if before and reason else ""


def _welcome(side: str, now: Ship | None) -> str:
    if now is None:
        return f"Nobody leads {side} now."
    return f"{side} is led from the {effects.name(bridge_of(now) + '_bridge')} of {now.name}, skill {now.skill}."
