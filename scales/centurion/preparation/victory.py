"""From what a set-up says of its end to the terms that the state keeps: sheets and edges become hexes."""

from scales.centurion.preparation import zones
from scales.centurion.preparation.victory_setup import ExitSpec, ObjectiveSpec, TermSpec, VictorySpec
from scales.centurion.scenario.goals import Exit, Goals, Level, Objective, Term
from scales.centurion.state import Board


def goals(board: Board, spec: VictorySpec | None) -> Goals | None:
    """The terms of a scenario; None where the set-up names none."""
    if spec is None:
        return None
    rest = spec.model_dump(include={"measure", "of", "ends_with", "hold_all", "hold_since", "force_withdrawal"})
    return Goals(
        [_exit(board, each) for each in spec.exits],
        [_objective(board, each) for each in spec.objectives],
        [_term(board, each) for each in spec.terms],
        [Level(**each.model_dump()) for each in spec.levels],
        **rest,
    )


def _exit(board: Board, spec: ExitSpec) -> Exit:
    return Exit(**spec.model_dump(exclude={"sheets"}), hexes=_edge_hexes(board, spec.sheets))


def _objective(board: Board, spec: ObjectiveSpec) -> Objective:
    sheets = [h.label for h in zones.ground_of(board, spec.sheets)] if spec.sheets else []
    return Objective(spec.name, [*spec.hexes, *sheets], spec.building)


def _term(board: Board, spec: TermSpec) -> Term:
    found = Term(**spec.model_dump(exclude={"sheets"}))
    found.hexes = found.hexes or _edge_hexes(board, spec.sheets)
    return found


def _edge_hexes(board: Board, sheets: list[str]) -> list[str]:
    """The hexes of some sheets, over whose edges somebody may leave; [] for the whole board."""
    return [h.label for h in zones.ground_of(board, sheets)] if sheets else []
