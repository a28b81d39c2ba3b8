"""The daemon at an address that others can reach: encrypted, and the table's own machine is the display alone."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import socket
import ssl
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from controller.config import load_config
from controller.daemon.certificate import certified
from controller.doctor import between_hands
from controller.doctor.store import recording
from controller.web import hash_pin
from tests import warm
from tests.daemon.conftest import Table


class Reached:
    """A table without devices at every address of this machine, and a browser that trusts its certificate."""

    def __init__(self, table: Table) -> None:
        self.table = table
        people = f'\n[[person]]\nname = "Ana K."\nrole = "floor"\npin = "{hash_pin("480913")}"\n'
        text = table.config.read_text().replace("[server]\n", '[server]\naddress = "0.0.0.0"\n')
        table.config.write_text(text + people)
        table.start(wait=False)

    def ask(self, method: str, path: str, fields: Any = None, cookie: str = "") -> http.client.HTTPResponse:
        trust = ssl.create_default_context(cafile=str(self.table.key_file.with_name("pages.pem")))
        with closing(
            http.client.HTTPSConnection("localhost", self.table.port, timeout=20, context=trust)
        ) as link:
            headers = {"Content-Type": "application/json", "Cookie": cookie}
            link.request(method, path, json.dumps(fields) if fields else None, headers)
            answer = link.getresponse()
            self.body = answer.read().decode()
            return answer

    def answers(self) -> bool:
        try:
            return self.ask("GET", "/metrics").status == 200
        except OSError:
            return False


@pytest.fixture
def reached(tmp_path, hand):
    table = Table(tmp_path, kinds=())
    made = Reached(table)
    hand.wait_for(made.answers, "the daemon to answer, encrypted")
    yield made
    table.close()


def test_the_pages_are_encrypted_with_a_certificate_that_is_told(reached) -> None:
    pem = reached.table.key_file.with_name("pages.pem")
    assert pem.stat().st_mode & 0o077 == 0
    served = ssl.get_server_certificate(("localhost", reached.table.port))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(served)).hexdigest().upper()
    assert f"https://{socket.gethostname()}:{reached.table.port}/floor" in reached.table.output()
    told = re.search(r"SHA-256 ([0-9A-F:]+)", reached.table.output())
    assert told is not None
    assert told[1].replace(":", "") == digest
    assert reached.ask("GET", "/login?to=/floor").status == 200
    assert told[1] in reached.body


def test_the_doctor_and_an_update_ask_an_encrypted_table_too(reached, hand, capsys) -> None:
    assert recording(load_config(reached.table.config)).state == "well"
    config = str(reached.table.config)
    assert between_hands.main([config]) == 0
    assert reached.ask("POST", "/key", {"type": "hand.start", "button": 6}).status == 202
    hand.wait_for(lambda: between_hands.main([config]) == 75, "the hand to be on")
    assert "a hand is being played at table 7" in capsys.readouterr().err


def test_a_house_s_certificate_is_served_at_the_machine_s_own_address_too(tmp_path, hand) -> None:
    table = Table(tmp_path, kinds=())
    house = table.folder / "house.pem"
    certified((house, house), own=True, address="localhost")
    names = '[server]\ncertificate = "house.pem"\ncertificate_key = "house.pem"\n'
    table.config.write_text(table.config.read_text().replace("[server]\n", names))
    table.start(wait=False)
    try:
        hand.wait_for(
            lambda: recording(load_config(table.config)).state == "well", "the doctor to be answered"
        )
        assert between_hands.main([str(table.config)]) == 0
    finally:
        table.close()


def test_what_reads_x509_is_not_kept(tmp_path) -> None:
    script = """
import pathlib, sys
from controller.daemon.fingerprint import certified
pages = pathlib.Path(sys.argv[1])
print(certified((pages, pages), own=True, address="localhost"), "cryptography" in sys.modules)
"""
    told = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "pages.pem"], capture_output=True, text=True, check=True
    )
    fingerprint, kept = told.stdout.split()
    begin = "-----BEGIN CERTIFICATE"
    der = ssl.PEM_cert_to_DER_cert(begin + (tmp_path / "pages.pem").read_text().partition(begin)[2])
    assert fingerprint.replace(":", "") == hashlib.sha256(der).hexdigest().upper()
    assert kept == "False"


def key_without_certificate(passphrase: bytes = b"") -> str:
    secret = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, secret).decode()


@pytest.mark.parametrize(
    "held", ["no certificate", "", key_without_certificate(), key_without_certificate(b"secret")],
    ids=["text", "empty", "a key alone", "a locked key"],
)  # fmt: skip
def test_a_certificate_that_is_none_is_named_with_what_is_meant(tmp_path, held: str) -> None:
    table = Table(tmp_path, kinds=())
    (table.folder / "house.pem").write_text(held)
    names = 'address = "0.0.0.0"\ncertificate = "house.pem"\ncertificate_key = "house.pem"\n'
    person = f'\n[[person]]\nname = "Ana K."\nrole = "floor"\npin = "{hash_pin("480913")}"\n'
    table.config.write_text(table.config.read_text().replace("[server]\n", f"[server]\n{names}") + person)
    refused = warm.run("controller.cli", "run", "--config", table.config)
    assert refused.returncode == 3
    assert (
        f"the pages' certificate, {table.folder / 'house.pem'}, cannot be used: a certificate"
        in refused.stderr
    )
    assert "as PEM, the key without a passphrase" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_machine_itself_is_the_display_and_the_floor_gives_his_pin(reached) -> None:
    assert reached.ask("GET", "/").status == 200
    assert reached.ask("GET", "/floor").status == 403
    assert reached.ask("POST", "/key", {"type": "floor.call"}).status == 202
    ruling = {"type": "ruling", "decision": "no_action", "note": "answered", "by": "Anybody"}
    assert reached.ask("POST", "/key", ruling).status == 403
    answer = reached.ask("POST", "/login", {"name": "Ana K.", "pin": "480913"})
    assert answer.status == 200
    cookie = answer.headers["Set-Cookie"]
    assert "Secure" in cookie
    assert reached.ask("GET", "/floor", cookie=cookie.partition(";")[0]).status == 200
    assert reached.ask("POST", "/key", ruling, cookie.partition(";")[0]).status == 202
    reached.table.stop()
    exported = b"".join(path.read_bytes() for path in reached.table.journal.parent.iterdir())
    assert b"Ana K." in exported
    assert b"Anybody" not in exported
