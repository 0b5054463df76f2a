"""What a seat may see of a battle: all counters, but not the other side's calls, batteries and ships, nor anything sealed or hidden.

Hidden units and minefields of the other side are not there at all (`hidden.known`), until the battle is over.

Record sheets lie open, as on a table. Hidden are: missions and their spotters, batteries, ships that stand by, craft until their counters are
placed and what they carry, the length of runs, squads that hide, men told to join another squad, who watches, and what is sealed or not yet read.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from scales.centurion.combat.infantry_combat import is_hidden
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import hidden
from scales.centurion.scenario import ending
from scales.centurion.scenario.goals import Goals
from scales.centurion.state import BattleState, Run, Squad
from scales.engine import At
from scales.messages import GroundAttack


@dataclass(slots=True, frozen=True)
class View:
    """The battle as a seat sees it; `side` is '' for a seat without a side. The state is shared: nobody may change it."""

    seat: str
    side: str
    state: BattleState


def sides_of(state: BattleState, seat: str) -> set[str]:
    """The sides that a seat decides for; none for a spectator."""
    return {s.id for s in state.sides.values() if s.seat == seat} if seat else set()


def view(state: BattleState, seat: str) -> View:
    """The state as `seat` may see it."""
    own = sides_of(state, seat)
    state = replace(state, goals=_known_goals(state.goals, own))
    state = state if ending.is_over(state) else hidden.known(state, own)
    ships = {i for i, ship in state.ships.items() if ship.side in own}
    air = [craft if craft.side in own else _placed(craft) for craft in state.air if craft.side in own or craft.craft in state.runs]
    known = ships | {craft.craft for craft in air} | {missile.missile for missile in state.stand_off if missile.side in own}
    seen = replace(
        state,
        designs={},
        at=At(phase=state.at.phase, turn=state.at.turn),
        calls=[c for c in state.calls if c.side in own],
        batteries={i: b for i, b in state.batteries.items() if b.side in own},
        missions_left={i: n for i, n in state.missions_left.items() if _whose(state, i) in own},
        ships={i: s for i, s in state.ships.items() if i in ships},
        causes={i: c for i, c in state.causes.items() if i in known},
        ship_windows={i: n for i, n in state.ship_windows.items() if i in ships},
        thor={s: window for s, window in state.thor.items() if s in own},
        satellites={s: above for s, above in state.satellites.items() if s in own},
        air_defense={s: value for s, value in state.air_defense.items() if s in own},
        ship_since={i: n for i, n in state.ship_since.items() if i in ships},
        ship_shots={i: n for i, n in state.ship_shots.items() if i in ships},
        ship_missiles={i: n for i, n in state.ship_missiles.items() if i in ships},
        air=air,
        stand_off=[missile for missile in state.stand_off if missile.side in own],
        landing=[news for news in state.landing if news.side in own],
        unloading=[news for news in state.unloading if news.side in own],
        landed={i: each if each.craft.side in own else replace(each, fire={}) for i, each in state.landed.items()},
        dropping=[news for news in state.dropping if news.side in own],
        runs=_runs(state, own),
        painted={label: kept for label, sides in state.painted.items() if (kept := [s for s in sides if s in own])},
        vehicles={i: v if v.side in own or not v.painting else replace(v, painting=False) for i, v in state.vehicles.items()},
        squads=_squads(state, own),
    )
    return View(seat, next(iter(sorted(own)), ""), seen)


def _known_goals(goals: Goals | None, own: set[str]) -> Goals | None:
    """The terms of the scenario without those that a side does not know of."""
    if goals is None or all(not t.hidden_from for t in goals.terms):
        return goals
    return replace(goals, terms=[t for t in goals.terms if not t.hidden_from or (own and t.hidden_from not in own)])


def _whose(state: BattleState, mission: str) -> str:
    """The side of an entry of `missions_left`: a battery's id or thor:side."""
    battery = state.batteries.get(mission)
    return battery.side if battery is not None else mission.partition(":")[2]


def _placed(craft: GroundAttack) -> GroundAttack:
    """A craft of the other side with its counter on the map: what it carries shows when it falls."""
    return replace(craft, weapons={}, bombs={})


def _runs(state: BattleState, own: set[str]) -> dict[str, Run]:
    """Runs of craft; of the other side's only where the counter stands, not how long the run will be nor what falls, until it is over (Strafing)."""
    sides = {craft.craft: craft.side for craft in state.air}
    least = int(figures("air")["least_run"])
    known = {i for i, run in state.runs.items() if run.over or sides.get(i) in own}
    return {
        i: r if i in known else replace(r, length=least if r.length else 0, dfm=None, bombs={}, column=0) for i, r in state.runs.items()
    }


def _squads(state: BattleState, own: set[str]) -> dict[str, Squad]:
    """Squads; one of the other side that hides is nowhere, unless a unit of one's own stands in its hex (Concealed Infantry)."""
    secret = [s for s in state.squads.values() if s.side not in own and (s.concealed or s.joins or s.painting)]
    if not secret:
        return state.squads
    here = {u.hex for u in state.in_play() if u.side in own}
    return state.squads | {s.id: _seen(state, s, is_near=s.hex in here) for s in secret}


def _seen(state: BattleState, squad: Squad, *, is_near: bool) -> Squad:
    """A squad of the other side as it shows. Who marks a hex for artillery is not seen to do so."""
    shown = replace(squad, joins="", men_to_join=0, painting=False)
    return shown if is_near or not is_hidden(state, squad) else replace(shown, hex=None, level=0, crater=False, entered={})
