"""What the README shows is what happens: its console blocks are run, and the output compared to the last character."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"])
README = (SOURCE / "README.md").read_text(encoding="utf-8")
PROGRAM_FOLDER = pathlib.Path(os.environ["MASK2CAUSE"]).parent


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def commands_and_outputs(block):
    """[(command, what the README shows below it)] of a console block, whose commands start with '$ '."""
    pieces = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2]))


class ReadmeTest(unittest.TestCase):
    maxDiff = None

    def test_console_blocks(self):
        environment = {**os.environ, "PATH": f"{PROGRAM_FOLDER}:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as folder:
            ran = 0
            for block in blocks("console"):
                for command, shown in commands_and_outputs(block):
                    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=False,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(done.stdout, shown, command)
                    ran += 1
        self.assertGreaterEqual(ran, 2)

    def test_the_network_does_what_is_shown(self):
        """Its scores differ between kinds of CPU: the commands must work and the ranking be as good as said."""
        (block,) = [b for b in blocks("text") if "discover lorenz96.npz" in b]
        environment = {**os.environ, "PATH": f"{PROGRAM_FOLDER}:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as folder:
            for command, shown in commands_and_outputs(block):
                done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        auroc = float(re.search(r"^AUROC +(\S+)$", done.stdout, re.MULTILINE).group(1))
        claimed = float(re.search(r"^AUROC +(\S+)$", shown, re.MULTILINE).group(1))
        self.assertGreater(auroc, claimed - 0.01)
        words = [re.sub(r"[\d.]+", "#", line).split() for line in shown.splitlines() if not re.match(r"x\d", line)]
        found = [re.sub(r"[\d.]+", "#", line).split() for line in done.stdout.splitlines()]
        self.assertTrue(all(line in found for line in words), done.stdout)

    def test_program_shown_is_the_example(self):
        self.assertIn((SOURCE / "examples/discover_csv/main.cc").read_text(), blocks("cpp"))

    def test_make_targets_exist(self):
        targets = set(re.findall(r"`?make (\w[\w-]*)`?", README)) - {"sure"}
        self.assertLessEqual({"demo", "test"}, targets)
        for target in ("demo", "test"):
            subprocess.run(["make", "-n", target], cwd=SOURCE, check=True, stdout=subprocess.DEVNULL)

    def test_exit_codes_are_those_of_the_help(self):
        shown = subprocess.run([os.environ["MASK2CAUSE"], "--help"], capture_output=True, text=True, check=True).stdout
        in_help = re.findall(r"^  (\d+) +\S", shown.split("Exit codes:")[1], re.MULTILINE)
        in_readme = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
        self.assertEqual(in_help, ["0", "2", "3", "4", "5", "130"])
        self.assertEqual(in_readme, in_help)


if __name__ == "__main__":
    unittest.main()
