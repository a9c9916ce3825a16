import Foundation

/// A folder that is removed with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/folder-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
