"""Marking damage on ships and fighters (leviathan: Damage, Bays, Spinal Mounts, Marking Damage, Widowed Armor)."""

from scales import armor
from scales.armor import Hit
from scales.engine import Decision, Json
from scales.leviathan.catalog import SIDES
from scales.leviathan.damage import effects, internals
from scales.leviathan.records import words
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def best_side(ship: Ship, sides: tuple[str, ...]) -> str:
    """On a boundary the defender chooses: the better shield, then the more armor."""
    return max(sides, key=lambda s: (ship.shield(s), armor.boxes_left(ship.armor[s]), -SIDES.index(s)))


def by_rows(play: Play[State], ship: Ship, side: str, points: int) -> str:
    """Bays, fighter groups, missiles and blasts; returns what happened in words."""
    first = ship.armor[side].next_column
    return _points(play, ship, side, armor.by_rows(ship.armor[side], points), f" from column {first} on")


def by_column(play: Play[State], ship: Ship, side: str, points: int, column: int) -> str:
    """Fighter squadrons: one column that the attacker chooses."""
    return _points(play, ship, side, armor.by_column(ship.armor[side], column, points))


def _points(play: Play[State], ship: Ship, side: str, hit: Hit, where: str = "") -> str:
    """Armor is marked; what is inside goes on in groups of four, each rolled for a column (ruling R-LEV-40). `where` the armor was hit, in words."""
    play.state.hurt = play.state.turn
    named: list[str] = []
    if hit.inside and internals.gone(ship):
        internals.beyond(ship, len(hit.inside))
        return _words(hit, where, named)
    for group in internals.groups(len(hit.inside)):
        column = internals.roll_column(play.dice, ship.card.width, f"internal column on {ship.name}, {group} boxes")
        named += internals.take_points(ship, side, column, group)
    return _words(hit, where, named)


def by_mount(play: Play[State], ship: Ship, side: str, depth: int, what: str) -> str:
    """Spinal mounts and fighter flights: a rolled column and its neighbors, so many rows deep (leviathan: Spinal Mounts)."""
    play.state.hurt = play.state.turn
    column = internals.roll_column(play.dice, ship.card.width, f"column struck by {what} on {ship.name}")
    hit = armor.by_template(ship.armor[side], armor.spinal(depth), column)
    named: list[str] = []
    if hit.depth_inside:
        inside = internals.roll_column(play.dice, ship.card.width, f"internal column of {what} on {ship.name}")
        named = internals.take_spinal(ship, side, inside, hit.depth_inside)
    return _words(hit, f" around column {column} from row {hit.start} on", named)


def _words(hit: Hit, where: str, named: list[str]) -> str:
    boxes, inside = len(hit.marked), len(hit.inside)
    text = f"{boxes} armor box{'' if boxes == 1 else 'es'}{where if boxes else ''}"
    text += f" and {inside} inside" if inside else ""
    return text + (f" ({internals.words(named)})" if named else "")


def hit_by_rows(play: Play[State], ship: Ship, side: str, points: int, cause: str, rule: str, by: str = "") -> None:
    """A hit with an event of its own."""
    text = by_rows(play, ship, side, points)
    blame(ship, by)
    play.tell(
        "hit",
        f"{ship.name} takes {words.count(points, 'point')} on its {words.SIDES[side]} side from {cause}: {text}.",
        rule,
        units=[ship.id],
        data={"side": side, "points": points},
    )


def blame(ship: Ship, by: str) -> None:
    """Remember who sent it down: the last one before the end of the turn in which it is lost."""
    if by and not ship.destroyed:
        ship.by = by


# ---- fighters ------------------------------------------------------------------------------------------------------


def hit_fighters(play: Play[State], unit: FighterUnit, points: int, by: str) -> str:
    """Take boxes from a unit; what is left over passes to the smallest unit of its side in the hex (leviathan: Organization)."""
    state = play.state
    state.hurt = state.turn
    words = []
    target = unit if unit.boxes_left else next_in_hex(state, unit)
    while target and points > 0:
        taken = min(points, target.boxes_left)
        target.lost += taken
        points -= taken
        words.append(f"{target.name} loses {taken} box{'' if taken == 1 else 'es'}" + ("" if target.boxes_left else " and is gone"))
        if not target.boxes_left:
            lose(target, by)
        target = next_in_hex(state, unit)
    return " and ".join(words) or f"nothing is left of {unit.name}"


def next_in_hex(state: State, unit: FighterUnit) -> FighterUnit | None:
    """The smallest unit of the same side left in the hex."""
    sizes = ("squadron", "flight", "group")
    others = [f for f in state.fighters.values() if f.side == unit.side and f.on_map and f.hex == unit.hex and f.boxes_left]
    return min(others, key=lambda f: (sizes.index(f.size), f.boxes_left, f.id), default=None)


