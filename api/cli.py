"""`imperator`: the command line. Refusals are one sentence on stderr and a non-zero exit, never a traceback."""

import os
import sys
from collections.abc import Sequence

import typer

from api.commands import battles, library, service
from api.commands.console import Refused, note
from scales.engines import UnknownScale
from workers.backend import BackEndFailed

app = typer.Typer(
    name="imperator",
    help="Linked space-to-ground campaigns for the Renegade Legion tabletop games (unofficial fan work).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for _command in (
    library.campaigns,
    library.validate,
    battles.battle,
    battles.fuzz,
    battles.duel,
    service.worker,
    service.serve,
    library.schema,
):
    app.command()(_command)

REFUSED, MISUSED, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run a command; every error ends here as a sentence."""
    try:
        code = app(args=list(arguments), prog_name="imperator", standalone_mode=False)
    except typer.TyperException as misuse:
        note(f"imperator: {_sentence(misuse)}")
        return MISUSED
    except (KeyboardInterrupt, typer.Abort):
        note("imperator: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (nobody reads on; the interpreter must not complain when it flushes)
        return 0
    except _refusals() as refusal:
        note(f"imperator: {refusal}")
        return REFUSED
    except Exception as error:
        return _unexpected(error)
    return int(code or 0)


def _refusals() -> tuple[type[Exception], ...]:
    """What the people before the screen can mend."""
    from campaigns.places import FileFault
    from orchestrator.errors import ImperatorError

    return (Refused, UnknownScale, BackEndFailed, FileFault, ImperatorError)


def _sentence(misuse: Exception) -> str:
    text = misuse.format_message() if hasattr(misuse, "format_message") else str(misuse)
    return f"{text} Try 'imperator --help'." if text else "nothing to do; try 'imperator --help'"


def _unexpected(error: Exception) -> int:
    """A mistake of ours: one line, and everything on request."""
    if os.environ.get("IMPERATOR_DEBUG"):
        raise error
    first = str(error).splitlines()[0] if str(error) else "no more is known"
    note(f"imperator: this should not have happened ({type(error).__name__}: {first}); run it again with IMPERATOR_DEBUG=1 for details")
    return REFUSED
