internal import TabFrontEnd

/// A file that a user names as an image.
struct ImageFile {
    let path: String

    /// The largest file that is read, in bytes. The daemon accepts 4 MiB by default.
    private static let maximumSize = 16 << 20

    /// Returns nil for the name of an icon, which has no slash, and for a URI.
    init?(argument: String) {
        guard argument.contains("/"), !argument.hasPrefix("file:") else { return nil }
        path = argument
    }

    func read() throws(ControlError) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            return try RegularFile.read(path, limit: Self.maximumSize)
        } catch {
            throw ControlError(message: error.message)
        }
    }
}
