"""Missiles: locking on and launching, flight along the shortest path, point defense, and the attack in the target's hex (Interceptor: Missiles)."""

from collections import Counter

from scales.engine import Check, Decision, Modifier
from scales.hexes import Hex, distance, neighbor, neighbors
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import hits, side_of
from scales.interceptor.damage.condition import gunnery, is_short, shield
from scales.interceptor.damage.damage import P, boxes, spread, strike, take_effect
from scales.interceptor.patrol.halves import facing, hexes_of, lines, nearest, sides_in
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Missile, missiles, rule, table, weapons

RULE = "interceptor: Missiles"


# --- launch ---------------------------------------------------------------------------------------------------------------------------


def lock_number(craft: Craft, missile: Missile) -> tuple[int, list[Modifier]]:
    """Base lock-on number and its modifiers."""
    base = gunnery(craft) if missile.lock_on.startswith("gunnery") else int(missile.lock_on)
    if "+" in missile.lock_on:
        base += int(missile.lock_on.partition("+")[2])
    lost = table("internals")["lock_on"]
    return base, [Modifier(name.replace("_", " "), value, RULE) for name, value in lost.items() if craft.marks.get(name)]


def may_lock(state: State, craft: Craft, target: Craft) -> bool:
    """In the forward arc of the bow and near enough for the sensors: the nearest hex of the target counts."""
    limits = rule("missiles")["lock_range"]
    most = limits["without_long_range_sensors" if craft.marks.get("long_range_sensors") else "hexes"]
    return any(line.range_hexes <= most for line in lines(board(state.layout), craft.hex, craft.heading, 0, target))


def can_launch(state: State, craft: Craft) -> list[str]:
    """Kinds of missile that a craft may launch now: one missile a turn."""
    if craft.where != "board" or craft.launched >= state.at.turn or is_short(craft, "weapons", state.at.turn):
        return []
    return [kind for kind in sorted(craft.missiles) if craft.missiles[kind] > 0]


def launch(play: P, craft: Craft, kind: str, target: Craft) -> None:
    """Roll to lock on; a missile that locks on flies from the next turn on, one that does not stays aboard."""
    state, missile = play.state, missiles()[kind]
    craft.launched = state.at.turn
    base, modifiers = lock_number(craft, missile)
    number = base + sum(m.value for m in modifiers)
    roll = play.dice.d10(f"lock on: {craft.name} {missile.name} on {target.name}")
    locked = hits(roll, number)
    if locked:
        _off(craft, kind)
        state.shots.append(
            Shot(f"{craft.id}.m{state.next_shot}", kind, craft.side, craft.id, target.id, craft.column, craft.row, 0, state.at.turn)
        )
        state.next_shot += 1
    words = f"launches a {missile.name} at" if locked else f"finds no lock for its {missile.name} on"
    check = Check(f"lock-on of the {missile.name}", base, modifiers, number, roll, locked, RULE)
    play.tell(
        "missile_launched" if locked else "no_lock",
        f"{craft.name} {words} {target.name}.",
        RULE,
        units=[craft.id, target.id],
        checks=[check],
    )


def _off(craft: Craft, kind: str) -> None:
    craft.missiles[kind] -= 1
    if craft.missiles[kind] <= 0:
        del craft.missiles[kind]


def burst_hex(craft: Craft, ahead: int) -> Hex:
    """Where a DFM bursts: so many hexes straight ahead."""
    return neighbor(craft.hex, craft.heading, "odd", ahead)


def burst(play: P, craft: Craft, ahead: int) -> None:
    """A DFM bursts straight ahead: every craft in the hex takes a hit on the side turned to the launcher (designed)."""
    state, missile = play.state, missiles()["dfm"]
    craft.launched = state.at.turn
    _off(craft, "dfm")
    spot = burst_hex(craft, ahead)
    play.tell("dfm_burst", f"{craft.name} bursts a DFM in {board(state.layout).label(spot)}.", RULE, units=[craft.id])
    for target in struck_at(state, spot):
        side = _toward(state, target, craft.hex, spot)
        _damage(play, target, side, family="mdc", damage=missile.damage, by=craft.id, name="DFM")


def struck_at(state: State, spot: Hex) -> list[Craft]:
    """Craft that a burst in a hex strikes: those with any part in it."""
    return [c for c in state.flying() if spot in hexes_of(board(state.layout), c)]


# --- flight ---------------------------------------------------------------------------------------------------------------------------


def fly_all(play: P) -> list[Decision]:
    """All missiles move and attack, HELL missiles last; internal damage takes effect at the end (Interceptor: Missiles; centurion: HELL Missile)."""
    for last in (False, True):
        arrived: dict[str, list[Shot]] = {}
        for shot in [s for s in play.state.shots if (s.kind == "hell_missile") == last and s.launched < play.state.at.turn and s.cluster is None]:
            if _fly(play, shot):
                arrived.setdefault(shot.target, []).append(shot)
        for target in sorted(arrived):
            _arrive(play, play.state.craft[target], arrived[target])
    for craft in play.state.flying():
        if craft.fresh:
            take_effect(play, craft)
    return []


def _fly(play: P, shot: Shot) -> bool:
    """Move one missile; True when it reaches its target."""
    target = play.state.craft[shot.target]
    if target.where != "board":
        _strike_off(play, shot, "loses its target")
        return False
    shot.velocity += missiles()[shot.kind].thrust
    goal = nearest(board(play.state.layout), target, shot.hex)
    if distance(shot.hex, goal, "odd") <= shot.velocity:
        return True
    for _ in range(shot.velocity):
        shot.column, shot.row = closer(shot.hex, goal)
    return False


