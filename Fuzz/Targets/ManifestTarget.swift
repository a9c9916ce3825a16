import PluginHosting

extension FuzzTarget {
    /// A plugin's manifest: it is rejected with a position and a reason, or is valid.
    static let manifest = FuzzTarget(name: "manifest", maximumLength: 4096) { bytes in
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(bytes, file: "plugin.toml", folder: "fuzz")
        } catch {
            try Finding.expect(!error.message.isEmpty, "an error without a message")
            try Finding.expect(error.column >= 1, "an error in column \(error.column)")
            return try Finding.expect((1...lines).contains(error.line), "an error on line \(error.line) of \(lines)")
        }
        try Self.check(manifest)
    }

    private static func check(_ manifest: Manifest) throws {
        try Finding.expect(manifest.id == "fuzz", "the id is '\(manifest.id)'")
        try Finding.expect(!manifest.library.utf8.contains(UInt8(ascii: "/")), "the library is elsewhere")
        try Finding.expect((1...256).contains(manifest.classes.count), "\(manifest.classes.count) classes")
        let names = Set(manifest.classes.map(\.name))
        try Finding.expect(names.count == manifest.classes.count, "two classes have one name")
        for text in [manifest.name, manifest.version, manifest.library] + manifest.classes.map(\.title) {
            try Finding.expect((1...1024).contains(text.utf8.count), "a text of \(text.utf8.count) bytes")
        }
        for background in manifest.popoverBackgrounds {
            let lengths = [background.arrowHeight, background.arrowBase] + background.contentInsets
            try Finding.expect(lengths.count == 6, "\(lengths.count - 2) insets")
            try Finding.expect(lengths.allSatisfy { (0...1000).contains($0) }, "lengths \(lengths)")
        }
    }
}
