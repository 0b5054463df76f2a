"""Buildings under fire: storeys, the last boxes where infantry is hurt, collapse (centurion: Buildings, Combat Effects).

What strikes a defensive installation above its storeys strikes the turret on top of them (centurion: Defense Installations).
"""

from dataclasses import dataclass, field

from scales.centurion.careers import quality
from scales.centurion.combat import damage, effects, hit_location, infantry_combat
from scales.centurion.combat.casualty_rolls import CasualtyRoll, by_squad
from scales.centurion.combat.weapons import Shape
from scales.centurion.ground import installations, terrain
from scales.centurion.state import BattleState, Building, Squad, Vehicle
from scales.engine import Json
from scales.hexes import Hex, hex_of
from scales.play import Play

RULE = "centurion: Buildings"
LAST_BOXES = 5


@dataclass(slots=True, frozen=True)
class Hit:
    """What strikes a building: its shape, the column of the Infantry Damage Table, whose it is, what it is, and how good its gunners are."""

    shape: Shape
    infantry: str
    by: str = ""
    weapon: str = ""
    troops: str = "regular"


@dataclass(slots=True)
class Loss:
    """What some hits cost a building: boxes of its storeys and men inside, and a line for each hit on its turret."""

    boxes: int = 0
    men: int = 0
    turret: list[Json] = field(default_factory=list)
    rolls: list[CasualtyRoll] = field(default_factory=list)

    @property
    def turret_boxes(self) -> int:
        return sum(line["armor"] + line["inside"] for line in self.turret)

    def told(self) -> Json:
        """As the data of an event."""
        inside = {"rolls": [each.told() for each in self.rolls]} if self.rolls else {}
        return {"boxes": self.boxes, "men": self.men} | ({"turret": self.turret} if self.turret else {}) | inside


def building_at(state: BattleState, hex: Hex) -> Building | None:
    """The buildings of a hex, written down when they are first touched; None where there are none."""
    found = state.ground.buildings.get(hex.label)
    if found is None:
        tile = terrain.terrain_of(state).tile(hex)
        if tile is None or tile.ground != "buildings":
            return None
        found = state.ground.buildings[hex.label] = Building(tile.armor_factor, [tile.armor_factor] * tile.levels)
    return found if any(found.levels) else None


def height(building: Building) -> int:
    """Storeys still standing."""
    return sum(1 for boxes in building.levels if boxes > 0)


def occupants(state: BattleState, hex: Hex, level: int) -> list[Squad]:
    """Squads inside on a storey."""
    return [s for _, s in sorted(state.squads.items()) if s.hex == hex and s.level == level and s.aboard is None and not s.destroyed]


def name_of(state: BattleState, hex: Hex) -> str:
    """'the buildings in hex 1007', or the name of the installation there."""
    base = installations.at(state, hex)
    return base.name if base is not None else f"the buildings in hex {hex.label}"


def take_hit(play: Play[BattleState], hex: Hex, hit: Hit, loss: Loss) -> None:
    """A die for the storey; what goes over the roof of an installation strikes its turret. Nothing happens when all storeys are gone."""
    block = building_at(play.state, hex)
    if block is None:
        return
    roll, turret = play.dice.d10("storey struck"), installations.turret_at(play.state, hex)
    if turret is not None and roll > height(block):
        loss.turret.append(_strike_turret(play, turret, hit))
        return
    lost = strike(block, hit_location.building_level(roll, height(block)), hit.shape)
    rolls = hurt_inside(play, hex, block, lost, column=hit.infantry, by=hit.by)
    loss.rolls += rolls
    loss.men += sum(each.men for each in rolls)
    loss.boxes += sum(lost.values())


def _strike_turret(play: Play[BattleState], turret: Vehicle, hit: Hit) -> Json:
    """A normal hit on a turret: a column, then its armor and what is under it."""
    rolled = play.dice.d10(f"column: {hit.weapon} on {turret.name}")
    column = quality.shifted(rolled, hit.troops, turret.armor["turret"])
    struck = damage.strike(turret, "turret", hit.shape, column, by=hit.by, weapon=hit.weapon)
    _mark(play.state, turret)
    line: Json = {"weapon": hit.weapon, "column": column, "armor": struck.armor, "inside": struck.inside, "systems": struck.systems}
    return line | ({"rolled": rolled, "quality": hit.troops} if column != rolled else {})


