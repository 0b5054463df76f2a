"""Damage to craft: armor grids and templates, marks on internal components, their effects, and the end of a craft (Interceptor: Damage)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scales.armor import Hit, along_rows, by_column, by_template, centered, widow
from scales.dice import Dice
from scales.engine import Check
from scales.interceptor.board import board, leviathan_above
from scales.interceptor.damage import effects
from scales.interceptor.damage.condition import air_limit, is_helpless, kind
from scales.interceptor.damage.ends import BREAKS_UP, fatal, is_sure, may_eject
from scales.interceptor.damage.systems import parts_words
from scales.interceptor.landing import hold
from scales.interceptor.patrol.halves import hexes_of, in_air, is_under
from scales.interceptor.state import HERE, ON_BOARD, Craft, State
from scales.interceptor.tables import hit_tables, rule, template
from scales.play import Play

P = Play[State]
RULE = "interceptor: Damage"
EJECTION = "centurion: Interceptor Integration"
WEAPON_PARTS = ("weapon_short", "massive_weapon_short", "weapon_destroyed")


def boxes(count: int, what: str = "") -> str:
    """So many boxes in words."""
    return f"{count} {what}box{'' if count == 1 else 'es'}"


@dataclass(slots=True)
class Blow:
    """What a hit did: the column it struck, armor boxes gone, boxes that went inside, and the components marked."""

    column: int
    marked: int
    inside: int
    parts: list[str]

    def words(self) -> str:
        """The blow in words, without the dot."""
        text = f"{boxes(self.marked, 'armor ')} gone"
        if self.parts:
            text += f", inside: {parts_words(self.parts)}"
        return text


def strike(dice: Dice, craft: Craft, side: str, family: str, damage: int, *, column: int = 0, rows: Sequence[int] = ()) -> Blow:
    """Apply one hit to a side; marks wait in `craft.fresh` for the end of the phase. `column` 0 rolls one, `rows` are a template of its own."""
    column = column or dice.d10(f"column of {craft.name}'s {side.replace('_', ' ')} armor")
    hit = by_template(craft.armor[side], centered(rows), column) if rows else _mark(craft, side, family, damage, column)
    parts = marks(dice, craft, side, len(hit.inside))
    return Blow(column, len(hit.marked), len(hit.inside), parts)


def spread(dice: Dice, craft: Craft, side: str, damage: int) -> Blow:
    """Heat over a whole side, along the rows of its armor (leviathan: Atmospheric Movement; centurion: HELL Missile, HELL Rounds)."""
    hit = along_rows(craft.armor[side], damage)
    return Blow(0, len(hit.marked), len(hit.inside), marks(dice, craft, side, len(hit.inside)))


def _mark(craft: Craft, side: str, family: str, damage: int, column: int) -> Hit:
    grid, shape = craft.armor[side], template(family, damage)
    return by_column(grid, column, damage) if shape is None else by_template(grid, shape, column)


def marks(dice: Dice, craft: Craft, side: str, inside: int) -> list[str]:
    """Components marked by boxes that went inside: one for every four (patrol craft eight) or part of it, until the end of the craft is sure."""
    each = rule("internals")["boxes_per_component"]["patrol" if kind(craft).is_patrol else "fighter"]
    found: list[str] = []
    while len(found) < -(-inside // each) and not is_sure(craft):
        found.append(_component(dice, craft, side))
        craft.fresh.append(found[-1])
    return found


def table_side(craft: Craft, side: str) -> str:
    """The column of the hit table for a side: a patrol craft's quarters count as left and right."""
    return side.partition("_")[0] if kind(craft).is_patrol else side


def _component(dice: Dice, craft: Craft, side: str) -> str:
    found = hit_tables(kind(craft).internals)
    area = pick_row(found.facings[table_side(craft, side)], dice.d10(f"area inside {craft.name}'s {side.replace('_', ' ')}"))
    part = pick_row(found.areas[area], dice.d10(f"component of {craft.name}'s {area.replace('_', ' ')}"))
    if _absent(craft, part, side):
        return "superstructure"
    sided = part in ("weapon_short", "weapon_destroyed", "shield_short", "shield_destroyed")
    if sided:
        return f"{part}:{side}"
    return f"{part}:{table_side(craft, side)}" if part == "vector_thruster" else part


def pick_row(rows: Mapping[int, str], roll: int) -> str:
    """The row of a die table whose highest result is not below the roll."""
    return next(name for last, name in rows.items() if roll <= last)


