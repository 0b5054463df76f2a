"""The end of a battle for pilots: missions are added up, and those who got out are looked for (interceptor: Familiarity; leviathan: Pilot Survival).

It ends for a craft that has gone home and for all when the battle is over. A board that stands has no end: there a pilot is looked for when only
one side has craft left that fight, or when his unit goes back up.
"""

from scales.engine import Check, Modifier
from scales.interceptor.damage.condition import effective, wounds
from scales.interceptor.damage.damage import P
from scales.interceptor.pilots import engagement, familiarity
from scales.interceptor.scenario import ending
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import table

RULE = "leviathan: Pilot Survival"
HOME = ("up", "left", "landed")


def debrief(play: P) -> None:
    """Whoever is done with this battle."""
    state = play.state
    over = bool(ending.why(state))
    searched = over or ending.is_field_left(state)
    for craft in [state.craft[id] for id in sorted(state.craft)]:
        if over or craft.where in HOME:
            add_mission(play, craft)
        if searched:
            search(play, craft)


def add_mission(play: P, craft: Craft) -> None:
    """A mission more in this craft, if it was one and the craft is still there; once a battle."""
    if craft.debriefed or craft.crew != "aboard" or craft.where in ("destroyed", "captured"):
        return
    craft.debriefed = True
    if not engagement.is_mission(play.state, craft):
        return
    before = familiarity.bonus(craft.missions)
    craft.missions += 1
    piloting, gunnery = familiarity.bonus(craft.missions)
    gains = f": familiarity is now piloting +{piloting}, gunnery +{gunnery}" if (piloting, gunnery) != before else ""
    text = f"{craft.pilot} has flown {_missions(craft.missions)} in {craft.name}{gains}."
    downed = [v.id for v in engagement.victims(play.state, craft)]
    data = {"pilot": craft.pilot, "missions": craft.missions, "piloting": piloting, "gunnery": gunnery, "shot_down": downed}
    play.tell("pilot_gained", text, familiarity.RULE, units=[craft.id], data=data)


def _missions(count: int) -> str:
    return "1 combat mission" if count == 1 else f"{count} combat missions"


# --- those who got out ------------------------------------------------------------------------------------------------------------------


def search(play: P, craft: Craft) -> None:
    """A die for a pilot who ejected; one who lives is caught where only the enemy has craft left."""
    if craft.crew != "ejected" or craft.pilot_fate:
        return
    modifiers = [m for m in _modifiers(craft) if m.value]
    roll = play.dice.d10(f"survival of {craft.pilot}")
    natural = roll in (1, 10)
    number = roll if natural else min(10, max(1, roll + sum(m.value for m in modifiers)))
    result = fate(number)
    check = Check("survival", roll, [] if natural else modifiers, number, roll, result != "dead", RULE)
    caught = result != "dead" and _is_caught(play.state, craft.side)
    where = craft.pilot_in
    _settle(craft, "captured" if caught else result)
    words = result.replace("_", " ") + (" and captured" if caught else "")
    text = f"{craft.pilot} of {craft.name}, who ejected in {where}, is {words}."
    data = {"pilot": craft.pilot, "hex": where, "result": result, "captured": caught}
    play.tell("pilot_down", text, RULE, units=[craft.id], checks=[check], data=data)


def _modifiers(craft: Craft) -> list[Modifier]:
    chart = table("pilots")["survival"]
    usual = chart["over"]
    return [
        Modifier(f"Gunnery {craft.gunnery}", max(0, craft.gunnery - usual["gunnery"]), RULE),
        Modifier(f"Piloting {craft.piloting}", max(0, craft.piloting - usual["piloting"]), RULE),
        Modifier("wounds", chart["each_wound"] * wounds(craft), RULE),
    ]


def fate(number: int) -> str:
    """What the table has for a modified die."""
    rows: list[list[int | str]] = table("pilots")["survival"]["rows"]
    return next(str(result) for last, result in rows if number <= int(last))


def _is_caught(state: State, side: str) -> bool:
    left = effective(state)
    return not left[side] and any(left.values())


def _settle(craft: Craft, result: str) -> None:
    if result == "dead":
        craft.crew, craft.pilot_in = "dead", ""
    else:
        craft.pilot_fate = result
