"""Whether what a set-up leaves to its sides to place can be placed at all (leviathan: Game Set-Up)."""

from collections.abc import Iterator

from scales.dice import ScriptedDice
from scales.engine import Fault
from scales.leviathan.preparation import setup as setting
from scales.leviathan.preparation.models import Setup
from scales.leviathan.scenario import deployment, formations, organization
from scales.play import Play


def faults(setup: Setup) -> Iterator[Fault]:
    """A set-up without other faults: each zone must have a formation for its side, its wings organized in some way."""
    play = Play(setting.build(setup), ScriptedDice.of())
    for wing in play.state.wings:
        organization.form(play, wing, organization.split(wing.fighters, "group"))
    for side in setup.deployment:
        waiting = deployment.waiting(play.state, side)
        if waiting and not any(formations.legal(play.state, deployment.decision(play.state, side, waiting))):
            text = f"{side} has no place in its zone for all that it sets up: make the zone larger, or `apart`"
            yield Fault("no_formation", f"{text} ({deployment.RULE})", f"deployment.{side}")
