# SPDX-License-Identifier: MIT
"""`pip install ./tools/python`: the module, and beside it the library, which cmake builds into build/, as tools/build does."""
import glob
import os
import re
import shutil
import subprocess
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.join(TOP, os.environ.get("STEADYCAST_BUILD", "build"))
OWN = os.path.join(BUILD, "python")  # nothing is written beside the sources
os.makedirs(OWN, exist_ok=True)
with open(os.path.join(TOP, "CMakeLists.txt"), encoding="utf-8") as file:
    VERSION = re.search(r"project\(steadycast VERSION ([0-9.]+)", file.read()).group(1)


class Build(build_ext):
    def get_ext_filename(self, name):
        return name.replace(".", os.sep) + ".so"

    def build_extension(self, extension):
        if not os.path.exists(os.path.join(BUILD, "CMakeCache.txt")):
            subprocess.run(["cmake", "-S", TOP, "-B", BUILD], check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "steadycast_shared", "--parallel", str(os.cpu_count())], check=True)
        with tempfile.TemporaryDirectory() as made:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", made, "--component", "library", "--strip"], check=True)
            library, = glob.glob(os.path.join(made, "**", f"libsteadycast.so.{VERSION}"), recursive=True)
            shutil.copy(library, self.get_ext_fullpath(extension.name))


setup(
    name="steadycast",
    version=VERSION,
    description="Exhaustive search and proof for continuous broadcast in the LogP and postal models",
    license="MIT",
    python_requires=">=3.8",
    packages=["steadycast"],
    package_data={"steadycast": ["py.typed"]},
    ext_modules=[Extension("steadycast.libsteadycast", [], py_limited_api=True)],
    cmdclass={"build_ext": Build},
    # No module of C: one wheel is for every Python.
    options={"build": {"build_base": OWN}, "egg_info": {"egg_base": OWN}, "bdist_wheel": {"py_limited_api": "cp38"}},
)
