"""The moves a craft is offered: where each ends, what it costs, and what gravity, the air and the edges then do to it."""

from typing import Any

from scales.engine import Decision, Json, Option, Slot
from scales.interceptor.board import Board, board
from scales.interceptor.damage.condition import kind, safe_thrust, thrust, wings
from scales.interceptor.movement.flight import End, Plan, Pose, Track, Wings, fall, follow, may_raise, unharmed
from scales.interceptor.state import Craft, State

MOVES_OFFERED = 150
ORBIT_AT_MOST = 2
"""Hexes by which one move may raise the orbit."""
ENDS = {"left": "it leaves the board", "crash": "it crashes into the ground", "burnt": "it burns up in the atmosphere"}


def move_json(craft: Craft, plan: Plan) -> dict[str, Any]:
    """A plan as an order."""
    order: dict[str, Any] = {"craft": craft.id, "faster": plan.faster, "turns": list(plan.turns)}
    return order | ({"after": plan.after} if plan.after else {}) | ({"up": plan.up} if plan.up else {})


def movers(state: State, decision: Decision) -> list[Craft]:
    """The craft of a decision that can still move: a ruling may have taken the others away."""
    named = [state.craft[id] for id in decision.units]
    return [c for c in named if c.where == "board" and c.moved < state.at.turn]


def safe_ends(b: Board, craft: Craft, turn: int) -> tuple[End, ...]:
    """Ends within the safe thrust that cost the craft nothing; all of them when there is no such end."""
    return unharmed(b, Pose(craft.hex, craft.heading, craft.velocity), safe_thrust(craft, turn), wings(craft))


def move_slot(state: State, decision: Decision) -> Slot:
    """One slot for all: which craft moves, and how. It is about a craft when only one can move."""
    waiting = movers(state, decision)
    if not waiting:
        return Slot("move", "Which craft moves, and how", [Option({"craft": ""}, "None of these craft is left to move.")])
    unit = decision.units[0] if len(decision.units) == 1 else ""
    title = f"How {waiting[0].name} moves" if unit else "Which craft moves, and how"
    return Slot("move", title, [o for craft in waiting for o in _moves(state, craft, max(1, MOVES_OFFERED // len(waiting)))], unit)


def _moves(state: State, craft: Craft, most: int) -> list[Option]:
    """So many moves of a craft, spread over all that are safe."""
    pilot = _Pilot(state, craft)
    every = safe_ends(pilot.board, craft, state.at.turn)
    return [pilot.option(end) for end in every[:: max(1, -(-len(every) // most))]]


class _Pilot:
    """What is the same for all moves of a craft."""

    def __init__(self, state: State, craft: Craft) -> None:
        self.craft, self.board = craft, board(state.layout)
        self.wings: Wings = wings(craft)
        self.pose = Pose(craft.hex, craft.heading, craft.velocity)
        self.safe = safe_thrust(craft, state.at.turn)
        self.unsafe = thrust(craft, state.at.turn) - self.safe
        self.labels = self.board.sheets.labels

    def option(self, end: End) -> Option:
        """One move, flown as it will be flown."""
        track = follow(self.board, self.pose, Plan(end.faster, end.turns), self.wings)
        pose, label = track.pose, self.labels
        order: Json = {"craft": self.craft.id, "faster": end.faster, "turns": list(end.turns)}
        info: Json = {
            "craft": self.craft.id,
            "hex": label[pose.hex],
            "at": list(pose.hex),
            "heading": pose.heading,
            "velocity": pose.velocity,
            "thrust": end.spent,
            "left": self.safe - end.spent,
            "unsafe": self.unsafe,
            "path": [label[h] for h in track.hexes],
        }
        if track.end or track.scorch or self.board.zones:
            info |= self._notes(track, self.safe - end.spent)
        words = f"{self.craft.name} flies to {info['hex']}, heading {pose.heading}, velocity {pose.velocity}, {end.spent} thrust"
        return Option(order, words, info)

    def _notes(self, track: Track, left: int) -> Json:
        """What becomes of the craft there, as data and in words."""
        if track.end:
            return {"end": track.end, "notes": [ENDS[track.end]]}
        found: Json = {"zone": self.board.zone(track.pose.hex)}
        notes = []
        if track.scorch:
            found["scorch"] = track.scorch
            side = kind(self.craft).sides[0]
            notes.append(f"it enters the atmosphere too fast: {track.scorch} boxes of the {side}")
        after = fall(self.board, track.pose)
        if after != track.pose:
            there = self.board.label(after.hex)
            found["gravity"] = {"hex": there, "at": list(after.hex), "velocity": after.velocity}
            notes.append(f"gravity then pulls it to {there}, velocity {after.velocity}")
        if left > 0 and may_raise(self.board, track.pose.hex, track.pose.heading):
            found["may_raise"] = min(left, ORBIT_AT_MOST)
            notes.append(f"it could raise its orbit by {found['may_raise']}")
        return found | ({"notes": notes} if notes else {})
