"""Patrol craft on the ground: they touch down, are under fire for a full combat phase, unload, and take off in the next minute.

The battle has a counter of the craft, which is a mirror; whatever hits it comes back here and is damage by the rules of this board
(centurion: Landing or Launching Centurion Units).
"""

from scales.codec import typed
from scales.engine import Decision, Json
from scales.interceptor.board import AIR, board
from scales.interceptor.combat.gunnery import hexside_of
from scales.interceptor.damage.condition import (
    air_limit,
    fire_modifiers,
    gunnery,
    is_helpless,
    is_working,
    kind,
    shield,
    shots_allowed,
    thrust,
)
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.ground_attack import pulling_out
from scales.interceptor.ground_attack.at_laf import hit_of
from scales.interceptor.ground_attack.return_fire import strike_craft
from scales.interceptor.landing import hold
from scales.interceptor.landing.hold import RULE
from scales.interceptor.orders import read
from scales.interceptor.patrol.halves import half_of
from scales.interceptor.state import ON_BOARD, Craft, State
from scales.interceptor.tables import weapons
from scales.messages import CraftLanded, CraftTookOff, FireOnLanded, LandedGun, UnitsLanded

NO_GUNS = ("npc", "epc")
"""Families that a grounded craft does not fire; a LEPC fires its laser."""


# --- touching down --------------------------------------------------------------------------------------------------------------------


def choices(state: State, craft: Craft, battle: str) -> list[Json]:
    """A patrol craft with bays may land, to unload or to take units up; not in the minute in which it took off."""
    in_air = board(state.layout).zone(craft.hex) in AIR and not craft.tumbling
    able = kind(craft).bays > 0 and in_air and can_fly(state, craft) and craft.down != state.at.turn
    return [{"do": "touch_down", "battle": battle}] if able else []


def can_fly(state: State, craft: Craft) -> bool:
    """Thrust, something that carries it in the air, and somebody to fly it."""
    return thrust(craft, state.at.turn) > 0 and air_limit(craft) > 0 and not is_helpless(craft)


def touch_down(play: P, craft: Craft, battle: str) -> None:
    """Onto the map of the battle, where its player puts it."""
    craft.where, craft.battle, craft.down = "on_ground", battle, play.state.at.turn
    where = board(play.state.layout).label(craft.hex)
    text = f"{craft.name} touches down at the battlefield in {where}."
    event = play.tell("touches_down", text, RULE, units=[craft.id], data={"battle": battle})
    play.send("craft_landed", mirror(play.state, craft), event=event, battle=battle)


def mirror(state: State, craft: Craft) -> CraftLanded:
    """What the battle is told of a craft on its map: shields, and guns with where they sit and what they do at range 1 (R-CEN-54)."""
    turn = state.at.turn
    shields = {side: shield(craft, side, turn) for side in craft.armor}
    numbers = [
        n for n, mount in enumerate(craft.mounts) if is_working(craft, mount, turn) and weapons()[mount.weapon].family not in NO_GUNS
    ]
    condition = dict(fire_modifiers(craft, 1))
    guns = [_gun(craft, number) for number in numbers]
    most = min(len(guns), shots_allowed(craft, turn))
    return CraftLanded(craft.id, craft.name, craft.type, craft.side, craft.battle, gunnery(craft), shields, guns, most, condition)


def _gun(craft: Craft, number: int) -> LandedGun:
    mount = craft.mounts[number]
    hexside = hexside_of(kind(craft), mount.arc)
    half = half_of(kind(craft), mount.location)
    return LandedGun(number, -1 if hexside is None else hexside, half, hit_of(weapons()[mount.weapon], 1))


# --- under fire -----------------------------------------------------------------------------------------------------------------------


def grounded(state: State, side: str = "") -> list[Craft]:
    """Craft on the ground, in order of id."""
    return [craft for _, craft in sorted(state.craft.items()) if craft.where == "on_ground" and side in ("", craft.side)]


def take_fire(play: P) -> list[Decision]:
    """Hits from the ground: armor one by one, then what lies inside."""
    for delivery in play.mail("fire_on_landed"):
        report = typed(delivery.data, FireOnLanded)
        craft = play.state.craft.get(report.craft)
        if craft is None or craft.where != "on_ground" or craft.battle != report.battle:
            continue
        for hit in report.hits:
            strike_craft(play, craft, hit, delivery.cause, RULE)
        if craft.fresh:
            take_effect(play, craft, report.hits[-1].by, delivery.cause)
    return []


