import Foundation
import TestSupport

@testable import PluginHosting

/// `make install` and `make uninstall`, with the programs of the debug build.
@Suite(.serialized) struct InstallTests {
    private static let binaries = HouseCommand.binaries
    /// A toolchain whose every use fails.
    private static let noSwift = "SWIFT=/bin/false"

    /// A prefix that drops root's capabilities, so that file permissions apply to it as to any user.
    private static let unprivileged = getuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []

    private static func make(_ arguments: [String], in folder: String = HouseCommand.package) throws -> HouseCommand {
        try HouseCommand.run(unprivileged + ["make", "--no-print-directory", "-C", folder] + arguments, timeout: 600)
    }

    private static func install(_ prefix: String, destination: String = "") async throws {
        let plugins = try TemporaryFolder()
        for command in [
            ["scripts/stage-plugins", binaries, plugins.path],
            ["scripts/install", binaries, plugins.path, prefix, destination],
        ] {
            let script = HouseCommand.package + "/" + command[0]
            try await HouseCommand.runOnThread([script] + command.dropFirst(), timeout: 600).succeeded()
        }
    }

    /// The files and folders below a folder.
    private static func entries(in folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    }

    @Test func `a prefix without write permission fails before anything is built`() throws {
        let folder = try TemporaryFolder()
        let prefix = folder.path + "/system"
        try FileManager.default.createDirectory(
            atPath: prefix, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
        let result = try Self.make(["install", "PREFIX=\(prefix)", Self.noSwift])
        #expect(result.status != 0)
        #expect(
            result.errors.contains("\(prefix) is not writable: run 'sudo make install', or use a PREFIX of your own"))
        #expect(result.output.isEmpty)
    }

    @Test func `a current build installs without Swift, and changed sources need a build`() throws {
        let folder = try TemporaryFolder()
        let (checkout, prefix) = (folder.path + "/checkout", folder.path + "/home/.local")
        try BuiltCheckout.create(in: checkout)
        let installed = try Self.make(["install", "PREFIX=\(prefix)", Self.noSwift], in: checkout).succeeded()
        #expect(FileManager.default.isExecutableFile(atPath: prefix + "/bin/tabd"))
        let later = Date(timeIntervalSinceNow: 60)
        try FileManager.default.setAttributes(
            [.modificationDate: later], ofItemAtPath: checkout + "/Sources/tabd/main.swift")
        let stale = try Self.make(["--dry-run", "install", "PREFIX=\(prefix)", Self.noSwift], in: checkout)
        #expect(stale.output.contains("scripts/as-owner"), "\(stale.output)\(stale.errors)")
        #expect(!installed.output.contains("scripts/as-owner"))
        try Self.make(["uninstall", "PREFIX=\(prefix)"], in: checkout).succeeded()
        #expect(Self.entries(in: folder.path + "/home") == [])
    }

