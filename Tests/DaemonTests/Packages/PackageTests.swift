import Foundation
import TestSupport

/// The Debian packages on a system that has nothing but them.
///
/// These tests need root, some hundred megabytes from Debian's archive, and a build with the window. In CI a missing
/// program is a failure.
@Suite struct PackageTests {
    private static let canRun: Bool = {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let programs = ["dh", "lintian", "mmdebstrap", "patchelf", "Xvfb", "xdotool"]
        return getuid() == 0 && HouseCommand.isInstalled(HouseCommand.binaries + "/tabd-window")
            && HouseCommand.succeeds(["sh", "-c", programs.map { "command -v \($0)" }.joined(separator: " && ")])
    }()

    @Test(.enabled(if: canRun, "needs root, mmdebstrap, debhelper, lintian, Xvfb, xdotool and a build of the window"))
    func `the packages install, run, upgrade and leave without a trace but the user's state`() async throws {
        let packages = try await onThread { try BuiltPackages() }
        async let older: Void = onThread { try Self.run(packages) }
        async let newer: Void = onThread {
            try ConsoleTour(of: "README.md", section: "A tour")
                .run(on: PackageSystem(packages, on: "trixie", with: Self.tourPackages))
        }
        _ = try await (older, newer)
    }

    /// The author of a plugin installs the packages, and Swift with what it needs.
    ///
    /// This takes minutes, so only `make release-check` runs it.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TABD_RELEASE"] == "1" && canRun, "needs TABD_RELEASE=1"))
    func `the tutorial works with the packages and Swift alone`() async throws {
        try await onThread {
            let swift = try HouseCommand.run(["sh", "-c", "readlink -f \"$(command -v swift)\""]).succeeded().output
            let toolchain = URL(fileURLWithPath: swift.trimmingCharacters(in: .whitespacesAndNewlines))
                .deletingLastPathComponent().deletingLastPathComponent().path
            let packages = try BuiltPackages()
            for release in ["bookworm", "trixie"] {
                let system = try PackageSystem(
                    packages, on: release, with: Self.authorPackages(of: release), toolchain: toolchain)
                try ConsoleTour(of: "docs/plugin-tutorial.md").run(on: system)
            }
        }
    }

    /// `make`, and what Swift needs of Debian.
    private static func authorPackages(of release: String) -> [String] {
        let linker = release == "bookworm" ? "binutils" : "binutils-gold"
        let libraries = ["curl4-openssl", "edit", "ncurses", "sqlite3", "xml2"].map { "lib\($0)-dev" }
        return ["g++", "libc6-dev", linker, "make", "tzdata", "zlib1g-dev"] + libraries
    }

    /// dbus-send, gdbus and busctl.
    private static let tourPackages = ["dbus-bin", "libglib2.0-bin", "systemd"]

    private static func run(_ packages: BuiltPackages) throws {
        let system = try PackageSystem(packages, on: "bookworm", with: tourPackages + ["sudo", "xdotool"])
        try checkFiles(of: system)
        try ConsoleTour(of: "README.md", section: "A tour").run(on: system)
        try checkPluginProject(on: system)
        try checkWindow(on: system)
        try checkUpgrade(of: system)
        try checkPurge(of: system)
    }

