# make, make run, make test: each first installs the Debian packages that it needs (see `make deps`).

SHELL = /bin/bash
PREFIX = /usr/local
# The shipped plugins and the Swift runtime are in LIBDIR/tabd, the program of plugin processes in LIBEXECDIR/tabd.
LIBDIR = $(PREFIX)/lib
LIBEXECDIR = $(PREFIX)/libexec
DESTDIR =
# STRIP=--strip-debug keeps the names of functions for backtraces.
STRIP = --strip-unneeded
CONFIGURATION = debug
PLUGINS = .build/tabd-plugins
SDK = .build/tabd-sdk
# The compiler's TMPDIR, so that `make clean` removes the files that it leaves behind.
BUILD_TMP = $(CURDIR)/.build/tmp
SWIFT = swift
# Debian 12 and 13 have different versions of utf8proc, so Package.swift links the static library if there is one.
# Each build leaves an empty folder there.
SWIFT_BUILD = mkdir -p "$(BUILD_TMP)" && find "$(BUILD_TMP)" -maxdepth 1 -name 'TemporaryDirectory.*' -mmin +600 -exec rm -r {} + && TABD_UTF8PROC="$$($(CC) -print-file-name=libutf8proc.a)" TMPDIR="$(BUILD_TMP)" $(SWIFT) build
# Tests use the user's TMPDIR: a path below this directory may be too long for a socket.
TEST_ENVIRONMENT = TABD_TEST_TMPDIR="$${TMPDIR:-/tmp}" TMPDIR="$(BUILD_TMP)"
TEST_BUILD = .build-tests
TESTS = $(TEST_BUILD)/debug/tabdPackageTests.xctest
# swiftly installs the toolchain here; a shell without a profile does not search this directory.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin
# Release programs do not contain the path of the build directory. They have no debug information, as `make install`
# would remove it anyway. The linker leaves out functions that nothing uses, as each has its own section.
RELEASE_FLAGS = -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." $(foreach compiler,cc cxx,-X$(compiler) "-ffile-prefix-map=$(CURDIR)=.")
RELEASE_PLUGINS = .build/tabd-plugins-release
# The time at which the last complete release build started.
RELEASE_STAMP = .build/release-stamp$(if $(WINDOW),-window)

BUILD_PACKAGES = gcc gettext libc6-dev libdbus-1-dev libfribidi-dev libmd-dev libpng-dev libsqlite3-dev libsystemd-dev \
    libturbojpeg0-dev libutf8proc-dev pkg-config
RUN_PACKAGES = dbus libglib2.0-bin
INSTALL_PACKAGES = patchelf
DEB_PACKAGES = debhelper dpkg-dev lintian
# PackageTests install the Debian packages on a system that mmdebstrap makes. Only .ci/run and release-check install these.
DEB_TEST_PACKAGES = $(DEB_PACKAGES) mmdebstrap
TEST_PACKAGES = $(INSTALL_PACKAGES) adwaita-icon-theme cmark-gfm dbus-bin dbus-tests fish fzf \
    golang-github-burntsushi-toml-dev jq libvterm-dev libxml2-utils mandoc python3-dbus python3-gi systemd tmux zsh
# The window, and what its tests need: a display, its keys and pointer, and screen readers.
WINDOW_PACKAGES = libadwaita-1-dev librsvg2-common
WINDOW_TEST_PACKAGES = adwaita-icon-theme at-spi2-core desktop-file-utils fonts-dejavu-core gir1.2-gtk-4.0 python3-gi \
    xdotool xvfb
# With the window; `make install WINDOW=1` builds and installs it too.
WINDOW =
HAS_WINDOW = $(shell pkg-config --exists libadwaita-1 2>/dev/null && echo 1)
# What `make docs` renders with.
DOCS_PACKAGES = cmark-gfm mandoc python3
# Where `make docs` puts the pages.
DOCS = .build/docs
# What counts instructions.
COUNT_PACKAGES = python3 valgrind
# What WaybarTests runs: only .ci/run installs it too.
BAR_PACKAGES = at-spi2-core gir1.2-atspi-2.0 grim python3-gi sway waybar
# What CodeGeneratorTests compiles with. They are some hundred megabytes, so only .ci/run installs them, and the tests
# are skipped elsewhere if they are missing.
GENERATOR_PACKAGES = g++ libglib2.0-dev qt6-base-dev
# The media player of MediaPlayerTests, likewise.
PLAYER_PACKAGES = mpv mpv-mpris playerctl

