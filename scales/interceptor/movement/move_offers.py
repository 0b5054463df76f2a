"""The moves a craft is offered: where each ends, what it costs, what is rolled for, and what gravity, the air and the edges then do to it."""

from itertools import islice
from typing import Any

from scales.engine import Decision, Json, Option, Slot
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import odds
from scales.interceptor.damage.condition import kind, safe_thrust, thrust
from scales.interceptor.movement.ends import End, unharmed
from scales.interceptor.movement.flight import Plan, Pose, Track, cost, fall, follow, heat, lowest, may_raise
from scales.interceptor.movement.handling import handling, push_chart, push_number, safe_rating
from scales.interceptor.movement.special_moves import ORBIT_AT_MOST, finishing, hard_moves, leaving, raising
from scales.interceptor.patrol.halves import spots
from scales.interceptor.state import Craft, State
from scales.late import LateSlot

MOVES_OFFERED = 150
SPECIAL_SHARE = 4
"""One in so many offers is a special move."""
ENDS = {"left": "it flies off the board", "crash": "it flies into the ground", "burnt": "it burns up in the atmosphere"}
TRIES = 3
LOSSES = ("crash", "burnt")


def move_json(craft: Craft, plan: Plan) -> dict[str, Any]:
    """A plan as an order."""
    order: dict[str, Any] = {"craft": craft.id, "faster": plan.faster, "turns": list(plan.turns)}
    if plan.after or plan.up or plan.push:
        more = {"after": plan.after, "up": plan.up, "push": plan.push}
        order |= {name: value for name, value in more.items() if value}
    return order


def movers(state: State, decision: Decision) -> list[Craft]:
    """The craft of a decision that can still move: a ruling may have taken the others away."""
    named = [state.craft[id] for id in decision.units]
    return [c for c in named if c.where == "board" and c.moved < state.at.turn]


def safe_ends(state: State, craft: Craft) -> tuple[End, ...]:
    """Ends within the safe thrust that cost the craft nothing; all of them when there is no such end."""
    safe = safe_thrust(craft, state.at.turn)
    return unharmed(board(state.layout), Pose(craft.hex, craft.heading, craft.velocity), safe, handling(state, craft))