def _absent(craft: Craft, part: str, side: str) -> bool:
    """A component that the craft does not have counts as superstructure; so does a weapon where its sheet shows none on the side."""
    if part == "anti_grav_drive":
        return not kind(craft).anti_grav
    if part == "atmospheric_controls":
        return not kind(craft).streamlined
    return part in WEAPON_PARTS and not any(is_under(craft, mount, side) for mount in craft.mounts)


# --- effects at the end of the phase ------------------------------------------------------------------------------------------------


def take_effect(play: P, craft: Craft, by: str = "", cause: str | None = None) -> None:
    """Apply the marks of this phase to a craft and say what became of it."""
    parts, craft.fresh = craft.fresh, []
    if craft.where in ON_BOARD:
        effects.apply(play, craft, parts, cause)
    end = _end_of(play, craft)
    if end and craft.where in ON_BOARD:
        destroy(play, craft, end, by, cause=cause)


def _end_of(play: P, craft: Craft) -> str:
    """How the craft ends by what is marked on it; '' when it goes on."""
    if end := fatal(craft):
        return f"{end}, its pilot ejects" if end == BREAKS_UP and bails_out(play, craft) else end
    if is_helpless(craft) and not kind(craft).is_patrol:
        return "is lost, its pilot ejects" if bails_out(play, craft) else "is lost with its pilot"
    return _falls(play, craft)


def _falls(play: P, craft: Craft) -> str:
    """In the air a craft that has lost both streamlined flight and anti-grav crashes; its pilot may eject."""
    b = board(play.state.layout)
    if craft.where != "board" or air_limit(craft) or not in_air(b, hexes_of(b, craft)):
        return ""
    words = "cannot fly in the atmosphere any more and crashes"
    return f"{words}, its pilot ejects" if bails_out(play, craft) else words


def bails_out(play: P, craft: Craft) -> bool:
    """Does the ejection system of a fighter work? Its pilot is then in the craft's hex (centurion: Interceptor Integration, Movement)."""
    if not may_eject(craft):
        return False
    number = rule("internals")["eject"]
    roll = play.dice.d10(f"{craft.name}: ejection")
    check = Check(f"{craft.pilot} ejects", number, [], number, roll, roll <= number, EJECTION)
    label = board(play.state.layout).label(craft.hex)
    if check.passed:
        craft.crew, craft.pilot_in = "ejected", label
    text = f"{craft.pilot} ejects from {craft.name} in {label}." if check.passed else f"{craft.pilot} does not get out of {craft.name}."
    play.tell(
        "ejection", text, EJECTION, units=[craft.id], checks=[check], data={"pilot": craft.pilot, "hex": label, "ejects": check.passed}
    )
    return check.passed


def destroy(play: P, craft: Craft, how: str, by: str = "", *, cause: str | None = None, rule_name: str = RULE) -> None:
    """Take a craft out of play for good, with whoever is still aboard."""
    was, craft.where, craft.by, craft.fresh = craft.where, "destroyed", by or craft.by, []
    craft.crew = "dead" if craft.crew == "aboard" else craft.crew
    above(play.state, craft)
    play.state.hits += 1
    play.tell("craft_destroyed", f"{craft.name} {how}.", rule_name, units=[craft.id, *([by] if by else [])], data={"how": how}, cause=cause)
    if was == "on_ground":
        hold.out_of_wreck(play, craft, cause)
    else:
        hold.lost_with(play, craft, cause)


def above(state: State, craft: Craft) -> None:
    """Remember over which Leviathan hex a craft left the board: its unit returns over the last one. One that never came down left nowhere."""
    if craft.unit in state.units and board(state.layout).has(craft.hex):
        state.units[craft.unit].last = leviathan_above(state.layout, craft.hex)


def widow_all(play: P) -> None:
    """Armor that hangs on nothing falls off at the end of the turn (Interceptor: Widowed Armor)."""
    for craft in play.state.craft.values():
        if craft.where in HERE:
            gone = {side: len(widow(grid)) for side, grid in craft.armor.items()}
            if any(gone.values()):
                play.tell(
                    "armor_widowed",
                    f"{craft.name} sheds {boxes(sum(gone.values()))} of loose armor.",
                    "interceptor: Widowed Armor",
                    units=[craft.id],
                    data=gone,
                )
