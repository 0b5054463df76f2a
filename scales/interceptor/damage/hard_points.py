"""Hard points as targets: what becomes of what hangs on one when it is destroyed (Interceptor internal systems; TOG and Renegade Briefings)."""

from scales.interceptor.missiles.hard_points import AUTO, PLAIN, hung
from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import missiles, pods, rounds
from scales.play import Play

RULE = "interceptor: Internal Damage"


def can_be_hit(craft: Craft, mount: Mount) -> bool:
    """Is it there, and, being a hard point for one piece, does it still carry it?"""
    return not mount.gone and (mount.weapon != PLAIN or number_of(craft, mount) in hung(craft))


def held(craft: Craft, mount: Mount) -> str:
    """What hangs on a plain hard point; '' for anything else."""
    return hung(craft).get(number_of(craft, mount), "") if mount.weapon == PLAIN else ""


def number_of(craft: Craft, mount: Mount) -> int:
    return next(n for n, m in enumerate(craft.mounts) if m is mount)


def lose(play: Play[State], craft: Craft, store: str, cause: str | None) -> None:
    """What hung on a hard point is lost with it and does not explode; only its own side knows what it was (designed)."""
    _take(craft, store)
    name = missiles()[store].name if store in missiles() else rounds().get(store) or pods()[store]
    text = f"{craft.name} loses the {name} that hung there."
    play.tell("store_lost", text, RULE, units=[craft.id], data={"store": store}, seen_by=[craft.side], cause=cause)


def _take(craft: Craft, name: str) -> None:
    if name in craft.pods:
        craft.pods.remove(name)
        return
    store = craft.missiles if name in craft.missiles else craft.bombs
    store[name] -= 1
    if store[name] <= 0:
        del store[name]


def explode(play: Play[State], craft: Craft, cause: str | None) -> None:
    """A destroyed autoloading hard point sets off the missiles left in it: each counts as a hit on the superstructure (designed).

    Of several autoloaders each holds its share, the one that is hit the larger.
    """
    others = sum(m.weapon == AUTO and not m.gone for m in craft.mounts)
    load = [name for name in sorted(craft.missiles) for _ in range(craft.missiles[name])]
    lost = load[: -(-len(load) // (others + 1))]
    if not lost:
        return
    for name in lost:
        _take(craft, name)
    craft.marks["superstructure"] = craft.marks.get("superstructure", 0) + len(lost)
    many = "missile explodes" if len(lost) == 1 else "missiles explode"
    text = f"{len(lost)} {many} in the autoloading hard point of {craft.name}: as many hits on its superstructure."
    play.tell("missiles_explode", text, RULE, units=[craft.id], data={"missiles": len(lost)}, cause=cause)
