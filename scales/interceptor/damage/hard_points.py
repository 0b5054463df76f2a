"""Hard points as targets: what hangs on them, and what becomes of it when one is destroyed (Interceptor internal systems; TOG and Renegade Briefings).

What hangs on which hard point is nowhere printed: a hit finds one that still carries something, and a die says what it was (designed).
"""

from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import missiles, rounds
from scales.play import Play

RULE = "interceptor: Internal Damage"
PLAIN = "hard_point"
AUTOLOADER = "autoloading_hard_point"
POD_NAMES = {"ecm_pod": "ECM pod", "painting_laser": "painting laser"}


def plain_load(craft: Craft) -> list[str]:
    """Everything on the plain hard points, piece by piece; missiles only where no autoloader holds them."""
    loaded = any(m.weapon == AUTOLOADER and not m.gone for m in craft.mounts)
    stores = [craft.bombs] if loaded else [craft.bombs, craft.missiles]
    return [name for store in stores for name in sorted(store) for _ in range(store[name])] + craft.pods


def held(craft: Craft, mount: Mount) -> list[str]:
    """What may hang on a plain hard point; nothing for other weapons and where all is spent."""
    return plain_load(craft) if mount.weapon == PLAIN else []


def can_be_hit(craft: Craft, mount: Mount) -> bool:
    """Is it there, and, being a plain hard point, does it still carry something?"""
    return not mount.gone and (mount.weapon != PLAIN or bool(plain_load(craft)))


def lose(play: Play[State], craft: Craft, held: list[str], cause: str | None) -> None:
    """What hung on a hard point is lost with it; only its own side knows what it was."""
    name = play.dice.pick(held, f"what hung on the hard point of {craft.name}")
    _take(craft, name)
    text = f"{craft.name} loses the {_said(name)} that hung there."
    play.tell("store_lost", text, RULE, units=[craft.id], data={"store": name}, seen_by=[craft.side], cause=cause)


def _take(craft: Craft, name: str) -> None:
    if name in craft.pods:
        craft.pods.remove(name)
        return
    store = craft.missiles if name in craft.missiles else craft.bombs
    store[name] -= 1
    if store[name] <= 0:
        del store[name]


def _said(name: str) -> str:
    return POD_NAMES.get(name) or rounds().get(name) or missiles()[name].name


def explode(play: Play[State], craft: Craft, cause: str | None) -> None:
    """A destroyed autoloading hard point sets off the missiles left in it: each counts as a hit on the superstructure (designed).

    Of several autoloaders each holds its share, the one that is hit the larger.
    """
    others = sum(m.weapon == AUTOLOADER and not m.gone for m in craft.mounts)
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
