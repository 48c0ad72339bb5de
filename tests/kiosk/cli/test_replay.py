import json

from companion.game import state_after_command
from companion.memory.boards import BoardShelf, write_board_file
from companion.memory.record import state_as_dict
from companion.rules.setup import initial_state
from kiosk.cli import main
from tests.companion.playing import commands, two_players
from tests.kiosk.cli.running import lines_of, run, said


def played_states(setup, played):
    states = [initial_state(setup)]
    for command in played:
        states.append(state_after_command(states[-1], command))
    return [json.loads(json.dumps(state_as_dict(state))) for state in states]


def test_replay_prints_the_last_state_or_every_state_from_the_header_on(record, capfd):
    states = played_states(two_players(), commands(two_players(), 40))
    assert main(["replay", str(record)]) == 0
    assert lines_of(capfd.readouterr().out) == states[-1:]
    assert main(["replay", "--trace", str(record)]) == 0
    assert lines_of(capfd.readouterr().out) == states


def test_replay_reads_standard_input(record):
    done = run("replay", "-", input=record.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run("replay", record).stdout


def test_a_broken_rule_is_one_line_behind_the_states_before_it(record, capfd):
    lines = record.read_bytes().splitlines()
    record.write_bytes(b"\n".join([*lines[:3], b'{"do":"roll","by":"blue","face":"wood"}']))
    assert main(["replay", str(record)]) == 1
    assert capfd.readouterr() == ("", "line 4: turn.decider: place all workers first\n")
    assert main(["replay", "--trace", "--json", str(record)]) == 1
    out, err = capfd.readouterr()
    assert len(lines_of(out)) == 3
    told = {"line": 4, "rule": "turn.decider", "message": "place all workers first"}
    assert json.loads(err) == told


def test_a_record_may_name_a_board_that_ships_or_was_learnt(record, data, capfd):
    header = json.loads(record.read_bytes().splitlines()[0])
    boards = data / "boards"
    record.write_text(json.dumps({**header, "board": "ours"}))
    assert main(["replay", str(record)]) == 1
    assert "no board named" in said(capfd)
    boards.mkdir(parents=True)
    write_board_file(boards / "x.toml", BoardShelf(data).default_board(2))
    (boards / "x.toml").write_text((boards / "x.toml").read_text().replace("meduris-2-3", "ours"))
    for name in ("meduris-2-3", "ours"):
        record.write_text(json.dumps({**header, "board": name}))
        assert main(["replay", str(record)]) == 0
        assert len(lines_of(capfd.readouterr().out)[0]["fields"]) == 32
    (boards / "x.toml").write_text("name")
    record.write_text(json.dumps({**header, "board": "meduris-2-3"}))
    assert main(["replay", str(record)]) == 0
    assert "x.toml: this is not valid TOML" in said(capfd)
