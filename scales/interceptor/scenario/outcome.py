"""How a board stands: fates, points, the end of a battle, a picture, and what must always be true."""

from scales.armor import boxes_left
from scales.engine import Fate, Report
from scales.interceptor.damage.condition import effective, is_effective, kind
from scales.interceptor.damage.sheets import sheet_of
from scales.interceptor.state import ON_BOARD, Craft, State

GOES_ON = "the battle goes on"
STALEMATE_TURNS = 10
POINT_COST = 100_000
STATUS = {"destroyed": "destroyed", "captured": "captured", "left": "left", "up": "left", "landed": "left"}
"""Where a craft that is gone ended, and how a report calls it."""
RANKS = ("ok", "damaged", "crippled")


def points_of(craft: Craft) -> int:
    """What a craft is worth: its cost by hundred thousands, rounded up (centurion: Scenario Points Table)."""
    return -(-kind(craft).cost // POINT_COST)


def points(state: State) -> dict[str, int]:
    """Points of each side for enemy craft destroyed."""
    return {s.id: sum(points_of(c) for c in state.craft.values() if c.side != s.id and c.where == "destroyed") for s in state.sides}


def report(state: State) -> Report:
    """A standing board is never over."""
    fit, score = effective(state), points(state)
    left = [side for side, count in fit.items() if count]
    out_of_time = state.turns_over >= state.turn_limit and not state.at.phase
    stalemate = state.quiet >= STALEMATE_TURNS
    decided = state.at.turn > 0 and len(left) < 2 and len(state.sides) > 1
    over = not state.standing and not state.at.phase and (decided or out_of_time or stalemate or state.ended)
    winner = (left[0] if len(left) == 1 else None) if decided else leader(score)
    words = _words(over, decided, stalemate)
    if over and state.verdict is not None:
        words, winner = state.verdict.outcome or (words if decided else "as reported from the table"), state.verdict.winner
    fates = {id: fate(state, craft) for id, craft in state.craft.items()}
    return Report(over, words, winner if over else None, state.at.turn, score, fit, fates)


def leader(score: dict[str, int]) -> str | None:
    """The side with the most points, if one alone has them."""
    best = max(score.values(), default=0)
    ahead = [side for side, value in score.items() if value == best]
    return ahead[0] if len(ahead) == 1 and best else None


def _words(over: bool, decided: bool, stalemate: bool) -> str:
    if not over:
        return GOES_ON
    if decided:
        return "one side has no effective craft left"
    return "ten turns without damage" if stalemate else "the turn limit is reached"


def fate(state: State, craft: Craft) -> Fate:
    """What became of a craft."""
    return Fate(craft.side, craft.name, condition(state, craft), sheet_of(craft), craft.by or None)


def condition(state: State, craft: Craft) -> str:
    """How a craft is: where it went if it is gone, else by its sheet, or worse if a table said so."""
    if craft.where in STATUS:
        return STATUS[craft.where]
    shown = "damaged" if is_damaged(craft) else "ok"
    if craft.where in ON_BOARD and not is_effective(craft, state.at.turn):
        shown = "crippled"
    return max(shown, craft.reported or "ok", key=RANKS.index)


def is_damaged(craft: Craft) -> bool:
    full = sum(kind(craft).armor[side] for side in craft.armor)
    return bool(craft.marks) or any(m.gone for m in craft.mounts) or sum(map(boxes_left, craft.armor.values())) < full
