"""The choices a seat is offered, all legal in any combination. legatus: Movement Phase, Combat Phase, Initiative Phase"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from scales.engine import Decision, Json, Option, Slot
from scales.legatus import artillery, board, initiative, movement, orbit, targets
from scales.legatus.board import gap
from scales.legatus.combat import expected_hit
from scales.legatus.deployment import attack_of
from scales.legatus.movement import HALF, Ground, Walk
from scales.legatus.orders import slots_of
from scales.legatus.state import Century, LegatusState, enemies_of
from scales.legatus.tables import ALTITUDES
from scales.legatus.view import View

MOST_PLACES = 70
MOST_SPREAD = 20
MOST_OPTIONS = 200


def offers(view: View, decision: Decision) -> list[Slot]:
    """One slot for each unit or question of a decision."""
    kind = decision.kind
    if kind == "activation":
        return [Slot("turn", decision.prompt, [Option({"act": "move"}, "move now"), Option({"act": "pass"}, "pass")])]
    if kind == "initiative":
        return _initiative(view, decision)
    if kind == "movement":
        return [Slot(u, view.state.units[u].name, march_options(view.state, view.state.units[u])) for u in decision.units]
    if kind in {"reaction", "pursuit"}:
        return [Slot(u, view.state.units[u].name, step_options(view.state, view.state.units[u])) for u in decision.units]
    return _attack(view, decision)


def _initiative(view: View, decision: Decision) -> list[Slot]:
    state = view.state
    side = next(s for s in state.sides if s.id == view.side)
    keys = [k for k in [*sorted(state.cohorts), *initiative.whole_manus(state, side.id)] if initiative.price_of(state, side.id, k)]
    spends = [p for p in _spends(keys) if initiative.cost_of(state, side.id, p) <= side.pool]
    slots = [Slot("spend", "Initiative points", [Option({"points": p}, _spend_label(state, p)) for p in spends])]
    for id in slots_of(view, decision):
        if id != "spend":
            slots.append(
                Slot(id, state.squadrons[id].name, [Option({"box": b}, b.replace("_", " ")) for b in ("ready", "cap", "ground_support")])
            )
    return slots


def _spends(keys: list[str]) -> Iterator[dict[str, int]]:
    """No points, one to eight on one cohort, one to three on each of two."""
    yield {}
    for key in keys[:12]:
        yield from ({key: n} for n in range(1, 9))
    for a, b in list(combinations(keys, 2))[:10]:
        yield from ({a: n, b: m} for n in range(1, 4) for m in range(1, 4))


def _spend_label(state: LegatusState, points: dict[str, int]) -> str:
    return ", ".join(f"{state.cohorts[k].name if k in state.cohorts else k} -{n}" for k, n in points.items()) or "spend nothing"


def march_options(state: LegatusState, unit: Century) -> list[Option]:
    """Stay, go somewhere (and there change altitude), change deployment in place, artillery denial, earthworks."""
    ground, walk = movement.ground_for(state, unit), movement.start_walk(unit)
    found = [_option([], unit, unit.at, unit.altitude, label="stay")]
    if walk.altitude == "dug_in":
        found += _rise_and_go(state, unit, ground, walk)
    else:
        found += _moves(state, unit, ground, walk, [])
    found += _in_place(ground, unit, walk)
    if artillery.can_fire(unit):
        found += [_denial(unit, at) for at in _denial_places(state, unit)]
    if unit.kind == "armored_engineer" and not unit.crippled:
        found.append(Option({"build": True}, "build earthworks", {"at": unit.at, "altitude": unit.altitude, "tests": 0}))
    return found[:MOST_OPTIONS]


def _option(path: list[str], unit: Century, at: str, altitude: str, *, tests: int = 0, label: str = "") -> Option:
    word = label or f"to {at}" + (f", {altitude.replace('_', ' ')}" if altitude != unit.altitude else "")
    return Option({"path": path}, word, {"at": at, "altitude": altitude, "tests": tests})


def _moves(state: LegatusState, unit: Century, ground: Ground, walk: Walk, before: list[str]) -> list[Option]:
    best = movement.reachable(ground, walk)
    goals = interests(state, unit)
    places = sorted((at for at in best if at != walk.at), key=lambda at: (nearest(at, goals), best[at][0], at))[:MOST_PLACES]
    found = []
    for n, at in enumerate(places):
        path, tests = [*before, *movement.path_to(best, at)], best[at][1] + len(before)
        found.append(_option(path, unit, at, walk.altitude, tests=tests))
        if n < MOST_SPREAD:
            left = walk.left - best[at][0]
            found += [
                _option([*path, *words], unit, at, words[-1], tests=tests + len(words))
                for words in _altitude_changes(ground, at, walk.altitude, left)
            ]
    return found


def _rise_and_go(state: LegatusState, unit: Century, ground: Ground, walk: Walk) -> list[Option]:
    """A dug-in century rises first, at the risk of stopping there."""
    if walk.left < HALF:
        return []
    risen = Walk(walk.at, "normal", walk.left - HALF, True)
    return _moves(state, unit, ground, risen, ["normal"])


@lru_cache(maxsize=100_000)
def nearest(at: str, goals: tuple[str, ...]) -> int:
    """Hexes to the nearest of some places."""
    return min((gap(at, g) for g in goals), default=0)


def interests(state: LegatusState, unit: Century) -> tuple[str, ...]:
    """Places that matter to a century: enemies, objectives, its headquarters."""
    own = [u.at for u in state.units.values() if u.hq and u.cohort == unit.cohort and u.status == "ok" and u is not unit]
    return (*sorted({e.at for e in enemies_of(state, unit.side)}), *(o.hex for o in state.objectives), *own)


def _altitude_changes(ground: Ground, at: str, altitude: str, left: int) -> Iterator[list[str]]:
    """Ways down (to normal, to dug in) and one level up from an altitude that the points left allow."""
    here = ALTITUDES.index(altitude)
    for step, reach in ((-1, here), (1, 1)):
        walk, words = Walk(at, altitude, left), []
        for n in range(1, reach + 1):
            word = ALTITUDES[here + step * n] if here + step * n < len(ALTITUDES) else ""
            if not word or movement.fault_of(ground, walk, word) or walk.left < HALF:
                break
            movement.take(walk, word, HALF)
            words.append(word)
            yield list(words)


def _in_place(ground: Ground, unit: Century, walk: Walk) -> list[Option]:
    """Other altitudes and the next dispersions without going anywhere."""
    found = [_option(w, unit, walk.at, w[-1], tests=len(w) - 1) for w in _altitude_changes(ground, walk.at, walk.altitude, walk.left)]
    found += [_option(w, unit, walk.at, w[-1], tests=len(w) - 1) for w in _climbs(ground, walk)]
    for at in board.spreads(walk.at):
        if walk.left >= HALF and not movement.fault_of(ground, walk, at):
            found.append(_option([at], unit, at, walk.altitude))
    return found


def _climbs(ground: Ground, walk: Walk) -> Iterator[list[str]]:
    """Two and more levels up."""
    up = Walk(walk.at, walk.altitude, walk.left)
    words: list[str] = []
    for word in ALTITUDES[ALTITUDES.index(walk.altitude) + 1 :]:
        if up.left < HALF or movement.fault_of(ground, up, word):
            return
        movement.take(up, word, HALF)
        words.append(word)
        if len(words) > 1:
            yield list(words)


def _denial(unit: Century, at: str) -> Option:
    return Option({"deny": [at]}, f"deny {at}", {"at": unit.at, "altitude": unit.altitude, "tests": 0, "deny": at})


def _denial_places(state: LegatusState, unit: Century) -> list[str]:
    """Positions of the size of a mission next to enemies."""
    size, grid = artillery.denial_size(board.dispersion(unit.at)), movement.grid_of(state)
    found: list[str] = []
    for enemy in enemies_of(state, unit.side)[:6]:
        at = enemy.at.split("|")[0]
        for _ in range(size - 1):
            at = next((p for p in board.spreads(at) if p.count("|") > at.count("|") and board.on_map(grid, p)), at)
        if at.count("|") + 1 == size and at not in found:
            found.append(at)
    return found


def step_options(state: LegatusState, unit: Century) -> list[Option]:
    """Reactions: stay, or one step of one point."""
    ground, walk = movement.ground_for(state, unit, True), movement.start_walk(unit, 1)
    words = [*board.steps(unit.at), *board.spreads(unit.at), *ALTITUDES]
    found = [_option([], unit, unit.at, unit.altitude, label="stay")]
    for word in words:
        if not movement.path_faults(ground, Walk(walk.at, walk.altitude, walk.left), [word]):
            found.append(
                _option([word], unit, unit.at if word in ALTITUDES else word, word if word in ALTITUDES else unit.altitude, tests=1)
            )
    return found


def _attack(view: View, decision: Decision) -> list[Slot]:
    state, slots = view.state, []
    for id in slots_of(view, decision):
        if id.startswith("fire:"):
            unit = state.units[id.removeprefix("fire:")]
            slots.append(Slot(id, f"fire of {unit.name}", list(_barrages(state, unit))))
        elif id in state.units:
            slots.append(Slot(id, state.units[id].name, _target_options(state, state.units[id])))
        elif id not in state.squadrons:
            calls = [Option({"target": t.id}, f"strike {t.name}") for t in orbit.targets_for(state, id)[:60]]
            slots.append(Slot(id, f"fire from orbit: {id}", [Option({"target": ""}, "hold"), *calls]))
        elif state.squadrons[id].box == "cap":
            slots.append(
                Slot(id, state.squadrons[id].name, [Option({"intercept": True}, "intercept"), Option({"intercept": False}, "stay")])
            )
        else:
            raids = [Option({"target": t.id}, f"attack {t.name}") for t in targets.squadron_targets(state, view.side)[:60]]
            slots.append(Slot(id, state.squadrons[id].name, [Option({"target": ""}, "stay"), *raids]))
    return slots


def _target_options(state: LegatusState, unit: Century) -> list[Option]:
    odds = expected_hit(attack_of(state, unit))
    return [Option({"target": t.id}, f"attack {t.name}", {"odds": odds}) for t in targets.targets_of(state, unit)]


def _barrages(state: LegatusState, unit: Century) -> Iterable[Option]:
    """Nothing, every way to support as many centuries as there are shots, all shots at one enemy battery."""
    yield Option({}, "hold fire")
    shots, friends = artillery.shots_left(unit), artillery.supportable(state, unit.side)[:9]
    for group in combinations(friends, min(shots, len(friends))):
        if group:
            yield Option({"support": [u.id for u in group]}, "support " + ", ".join(u.name for u in group))
    for enemy in artillery.counter_targets(state, unit.side)[:20]:
        order: Json = {"counter": {enemy.id: shots}}
        yield Option(order, f"counter-battery at {enemy.name}")
