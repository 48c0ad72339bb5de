"""Compiles the catalogues of all languages into a wheel; all else is in pyproject.toml."""

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogues(build_py):
    """Takes the .mo files along, which are made of the .po files beside them."""

    def run(self) -> None:
        """Compile, then build as ever."""
        self.run_command("compile_catalog")
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogues})
