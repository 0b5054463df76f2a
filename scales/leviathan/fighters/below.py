"""A unit on the board below: what goes down with it, and what its pilots and craft bring back (centurion: Moving Between Leviathan and Interceptor
Boards)."""

from scales.leviathan.fighters import pilots
from scales.leviathan.state import FighterUnit, Pilot, State
from scales.messages import Airman, FightersDown, FightersUp, Stores
from scales.play import Play


def down(unit: FighterUnit, at: str) -> FightersDown:
    """The message of a unit that goes down from the hex `at`: its craft, boxes, those of its pilots who fly, and what is loaded."""
    armed = unit.missiles_left or not unit.missile_attack
    flying = [Airman(p.name, p.gunnery, p.piloting, p.missions, p.craft) for p in unit.pilots if not p.result]
    return FightersDown(unit.id, unit.name, unit.side, at, unit.size, unit.fighters, unit.boxes, unit.boxes_left, unit.mission,
                        flying, unit.loads, unit.stores, armed)  # fmt: skip


def take_back(play: Play[State], unit: FighterUnit, news: FightersUp, cause: str | None) -> None:
    """Its sheet is as it was, but it knows what its craft still carry, and what became of its pilots."""
    _take_stores(unit, news.stores)
    named = {p.name: p for p in unit.pilots}
    for airman in news.pilots:
        if airman.name in named:
            _take_pilot(play, unit, named[airman.name], airman, cause)


def _take_stores(unit: FighterUnit, back: list[Stores]) -> None:
    """Those of the craft that were down, in place of what they took down; what is lost is gone."""
    kept = list(unit.stores)
    for each in back:
        old = next((s for s in kept if s.craft == each.craft), None)
        kept = [s for s in kept if s is not old]
    unit.stores = kept + [each for each in back if not each.lost]


def _take_pilot(play: Play[State], unit: FighterUnit, pilot: Pilot, news: Airman, cause: str | None) -> None:
    """Missions count in one craft; who lost his has none, and flies another when he can."""
    if not news.result:
        pilot.missions, pilot.craft = news.missions, news.craft
        return
    pilot.missions, pilot.craft = 0, ""
    pilot.result, pilot.fighter = news.result, pilots.LOST
    text = f"{pilot.name} of {unit.name}, lost below: {pilots.words(pilot)}."
    data = {"pilot": pilot.name, "result": pilot.result, "fighter": pilot.fighter, "out_hours": pilots.out_hours(pilot)}
    play.tell("pilot", text, pilots.RULE, units=[unit.id], data=data, seen_by=[unit.side], cause=cause)
