import Foundation
import TestSupport

/// In a user namespace, such as that of `PrivateUsers=yes`, root and all other users map to the overflow user.
@Suite(.bus) struct UserNamespaceTests {
    private static let namespace = ["unshare", "--user", "--map-current-user"]

    private static var mayTry: Bool { getuid() == 0 && HouseCommand.succeeds(namespace + ["true"]) }

    /// Whether a daemon finds the plugin in a folder that belongs to user 1.
    @EventLoop private static func hasPlugin(_ folder: String, wrapper: [String]) async throws -> Bool {
        let daemon = try await DaemonProcess.start(arguments: ["--plugin-path", folder], wrapper: wrapper)
        let client = try BusClient()
        let types = try await client.manager.viewControllerTypes
        // Plugins in the user's own files are found in any case.
        #expect(types.contains("clock.WorldClock"))
        #expect(await daemon.stop() == 0)
        return types.contains("echo.Echo")
    }

    @Test(.enabled(if: mayTry, "only root may change the owner of files, and user namespaces are needed"))
    func `a plugin of another user is accepted where it can be root's, and not in the user's folder`() async throws {
        let folder = try PrivateBus.current.directory + "/system"
        try CPlugin.build("echo", classes: ["Echo"], in: folder)
        #expect(try await Self.hasPlugin(folder, wrapper: []))
        #expect(try HouseCommand.run(["chown", "-R", "1", folder + "/echo"]).status == 0)
        #expect(try await !Self.hasPlugin(folder, wrapper: []))
        #expect(try await !Self.hasPlugin(folder, wrapper: Self.namespace))
        #expect(chown(folder, 1, 0) == 0)
        #expect(try await !Self.hasPlugin(folder, wrapper: []))
        #expect(try await Self.hasPlugin(folder, wrapper: Self.namespace))
    }
}
