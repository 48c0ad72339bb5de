"""`meduris doctor`: checks of this machine."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.machine.doctor.checks import Finding, Grade, diagnose
from kiosk.words.language import _
from kiosk.words.texts import sentence_text

_FAILED = 1


def run_doctor(options: argparse.Namespace) -> int:
    """Run `meduris doctor`; return 1 if a check fails, otherwise 0."""
    findings = diagnose(Path("/")).findings
    sys.stdout.write(findings_as_json(findings) if options.json else findings_as_text(findings))
    return _FAILED if any(finding.grade is Grade.FAILURE for finding in findings) else 0


def findings_as_text(findings: Sequence[Finding]) -> str:
    """Format findings as text, with the advice below each problem."""
    lines = []
    for finding in findings:
        head = f"{_(finding.grade):8} {_(finding.check_name):13}"
        lines.append(f"{head} {sentence_text(finding.found)}")
        if finding.advice is not None:
            lines.append(f"{'':22} {sentence_text(finding.advice)}")
    return "".join(f"{line}\n" for line in lines)


def findings_as_json(findings: Sequence[Finding]) -> str:
    """Format findings as JSON, in English."""
    told = [
        {
            "name": finding.check_name,
            "grade": finding.grade,
            "found": str(finding.found),
            "advice": str(finding.advice or ""),
        }
        for finding in findings
    ]
    return json.dumps(told, indent=1) + "\n"
