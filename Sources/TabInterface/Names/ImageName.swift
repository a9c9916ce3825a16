/// The name of an image whose encoded data the daemon has: `sha256:` and the digest of the data (`S-195`).
package enum ImageName {
    package static let prefix = "sha256:"

    /// The length of such a name, in bytes.
    package static let length = 71

    /// Returns whether a text has the form of such a name.
    package static func isName(_ text: String) -> Bool {
        guard text.utf8.count == length, text.hasPrefix(prefix) else { return false }
        return text.utf8.dropFirst(prefix.utf8.count).allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    /// Returns what an image is called in a text for people: an icon name, or nothing for the digest of data.
    package static func label(_ image: String) -> String { isName(image) ? "" : image }

    /// Returns an image for a line of text, with the beginning of a digest: `sha256:1f15d85d7d3d…`.
    package static func short(_ image: String) -> String {
        isName(image) ? image.prefix(prefix.count + 12) + "…" : image
    }

    /// Whether a text is the path of a file in the folder of the plugin that uses it (`S-197`). No icon name contains a
    /// slash.
    package static func isPath(_ text: String) -> Bool { text.hasPrefix("./") }

    /// Returns the parts of such a path, without the dot in front.
    ///
    /// - Returns: nil for a path with an empty part, with `.` or `..`, with control characters, or with more than 1024
    ///   bytes.
    package static func parts(ofPath path: String) -> [String]? {
        guard isPath(path), path.utf8.count <= 1024, !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            return nil
        }
        // By bytes, as the system does: a slash with a combining mark is one character.
        let parts = path.utf8.dropFirst(2).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        return parts.contains { $0.isEmpty || $0 == "." || $0 == ".." } ? nil : parts
    }
}
