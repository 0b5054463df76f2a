"""Craft that attack the ground: strafing runs, dive bombing, and the return fire they draw (centurion: Strafing, Dive Bombing, Return Fire).

The craft belongs to the board above; here it is a mirror. Its side places it, the ground rolls to hit and applies the damage; what hits
the craft goes back as a report.
"""

from collections.abc import Sequence
from typing import Any

from scales.centurion.combat.aim import Aim
from scales.centurion.combat.plans import Shot
from scales.centurion.combat.weapons import boxes, described, shape
from scales.centurion.state import BattleState, Run, Squad, Vehicle
from scales.centurion.support import air_orders, craft_aim, rounds, scatter
from scales.centurion.support.craft_aim import DIVE, STRAFING
from scales.centurion.support.rounds import Blast
from scales.centurion.support.strafing import Answer, strafe
from scales.codec import typed
from scales.engine import Decision
from scales.hexes import hex_of
from scales.messages import AirHit, CraftOverhead, GroundAttack, ReturnFire
from scales.play import Play

Hits = dict[str, list[AirHit]]
"""Hits on craft of this segment, by craft."""
FAMILIES = {"laser": "laser", "mdc": "mdc", "gauss": "mdc", "missile": "missile"}
"""Interceptor template that comes nearest to a ground weapon's."""


# --- placing --------------------------------------------------------------------------------------------------------------------


def arrive(play: Play[BattleState]) -> Sequence[Decision]:
    """After ground movement the counters are put on the map; how long a run will be stays secret."""
    state = play.state
    for mail in play.mail("craft_overhead"):
        state.overhead = typed(mail.data, CraftOverhead).craft
    for mail in play.mail("ground_attack"):
        craft = typed(mail.data, GroundAttack)
        state.air.append(craft)
        if mail.cause:
            state.causes[craft.craft] = mail.cause
    state.air.sort(key=lambda c: c.craft)
    sides = sorted({craft.side for craft in state.air if craft.side in state.sides})
    if sides and play.asks_first():
        return [_ask(state, side) for side in sides]
    for craft in state.air:
        answer = play.answers.get(f"air:{craft.side}")
        _place(play, craft, answer.choices.get(craft.craft, {}) if answer else {})
    return ()


def _ask(state: BattleState, side: str) -> Decision:
    crafts = [c.craft for c in state.air if c.side == side]
    prompt = "Place the craft that attack the ground: where each run or dive goes."
    return Decision(f"air:{side}", state.seat(side), "air", prompt, crafts, sealed=True, data={"side": side, "units": crafts})


def _place(play: Play[BattleState], craft: GroundAttack, order: Any) -> None:
    """Put the counter on the map, or break the attack off."""
    if not order or air_orders.faults(play.state, craft, order):
        text = f"{craft.craft_name} breaks off its attack."
        play.tell("attack_broken_off", text, STRAFING, units=[craft.craft], cause=play.state.causes.get(craft.craft))
        return
    dfm = hex_of(order["dfm"]) if order.get("dfm") else None
    run = Run(hex_of(order["hex"]), order["heading"], order.get("length", 0), dfm, dict(order.get("bombs", {})))
    run.column = order.get("column", run.heading)
    play.state.runs[craft.craft] = run
    does = "strafes from" if run.length else "dives at"
    text = f"{craft.craft_name} {does} hex {run.hex.label}, heading {run.heading}."
    data = {"hex": run.hex.label, "heading": run.heading}
    rule = STRAFING if run.length else DIVE
    play.tell("craft_placed", text, rule, units=[craft.craft], data=data, cause=play.state.causes.get(craft.craft))


# --- attacking ------------------------------------------------------------------------------------------------------------------


def attack(play: Play[BattleState], answer: Answer) -> None:
    """All craft, before the ground fires; `answer` is the fire that waits for the moments of a strafing run."""
    for craft in play.state.air:
        run = play.state.runs.get(craft.craft)
        if run is not None and run.length:
            strafe(play, craft, run, answer)
        elif run is not None:
            _dive(play, craft, run)


def _dive(play: Play[BattleState], craft: GroundAttack, run: Run) -> None:
    """A roll for each round on 4 + Gunnery and nothing else; misses scatter like artillery."""
    run.over = True
    for kind, count in sorted(run.bombs.items()):
        for _ in range(count):
            what = f"{craft.craft_name} drops {rounds.one(kind)} on hex {run.hex.label}"
            check = scatter.to_hit(play, craft_aim.diving(craft), what)
            landed = run.hex if kind == "glad" and not check.passed else scatter.lands(play, run.hex, check)
            fate = "it misses" if kind == "glad" and not check.passed else f"it {scatter.where(run.hex, landed)}"
            play.tell("bomb", f"{what}: {fate}.", DIVE, units=[craft.craft], checks=[check], cause=play.state.causes.get(craft.craft))
            if landed is not None and (check.passed or kind != "glad"):
                rounds.land(play, kind, Blast(landed, craft.side, craft.craft, run.column or run.heading))


# --- return fire ----------------------------------------------------------------------------------------------------------------


def as_hits(firer: Vehicle | Squad, found: Aim, struck: list[Shot]) -> list[AirHit]:
    """Hits on a craft as the board above counts them."""
    return [as_hit(firer, found, shot) for shot in struck]


def as_hit(firer: Vehicle | Squad, found: Aim, shot: Shot) -> AirHit:
    arm, damage = shot.arm, boxes(shape(shot.arm, shot.shell))
    return AirHit(firer.id, arm.id, damage, found.facing, FAMILIES.get(arm.family, "laser"), firer.name, described(arm, shot.shell))


def return_fire(play: Play[BattleState], hits: Hits) -> None:
    """Report to the board above what each craft took and dropped; every attack is reported, also one without a hit."""
    state = play.state
    for craft in state.air:
        taken, run = hits.get(craft.craft, []), state.runs.get(craft.craft)
        used = _used(run) if run is not None and run.over else {}
        count = f"{len(taken)} hit{'s' if len(taken) != 1 else ''}" if taken else "no hits"
        text = f"{craft.craft_name} leaves the battlefield with {count} by return fire."
        units = [craft.craft, *dict.fromkeys(hit.by for hit in taken)]
        event = play.tell("return_fire", text, "centurion: Return Fire", units=units, cause=state.causes.get(craft.craft))
        play.send("return_fire", ReturnFire(craft.craft, craft.battle, taken, used), event=event, battle="")


def _used(run: Run) -> dict[str, int]:
    """Rounds that a craft has dropped or fired."""
    return dict(run.bombs) | ({"dfm": 1} if run.dfm is not None else {})


def leave(play: Play[BattleState]) -> Sequence[Decision]:
    """The craft are gone from this board; what they painted was of use until now."""
    for craft in play.state.air:
        play.state.causes.pop(craft.craft, None)
    play.state.air, play.state.overhead, play.state.runs, play.state.painted_above = [], [], {}, {}
    return ()
