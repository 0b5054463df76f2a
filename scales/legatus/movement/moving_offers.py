"""What a century is offered when it moves or reacts: places with one path each, what they cost, the tests on the way, whom it meets there.

legatus: Movement Phase, Maneuver Tests, Artillery, Engineers
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from scales.engine import Json, Option
from scales.late import Late, Tell
from scales.legatus import board
from scales.legatus.combat import reactions
from scales.legatus.defenses import engineers
from scales.legatus.movement import movement
from scales.legatus.movement.movement import HALF, Ground, Walk
from scales.legatus.movement.outlook import Outlook, Place, Surroundings, outlook, uncleared, untested
from scales.legatus.movement.walking import REACTION, maneuver_trial
from scales.legatus.state import Century, LegatusState, enemies_of, free
from scales.legatus.support import artillery
from scales.legatus.tables import ALTITUDES

NEAREST, FARTHER = 48, 12
"""Places offered that are nearest to what matters, and those at all distances from it beyond."""
MOST_SPREAD = 12
"""Places at which other altitudes are offered too, of the nearest; of those beyond all where a century in the air may come down."""
MOST_OTHERWISE = 4
MOST_OPTIONS = 200

Best = Mapping[str, tuple[int, int, str]]
Order = Callable[[], Json]


class March(Late):
    """An option that ends somewhere. The bot reads only where, what it `does` (go, stay, deny, build) and at how many tests at most (`risk`), of
    some hundred of them at every move: so the order too is worked out when it is first read."""

    __slots__ = ("_order", "altitude", "at", "deny", "does", "risk")

    def __init__(self, order: Order, at: str, altitude: str, tell: Tell, risk: int = 0, does: str = "go", deny: str = "") -> None:
        self._order, self.at, self.altitude, self._tell = order, at, altitude, tell
        self.risk, self.does, self.deny = risk, does, deny

    def __getattr__(self, name: str) -> object:
        """Called for a field that was not filled yet."""
        if name != "order":
            return super().__getattr__(name)
        self.order = self._order()
        return self.order


def march_options(around: Surroundings, unit: Century) -> list[Option]:
    """Stay, go somewhere (and there change altitude), change deployment in place, artillery denial, earthworks."""
    state, walk = around.state, movement.start_walk(unit)
    look = outlook(around, unit, walk)
    found: list[Option] = [stay(look)]
    if not free(unit):
        return found
    if walk.altitude != "dug_in":
        found += _moves(look, walk, look.start, [])
    elif walk.left >= HALF:
        found += _rise_and_go(look, walk)
    found += _in_place(look, walk)
    if artillery.can_fire(unit):
        found += [_denial(look, at) for at in _denial_places(state, unit)]
    if not engineers.build_fault(state, unit):
        found.append(_build(look))
    return found[:MOST_OPTIONS]


def stay(look: Outlook) -> March:
    unit = look.unit
    return March(lambda: {"path": []}, unit.at, unit.altitude, lambda: _tell_stay(look), does="stay")


def _tell_stay(look: Outlook) -> tuple[str, Json]:
    place = look.start()
    return f"stay in {place.at}{place.names}", look.tell(place, look.unit.altitude)[1]


@dataclass(slots=True)
class Search:
    """All places in reach at one altitude, and those worked out so far; the first is the `start`, after the words of a path `before`."""

    look: Outlook
    walk: Walk
    best: Best
    start: Callable[[], Place]
    before: Sequence[str]
    places: dict[str, Place] = field(default_factory=dict)

    def place(self, at: str) -> Place:
        """A position with the tests on the way, worked out once for each."""
        if at not in self.places:
            self.places[at] = self._reached(at) if at != self.walk.at else self.start()
        return self.places[at]

    def _reached(self, at: str) -> Place:
        used, _, prior = self.best[at]
        start, came = self.place(self.walk.at), self.place(prior)
        ending = passing = came.passing
        saved = 0
        if not self.look.is_calm(at):
            step = Walk(prior, self.walk.altitude, 0)
            ending, passing = (came.passing + self.look.tests_of(step, at, goes_on) for goes_on in (False, True))
            saved = self._saves(prior, at)
        least = max(0, start.used + used - (came.used - came.least) - saved)
        return self.look.place(at, start.used + used, least, ending, passing)

    def _saves(self, prior: str, at: str) -> int:
        """Half points that a test for two unlike hexes may spare."""
        low, high = movement.costs(self.look.ground, Walk(prior, self.walk.altitude, 0), at)
        return high - low

    def is_unlike(self, at: str) -> bool:
        """Does the way to a position enter two unlike hexes at once?"""
        if "|" not in at:
            return False
        while prior := self.best[at][2]:
            if self._saves(prior, at):
                return True
            at = prior
        return False

    def tell(self, at: str, altitude: str, words: Sequence[str] = ()) -> tuple[str, Json]:
        return self.look.tell(self.place(at), altitude, words)

    def order(self, at: str, words: Sequence[str] = ()) -> Json:
        return {"path": [*self.before, *movement.path_to(self.best, at), *words]}

    def changes(self, at: str) -> list[March]:
        """To go to a place and take another altitude there."""
        look, (used, tests, _) = self.look, self.best[at]
        words_of = movement.altitude_changes(
            look.ground.carriage, self.walk.altitude, movement.on_lake(look.ground, at), self.walk.left - used
        )
        risk = tests + len(self.before)
        return [Going(self, at, w[-1], w, risk + len(w)) for w in words_of]


class Going(March):
    """To go to a place that a search has found, and there through some altitudes."""

    __slots__ = ("_search", "_words")
    does, deny = "go", ""

    def __init__(self, search: Search, at: str, altitude: str, words: Sequence[str], risk: int) -> None:
        self._search, self._words, self.at, self.altitude, self.risk = search, words, at, altitude, risk

    def _order(self) -> Json:
        return self._search.order(self.at, self._words)

    def _tell(self) -> tuple[str, Json]:
        return self._search.tell(self.at, self.altitude, self._words)


def _moves(look: Outlook, walk: Walk, start: Callable[[], Place], before: list[str]) -> list[March]:
    search = Search(look, walk, movement.reachable(look.ground, walk), start, before)
    found: list[March] = []
    others: list[March] = []
    lands = walk.altitude in {"tree_top", "low_altitude"}
    clears = _clearable(look)
    chooses = "|" in walk.at or clears
    for n, at in enumerate(_ends(search)):
        march = Going(search, at, walk.altitude, (), search.best[at][1] + len(before))
        found.append(march)
        if chooses and len(others) < MOST_OTHERWISE:
            others += _otherwise(search, march, clears)
        if n < MOST_SPREAD or (lands and n >= NEAREST):
            found += search.changes(at)
    return found + others


def _ends(search: Search) -> Sequence[str]:
    """The places offered, of those in reach."""
    look, walk = search.look, search.walk
    return _offered(look.ground, walk.at, walk.altitude, walk.left, walk.first, look.around.interests(look.unit))


@lru_cache(maxsize=256)
def _offered(ground: Ground, start: str, altitude: str, left: int, first: bool, interests: tuple[str, ...]) -> Sequence[str]:
    """Those nearest to what matters, and of the others some at every distance, to the farthest: the same for centuries that stand together."""
    best, away = movement.reachable(ground, Walk(start, altitude, left, first)), board.distances(ground.grid, interests)
    ends = [at for _, _, at in sorted([(away[at], used, at) for at, (used, _, _) in best.items() if at != start])]
    rest = ends[NEAREST:]
    return ends[:NEAREST] + (rest if len(rest) <= FARTHER else [rest[n * (len(rest) - 1) // (FARTHER - 1)] for n in range(FARTHER)])


def _otherwise(search: Search, march: March, clears: set[str]) -> list[March]:
    """The same way without the tests that could make it cheaper, and without clearing what an engineer century moves onto."""
    found, at, altitude = [], march.at, march.altitude
    if search.is_unlike(at):
        tell = lambda: untested(search.tell(at, altitude))  # noqa: E731
        found.append(March(lambda: march.order | {"pay_higher": True}, at, altitude, tell, march.risk))
    if clears and any(not clears.isdisjoint(word.split("|")) for word in march.order["path"]):
        tell = lambda: uncleared(search.tell(at, altitude))  # noqa: E731
        found.append(March(lambda: march.order | {"clear": False}, at, altitude, tell, march.risk))
    return found


def _clearable(look: Outlook) -> set[str]:
    """The hexes with something that the century may remove as it enters them: engineers do."""
    if not engineers.is_engineer(look.unit):
        return set()
    return {h for m in look.state.markers if engineers.clearable(m, look.unit.side) for h in m.hexes}


def _rise_and_go(look: Outlook, walk: Walk) -> list[March]:
    """A dug-in century rises first, at the risk of stopping there."""
    risen = Walk(walk.at, "normal", walk.left - HALF, True)
    return _moves(look, risen, lambda: look.start(HALF, look.tests_of(walk, "normal", True)), ["normal"])


def _in_place(look: Outlook, walk: Walk) -> list[March]:
    """Other altitudes and the next dispersions without going anywhere."""
    lake = movement.on_lake(look.ground, walk.at)
    near, far = (movement.altitude_changes(look.ground.carriage, walk.altitude, lake, walk.left, up) for up in (1, len(ALTITUDES)))
    found = []
    for words in [*near, *(w for w in far if w not in near)]:
        tell = partial(look.tell_here, words)
        order = partial(_path, words)
        found.append(March(order, walk.at, words[-1], tell, len(words) - 1))
    if walk.left >= HALF:
        found += [_step(look, walk, at) for at in movement.spreads_from(look.ground, walk)]
    return found


def _path(words: Sequence[str]) -> Json:
    return {"path": list(words)}


def _step(look: Outlook, walk: Walk, word: str) -> March:
    """One step and no more."""
    at, altitude = (walk.at, word) if word in ALTITUDES else (word, walk.altitude)
    return March(lambda: {"path": [word]}, at, altitude, lambda: look.tell(_after(look, walk, word, at), altitude))


def _after(look: Outlook, walk: Walk, word: str, at: str) -> Place:
    least, most = (min(walk.left, cost) for cost in movement.costs(look.ground, walk, word))
    return look.place(at, most, least, look.tests_of(walk, word, False), [])


def _denial(look: Outlook, at: str) -> March:
    unit = look.unit
    return March(lambda: {"deny": [at]}, unit.at, unit.altitude, lambda: _tell_denial(look, at), does="deny", deny=at)


def _tell_denial(look: Outlook, at: str) -> tuple[str, Json]:
    """A fire mission: the hexes count as an enemy zone for both sides until the end of the turn."""
    unit, hexes = look.unit, at.split("|")
    inside = [u.id for u in look.state.units.values() if u.status == "ok" and not set(hexes).isdisjoint(u.at.split("|"))]
    info: Json = {"at": unit.at, "altitude": unit.altitude, "deny": at, "hexes": hexes, "inside": inside, "range": artillery.RANGE}
    info["shots"] = {"used": 1, "left": artillery.shots_left(unit) - 1}
    return f"lay artillery denial on {', '.join(hexes)}", info


def _build(look: Outlook) -> March:
    unit = look.unit
    told: tuple[str, Json] = (
        f"stay in {unit.at} and build earthworks by the end of the turn",
        {"at": unit.at, "altitude": unit.altitude, "builds": "earthworks"},
    )
    return March(lambda: {"build": True}, unit.at, unit.altitude, lambda: told, does="build")


def _denial_places(state: LegatusState, unit: Century) -> list[str]:
    """Positions of the size of a mission next to enemies."""
    size, grid = artillery.denial_size(board.dispersion(unit.at)), movement.grid_of(state)
    found: list[str] = []
    for enemy in enemies_of(state, unit.side)[:6]:
        at = enemy.at.split("|")[0]
        for _ in range(size - 1):
            at = next((p for p in board.spreads(at) if p.count("|") > at.count("|") and board.on_map(grid, p)), at)
        if at.count("|") + 1 == size and at not in found:
            found.append(at)
    return found


def step_options(around: Surroundings, unit: Century, pursuing: bool) -> list[Option]:
    """Reactions: stay, or one step of one point after a test; who is left behind by it may pursue, once."""
    walk = movement.start_walk(unit, 1)
    look = outlook(around, unit, walk)
    found: list[Option] = [stay(look)]
    if not free(unit):
        return found
    return [*found, *(_reaction(look, walk, word, pursuing) for word in movement.steps_from(look.ground, walk))]


def _reaction(look: Outlook, walk: Walk, word: str, pursuing: bool) -> March:
    step = _step(look, walk, word)
    return March(lambda: step.order, step.at, step.altitude, lambda: _tell_reaction(look, step, pursuing), 1)


def _tell_reaction(look: Outlook, step: March, pursuing: bool) -> tuple[str, Json]:
    roll = maneuver_trial(look.state, look.unit, REACTION, combat=True).told()
    left_behind = [] if pursuing else [e.id for e in reactions.pursuers(look.state, look.unit, step.at)]
    return f"on {roll['target']} or less: {step.label}", step.info | {"roll": roll, "pursuers": left_behind}
