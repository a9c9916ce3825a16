import Foundation
import Synchronization

/// The products of the build, beside the running test bundle.
package enum BuiltProducts {
    package static let directory: String = {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let paths = CommandLine.arguments.prefix(1) + [executable].compactMap(\.self)
        let folders = paths.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/tabd") } ?? folders.last ?? "."
    }()

    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A folder with the bundled plugins, staged like `make plugins` once per test process. Tests have hard links to
    /// the files, as copies of megabytes take longer than a test; they may replace a file, but not write into it.
    static let plugins = Result {
        let folder = FileManager.default.temporaryDirectory.path + "/plugins"
        try Command.run(package + "/scripts/stage-plugins", [directory, folder])
        return folder
    }

    /// Copies a program that is run afterwards. A separate process makes the copy: a child that this process starts
    /// meanwhile would inherit the open file for a moment, and a file that is open for writing can't be run.
    package static func copyProgram(_ program: String, to path: String) throws {
        try Command.run("/usr/bin/install", ["-m", "755", program, path])
    }
}

/// The real `tabd` on a private bus.
package final class DaemonProcess: Sendable {
    private let process: ChildProcess
    private let expectsEnd = Atomic(false)
    /// Its unique name at the time when it got the well-known one.
    package let uniqueName: String

    private init(_ process: ChildProcess, uniqueName: String) {
        self.process = process
        self.uniqueName = uniqueName
    }

    deinit { send(SIGKILL) }

    /// Starts the daemon and waits until it has its name.
    ///
    /// - Parameters:
    ///   - environment: Variables in addition to those of the bus. An empty value removes a variable.
    ///   - log: The path of a file for its standard error.
    ///   - program: Another path of the program.
    ///   - wrapper: A program, with arguments, that runs it.
    @EventLoop @discardableResult
    package static func start(
        arguments: [String] = [], environment: [String: String] = [:], log: String? = nil,
        program: String? = nil, wrapper: [String] = []
    ) async throws -> DaemonProcess {
        let bus = try PrivateBus.current
        let plugins = try stagePlugins(in: bus.directory)
        let tabd = program ?? BuiltProducts.directory + "/tabd"
        let words = wrapper + [tabd, "--plugin-path", plugins, "--log-level", "warning"] + arguments
        let command = words[0].hasPrefix("/") ? words : ["/usr/bin/env"] + words
        let watcher = try Connection.bus(at: bus.address)
        defer { watcher.close() }
        watcher.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(TabNames.busName)'")
        let process = try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: bus.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty },
            errors: log.map { .file($0) } ?? .inherited)
        let name: String = try await EventLoop.waiting(for: "tabd taking its name") { resolve in
            watcher.onSignal = { signal, reader in
                guard signal.member == "NameOwnerChanged", (try? reader.readString()) == TabNames.busName,
                    (try? reader.readString()) != nil, let owner = try? reader.readString(), !owner.isEmpty
                else { return }
                resolve(owner)
            }
        }
        let daemon = DaemonProcess(process, uniqueName: name)
        bus.add(daemon)
        return daemon
    }

    /// Creates a plugin path with links to all bundled plugins.
    package static func stagePlugins(in directory: String) throws -> String {
        let plugins = directory + "/plugins"
        guard !FileManager.default.fileExists(atPath: plugins) else { return plugins }
        try FileManager.default.linkItem(atPath: BuiltProducts.plugins.get(), toPath: plugins)
        return plugins
    }

    /// Puts the plugin whose manifest is in a folder of the sources into a plugin path.
    package static func stagePlugin(_ source: String, in plugins: String) throws {
        let files = FileManager.default
        guard let data = files.contents(atPath: source + "/plugin.toml") else { return }
        let manifest = try ManifestNames(String(decoding: data, as: UTF8.self))
        let library = BuiltProducts.directory + "/" + manifest.library
        guard files.fileExists(atPath: library) else { return }
        let folder = plugins + "/" + manifest.id
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for (from, name) in [(source + "/plugin.toml", "plugin.toml"), (library, manifest.library)] {
            try files.copyItem(atPath: from, toPath: folder + "/" + name)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/" + name)
        }
    }

    package var processID: Int32 { process.id }

    /// Whether the test has waited for its end or sent SIGKILL.
    var isEndExpected: Bool { expectsEnd.load(ordering: .relaxed) }

    /// Waits for its end, and returns the status.
    package func status() async -> Int32 {
        expectsEnd.store(true, ordering: .relaxed)
        return await process.ended()
    }

    /// Stops it as the session manager does, and waits.
    package func stop() async -> Int32 {
        send(SIGTERM)
        return await status()
    }

    /// Kills it, and waits.
    package func kill() async {
        send(SIGKILL)
        _ = await status()
    }

    package func send(_ signal: Int32) {
        if signal == SIGKILL { expectsEnd.store(true, ordering: .relaxed) }
        process.send(signal)
    }
}