def lose(unit: FighterUnit, by: str) -> None:
    """The counter is out of the battle."""
    unit.destroyed, unit.by = True, by


# ---- the end of the turn -------------------------------------------------------------------------------------------


def widow(play: Play[State]) -> None:
    """All armor without a way to the bottom row comes off (leviathan: Widowed Armor; ruling R-LEV-07)."""
    for ship in play.state.ships.values():
        gone = {s: boxes for s in SIDES if s in ship.armor and (boxes := armor.widow(ship.armor[s]))}
        if gone:
            number = sum(len(b) for b in gone.values())
            text = f"{ship.name} loses {number} widowed armor box{'' if number == 1 else 'es'} on its {', '.join(words.SIDES[s] for s in gone)} side{'' if len(gone) == 1 else 's'}."
            play.tell("widowed", text, "leviathan: Widowed Armor", units=[ship.id], data={"boxes": gone})


def take_effect(play: Play[State]) -> None:
    """Shorts pass, components hit this turn go out of order together; ships whose last row was reached are destroyed."""
    for ship in play.state.ships.values():
        was, before = ship.destroyed, _passing(ship)
        lost = internals.settle(ship)
        _tell_passed(play, before, ship)
        if lost:
            text = f"{ship.name} loses {'; '.join(dict.fromkeys(loss_words(ship, each.component, each.struck) for each in lost))}."
            data = {"components": [each.component for each in lost], "losses": [_loss_data(each) for each in lost]}
            play.tell("components", text, "leviathan: Damaging Internal Components", units=[ship.id], data=data)
        if ship.destroyed and not was:
            play.tell("destroyed", f"{ship.name} is destroyed{' and drifts' if ship.kind == 'ship' and not ship.exploded else ''}.", "leviathan: Damaging Internal Components",
                      units=[ship.id, ship.by] if ship.by else [ship.id])  # fmt: skip
        _aboard(play, ship)


def loss_words(ship: Ship, component: str, struck: str) -> str:
    """'shield, forward right', 'bay (port bay 3)', 'main bridge'."""
    text = effects.name(component)
    if component in ("bay_destroyed", "bay_fire_control"):
        return f"{text} ({words.bays(ship.card.bays[int(struck)].location, [int(struck)])})" if struck else f"{text} (there is none left)"
    if component in ("shield_shorts", "shield_destroyed"):
        return f"{text}, {words.SIDES[struck]}" if struck else f"{text}, there is none left"
    if component == "half_turret_lost":
        return f"{text} ({words.mount(struck)})"
    return text


def _loss_data(loss: internals.Loss) -> Json:
    return {**loss._asdict(), "effect": effects.effect(loss.component)}


def _passing(ship: Ship) -> list[str]:
    """What is out for a turn or more and clears itself at the end of one."""
    shields = [f"{words.SIDES[side]} shield" for side in ship.shorted if side not in ship.broken]
    return [effects.SHORTS[name][0] for name in internals.PASSING if getattr(ship, name)] + shields


def _tell_passed(play: Play[State], before: list[str], ship: Ship) -> None:
    now = _passing(ship)
    passed = [each for each in before if each not in now]
    if passed and ship.alive:
        _tell_clear(play, ship, passed, "leviathan: Engineering")


def clear_drives(play: Play[State]) -> list[Decision]:
    """After the Movement Phase shorts in sub-light drives are a turn less (leviathan: SLD Shorts)."""
    for ship in play.state.ships.values():
        if internals.drives_clear(ship) and not ship.sld_shorts and ship.alive:
            _tell_clear(play, ship, [effects.SHORTS["sld_shorts"][0]], "leviathan: Sub-Light Drive Systems")
    return []


def _tell_clear(play: Play[State], ship: Ship, passed: list[str], rule: str) -> None:
    text = f"Shorts of {ship.name} have passed: {', '.join(passed)}."
    play.tell("shorts_passed", text, rule, units=[ship.id], data={"passed": passed})


def _aboard(play: Play[State], ship: Ship) -> None:
    """Fighters aboard go with the ship, or with its deck or fighter bay."""
    if rule := _lost_deck(ship):
        lose_aboard(play, ship, rule)


def lose_aboard(play: Play[State], ship: Ship, rule: str) -> None:
    """Fighters aboard are lost."""
    for unit in play.state.fighters.values():
        if unit.aboard == ship.id and unit.alive:
            lose(unit, ship.by)
            play.tell("lost_aboard", f"{unit.name} is lost aboard {ship.name}.", rule, units=[unit.id, ship.id])


def _lost_deck(ship: Ship) -> str:
    """Why nothing is left of what was aboard; empty when it is safe."""
    if ship.destroyed:
        return "leviathan: Destroying a Ship"
    if ship.effects.get("fighter_bay"):
        return "leviathan: Fighter Bay"
    return "leviathan: Spinal Mount Destroyed" if ship.card.carrier and ship.effects.get("flight_deck_destroyed") else ""
