"""`meduris doctor [--json]`: one line for each thing that was looked at."""

import argparse
import json
import sys
from collections.abc import Sequence

from kiosk.machine.doctor.checks import Finding, Grade, examine
from kiosk.machine.doctor.reader import Reader
from kiosk.words.language import _, mark
from kiosk.words.texts import said

_FAILED = 1
_NAMES = {
    "display": mark("display"),
    "touch": mark("touch"),
    "settings": mark("settings"),
    "panel": mark("panel"),
    "pins": mark("pins"),
    "groups": mark("groups"),
    "data": mark("data"),
    "clock": mark("clock"),
    "power": mark("power"),
    "versions": mark("versions"),
}
_GRADES = {
    Grade.OK: mark("ok"),
    Grade.WARNING: mark("warning"),
    Grade.FAILURE: mark("failure"),
}


def main(options: argparse.Namespace) -> int:
    """Examine this machine; returns 1 where anything has failed, else 0."""
    findings = examine(Reader().facts())
    sys.stdout.write(as_json(findings) if options.json else as_lines(findings))
    return _FAILED if any(finding.grade is Grade.FAILURE for finding in findings) else 0


def as_lines(findings: Sequence[Finding]) -> str:
    """The findings for people, in their language, what to do below what is wrong."""
    lines = []
    for finding in findings:
        head = f"{_(_GRADES[finding.grade]):8} {_(_NAMES[finding.name]):13}"
        lines.append(f"{head} {said(finding.found)}")
        if finding.advice is not None:
            lines.append(f"{'':22} {said(finding.advice)}")
    return "".join(f"{line}\n" for line in lines)


def as_json(findings: Sequence[Finding]) -> str:
    """The findings for programs, in English."""
    told = [
        {
            "name": finding.name,
            "grade": finding.grade,
            "found": str(finding.found),
            "advice": str(finding.advice or ""),
        }
        for finding in findings
    ]
    return json.dumps(told, indent=1) + "\n"
