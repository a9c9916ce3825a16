/// The names that a plugin's manifest says where its files are.
package struct ManifestNames {
    package let id: String
    package let library: String

    /// The manifest has no value for a key.
    struct MissingKey: Error {
        let key: String
    }

    /// Finds lines such as `id = "clock"`.
    package init(_ manifest: String) throws {
        func value(_ key: String) throws -> String {
            let line = manifest.split(separator: "\n").first { $0.hasPrefix(key + " = \"") }
            guard let line, line.hasSuffix("\"") else { throw MissingKey(key: key) }
            return String(line.dropFirst(key.count + 4).dropLast())
        }
        id = try value("id")
        library = try value("library")
    }
}