def _mark(state: BattleState, turret: Vehicle) -> None:
    turret.turn_damaged = state.last_damage = state.turn


def sentence(state: BattleState, hex: Hex, loss: Loss) -> str:
    """What the hits cost, in words."""
    name, inside = name_of(state, hex), sum(line["inside"] for line in loss.turret)
    lost = [f"{_boxes(loss.boxes)}{f', {effects.men(loss.men)} inside' if loss.men else ''}"] if loss.boxes or not loss.turret else []
    turret = f"{_boxes(loss.turret_boxes)} of the turret{f', {inside} of them inside' if inside else ''}"
    lost = [turret, *(f"{each} of the storeys" for each in lost)] if loss.turret else lost
    verb = "lose" if installations.at(state, hex) is None else "loses"
    return f"{name[:1].upper()}{name[1:]} {verb} {'; '.join(lost)}{by_squad(loss.rolls)}."


def _boxes(count: int) -> str:
    return f"{count} box{'' if count == 1 else 'es'}"


def strike(building: Building, level: int, shape: Shape) -> dict[int, int]:
    """A template laid sideways on a storey: its rows run along the storeys. Boxes lost by storey; those already gone count for nothing."""
    start = building.armor_factor - building.levels[level - 1]
    lost: dict[int, int] = {}
    for depth, offsets in enumerate(shape):
        for offset in offsets:
            storey = level + offset
            if not 1 <= storey <= len(building.levels):
                continue
            gone = building.armor_factor - building.levels[storey - 1]
            if gone <= start + depth < building.armor_factor:
                lost[storey] = lost.get(storey, 0) + 1
    return _take(building, lost)


def rows_down(building: Building, points: int) -> dict[int, int]:
    """Points marked off in rows from the top storey down (HELL rounds on shielded buildings)."""
    lost: dict[int, int] = {}
    for storey in range(len(building.levels), 0, -1):
        taken = min(points, building.levels[storey - 1])
        if taken:
            lost[storey] = taken
            points -= taken
    return _take(building, lost)


def each_level(building: Building, points: int) -> dict[int, int]:
    """The same points on every storey (HAFE-I)."""
    return _take(building, {storey: min(points, boxes) for storey, boxes in enumerate(building.levels, 1) if boxes})


def swept(play: Play[BattleState], hex: Hex, points: int, *, column: str, by: str) -> list[CasualtyRoll]:
    """The same points on every storey and on the turret above them (HAFE-I Rounds); returns the rolls as `hurt_inside`."""
    block, turret = building_at(play.state, hex), installations.turret_at(play.state, hex)
    rolls = hurt_inside(play, hex, block, each_level(block, points), column=column, by=by) if block is not None else []
    if turret is not None:
        _burn_turret(play, turret, points, by, "HAFE-I")
    return rolls


def burnt(play: Play[BattleState], hex: Hex, points: int, *, by: str, weapon: str, rule: str) -> None:
    """Points that come through the shield of a building, in rows from the top down: the turret first. Squads on a storey whose last five
    boxes are reached are lost (HELL Rounds)."""
    block, turret = building_at(play.state, hex), installations.turret_at(play.state, hex)
    left = _burn_turret(play, turret, points, by, weapon) if turret is not None else points
    lost = rows_down(block, left) if block is not None else {}
    for storey in lost:
        if block is not None and block.levels[storey - 1] < LAST_BOXES:
            for squad in occupants(play.state, hex, storey):
                infantry_combat.queue(squad, squad.strength, by)
    name = name_of(play.state, hex)
    text = f"{name[:1].upper()}{name[1:]} under a shield: {points} points of {weapon} get through."
    data = {"hex": hex.label, "points": points, "turret": points - left, "boxes": sum(lost.values())}
    play.tell("building_burnt", text, rule, units=[turret.id] if turret is not None else [], data=data, cause=play.state.causes.get(by))


def _burn_turret(play: Play[BattleState], turret: Vehicle, points: int, by: str, weapon: str) -> int:
    """Damage along the rows of a turret; returns the points that found nothing."""
    if points <= 0:
        return points
    _mark(play.state, turret)
    return damage.across(turret, "turret", points, by, weapon).lost


