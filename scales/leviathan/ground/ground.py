"""What is on the ground, and searching for it (leviathan: Spotting Phase; Full Leviathan/Centurion Integration)."""

from scales.codec import typed
from scales.dice import Dice
from scales.engine import Check, Decision, Json, Modifier
from scales.hexes import Hex
from scales.leviathan import board, catalog
from scales.leviathan.ground import armor_loss
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.messages import GroundPicture, Spotted
from scales.play import Play

MODES = {"grounded": "grounded", "nf": "normal flight", "ttf": "tree-top flight", "laf": "low-altitude flight"}


# ---- what is on the ground -----------------------------------------------------------------------------------------


def take_mail(play: Play[State]) -> list[Decision]:
    """The newest picture of the ground, and what was lost there."""
    for delivery in play.mail("ground_picture"):
        _picture(play.state, typed(delivery.data, GroundPicture))
    for delivery in play.mail("ground_losses"):
        _losses(play, delivery.data, delivery.cause)
    return []


def _picture(state: State, picture: GroundPicture) -> None:
    """Known things keep what was learned of them while they stay in their hex (spotted units stay spotted until they move)."""
    ground = state.ground
    ground.known = True
    fresh = {t.id: t for t in ground.things.values() if t.placed}
    for u in picture.units:
        thing = GroundThing(u.id, u.name, u.side, u.kind, _hex(state, u.hex), u.terrain, u.mode, u.century_type, u.in_battle)
        old = ground.things.get(u.id)
        if old:
            thing.hits, thing.gone, thing.used = old.hits, old.gone, old.used
            thing.spotted = dict(old.spotted) if old.hex == thing.hex or u.kind == "installation" else {}
        fresh[u.id] = thing
    ground.things = fresh
    ground.battles = {name: _hex(state, at) for name, at in picture.battles.items()}


def _hex(state: State, text: str) -> Hex:
    return board.parse(state.sheets, text)


def _losses(play: Play[State], data: Json, cause: str | None) -> None:
    unit, outcome = str(data["unit"]), str(data["outcome"])
    state = play.state
    if unit in state.ships:
        text = armor_loss.from_below(state.ships[unit], outcome, data.get("sheet") or {})
        play.tell("ground_losses", f"{state.ships[unit].name}: {text}.", "leviathan: Ground Installations", units=[unit], cause=cause)
    elif unit in state.ground.things:
        thing = state.ground.things[unit]
        thing.gone = thing.gone or outcome == "destroyed"
        play.tell("ground_losses", f"{thing.name} on the ground is {outcome}.", "leviathan: Full Leviathan/Centurion Integration",
                  units=[unit], seen_by=[thing.side], cause=cause)  # fmt: skip


# ---- spotting ------------------------------------------------------------------------------------------------------


def percent(dice: Dice, why: str) -> int:
    """Two dice read as tens and ones; 00 is 100."""
    return percentage(dice.d10(f"{why}, tens"), dice.d10(f"{why}, ones"))


def percentage(tens: int, ones: int) -> int:
    return (tens % 10) * 10 + ones % 10 or 100


def spotting_modifiers(kind: str, mode: str, terrain: str, further: int) -> list[Modifier]:
    """Mobile units are found by flight mode and terrain, installations by terrain (ruling R-LEV-23); `further` centuries in the hex help."""
    table, rule = catalog.tables()["spotting"], "leviathan: Spotting Modifiers Table"
    ground = terrain.replace("_", " or ")
    if kind == "installation":
        return [Modifier(f"installation, {ground}", table["installation_terrain"][terrain], rule)]
    found = [Modifier(MODES[mode], table["mode"][mode], rule), Modifier(ground, table["mobile_terrain"][terrain], rule)]
    return found + ([Modifier("further centuries", table["extra_century"] * further, rule)] if further else [])