    @Test(arguments: [
        ("LIBDIR=/opt/lib", "LIBDIR must be /usr/lib, /usr/lib64 or /usr/lib/"),
        ("LIBEXECDIR=/opt/libexec", "LIBEXECDIR must be /usr/libexec or /usr/lib: /opt/libexec"),
    ])
    func `folders in which the programs find nothing are refused`(variable: String, reason: String) throws {
        let result = try Self.make(["install", "PREFIX=/usr", "DESTDIR=/nonexistent", variable, Self.noSwift])
        #expect(result.status != 0)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func `an upgrade and an uninstall remove the files that an earlier version installed elsewhere`() async throws
    {
        let folder = try TemporaryFolder()
        let old = folder.path + "/usr/lib/systemd/user"
        let list = folder.path + "/usr/share/tabd"
        for path in [old, list] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try "old".write(toFile: old + "/tabd.service", atomically: true, encoding: .utf8)
        try "mine".write(toFile: folder.path + "/usr/mine", atomically: true, encoding: .utf8)
        let manifest = [
            "", "/lib/", "/lib/systemd/", "/lib/systemd/user/", "/lib/systemd/user/tabd.service", "/share/",
        ]
        try manifest.dropFirst().map { "/usr\($0)\n" }.joined().write(
            toFile: list + "/install-manifest", atomically: true, encoding: .utf8)
        try await Self.install("/usr", destination: folder.path)
        let installed = Self.entries(in: folder.path)
        // The same prefix in another spelling.
        try await Self.install("/usr//./", destination: folder.path)
        #expect(Self.entries(in: folder.path) == installed)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/usr/lib/systemd"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/usr/share/systemd/user/tabd.service"))
        try HouseCommand.run(
            [HouseCommand.package + "/scripts/install", "--uninstall", "/usr", folder.path]).succeeded()
        #expect(Self.entries(in: folder.path) == ["usr", "usr/mine", "usr/share", "usr/share/tabd"])
    }

    @Test func `an uninstall removes nothing outside of its prefix, whatever its manifest says`() throws {
        let folder = try TemporaryFolder()
        let (root, files) = (folder.path + "/root", FileManager.default)
        for path in ["usr/share/tabd", "usr/share/real", "usr/lib", "out"] {
            try files.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
        }
        let kept = ["out/file", "out/linked", "usr/mine", "usr/lib/mine"]
        for path in kept + ["usr/share/real/file", "usr/lib/file"] {
            try "".write(toFile: root + "/" + path, atomically: false, encoding: .utf8)
        }
        try files.createSymbolicLink(atPath: root + "/usr/share/out", withDestinationPath: "../../out")
        try files.createSymbolicLink(atPath: root + "/usr/share/inner", withDestinationPath: "real")
        let foreign = [
            "/usr/../out/file", "/usr/share/../../out/", "/usr/..", "/out/file", "/usr/share/out/linked", "usr/mine",
            "..", "/usr2/file", "/usr/./mine",
        ]
        let own = [
            "/", "/usr/", "/usr/lib/", "/usr//lib/file", "/usr/share/", "/usr/share/inner/file", "/usr/share/real/",
            "/usr/share/tabd/",
        ]
        try (foreign + own).map { $0 + "\n" }.joined().write(
            toFile: root + "/usr/share/tabd/install-manifest", atomically: true, encoding: .utf8)
        let script = HouseCommand.package + "/scripts/install"
        let removed = try HouseCommand.run([script, "--uninstall", "/usr", root]).succeeded()
        let refused = removed.errors.split(separator: "\n").map { $0.split(separator: "'")[1] }
        #expect(Set(refused.map(String.init)) == Set(foreign))
        let left = ["out", "usr", "usr/lib", "usr/share", "usr/share/inner", "usr/share/out"]
        #expect(Self.entries(in: root) == (kept + left).sorted())
    }

    @Test func `a prefix that leads out of DESTDIR is refused`() throws {
        let folder = try TemporaryFolder()
        let (root, files) = (folder.path + "/root", FileManager.default)
        try files.createDirectory(atPath: folder.path + "/usr/share/tabd", withIntermediateDirectories: true)
        try "/usr/file\n".write(
            toFile: folder.path + "/usr/share/tabd/install-manifest", atomically: true, encoding: .utf8)
        try "".write(toFile: folder.path + "/usr/file", atomically: false, encoding: .utf8)
        try files.createDirectory(atPath: root, withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: root + "/usr", withDestinationPath: "../usr")
        let script = HouseCommand.package + "/scripts/install"
        for mode in ["--uninstall", "--check"] {
            let refused = try HouseCommand.run([script, mode, "/usr", root])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("is outside of \(root)"), "\(refused.errors)")
        }
        #expect(files.fileExists(atPath: folder.path + "/usr/file"))
    }

    @Test(arguments: ["/usr", "/usr/local", "HOME/.local"])
    func `a user manager finds the unit below each usual prefix`(prefix: String) throws {
        let home = try TemporaryFolder()
        let environment = PrivateBus.environment(in: home.path, address: nil)
            .merging(["XDG_DATA_HOME": "", "XDG_DATA_DIRS": ""]) { $1 }.filter { !$0.value.isEmpty }
        let paths = try HouseCommand.run(["systemd-analyze", "--user", "unit-paths"], environment: environment)
        let folder = prefix.replacing("HOME", with: home.path) + "/share/systemd/user"
        #expect(paths.output.split(separator: "\n").contains(Substring(folder)), "\(paths.output)\(paths.errors)")
    }

