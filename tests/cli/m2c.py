"""The program as a person uses it: run it, look at exit code, stdout, stderr and the files it leaves."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["MASK2CAUSE"]
# What is tested here is the program, not the fit: where a test names no method, the closed-form one is used.
QUICK_METHOD = ["--method", "var"]


def has_report_page():
    """Whether the program was built where Node was."""
    return b"without its report page" not in subprocess.run([PROGRAM, "report", "x"], capture_output=True).stderr


REPORT_PAGE = ["report.html"] if has_report_page() else []


class Run:
    """What one call of the program did."""

    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    @property
    def json(self):
        return json.loads(self.out)


class CliTest(unittest.TestCase):
    """Each test has its own empty folder, which is also the current one of the program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="m2c cli ")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def run_program(self, *arguments, stdin=b"", **popen):
        command = [PROGRAM, *map(str, arguments)]
        if arguments[:1] == ("discover",) and "--method" not in arguments:
            command += QUICK_METHOD
        return Run(subprocess.run(command, input=stdin, capture_output=True, cwd=self.dir, timeout=120, **popen))

    def succeed(self, *arguments, **more):
        run = self.run_program(*arguments, **more)
        self.assertEqual(run.code, 0, run.err)
        return run

    def must_fail(self, code, *arguments, says=(), hint=True, **more):
        """The program must end with `code`, say every one of `says`, give a hint, and leave no new file behind."""
        before = self.files()
        run = self.run_program(*arguments, **more)
        self.assertEqual(run.code, code, run.err)
        self.assertTrue(run.err.startswith("mask2cause: error: ") or "\nmask2cause: error: " in run.err, run.err)
        for words in says:
            self.assertIn(str(words), run.err)
        if hint:
            self.assertIn("\n  hint: ", run.err)
        self.assertEqual(run.out, "")
        self.assertEqual(self.files(), before)
        return run

    def as_nobody(self):
        """How to run without the rights of root, whom permissions do not bind; skips the test where that cannot be."""
        if os.geteuid() != 0:
            return {}
        self.dir.chmod(0o755)
        try:
            subprocess.run([PROGRAM, "--version"], user=65534, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"another user cannot run the program from here: {error}")
        return {"user": 65534}

    def files(self):
        return sorted(str(path.relative_to(self.dir)) for path in self.dir.rglob("*"))

    def write(self, name, content):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def write_coupled(self, name="data.csv", rows=200, names=("a", "b", "c")):
        """a drives b one step later, b drives c one step later; a is noise."""
        rng = random.Random(7)
        a = b = c = 0.0
        lines = [",".join(f'"{n}"' for n in names)]
        for _ in range(rows):
            a, b, c = rng.gauss(0, 1), 0.9 * a + rng.gauss(0, 0.3), -0.9 * b + rng.gauss(0, 0.3)
            lines.append(f"{a:.6f},{b:.6f},{c:.6f}")
        return self.write(name, "\n".join(lines) + "\n")


main = unittest.main
