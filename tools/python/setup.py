# SPDX-License-Identifier: MIT
"""`pip install ./tools/python`: the module, and beside it the library and the programs, which cmake builds into build/, as tools/build does."""
import glob
import os
import re
import shutil
import subprocess
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAMS = ["steadycast", "steadycheck", "steadycast-lp"]
BUILD = os.path.join(TOP, os.environ.get("STEADYCAST_BUILD", "build"))
OWN = os.path.join(BUILD, "python")  # nothing is written beside the sources
os.umask(0o022)  # modes of files are in the wheel, and are those that everybody's wheel has
os.makedirs(OWN, exist_ok=True)
with open(os.path.join(TOP, "CMakeLists.txt"), encoding="utf-8") as file:
    VERSION = re.search(r"project\(steadycast VERSION ([0-9.]+)", file.read()).group(1)


class Build(build_ext):
    def get_ext_filename(self, name):
        return name.replace(".", os.sep) + ".so"

    def build_extension(self, extension):
        if not os.path.exists(os.path.join(BUILD, "CMakeCache.txt")):
            subprocess.run(["cmake", "-S", TOP, "-B", BUILD], check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "steadycast_shared", *PROGRAMS, "--parallel", str(os.cpu_count())], check=True)
        with tempfile.TemporaryDirectory() as made:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", made, "--component", "library", "--strip"], check=True)
            library, = glob.glob(os.path.join(made, "**", f"libsteadycast.so.{VERSION}"), recursive=True)
            shutil.copy(library, self.get_ext_fullpath(extension.name))
        for program in PROGRAMS:
            made = os.path.join(os.path.dirname(self.get_ext_fullpath(extension.name)), program)
            shutil.copyfile(os.path.join(BUILD, "bin", program), made)
            os.chmod(made, 0o755)
            subprocess.run(["strip", made], check=False)  # smaller, where there is such a program

    def get_outputs(self):
        beside = [os.path.dirname(output) for output in super().get_outputs()]
        return super().get_outputs() + [os.path.join(folder, program) for folder in beside for program in PROGRAMS]


class Copy(build_py):
    def copy_file(self, source, target, **options):
        return super().copy_file(source, target, **{**options, "preserve_mode": False})


setup(
    name="steadycast",
    version=VERSION,
    description="Exhaustive search and proof for continuous broadcast in the LogP and postal models",
    license="MIT",
    python_requires=">=3.8",
    packages=["steadycast"],
    package_data={"steadycast": ["py.typed"]},
    ext_modules=[Extension("steadycast.libsteadycast", [], py_limited_api=True)],
    entry_points={"console_scripts": [f"{name}=steadycast:_run_program" for name in PROGRAMS[:2]]},
    cmdclass={"build_ext": Build, "build_py": Copy},
    # No module of C: one wheel is for every Python.
    options={"build": {"build_base": OWN}, "egg_info": {"egg_base": OWN}, "bdist_wheel": {"py_limited_api": "cp38"}},
)
