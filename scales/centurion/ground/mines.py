"""Mines: fields that are seen by everybody or by the side that laid them alone, and what they do to an enemy who enters their hex."""

from collections.abc import Iterator, Sequence

from scales.centurion import switches
from scales.centurion.combat import aim, damage, effects, infantry_combat
from scales.centurion.combat.casualty_rolls import in_words
from scales.centurion.combat.infantry_combat import may_fight
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures, template
from scales.centurion.ground import engineering, hidden
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import BattleState, Squad, Unit, Vehicle
from scales.engine import Json, Modifier
from scales.hexes import hex_of
from scales.play import Play

RULE = "centurion: Mines"
ROUNDS = ("adm", "ama")
STRUCK = ("nf", "ttf", "grounded")
"""Modes in which a vehicle sets mines off: not at low altitude."""


# --- fields ---------------------------------------------------------------------------------------------------------------------


def against(state: BattleState, side: str, label: str) -> list[str]:
    """The enemies of a side who have mines in a hex, as far as the state given knows them; nobody where mines are not played."""
    ground = state.ground
    fields = [*ground.mines.get(label, ()), *ground.hidden_mines.get(label, ())] if ground.mines or ground.hidden_mines else []
    return sorted({each for each in fields if each != side}) if fields and switches.is_on(state, "mines") else []


def is_played(state: BattleState, round: str) -> bool:
    """May a round be fired that strews mines or clears them? Any other may as far as mines go."""
    return round not in ROUNDS or switches.is_on(state, "mines")


def lay(state: BattleState, label: str, side: str) -> None:
    """A minefield that everybody sees; another one of the same side on top changes nothing."""
    if switches.is_on(state, "mines"):
        state.ground.mines[label] = sorted({*state.ground.mines.get(label, ()), side})


def bury(state: BattleState, label: str, side: str) -> None:
    """A minefield that only its own side knows of."""
    state.ground.hidden_mines[label] = sorted({*state.ground.hidden_mines.get(label, ()), side})


def sweep(play: Play[BattleState], label: str) -> None:
    """All mines of a hex are gone, and the pathways with them; who had hidden some there is told."""
    ground = play.state.ground
    ground.mines.pop(label, None)
    ground.mine_paths = [each for each in ground.mine_paths if not each.startswith(f"{label}/")]
    for side in ground.hidden_mines.pop(label, ()):
        play.tell("hidden_mines_gone", f"The hidden mines in {label} are gone.", RULE, data={"hex": label}, seen_by=[side])


def objections(state: BattleState, label: str, side: str, *, is_clearing: bool) -> list[str]:
    """What is against a ruling on mines."""
    if not on_board(state, hex_of(label)):
        return [f"hex {label} is not on the board"]
    if is_clearing:
        found = label in state.ground.mines or label in state.ground.hidden_mines
        return [*(["side goes with new mines: leave it out"] if side else []), *([] if found else [f"there are no mines in {label}"])]
    if not switches.is_on(state, "mines"):
        return ["this battle is played without Mines"]
    return [] if side in state.sides else [f"there is no side '{side[:60]}' in this battle; sides are {', '.join(state.sides)}"]


def _find(play: Play[BattleState], unit: Unit, label: str) -> None:
    """Hidden mines of the enemy are seen by everybody once a unit has entered their hex."""
    ground = play.state.ground
    found = [side for side in ground.hidden_mines.get(label, ()) if side != unit.side]
    if not found:
        return
    left = [side for side in ground.hidden_mines.pop(label) if side not in found]
    if left:
        ground.hidden_mines[label] = left
    for side in found:
        lay(play.state, label, side)
    text = f"{hidden.called(play.state, unit, 'Somebody')} comes upon a minefield in {label}."
    units = [unit.id] if hidden.name_or_none(play.state, unit.id) else []
    play.tell("mines_found", text, RULE, units=units, data={"hex": label, "sides": found})


# --- going through --------------------------------------------------------------------------------------------------------------


def enter(play: Play[BattleState], unit: Unit, heading: int) -> None:
    """Into a hex: hidden mines come to light, and strike whoever is not on a cleared pathway."""
    if unit.hex is None or not against(play.state, unit.side, unit.hex.label):
        return
    label, side = unit.hex.label, engineering.behind(heading)
    _find(play, unit, label)
    if side in engineering.sides_of(play.state.ground.mine_paths, label):
        unit.lane = side
    else:
        _meet(play, unit, side)


def leave(play: Play[BattleState], unit: Unit, heading: int) -> None:
    """Out of a hex: an engineer leaves its pathway behind; whoever leaves a pathway within the hex meets the mines after all."""
    side, unit.lane = unit.lane, 0
    if not side or unit.hex is None:
        return
    if isinstance(unit, Vehicle) and unit.clearing:
        unit.clearing = False
        engineering.lay_pathway(play, unit, side, heading)
    elif not keeps_to_path(play.state, unit.hex.label, side, heading) and against(play.state, unit.side, unit.hex.label):
        _meet(play, unit, side)
        if unit.lane:
            leave(play, unit, heading)


