"""The sequence of play of a minute: the stages of each phase, in order (centurion: Interceptor Integration, Turn Sequence)."""

from scales.interceptor.combat import combat
from scales.interceptor.ground_attack import announce, fire_from_laf, overhead, pulling_out, return_fire, stand_off
from scales.interceptor.ground_fire import launches as ground_launches
from scales.interceptor.initiative import initiative
from scales.interceptor.landing import from_orbit, ground_time, taking_aboard
from scales.interceptor.missiles import flying, launches, point_defense
from scales.interceptor.movement import away, movement, well
from scales.interceptor.patrol import allocation
from scales.interceptor.satellites import javelins, missions, orbit
from scales.interceptor.scenario import deploying, ending, scoring
from scales.interceptor.transfers import coming_down, finishing, going_up
from scales.play import Stage

STAGES: dict[str, tuple[Stage, ...]] = {
    "initiative": (initiative.open_turn, deploying.deploy, away.come_back, coming_down.arrive, initiative.roll_initiative, allocation.ask),
    "movement": (
        taking_aboard.take,
        ground_time.take_off,
        movement.move_all,
        from_orbit.fall,
        well.gravity,
        orbit.move_satellites,
        javelins.fly,
        point_defense.prepare,
        flying.fly_all,
        flying.fly_hell,
        announce.ask,
        going_up.close,
        finishing.finish,
    ),
    "combat": (
        missions.take_calls,
        overhead.look_down,
        combat.fire,
        stand_off.arrive,
        launches.launch,
        ground_launches.launch,
        missions.launch,
        javelins.land,
        going_up.close,
        finishing.finish,
    ),
    "hits": (
        taking_aboard.take,
        return_fire.return_fire,
        pulling_out.pull_out,
        fire_from_laf.take,
        ground_time.take_fire,
        ground_time.unload,
        stand_off.take_lost,
        going_up.close,
        return_fire.end_turn,
        scoring.tell_earned,
        ending.close,
        finishing.finish,
    ),
}
