"""Compiles the catalogues of all languages into a wheel; all else is in pyproject.toml."""

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist


class BuildWithCatalogues(build_py):
    """Takes the .mo files along, which are made of the .po files beside them."""

    def run(self) -> None:
        """Compile, then build as ever."""
        self.run_command("compile_catalog")
        super().run()


class SourceWithCatalogues(sdist):
    """Takes the .po files along, of which a wheel is made."""

    def make_distribution(self) -> None:
        """All as ever, and them."""
        self.filelist.recursive_include("kiosk/words/locale", "*.po")
        super().make_distribution()


setup(cmdclass={"build_py": BuildWithCatalogues, "sdist": SourceWithCatalogues})
