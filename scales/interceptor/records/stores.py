"""On a record sheet: the missiles that fly at a craft, for everybody to see, and what hangs on its hard points, for its own side."""

from scales.engine import Json
from scales.interceptor.board import board
from scales.interceptor.damage.condition import is_ready
from scales.interceptor.missiles.attack import attack_number
from scales.interceptor.missiles.hard_points import AUTO, PLAIN, hung
from scales.interceptor.missiles.in_flight import HELL, locked_on
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles, pods, rounds


def coming(state: State, craft: Craft) -> list[Json]:
    """Missiles that fly at a craft: where they are, how fast, in how many movement phases they are there, what they strike with."""
    return [_shot(state, craft, each.shot) | {"arrives_in": each.turns} for each in locked_on(state, craft)]


def _shot(state: State, craft: Craft, shot: Shot) -> Json:
    missile = missiles()[shot.kind]
    base, modifiers = attack_number(missile, craft)
    found: Json = {"name": missile.name, "id": shot.id, "by": shot.owner, "damage": missile.damage, "velocity": shot.velocity}
    found |= {"at": board(state.layout).label(shot.hex)}
    return found if shot.kind == HELL else found | {"attack": base + sum(m.value for m in modifiers)}


def stores(craft: Craft, turn: int) -> Json:
    """What a craft carries: missiles, bombs and pods, and what hangs on each of its hard points by the number of its weapons list."""
    loads = [{"name": missiles()[m].name, "left": left, "damage": missiles()[m].damage} for m, left in sorted(craft.missiles.items())]
    bombs = [{"name": rounds()[b], "left": left} for b, left in sorted(craft.bombs.items())]
    found: Json = {"missiles": loads, "bombs": bombs, "pods": [pod.replace("_", " ") for pod in craft.pods]}
    return found | {"hard_points": [_point(craft, n, turn) for n, m in enumerate(craft.mounts) if m.weapon in (PLAIN, AUTO)]}


def _point(craft: Craft, number: int, turn: int) -> Json:
    mount = craft.mounts[number]
    state = "destroyed" if mount.gone else "ok" if is_ready(craft, mount, turn) else "out"
    holds = _name(hung(craft).get(number, "")) if mount.weapon == PLAIN else "autoloading"
    return {"number": number, "side": mount.location.replace("_", " "), "holds": holds, "state": state}


def _name(store: str) -> str:
    """A store in words; '' for none."""
    if store in missiles():
        return missiles()[store].name
    return rounds().get(store) or pods().get(store, "")
