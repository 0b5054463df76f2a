"""A grav vehicle's path walked letter by letter, and in a sentence what the rules do not allow (Grav Movement, Facing Changes).

Sentences speak of the vehicle as "it", and each names its rule.
"""

from dataclasses import dataclass, field

from scales.centurion.ground.terrain import SUBMERGED, Terrain
from scales.centurion.movement.grav import LEFT, RIGHT, Handling, hexes_between_turns, limit_for

MOVEMENT = "centurion: Grav Movement"
FACING = "centurion: Facing Changes"
VANES = {"left": "centurion: Left Directional Vanes", "right": "centurion: Right Directional Vanes"}
SHIFTS = "<>"
"""Letters of a path: a hex aside to the left, to the right."""
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth")


@dataclass(slots=True, frozen=True)
class Entry:
    """One hex entered: where, along which heading, for how many points, the speed limit for this vehicle there, and its facing then."""

    place: int
    heading: int
    cost: int
    limit: int
    facing: int


@dataclass(slots=True, frozen=True)
class Forced:
    """A turn before its time: after how many hexes, by which letter of the path, with which vane (left, right), for how much thrust."""

    after: int
    letter: int
    vane: str
    thrust: int


@dataclass(slots=True)
class Track:
    """A path walked by the rules. `fault` names what is wrong with it; `spent` points of `velocity`; a short move must ground."""

    place: int
    facing: int
    entries: list[Entry]
    spent: int = 0
    straight: int = 0
    turned: bool = False
    fault: str = ""
    forced: list[Forced] = field(default_factory=list)
    shifts: int = 0

    @property
    def thrust(self) -> int:
        """Thrust spent on the way: in the vanes and for shifts."""
        return sum(each.thrust for each in self.forced) + self.shifts


def because(text: str, rule: str) -> str:
    """A sentence about the unit, without its subject, with the rule that it comes from."""
    return f"it {text} ({rule})"


def until(path: str, hexes: int) -> str:
    """The letters of a path up to its so manieth hex."""
    entered = [number for number, letter in enumerate(path) if letter == "F" or letter in SHIFTS]
    return path[: entered[hexes - 1] + 1] if hexes else ""


def straightened(path: str, hexes: int, how: Handling) -> str:
    """The path of a vehicle that has entered so many hexes, without the turns to come that its vanes no longer allow: it flies straight on."""
    done = until(path, hexes)
    gone = ("" if how.left else "L<") + ("" if how.right else "R>")
    return done + "".join(("F" if letter in SHIFTS else "") if letter in gone else letter for letter in path[len(done) :])


def walk(terrain: Terrain, place: int, facing: int, velocity: int, how: Handling, path: str) -> Track:
    """Follow a path letter by letter; stops at the first thing the rules do not allow."""
    track = Track(place, facing, [])
    for number, letter in enumerate(path):
        if letter == "F":
            _forward(terrain, track, velocity, how)
        else:
            _turn(terrain, track, number, letter, velocity, how)
        if track.fault:
            break
    return track


def _forward(terrain: Terrain, track: Track, velocity: int, how: Handling) -> None:
    """One hex along the line of flight: enough points, or the only hex of the turn (ruling R-CEN-03)."""
    _enter(terrain, track, 3 if velocity < 0 else 0, velocity, how)
    track.straight += 1


def _enter(terrain: Terrain, track: Track, aside: int, velocity: int, how: Handling) -> None:
    """The next hex, so many hexsides clockwise from the facing."""
    heading = (track.facing - 1 + aside) % 6 + 1
    j, cost, limit = terrain.way(track.place, how.mode)[heading - 1]
    track.fault = _no_way(terrain, track, j, cost, velocity, how)
    if not track.fault:
        track.entries.append(Entry(j, heading, cost, limit_for(limit, velocity, how.sensors_out, how.mode), track.facing))
        track.spent, track.place = min(abs(velocity), track.spent + cost), j


def _no_way(terrain: Terrain, track: Track, j: int, cost: int, velocity: int, how: Handling) -> str:
    """Why a vehicle does not get into the next hex, '' if it does."""
    points, here = abs(velocity), terrain.hex(track.place).label
    left = points - track.spent
    if points == 0:
        return because(f"cannot move out of hex {here} at velocity 0: it has to accelerate first", MOVEMENT)
    if j < 0 and how.mode == SUBMERGED:
        return because(f"has no lake before it in hex {here} and has to rise before it goes on", "centurion: Grounding in Water")
    if j < 0:
        return because(f"would leave the board from hex {here}", MOVEMENT)
    if left <= 0 and (cost or track.entries[0].cost > points):
        return because(f"has spent all its {points_of(points)} when it reaches hex {here} and cannot go on", MOVEMENT)
    if cost > left and track.entries:
        return because(f"has {points_of(left)} left in hex {here}, and hex {terrain.hex(j).label} costs {cost}", MOVEMENT)
    return ""


def points_of(count: int) -> str:
    """'1 velocity point' or '3 velocity points'."""
    return "1 velocity point" if count == 1 else f"{count} velocity points"


def _turn(terrain: Terrain, track: Track, number: int, letter: str, velocity: int, how: Handling) -> None:
    """One hexside of turn, or a hex aside instead (Variant Lateral Shift)."""
    side, vane, way = (LEFT, how.left, "left") if letter in "L<" else (RIGHT, how.right, "right")
    need = hexes_between_turns(velocity)
    early = max(0, need - track.straight)
    if not need or (early and not how.forces):
        track.fault = _too_early(need, velocity, track.turned)
    elif not vane:
        track.fault = because(f"cannot turn {way}: its {way} directional vane is out of action", VANES[way])
    elif early:
        track.forced.append(Forced(len(track.entries), number, way, early))
    if letter in SHIFTS and not track.fault:
        _enter(terrain, track, 3 - side if velocity < 0 else side, velocity, how)
        track.shifts += 1
    elif letter not in SHIFTS:
        track.facing = (track.facing - 1 + side) % 6 + 1
    track.straight, track.turned = 0, True


def _too_early(need: int, velocity: int, turned: bool) -> str:
    """The Facing Change Table in a sentence."""
    if not need:
        return because("cannot turn on its way at velocity 0: it may spin in place before it moves", FACING)
    if turned:
        return because(f"cannot turn again before its {ORDINALS[need]} hex after a turn at velocity {velocity}", FACING)
    return because(f"cannot turn before its {ORDINALS[need]} hex at velocity {velocity}", FACING)
