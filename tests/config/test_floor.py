"""The floor's file: what is wrong is named with key, line and what would be right."""

from __future__ import annotations

import pytest

from controller.config import ConfigError
from controller.config.floor import parse_floor


def test_an_empty_file_is_a_floor_on_this_machine():
    config = parse_floor("", "/house/floor.toml")
    assert config.store_url == "sqlite:////house/floor.db"
    assert (config.floor.host, config.floor.port) == ("127.0.0.1", 1883)
    assert config.floor.escalate_s == [60, 120]


def test_a_houses_database_is_given_by_its_address():
    config = parse_floor('[store]\nurl = "postgresql://floor@db.house/floor"\n')
    assert config.store_url == "postgresql+psycopg://floor@db.house/floor"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            '[floor]\nbroker = "mqtt://broker.house"',
            "floor.toml:2: floor.broker: broker.house is another machine",
        ),
        ("[floor]\nescalate_s = [60]", "floor.escalate_s: must be two whole numbers of seconds"),
        ("[floor]\nescalate_s = [60, 30]", "floor.escalate_s: the second must be later"),
        ('[floor]\nsites = ["north", "south", "north"]', "floor.sites[2]: north stands here twice"),
        ('[floor]\nbrokr = "x"', "did you mean `broker`?"),
        ('[store]\nurl = "mysql://house/floor"', "store.url: must be a file's path, or postgresql://"),
        (
            '[[section]]\nname = "A"\ntables = ["1"]\n[[section]]\nname = "B"\ntables = ["1"]',
            "table 1 is in A already",
        ),
        ('[[section]]\nname = "A"\ntables = ["1 2"]', "section[0].tables[0]: must be names of tables"),
        ('[[section]]\nname = ""\ntables = ["1"]', "section[0].name: must be 1 to 24 characters, not"),
        ('[floor]\nname = "main.floor"', "floor.name: must be 1 to 32 letters, digits, - or _, not"),
        (
            '[[person]]\nname = "Ana "\nrole = "floor"\npin = ""',
            "person[0].name: must be 1 to 40 characters, the first and the last no space, not",
        ),
        ('[push]\ncontact = "Ana"', "push.contact: must begin with mailto: or https://"),
        ("[push]\ncontact = 3", 'push.contact: must be "mailto:NAME@HOUSE"'),
        ('[store]\nurl = "a\\nb"', "store.url: has a character that nobody sees, U+000A"),
        ("[push]", "push: needs the key `contact`"),
        ("[store]\nevidence_days = 0", "store.evidence_days: must be a whole number of days from 1 to 3650"),
        ('[[target]]\nto = "sms"\nurl = "https://x"', 'target[0].to: must be "ntfy" or "webhook"'),
        ('[[target]]\nto = "ntfy"\nurl = "ntfy.house/x"', "target[0].url: must be https://HOST/"),
        ('[[target]]\nto = "ntfy"\nurl = "https:///x"', "target[0].url: must be https://HOST/"),
        ('[[target]]\nto = "ntfy"\nurl = "https://n/x"\nsections = ["Z"]', "there is no section Z"),
        ('[server]\naddress = "0.0.0.0"', "can be reached from outside this machine"),
    ],
)
def test_a_mistake_is_named(lines, told):
    with pytest.raises(ConfigError) as error:
        parse_floor(f"{lines}\n", "floor.toml")
    assert told in str(error.value)


def test_a_store_that_is_a_folder_is_named_before_the_database_says_it_in_its_own_words(tmp_path):
    (tmp_path / "kept").mkdir()
    with pytest.raises(ConfigError) as error:
        parse_floor('[store]\nurl = "kept"\n', str(tmp_path / "floor.toml"))
    assert f"floor.toml:2: store.url: {tmp_path / 'kept'} is a folder; must be a file's path" in str(
        error.value
    )
