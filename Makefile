# Floorcall. `make run` shows the table; `make test` runs every check; `make help` names the rest.
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export OMP_NUM_THREADS := 1
export OPENCV_FOR_THREADS_NUM := 1
# Tests start the program hundreds of times: what Python has compiled is kept for the next start.
unexport PYTHONDONTWRITEBYTECODE
SHARED ?= ../shared
HANDS ?= $(SHARED)/data/hands
COUNT ?= 20000
MUTANTS ?=
AGAIN ?=
SEED ?= 7
MESS ?= placed
DRAWER ?= povray
VENUES ?= build/venues
SECONDS ?= 60
DATA ?= build/irregularities
STACKS ?= build/counting
HOUSES := deltin dpc english-arabic invitational tda-2024 upt
HANDS_OF_NIGHT ?= 300
HANDS_OF_DAY ?= 720
# Most tests wait for processes and pages: two workers a core and one more. A file's tests stay with one worker.
WORKERS ?= $(shell echo $$((2 * $$(env -u OMP_NUM_THREADS nproc) + 1)))
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart 3
# How long one long proof may take before it counts as hanging, in seconds.
LONG := -o faulthandler_timeout=3600

.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## name the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

ready:
	@setup/prepare.sh run

ready-test:
	@setup/prepare.sh test

run: ready ## set everything up and start the virtual table (DEMO="--port 9000" for options)
	@PYTHONSAFEPATH=1 exec $(BIN)/floorcall demo $(DEMO)

room: ready-test ## a broker, ten virtual tables and the floor's screen, until Ctrl-C
	@exec $(BIN)/python -m controller.demo.room

test: ready-test ## run every check and test; the checks run beside the tests, which mostly wait
	@$(MAKE) --no-print-directory -j2 pytest lint types imports

lint: ready-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: ready-test
	$(BIN)/mypy

imports: ready-test
	$(BIN)/lint-imports

pytest: ready-test
	$(PYTEST)

again: ready-test ## ask what failed in the last run once more, one at a time: what fails alone is broken
	$(BIN)/python -m pytest -n0 $(AGAIN) --last-failed --last-failed-no-failures none

soak: ready-test ## run the long proofs whole: a thousand replugs and power cuts, a death at any write, a night of hands
	$(PYTEST) $(LONG) -m soak --soak

pairs: ready-test ## a thousand pairs of hands that differ in hidden cards alone: no byte that leaves differs (half an hour)
	PAIRS_OF_A_HOUSE=42 $(BIN)/python -m pytest -n $(WORKERS) --dist load $(LONG) --soak tests/properties/test_hidden_cards.py

courses: ready-test ## the practice course of each house whole, answered in a browser and scored, three at a time (long)
	COURSES=6 $(BIN)/python -m pytest -n3 -rP $(LONG) tests/demo/test_whole_course.py

fuzz: ready-test ## bytes of every kind from outside, SECONDS=60 a target, led by what they reach; the corpus grows
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

leaks: ready-test ## a whole night of HANDS_OF_NIGHT=300 hands with every trouble: each byte that left it searched (20 minutes)
	$(BIN)/python -m tests.leaks --hands $(HANDS_OF_NIGHT)

faults: ready-test ## every row of docs/reliability.md tried whole, a kill after each write, a day at speed: build/faults.md (an hour)
	$(BIN)/python -m tests.faults --hands $(HANDS_OF_DAY)

examples: ready-test ## check the example logs of SHARED=folder against what they expect
	$(BIN)/python -m tests.examples.check $(SHARED)/examples

real-hands: ready-test ## replay the hand histories of HANDS=folder and check every figure
	$(BIN)/python -m tests.real_hands.check $(HANDS)
	$(BIN)/python -m tests.oracle --real $(HANDS)
	$(BIN)/python -m tests.histories.both_ways $(HANDS)

cards: ready-test ## every card by kind and house on one sheet to read: build/cards.txt
	$(BIN)/python -m tests.ruling_cards.sheet -o build/cards.txt

screens: ready-test ## every state and every kind's card in every language on one sheet to look at: build/screens/index.html
	$(BIN)/python -m tests.web.screens -o build/screens

oracle: ready-test ## hold COUNT hands by chance against PokerKit, decision by decision
	$(BIN)/python -m tests.oracle --hands $(COUNT)

mutants: ready-test ## change the rules' code, MUTANTS="modules" or all, and see whether a test notices
	$(BIN)/python -m pip install --quiet --group mutants
	$(BIN)/python -m benchmarks.mutants $(MUTANTS)

