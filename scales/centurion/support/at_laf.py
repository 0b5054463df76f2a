"""What craft of the board above do to vehicles that fly at low altitude or drop (centurion: Attacks at LAF, Hit Locations at LAF).

They rolled to hit above, by range, gunnery and the shield of the side attacked. Here the location and the columns are rolled; damage inside takes
effect at once, before the Combat Phase of this board.
"""

from collections.abc import Sequence

from scales.centurion.combat import aim, damage, effects, hit_location, vulcan
from scales.centurion.combat.weapons import Shape, columns, laser_shape
from scales.centurion.movement import withdrawal
from scales.centurion.state import BattleState, Vehicle
from scales.codec import typed
from scales.engine import Decision
from scales.messages import AttackAtLaf, HitFromAbove
from scales.play import Play

RULE = "centurion: Attacks at LAF"


def is_high(vehicle: Vehicle | None) -> bool:
    """In play at low altitude, or dropped in this minute?"""
    return vehicle is not None and aim.in_play(vehicle) and vehicle.mode == "laf"


def table_of(vehicle: Vehicle) -> str:
    """The hit table for what strikes it from above."""
    return "dropping" if vehicle.dropped else "at_laf"


def shape_of(hit: HitFromAbove) -> Shape:
    """What a hit marks off: its template, or a laser's one column."""
    return tuple(columns(width) for width in hit.rows) or laser_shape(hit.damage)


def take(play: Play[BattleState]) -> Sequence[Decision]:
    """All attacks of this minute, in the order in which they were made."""
    for mail in play.mail("attack_at_laf"):
        attack = typed(mail.data, AttackAtLaf)
        vehicle = play.state.vehicles.get(attack.unit)
        if vehicle is None or not is_high(vehicle):
            _lost(play, attack, mail.cause)
        else:
            _attack(play, attack, vehicle, mail.cause)
    return ()


def _lost(play: Play[BattleState], attack: AttackAtLaf, cause: str | None) -> None:
    """A ruling, or what struck before, left nothing at low altitude to hit."""
    vehicle = play.state.vehicles.get(attack.unit)
    name = vehicle.name if vehicle is not None else attack.unit
    text = f"The fire of {attack.craft_name} finds {name} at low altitude no more."
    play.tell("attack_lost", text, RULE, units=[attack.craft, attack.unit], cause=cause)


def _attack(play: Play[BattleState], attack: AttackAtLaf, vehicle: Vehicle, cause: str | None) -> None:
    """The hits of one craft, or of its missiles, on one vehicle: the Vulcan against missiles, then one location for them all."""
    play.state.above[attack.craft] = attack.craft_name
    if cause:
        play.state.causes[attack.craft] = cause
    withdrawal.note_attack(play.state, attack.craft, vehicle.id)
    hits = through(play, vehicle, attack.hits, attack.craft) if attack.missiles else attack.hits
    if hits:
        table = table_of(vehicle)
        roll = play.dice.d10(f"hit location: {attack.craft_name} on {vehicle.name}")
        strike(play, vehicle, hits, hit_location.facing_of(table, roll, 1, attack.facing), by=attack.craft, rule=RULE)
    effects.all_take_effect(play)
    play.state.causes.pop(attack.craft, None)


def through(play: Play[BattleState], vehicle: Vehicle, missiles: list[HitFromAbove], by: str) -> list[HitFromAbove]:
    """The missiles that a Vulcan does not destroy."""
    fates = vulcan.engage(play, vehicle, [missile.name for missile in missiles], by)
    return [missile for missile, destroyed in zip(missiles, fates, strict=True) if not destroyed]


def strike(
    play: Play[BattleState], vehicle: Vehicle, hits: list[HitFromAbove], facing: str, *, by: str, rule: str, way: str = " from above"
) -> None:
    """Hits of a craft on one facing, a column for each; `way` says from where."""
    struck = []
    for hit in hits:
        column = play.dice.d10(f"column: {hit.name} on {vehicle.name}")
        struck.append(damage.strike(vehicle, facing, shape_of(hit), column, by=by, weapon=hit.weapon))
        effects.riders_hit(play, vehicle, hit.name, by)
    vehicle.turn_damaged = play.state.last_damage = play.state.turn
    side = "turret" if facing == "turret" else f"{facing} armor"
    names, lost = effects.listed([hit.name for hit in hits]), sum(each.boxes for each in struck)
    lines = [
        {"weapon": hit.weapon, "column": each.column, "armor": each.armor, "inside": each.inside, "systems": each.systems}
        for hit, each in zip(hits, struck, strict=True)
    ]
    text = f"{vehicle.name} is struck on the {side}{way} by {names}: {lost} boxes lost."
    play.tell("hit", text, rule, units=[vehicle.id, by], data={"facing": facing, "hits": lines}, cause=play.state.causes.get(by))