def closer(here: Hex, goal: Hex) -> Hex:
    """The neighbor nearest to a goal, the lowest heading first."""
    return min(neighbors(here, "odd"), key=lambda h: distance(h, goal, "odd"))


def turns_to(missile: Missile, range_hexes: int) -> int:
    """Movement phases until a missile reaches a target that stays where it is."""
    turns, velocity, left = 1, missile.thrust, range_hexes
    while left > velocity:
        left, velocity, turns = left - velocity, velocity + missile.thrust, turns + 1
    return turns


def _strike_off(play: P, shot: Shot, words: str) -> None:
    play.state.shots.remove(shot)
    play.tell(
        "missile_lost",
        f"The {missiles()[shot.kind].name} of {play.state.craft[shot.owner].name} {words}.",
        RULE,
        units=[shot.owner, shot.target],
    )


def _toward(state: State, target: Craft, source: Hex, spot: Hex | None = None) -> str:
    """The side of a target that faces a hex, that of its nearest hex or of the one given; its stern when both are in one hex."""
    b = board(state.layout)
    return side_of(target, facing(b, target, spot or nearest(b, target, source), source)[0])


def _arrive(play: P, target: Craft, arrived: list[Shot]) -> None:
    for shot in point_defense(play, target, arrived):
        if target.where == "board" and shot in play.state.shots:
            _attack(play, target, shot)
        elif shot in play.state.shots:
            _strike_off(play, shot, "loses its target")


def point_defense(play: P, target: Craft, arrived: list[Shot]) -> list[Shot]:
    """Shoot at missiles from the side with most of them; not with an ECM pod running (Interceptor: Point Defense)."""
    rows = [weapons()[m.weapon].intercept for m in target.mounts if not m.gone and weapons()[m.weapon].intercept]
    if not rows or "ecm_pod" in target.pods:
        return arrived
    row = max(rows)
    state = play.state
    by_side = Counter(_toward(state, target, s.hex) for s in arrived)
    side = max(sorted(by_side), key=lambda s: by_side[s])
    engaged = [s for s in arrived if _toward(state, target, s.hex) == side][: len(row)]
    return [s for s in arrived if s not in engaged or not _shot_down(play, target, s, row[len(engaged) - 1])]


def _shot_down(play: P, target: Craft, shot: Shot, number: int) -> bool:
    roll = play.dice.d10(f"point defense of {target.name}")
    if not hits(roll, number):
        play.tell(
            "point_defense", f"The point defense of {target.name} misses a missile.", RULE, units=[target.id], data={"number": number}
        )
        return False
    _strike_off(play, shot, f"is shot down by {target.name}")
    return True


def _attack(play: P, target: Craft, shot: Shot) -> None:
    missile = missiles()[shot.kind]
    if shot.kind == "hell_missile":
        play.state.shots.remove(shot)
        _hell(play, target, shot)
        return
    ecm = [Modifier("ECM pod", rule("missiles")["ecm_pod"], RULE)] if "ecm_pod" in target.pods else []
    number = missile.intelligence + sum(m.value for m in ecm)
    roll = play.dice.d10(f"attack: {missile.name} on {target.name}")
    check = Check(f"attack of the {missile.name}", missile.intelligence, ecm, number, roll, hits(roll, number), RULE)
    words = "strikes" if check.passed else "misses"
    play.state.shots.remove(shot)
    play.tell("missile_attack", f"A {missile.name} {words} {target.name}.", RULE, units=[shot.owner, target.id], checks=[check])
    if check.passed:
        side = _toward(play.state, target, shot.hex)
        _damage(play, target, side, family="missile", damage=missile.damage, by=shot.owner, name=missile.name)


def _damage(play: P, target: Craft, side: str, *, family: str, damage: int, by: str, name: str) -> None:
    blow = strike(play.dice, target, side, family, damage)
    target.by = by
    play.state.hits += blow.marked + len(blow.parts)
    text = f"The {name} hits the {side.replace('_', ' ')} of {target.name}: {blow.words()}."
    play.tell("missile_damage", text, RULE, units=[by, target.id], data={"side": side, "damage": damage, "column": blow.column})


def hell_damage(shields: dict[str, int]) -> dict[str, int]:
    """Damage of a HELL missile to each side: a hundred less the shield rating (centurion: HELL Missile)."""
    full: int = rule("hell")["damage"]
    return {side: max(0, full - rating) for side, rating in shields.items()}


def _hell(play: P, target: Craft, shot: Shot) -> None:
    """Every craft in the hex is struck on all sides, a patrol craft on those of its half there; other missiles there are destroyed."""
    b, turn = board(play.state.layout), play.state.at.turn
    spot = nearest(b, target, shot.hex)
    play.tell(
        "hell_burst", f"A HELL missile explodes in the hex of {target.name}.", "centurion: HELL Missile", units=[shot.owner, target.id]
    )
    play.state.shots = [s for s in play.state.shots if s.hex != spot]
    for craft in struck_at(play.state, spot):
        sides = sides_in(b, craft, spot)
        damage = hell_damage({side: shield(craft, side, turn) for side in sides})
        blows = [spread(play.dice, craft, side, points) for side, points in damage.items()]
        marked = sum(blow.marked for blow in blows)
        play.state.hits += marked + sum(len(blow.parts) for blow in blows)
        play.tell(
            "hell_damage",
            f"{craft.name} loses {boxes(marked, 'armor ')} {'all round' if len(sides) == len(craft.armor) else 'on its ' + _half(sides)}.",
            "centurion: HELL Missile",
            units=[craft.id],
            data=damage,
        )


def _half(sides: list[str]) -> str:
    """The half of a patrol craft that these sides are."""
    return "bow half" if "bow" in sides else "stern half"
