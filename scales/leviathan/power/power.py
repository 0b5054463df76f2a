"""Initiative and power (leviathan: Initiative Phase, Power Allocation, Commander's Skill)."""

from scales.engine import Decision, Modifier
from scales.leviathan.state import Ship, State
from scales.play import Play

Allocation = tuple[int, int]
"""Blocks of power for (weapons, maneuver drives)."""


def allocations(ship: Ship) -> list[Allocation]:
    """Every allocation the ship may choose, the normal one first (leviathan: Power Allocation, Maneuver, Weapons)."""
    power = ship.power
    if power == 0 or ship.kind != "ship":
        return [(min(power, 1), 0)]
    if not ship.controlled:
        return [(min(ship.weapons, power), min(ship.maneuver, max(0, power - ship.weapons)))]
    if power == 1:
        return [(1, 0), (0, 1)]
    if ship.card.is_patrol:
        return [(1, 1)]
    options = [(1, 1)]
    if not ship.effects.get("maneuver_power_system"):
        options.append((2, 0))
    if not ship.effects.get("weapon_power_system"):
        options.append((0, 2))
    return options


def roll_initiative(play: Play[State]) -> Decision | None:
    """Lowest modified die wins; equal dice are thrown again. With one side there is nothing to roll."""
    state = play.state
    if len(state.sides) < 2:
        state.initiative = state.sides[0].id
        return None
    while True:
        rolled = {s.id: play.dice.d10(f"initiative: {s.id}") for s in state.sides}
        result = initiative(rolled, {s.id: skill(state, s.id) for s in state.sides})
        low = min(result.values())
        winners = [s for s, value in result.items() if value == low]
        text = ", ".join(
            f"{s} {rolled[s]}" + (f" for {result[s]} with the commander's skill" if rolled[s] != result[s] else "") for s in rolled
        )
        if len(winners) == 1:
            state.initiative = winners[0]
            play.tell("initiative", f"Initiative goes to {winners[0]}: {text}.", "leviathan: Initiative Phase", data={"result": result})
            return None
        play.tell(
            "initiative", f"Initiative is a draw and is thrown again: {text}.", "leviathan: Initiative Phase", data={"result": result}
        )


def initiative(rolls: dict[str, int], skills: dict[str, int]) -> dict[str, int]:
    """Rolls less the commanders' skills."""
    return {side: roll - skills.get(side, 0) for side, roll in rolls.items()}


def skill(state: State, side: str) -> int:
    """The squadron commander's skill: the best on a ship that still has a bridge and its communications (leviathan: Commander's Skill)."""
    mute = ("external_communication", "communication_system")
    able = [s for s in state.of_side(side) if s.alive and not s.hulk and s.controlled and not any(s.effects.get(m) for m in mute)]
    return max((s.skill for s in able), default=0)


def open_turn(play: Play[State]) -> list[Decision]:
    """A new turn begins."""
    state = play.state
    state.turn += 1
    state.at.turn = state.turn
    roll_initiative(play)
    return []


def allocate(play: Play[State]) -> list[Decision]:
    """Ask every seat for its ships' power, sealed; ships without a choice are set."""
    state = play.state
    if not state.at.memo:
        state.at.memo["asked"] = True
        for ship in state.ships.values():
            if ship.alive:
                ship.weapons, ship.maneuver = allocations(ship)[0]
        wanted = [d for s in state.sides if (d := _decision(state, s.id, s.seat))]
        if wanted:
            return wanted
    for key in sorted(play.answers):
        _apply(play, key.partition(":")[2], play.answers[key].choices)
    return []


def _decision(state: State, side: str, seat: str) -> Decision | None:
    units = [s.id for s in state.of_side(side) if s.alive and len(allocations(s)) > 1]
    if not units:
        return None
    return Decision(f"power:{side}", seat, "power", "Allocate power between weapons and maneuver drives.", units, sealed=True)


def _apply(play: Play[State], side: str, choices: dict[str, dict[str, int]]) -> None:
    names = []
    for ship_id, order in sorted(choices.items()):
        ship = play.state.ships[ship_id]
        ship.weapons, ship.maneuver = order["weapons"], order["maneuver"]
        if (ship.weapons, ship.maneuver) != (1, 1):
            names.append(f"{ship.name} {ship.weapons} to weapons and {ship.maneuver} to the drives")
    if names:
        play.tell("power", f"Power is shunted: {'; '.join(names)}.", "leviathan: Power Allocation", units=list(choices), seen_by=[side])


def shots_of(weapons: int) -> int:
    """Broadsides or spinal shots that so many blocks of power fire (leviathan: Weapons)."""
    return weapons


def spinal_powered(ship: Ship) -> bool:
    """May the mount be fired with the power in the weapons? Damaged weapon power needs a shunted block."""
    return ship.weapons >= (2 if ship.effects.get("weapon_power_system") else 1)


def cic_modifiers(ship: Ship, fire_control: int = 0) -> list[Modifier]:
    """Damage modifiers of the firing ship (ruling R-LEV-08)."""
    found = []
    if ship.cic:
        found.append(Modifier("damaged combat information center", -ship.cic, "leviathan: CIC"))
    if fire_control:
        found.append(Modifier("damaged fire control", -fire_control, "leviathan: Bay Fire Control"))
    return found
