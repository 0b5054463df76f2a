"""Initiative Phase, leadership, and the order in which platoons move."""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.catalog import data
from scales.centurion.movement import emergency_turns, grounding
from scales.centurion.preparation import entry
from scales.centurion.state import BattleState, Century, Platoon, Vehicle
from scales.engine import Check, Decision, Json, Modifier
from scales.play import Play

RULE = "centurion: Initiative Phase"
VARIANT = "centurion-variants: Variant Initiative/Turn Sequence Rules"
POINTS_A_PASS = 3


# --- leadership -------------------------------------------------------------------------------------------------------------------


def rating_by_roll(roll: int) -> int:
    """Leadership Rating Table (starting rating)."""
    return int(data("movement")["leadership_by_roll"][roll - 1])


def rating_by_points(points: int) -> int:
    """Leadership Rating Table (by total advancement points); beyond the table ruling R-CEN-26."""
    if points < 0:
        return 1 - (-points - 1) // 5
    return min(7, 2 + points // 5) if points < 30 else 8 + (points - 30) // 5


def advantages(ratings: dict[str, int]) -> dict[str, int]:
    """Leadership Advantage of each side: by how much its rating exceeds the best of the others."""
    return {s: max(0, r - max((o for t, o in ratings.items() if t != s), default=0)) for s, r in ratings.items()}


def passes(advantage: int, spent: int) -> int:
    """Platoons that may wait: one for every three full points left after the initiative roll."""
    return max(0, advantage - spent) // POINTS_A_PASS


def is_active(state: BattleState, century: Century) -> bool:
    """Can its Centurion lead and call? His vehicle whole, he alive, conscious and in touch (Loss of Centurion)."""
    vehicle = state.vehicles.get(century.centurion)
    if vehicle is None or vehicle.destroyed or vehicle.left or vehicle.hex is None:
        return False
    return vehicle.crew.get("commander", "ok") == "ok" and "comm" not in vehicle.effects


def leadership(state: BattleState, side: str) -> int:
    """Rating of the best Centurion of a side that is active or still to come onto the board, 0 without one."""
    return max((_rating(state, c) for c in state.centuries.values() if c.side == side), default=0)


def _rating(state: BattleState, century: Century) -> int:
    vehicle = state.vehicles.get(century.centurion)
    if vehicle is not None and entry.entry_of(state, vehicle) is not None:
        return century.leadership if century.leadership_before is None else century.leadership_before
    return century.leadership if is_active(state, century) else 0


# --- order of movement ------------------------------------------------------------------------------------------------------------


def block(mine: int, others: int) -> int:
    """Platoons that a side moves in this pair: the larger side its whole-number ratio, alone the rest (ruling R-CEN-16)."""
    if others == 0:
        return mine
    return max(1, mine // others) if mine else 0


def sequence(first: str, platoons: dict[str, int]) -> list[tuple[str, int]]:
    """The whole order of movement when nobody dies: (side, platoons) by turns, the first side first."""
    left = dict(platoons)
    second = next(s for s in platoons if s != first)
    out: list[tuple[str, int]] = []
    while any(left.values()):
        sizes = {first: block(left[first], left[second]), second: block(left[second], left[first])}
        for side in (first, second):
            if sizes[side]:
                out.append((side, sizes[side]))
                left[side] -= sizes[side]
    return out


def can_move(state: BattleState, platoon: Platoon) -> bool:
    """A platoon counts while any of its vehicles or squads is left on the board, or may come onto it in this turn."""
    return not entry.is_waiting(state, platoon) and any(
        (unit := state.unit(u)) is not None and not unit.destroyed and not unit.left for u in platoon.units
    )


def unmoved(state: BattleState, side: str) -> list[Platoon]:
    """Platoons of a side that have still to move in this turn."""
    return [p for p in state.platoons.values() if p.side == side and not p.moved and can_move(state, p)]


# --- stages -----------------------------------------------------------------------------------------------------------------------


def open_turn(play: Play[BattleState]) -> Sequence[Decision]:
    """A new minute: last turn's marks come off, leadership is compared."""
    state = play.state
    state.turn = state.at.turn = state.turn + 1
    for unit in state.units():
        unit.ever_fired = unit.ever_fired or unit.fired
    for vehicle in state.vehicles.values():
        _fresh_vehicle(vehicle)
    for squad in state.squads.values():
        squad.moved, squad.hexes_moved, squad.fired, squad.painting, squad.painted_by = squad.spent, 0, False, False, []
        if squad.in_wreck:
            grounding.take_cover(play, squad)
        squad.in_wreck = squad.spent = False
    for platoon in state.platoons.values():
        platoon.moved = False
    advantage = advantages({s: leadership(state, s) for s in state.sides})
    for side in state.sides.values():
        side.advantage = advantage[side.id]
    return ()


def _fresh_vehicle(vehicle: Vehicle) -> None:
    vehicle.moved, vehicle.hexes_moved, vehicle.fired, vehicle.painting = False, 0, False, False
    vehicle.painted_by = []
    vehicle.ramming = ""
    emergency_turns.recover(vehicle)
    vehicle.vulcan_declared = vehicle.vulcan_used = 0


def is_variant(state: BattleState) -> bool:
    """Does the higher initiative win (R-VAR-07)?"""
    return switches.is_on(state, "variant_initiative")


def points_for_roll(state: BattleState, side: str) -> int:
    """What a side may put into its roll: its Leadership Advantage, by the variant its whole Leadership Rating, which may be below 0."""
    return leadership(state, side) if is_variant(state) else state.sides[side].advantage


def spend(play: Play[BattleState]) -> Sequence[Decision]:
    """Whoever has points for the roll says how many go into it; then both roll. A rating below 0 must go into it (R-VAR-07)."""
    state = play.state
    points = {s: points_for_roll(state, s) for s in state.sides}
    ahead = [s for s in state.sides if points[s] > 0]
    if ahead and not play.answers:
        return [_ask_points(state, s, points[s]) for s in ahead]
    spent = {s: _points(play, s, points[s]) for s in ahead}
    _roll(play, spent | {s: points[s] for s in state.sides if points[s] < 0})
    return ()


def _ask_points(state: BattleState, side: str, points: int) -> Decision:
    prompt = f"Take how many of your {points} Leadership Advantage points off the initiative roll?"
    data: Json = {"advantage": points}
    if is_variant(state):
        prompt, data = f"Add how many of your {points} Leadership points to the initiative roll?", {**data, "adds": True}
    return Decision(f"initiative-{side}", state.seat(side), "initiative", prompt, sealed=True, data=data)


def _points(play: Play[BattleState], side: str, advantage: int) -> int:
    orders = play.answers.get(f"initiative-{side}")
    chosen = orders.choices.get("points", {}) if orders else {}
    return min(advantage, int(chosen.get("points", advantage)))


def modified(rolls: dict[str, int], used: dict[str, int]) -> tuple[dict[str, int], str]:
    """Rolls less the points used, and the side with the lowest ('' for a tie)."""
    results = {side: roll - used.get(side, 0) for side, roll in rolls.items()}
    return results, _alone(results, min(results.values()))


def raised(rolls: dict[str, int], used: dict[str, int]) -> tuple[dict[str, int], str]:
    """By the variant: rolls and the points used, and the side with the highest ('' for a tie)."""
    results = {side: roll + used.get(side, 0) for side, roll in rolls.items()}
    return results, _alone(results, max(results.values()))


def _alone(results: dict[str, int], best: int) -> str:
    found = [side for side, result in results.items() if result == best]
    return found[0] if len(found) == 1 else ""


def _roll(play: Play[BattleState], spent: dict[str, int]) -> None:
    """Roll until one side is lower, by the variant higher; ties are rolled again."""
    state, winner, checks = play.state, "", []
    compare, name, sign, rule = (
        (raised, "Leadership Rating", 1, VARIANT) if is_variant(state) else (modified, "Leadership Advantage", -1, RULE)
    )
    while not winner:
        rolls = {s: play.dice.d10(f"initiative: {state.sides[s].name}") for s in state.sides}
        results, winner = compare(rolls, spent)
        checks += [
            Check(
                f"initiative of {state.sides[s].name}",
                r,
                [Modifier(name, sign * spent.get(s, 0), rule)],
                results[s],
                r,
                s == winner,
                rule,
            )
            for s, r in rolls.items()
        ]
    state.initiative, state.winner_of_initiative = results, winner
    for side in state.sides.values():
        side.advantage = max(0, side.advantage - max(0, spent.get(side.id, 0)))
    names = ", ".join(f"{state.sides[s].name} {r}" for s, r in results.items())
    play.tell("initiative", f"Turn {state.turn}: {state.sides[winner].name} wins the initiative ({names}).", rule, checks=checks)


def ask_order(state: BattleState, winner: str) -> Decision:
    """What the winner of the initiative is asked."""
    return Decision(f"order-{winner}", state.seat(winner), "initiative_order", "Move first or last this turn?")


def choose_order(play: Play[BattleState]) -> Sequence[Decision]:
    """The winner moves first or last (ruling R-CEN-15)."""
    state = play.state
    winner = state.winner_of_initiative
    key = f"order-{winner}"
    if not play.answers:
        return [ask_order(state, winner)]
    orders = play.answers.get(key)
    first = bool(orders.choices.get("order", {}).get("first", False)) if orders else False
    other = next(s for s in state.sides if s != winner)
    state.first = winner if first else other
    play.tell("movement_order", f"{state.sides[state.first].name} moves first.", RULE, data={"first": state.first})
    return ()


STAGES = [open_turn, spend, choose_order]
