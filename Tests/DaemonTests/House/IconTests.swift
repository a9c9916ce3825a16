import Foundation
import TestSupport

/// Icon names, looked up in the theme of Debian's package adwaita-icon-theme.
@Suite struct IconTests {
    private static let theme = "/usr/share/icons/Adwaita"

    /// Files with icon names for users: bundled plugins, the SDK, the project templates and the documentation.
    private static let places = ["Plugins", "share", "Sources/TabModel", "Sources/TabPlugin", "docs"]

    /// The names of all icons of the theme.
    private static func installed() -> Set<String> {
        let files = FileManager.default.enumerator(atPath: theme)?.compactMap { $0 as? String } ?? []
        let names = files.compactMap { file -> String? in
            let url = URL(fileURLWithPath: file)
            guard ["png", "svg"].contains(url.pathExtension) else { return nil }
            let name = url.deletingPathExtension().lastPathComponent
            return name.hasSuffix(".symbolic") ? String(name.dropLast(".symbolic".count)) : name
        }
        return Set(names)
    }

    /// The files below a folder of the sources.
    private static func files(in place: String) -> [String] {
        let path = HouseCommand.package + "/" + place
        let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let extensions: Set = ["c", "h", "md", "py", "swift", "toml"]
        return found.map { path + "/" + $0 }.filter { extensions.contains(URL(fileURLWithPath: $0).pathExtension) }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: theme), "adwaita-icon-theme is not installed"))
    func `the theme has every icon that a bundled file names`() throws {
        let installed = Self.installed()
        #expect(installed.count > 500)
        var count = 0
        for file in Self.places.flatMap(Self.files) {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for name in text.matches(of: /"([a-z0-9-]+-symbolic)"/).map({ String($0.1) }) {
                count += 1
                #expect(installed.contains(name), "\(file) names \(name)")
            }
        }
        #expect(count > 10)
        for item in SystemItem.allCases { #expect(installed.contains(item.image), "\(item)") }
    }
}
