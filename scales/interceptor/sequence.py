"""The sequence of play of a minute: the stages of each phase, in order (centurion: Interceptor Integration, Turn Sequence)."""

from scales.interceptor.combat import combat
from scales.interceptor.ground_attack import announce, overhead, return_fire
from scales.interceptor.initiative import initiative
from scales.interceptor.missiles import missiles
from scales.interceptor.movement import movement
from scales.interceptor.transfers import coming_down, going_up
from scales.play import Stage

STAGES: dict[str, tuple[Stage, ...]] = {
    "initiative": (initiative.open_turn, coming_down.arrive, initiative.roll_initiative),
    "movement": (movement.move_all, movement.gravity, missiles.fly_all, announce.ask, going_up.close),
    "combat": (overhead.look_down, combat.fire, combat.launch, going_up.close),
    "hits": (return_fire.return_fire, going_up.close, return_fire.end_turn),
}
