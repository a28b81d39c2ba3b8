"""What a table of stud says of its level."""

from __future__ import annotations

from controller.config import load_config


def test_a_table_of_stud_names_its_bring_in_and_its_bets(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nid = "7"\nrulebook = "tda-2024"\ngame = "stud"\n'
        "level = { small = 0, big = 1, ante = 10, bring_in = 25, small_bet = 100, big_bet = 200 }\n"
        "[table.seats]\n1 = { stack = 10000 }\n2 = { stack = 10000 }\n"
        '[journal]\npath = "store/table.db"\nseal_key = "seal.key"\n'
    )
    level = load_config(path).table.level
    assert level is not None
    assert (level.ante, level.bring_in, level.small_bet, level.big_bet) == (10, 25, 100, 200)
