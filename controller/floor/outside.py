"""Posts to addresses that a browser gave: out of the house alone, and to nobody else that such an address names."""

from __future__ import annotations

import http.client
import ipaddress
import ssl
import urllib.request
from typing import Any


class Inside(OSError):
    """An address leads to this machine or into a network of the house."""


class _Outside(http.client.HTTPConnection):
    """A connection that ends before a byte is sent where it leads into the house."""

    _by_proxy = False

    def set_tunnel(self, *told: Any, **more: Any) -> None:
        """The house's own proxy goes out, and decides where to."""
        self._by_proxy = True
        super().set_tunnel(*told, **more)

    def connect(self) -> None:
        """Connect. Raise Inside where the other end is this machine or in a network of the house."""
        super().connect()
        if not self._by_proxy and not is_outside(str(self.sock.getpeername()[0])):
            self.close()
            raise Inside("leads into the house's own network")


class _OutsideByTls(http.client.HTTPSConnection, _Outside):
    """The same, looked at before the two greet each other by TLS."""


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_OutsideByTls, req, context=ssl.create_default_context())


class _Stays(urllib.request.HTTPRedirectHandler):
    """A push service answers where it is asked (RFC 8030); where it sends one on, nobody follows."""

    def redirect_request(self, *_: Any) -> None:
        return None


def is_outside(address: str) -> bool:
    """Whether an IP address is of the public internet; a name is resolved later, and may be."""
    try:
        at = ipaddress.ip_address(address)
    except ValueError:
        return True
    inner = getattr(at, "ipv4_mapped", None)
    return (inner or at).is_global and not at.is_multicast


def opener() -> urllib.request.OpenerDirector:
    """Return what posts to push services."""
    return urllib.request.build_opener(_Https, _Stays)
