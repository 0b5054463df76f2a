"""What strikes a craft on the ground: collected here, applied by the board above (centurion: Landing or Launching Centurion Units)."""

from collections.abc import Sequence

from scales.centurion.combat.aim import Aim
from scales.centurion.combat.plans import Shot
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import air, landed_craft_aim
from scales.centurion.support.landed_craft import RULE
from scales.engine import Decision
from scales.messages import FireOnLanded
from scales.play import Play

P = Play[BattleState]


def take(state: BattleState, firer: Vehicle | Squad, found: Aim, struck: list[Shot]) -> None:
    """Hits of a unit on the half that it fired at."""
    half = landed_craft_aim.find(state, found.target)
    assert half is not None
    half.landed.hits += [hit for hit in air.as_hits(firer, found, struck) if hit.damage]


def report(play: P) -> Sequence[Decision]:
    """Tell the board above what each craft took, in the order in which it struck."""
    for id, landed in sorted(play.state.landed.items()):
        landed.painted_by = []
        if landed.hits:
            count = f"{len(landed.hits)} hit{'' if len(landed.hits) == 1 else 's'}"
            units = [id, *dict.fromkeys(hit.by for hit in landed.hits if hit.by)]
            event = play.tell("fire_on_landed", f"{landed.craft.craft_name} takes {count} on the ground.", RULE, units=units)
            play.send("fire_on_landed", FireOnLanded(id, landed.craft.battle, landed.hits), event=event)
            landed.hits = []
    return ()
