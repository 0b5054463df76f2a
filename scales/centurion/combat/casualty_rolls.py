"""One roll on the Infantry Damage Table, with all that its men follow from (centurion: Dismounted Infantry Casualties)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.centurion.combat.weapons import table
from scales.engine import Json


@dataclass(slots=True, frozen=True)
class CasualtyRoll:
    """What struck a squad, the column of the table, the die, what terrain takes off it (0 to 3), and the men killed there."""

    squad: str
    weapon: str
    column: str
    die: int
    terrain: int
    men: int

    def told(self) -> Json:
        """As the data of an event; `roll` is the modified roll."""
        line: Json = {"squad": self.squad, "weapon": self.weapon, "column": self.column, "die": self.die}
        return line | {"terrain": -self.terrain, "roll": self.die - self.terrain, "men": self.men}

    def words(self) -> str:
        """'3/6 Laser: die 7, terrain -2, 5 in column 6: 1'."""
        modified = f", terrain -{self.terrain}, {self.die - self.terrain}" if self.terrain else ""
        return f"{self.weapon}: die {self.die}{modified} in column {label(self.column)}: {self.men}"


def roll(squad: str, weapon: str, column: str, die: int, terrain: int = 0) -> CasualtyRoll:
    """The line of a die."""
    return CasualtyRoll(squad, weapon, column, die, terrain, killed(column, die - terrain))


def killed(column: str, modified: int) -> int:
    """Men killed at a modified roll; rows below -1 count as -1 (R-CEN-52)."""
    row = table("centurion_infantry_damage")["columns"][column]["killed"]
    return int(row[max(-1, min(10, modified)) + 1])


def label(column: str) -> str:
    """The heading of a column as printed, a laser's with its damage alone."""
    return str(table("centurion_infantry_damage")["columns"][column]["label"])


def in_words(rolls: Sequence[CasualtyRoll]) -> str:
    """All rolls in brackets, '' without any."""
    return f" ({'; '.join(each.words() for each in rolls)})" if rolls else ""


def loses(name: str, men: int) -> str:
    """'s loses 1 man', 's loses nobody'."""
    return f"{name} loses {'nobody' if not men else '1 man' if men == 1 else f'{men} men'}"


def by_squad(rolls: Sequence[CasualtyRoll]) -> str:
    """What one blow costs each squad, after a colon; '' without any."""
    return f": {', '.join(loses(each.squad, each.men) + in_words([each]) for each in rolls)}" if rolls else ""
