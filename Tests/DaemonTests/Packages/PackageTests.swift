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
        try await onThread { try Self.run() }
    }

    private static func run() throws {
        // dbus-send, gdbus and busctl, which the tour uses, and what looks for the window.
        let system = try PackageSystem(with: ["dbus-bin", "libglib2.0-bin", "systemd", "xdotool"])
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
            ann tabctl plugin new hello --c >/dev/null
            ann tabctl plugin new hello_swift --swift >/dev/null
            cat hello/Makefile
            """
        ).succeeded()
        #expect(result.output.contains("TABD_INCLUDE ?= /usr/include/tabd\n"))
        try HouseCommand.run([
            "sh", "-ec",
            """
            cd "$0/home/ann/hello"
            export PKG_CONFIG_PATH="$0/usr/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$0"
            gcc -std=c11 -shared -fPIC $(pkg-config --cflags tabd) -o libhello.so hello.c
            test "$(pkg-config --variable=plugindir tabd)" = "$0/usr/lib/tabd/plugins" ||
                test "$(pkg-config --variable=plugindir tabd)" = /usr/lib/tabd/plugins
            """, system.root,
        ]).succeeded()
    }

    /// A window opens on a controller of a daemon that the bus started.
    private static func checkWindow(on system: PackageSystem) throws {
        let display = try VirtualDisplay()
        try system.run(
            """
            session
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
            dpkg --purge tabd-window libtabd-plugin-dev tabd
            for path in /etc/tabd /usr/bin/tabctl /usr/bin/tabd* /usr/include/tabd /usr/lib/tabd /usr/libexec/tabd /usr/share/doc/tabd \
                /usr/share/tabd*; do
                if [ -e "$path" ]; then echo "$path is left" && exit 1; fi
            done
            find /home/ann/.local/state/tabd -type f -size +0 | grep .
            """
        ).succeeded()
    }
}
