from tests.tools.kill_robot import kill_often


def test_whenever_a_robots_app_is_killed_the_next_start_finds_what_was_confirmed():
    assert kill_often(2, seed=3).startswith("2 kills")
