"""Writing: not writable, disk full, interrupted. What was there stays whole, nothing half-written is left."""

import os
import pty
import resource
import select
import signal
import subprocess
import time

import m2c


def no_file_beyond(size):
    """As a full disk does, makes the write fail halfway. Without a signal handler, so the program sees the error."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


class UnwritableTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def test_output_folder_under_a_file(self):
        self.write("file", "x")
        self.must_fail(4, "discover", "data.csv", "-o", "file/out", says=["file/out", "not a folder"])
        self.must_fail(4, "discover", "data.csv", "-o", "file", says=["file", "not a folder"])

    def test_output_folder_where_nothing_can_be_made(self):
        self.must_fail(4, "discover", "data.csv", "-o", "/proc/mask2cause-out", says=["/proc/mask2cause-out"],
                       hint=False)

    def test_it_is_found_out_before_the_data_are_read(self):
        self.write("file", "x")
        self.must_fail(4, "discover", "no-such.csv", "-o", "file/out", says=["file/out"])

    def test_output_folder_without_permission(self):
        (self.dir / "locked").mkdir(mode=0o555)
        self.must_fail(4, "discover", "data.csv", "-o", "locked/out", says=["locked/out", "Permission denied"],
                       **self.as_nobody())

    def test_simulate_under_a_file(self):
        self.write("file", "x")
        self.must_fail(4, "simulate", "chain", "-o", "file/x.npz", says=["file"], hint=False)

    def test_stdout_full(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([m2c.PROGRAM, "discover", "data.csv", "--json", *m2c.QUICK_METHOD], stdout=full,
                                  stderr=subprocess.PIPE, cwd=self.dir, check=False)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"standard output: No space left", done.stderr)


class DiskFullTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def test_discover_leaves_the_old_result_whole(self):
        self.succeed("discover", "data.csv", "-o", "out")
        old = {path.name: path.read_bytes() for path in (self.dir / "out").iterdir()}
        self.assertEqual(sorted(old), ["edges.csv", *m2c.REPORT_PAGE, "result.json", "scores.csv", "scores.npy"])
        self.must_fail(4, "discover", "data.csv", "-o", "out", "--lags", "5", says=["out/", "File too large"],
                       hint=False, preexec_fn=no_file_beyond(300))
        self.assertEqual({path.name: path.read_bytes() for path in (self.dir / "out").iterdir()}, old)

    def test_a_training_leaves_the_old_result_whole(self):
        quick = ("discover", "data.csv", "--method", "m2c", "--epochs", "1")
        self.succeed(*quick, "-o", "out")
        old = {path.name: path.read_bytes() for path in (self.dir / "out").iterdir()}
        self.assertEqual(sorted(old), ["edges.csv", "model.m2c", *m2c.REPORT_PAGE, "result.json", "scores.csv", "scores.npy"])
        for folder in ("out", "new/out"):
            self.must_fail(4, *quick, "-o", folder, "--lags", "5", says=[f"{folder}/", "File too large"], hint=False,
                           preexec_fn=no_file_beyond(300))
        self.assertEqual({path.name: path.read_bytes() for path in (self.dir / "out").iterdir()}, old)

    def test_discover_leaves_no_new_folder(self):
        self.must_fail(4, "discover", "data.csv", "-o", "new/out", says=["new/out/"], hint=False,
                       preexec_fn=no_file_beyond(300))

    def test_simulate_leaves_nothing(self):
        for name in ("x.npz", "x.csv"):
            self.must_fail(4, "simulate", "lorenz96", "-o", name, says=[name], hint=False,
                           preexec_fn=no_file_beyond(3000))

    def test_simulate_leaves_the_old_file_whole(self):
        self.succeed("simulate", "lorenz96", "-o", "x.npz")
        old = (self.dir / "x.npz").read_bytes()
        self.must_fail(4, "simulate", "lorenz96", "--seed", "2", "-o", "x.npz", hint=False,
                       preexec_fn=no_file_beyond(3000))
        self.assertEqual((self.dir / "x.npz").read_bytes(), old)

    def test_really_full_disk(self):
        mount = self.dir / "disk"
        mount.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", mount]
        made = subprocess.run(command, capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("cannot mount a small disk here")
        self.addCleanup(subprocess.run, ["umount", mount], check=False)
        run = self.must_fail(4, "simulate", "lorenz96", "-t", "5000", "-o", "disk/x.npz",
                             says=["disk/x.npz", "No space left", "free some space"])
        self.assertEqual(run.code, 4)


class InterruptTest(m2c.CliTest):
    def interrupt(self, *arguments, before):
        process = subprocess.Popen([m2c.PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.dir)
        before(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        return process.returncode, err.decode()

    def test_while_it_waits_for_input(self):
        def feed(process):
            process.stdin.write(b"a,b\n1,2\n3,5\n2,2\n")
            process.stdin.flush()
            time.sleep(0.5)
        code, err = self.interrupt("discover", "-", "-o", "out", *m2c.QUICK_METHOD, before=feed)
        self.assertEqual(code, 130, err)
        self.assertIn("interrupted", err)
        self.assertEqual(self.files(), [])

    def test_while_it_works(self):
        # 600 variables keep the fit busy for many seconds.
        self.succeed("simulate", "var", "-n", "600", "-t", "1500", "--density", "0.01", "-o", "big.npz")
        before = self.files()
        start = time.monotonic()
        code, err = self.interrupt("discover", "big.npz", "-o", "out", "--lags", "5", *m2c.QUICK_METHOD,
                                   before=lambda _: time.sleep(1.0))
        self.assertEqual(code, 130, err)
        self.assertIn("interrupted", err)
        self.assertEqual(self.files(), before)
        self.assertLess(time.monotonic() - start, 30)


class ProgressBarTest(m2c.CliTest):
    def on_terminal(self, *arguments):
        """stderr of the program when it is a terminal."""
        try:
            leader, follower = pty.openpty()
        except OSError as error:
            self.skipTest(f"there is no terminal to be had: {error}")
        process = subprocess.Popen([m2c.PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=follower, cwd=self.dir)
        os.close(follower)
        seen = b""
        while select.select([leader], [], [], 60)[0]:
            try:
                chunk = os.read(leader, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        out = process.communicate()[0]
        os.close(leader)
        self.assertEqual(process.returncode, 0, seen)
        return seen.decode(), out.decode()

    def setUp(self):
        super().setUp()
        self.succeed("simulate", "var", "-n", "150", "-t", "2000", "--density", "0.02", "-o", "x.npz")

    def test_on_a_terminal_with_time_left(self):
        # Many lags, so that it takes longer than the bar waits from one picture to the next.
        seen, _ = self.on_terminal("discover", "x.npz", "-o", "out", "--threads", "1", "--lags", "10", *m2c.QUICK_METHOD)
        self.assertRegex(seen, r"\[#*\.*\] +\d+ %")
        self.assertRegex(seen, r"\d:\d\d left")
        self.assertTrue(seen.rstrip("\n").endswith("\x1b[K") or "\x1b[K" in seen.splitlines()[-1])

    def test_none_with_quiet(self):
        seen, out = self.on_terminal("discover", "x.npz", "-o", "out", "--quiet", *m2c.QUICK_METHOD)
        self.assertNotIn("%", seen)
        self.assertEqual(out, "")

    def test_none_when_not_a_terminal(self):
        run = self.succeed("discover", "x.npz", "-o", "out")
        self.assertNotIn("\r", run.err)
        self.assertNotIn(" left", run.err)


if __name__ == "__main__":
    m2c.main()
