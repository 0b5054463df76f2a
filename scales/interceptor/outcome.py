"""How a board stands: fates, points, the end of a battle, a picture, and what must always be true."""

from scales.armor import boxes_left
from scales.engine import Counter, Fate, Picture, Report
from scales.interceptor.board import board
from scales.interceptor.condition import air_limit, effective, is_effective, kind
from scales.interceptor.sheets import sheet_of
from scales.interceptor.state import ON_BOARD, Craft, State
from scales.interceptor.view import View

GOES_ON = "the battle goes on"
STALEMATE_TURNS = 10
POINT_COST = 100_000
WHERE = ("arriving", "board", "ground_attack", "up", "left", "landed", "captured", "destroyed")
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


def picture(view: View) -> Picture:
    """The board with craft and missiles in flight."""
    state = view.state
    b = board(state.layout)
    fill = {f"{h.column},{h.row}": b.zone(h) for h in b.sheets.labels} if b.zones else {}
    counters = [Counter((c.column, c.row), c.name, c.side, c.heading, c.id) for c in state.flying()]
    counters += [Counter((s.column, s.row), s.kind.upper(), s.side, 0, s.id) for s in state.shots if b.has(s.hex)]
    labels = {f"{x.column},{x.row}": x.id for _, x in sorted(state.battles.items())}
    title = f"Interceptor, turn {state.at.turn}"
    return Picture(title, (b.first.column, b.last.column), (b.first.row, b.last.row), "odd", fill, counters, labels)


# --- invariants -------------------------------------------------------------------------------------------------------------------------


def invariants(state: State) -> list[str]:
    """Sentences about everything that cannot be."""
    found = [w for id, craft in state.craft.items() for w in _craft_words(state, id, craft)]
    ids = [s.id for s in state.shots]
    if len(ids) != len(set(ids)):
        found.append("two missiles have the same id")
    found += [f"missile {s.id} flies at nothing" for s in state.shots if s.target not in state.craft or s.owner not in state.craft]
    owned = [c for unit in state.units.values() for c in unit.craft]
    found += [f"craft {c} belongs to two units" for c in sorted(set(owned)) if owned.count(c) > 1]
    return found


def _craft_words(state: State, id: str, craft: Craft) -> list[str]:
    b, found = board(state.layout), []
    if id != craft.id or craft.where not in WHERE:
        found.append(f"{id} is in no known place")
    if craft.side not in {s.id for s in state.sides}:
        found.append(f"{id} belongs to no side")
    if craft.where in ("board", "ground_attack") and not b.has(craft.hex):
        found.append(f"{id} is off the board")
    if craft.velocity < 0 or not 1 <= craft.heading <= 6:
        found.append(f"{id} flies with heading {craft.heading} at velocity {craft.velocity}")
    if any(n <= 0 for store in (craft.missiles, craft.bombs) for n in store.values()):
        found.append(f"{id} carries a negative number of something")
    grown = [s for s, g in craft.armor.items() if boxes_left(g) > kind(craft).armor[s]]
    found += [f"{id} has more {side} armor than it started with" for side in grown]
    at_rest = not state.at.phase and craft.where == "board" and b.zone(craft.hex) in ("ground", "atmosphere")
    if at_rest and air_limit(craft) == 0 and not craft.marks:
        found.append(f"{id} flies in the atmosphere without being made for it")
    return found
