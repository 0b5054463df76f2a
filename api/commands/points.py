"""What the sides of a Centurion battle cost in scenario points."""

from typing import Annotated

import typer

from api.commands.battles import single_setup
from api.commands.console import AsJson, say, say_json, table


def points(
    source: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A Centurion battle of the library, or its file.")],
    as_json: AsJson = False,
) -> None:
    """List the scenario points of each side of a Centurion battle, and say where they are unusual."""
    from scales.centurion.preparation.setup import SetUp
    from scales.centurion.scenario.bill import document
    from scales.engines import engine

    found = document(SetUp.model_validate(single_setup(engine("centurion"), source)))
    if as_json:
        say_json(found)
        return
    for side, about in found["sides"].items():
        say(f"{side}: {about['total']} scenario points")
        say(table(["count", "what", "each", "points"], [[r["count"], r["what"], r["each"], r["points"]] for r in about["lines"]]))
        say()
    for remark in found["remarks"]:
        say(f"Note: {remark}.")
