"""Long-running commands: workers and the service."""

from typing import Annotated

import typer

from api.commands.console import DEFAULT_DB, DEFAULT_REDIS, Db, Redis, Refused


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
    host: Annotated[str, typer.Option("--host", help="An address of this machine's own loopback.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8000,
) -> None:
    """Answer read-only JSON about campaigns to the GM at this machine."""
    import ipaddress

    if host != "localhost" and not (_is_address(host) and ipaddress.ip_address(host).is_loopback):
        raise Refused(f"the service shows everything and asks nobody who they are, so it listens on the loopback only, not on {host}")
    import uvicorn

    from api.app import create_app
    from api.commands.root import open_campaigns

    uvicorn.run(create_app(open_campaigns(db)), host=host, port=port, log_level="warning")


def _is_address(host: str) -> bool:
    import ipaddress

    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
