"""The library of campaigns, and checking files of one's own."""

from typing import Annotated

import typer

from api.commands.console import AsJson, say, say_json, table

Source = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A campaign of the library, or a campaign file.")]


def campaigns(as_json: AsJson = False) -> None:
    """List the library."""
    from campaigns import library
    from orchestrator.planning import scales_of
    from scales.engines import engine

    found = [{"name": c.name, "title": c.title, "about": c.about, "scales": scales_of(c)} for c in library.every(engine)]
    if as_json:
        say_json(found)
        return
    say(table(["name", "scales", "title"], [[c["name"], " ".join(c["scales"]), c["title"]] for c in found]))


def validate(source: Source, as_json: AsJson = False) -> None:
    """Check a campaign file: every mistake with its place and the cure."""
    from campaigns.library import find
    from campaigns.places import FileFault
    from scales.engines import engine

    try:
        campaign = find(source, engine)
    except FileFault as fault:
        if not as_json:
            raise
        say_json({"ok": False, "faults": fault.faults})
        raise typer.Exit(1) from None
    if as_json:
        say_json({"ok": True, "name": campaign.name, "faults": []})
    else:
        say(f"{source}: '{campaign.title}' can be played")


def schema(
    scale: Annotated[str | None, typer.Argument(help="The board of a scale: what stands under boards.SCALE in a campaign file.")] = None,
) -> None:
    """Print the JSON Schema of campaign files, or of one scale's boards."""
    if scale is None:
        from campaigns.schema import Campaign

        say_json(Campaign.model_json_schema())
        return
    from scales.engines import engine

    say_json(engine(scale).setup_model.model_json_schema())