    /// The libraries are there without a toolchain, and the pages link to files.
    private static func checkFiles(of system: PackageSystem) throws {
        try system.run(
            #"""
            if command -v swift || command -v cc; then exit 1; fi
            find /usr/bin/tabctl /usr/bin/tabd* /usr/libexec/tabd /usr/lib/tabd -type f | while read -r file; do
                case $(ldd "$file" 2>&1) in *"not found"*) echo "$file: $(ldd "$file")"; exit 1 ;; esac
            done
            test -x /usr/libexec/tabd/tabd-plugin-host
            test -f /usr/lib/tabd/plugins/clock/plugin.toml
            cd /usr/share/doc/tabd
            ls README.md LICENSE CHANGELOG.md licenses/swift/LICENSE.txt >/dev/null
            test -x docs/examples/todo.py
            test -f /usr/share/zsh/vendor-completions/_tabctl
            find . -name '*.md' | while read -r page; do
                grep -oE '\]\([^)# ]+' "$page" | cut -c3- | grep -vE '^[a-z]+:' | while read -r link; do
                    test -e "$(dirname "$page")/$link" || { echo "$page links to $link"; exit 1; }
                done
            done
            """#
        ).succeeded()
    }

    /// The templates and the header are there. The C compiler is that of this machine.
    private static func checkPluginProject(on system: PackageSystem) throws {
        let result = try system.run(
            """
            session
            cd /home/ann
            ann tabctl plugin new hello_c --c >/dev/null
            ann tabctl plugin new hello --swift >/dev/null
            cat hello_c/Makefile
            """
        ).succeeded()
        #expect(result.output.contains("TABD_INCLUDE ?= /usr/include/tabd\n"))
        try HouseCommand.run([
            "sh", "-ec",
            """
            cd "$0/home/ann/hello_c"
            export PKG_CONFIG_PATH="$0/usr/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$0"
            gcc -std=gnu11 -shared -fPIC $(pkg-config --cflags tabd) -o libhello_c.so hello_c.c
            test "$(pkg-config --variable=plugindir tabd)" = "$0/usr/lib/tabd/plugins" ||
                test "$(pkg-config --variable=plugindir tabd)" = /usr/lib/tabd/plugins
            """, system.root,
        ]).succeeded()
        try checkSwiftPlugin(on: system)
    }

    /// A plugin that was built on this machine, without optimization and with libraries that no program of tabd uses, runs
    /// from the package that the page for authors makes.
    private static func checkSwiftPlugin(on system: PackageSystem) throws {
        try HouseCommand.run(
            [
                "bash", "-ec",
                """
                cd "$0/home/ann/hello"
                source=Sources/Hello.swift
                for module in FoundationEssentials Observation RegexBuilder; do sed -i "1i import $module" "$source"; done
                cat >>"$source" <<'END'

                @Observable final class Shown {
                    var text = Date.now.formatted(.iso8601).replacing(Regex { One(.digit) }, with: "0")
                }

                nonisolated(unsafe) let shown = Shown()
                END
                make TABD_SDK="$0/usr/share/tabd-sdk" CONFIGURATION=debug
                readelf --dynamic build/hello/libhello.so
                """, system.root,
            ], timeout: 1800
        ).succeeded()
        try system.run(
            """
            echo 'ann ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/ann
            session
            test "$(ann tabctl plugin check /home/ann/hello/build/hello)" = "hello: Hello 0.1.0, ABI 1, offers hello.Hello"
            """
        ).succeeded()
        try ConsoleTour(of: "docs/sharing-plugins.md").run(on: system)
    }

    /// A window opens on a controller of a daemon that the bus started.
    private static func checkWindow(on system: PackageSystem) throws {
        let display = try VirtualDisplay()
        try system.run(
            """
            session
            test "$(ann tabd-window --version)" = \(TabVersion.current)
            ann tabctl create --title Shown clock.WorldClock >/dev/null
            export DISPLAY=\(display.name)
            ann env GDK_BACKEND=x11 GSK_RENDERER=cairo tabd-window shown &
            timeout 60 xdotool search --sync --onlyvisible --name Shown
            """
        ).succeeded()
    }

    /// A running daemon stays. The next one has every tab.
    private static func checkUpgrade(of system: PackageSystem) throws {
        try system.makeUpgrade(to: "0.1.1")
        try system.run(
            """
            session
            ann tabctl create --title Kept clock.WorldClock clock.Stopwatch >/dev/null
            ann tabctl create --title Papers notes.Notes >/dev/null
            ann tabctl tap kept Stopwatch
            process() {
                ann busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID s org.tabd.Tabs1 |
                    cut -d' ' -f2
            }
            old=$(process)
            ann tabctl list >/run/ann/before
            dpkg --install /tmp/upgrade/*.deb >/dev/null
            test "$(dpkg-query --show --showformat='${Version}' tabd)" = 0.1.1
            # The daemon of the old version goes on, and starts processes for plugins.
            ann tabctl tap kept 'World Clock'
            ann tabctl create --title More notes.Notes >/dev/null
            ann tabctl destroy more
            ann tabctl tap kept Stopwatch
            test "$(process)" = "$old"
            ann tabctl list | diff /run/ann/before -
            kill -KILL "$old" && timeout 30 tail --pid="$old" -f /dev/null
            ann tabctl list | diff /run/ann/before -
            test "$(process)" != "$old"
            """
        ).succeeded()
    }

    private static func checkPurge(of system: PackageSystem) throws {
        try system.run(
            """
            dpkg --purge tabd-hello tabd-window libtabd-plugin-dev tabd
            for path in /etc/tabd /usr/bin/tabctl /usr/bin/tabd* /usr/include/tabd /usr/lib/tabd /usr/libexec/tabd /usr/share/doc/tabd \
                /usr/share/tabd*; do
                if [ -e "$path" ]; then echo "$path is left" && exit 1; fi
            done
            find /home/ann/.local/state/tabd -type f -size +0 | grep .
            """
        ).succeeded()
    }
}
