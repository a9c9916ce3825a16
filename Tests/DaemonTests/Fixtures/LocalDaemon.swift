import PluginHosting
import TabStore
import TestSupport

@testable import TabDaemon

/// Runs each test with a daemon in the test process. Its clients connect to a private socket instead of a bus.
struct LocalDaemonTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let daemon = try await LocalDaemon()
        let address = await daemon.address
        var failure: (any Error)?
        do { try await BusClient.$privateAddress.withValue(address, operation: function) } catch { failure = error }
        await daemon.stop()
        if let failure { throw failure }
    }
}

extension Trait where Self == LocalDaemonTrait {
    /// Gives each test a daemon of its own, to which every `BusClient()` connects.
    static var localDaemon: Self { Self() }
}

/// A daemon without plugins in the test process, with a state directory that is removed with it.
@EventLoop
private final class LocalDaemon {
    private let folder: TemporaryFolder
    private let daemon: Daemon
    private let server: Server

    init() throws {
        let folder = try TemporaryFolder()
        var configuration = DaemonConfiguration()
        // A loaded machine needs longer timeouts than a desktop.
        configuration.read("[deadlines]\naction = 60000\n", from: "tabd.toml")
        let daemon = Daemon(
            stateDirectory: folder.path + "/state", lock: nil, pluginPath: [], durability: .process,
            hosting: configuration.hosting, translations: Translations(CatalogDirectory(searchPath: [])),
            environment: [:])
        daemon.apply(configuration)
        daemon.restore(layoutFile: folder.path + "/layout.toml")
        self.folder = folder
        self.daemon = daemon
        server = try Server(listeningAt: "unix:path=\(folder.path)/socket") { daemon.serve(peer: $0) }
    }

    /// What clients connect to.
    var address: String { server.address }

    func stop() {
        server.close()
        daemon.save()
        daemon.shutDown()
    }
}
