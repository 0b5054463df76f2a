"""`imperator`: the command line. Refusals are one sentence on stderr and a non-zero exit, never a traceback."""

import gc
import os
import sys
from collections.abc import Sequence

import typer
from sqlalchemy.exc import SQLAlchemyError

from api.commands import battles, build, checks, convert, library, look, people, play, points, reference, service, timelines
from api.commands.console import Refused, note
from api.commands.root import reason
from campaigns.places import FileFault
from orchestrator.errors import ImperatorError
from scales.engines import UnknownScale
from workers.backend import BackEndFailed

app = typer.Typer(
    name="imperator",
    help="Linked space-to-ground campaigns for the Renegade Legion tabletop games (unofficial fan work).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_NAMES: dict[object, str] = {look.list_campaigns: "list", timelines.import_: "import"}

for _command in (
    library.campaigns,
    library.validate,
    play.run,
    look.list_campaigns,
    play.resume,
    look.show,
    look.decisions,
    look.answer,
    look.log,
    checks.replay,
    checks.verify,
    checks.export,
    timelines.rewind,
    timelines.fork,
    timelines.timelines,
    timelines.import_,
    timelines.delete,
    battles.battle,
    battles.fuzz,
    battles.duel,
    points.points,
    reference.rules,
    reference.catalog,
    people.invite,
    people.people,
    people.revoke,
    service.worker,
    service.serve,
    library.schema,
):
    app.command(_NAMES.get(_command))(_command)
app.add_typer(build.build, name="build")
app.add_typer(convert.convert, name="convert")

REFUSED, MISUSED, INTERRUPTED = 1, 2, 130
COLLECT_AFTER = (50_000, 20, 50)
"""Boards make many objects and few cycles: looking for those as often as Python does costs an eighth of a campaign."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code."""
    gc.set_threshold(*COLLECT_AFTER)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command; every error ends here as a sentence."""
    try:
        return int(app(args=list(arguments), prog_name="imperator", standalone_mode=False) or 0)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (nobody reads on; the interpreter must not complain when it flushes)
        return 0
    except (KeyboardInterrupt, typer.Abort):
        note("imperator: interrupted")
        return INTERRUPTED
    except typer.TyperException as misuse:
        note(f"imperator: {_sentence(misuse)}")
        return MISUSED
    except Exception as error:
        note(f"imperator: {_refusal(error)}")
        return REFUSED


def _refusal(error: Exception) -> str:
    """What people before the screen can mend, in its own words; a mistake of ours in one line, with everything on request."""
    if isinstance(error, Refused | UnknownScale | BackEndFailed | FileFault | ImperatorError):
        return str(error)
    if isinstance(error, SQLAlchemyError):
        return f"the database failed: {reason(error)}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'what was to be written or read'}: {error.strerror}"
    if os.environ.get("IMPERATOR_DEBUG"):
        raise error
    first = str(error).splitlines()[0] if str(error) else "no more is known"
    return f"this should not have happened ({type(error).__name__}: {first}); run it again with IMPERATOR_DEBUG=1 for details"


def _sentence(misuse: Exception) -> str:
    text = misuse.format_message() if hasattr(misuse, "format_message") else str(misuse)
    return f"{text} Try 'imperator --help'." if text else "nothing to do; try 'imperator --help'"
