"""Long-running commands: workers and the service."""

from typing import Annotated

import typer

from api.commands.console import DEFAULT_DB, DEFAULT_REDIS, Db, Redis, Refused, note
from api.commands.root import Workers, WorkersOption, back_end, open_campaigns


def worker(
    scales: Annotated[list[str], typer.Argument(metavar="SCALE...", help="The scales whose phases to compute; one process for each.")],
    redis: Redis = DEFAULT_REDIS,
) -> None:
    """Compute phases for campaigns that run with --workers rq."""
    from scales.engines import engine

    for scale in scales:
        engine(scale)
    from workers import service

    service.serve(list(dict.fromkeys(scales)), redis)


def serve(
    db: Db = DEFAULT_DB,
    host: Annotated[str, typer.Option("--host", help="The address to listen at; behind anything but the loopback put TLS.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8000,
    url: Annotated[str, typer.Option("--url", help="Where people reach the service; links begin with it.", envvar="IMPERATOR_URL")] = "",
    workers: WorkersOption = Workers.POOL,
    redis: Redis = DEFAULT_REDIS,
    smtp: Annotated[
        str,
        typer.Option("--smtp", help="smtp://, starttls:// or smtps://user:password@host:port", envvar="IMPERATOR_SMTP", show_envvar=True),
    ] = "",
    mail_from: Annotated[str, typer.Option("--mail-from", help="The sender of mail.", envvar="IMPERATOR_MAIL_FROM")] = "",
    private_hooks: Annotated[bool, typer.Option("--private-hooks", help="Let web-hooks reach addresses that are not public.")] = False,
) -> None:
    """Serve campaigns to GMs, players and spectators over HTTP."""
    import uvicorn

    from api.app import create_app
    from api.notify import Post
    from api.service import Service, Settings

    address = url.rstrip("/") or f"http://{host}:{port}"
    settings = Settings(address, _hosts(address, host), Post(smtp, mail_from, private_hooks))
    with back_end(workers, redis) as computing:
        service = Service(open_campaigns(db, create=True), computing, settings)
        note(f"imperator: serving {address} (description: {address}/v1/openapi.json)")
        if not any(person.is_host for person in service.people.persons.all()):
            note(f"imperator: nobody can sign in yet; make the first GM a link with: imperator invite --db {db} --url {address}")
        uvicorn.run(create_app(service), host=host, port=port, log_level="warning", server_header=False, timeout_graceful_shutdown=5)


def _hosts(address: str, host: str) -> tuple[str, ...]:
    """The names under which the service answers: those of this machine itself, and the one of its public address."""
    from urllib.parse import urlsplit

    named = urlsplit(address)
    if named.scheme not in {"http", "https"} or not named.hostname:
        raise Refused(f"--url is an address such as https://games.example.org, not {address!r}")
    name = f"[{named.hostname}]" if ":" in named.hostname else named.hostname
    return tuple(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", "::1", name, *([host] if host not in {"0.0.0.0", "::"} else [])]))