# What the tests of another machine need. The server's package also starts a server on the machine, so only .ci/run
# installs it, and the tests are skipped elsewhere if it is missing.
SSH_PACKAGES = openssh-client openssh-server

# The time of `make fuzz` for each target; TARGET=... selects one.
SECONDS ?= 60
# `debug` is built in a third of the time, and tries a third of the inputs.
FUZZ_CONFIGURATION = release

.PHONY: all bar-deps bench build built ci clean counts counts-lower deb deb-test-deps deps docs fuzz \
    generator-deps help install lint player-deps plugins release release-check run sanitize sanitize-parsers screenshot \
    ssh-test-deps stress test test-build test-deps uninstall window window-deps window-pictures \
    window-test-deps

all: plugins

help:
	@printf '%s\n' \
		'make                  build tabd, tabctl and the plugins' \
		'make run              show the Clock on this terminal, with a bus of its own' \
		'make window           the same in a window' \
		'make test             build and run all tests' \
		'make lint             check the format, the prose and the scripts' \
		'make ci               what continuous integration runs' \
		'make release-check    follow README.md in new Debian systems, as root' \
		'make deb              build Debian packages in .build/deb' \
		'make release          build for make install' \
		'make install          install into PREFIX ($(PREFIX)), after make release' \
		'make docs             write the documentation as HTML to $(DOCS)' \
		'make clean            remove what was built' \
		'' \
		'CONTRIBUTING.md has the long checks: stress, sanitize, fuzz, bench and counts.'

# Installs missing packages of the lists above with apt-get, through sudo unless you are root. Swift is only checked.
deps:
	@scripts/deps --swift $(BUILD_PACKAGES) $(RUN_PACKAGES)

# Where the window is built, its tests run too.
test-deps: deps
	@scripts/deps $(TEST_PACKAGES) $(if $(HAS_WINDOW),$(WINDOW_PACKAGES) $(WINDOW_TEST_PACKAGES))

window-deps: deps
	@scripts/deps $(WINDOW_PACKAGES)

window-test-deps: window-deps
	@scripts/deps $(WINDOW_TEST_PACKAGES)

deb-test-deps: window-test-deps
	@scripts/deps $(DEB_TEST_PACKAGES)

bar-deps: deps
	@scripts/deps $(BAR_PACKAGES)

generator-deps: deps
	@scripts/deps $(GENERATOR_PACKAGES)

ssh-test-deps: deps
	@scripts/deps $(SSH_PACKAGES)

player-deps: deps
	@scripts/deps $(PLAYER_PACKAGES)

# Without targets that only tests need.
build plugins window: export TABD_SHIPPED = 1
build plugins: export TABD_WINDOW = $(WINDOW)

build: deps
	@$(SWIFT_BUILD) -c $(CONFIGURATION) $(if $(filter release,$(CONFIGURATION)),$(RELEASE_FLAGS))
	@scripts/stage-catalogs "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)/../share/locale"

# The bundled plugins in directories for `tabd --plugin-path`, and the SDK for `tabctl plugin new`.
plugins: build
	@scripts/stage-plugins "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)"
	@scripts/stage-sdk "$(SDK)"

# A demo on a private bus, interactive on a terminal. BUS=session uses the session bus.
run: plugins
	@BUS="$(or $(BUS),private)" scripts/run "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)"

# Builds tabd-window, and opens it for the demo where there is a display. BUS=session uses the session bus.
window: window-deps
	@$(MAKE) --no-print-directory plugins WINDOW=1
	@BUS="$(or $(BUS),private)" FRONT_END=window scripts/run "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)"

# Draws pictures of the window's pages into PICTURES. README.md shows two of them.
PICTURES = .build/pictures
window-pictures: window-test-deps
	@scripts/deps imagemagick
	@$(MAKE) --no-print-directory plugins WINDOW=1
	@scripts/window-pictures "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)" "$(PICTURES)"

