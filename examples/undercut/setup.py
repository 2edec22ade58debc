"""Build of the game against the installed `engine_cy`, whose .pxd files Cython finds by import."""

from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    ext_modules=cythonize(
        [Extension("desgarrada_undercut.game", ["desgarrada_undercut/game.pyx"])],
        compiler_directives={
            "language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True,
        },
    )
)