def move_slot(state: State, decision: Decision) -> Slot:
    """One slot for all: which craft moves, and how. It is about a craft when only one can move."""
    waiting = movers(state, decision)
    if not waiting:
        return Slot("move", "Which craft moves, and how", [Option({"craft": ""}, "None of these craft is left to move.")])
    unit = decision.units[0] if len(decision.units) == 1 else ""
    title = f"How {waiting[0].name} moves" if unit else "Which craft moves, and how"
    most = max(2, MOVES_OFFERED // len(waiting))
    return LateSlot("move", title, lambda: [o for craft in waiting for o in Pilot(state, craft).options(most)], unit)


class Pilot:
    """What is the same for all moves of a craft."""

    def __init__(self, state: State, craft: Craft) -> None:
        turn = state.at.turn
        self.state, self.craft, self.board, self.wings = state, craft, board(state.layout), handling(state, craft)
        self.pose = Pose(craft.hex, craft.heading, craft.velocity)
        self.most, self.safe, self.rating = thrust(craft, turn), safe_thrust(craft, turn), safe_rating(craft, turn)
        self.labels = self.board.sheets.labels

    def options(self, most: int) -> list[Option]:
        """So many moves, spread over all that are safe, and a share of special ones."""
        share = most // SPECIAL_SHARE
        every = safe_ends(self.state, self.craft)
        ends = list(every[:: max(1, -(-len(every) // (most - share)))])
        found = [self.option(Plan(end.faster, end.turns), end.spent) for end in ends]
        found += [o for plan in self._special(ends, share // 3) if (o := self._unless_lost(plan))]
        return found + self._hard(share // 3)

    def _special(self, ends: list[End], most: int) -> list[Plan]:
        """Thrust at the end, a raised orbit, off the board."""
        plans = finishing(ends, self.safe, most) + leaving(self.board, self.pose, self.safe, self.wings)
        return plans + (raising(self.board, self.pose, self.wings, ends, self.safe, most) if self.board.zones else [])

    def _hard(self, most: int) -> list[Option]:
        """More thrust than is safe, and the plant pushed by each amount; few are tried where few stay on the board and whole."""
        if self.craft.marks.get("navigation"):
            return []
        pushed = len(push_chart(self.craft, self.state.at.turn))
        groups = hard_moves(self.craft.velocity, self.wings, self.most, self.rating, pushed)
        share = max(1, most // max(1, len(groups)))
        tried = (map(self._unless_lost, group[: TRIES * share]) for group in groups)
        return list(islice((o for group in tried for o in islice((o for o in group if o and "end" not in o.info), share)), most))

    def _unless_lost(self, plan: Plan) -> Option | None:
        """The move as an option, unless the craft would be lost by it."""
        found = self.option(plan, cost(plan, self.craft.velocity, self.wings))
        return None if found.info.get("end") in LOSSES or "end" in found.info.get("gravity", {}) else found

    def option(self, plan: Plan, spent: int) -> Option:
        """One move, flown as it will be flown."""
        track = follow(self.board, self.pose, plan, self.wings)
        pose, label = track.pose, self.labels
        info: Json = {
            "craft": self.craft.id,
            "hex": label[pose.hex],
            "at": list(pose.hex),
            "heading": pose.heading,
            "velocity": pose.velocity,
            "thrust": spent,
            "left": max(0, self.safe - spent),
            "unsafe": self.most - self.safe,
            "path": [label[h] for h in track.hexes],
        }
        if self.wings.hexes > 1 and not track.end:
            info["stern"] = label[spots(self.board, pose.hex, pose.heading, self.wings.hexes)[-1]]
        words = f"{self.craft.name} flies to {info['hex']}, heading {pose.heading}, velocity {pose.velocity}, {spent} thrust"
        if spent > self.safe or plan.push:
            words += self._rolls(info, plan, spent)
        if track.end or track.scorch or self.board.zones:
            info |= self._notes(track, info["left"])
        return Option(move_json(self.craft, plan), words, info)

    def _rolls(self, info: Json, plan: Plan, spent: int) -> str:
        """What is rolled for before the craft moves, as data and in words."""
        words = ""
        if plan.push:
            number = push_number(self.craft, plan.push, self.state.at.turn)
            chance = odds(number) if number else 0
            info["push"] = {"extra": plan.push, "number": number, "chance": chance}
            words += f", the plant pushed by {plan.push}: it holds on {number} or less" if number else ", the plant pushed and damaged"
        if spent > self.rating:
            number = self.rating - (spent - self.rating)
            info["saving"] = {"over": spent - self.rating, "number": number, "chance": odds(number)}
            words += f", {spent - self.rating} over the safe limit: {max(1, number)} or less, else a random maneuver"
        return words

    def _notes(self, track: Track, left: int) -> Json:
        """What becomes of the craft there, as data and in words."""
        if track.end:
            return {"end": track.end, "notes": [ENDS[track.end]]}
        found: Json = {"zone": self.board.zone(track.pose.hex)}
        notes = []
        if track.scorch:
            found["scorch"] = track.scorch
            notes.append(f"it enters the air too fast: {track.scorch} boxes of the {kind(self.craft).sides[0]}")
        if (after := fall(self.board, track.pose, self.wings.hexes)) != track.pose:
            found["gravity"] = self._pulled(after, notes)
        if left > 0 and may_raise(self.board, track.pose.hex, track.pose.heading):
            found["may_raise"] = min(left, ORBIT_AT_MOST)
            notes.append(f"it could raise its orbit by {found['may_raise']}")
        return found | ({"notes": notes} if notes else {})

    def _pulled(self, after: Pose, notes: list[str]) -> Json:
        """Where gravity pulls it, and what the air does to it there."""
        there = self.labels[after.hex]
        if self.wings.limit and after.velocity <= self.wings.slowest:
            notes.append(f"gravity then pulls it to {there}, velocity {after.velocity}")
            return {"hex": there, "at": list(after.hex), "velocity": after.velocity}
        low = lowest(self.board, after, self.wings.hexes)
        velocity, scorch, end = heat(self.board, low, after.velocity, self.wings)
        notes.append(f"gravity then pulls it to {there}, velocity {velocity}")
        found: Json = {"hex": there, "at": list(after.hex), "velocity": velocity}
        if scorch:
            found["scorch"] = scorch
            notes.append(f"too fast: {scorch} boxes of the {kind(self.craft).sides[0]}")
        if end or not self.wings.most(self.board.zone(low)):
            found["end"] = end or "crash"
            notes.append(ENDS["burnt"] if end else "it cannot fly there and crashes")
        return found
