"""How a board stands: fates of its craft, points, victory, the end of a battle."""

from scales.armor import boxes_left
from scales.engine import Fate, Report
from scales.interceptor.damage.condition import effective, is_effective, kind
from scales.interceptor.damage.sheets import sheet_of
from scales.interceptor.pilots.fates import lost_words
from scales.interceptor.scenario import ending, scoring
from scales.interceptor.scenario.scoring import points
from scales.interceptor.state import ON_BOARD, Craft, State

GOES_ON = "the battle goes on"
STATUS = {"destroyed": "destroyed", "captured": "captured", "left": "left", "up": "left", "landed": "left"}
"""Where a craft that is gone ended, and how a report calls it."""
RANKS = ("ok", "damaged", "crippled")


def report(state: State) -> Report:
    """A standing board is never over, nor is a battle in the middle of a turn."""
    why = "" if state.at.phase else ending.why(state)
    score, over = points(state), bool(why)
    words, winner = why or GOES_ON, _winner(state, score) if over else None
    if over and state.verdict is not None:
        words, winner = (
            state.verdict.outcome or (words if ending.is_field_left(state) else "as reported from the table"),
            state.verdict.winner,
        )
    fates = {id: fate(state, craft) for id, craft in state.craft.items()}
    reasons = list(scoring.reasons(state)) if over and state.verdict is None else []
    reasons += lost_words(state) if over else []
    levels = scoring.levels(state) if over and state.verdict is None else {}
    return Report(over, words, winner, state.at.turn, score, effective(state), fates, levels=levels, reasons=reasons)


def _winner(state: State, score: dict[str, int]) -> str | None:
    """By its Victory Level in a scenario; else who alone is left, or has most points."""
    if state.goals is not None:
        return scoring.winner(state)
    left = [side for side, count in effective(state).items() if count]
    return (left[0] if len(left) == 1 else None) if ending.is_field_left(state) else leader(score)


def leader(score: dict[str, int]) -> str | None:
    """The side with the most points, if one alone has them."""
    best = max(score.values(), default=0)
    ahead = [side for side, value in score.items() if value == best]
    return ahead[0] if len(ahead) == 1 and best else None


def fate(state: State, craft: Craft) -> Fate:
    """What became of a craft."""
    return Fate(craft.side, craft.name, condition(state, craft), sheet_of(craft), craft.by or None)


def condition(state: State, craft: Craft) -> str:
    """How a craft is: where it went if it is gone, else by its sheet, or worse if a table said so."""
    if craft.where in STATUS:
        return STATUS[craft.where]
    if craft.where in ON_BOARD and not is_effective(craft, state.at.turn):
        return "crippled"
    shown = "damaged" if is_damaged(craft) else "ok"
    return max(shown, craft.reported, key=RANKS.index) if craft.reported else shown


def is_damaged(craft: Craft) -> bool:
    if craft.marks or any(m.gone for m in craft.mounts):
        return True
    full = kind(craft).armor
    return any(boxes_left(grid) < full[side] for side, grid in craft.armor.items())
