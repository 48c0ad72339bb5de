import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n# (\S+)\n(.*?)```", re.DOTALL)
OPENED = """
import sys
from pathlib import Path
from tests.kiosk import touch
touch.configure()
with touch.Touchscreen(Path(sys.argv[1]), at="settings") as shown:
    shown.tap("greeting")
    assert shown.name == "greeting"
    shown.tap("greets")
    assert shown.app_state.settings.greets
    shown.tap("back")
    assert shown.name == "settings"
"""


def test_a_page_that_is_added_as_is_written_is_shown_set_and_drawn_in_all_sizes(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "project"
    copy.mkdir()
    for name in ("companion", "deploy", "hardware", "kiosk", "tests", "pyproject.toml"):
        source = ROOT / name
        whole = name in ("kiosk", "tests")
        shutil.copytree(source, copy / name) if whole else (copy / name).symlink_to(source)
    steps = BLOCK.findall((ROOT / "kiosk" / "README.md").read_text(encoding="utf-8"))
    assert len(steps) == 3
    for path, code in steps:
        with (copy / path).open("a", encoding="utf-8") as file:
            file.write(f"\n\n{code}" if (ROOT / path).exists() else code)
    put_in(copy / "kiosk/settings.py", "    times: bool = False\n", "    greets: bool = False\n")
    settings = copy / "kiosk/pages/settings.py"
    put_in(settings, "head_buttons=(", 'Button("greeting", routes.Greeting(), _("On")), ')

    run(copy, "-c", OPENED, str(tmp_path / "data"))
    tests = ("tests/kiosk/test_routes.py", "tests/kiosk/test_scenes.py", "-k", "greeting")
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *tests)
    run(copy, "-m", "ruff", "check", "kiosk/routes.py", "kiosk/pages/greeting.py")


def put_in(path: Path, after: str, what: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(after) == 1
    path.write_text(text.replace(after, after + what), encoding="utf-8")


def run(folder: Path, *words: str) -> None:
    done = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
