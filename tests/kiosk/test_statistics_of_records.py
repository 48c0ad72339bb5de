"""The statistics are what the records of the games say, worked out a second way."""

from tests.tools.statistics_of_records import _differing, differences


def test_statistics_are_those_of_the_exported_records(tmp_path):
    assert differences(tmp_path, 4) == []


def test_what_differs_is_told():
    told = {"games": 3, "points": {"average": 40.5}}
    assert _differing("Ada", told, told) == []
    assert _differing("Ada", {"points": {"average": 41.0}}, told) == [
        "Ada, points, average: the records say 41.0, the statistics 40.5"
    ]
    assert len(_differing("Ada", {"wins": 1}, told)) == 1
