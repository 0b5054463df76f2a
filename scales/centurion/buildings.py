"""Buildings under fire: storeys, the last boxes where infantry is hurt, collapse (centurion: Buildings, Combat Effects)."""

from scales.centurion import infantry_combat, terrain
from scales.centurion.state import BattleState, Building, Squad
from scales.centurion.weapons import Shape
from scales.hexes import Hex, hex_of
from scales.play import Play

RULE = "centurion: Buildings"
LAST_BOXES = 5


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


def _take(building: Building, lost: dict[int, int]) -> dict[int, int]:
    for storey, boxes in lost.items():
        building.levels[storey - 1] = max(0, building.levels[storey - 1] - boxes)
    return lost


def hurt_inside(play: Play[BattleState], hex: Hex, building: Building, lost: dict[int, int], *, column: str, by: str) -> int:
    """Squads on a storey whose last five boxes are touched roll on the Infantry Damage Table; returns the men lost."""
    men = 0
    for storey, boxes in sorted(lost.items()):
        if not boxes or building.levels[storey - 1] >= LAST_BOXES:
            continue
        for squad in occupants(play.state, hex, storey):
            killed = infantry_combat.killed(column, play.dice.d10(f"casualties in the building: {squad.name}"))
            infantry_combat.queue(squad, killed, by)
            men += killed
    return men


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
    if fallen == 0 and label not in state.ground.cleared:
        rubble(state, label)
        play.tell("building_rubbled", f"The buildings in hex {label} collapse into rubble.", RULE, data={"hex": label})
    elif standing:
        text = f"The buildings in hex {label} collapse down to {fallen} levels."
        play.tell("building_collapsed", text, RULE, data={"hex": label, "levels": fallen})


def rubble(state: BattleState, label: str) -> None:
    """A hex turns to rubble; its unoccupied craters go."""
    if label not in state.ground.rubble:
        state.ground.rubble.append(label)
        state.ground.rubble.sort()
    clear_craters(state, label)


def clear_craters(state: BattleState, label: str) -> None:
    """Craters that nobody uses vanish."""
    used = sum(1 for u in state.in_play() if u.crater and u.hex is not None and u.hex.label == label)
    if used:
        state.ground.craters[label] = min(state.ground.craters.get(label, 0), used)
    else:
        state.ground.craters.pop(label, None)