def spotting_number(kind: str, mode: str, terrain: str, further: int) -> int:
    """The roll, in percent, that finds a unit; below 1 it cannot be found."""
    base: int = catalog.tables()["spotting"]["base"]
    return base + sum(m.value for m in spotting_modifiers(kind, mode, terrain, further))


def searchers(state: State, side: str) -> list[Ship | FighterUnit]:
    """Every ship may search one hex; fighters only from the atmosphere."""
    ships = [s for s in state.of_side(side) if s.alive and not s.hulk and s.kind != "ground"]
    flying = [f for f in state.fighters.values() if f.side == side and f.on_map and not f.base and not f.down]
    return [*ships, *(f for f in flying if board.zone(state.layout, f.hex.column) == "atmosphere")]


def searchable(state: State, unit: Ship | FighterUnit) -> list[Hex]:
    """Ground hexes in arc. The arcs of a counter meet all round, so every ground hex is in one; fighters see the one below them."""
    first, last = (board.planet(state.layout) or {"ground": [0, -1]})["ground"]
    rows = range(1, board.layouts()["rows"] * len(state.sheets) + 1)
    found = [Hex(column, row) for column in range(first, last + 1) for row in rows]
    return [h for h in found if h.row == unit.hex.row] if isinstance(unit, FighterUnit) else found


def search(play: Play[State]) -> list[Decision]:
    """Each ship may search one ground hex for hidden enemies."""
    state = play.state
    if not (state.ground.known and board.planet(state.layout)):
        return []
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = []
        for side in state.sides:
            units = [u.id for u in searchers(state, side.id)]
            if units:  # also where nothing is hidden: nobody is to learn that from not being asked
                wanted.append(
                    Decision(f"search:{side.id}", side.seat, "search", "Search one ground hex with each ship.", units, sealed=True)
                )
        if wanted:
            return wanted
    for key in sorted(play.answers):
        for unit_id, order in sorted(play.answers[key].choices.items()):
            if order["hex"] and state.unit(unit_id).alive:
                _search(play, state.unit(unit_id), _hex(state, order["hex"]))
    return []


def _search(play: Play[State], unit: Ship | FighterUnit, hex: Hex) -> None:
    """Two rolls, mobile units and hidden installations; if one finds anything, everything of the other side in the hex is shown."""
    state = play.state
    there = [t for t in state.ground.things.values() if t.hex == hex and t.side != unit.side and not t.gone]
    rolls = {kind: percent(play.dice, f"{unit.name} searches for {kind} units") for kind in ("mobile", "installation")}
    checks = _looks(there, rolls)
    at, rule = board.label(state.sheets, hex), "leviathan: Spotting Phase"
    looks = f"{unit.name} searches {at}, {rolls['mobile']} for mobile units and {rolls['installation']} for installations,"
    if not any(check.passed for check in checks):
        play.tell("searched", f"{looks} and finds nothing.", rule, units=[unit.id], data={"rolled": rolls}, seen_by=[unit.side])
        return
    for thing in there:
        thing.spotted.setdefault(unit.side, state.turn)
    text = f"{looks} and finds {', '.join(t.name for t in there)}."
    found = [t.id for t in there]
    event = play.tell("spotted", text, rule, units=[unit.id], data={"units": found}, checks=checks, seen_by=[unit.side])
    play.send("spotted", Spotted(unit.id, unit.name, unit.side, at, found), event=event)


def _looks(there: list[GroundThing], rolls: dict[str, int]) -> list[Check]:
    """What the two rolls find in a hex, unit by unit."""
    further = max(0, sum(t.kind != "installation" for t in there) - 1)
    base: int = catalog.tables()["spotting"]["base"]
    checks = []
    for thing in there:
        of, roll = (thing.kind, thing.mode, thing.terrain, further), rolls["installation" if thing.kind == "installation" else "mobile"]
        number = spotting_number(*of)
        passed = number >= 1 and roll <= number
        checks.append(Check(f"spotting {thing.name}", base, spotting_modifiers(*of), number, roll, passed, "leviathan: Spotting Phase"))
    return checks