# --- unloading ------------------------------------------------------------------------------------------------------------------------


def unload(play: P) -> list[Decision]:
    """All that is aboard may get out in the next ground movement: it is the battle's until that says what stayed. The same for survivors of a
    wreck, whose counter is gone."""
    for craft in [*grounded(play.state), *_wrecks(play.state)]:
        if craft.battle in play.state.battles:
            _unload(play, craft)
        elif craft.where == "destroyed":
            hold.lost_with(play, craft)
        craft.battle = craft.battle if craft.where == "on_ground" else ""
    return []


def _wrecks(state: State) -> list[Craft]:
    """Craft that were on the ground and are no more, however they went, of which the battle does not know that."""
    return [c for _, c in sorted(state.craft.items()) if c.battle and c.down and not c.attack and c.where not in ON_BOARD]


def _unload(play: P, craft: Craft) -> None:
    wrecked, goes_with_it = craft.where != "on_ground", craft.where not in ("on_ground", "destroyed")
    units = [] if goes_with_it else list(hold.aboard(play.state, craft))
    hold.take_out(play.state, craft, units)
    many = f"{len(units)} unit{'' if len(units) == 1 else 's'}"
    text = f"{many} from the wreck of {craft.name} will be on the ground." if wrecked else f"{craft.name} opens its bays: {many} aboard."
    event = play.tell("bays_open", text, RULE, units=[craft.id, *(u.id for u in units)], seen_by=[craft.side])
    room = (kind(craft).bays, hold.tons(craft), craft.room or kind(craft).passengers)
    message = UnitsLanded(craft.id, craft.name, craft.side, craft.battle, units, *room, wrecked)
    play.send("units_landed", message, event=event, battle=craft.battle)


# --- taking off -----------------------------------------------------------------------------------------------------------------------


def ready(state: State, side: str = "") -> list[str]:
    """Craft that take off in this minute: they landed in an earlier one and can fly, or nobody fights for the ground any more."""
    able = [c for c in grounded(state, side) if c.down < state.at.turn and (can_fly(state, c) or c.battle not in state.battles)]
    return [craft.id for craft in able]


def decisions(state: State) -> list[Decision]:
    """Every seat about its craft that take off."""
    return [pulling_out.decision(seat, craft) for seat, craft in state.by_seat(lambda side: ready(state, side)).items()]


def take_off(play: P) -> list[Decision]:
    """Ask for headings; then the craft are back over the battlefield, which is their movement. Those that cannot fly stay where they are."""
    if play.asks_first() and (asked := decisions(play.state)):
        return asked
    given = {id: order for orders in play.answers.values() for id, order in orders.choices.items()}
    leaving = ready(play.state)
    for craft in grounded(play.state):
        if craft.id in leaving:
            _rise(play, craft, read("pull_out", given[craft.id]).heading if craft.id in given else pulling_out.HEADINGS[0])
        elif craft.down < play.state.at.turn:
            _stuck(play, craft)
    return []


def _rise(play: P, craft: Craft, heading: int) -> None:
    state, battle = play.state, craft.battle
    craft.where, craft.battle, craft.heading, craft.moved, craft.down = "board", "", heading, state.at.turn, state.at.turn
    label = board(state.layout).label(craft.hex)
    text = f"{craft.name} takes off: it is back in {label}, heading {heading}, velocity {craft.velocity}."
    data = {"hex": label, "heading": heading, "velocity": craft.velocity}
    event = play.tell("takes_off", text, RULE, units=[craft.id], data=data)
    if battle in state.battles:
        play.send("craft_took_off", CraftTookOff(craft.id, battle), event=event, battle=battle)


def _stuck(play: P, craft: Craft) -> None:
    """It stays under fire; the battle is told how it stands now."""
    text = f"{craft.name} cannot take off."
    event = play.tell("stays_down", text, RULE, units=[craft.id])
    play.send("craft_landed", mirror(play.state, craft), event=event, battle=craft.battle)
