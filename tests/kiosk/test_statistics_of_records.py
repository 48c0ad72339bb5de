"""The statistics are what the records of the games say, worked out a second way."""

from tests.tools.statistics_of_records import differences


def test_statistics_are_those_of_the_exported_records(tmp_path):
    assert differences(tmp_path, 4) == []
