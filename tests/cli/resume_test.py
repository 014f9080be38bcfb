"""A training that is cut short, by Ctrl-C or by kill -9 at any moment, goes on to the same bytes."""

import random
import signal
import subprocess
import time

import m2c

KILLS = 20


class ResumeTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def command(self, folder, members="1", epochs="1200"):
        """About a second of work, saved every few milliseconds."""
        return ("discover", "data.csv", "--method", "m2c", "-o", folder, "--quiet", "--width", "8", "--heads", "2",
                "--lags", "1", "--epochs", epochs, "--members", members, "--checkpoint-every", "97")

    def start(self, *arguments):
        return subprocess.Popen([m2c.PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.dir)

    def saved(self, folder):
        return [(self.dir / folder / name).read_bytes() for name in ("scores.npy", "model.m2c")]

    def wait_for_state(self, process, folder):
        deadline = time.monotonic() + 60
        while not list((self.dir / folder / "checkpoint").glob("*.checkpoint")):
            self.assertIsNone(process.poll(), "ended before it saved anything")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def interrupted(self, folder, members="1"):
        """A run that got SIGINT while it trained: exit code and what it said."""
        process = self.start(*self.command(folder, members))
        self.wait_for_state(process, folder)
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1].decode()
        return process.returncode, err

    def test_a_new_run_forgets_the_states_of_an_older_one(self):
        """Or a run interrupted before its last member began could not be resumed: that member's state is the older run's."""
        self.assertEqual(self.interrupted("out", "2")[0], 130)
        first, last = (self.dir / f"out/checkpoint/member-{k}.checkpoint" for k in (0, 1))
        before = first.read_bytes()
        last.write_bytes(b"of an older run")
        process = self.start(*self.command("out", "2"), "--threads", "1", "--lr", "0.002")
        while process.poll() is None and (not first.exists() or first.read_bytes() == before):
            time.sleep(0.01)
        process.kill()
        process.communicate()
        self.succeed(*self.command("out", "2"), "--threads", "1", "--lr", "0.002", "--resume")

    def test_a_member_that_fails_stops_the_others(self):
        (self.dir / "out/checkpoint").mkdir(parents=True)
        (self.dir / "out/checkpoint/member-1.checkpoint").write_bytes(b"garbage")
        start = time.monotonic()
        run = self.run_program(*self.command("out", "2", epochs="200000"), "--threads", "2", "--resume")
        self.assertEqual(run.code, 3, run.err)
        self.assertIn("member-1.checkpoint", run.err)
        self.assertLess(time.monotonic() - start, 20)

    def test_kill_at_random_moments(self):
        rng = random.Random(4)
        for members in ("1", "2"):
            self.succeed(*self.command("whole", members))
            killed = 0
            while killed < KILLS // 2:  # a run may end before it is killed; then another begins
                folder = f"killed {members} {killed}"
                process = self.start(*self.command(folder, members))
                while killed < KILLS // 2:
                    time.sleep(rng.uniform(0.0, 0.4))
                    process.kill()
                    process.communicate()
                    if process.returncode == 0:
                        break
                    self.assertEqual(process.returncode, -signal.SIGKILL)
                    killed += 1
                    process = self.start(*self.command(folder, members), "--resume")
                process.communicate()
                self.assertEqual(process.returncode, 0)
                self.assertEqual(self.saved(folder), self.saved("whole"))
                self.assertFalse((self.dir / folder / "checkpoint").exists())
                self.assertEqual(list((self.dir / folder).glob("**/*.tmp")), [])

    def test_ctrl_c_saves_the_state_and_says_how_to_go_on(self):
        for members in ("1", "3"):
            code, err = self.interrupted("out", members)
            self.assertEqual(code, 130, err)
            self.assertRegex(err, r"interrupted at step \d+ of 8400; the state is in 'out/checkpoint'")
            self.assertIn("--resume", err)
            self.assertFalse((self.dir / "out/result.json").exists())
            self.succeed(*self.command("out", members), "--resume", "--threads", "1")
            self.succeed(*self.command("whole", members))
            self.assertEqual(self.saved("out"), self.saved("whole"))
            self.assertFalse((self.dir / "out/checkpoint").exists())
            for name in ("out", "whole"):
                for path in (self.dir / name).iterdir():
                    path.unlink()

    def test_other_options_or_data_are_named(self):
        self.interrupted("out")
        self.must_fail(2, *self.command("out"), "--resume", "--lr", "0.001", says=["lr=0.003 there, lr=0.001 here"])
        self.must_fail(2, *self.command("out"), "--resume", "--seed", "2", says=["seed=1 there, seed=2 here"])
        self.write_coupled(rows=199)
        self.must_fail(2, *self.command("out"), "--resume", says=["out/checkpoint/member-0.checkpoint", "data="])

    def test_damaged_state(self):
        self.interrupted("out")
        path = self.dir / "out/checkpoint/member-0.checkpoint"
        whole = path.read_bytes()
        for bad in (whole[:len(whole) // 2], whole[:5], b"", whole[:300] + bytes([whole[300] ^ 4]) + whole[301:],
                    b"PK\3\4" + whole[4:]):
            path.write_bytes(bad)
            self.must_fail(3, *self.command("out"), "--resume", says=["out/checkpoint/member-0.checkpoint"])
            self.assertEqual(path.read_bytes(), bad)

    def test_starting_again_says_that_the_state_is_replaced(self):
        self.interrupted("out")
        run = self.succeed(*self.command("out", epochs="2"))
        self.assertIn("'out/checkpoint' holds the state of an earlier run", run.err)
        self.assertFalse((self.dir / "out/checkpoint").exists())

    def test_files_of_others_in_the_folder_stay(self):
        self.write("out/checkpoint/notes.txt", "mine")
        self.succeed(*self.command("out", epochs="2"))
        self.assertEqual([path.name for path in (self.dir / "out/checkpoint").iterdir()], ["notes.txt"])

    def test_without_a_folder_there_is_nothing_to_resume(self):
        self.must_fail(2, "discover", "data.csv", "--json", "--resume", says=["--resume", "add -o DIR"])
        self.must_fail(2, "discover", "data.csv", "--json", "--checkpoint-every", "5", says=["--checkpoint-every"])


if __name__ == "__main__":
    m2c.main()
