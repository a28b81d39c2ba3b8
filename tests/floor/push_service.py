"""A push service on this machine, and a phone that reads what comes there: written from RFC 8291 and RFC 8292."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.server
import json
import os
import threading
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Server:
    """Takes posts; ``status`` is what it answers, None is never, ``headers`` what it says beside."""

    def __init__(self, status: int | None = 201) -> None:
        self.status = status
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.headers: dict[str, str] = {}
        self._ended = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                status = outer.status
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.came.append(
                    (self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                )
                if status is None:
                    outer._ended.wait()
                    return
                self.send_response(status)
                for name, value in outer.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


class ReadingPhone:
    """A browser's subscription, with the keys that open what is sent to it."""

    def __init__(self, server: Server, name: str = "phone") -> None:
        self.endpoint, self._origin = f"{server.url}/{name}", server.url
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "key": b64(self._public), "secret": b64(self._secret)}

    def read(self, headers: dict[str, str], body: bytes, contact: str) -> dict[str, Any]:
        """Return the message; fail where anything of it is not as the two RFCs say."""
        self._check_token(headers["authorization"], contact)
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), point)
        first = _mac(self._secret, shared)
        material = _mac(first, b"WebPush: info\0" + self._public + theirs + b"\1")
        second = _mac(salt, material)
        key = _mac(second, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _mac(second, b"Content-Encoding: nonce\0\1")[:12]
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2"), "the delimiter of the last record"
        return dict(json.loads(text[:-1]))

    def _check_token(self, told: str, contact: str) -> None:
        scheme, _, rest = told.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signature = parts["t"].split(".")
        assert scheme == "vapid"
        assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
        said = json.loads(unb64(claims))
        assert (said["aud"], said["sub"]) == (self._origin, contact)
        raw = unb64(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(parts["k"]))
        signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()
