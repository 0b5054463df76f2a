"""Every craft has somebody who flies it: a name that follows from its id, and skills as given or by the die (interceptor: Skills)."""

from zlib import crc32

from scales.interceptor.damage.condition import kind
from scales.interceptor.state import Craft, State
from scales.interceptor.switches import is_on
from scales.interceptor.tables import table
from scales.play import Play

RULE = "interceptor: Skills"


def man(play: Play[State], craft: Craft, *, unknown: bool) -> None:
    """Put a pilot into a new craft that has none. One whose skills are `unknown` rolls for them where that is played."""
    if kind(craft).is_satellite:
        return
    craft.pilot = craft.pilot or _free_name(play.state, craft)
    if unknown and is_on(play.state, "random_pilots"):
        _roll(play, craft)


def _free_name(state: State, craft: Craft) -> str:
    """A name of the side's people that nobody on this board has; the same every time."""
    names = _names(state.side(craft.side).faction)
    taken = {c.pilot for c in state.craft.values()}
    start = crc32(craft.id.encode())
    return next((n for n in (names[(start + k) % len(names)] for k in range(len(names))) if n not in taken), names[start % len(names)])


def _names(faction: str) -> list[str]:
    people = table("pilots")["names"]["tog" if faction == "tog" else "others"]
    return [f"{first} {last}" for last in people["last"] for first in people["first"]]


def _roll(play: Play[State], craft: Craft) -> None:
    roll = play.dice.d10(f"skills of {craft.pilot}")
    craft.piloting, craft.gunnery = rolled_skills(roll)
    text = f"{craft.pilot} of {craft.name} has piloting {craft.piloting} and gunnery {craft.gunnery}."
    data = {"roll": roll, "piloting": craft.piloting, "gunnery": craft.gunnery}
    play.tell("pilot_skills", text, RULE, units=[craft.id], data=data)


def rolled_skills(roll: int) -> tuple[int, int]:
    """Piloting and gunnery of a pilot nobody knows."""
    rows: dict[int, list[int]] = table("pilots")["random_skills"]["rows"]
    piloting, gunnery = next(skills for last, skills in rows.items() if roll <= last)
    return piloting, gunnery
