"""`meduris doctor [--json | --fix]`: checks this machine, a line each, and repairs it.

With `--read` it decodes another machine's codes for help.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from subprocess import CalledProcessError

from companion.memory.text_file import read_text
from kiosk.machine.doctor.checks import Finding, Grade, examine
from kiosk.machine.doctor.facts import Reader
from kiosk.machine.doctor.mending import Doctor, Remedy
from kiosk.machine.help_report import text_of
from kiosk.words.language import _
from kiosk.words.texts import said

_FAILED = 1


def doctor(options: argparse.Namespace) -> int:
    """Carry out `meduris doctor`.

    Returns 1 if a check has failed and was not repaired, else 0. Raises HelpReportError, and
    OSError for an unreadable file of codes.
    """
    if options.read is not None:
        sys.stdout.write(text_of(read_text(options.read, errors="replace")))
        return 0
    facts = Reader().facts()
    findings = examine(facts)
    sys.stdout.write(as_json(findings) if options.json else as_lines(findings))
    remedies = Doctor(facts).remedies(findings) if options.fix else ()
    if remedies:
        mend(remedies, (lambda: True) if options.yes else _asked, is_root=os.geteuid() == 0)
        findings = examine(Reader().facts())
        sys.stdout.write(f"\n{as_lines(findings)}")
    return _FAILED if any(finding.grade is Grade.FAILURE for finding in findings) else 0


def mend(remedies: Sequence[Remedy], wants: Callable[[], bool], *, is_root: bool) -> None:
    """Apply each remedy that is confirmed, and print how to undo it."""
    for remedy in remedies:
        _say(f"\n{said(remedy.does)}")
        if remedy.needs_root and not is_root:
            _say(_("Only root may do that: put `sudo` in front."))
        elif wants():
            _apply(remedy)


def _apply(remedy: Remedy) -> None:
    try:
        remedy.apply()
    except CalledProcessError as error:
        _say(_("That did not work: {reason}", reason=error.stderr.strip()))
    except OSError as error:
        _say(_("That did not work: {reason}", reason=error.strerror))
    else:
        _say(_("Done."))
        _say(said(remedy.undo))


def _asked() -> bool:
    sys.stdout.write(_("Do that? [yes/no] "))
    sys.stdout.flush()
    if sys.stdin is None:
        return False
    return sys.stdin.readline().strip().lower() in {"yes", _("yes")}


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def as_lines(findings: Sequence[Finding]) -> str:
    """Return the findings for people, with advice below each problem."""
    lines = []
    for finding in findings:
        head = f"{_(finding.grade):8} {_(finding.name):13}"
        lines.append(f"{head} {said(finding.found)}")
        if finding.advice is not None:
            lines.append(f"{'':22} {said(finding.advice)}")
    return "".join(f"{line}\n" for line in lines)


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings for programs, in English."""
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
