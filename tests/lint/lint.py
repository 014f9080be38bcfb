"""The rules of the architecture, checked by reading the sources. Prints each breach as path:line: message."""

import pathlib
import re
import sys

# What each folder of src may include besides itself. Nothing may point up the ladder.
BASE = {"core"}
BESIDE = {"core", "data", "synth", "graph"}
LADDER = BESIDE | {"kernels", "nn", "tape", "model", "train"}
MAY_INCLUDE = {
    "core": set(),
    "data": BASE,
    "synth": BASE | {"data"},
    "graph": BASE | {"data"},
    "kernels": BASE,
    "nn": BASE | {"kernels"},
    "tape": BASE | {"kernels", "nn"},
    "model": BASE | {"kernels", "nn", "data"},
    "train": BASE | {"kernels", "nn", "model", "data", "graph"},
    "methods": LADDER,
    "rivals": LADDER | {"methods"},
    "forecast": LADDER,
    "report": BESIDE | {"methods", "model"},
    "study": LADDER | {"methods", "forecast", "report"},
}
MOST_LINES = 800
THREADS = re.compile(r"\bstd::(thread|jthread|async)\b|\bpthread_create\b|#\s*pragma\s+omp\b")
PRINTS = re.compile(
    r"(?<![\w.>])(?:std::)?(?:printf|fprintf|vprintf|puts|fputs|putchar|perror)\s*\("
    r"|\bstd::(?:cout|cerr|clog)\b|fmt::print\b")
ENDS = re.compile(r"(?<![\w.>:])(?:std::|::)?(?:exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(")
INTRINSICS = re.compile(r"^(?:[a-z]*mmintrin\.h|immintrin\.h|x86intrin\.h|arm_neon\.h|arm_sve\.h|hwy/.*)$")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def without_comments(text):
    """Comments and the insides of string literals blanked; lines keep their numbers."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)

    def blank(match):
        whole = match.group(0)
        if whole.startswith('"'):
            return '"' + " " * (len(whole) - 2) + '"'
        return re.sub(r"[^\n]", " ", whole)

    return pattern.sub(blank, text)


def includes(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def check_ladder(path, text):
    folder = path.parts[1]
    if folder not in MAY_INCLUDE:
        yield 1, f"src/{folder} has no place on the ladder yet: add it to MAY_INCLUDE"
        return
    for number, ours, name in includes(text):
        other = name.split("/")[0]
        if ours and other != "mask2cause" and other != folder and other not in MAY_INCLUDE[folder]:
            yield number, f"src/{folder} must not include '{name}'"


def check_cli(path, text):
    for number, ours, name in includes(text):
        if ours and "/" in name and not name.startswith("mask2cause/"):
            yield number, f"the command line sees only include/mask2cause, not '{name}'"


def check_public(path, text):
    for number, ours, name in includes(text):
        if (ours and not name.startswith("mask2cause/")) or (not ours and "/" in name):
            yield number, f"a public header must not include '{name}'"


def check_intrinsics(path, text):
    if path.parts[:2] == ("src", "kernels"):
        return
    for number, _, name in includes(text):
        if INTRINSICS.match(name):
            yield number, f"instruction sets live in src/kernels, not here: '{name}'"


def search_lines(text, pattern, message):
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        if pattern.search(line):
            yield number, message


def check_threads(path, text):
    if path.parts[:2] != ("src", "core") or path.stem != "parallel":
        yield from search_lines(text, THREADS, "threads are made in src/core/parallel only")


def check_silence(path, text):
    yield from search_lines(text, PRINTS, "the library never prints")
    yield from search_lines(text, ENDS, "the library never exits or aborts")


def check_length(path, text):
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield lines, f"{lines} lines; {MOST_LINES} is the most"


# Which files each rule reads, by their first folder.
RULES = [
    ({"src"}, check_ladder),
    ({"cli"}, check_cli),
    ({"include"}, check_public),
    ({"src", "include", "cli"}, check_intrinsics),
    ({"src", "include", "cli"}, check_threads),
    ({"src", "include"}, check_silence),
    ({"src", "include", "cli", "tests", "bench", "fuzz", "tools"}, check_length),
]
SUFFIXES = {".cc", ".h", ".py"}


def breaches(root):
    root = pathlib.Path(root)
    found = []
    for file in sorted(root.glob("*/**/*")):
        path = file.relative_to(root)
        if file.suffix not in SUFFIXES or not file.is_file():
            continue
        rules = [rule for folders, rule in RULES if path.parts[0] in folders]
        text = file.read_text(encoding="utf-8") if rules else ""
        found += [f"{path}:{line}: {message}" for rule in rules for line, message in rule(path, text)]
    return found


if __name__ == "__main__":
    result = breaches(sys.argv[1] if len(sys.argv) > 1 else ".")
    print("\n".join(result))
    sys.exit(1 if result else 0)
