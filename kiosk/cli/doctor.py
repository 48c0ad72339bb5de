"""`meduris doctor [--json]`: one line for each thing that was looked at."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from kiosk.machine.doctor.checks import Finding, Grade, examine
from kiosk.machine.doctor.reader import Reader

_FAILED = 1


def main(options: argparse.Namespace) -> int:
    """Examine this machine; returns 1 where anything has failed, else 0."""
    findings = examine(Reader().facts())
    sys.stdout.write(as_json(findings) if options.json else as_lines(findings))
    return _FAILED if any(finding.grade is Grade.FAILURE for finding in findings) else 0


def as_lines(findings: Sequence[Finding]) -> str:
    """The findings for people, what to do below what is wrong."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.grade:8} {finding.name:9} {finding.found}")
        if finding.advice:
            lines.append(f"{'':18} {finding.advice}")
    return "".join(f"{line}\n" for line in lines)


def as_json(findings: Sequence[Finding]) -> str:
    """The findings for programs."""
    return json.dumps([asdict(finding) for finding in findings], indent=1) + "\n"
