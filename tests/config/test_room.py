"""``[room]`` of the table's file: what is wrong is named with key, line and what would be right."""

from __future__ import annotations

import pytest

from controller.config import ConfigError, parse_config
from tests.doctor.test_room import TABLE


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('broker = "mqtt://127.0.0.1"', "room: needs the key `site`"),
        ('site = "old town"', "room.site: must be 1 to 32 letters"),
        ('site = "zagreb"\nbroker = "broker.house"', "room.broker: must be mqtt://HOST:PORT"),
        (
            'site = "zagreb"\nbroker = "mqtt://broker.house"',
            "room.broker: broker.house is another machine: use mqtts",
        ),
        ('site = "zagreb"\nbroker = "mqtts://broker.house"', "a login of its own"),
        ('site = "zagreb"\nuser = "seven"', "goes with its other half"),
        (
            'site = "zagreb"\nuser = "seven"\npassword_file = "nowhere"',
            "room.password_file: there is no file",
        ),
        ('site = "zagreb"\nca = "house.pem"', "room.ca: belongs to mqtts"),
        ('site = "zagreb"\ntable = "main 7"', "room.table: must be 1 to 32 letters, digits, - or _"),
        ('site = "zagreb"\nbrokr = "mqtt://127.0.0.1"', "did you mean `broker`?"),
        ('site = "zagreb"\nlanguages = ["en", "xx"]', "room.languages[1]: must be a list of languages"),
    ],
)
def test_a_mistake_is_named(lines, told):
    with pytest.raises(ConfigError) as error:
        parse_config(f"{TABLE}[room]\n{lines}\n", "table.toml")
    assert told in str(error.value)
    assert str(error.value).startswith("table.toml:")


def test_a_tables_name_that_no_broker_takes_needs_another_in_the_room():
    odd = TABLE.replace('id = "7"', 'id = "main.7"')
    with pytest.raises(ConfigError, match="needs the key `table`"):
        parse_config(f'{odd}[room]\nsite = "zagreb"\n')
    assert parse_config(f'{odd}[room]\nsite = "zagreb"\ntable = "main-7"\n').room.table == "main-7"
