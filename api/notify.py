"""Sending notices: signed web-hooks (Standard Webhooks) and e-mail through SMTP.

A web-hook goes only to addresses of the public internet unless the operator allows others, and follows no redirect, so that nobody can make the
service knock at doors behind it. The address that was checked is the one that is used. A few are called at a time, each for a bounded while, and
nothing is read of what they answer but the status, so that a hook that hangs or floods harms nobody.
"""

import asyncio
import ipaddress
import json
import logging
import smtplib
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from urllib.parse import SplitResult, unquote, urlsplit

import httpx2
from standardwebhooks import Webhook

from orchestrator.moments import utc_now
from orchestrator.people.notices import TRIES, Notice, Notices

SECONDS = 10
"""How long one may take altogether."""
AT_ONCE = 8
NO_MAIL = "this service sends no mail: it was started without --smtp and --mail-from"
TOLD = ("side", "battle", "turn", "phase", "decision", "due_utc", "api")
"""What of a notice's facts stands in a letter, under its text."""
_NO_PUBLIC_NET = [ipaddress.ip_network(net) for net in ("64:ff9b:1::/48", "2002::/16", "::/96")]
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Undelivered(Exception):
    """Why a notice could not be delivered, in a sentence without secrets."""


@dataclass(slots=True, frozen=True)
class Post:
    """How mail leaves: `smtp` as smtp://user:password@host:port (smtps:// for TLS from the start, starttls:// to begin it), `sender` an address.

    `private_hooks` lets web-hooks reach private addresses, for a service behind a firewall.
    """

    smtp: str = ""
    sender: str = ""
    private_hooks: bool = False

    def __repr__(self) -> str:
        return f"Post(smtp={'set' if self.smtp else 'not set'}, sender={self.sender!r})"


def deliver_due(notices: Notices, post: Post, now: datetime | None = None) -> int:
    """Send what is due; returns how many were delivered. What fails is tried again later."""

    def deliver(notice: Notice) -> bool:
        try:
            (_call if notice.hook.kind == "webhook" else _mail)(notice, post)
        except Undelivered as error:
            if notices.failed(notice, str(error), now or utc_now()):
                logging.getLogger("imperator").warning("notice %s was given up after %d tries: %s", notice.id, TRIES, error)
            else:
                logging.getLogger("imperator").info("notice %s was not delivered: %s", notice.id, error)
            return False
        notices.sent(notice, now or utc_now())
        return True

    due = notices.due(now or utc_now())
    if not due:
        return 0
    with ThreadPoolExecutor(AT_ONCE, "post") as threads:
        return sum(threads.map(deliver, due))


def why_not(kind: str, target: str, post: Post) -> str:
    """Why this service can never deliver to a target, in a sentence; '' if it may. What a name stands for is asked when it is used."""
    if kind == "email":
        return "" if post.smtp and post.sender else NO_MAIL
    host = (urlsplit(target).hostname or "").rstrip(".")
    if post.private_hooks or not (host == "localhost" or host.endswith(".localhost") or _is_private(host)):
        return ""
    return f"this service calls no private addresses such as {host[:100]}: its operator allows them with --private-hooks"


def _is_private(host: str) -> bool:
    """Whether a host is written as an address, in any of the ways there are, and that is not of the public internet."""
    try:
        found = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return False
    return not all(is_public(str(each[4][0])) for each in found)


def _call(notice: Notice, post: Post) -> None:
    url = urlsplit(notice.hook.target)
    body = json.dumps(notice.body, sort_keys=True)
    sent = utc_now()
    headers = {
        "content-type": "application/json",
        "host": url.netloc.rpartition("@")[2],
        "webhook-id": notice.id,
        "webhook-timestamp": str(int(sent.timestamp())),
        "webhook-signature": Webhook(notice.hook.secret).sign(notice.id, sent, body),
    }
    try:
        target, name = _reachable(url, post)
        status = asyncio.run(_status(target, name, headers, body))
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        raise Undelivered(f"the web-hook could not be reached ({type(error).__name__})") from error
    if not 200 <= status < 300:
        raise Undelivered(f"the web-hook answered {status}")


async def _status(target: str, name: str, headers: dict[str, str], body: str) -> int:
    """What a web-hook answers, within the time it has."""
    async with (
        asyncio.timeout(SECONDS),
        httpx2.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False) as client,
        client.stream("POST", target, content=body, headers=headers, extensions={"sni_hostname": name}) as answer,
    ):
        return answer.status_code


def _reachable(url: SplitResult, post: Post) -> tuple[str, str]:
    """The URL with the address in place of the name, and the name. Raises Undelivered for addresses that are nobody's business."""
    if url.scheme not in {"http", "https"} or not url.hostname or url.username or url.password:
        raise Undelivered("the URL of a web-hook is https://host/path without a user")
    port = url.port or (443 if url.scheme == "https" else 80)
    found = socket.getaddrinfo(url.hostname, port, type=socket.SOCK_STREAM)
    for address in sorted({str(each[4][0]) for each in found}):
        if not post.private_hooks and not is_public(address):
            raise Undelivered("the web-hook is at an address that is not of the public internet")
    address = str(found[0][4][0])
    shown = f"[{address}]" if ":" in address else address
    return url._replace(netloc=f"{shown}:{port}", fragment="").geturl(), url.hostname


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet, and does not stand for one that is not."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found in _NAT64:
        return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    is_special = found.is_multicast or (found.version == 6 and (found.is_site_local or any(found in net for net in _NO_PUBLIC_NET)))
    return found.is_global and not is_special


def _mail(notice: Notice, post: Post) -> None:
    if not post.smtp or not post.sender:
        raise Undelivered(NO_MAIL)
    server = urlsplit(post.smtp)
    try:
        with _smtp(server) as smtp:
            if server.username:
                smtp.login(unquote(server.username), unquote(server.password or ""))
            smtp.send_message(letter(notice, post.sender))
    except (smtplib.SMTPException, OSError, ValueError) as error:
        raise Undelivered(f"the mail server did not take the letter ({type(error).__name__})") from error


def _smtp(server: SplitResult) -> smtplib.SMTP:
    host, secure = server.hostname or "localhost", ssl.create_default_context()
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(host, server.port or 465, timeout=SECONDS, context=secure)
    smtp = smtplib.SMTP(host, server.port or (587 if server.scheme == "starttls" else 25), timeout=SECONDS)
    if server.scheme == "starttls":
        smtp.starttls(context=secure)
    return smtp


def letter(notice: Notice, sender: str) -> EmailMessage:
    """The e-mail of a notice."""
    body = notice.body
    mail = EmailMessage()
    mail["From"], mail["To"] = sender, notice.hook.target
    mail["Subject"] = " ".join(str(body.get("subject", "Imperator")).split())[:200]
    mail["Message-ID"] = f"<{notice.id.replace(':', '.')}@imperator.invalid>"
    lines = [str(body.get("text", ""))] + [f"{name}: {body[name]}" for name in TOLD if body.get(name)]
    mail.set_content("\n".join(lines) + "\n")
    return mail
