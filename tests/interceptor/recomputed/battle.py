"""A whole battle before the referee: every event is played again on his table, which must come out like that of the engine."""

from collections.abc import Iterable

from scales.interceptor import ENGINE
from scales.interceptor.state import Craft, State
from tests.interceptor.recomputed import armor, fire, flights, inside, rockets, turns
from tests.interceptor.recomputed.moments import Moment
from tests.interceptor.recomputed.referee import Handler, Referee

HANDLERS: dict[str, Handler] = {
    "initiative": turns.initiative,
    "no_air": turns.no_air,
    "shields_set": turns.shields_set,
    "armor_widowed": turns.widowed,
    "store_lost": turns.store_lost,
    "came_down": turns.came_down,
    "deployed": turns.deployed,
    "ground_attack": turns.attacks_ground,
    "attack_over": turns.attack_over,
    "went_up": turns.went_up,
    "landed": turns.landed,
    "satellite_moved": turns.satellite,
    "thor_launched": turns.thor_launched,
    "thor_falls": turns.thor_falls,
    "javelins_lost": turns.javelins_lost,
    "thor_lands": turns.thor_lands,
    "moved": flights.moved,
    "plant_pushed": flights.plant_pushed,
    "thrust_exceeded": flights.thrust_exceeded,
    "random_maneuver": flights.thrown,
    "out_of_control": flights.thrown,
    "control": flights.control,
    "gravity": flights.gravity,
    "scorched": flights.scorched,
    "left": flights.left,
    "came_back": flights.came_back,
    "missile_launched": rockets.launched,
    "no_lock": rockets.no_lock,
    "missile_flies": rockets.flies,
    "missile_attack": rockets.attacks,
    "missile_damage": rockets.damaged,
    "point_defense": rockets.defends,
    "missile_shot_down": rockets.down,
    "missile_down": rockets.down,
    "missile_lost": rockets.down,
    "missile_turns": rockets.turns,
    "hell_burst": rockets.hell_burst,
    "hell_damage": rockets.hell_damage,
    "dfm_burst": rockets.dfm,
    "ecm_off": rockets.ecm_off,
    "ecm_missile": rockets.ecm_missile,
    "hit": fire.shot,
    "miss": fire.shot,
    "system_hit": inside.system_hit,
    "system_short": inside.system_short,
    "weapon_hit": inside.weapon_hit,
    "missiles_explode": inside.missiles_explode,
    "craft_destroyed": inside.destroyed,
}


def judged(name: str, moments: Iterable[Moment]) -> Referee:
    """Play a battle again; the referee has counted what it worked out and noted what is wrong."""
    ref = Referee(name)
    for moment in moments:
        ref.begin(moment)
        for event in ref.log:
            ref.about = event.text
            if event.kind in HANDLERS:
                HANDLERS[event.kind](ref, event)
            else:
                ref.made[f"- {event.kind}"] += 1
        flights.all_pulled(ref)
        _compare(ref, moment.step.state)
    return ref


def _compare(ref: Referee, state: State) -> None:
    """The referee's table and that of the engine are the same after a moment."""
    if any(d.kind == "fire" for d in ref.moment.step.pending):
        fire.who_may_fire(ref)
    if ref.orders("fire"):
        fire.all_told(ref)
    if any(e.kind == "initiative" for e in ref.log):
        turns.order_of_movement(ref, state)
    if ref.moment.phase == "hits" and ref.moment.step.done:
        report = ENGINE.report(state)
        turns.points(ref, state, report)
        turns.ended(ref, state, report)
        turns.nothing_loose(ref, state)
    ref.is_right("marks without effect", inside.unused(ref), [])
    flights_of = [
        [("" if s.cluster else s.id, s.kind, s.target, s.hex, s.velocity) for s in shots] for shots in (state.shots, ref.table.shots)
    ]
    ref.is_right("missiles in flight", sorted(flights_of[0]), sorted(flights_of[1]))
    for id, craft in state.craft.items():
        ref.about = id
        mine = ref.table.craft.get(id)
        if mine and craft.where != "destroyed":
            _armor(ref, craft, mine)
            ref.is_right("missiles aboard", {k: n for k, n in craft.missiles.items() if n}, {k: n for k, n in mine.missiles.items() if n})
            for name in ("marks", "mounts", "shorts", "since", "heading", "velocity", "where", "shields"):
                ref.is_right(name, getattr(craft, name), getattr(mine, name))
            if craft.where in {"board", "ground_attack"}:
                ref.is_right("hex", craft.hex, mine.hex)


def _armor(ref: Referee, craft: Craft, mine: Craft) -> None:
    """Sides that the referee did not touch are as they were; of the others every box is compared."""
    for side, grid in craft.armor.items():
        if (craft.id, side) in ref.armor:
            ref.is_right("armor left", sorted(armor.boxes(grid.rows) ^ ref.armor[craft.id, side]), [])
        else:
            ref.is_right("armor untouched", grid.rows == mine.armor[side].rows, True)