def razed(play: Play[BattleState], hex: Hex, by: str) -> None:
    """Every storey of a hex is gone, with all who are inside; what falls with them falls in the End Phase."""
    block = building_at(play.state, hex)
    if block is None:
        return
    for storey in range(1, len(block.levels) + 1):
        for squad in occupants(play.state, hex, storey):
            infantry_combat.queue(squad, squad.strength, by)
    block.levels = [0] * len(block.levels)


def _take(building: Building, lost: dict[int, int]) -> dict[int, int]:
    for storey, boxes in lost.items():
        building.levels[storey - 1] = max(0, building.levels[storey - 1] - boxes)
    return lost


def hurt_inside(play: Play[BattleState], hex: Hex, building: Building, lost: dict[int, int], *, column: str, by: str) -> list[CasualtyRoll]:
    """Squads on a storey whose last five boxes are touched roll on the Infantry Damage Table, and nothing shelters them any more; returns the
    rolls for squads that everybody sees."""
    rolls: list[CasualtyRoll] = []
    for storey, boxes in sorted(lost.items()):
        if not boxes or building.levels[storey - 1] >= LAST_BOXES:
            continue
        for squad in occupants(play.state, hex, storey):
            rolled = infantry_combat.casualties(play, squad, column, "fire on the building", sheltered=False)
            infantry_combat.queue(squad, rolled.men, by)
            rolls += infantry_combat.seen(play.state, squad, [rolled])
    return rolls


def collapse(play: Play[BattleState]) -> None:
    """End Phase: a storey without boxes takes everything above it down; without the lowest one there is rubble."""
    for label, building in sorted(play.state.ground.buildings.items()):
        fallen = next((i for i, boxes in enumerate(building.levels) if boxes <= 0), None)
        if fallen is not None and (any(building.levels) or label not in play.state.ground.rubble):
            _fall(play, label, building, fallen)


def _fall(play: Play[BattleState], label: str, building: Building, fallen: int) -> None:
    state, hex = play.state, hex_of(label)
    standing = any(building.levels[fallen:])
    building.levels = building.levels[:fallen] + [0] * (len(building.levels) - fallen)
    for storey in range(fallen + 1, len(building.levels) + 1):
        for squad in occupants(state, hex, storey):
            infantry_combat.kill(play, squad, squad.strength, squad.by or "")
    _installation_falls(play, hex, bottom=fallen == 0)
    if fallen == 0 and label not in state.ground.cleared:
        rubble(state, label)
        play.tell("building_rubbled", f"The buildings in hex {label} collapse into rubble.", RULE, data={"hex": label})
    elif standing:
        text = f"The buildings in hex {label} collapse down to {fallen} levels."
        play.tell("building_collapsed", text, RULE, data={"hex": label, "levels": fallen})


def _installation_falls(play: Play[BattleState], hex: Hex, *, bottom: bool) -> None:
    """Without any of its levels an installation has no turret, without the lowest no launchers and no shield either."""
    base, turret = installations.at(play.state, hex), installations.turret_at(play.state, hex)
    if turret is not None:
        effects.destroy(play, turret, "", "the building under it falls")
    if base is not None and bottom and installations.has_spoils(base):
        base.launchers = base.shield = 0
        text = f"The missile launchers and shield generators of {base.name} are destroyed with its bottom level."
        play.tell("installation_lost", text, installations.RULE, units=[base.id], data={"hex": hex.label})


def rubble(state: BattleState, label: str) -> None:
    """A hex turns to rubble; its unoccupied craters go."""
    if label not in state.ground.rubble:
        state.ground.rubble.append(label)
        state.ground.rubble.sort()
    clear_craters(state, label)


def clear_craters(state: BattleState, label: str) -> None:
    """Craters that nobody uses vanish; one shelters a vehicle and a squad (centurion: Hull Down)."""
    users = [u for u in state.in_play() if u.crater and not u.hidden and u.hex is not None and u.hex.label == label]
    vehicles = sum(isinstance(u, Vehicle) for u in users)
    used = max(vehicles, len(users) - vehicles)
    if used:
        state.ground.craters[label] = min(state.ground.craters.get(label, 0), used)
    else:
        state.ground.craters.pop(label, None)
