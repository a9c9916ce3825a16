# make, make run, make test: each installs first what Debian packages it needs (see `make deps`).

SHELL = /bin/bash
PREFIX = /usr/local
DESTDIR =
CONFIGURATION = debug
PLUGINS = .build/tabd-plugins
SDK = .build/tabd-sdk
# What the compiler leaves in TMPDIR goes with `make clean`, not into the user's.
BUILD_TMP = $(CURDIR)/.build/tmp
SWIFT = swift
SWIFT_BUILD = mkdir -p "$(BUILD_TMP)" && TMPDIR="$(BUILD_TMP)" $(SWIFT) build
# Tests keep their files in the user's TMPDIR: a path below this folder may be too long for a socket.
SWIFT_TEST = TABD_TEST_TMPDIR="$${TMPDIR:-/tmp}" TMPDIR="$(BUILD_TMP)" $(SWIFT) test
# Where swiftly puts the toolchain, which a shell without a profile does not search.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin
# A program that is shipped does not name the folder that it was built in, and has no debug information, which `make
# install` would remove.
RELEASE_FLAGS = -debug-info-format none -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." $(foreach compiler,cc cxx,-X$(compiler) "-ffile-prefix-map=$(CURDIR)=.")
RELEASE_PLUGINS = .build/tabd-plugins-release
# As new as the sources that the last complete release build began with.
RELEASE_STAMP = .build/release-stamp

BUILD_PACKAGES = gcc libc6-dev libdbus-1-dev libfribidi-dev libsqlite3-dev libsystemd-dev libutf8proc-dev pkg-config
RUN_PACKAGES = dbus libglib2.0-bin
TEST_PACKAGES = adwaita-icon-theme dbus-bin dbus-tests golang-github-burntsushi-toml-dev libvterm-dev libxml2-utils mandoc \
    python3-dbus python3-gi systemd tmux

# How long `make fuzz` has for each target; TARGET=... names one.
SECONDS ?= 60

.PHONY: all bench build clean deps fuzz install lint plugins release run sanitize screenshot stress test test-deps uninstall

all: plugins

# What is missing of the packages above, with apt-get, through sudo when not root. Swift itself is only checked.
deps:
	@scripts/deps --swift $(BUILD_PACKAGES) $(RUN_PACKAGES)

test-deps: deps
	@scripts/deps $(TEST_PACKAGES)

# Without what only tests need.
build plugins: export TABD_SHIPPED = 1

build: deps
	@$(SWIFT_BUILD) -c $(CONFIGURATION) $(if $(filter release,$(CONFIGURATION)),$(RELEASE_FLAGS))

# The shipped plugins in folders, as `tabd --plugin-path` wants them, and the SDK that `tabctl plugin new` looks for.
plugins: build
	@scripts/stage-plugins "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)"
	@scripts/stage-sdk "$(SDK)"

# A tab bar controller on a bus of its own; live on a terminal. BUS=session takes the session's bus.
run: plugins
	@BUS="$(or $(BUS),private)" scripts/run "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)"

# The pictures in README.md, drawn from real terminals.
screenshot: test-deps plugins
	@scripts/screenshot "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)" docs/images

# So many tests at once: each has a bus, a daemon and plugins, and more of them would only wait for each other.
test stress: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 8

test: test-deps plugins
	@$(SWIFT_BUILD) --build-tests
	@set -o pipefail; $(SWIFT_TEST) 2>&1 | tee .build/test.log | grep --line-buffered -v '^◇' \
		|| { echo "These tests failed; .build/test.log has all they said:"; grep '^✘ Test' .build/test.log; exit 1; }

# The tests with random operations, many more of them, and what the sanitizers say; everything at once alone, as others
# would wait for it.
stress: test-deps plugins sanitize
	TABD_STRESS=1 $(SWIFT_TEST) --filter '[Ss]tress' --skip TurmoilStressTests 2>&1
	TABD_STRESS=1 $(SWIFT_TEST) --filter TurmoilStressTests 2>&1

# The fuzz targets with libFuzzer and the address sanitizer; `make test` runs them on their corpora alone.
fuzz: deps
	@scripts/fuzz "$(SECONDS)" $(TARGET)

# What reads bytes of others, and what every call goes through, under the address and the thread sanitizer; each of
# them needs a build of its own. Isolated plugins are left out: their limit of memory is far below what a sanitizer takes;
# and so are libraries with code that is instrumented, which don't find the thread sanitizer's functions in a program.
SANITIZERS = address thread
SANITIZED = DBusConnectionTests|CorpusTests|\.(Service|ClientLimit|ViewRefusal|Delegate|PopoverDelegate|Window)Tests
# Also runs with an isolated plugin.
NOT_SANITIZED = Attach tells what was so

sanitize: export ASAN_OPTIONS = detect_leaks=0:abort_on_error=1
sanitize: export TSAN_OPTIONS = halt_on_error=1:suppressions=$(CURDIR)/Tests/tsan.supp
sanitize: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 6
sanitize: test-deps plugins
	for sanitizer in $(SANITIZERS); do \
		$(SWIFT_BUILD) --build-tests --sanitize $$sanitizer --scratch-path .build/$$sanitizer || exit 1; \
		.build/$$sanitizer/debug/tabdPackageTests.xctest --testing-library swift-testing --filter '$(SANITIZED)' \
			--skip '$(NOT_SANITIZED)' || exit 1; done

bench: deps
	$(MAKE) -C Benchmarks bench

release:
	@mkdir -p .build && touch $(RELEASE_STAMP).new && rm -rf $(RELEASE_PLUGINS)
	@$(MAKE) --no-print-directory plugins CONFIGURATION=release PLUGINS=$(RELEASE_PLUGINS)
	@mv $(RELEASE_STAMP).new $(RELEASE_STAMP)

$(RELEASE_STAMP): $(shell find Package.swift Plugins Sources)
	@scripts/as-owner $(MAKE) --no-print-directory release

# After `make release`, an install needs neither Swift nor the network.
install:
	@scripts/install --check "$(PREFIX)" "$(DESTDIR)"
	@$(MAKE) --no-print-directory $(RELEASE_STAMP)
	@scripts/install .build/release $(RELEASE_PLUGINS) "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@scripts/install --uninstall "$(PREFIX)" "$(DESTDIR)"

# The format of the code, phrases that are hard to read, and the syntax of the scripts.
lint:
	$(SWIFT) format lint --strict --recursive --parallel Fuzz Package.swift Plugins Sources Tests scripts/sdk share
	@for script in .ci/run Benchmarks/*.sh $(filter-out scripts/sdk scripts/rules scripts/prose-exceptions %.py,$(wildcard scripts/*)); do \
		bash -n "$$script" || exit 1; done
	@scripts/prose

clean:
	$(SWIFT) package clean
	rm -rf "$(PLUGINS)" "$(SDK)" $(RELEASE_PLUGINS) $(RELEASE_STAMP) .build-fuzz
	$(MAKE) -C Benchmarks clean
	for makefile in Plugins/*/Makefile; do $(MAKE) -C "$${makefile%/*}" clean || exit 1; done
