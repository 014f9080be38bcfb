# Two commands on a fresh machine: make demo, make test. Everything else is in CMakePresets.json.
.PHONY: demo test bench build setup format options-page results results-page clean help
.DEFAULT_GOAL := help

MASK2CAUSE := build/release/mask2cause
CTEST_JOBS ?= 2

help:
	@echo "make demo    set up, build, simulate Lorenz-96, find its graph, show it next to the truth"
	@echo "make test    set up, build, run the whole test suite"
	@echo "make bench   speed, side by side with PyTorch"
	@echo "make results DATA=DIR   run every study and make docs/results.md (hours)"
	@echo "make format  clang-format our own sources"
	@echo "make clean   remove what was built"

setup:
	@tools/setup.sh

build: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target mask2cause-cli

demo: build
	$(MASK2CAUSE) simulate lorenz96 --variables 10 --steps 1000 --seed 1 -o demo/lorenz96.npz
	$(MASK2CAUSE) discover demo/lorenz96.npz --truth demo/lorenz96.npz --top 30 -o demo/lorenz96-graph

test: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release
	@ctest --preset release -j$(CTEST_JOBS)

# Speed, ours beside PyTorch's and beside the machine's own sgemm; wants the machine to itself.
bench:
	@tools/setup.sh libopenblas-dev libbenchmark-dev python3-torch python3-pandas
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench
	@bench/run.py
	@bench/rivals.py
	@bench/read_csv.py

# docs/options.md comes from the option table; a test fails when it is stale.
options-page: build
	$(MASK2CAUSE) options-page > docs/options.md

# docs/results.md comes from the summaries in docs/results; a test fails when it is stale.
results-page: build
	$(MASK2CAUSE) results-page docs/results > docs/results.md

# Every study on the data sets in DATA (docs/studies.md says how to lay them out), then the page.
results: build
	@tools/run_studies.sh "$(MASK2CAUSE)" "$(DATA)"
	@$(MAKE) --no-print-directory results-page

format:
	@clang-format -i $$(git ls-files '*.cc' '*.h')
	@cd report-ui && npm run --silent format >/dev/null

clean:
	@rm -rf build demo report-ui/node_modules
