"""What is shipped: every module, declaration, stub, data file and config, and nothing else.

The listing comes from the `build_py` step that every wheel goes through, which compiles nothing.
Where the environment names a built wheel in DESGARRADA_WHEEL (`make wheel` does), the same checks
read the wheel itself.
"""

import email
import os
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]
TOP_LEVEL = sorted({package.split(".")[0] for package in PACKAGES})
WHEEL = os.environ.get("DESGARRADA_WHEEL")

# File endings that must travel, by the top-level packages in which they occur.
TRAVELLING = {
    ".py": TOP_LEVEL,
    ".h": ["search"],
    ".pxd": ["engine_cy", "search"],
    ".pyi": ["engine_cy", "search", "arena"],
    ".toml": ["engine_cy", "nets"],
    ".yaml": ["configs"],
    ".j2": ["arena", "frontends"],
    ".html": ["arena", "frontends"],
    ".css": ["arena", "frontends"],
    ".js": ["arena", "frontends"],
    ".json": ["arena", "nets"],
    ".php": ["frontends"],
    ".zip": ["nets"],
}


def sources(top: str, suffix: str) -> set[str]:
    """Paths in the checkout, relative to it."""
    found = (ROOT / top).rglob(f"*{suffix}")
    return {path.relative_to(ROOT).as_posix() for path in found}


@pytest.fixture(scope="module")
def shipped(tmp_path_factory) -> set[str]:
    """Paths inside the wheel, or inside what a wheel would be made of."""
    if WHEEL:
        return set(zipfile.ZipFile(WHEEL).namelist())
    pytest.importorskip("setuptools", reason="the listing is made by setuptools")
    lib = tmp_path_factory.mktemp("lib")
    command = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(lib),
               "build_py", "--build-lib", str(lib / "out")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    files = (path for path in (lib / "out").rglob("*") if path.is_file())
    return {path.relative_to(lib / "out").as_posix() for path in files}


@pytest.mark.parametrize("suffix", sorted(TRAVELLING))
def test_every_file_of_a_kind_that_travels_is_shipped(shipped, suffix):
    expected = set().union(*(sources(top, suffix) for top in TRAVELLING[suffix]))
    assert sorted(expected - shipped) == []


def test_the_kinds_that_travel_are_not_empty(shipped):
    for suffix in (".py", ".pxd", ".pyi", ".toml", ".yaml", ".j2"):
        assert any(name.endswith(suffix) for name in shipped), suffix


@pytest.mark.parametrize("top", ["arena", "engine_cy", "frontends", "nets", "search"])
def test_typed_packages_say_so(shipped, top):
    assert f"{top}/py.typed" in shipped


def test_nothing_else_is_shipped(shipped):
    tops = {PurePosixPath(name).parts[0] for name in shipped}
    extra = {top for top in tops - set(TOP_LEVEL) if not top.startswith("desgarrada")}
    assert extra == set()
    unwanted = (".c", ".pyx", ".o", ".pyc")
    assert [name for name in shipped if name.endswith(unwanted)] == []
    assert [name for name in shipped if PurePosixPath(name).name.startswith("test_")] == []


def test_every_folder_with_an_init_file_is_a_listed_package():
    found = {PurePosixPath(name).parent.as_posix().replace("/", ".")
             for top in TOP_LEVEL for name in sources(top, "__init__.py")}
    assert sorted(found) == sorted(PACKAGES)


def test_tests_are_no_package():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("top", TOP_LEVEL)
def test_packages_are_importable(top):
    assert import_module(top).__name__ == top


def test_every_pyx_file_has_a_built_module():
    for top in ("engine_cy", "search", "arena"):
        for name in sorted(sources(top, ".pyx")):
            module = import_module(name.removesuffix(".pyx").replace("/", "."))
            assert module.__file__.endswith(".so"), f"{name}: {module.__file__} is not compiled"


def test_base_install_needs_three_packages():
    names = {requirement.split(">")[0] for requirement in PROJECT["project"]["dependencies"]}
    assert names == {"numpy", "hydra-core", "tqdm"}


def test_base_packages_import_no_extra():
    """A fresh interpreter: this one has the extras loaded by other tests."""
    modules = ", ".join(TOP_LEVEL)
    extras = ("matplotlib", "jinja2", "torch", "scipy", "pyspiel", "pettingzoo", "gymnasium",
              "onnx", "onnxruntime")
    code = f"import sys, {modules}\nprint(*[m for m in {extras} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.skipif(not WHEEL, reason="no built wheel is named in DESGARRADA_WHEEL")
def test_wheel_holds_compiled_modules_and_the_command(shipped):
    for top in ("engine_cy", "search", "arena"):
        for name in sources(top, ".pyx"):
            stem = name.removesuffix(".pyx") + "."
            assert any(entry.startswith(stem) and entry.endswith(".so") for entry in shipped), name
    wheel = zipfile.ZipFile(WHEEL)
    metadata_dir = next(name.split("/")[0] for name in shipped if ".dist-info/" in name)
    metadata = email.message_from_bytes(wheel.read(f"{metadata_dir}/METADATA"))
    assert metadata["Version"] == PROJECT["project"]["version"]
    assert "manylinux" in wheel.read(f"{metadata_dir}/WHEEL").decode()
    entry_points = wheel.read(f"{metadata_dir}/entry_points.txt").decode()
    assert "desgarrada = scripts.cli:main" in entry_points
    assert f"{metadata_dir}/licenses/LICENSE" in shipped