bench: bench-replay bench-motion bench-latency bench-memory bench-noise bench-equipment bench-messy-bets bench-unsignalled bench-clean bench-keys bench-touches bench-links bench-journal bench-attacks bench-hotplug bench-firmware oracle sizes ## measure everything

compiled: ready-test ## compile the hot modules into build/compiled; the plain sources stay as they are
	$(BIN)/python setup/compile.py

test-compiled: compiled ## the referee's tests and the examples of SHARED=folder with the compiled modules
	cd build/compiled && $(CURDIR)/$(BIN)/python -m pytest tests/table tests/sensorlog tests/replay/test_at_once.py tests/replay/test_replay_command.py tests/daemon/test_out_of_order.py
	cd build/compiled && $(CURDIR)/$(BIN)/python -m tests.examples.check $(abspath $(SHARED))/examples

bench-replay: compiled ## replay speed on 1,500 real hands of HANDS=folder, with PokerKit beside it; cost of one event
	$(BIN)/python -m benchmarks.replay_speed $(HANDS)
	$(BIN)/python -m benchmarks.live_event $(HANDS)

bench-memory: ready-test ## memory of a replay of 10,000 and of 1,000,000 hands (an hour)
	$(BIN)/python -m benchmarks.memory $(HANDS)

bench-latency: ready-test ## from a device's write to the browser's page; start, memory, idle load
	$(BIN)/python -m benchmarks.latency

bench-noise: ready-test ## false calls per 1,000 clean hands and misses under noise, on the hands of HANDS=folder
	$(BIN)/python -m benchmarks.noise $(HANDS)

bench-equipment: ready-test ## what tables without this or that still judge and find, on the hands of HANDS=folder
	$(BIN)/python -m benchmarks.equipment $(HANDS)

bench-messy-bets: ready-test ## real hands whose bets lie in a mess, read as the counter read such stacks: keyed, called, found (HANDS=folder)
	$(BIN)/python -m benchmarks.messy_bets $(HANDS) --hands 2000 --first 120000

bench-unsignalled: ready-test ## a night of 300 hands of HANDS=folder that nobody signals and whose pots nobody sees pushed
	$(BIN)/python -m benchmarks.unsignalled $(HANDS)

bench-clean: ready-test ## hands by chance, all of them clean, at every house and any equipment: who is called
	$(BIN)/python -m benchmarks.clean_nights --first 110000 --hands 600

bench-keys: ready-test ## what the dealer touches in 1,000 hands of HANDS=folder; a cold start to the first hand on the page
	$(BIN)/python -m benchmarks.keys $(HANDS)
	$(BIN)/python -m benchmarks.first_hand

bench-touches: ready-test ## from a finger on the dealer's display to the changed screen, in every language
	$(BIN)/python -m benchmarks.touches

bench-links: ready-test ## random bytes into the decoder, twenty antennas at ten reads a second, acknowledgements
	$(BIN)/python -m benchmarks.links

bench-journal: ready-test ## what an event and a hand's end cost the journal; 10,000 tamperings by chance
	$(BIN)/python -m benchmarks.journal_cost
	$(BIN)/python -m benchmarks.tampering

bench-attacks: ready-test ## wrong PINs from many addresses, keys while requests hang half sent: what is refused and what goes on
	$(BIN)/python -m benchmarks.attacks

bench-room: ready-test ## 1,000 simulated tables on one broker and one floor screen: delays, load, what a cut loses (5 min)
	$(BIN)/python -m benchmarks.room

bench-nats: ready-test ## a room on a three-node NATS cluster, one node killed while tables play: lost, doubled, heard again (2 min)
	$(BIN)/python -m benchmarks.nats

bench-motion: ready-test ## motions over the betting zones in 120 scripted films, and how well they are timed
	$(BIN)/python -m benchmarks.motion

bench-films: ready-test ## the whole camera on 60 films by the second drawer (SEED=7): motions, their chips, what lies there at the end; draws them first, 15 min
	$(BIN)/python -m benchmarks.films --seed $(SEED)

bench-two-cameras: ready-test ## zones read by one camera and by two (SEED=7): totals right and wrong; draws them first, 6 min
	$(BIN)/python -m benchmarks.two_cameras --seed $(SEED)

bench-firmware: ready-test ## the boards' firmware on a MicroPython: size, memory, events a second, round trip
	$(BIN)/python -m benchmarks.firmware

