"""Fire at a strafing craft, at the moment of its run that each unit waits for (centurion: Return Fire)."""

from dataclasses import dataclass

from scales.centurion.combat import moments, plans
from scales.centurion.combat.fire import fire
from scales.centurion.combat.painting import name_of
from scales.centurion.ground import hidden
from scales.centurion.state import BattleState, Vehicle
from scales.centurion.support import air, craft_aim
from scales.engine import Json
from scales.play import Play

RULE = moments.RULE


@dataclass(slots=True)
class Watch:
    """Units that wait, with their orders, in the order in which they fire; `hits` gathers what strikes the craft."""

    waiting: list[tuple[str, Json]]
    hits: "air.Hits"

    def answer(self, play: Play[BattleState], craft: str) -> None:
        """The craft has flown a hex of its run, or ended it: whoever waits for that fires, at its end everybody who has not."""
        run = play.state.runs[craft]
        due = [each for each in self.waiting if _target(each[1]) == craft and (run.over or each[1]["at"] == run.flown)]
        self.waiting = [each for each in self.waiting if each not in due]
        if due and not run.over:
            text = f"{name_of(play.state, craft)} is over hex {craft_aim.place(play.state, run).label} after {run.flown} hexes of its run."
            data = {"hex": craft_aim.place(play.state, run).label, "flown": run.flown}
            play.tell("under_fire", text, RULE, units=[craft], data=data)
        for id, order in due:
            _fires(play, play.state.vehicles[id], order, self.hits)


def _target(order: Json) -> str:
    return str(order["fire"][0][1]) if order["fire"] else ""


def _fires(play: Play[BattleState], vehicle: Vehicle, order: Json, hits: "air.Hits") -> None:
    """All weapons of its order that bear on the craft where that is now."""
    craft = _target(order)
    found, arms = craft_aim.aim_now(play.state, vehicle, craft), {number: (arm, where) for number, arm, where in plans.armed(vehicle)}
    bear = [line for line in order["fire"] if line[0] in arms and not plans.why_not(vehicle, *arms[line[0]], found, line[2])]
    if bear:
        hidden.reveal(play, vehicle, "it fires")
        fire(play, vehicle.id, {**order, "fire": bear}, hits)
        return
    text = f"{vehicle.name} cannot bring a weapon to bear on {name_of(play.state, craft)}, range {found.range}."
    play.tell("no_shot", text, RULE, units=[vehicle.id, craft], data={"range": found.range, "side": found.facing})
