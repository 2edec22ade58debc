"""Build of the Cython modules: the one place with compiler flags and directives.

Every `.pyx` in the packages named in `SOURCES` becomes one extension module, so a new game needs
no edit here. The environment chooses:

ENGINE_BUILD  release (default); debug: bounds checks, C asserts; asan: debug plus ASan and UBSan
ENGINE_ARCH   the processor to build for: auto, portable, or a value of gcc's -march. Default: auto
              (the best of x86-64-v2 and v3 that this machine has) in place and for editable
              installs, which stay on this machine; portable for wheels, which travel.
ENGINE_JOBS   compilers at a time; default: the number of processors
"""

from __future__ import annotations

import os
import platform
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SOURCES = ("engine_cy", "search", "nets")
HEADERS = ("search",)                # folders of C headers
# What setuptools appends to the names of its folders under build/.
PLATFORM = f".{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
BUILDS = ("release", "debug", "asan")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    "embedsignature.format": "python",
    "freethreading_compatible": True,
}
# Checks are slow, as they have to be: hints about speed would only hide other messages.
CHECKED = {"boundscheck": True, "initializedcheck": True, "show_performance_hints": False}

# Without -ffp-contract=off a processor with fused multiply-add rounds differently, and one seed
# would give two decisions on two machines.
COMMON_FLAGS = ["-std=gnu11", "-ffp-contract=off", "-Werror=implicit-function-declaration",
                "-Werror=incompatible-pointer-types", "-Wno-unused-function",
                "-Wno-stringop-overflow"]
# A failed check must end the run: a message that scrolls by is not a failed test.
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILE_FLAGS = {
    "release": ["-O3", "-g0", "-DNDEBUG"],
    "debug": ["-O1", "-g", "-UNDEBUG"],
    "asan": ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", *SANITIZERS],
}
LINK_FLAGS: dict[str, list[str]] = {"release": [], "debug": [], "asan": SANITIZERS}

# What /proc/cpuinfo must name before a level of the x86-64 ABI is chosen, best level first.
X86_LEVELS = {
    "x86-64-v3": {"avx2", "bmi1", "bmi2", "fma", "movbe", "f16c", "abm"},
    "x86-64-v2": {"popcnt", "sse4_1", "sse4_2", "ssse3", "cx16"},
}


def build_kind() -> str:
    """Return the value of ENGINE_BUILD, checked."""
    kind = os.environ.get("ENGINE_BUILD") or "release"
    if kind not in BUILDS:
        sys.exit(f"ENGINE_BUILD is {kind!r}; it must be one of {', '.join(BUILDS)}.")
    return kind


def job_count() -> int:
    """Return how many compilers may run at a time."""
    return int(os.environ.get("ENGINE_JOBS") or os.cpu_count() or 1)


def best_arch() -> str:
    """Return the highest x86-64 level of this machine, or "portable"."""
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not cpuinfo.exists():
        return "portable"
    found = re.search(r"^flags\s*:(.*)$", cpuinfo.read_text(), flags=re.MULTILINE)
    have = set(found.group(1).split()) if found else set()
    return next((level for level, needs in X86_LEVELS.items() if needs <= have), "portable")


def arch_flags(local: bool) -> list[str]:
    """Return the -march flag; `local`: what is built stays on this machine."""
    arch = os.environ.get("ENGINE_ARCH") or ("auto" if local else "portable")
    if arch == "auto":
        arch = best_arch()
    return [] if arch == "portable" else [f"-march={arch}"]


def find_extensions() -> list[Extension]:
    """Return one extension per .pyx file, its name the dotted path."""
    found = [path for top in SOURCES for path in sorted((ROOT / top).rglob("*.pyx"))]
    names = [path.relative_to(ROOT) for path in found]
    return [Extension(".".join(n.with_suffix("").parts), [n.as_posix()]) for n in names]


@contextmanager
def stderr_to(path: Path) -> Iterator[None]:
    """Send file descriptor 2, also that of child processes, to `path` for a while."""
    sys.stderr.flush()
    kept = os.dup(2)
    with path.open("wb") as sink:
        os.dup2(sink.fileno(), 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)


def refuse_hints(log: str, c_dir: Path) -> None:
    """Exit if Cython printed a performance hint: it means the GIL is taken in the hot path.

    The C file is removed, or the next build would find it up to date and pass.
    """
    hints = [line for line in log.splitlines() if line.startswith("performance hint")]
    for hint in hints:
        if source := re.search(r"([\w/.\-]+)\.(pyx|pxd):", hint):
            stem = Path(source.group(1))
            stem = stem.relative_to(ROOT) if stem.is_absolute() else stem
            (c_dir / stem).with_suffix(".c").unlink(missing_ok=True)
    if hints:
        sys.exit(f"The build fails because of {len(hints)} performance hint(s) of Cython.")


class BuildExt(build_ext):
    """Translate, then compile; nothing is translated for commands that do not build."""

    def run(self) -> None:
        """Choose the flags of every extension, then let setuptools build."""
        if not self.extensions:
            return
        kind = build_kind()
        local = bool(self.inplace or self.editable_mode)
        if self.editable_mode:
            # Else an editable install compiles in a temporary folder what is compiled already.
            self.build_lib = f"build/lib{PLATFORM}"
            self.build_temp = f"build/temp{PLATFORM}"
        flags = [*COMMON_FLAGS, *COMPILE_FLAGS[kind], *arch_flags(local)]
        stamp = self.flags_stamp(flags)
        sources = self.translate(kind)
        headers = [str(path) for top in HEADERS for path in sorted((ROOT / top).glob("*.h"))]
        for extension in self.extensions:
            translated = sources[extension.name]
            extension.sources = translated.sources
            extension.depends = [*translated.depends, str(stamp)]
            if any(name.endswith(".h") for name in translated.depends):
                extension.depends += headers        # Cython does not see what a header includes
            extension.include_dirs = list(HEADERS)
            extension.extra_compile_args = flags
            extension.extra_link_args = LINK_FLAGS[kind]
            extension.libraries = ["m"]
        super().run()

    def flags_stamp(self, flags: list[str]) -> Path:
        """Return a file as old as the last change of flags, for the modules to depend on."""
        stamp = Path("build") / f"flags{PLATFORM}.txt"
        text = " ".join(flags) + "\n"
        if not stamp.exists() or stamp.read_text() != text:
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.write_text(text)
        return stamp

    def translate(self, kind: str) -> dict[str, Extension]:
        """Write the C files of one kind of build into their own folder; return them by name."""
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        c_dir = Path("build") / "cython" / kind
        directives = DIRECTIVES if kind == "release" else DIRECTIVES | CHECKED
        handle, log_name = tempfile.mkstemp(suffix=".log")
        os.close(handle)
        log = Path(log_name)
        try:
            with stderr_to(log):
                done = cythonize(self.extensions, build_dir=str(c_dir), nthreads=job_count(),
                                 compiler_directives=directives)
        except CompileError as error:
            sys.exit(f"Cython could not translate {error}; see its messages above.")
        finally:
            text = log.read_text(errors="replace")
            sys.stderr.write(text)
            log.unlink()
        refuse_hints(text, c_dir)
        return {extension.name: extension for extension in done}


setup(
    ext_modules=find_extensions(),
    cmdclass={"build_ext": BuildExt},
    options={"build_ext": {"parallel": job_count()}},
)
