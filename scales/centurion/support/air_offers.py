"""Runs and dives offered to craft that attack the ground, with all their figures (centurion: Strafing, Dive Bombing)."""

from collections.abc import Iterable

from scales.centurion import switches
from scales.centurion.combat import aim
from scales.centurion.combat.weapons import base_to_hit, figures
from scales.centurion.ground import buildings, installations, mines
from scales.centurion.ground.terrain import on_board, terrain_of
from scales.centurion.state import PARITY, BattleState, Run, Squad, Unit, Vehicle
from scales.centurion.support import craft_aim, landed_craft, landed_craft_strafed, strafing
from scales.centurion.support.craft_aim import LONGEST
from scales.centurion.support.landed_craft_aim import Half
from scales.engine import Json, Option
from scales.hexes import HEADINGS, Hex, distance, neighbor, within
from scales.messages import CraftLanded, GroundAttack

MOST = 12
APPROACH = 2
"""Hexes before its first target at which a run is offered to begin."""
REACH = 20
CRAFT = 3
PARTS = 2
"""Best hexes at which a dive with a part of the bombs is offered."""


def options(state: BattleState, craft: GroundAttack) -> list[Option]:
    """The best runs or dives by `score`, an enemy counting one and a friend twice as much against it, and breaking off."""
    found = runs(state, craft) if craft.attack == "strafing" else dives(state, craft)
    return [*found, Option({}, "break off the attack")]


def _worth(unit: Unit | CraftLanded, side: str) -> int:
    """A craft on the ground counts three."""
    many = CRAFT if isinstance(unit, CraftLanded) else 1
    return many if unit.side != side else -2 * many


# --- runs -----------------------------------------------------------------------------------------------------------------------


def runs(state: BattleState, craft: GroundAttack) -> list[Option]:
    """Over each enemy along each heading: the least run, and a longer one where that meets more."""
    units: list[tuple[tuple[Hex, ...], int]] = [
        ((u.hex,), _worth(u, craft.side)) for u in state.in_play() if u.hex is not None and strafing.is_exposed(state, u)
    ]
    units += [(tuple(landed_craft.hexes_of(each)), _worth(each.craft, craft.side)) for each in state.landed.values()]
    found: dict[tuple[Hex, int, int], int] = {}
    for target in sorted({hex for hexes, value in units if value > 0 for hex in hexes}):
        for heading in HEADINGS:
            start = neighbor(target, heading + 3, PARITY, APPROACH)
            if on_board(state, start):
                found |= {(start, heading, length): score for length, score in _lengths(state, Run(start, heading, LONGEST), units).items()}
    best = sorted(found, key=lambda run: (-found[run], run[2], run))[:MOST]
    return [_run_option(state, craft, Run(*run), found[run]) for run in best if found[run] > 0]


def _lengths(state: BattleState, run: Run, units: Iterable[tuple[tuple[Hex, ...], int]]) -> dict[int, int]:
    """Score of the least run, and of the shortest that scores most; a craft on the ground is met once, over either hex."""
    path, least = craft_aim.path_of(run)[: craft_aim.on_map(state, run) + 2], int(figures("air")["least_run"])
    scores = dict.fromkeys(range(least, max(least + 1, len(path))), 0)
    for hexes, value in units:
        met = next((flown for flown, place in enumerate(path) if any(distance(hex, place, PARITY) <= 1 for hex in hexes)), None)
        if met is not None:
            scores = {length: score + (value if met <= length else 0) for length, score in scores.items()}
    best = max(scores, key=lambda length: (scores[length], -length))
    return {length: scores[length] for length in (least, best)}


def _run_option(state: BattleState, craft: GroundAttack, run: Run, score: int) -> Option:
    """`info`: where the counter goes, what each weapon rolls against as such, and against everything in the corridor in the order of the run."""
    order: Json = {"hex": run.hex.label, "heading": run.heading, "length": run.length}
    burst = _burst(state, craft, run)
    order |= {"dfm": burst.label} if burst is not None else {}
    label = (
        f"strafe {run.length} hexes from {run.hex.label}, heading {run.heading}{f', a DFM on {burst.label}' if burst is not None else ''}"
    )
    info = {"score": score, **_where(run), "length": run.length, "weapons": dict(craft.weapons), "targets": _targets(state, craft, run)}
    return Option(order, label, {**info, **craft_aim.strafing(craft_aim.aimed(craft)).info()})


def _where(run: Run) -> Json:
    return {"hex": run.hex.label, "at": [run.hex.column, run.hex.row], "facing": run.heading}


def _burst(state: BattleState, craft: GroundAttack, run: Run) -> Hex | None:
    """The hex of the corridor where a DFM strikes most enemies and fewest friends, None without a DFM or such a hex."""
    if not craft.weapons.get("dfm", 0):
        return None
    worth = {h: sum(_worth(u, craft.side) for u in state.in_play() if u.hex in within(h, 1, PARITY)) for h in _corridor(state, run)}
    best = max(worth, key=lambda hex: worth[hex], default=None)
    return best if best is not None and worth[best] > 0 else None


def _corridor(state: BattleState, run: Run) -> list[Hex]:
    """The hexes flown over and their neighbors on the map, in the order of the run."""
    found = dict.fromkeys(h for place in craft_aim.path_of(run) for h in within(place, figures("air")["corridor_radius"], PARITY))
    return [hex for hex in found if on_board(state, hex)]