    @Test(.bus) @EventLoop
    func `the bus starts an installed daemon, which has its plugins, pages, licences and backtracer`() async throws {
        let bus = try PrivateBus.current
        let prefix = bus.directory + "/prefix"
        try await Self.install(prefix)
        for file in [
            "bin/tabctl", "libexec/tabd/tabd-plugin-host", "libexec/tabd/swift-backtrace-static",
            "lib/tabd/plugins/clock/plugin.toml", "share/man/man8/tabd.8", "share/pkgconfig/tabd.pc",
            "share/doc/tabd/LICENSE", "share/doc/tabd/README.md", "share/doc/tabd/CHANGELOG.md",
            "share/doc/tabd/docs/index.md", "share/tabd/view-classes.json", "include/tabd/tabd-qt.h",
            "share/doc/tabd/licenses/swift/LICENSE.txt", "share/doc/tabd/licenses/utf8proc/copyright",
            "share/doc/tabd/licenses/swift-argument-parser/LICENSE.txt",
            "share/doc/tabd/licenses/swift-log/LICENSE.txt", "share/doc/tabd/licenses/swift-log/NOTICE.txt",
            "share/bash-completion/completions/tabctl", "share/zsh/site-functions/_tabctl",
            "share/fish/vendor_completions.d/tabctl.fish", "share/locale/de/LC_MESSAGES/tabd.mo",
            "share/locale/ja/LC_MESSAGES/tabd.mo",
        ] {
            #expect(FileManager.default.fileExists(atPath: prefix + "/" + file), "\(file)")
        }
        let libraries = Self.entries(in: prefix + "/lib/tabd").filter { !$0.contains("/") && $0.hasSuffix(".so") }
        #expect(Set(libraries) == SwiftLibraries.installed)
        for program in ["bin/tabctl", "bin/tabd", "libexec/tabd/tabd-plugin-host"] {
            let version = try await HouseCommand.runOnThread(["\(prefix)/\(program)", "--version"])
            #expect(version.status == 0 && version.output == "\(TabVersion.current)\n", "\(program)")
        }
        let unit = try String(contentsOfFile: prefix + "/share/systemd/user/tabd.service", encoding: .utf8)
        #expect(unit.contains("swift-backtrace=\(prefix)/libexec/tabd/swift-backtrace-static\n"))
        #expect(unit.contains("ExecStart=\(prefix)/bin/tabd\n") && !unit.contains("DIR@"))
        let service = try String(
            contentsOfFile: prefix + "/share/dbus-1/services/org.tabd.Tabs1.service", encoding: .utf8)
        #expect(service.contains("Exec=\(prefix)/bin/tabd\n"))
        try await bus.offerService("\(prefix)/bin/tabd")
        let client = try Connection.bus(at: bus.address)
        client.callTimeout = TestTimeout.call
        defer { client.close() }
        let version = try await client.call(
            PropertiesInterface.get, at: TabNames.root, on: TabNames.busName,
            ManagerInterface.name, ManagerInterface.viewControllerTypes.name)
        let types: [String] = version.get() ?? []
        #expect(types.contains("clock.WorldClock") && types.contains("system_monitor.SystemMonitor"))
    }

    @Test func `installed programs and plugins are stripped, bind at start and find the Swift runtime`() async throws {
        let folder = try TemporaryFolder()
        try await Self.install("/usr", destination: folder.path)
        let entries = Self.entries(in: folder.path)
        let code = entries.filter { file in
            file.hasPrefix("usr/bin/tab") || file.hasSuffix("/tabd-plugin-host") || file.hasSuffix(".so")
        }
        #expect(code.count >= 20)
        let toolchain = try HouseCommand.run(["sh", "-c", "realpath \"$(command -v swift)\""]).output
            .replacing(#/bin/swift.*/#.dotMatchesNewlines(), with: "")
        for file in code {
            let headers = try HouseCommand.run([
                "readelf", "--wide", "--program-headers", "--dynamic", "\(folder.path)/\(file)",
            ]).output
            #expect(!headers.contains(toolchain), "\(file)")
            let needed = headers.matches(of: #/Shared library: \[(lib_?swift.*)\]/#).map(\.output.1)
            let runpath = headers.firstMatch(of: #/runpath: \[\$ORIGIN/?(.*)\]/#)?.output.1
            for library in needed {
                let place = "\(folder.path)/\(file)/../\(runpath ?? "none")/\(library)"
                #expect(access(URL(fileURLWithPath: place).standardized.path, R_OK) == 0, "\(file) needs \(library)")
            }
            let sections = try HouseCommand.run(["readelf", "--wide", "--sections", "\(folder.path)/\(file)"]).output
            #expect(!sections.contains(".debug_info") && !sections.contains(".symtab"), "\(file)")
            // The runtime is linked elsewhere.
            guard !file.hasPrefix("usr/lib/tabd/lib") else { continue }
            #expect(headers.contains("GNU_RELRO"), "\(file)")
            #expect(headers.contains("BIND_NOW") || headers.contains("Flags: NOW"), "\(file)")
        }
    }
}