# Draws the pictures in README.md from real terminals.
screenshot: test-deps plugins
	@scripts/screenshot "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(PLUGINS)" docs/images

# The guides, the contract, the man pages and the SDK's reference as HTML: DOCS/index.html.
docs: plugins
	@scripts/deps $(DOCS_PACKAGES)
	@mkdir -p "$(BUILD_TMP)"
	@TMPDIR="$(BUILD_TMP)" scripts/docs "$$($(SWIFT_BUILD) -c $(CONFIGURATION) --show-bin-path)" "$(DOCS)"

# The number of parallel tests. Each has a bus, a daemon and plugins; more of them would only wait for each other.
test stress: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 12

# With optimized programs, which take half the time (Package.swift), in a build directory of their own.
# The window's tests run where its packages are, see `make window-test-deps`.
test-build: export TABD_OPTIMIZED = 1
test-build: export TABD_WINDOW = $(HAS_WINDOW)
test-build: test-deps
	@$(SWIFT_BUILD) --build-tests --scratch-path $(TEST_BUILD)
	@scripts/stage-catalogs "$$($(SWIFT_BUILD) --scratch-path $(TEST_BUILD) --show-bin-path)/../share/locale"

test: test-build
	@$(TEST_ENVIRONMENT) scripts/test $(TESTS) $(TEST_BUILD)/test.log

# What continuous integration runs. PARTS="lint tests" selects parts of .ci/parts.
ci:
	@.ci/run $(PARTS)

# The stress tests with many random operations: MINUTES for all of them together, else at most 20 for each part.
# PART="kills bus" selects parts of scripts/stress, and SEED the operations.
stress: test-build
	@SEED="$(SEED)" $(TEST_ENVIRONMENT) scripts/stress $(TESTS) "$(MINUTES)" $(PART)

# Before a release: follows README.md in new Debian systems, and the tutorial in systems with only the packages and Swift.
# SUITES="bookworm" selects the systems of README.md. Needs root.
SUITES = bookworm trixie
release-check: deb-test-deps
	@scripts/release-check $(SUITES)
	@$(MAKE) --no-print-directory test-build
	@TABD_RELEASE=1 $(TEST_ENVIRONMENT) $(TESTS) --testing-library swift-testing --filter PackageTests

# Runs the fuzz targets with libFuzzer and the address sanitizer; `make test` only runs them on their corpora.
fuzz: deps
	@CONFIGURATION=$(FUZZ_CONFIGURATION) scripts/fuzz "$(SECONDS)" $(TARGET)

# Tests the code that parses foreign bytes, and the path of every call, with the address and the thread sanitizer. Each
# sanitizer needs its own build. Isolated plugins are excluded: a sanitizer needs more than their memory limit, and
# instrumented libraries do not find the thread sanitizer's functions in a program.
SANITIZERS = address thread
SANITIZED = DBusConnectionTests|CorpusTests|\.(Attach|Service|ClientLimit|ViewRefusal|Delegate|PopoverDelegate|Window)Tests
# This test also runs with an isolated plugin.
NOT_SANITIZED = Attach returns the state at the time of the call

sanitize: export ASAN_OPTIONS = detect_leaks=0:abort_on_error=1
sanitize: export TSAN_OPTIONS = halt_on_error=1:suppressions=$(CURDIR)/Tests/tsan.supp
sanitize: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 6
sanitize: test-deps plugins
	for sanitizer in $(SANITIZERS); do \
		$(SWIFT_BUILD) --build-tests --sanitize $$sanitizer --scratch-path .build/$$sanitizer || exit 1; \
		.build/$$sanitizer/debug/tabdPackageTests.xctest --testing-library swift-testing --filter '$(SANITIZED)' \
			--skip '$(NOT_SANITIZED)' || exit 1; done

# What .ci/run runs of it: only the modules that parse the bytes of other programs and files, in builds without the rest
# of the package (TABD_PARSERS in Package.swift), which take two to three minutes each. The daemon's own parsers run with the
# address sanitizer in `make fuzz`. Left out are a test of the daemon, which these builds do not have, and a test that
# measures time. The store's tests can't run with the thread sanitizer: they open many stores at once, where the daemon has
# one, and the lock of a store is also in a variable of the process.
NOT_PARSERS = MutatedStartTests|the largest documents are read within seconds
NOT_PARSERS_thread = |TabStoreTests

