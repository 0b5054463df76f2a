"""The referee: a table of its own on which every event is played again, with a count of what was worked out and what is wrong."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scales.codec import clone
from scales.engine import Check, Event
from scales.hexes import Hex
from scales.interceptor.state import Craft, Shot, State
from tests.interceptor.recomputed import armor
from tests.interceptor.recomputed.moments import Moment

Changes = dict[str, int]


class Referee:
    """`table` is the state before a moment, changed by each event as the referee understands it; `armor` the diagrams that were looked at, as sets of boxes."""

    def __init__(self, name: str) -> None:
        self.name, self.made, self.wrong = name, Counter[str](), list[str]()
        self.moment: Moment
        self.table: State
        self.log: list[Event] = []
        self.armor: dict[tuple[str, str], armor.Boxes] = {}
        self.fired: dict[str, list[str]] = {}
        self.fresh = list[tuple[str, str, str]]()
        self.shorted = list[tuple[int, int]]()
        self.thrown: dict[str, int] = {}
        self.slowed: dict[str, int] = {}
        self.pulled = set[str]()
        self.led: dict[int, str] = {}
        self.silent, self.decoys = set[str](), set[str]()
        self.burst = ""
        self.struck: tuple[Shot, Hex] | None = None
        self.about = ""

    def begin(self, moment: Moment) -> None:
        self.moment, self.table, self.log = moment, clone(moment.before), list(moment.step.events)
        self.armor = {}
        self.fired, self.fresh, self.shorted = {}, [], []
        self.thrown, self.slowed, self.pulled, self.led = {}, {}, set(), {}
        self.silent, self.decoys, self.struck = set(), set(), None

    def left(self, craft: Craft, side: str) -> armor.Boxes:
        """The boxes of a side that are left."""
        return self.armor.setdefault((craft.id, side), armor.boxes(craft.armor[side].rows))

    @property
    def layout(self) -> str:
        return self.table.layout

    @property
    def turn(self) -> int:
        return self.table.at.turn

    def is_right(self, what: str, found: Any, wanted: Any) -> bool:
        """Count a comparison; note it when it fails."""
        self.made[what] += 1
        if found != wanted:
            self.wrong.append(f"{self.name}, turn {self.turn}, {self.moment.phase}: {what}: {found!r} is not {wanted!r} ({self.about})")
        return bool(found == wanted)

    def roll(self, what: str, check: Check, base: int, changes: Changes) -> bool:
        """Work out a d10 against a number: one is a success, ten a failure. Returns whether it is passed."""
        told = [(m.name, m.value) for m in check.modifiers if m.value]
        self.is_right(f"{what}: base", check.base, base)
        self.is_right(f"{what}: modifiers", sorted(told), sorted((n, v) for n, v in changes.items() if v))
        return self.number(what, check, base + sum(changes.values()))

    def number(self, what: str, check: Check, target: int) -> bool:
        self.is_right(f"{what}: number", check.target, target)
        self.is_right(f"{what}: result", check.passed, check.roll == 1 or (check.roll != 10 and check.roll <= target))
        return check.passed

    def there(self) -> Iterator[Craft]:
        """Craft on the board itself, by id."""
        return (craft for _, craft in sorted(self.table.craft.items()) if craft.where == "board")

    def orders(self, kind: str) -> dict[str, dict[str, Any]]:
        """The orders of this moment by slot, of decisions of one kind."""
        keys = [d.key for d in self.moment.pending if d.kind == kind]
        return {slot: order for key in keys for slot, order in self.moment.given[key].choices.items()}


Handler = Callable[[Referee, Event], None]


def dice_of(event: Event, *words: str) -> Iterator[int]:
    """Values of the dice of an event whose reason begins with one of the words."""
    return (r.value for r in event.rolls if r.why.startswith(words))


def first(dice: Iterable[int]) -> int:
    return next(iter(dice), 0)
