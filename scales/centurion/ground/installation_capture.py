"""Infantry takes an installation: its launchers go after one idle turn on the bottom level, its shield generators after another (centurion:
Defense Installations, Damage)."""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.combat.effects import listed
from scales.centurion.ground import installations
from scales.centurion.state import BattleState, Installation, Squad
from scales.engine import Decision
from scales.play import Play

BOTTOM = 1


def on_the_bottom(state: BattleState, base: Installation) -> list[Squad]:
    """Infantry squads on the bottom level, of either side; crews that got out of a vehicle are none."""
    here = [s for _, s in sorted(state.squads.items()) if s.hex == base.hex and s.level == BOTTOM and s.aboard is None]
    return [s for s in here if not s.destroyed and not s.left and s.type != "vehicle_crew"]


def holders(state: BattleState, base: Installation) -> list[Squad]:
    """Enemy squads that have the bottom level for themselves."""
    squads = on_the_bottom(state, base)
    return squads if installations.has_spoils(base) and all(s.side != base.side for s in squads) else []


def is_idle(squad: Squad) -> bool:
    """Neither moved nor fired in this turn, nor used its painting laser."""
    return not squad.moved and not squad.fired and not squad.painting


def can_take(state: BattleState, squad: Squad) -> bool:
    """Is the squad where it only has to stay idle to destroy something?"""
    base = installations.at(state, squad.hex)
    return base is not None and squad in holders(state, base)


def take(play: Play[BattleState]) -> Sequence[Decision]:
    """The end of a turn in which somebody had the bottom level of an installation for himself and did nothing else."""
    for _, base in sorted(play.state.installations.items() if switches.is_on(play.state, "installations") else ()):
        idle = [s for s in holders(play.state, base) if is_idle(s)]
        if idle:
            _destroy(play, base, idle)
    return ()


def _destroy(play: Play[BattleState], base: Installation, idle: Sequence[Squad]) -> None:
    """The launchers first, in a later turn the generators."""
    what = "missile launchers" if base.launchers else "shield generators"
    if base.launchers:
        base.launchers = 0
    else:
        base.shield = 0
    play.state.last_damage = play.state.turn
    verb = "destroys" if len(idle) == 1 else "destroy"
    text = f"{listed([s.name for s in idle])} {verb} the {what} of {base.name}."
    data = {"hex": base.hex.label, "launchers": base.launchers, "shield": base.shield}
    play.tell("installation_taken", text, installations.RULE, units=[base.id, *(s.id for s in idle)], data=data)