sanitize-parsers: export TABD_PARSERS = 1
sanitize-parsers: export ASAN_OPTIONS = detect_leaks=0:abort_on_error=1
sanitize-parsers: export TSAN_OPTIONS = halt_on_error=1:suppressions=$(CURDIR)/Tests/tsan.supp
sanitize-parsers: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 6
sanitize-parsers: test-deps
	@$(foreach sanitizer,$(SANITIZERS),$(MAKE) --no-print-directory sanitize-parsers-$(sanitizer) &&) true

sanitize-parsers-%:
	@$(SWIFT_BUILD) --build-tests --sanitize $* --scratch-path .build-parsers-$*
	@set -o pipefail; $(TEST_ENVIRONMENT) NO_COLOR=1 .build-parsers-$*/debug/tabdPackageTests.xctest --testing-library swift-testing \
		--skip '$(NOT_PARSERS)$(NOT_PARSERS_$*)' 2>&1 | { grep -vP '^(◇|➜|✔ (?!Test run))' || true; }

bench: deps
	$(MAKE) -C Benchmarks bench

# Compares instructions, bytes and memory with Benchmarks/counts.tsv, and writes down lower ones.
counts counts-lower: built
	@scripts/deps $(COUNT_PACKAGES)
	@$(MAKE) --no-print-directory -C Benchmarks counted
	@scripts/counts.py $(if $(filter counts-lower,$@),--lower)

release:
	@scripts/deps $(INSTALL_PACKAGES)
	@mkdir -p .build && touch $(RELEASE_STAMP).new && rm -rf $(RELEASE_PLUGINS)
	@$(MAKE) --no-print-directory $(if $(WINDOW),window-deps) plugins CONFIGURATION=release PLUGINS=$(RELEASE_PLUGINS) WINDOW=$(WINDOW)
	@mv $(RELEASE_STAMP).new $(RELEASE_STAMP)

# A complete release build, unless there is one of the current sources.
built: $(RELEASE_STAMP)

# Debian packages, in .build/deb.
deb:
	@scripts/deps $(DEB_PACKAGES)
	@$(MAKE) --no-print-directory built WINDOW=1
	@scripts/as-owner scripts/deb .build/deb
	@echo "The packages are:" && ls -1 .build/deb/*.deb

$(RELEASE_STAMP): $(shell find Package.swift Plugins Sources)
	@scripts/as-owner $(MAKE) --no-print-directory release WINDOW=$(WINDOW)

# After `make release`, an install compiles nothing and needs no network. It copies the runtime from the toolchain.
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export LIBEXECDIR := $(LIBEXECDIR)
install: export STRIP := $(STRIP)
install:
	@scripts/install --check "$(PREFIX)" "$(DESTDIR)"
	@$(MAKE) --no-print-directory $(RELEASE_STAMP)
	@WINDOW=$(WINDOW) scripts/install .build/release $(RELEASE_PLUGINS) "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@scripts/install --uninstall "$(PREFIX)" "$(DESTDIR)"

# Checks the format of the code, the prose, and the syntax of the scripts.
lint:
	$(SWIFT) format lint --strict --recursive --parallel Fuzz Package.swift Plugins Sources Tests scripts/sdk share
	@for script in .ci/run Benchmarks/*.sh $(filter-out scripts/sdk scripts/site scripts/rules scripts/prose-exceptions %.py,$(wildcard scripts/*)); do \
		bash -n "$$script" || exit 1; done
	@scripts/prose

clean:
	$(SWIFT) package clean
	rm -rf "$(PLUGINS)" "$(SDK)" .build/docs .build/docs-symbols .build/release-check $(RELEASE_PLUGINS) .build/release-stamp* .build-fuzz .build-parsers-* $(TEST_BUILD) .build/*/share
	$(MAKE) -C Benchmarks clean
	for makefile in Plugins/*/Makefile; do $(MAKE) -C "$${makefile%/*}" clean || exit 1; done