def keeps_to_path(state: BattleState, label: str, side: int, heading: int) -> bool:
    """Does a unit that came in through a hexside leave along the same pathway, or back the way it came?"""
    return side == heading or engineering.path(label, side, heading) in state.ground.mine_paths


def get_off(play: Play[BattleState], vehicle: Vehicle, squad: Squad) -> None:
    """A squad that gets off among mines walks into them, unless its vehicle stands on a pathway."""
    if vehicle.lane:
        squad.lane = vehicle.lane
    elif vehicle.hex is not None and against(play.state, squad.side, vehicle.hex.label):
        _find(play, squad, vehicle.hex.label)
        attack(play, squad)


def _meet(play: Play[BattleState], unit: Unit, side: int) -> None:
    """An engineer tries to clear a way; everybody else is attacked."""
    if isinstance(unit, Vehicle) and engineering.clears(play.state, unit) and engineering.try_clearing(play, unit):
        unit.lane, unit.clearing = side, True
    else:
        attack(play, unit)


# --- the attack -----------------------------------------------------------------------------------------------------------------


def reckoned(vehicle: Vehicle) -> Reckoning:
    """What mines roll against: 12 less the bottom shield factor, terrain not counting."""
    factor = aim.shield_factor(vehicle.shields, "bottom")
    return Reckoning(int(figures("mine")["base"]), [Modifier("bottom shield", -factor, RULE)] if factor else [], RULE)


def attack(play: Play[BattleState], unit: Unit) -> None:
    """TVLG damage on the bottom of a vehicle, or men of a squad by the Infantry Damage Table; all of it takes effect at once (R-CEN-53)."""
    if unit.destroyed:
        return
    if isinstance(unit, Squad):
        if may_fight(unit) or unit.type == "vehicle_crew":
            rolled = infantry_combat.casualties(play, unit, figures("mine")["infantry_column"], "mines")
            text = f"{unit.name} walks into mines{in_words([rolled])}."
            play.tell("mines", text, RULE, units=[unit.id], data={"men": rolled.men, "rolls": [rolled.told()]})
            if rolled.men:
                infantry_combat.kill(play, unit, rolled.men, "")
    elif unit.mode in STRUCK:
        _strike(play, unit)


def _strike(play: Play[BattleState], vehicle: Vehicle) -> None:
    check = reckoned(vehicle).check("mines", play.dice.d10(f"to hit: mines under {vehicle.name}"))
    text = f"{vehicle.name} sets off mines" if check.passed else f"{vehicle.name} gets through the mines"
    if check.passed:
        column = play.dice.d10(f"column: mines under {vehicle.name}")
        struck = damage.strike(vehicle, figures("mine")["location"], template(figures("mine")["template"]), column, weapon="mines")
        text += f": {struck.boxes} boxes lost on the bottom"
        vehicle.turn_damaged = play.state.last_damage = play.state.turn
        effects.riders_hit(play, vehicle, "mines")
    play.tell("mines", f"{text}.", RULE, units=[vehicle.id], checks=[check])
    effects.take_effect(play, vehicle)
    infantry_combat.casualties_take_effect(play)


# --- offers ---------------------------------------------------------------------------------------------------------------------


def warning(state: BattleState, unit: Unit, steps: Sequence[tuple[str, int]]) -> Json:
    """The mines that a unit meets on its way (hex and heading of each step), as far as its side knows: `mines` hexes, for a vehicle the number
    they roll against, for an engineer that of clearing them too; {} when there are none."""
    met = list(_met(state, unit, steps))
    if not met:
        return {}
    if not isinstance(unit, Vehicle):
        return {"mines": met}
    clears = engineering.clears(state, unit)
    return {"mines": met, "mine_attack": reckoned(unit).info(), **({"mine_clearing": engineering.clearing().info()} if clears else {})}


def _met(state: BattleState, unit: Unit, steps: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Hexes in which mines strike, as `enter` and `leave` have it: off a pathway, or where the unit leaves one within the hex."""
    here = unit.hex.label if unit.hex is not None else ""
    lane = 0 if isinstance(unit, Vehicle) and unit.clearing else unit.lane
    for label, heading in steps:
        if lane and not keeps_to_path(state, here, lane, heading) and against(state, unit.side, here):
            yield here
        here, lane, side = label, 0, engineering.behind(heading)
        if side in engineering.sides_of(state.ground.mine_paths, label):
            lane = side
        elif against(state, unit.side, label):
            yield label
