"""After the ground's combat: return fire strikes the craft that attacked, they come back to the battlefield hex, and the turn ends."""

from scales.codec import typed
from scales.engine import Decision, Delivery
from scales.interceptor.board import board
from scales.interceptor.damage.condition import is_helpless, kind
from scales.interceptor.damage.damage import P, destroy, strike, take_effect, widow_all
from scales.interceptor.state import Craft
from scales.messages import AirHit, ReturnFire

RULE = "centurion: Return Fire"
FATAL = ("anti_grav_drive", "atmospheric_controls")
FACINGS = {"front": "bow", "rear": "stern"}


def return_fire(play: P) -> list[Decision]:
    """Apply what the ground reports, then put every attacker back, also those that no report names."""
    for delivery in play.mail("return_fire"):
        report = typed(delivery.data, ReturnFire)
        craft = play.state.craft.get(report.craft)
        if craft is not None and craft.where == "ground_attack" and craft.battle == report.battle:
            _report(play, craft, report, delivery)
    for id in sorted(play.state.craft):
        if play.state.craft[id].where == "ground_attack":
            _back(play, play.state.craft[id])
    return []


def _report(play: P, craft: Craft, report: ReturnFire, delivery: Delivery) -> None:
    for round, used in sorted(report.bombs_used.items()):
        _spend(craft.missiles if round == "dfm" else craft.bombs, round, used)
    for hit in report.hits:
        strike_craft(play, craft, hit, delivery.cause)
    fatal = [part for part in craft.fresh if part in FATAL]
    if fatal:
        destroy(play, craft, "is lost on its attack run", report.hits[-1].by, cause=delivery.cause, rule_name=RULE)
    elif craft.fresh:
        take_effect(play, craft, report.hits[-1].by, delivery.cause)


def _spend(store: dict[str, int], name: str, used: int) -> None:
    """Take rounds out of a store; nothing is left of one that is used up."""
    left = store.get(name, 0) - used
    if left > 0:
        store[name] = left
    else:
        store.pop(name, None)


def facing(craft: Craft, named: str) -> str:
    """A side of the craft by the name the ground gives it; patrol craft take hits from left and right on their bow quarters."""
    side = FACINGS.get(named, named)
    if side in craft.armor:
        return side
    return f"{side}_bow" if f"{side}_bow" in craft.armor else kind(craft).sides[0]


def strike_craft(play: P, craft: Craft, hit: AirHit, cause: str | None, rule_name: str = RULE) -> None:
    """One hit from the ground on a craft."""
    side = facing(craft, hit.facing)
    blow = strike(play.dice, craft, side, hit.template or "laser", hit.damage)
    craft.by = hit.by
    play.state.hits += blow.marked + len(blow.parts)
    text = f"Ground fire hits the {side.replace('_', ' ')} of {craft.name}: {blow.words()}."
    data = {"side": side, "weapon": hit.weapon, "damage": hit.damage}
    play.tell("ground_fire", text, rule_name, units=[hit.by, craft.id], data=data, cause=cause)


def _back(play: P, craft: Craft) -> None:
    craft.where, craft.battle, craft.attack = "board", "", ""
    label = board(play.state.layout).label(craft.hex)
    text = f"{craft.name} is back in {label}, heading {craft.heading}."
    play.tell("attack_over", text, "centurion: Dive Bombing", units=[craft.id], data={"hex": label})


def end_turn(play: P) -> list[Decision]:
    """Loose armor falls off; turns without damage are counted."""
    state = play.state
    widow_all(play)
    state.quiet = 0 if state.hits else state.quiet + 1
    state.turns_over = state.at.turn
    state.hits = 0
    for craft in state.craft.values():
        craft.tumbling = False
        if craft.where == "board" and is_helpless(craft):
            craft.wild = True
    return []
