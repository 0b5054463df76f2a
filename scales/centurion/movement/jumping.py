"""Bounce infantry jumps from vehicles at tree-top level and at low altitude (Alternate Grav Movement Modes: Infantry)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.centurion.catalog import data
from scales.centurion.ground import mines
from scales.centurion.ground.terrain import tile
from scales.centurion.movement import entering, grounding, mounting, opportunity
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion: Alternate Grav Movement Modes: Infantry"


@dataclass(slots=True, frozen=True)
class Jump:
    """A squad jumps when its vehicle has entered so many hexes of its path (0: where it begins), with `roof` onto the top storey there."""

    squad: str
    after: int
    roof: bool = False


def jumpers(state: BattleState, vehicle: Vehicle) -> list[str]:
    """Squads in and on a vehicle that can jump: bounce infantry."""
    riding = [state.squads[id] for id in mounting.riders(vehicle)]
    return [squad.id for squad in riding if can_jump(squad)]


def can_jump(squad: Squad) -> bool:
    """Does it wear bounce packs?"""
    return squad.type in data("flight")["jumpers"] and not squad.destroyed


def objections(state: BattleState, vehicle: Vehicle, mode: str, path: Sequence[Hex], jumps: Sequence[Jump]) -> list[str]:
    """What is against jumps from a vehicle that flies over the hexes of `path`, the one where it begins first."""
    if jumps and mode not in ("ttf", "laf"):
        return [because("lets infantry jump only from TTF or LAF: at NF the ground is too close", RULE)]
    names = [jump.squad for jump in jumps]
    out = [because(f"cannot let {id} jump twice", RULE) for id in dict.fromkeys(names) if names.count(id) > 1]
    return out + [text for jump in jumps for text in _objections(state, vehicle, path, jump)]


def _objections(state: BattleState, vehicle: Vehicle, path: Sequence[Hex], jump: Jump) -> list[str]:
    if jump.squad not in mounting.riders(vehicle):
        return [because(f"does not carry {jump.squad}", RULE)]
    squad = state.squads[jump.squad]
    if not can_jump(squad):
        return [because(f"cannot let {squad.name} jump: only bounce infantry does", RULE)]
    if jump.after >= len(path):
        return [because(f"enters {len(path) - 1} hexes: {squad.name} cannot jump after hex {jump.after}", RULE)]
    hex = path[jump.after]
    if tile(state, hex).ground == "lake":
        return [because(f"cannot let {squad.name} jump into the lake of hex {hex.label}", RULE)]
    if jump.roof and not mounting.storeys_in(state, hex):
        return [because(f"cannot let {squad.name} land on a roof: no building stands in hex {hex.label}", RULE)]
    return []


def jump(play: Play[BattleState], vehicle: Vehicle, heading: int, jumps: Sequence[Jump]) -> None:
    """The squads jump in the vehicle's hex: watchers may fire at them in the air, then they land."""
    for each in jumps:
        squad = play.state.squads[each.squad]
        if vehicle.hex is not None and not squad.destroyed and squad.id in mounting.riders(vehicle):
            _jump(play, vehicle, squad, heading, each.roof)


def _jump(play: Play[BattleState], vehicle: Vehicle, squad: Squad, heading: int, roof: bool) -> None:
    assert vehicle.hex is not None
    mounting.off(vehicle, squad)
    entering.arrive(play.state, squad, vehicle.hex, heading)
    top = mounting.storeys_in(play.state, vehicle.hex) if roof else 0
    where = f"onto the top storey of the building in {vehicle.hex.label}" if top else f"over hex {vehicle.hex.label}"
    data = {"hex": vehicle.hex.label, "storey": top}
    play.tell("jumped", f"{squad.name} jumps from {vehicle.name} {where}.", RULE, units=[squad.id, vehicle.id], data=data)
    squad.in_the_air = True
    opportunity.spring(play, squad)
    squad.in_the_air = False
    if squad.destroyed:
        return
    squad.level = top
    if not top:
        mines.get_off(play, vehicle, squad)
        grounding.take_cover(play, squad)
