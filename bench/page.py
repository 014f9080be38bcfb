"""Where and when something was measured, and its way into docs/performance.md."""

import datetime
import os
import pathlib
import platform
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]


def when_and_where():
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], check=True, capture_output=True,
                            text=True).stdout.strip()
    info = pathlib.Path("/proc/cpuinfo").read_text()
    name = re.search(r"model name\s*: (.*)", info)
    wide = ", AVX-512" if " avx512vl " in info else ""
    cpu = (name.group(1) if name else platform.machine()) + wide
    return f"{datetime.date.today()}, commit {commit}, {cpu}, {os.cpu_count()} cores"


def put_into(path, mark, text):
    """Replaces what stands between <!-- mark --> and <!-- end of mark -->."""
    old = path.read_text()
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    path.write_text(old[:old.index(begin) + len(begin)] + text + old[old.index(end):])