irregularities: ready-test ## the public benchmark on HANDS=folder, or on the project's few: made, this referee and PokerKit scored: build/irregularities
	$(BIN)/python -m benchmarks.irregularities.make $(DATA) $(if $(wildcard $(HANDS)),--hands $(HANDS))
	$(BIN)/floorcall replay $(DATA)/logs/* --rulebook $(HOUSES) --json > $(DATA)/floorcall.jsonl
	$(BIN)/python -m benchmarks.irregularities.baseline $(DATA) > $(DATA)/pokerkit.jsonl
	$(BIN)/python -m benchmarks.irregularities.score $(DATA) $(DATA)/floorcall.jsonl --name Floorcall > $(DATA)/floorcall.md && cat $(DATA)/floorcall.md
	$(BIN)/python -m benchmarks.irregularities.score $(DATA) $(DATA)/pokerkit.jsonl --name PokerKit --house deltin > $(DATA)/pokerkit.md && cat $(DATA)/pokerkit.md
	$(BIN)/python -m benchmarks.irregularities.figures $(DATA) > $(DATA)/FIGURES.md

counting: ready-test ## the public benchmark of counting: drawn (a quarter of an hour), counted and scored: build/counting
	$(BIN)/python -m benchmarks.counting.make $(STACKS)
	$(BIN)/python -m benchmarks.counting.ours $(STACKS) > $(STACKS)/floorcall.jsonl
	$(BIN)/python -m benchmarks.counting.score $(STACKS) $(STACKS)/floorcall.jsonl --name Floorcall > $(STACKS)/floorcall.md && cat $(STACKS)/floorcall.md
	$(BIN)/python -m benchmarks.counting.figures $(STACKS) > $(STACKS)/FIGURES.md

bench-chips: ready-test ## count chips on POV-Ray tables that nothing was trained on (SEED=7 MESS=placed, tidy, pushed, thrown or mixed; draws them first, 20 min of a core; DRAWER=caster 3 min)
	$(BIN)/python -m benchmarks.chips --seed $(SEED) --mess $(MESS) --drawer $(DRAWER)

bench-counter: ready-test ## count the stacks of the same tables where their places are given: the counter alone
	$(BIN)/python -m benchmarks.chips_given --seed $(SEED)

bench-hotplug: ready-test ## 10,000 times a device pulled out and put back: how long until it is heard again
	for seed in 1 2 3 4 5 6 7 8 9 10; do umockdev-wrapper $(BIN)/python -m tests.hotplug --cycles 1000 --seed $$seed || exit 1; done

nets: ## make the nets anew: Blender's venues, messy stacks, training, figures; six hours and a half of a core, needs Python 3.11
	test -x build/training/bin/python || python3.11 -m venv build/training
	build/training/bin/python -m pip install --quiet ".[training]"
	nice build/training/bin/python -W ignore -m vision.training.blender build/venues
	nice build/training/bin/python -m vision.training.train build/venues
	nice build/training/bin/python -m vision.training.check build/venues
	nice build/training/bin/python -m vision.training.stack_data build/stacks
	nice build/training/bin/python -m vision.training.stack_data build/stacks --venues build/venues
	nice build/training/bin/python -m vision.training.number_train build/stacks
	nice build/training/bin/python -m vision.training.name_data build/stacks build/cuts
	nice build/training/bin/python -m vision.training.name_train build/cuts
	nice build/training/bin/python -m vision.training.sides_train build/venues
	nice build/training/bin/python -m vision.training.sides_check build/venues

bench-strips: ready-test ## figures of the reader on the venues of VENUES=folder that training never saw
	$(BIN)/python -m vision.training.check $(VENUES)

bench-faces: ready-test ## figures of the finder on the venues of VENUES=folder that training never saw, and on tables by chance
	$(BIN)/python -m vision.training.sides_check $(VENUES)

sizes: ready-test ## lines of the largest files and functions
	$(BIN)/python -m benchmarks.sizes

wheels: ready-test ## sdist, plain wheel and compiled wheels into build/dist, each tried afresh (minutes; PYTHONS="paths")
	$(BIN)/python setup/wheels.py

deb: ready-test ## the Debian package of the wheel in build/dist, for this release, into build/deb
	$(BIN)/python setup/deb.py

site: ready-test ## the documents as a site to read: build/site/html
	$(BIN)/python setup/site.py

demo-video: ready-test ## film the virtual table's hand anew (minutes)
	$(BIN)/python -m vision.training.reel controller/demo/film

night: ready-test ## an hour of hands at the virtual table, with power cuts, and some on a busy machine: stacks, calls, touches (half an hour)
	$(BIN)/python -m tests.night --hands 60 --kills 20
	$(BIN)/python -m tests.night --hands 20 --kills 10 --busy 4
	$(BIN)/python -m tests.night --hands 12 --speed 5 --as-shipped

clean: ## remove .venv and what tests and tools left behind
	rm -rf .venv .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist *.egg-info