def _targets(state: BattleState, craft: GroundAttack, run: Run) -> list[Json]:
    """A line for each unit and each block of buildings in the corridor, with its number and every modifier."""
    hexes = _corridor(state, run)
    units = [{"target": u.id, "name": u.name, "side": u.side, **_against(state, craft, run, u)} for u in strafing.exposed(state, hexes)]
    units += [_landed(state, craft, run, half) for half in landed_craft_strafed.along(state, run)]
    blocks = [h for h in hexes if (tile := terrain_of(state).tile(h)) is not None and tile.ground == "buildings"]
    return [*units, *(_block(state, craft, hex) for hex in blocks if buildings.building_at(state, hex) is not None)]


def _against(state: BattleState, craft: GroundAttack, run: Run, unit: Unit) -> Json:
    if isinstance(unit, Squad):
        return craft_aim.strafing(craft_aim.aimed(craft)).info()
    return craft_aim.at_vehicle(state, craft, run, unit).info()


def _landed(state: BattleState, craft: GroundAttack, run: Run, half: Half) -> Json:
    """The hex of a craft on the ground that the run engages."""
    other = half.landed.craft
    named = {"target": other.craft, "name": other.craft_name, "side": other.side, "half": half.half}
    return {**named, **landed_craft_strafed.reckoned(state, craft, half, run.heading).info()}


def _block(state: BattleState, craft: GroundAttack, hex: Hex) -> Json:
    turret = installations.turret_at(state, hex)
    side = turret.side if turret is not None else ""
    named = {"target": aim.building_id(hex), "name": buildings.name_of(state, hex), "side": side}
    return {**named, **craft_aim.at_building(state, craft, hex).info()}


# --- dives ----------------------------------------------------------------------------------------------------------------------


def dives(state: BattleState, craft: GroundAttack) -> list[Option]:
    """All bombs on the hex of an enemy or next to it; at the best ones also the rounds of one kind, or a single round."""
    bombs = {kind: n for kind, n in sorted(craft.bombs.items()) if n > 0 and kind in figures("artillery") and not not_played(state, kind)}
    units = [(u.hex, _worth(u, craft.side)) for u in state.in_play() if u.hex is not None]
    units += [(hex, _worth(each.craft, craft.side)) for each in state.landed.values() for hex in landed_craft.hexes_of(each)]
    around = {h for hex, value in units if value > 0 for h in within(hex, 1, PARITY) if on_board(state, h)} if bombs else set()
    scores = {h: sum(value * (3 if at == h else 1) for at, value in units if distance(at, h, PARITY) <= 1) for h in around}
    best = [hex for hex in sorted(scores, key=lambda hex: (-scores[hex], hex)) if scores[hex] > 0][:MOST]
    parts = [{kind: n} for kind, count in bombs.items() for n in sorted({1, count}, reverse=True) if {kind: n} != bombs]
    whole = [_dive_option(state, craft, hex, bombs, 10 * scores[hex]) for hex in best]
    return whole + [_dive_option(state, craft, hex, part, 10 * scores[hex] - 1) for hex in best[:PARTS] for part in parts]


def not_played(state: BattleState, kind: str) -> str:
    """The optional rule without which a round does nothing, '' if it works."""
    if kind == "smoke" and not switches.is_on(state, "smoke"):
        return "smoke is not played in this battle (centurion: Smoke)"
    return "" if mines.is_played(state, kind) else "this battle is played without mines (centurion: Mines)"


def _dive_option(state: BattleState, craft: GroundAttack, hex: Hex, bombs: dict[str, int], score: int) -> Option:
    """`info`: where the counter goes, on what each round hits, and how well the facing shields it from return fire."""
    heading = min(HEADINGS, key=lambda heading: (_exposure(state, craft, hex, heading), heading))
    order = {"hex": hex.label, "heading": heading, "bombs": bombs}
    names = ", ".join(f"{count} {figures('artillery')[kind]['name']}" for kind, count in bombs.items())
    info = {"score": score, **_where(Run(hex, heading)), "bombs": bombs, "scatter": "a miss scatters a hex or more"}
    exposed = {"exposure": _exposure(state, craft, hex, heading)}
    return Option(order, f"dive at {hex.label} with {names}, facing {heading}", {**info, **exposed, **craft_aim.diving(craft).info()})


def _exposure(state: BattleState, craft: GroundAttack, hex: Hex, heading: int) -> int:
    """The to-hit numbers of the enemy's vehicles in range, summed up, for a shielded weapon."""
    foes = [u for u in state.in_play() if isinstance(u, Vehicle) and u.side != craft.side and aim.can_fire(u)]
    return sum(_number(craft, hex, heading, foe.hex) for foe in foes if foe.hex is not None and distance(foe.hex, hex, PARITY) <= REACH)


def _number(craft: GroundAttack, hex: Hex, heading: int, foe: Hex) -> int:
    side, angle = craft_aim.struck(craft, heading, hex, foe, painted=False)
    return max(1, base_to_hit(max(1, distance(foe, hex, PARITY))) + angle - craft_aim.craft_factor(craft.shields, side))
