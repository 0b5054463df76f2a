"""After the ground's combat: return fire strikes the craft that attacked, and the turn ends (centurion: Return Fire)."""

from scales.codec import typed
from scales.engine import Decision, Delivery
from scales.interceptor.damage.condition import is_helpless, kind
from scales.interceptor.damage.damage import P, destroy, spread, strike, take_effect, widow_all
from scales.interceptor.damage.systems import part_name
from scales.interceptor.state import Craft
from scales.messages import AirHit, ReturnFire

RULE = "centurion: Return Fire"
FATAL = ("anti_grav_drive", "atmospheric_controls")
FACINGS = {"front": "bow", "rear": "stern"}


def return_fire(play: P) -> list[Decision]:
    """Apply what the ground reports; an attacker that no report names took nothing."""
    for delivery in play.mail("return_fire"):
        report = typed(delivery.data, ReturnFire)
        craft = play.state.craft.get(report.craft)
        if craft is not None and craft.where == "ground_attack" and craft.battle == report.battle:
            _report(play, craft, report, delivery)
    return []


def _report(play: P, craft: Craft, report: ReturnFire, delivery: Delivery) -> None:
    """Armor suffers hit by hit; what lies inside counts when all have struck, and the first to hit the air systems brings the craft down."""
    for round, used in sorted(report.bombs_used.items()):
        _spend(craft.missiles if round == "dfm" else craft.bombs, round, used)
    killer = ""
    for hit in report.hits:
        strike_craft(play, craft, hit, delivery.cause)
        killer = killer or (hit.by if _broken(craft) else "")
    if killer:
        parts = " and ".join(part_name(part) for part in _broken(craft))
        destroy(play, craft, f"is lost on its attack run: {parts} hit", killer, cause=delivery.cause, rule_name=RULE)
    elif craft.fresh:
        take_effect(play, craft, report.hits[-1].by, delivery.cause)


def _broken(craft: Craft) -> list[str]:
    """Systems hit in this phase without which it falls out of the air."""
    return [part for part in FATAL if part in craft.fresh]


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
    blow = (
        spread(play.dice, craft, side, hit.damage)
        if hit.template == "spread"
        else strike(play.dice, craft, side, hit.template or "laser", hit.damage, rows=hit.rows)
    )
    craft.by = hit.by
    play.state.hits += blow.marked + len(blow.parts)
    who = f"{hit.arm} of {hit.shooter}" if hit.shooter else "Ground fire"
    called = side.replace("_", " ") + (" side" if side in ("left", "right") else "")
    where = f"the {called} of {craft.name}, column {blow.column}" if blow.column else f"all of the {called} of {craft.name}"
    text = f"{who} hits {where}, for {hit.damage}: {blow.words()}."
    data = {"side": side, "weapon": hit.weapon, "template": hit.template or "laser", "damage": hit.damage}
    data |= {"column": blow.column, "armor": blow.marked, "inside": blow.inside, "parts": blow.parts}
    play.tell("ground_fire", text, rule_name, units=[hit.by, craft.id], data=data, cause=cause)


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
