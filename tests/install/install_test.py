"""A stranger's project finds the installed library with find_package, builds against it and runs."""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest

BUILD = os.environ["MASK2CAUSE_BUILD"]
EXAMPLE = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"], "examples/discover_csv")


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class InstallTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="m2c install ")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write_data(self):
        rng = random.Random(3)
        cause, lines = 0.0, ["cause,effect"]
        for _ in range(300):
            cause, effect = rng.gauss(0, 1), 0.9 * cause + rng.gauss(0, 0.2)
            lines.append(f"{cause},{effect}")
        path = self.dir / "data.csv"
        path.write_text("\n".join(lines) + "\n")
        return path

    def test_example_builds_against_the_installed_library(self):
        prefix = self.dir / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        run("cmake", "-G", "Ninja", "-S", EXAMPLE, "-B", self.dir / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", self.dir / "build")
        self.assertRegex(run(self.dir / "build/discover_csv", self.write_data()), r"^cause -> effect  0\.\d\d\n$")
        self.assertRegex(run(prefix / "bin/mask2cause", "--version"), r"^mask2cause \d")

    def test_example_is_short(self):
        self.assertLess(len((EXAMPLE / "main.cc").read_text().splitlines()), 30)


if __name__ == "__main__":
    unittest.main()
