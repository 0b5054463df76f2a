"""What a Leviathan unit shows below: craft of types drawn by the numbers in it, with its pilots and its loads.

Craft are drawn like fighters out of the unit: what is drawn is not drawn again (centurion: Moving Between Leviathan and Interceptor Boards).
"""

from scales.interceptor.damage.damage import P
from scales.interceptor.pilots import roster
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import aliases, craft_types
from scales.messages import Airman, FightersDown, Stores


def show(play: P, news: FightersDown, count: int) -> list[str]:
    """So many craft of a unit, still to be placed."""
    fighters = [kind for kind, n in sorted(news.fighters.items()) for _ in range(n)]
    pilots, stores = list(news.pilots), list(news.stores)
    found = []
    for _ in range(count):
        at = play.dice.roll(len(fighters), f"type of craft of {news.name}") - 1 if len(set(fighters)) > 1 else 0
        craft = _craft(play.state, news, aliases()[fighters.pop(at).lower()], stores)
        _man(play, craft, pilots)
        play.state.craft[craft.id] = craft
        found.append(craft.id)
    return found


def _craft(state: State, news: FightersDown, kind: str, stores: list[Stores]) -> Craft:
    id = next_id(state, news.unit)
    name = f"{news.name} {id.rpartition('/')[2]}"
    mission = "ground" if news.mission == "ground" else "fighters"
    craft = fresh_craft(id, name, craft_types()[kind], news.side, mission=mission, loads=_loads(news, kind, stores))
    craft.unit, craft.where = news.unit, "arriving"
    return craft


def next_id(state: State, stem: str) -> str:
    """The next free id of a unit's craft: "<unit>/1" and so on; numbers are never used twice."""
    number = 1
    while f"{stem}/{number}" in state.craft:
        number += 1
    return f"{stem}/{number}"


def _loads(news: FightersDown, kind: str, stores: list[Stores]) -> dict[str, int] | None:
    """What the last craft of this type brought back up, if it was not armed since; else what the unit was loaded with. None is the usual."""
    back = next((s for s in stores if s.craft == kind), None)
    if back is not None:
        stores.remove(back)
        return back.loads
    if news.mission == "ground":
        return {aliases()[name.lower()]: loads for name, loads in news.loads.items()}.get(kind)
    return None if news.armed else {}


def _man(play: P, craft: Craft, pilots: list[Airman]) -> None:
    """The next pilot of the unit who flies this type, or somebody nobody knows."""
    airman = next((p for p in pilots if p.craft in ("", craft.type)), None)
    if airman is not None:
        pilots.remove(airman)
        craft.pilot, craft.gunnery, craft.piloting, craft.missions = airman.name, airman.gunnery, airman.piloting, airman.missions
    roster.man(play, craft, unknown=airman is None)
