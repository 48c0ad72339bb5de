"""Build commands of setuptools that include the translations (see pyproject.toml)."""

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist


class BuildWithCatalogues(build_py):
    """Compiles the .po files to .mo files before the build, because a wheel contains .mo files."""

    def run(self) -> None:
        self.run_command("compile_catalog")
        super().run()


class SourceWithCatalogues(sdist):
    """Adds this module and the .po files to the source archive.

    Building a wheel from the archive needs them.
    """

    def make_distribution(self) -> None:
        self.filelist.include("deploy/build_commands.py")
        self.filelist.recursive_include("kiosk/words/locale", "*.po")
        super().make_distribution()
