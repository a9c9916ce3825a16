import Foundation
import TestSupport

@testable import TabDaemon

/// A folder for `--locale-path`, with catalogs that `msgfmt` makes.
final class CatalogFolder {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws { folder = try TemporaryFolder() }

    /// Compiles a `.po` file.
    func compile(_ text: String, options: [String] = []) throws -> [UInt8] {
        let output = path + "/compiled"
        try HouseCommand.run(["msgfmt"] + options + ["-o", output, "-"], input: text).succeeded()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    /// Creates the catalog of a language.
    func add(_ language: String, _ translations: [String: String]) throws {
        let header = #"msgid ""\#nmsgstr "Content-Type: text/plain; charset=UTF-8\n"\#n"#
        let entries = translations.map { "msgid \"\($0.key)\"\nmsgstr \"\($0.value)\"\n" }
        try write(try compile(header + entries.joined()), language)
    }

    /// Writes a file in the place of a catalog.
    func write(_ bytes: [UInt8], _ language: String) throws {
        let folder = "\(path)/\(language)/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/tabd.mo"))
    }
}

@Suite struct TranslationsTests {
    @Test(arguments: [
        ("de", ["de"]), ("de_AT", ["de_AT", "de"]), ("de_AT.UTF-8", ["de_AT", "de"]),
        ("sr_RS.UTF-8@latin", ["sr_RS@latin", "sr@latin", "sr_RS", "sr"]), ("", []), ("..", []), ("../de", []),
        ("de/AT", []), ("de_", []), ("de@", []), ("a@b@c", []), ("dé", []),
        (String(repeating: "a", count: 65), []),
    ])
    func `a locale has a list of catalogs, all in the folder`(locale: String, names: [String]) {
        #expect(CatalogDirectory.names(for: locale) == names)
    }

    @Test(arguments: HostileText.all) func `a text of a client is never the name of another folder`(
        hostile: HostileText
    ) {
        let names = CatalogDirectory.names(for: hostile.text) + ((try? LocaleName(hostile.text))?.fallbacks ?? [])
        for name in names {
            #expect(
                name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "@") || isalnum(Int32($0)) != 0 })
        }
    }

    @Test func `catalogs are beside the program and in the data folders, after those of the command line`() {
        let directory = CatalogDirectory(
            extra: ["given"], program: "/opt/tabd/bin/tabd",
            environment: ["HOME": "/home/me", "XDG_DATA_DIRS": "/usr/share:relative"])
        #expect(
            directory.searchPath == [
                "given", "/home/me/.local/share/locale", "/opt/tabd/bin/../share/locale", "/usr/share/locale",
            ])
    }

    @Test @EventLoop func `a text is that of the country, else of the language, else English`() throws {
        TestLoop.start()
        let folder = try CatalogFolder()
        try folder.add("de", ["More": "Mehr", "Back": "Zurück"])
        try folder.add("de_AT", ["More": "Weiteres"])
        let translations = Translations(CatalogDirectory(searchPath: [folder.path]))
        let strings = translations.strings(for: "de_AT.UTF-8")
        #expect(strings[.more] == "Weiteres" && strings[.back] == "Zurück" && strings[.edit] == "Edit")
        #expect(translations.strings(for: "de_CH")[.more] == "Mehr")
        #expect(translations.strings(for: "fr") == .english && translations.strings(for: "../de") == .english)
    }

    @Test @EventLoop func `the first folder with a catalog of the language wins`() throws {
        TestLoop.start()
        let (first, second) = (try CatalogFolder(), try CatalogFolder())
        try first.add("de", ["More": "Mehr"])
        try second.add("de", ["More": "Noch mehr", "Back": "Zurück"])
        let path = ["/does/not/exist", first.path, second.path]
        let strings = Translations(CatalogDirectory(searchPath: path)).strings(for: "de")
        #expect(strings[.more] == "Mehr" && strings[.back] == "Back")
    }

    @Test func `only a file that is there but is not a catalog is reported`() throws {
        let folder = try CatalogFolder()
        try folder.write([1, 2, 3, 4], "de")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/ja/LC_MESSAGES/tabd.mo", withIntermediateDirectories: true)
        var reports: [String] = []
        let directory = CatalogDirectory(searchPath: [folder.path, "/does/not/exist"])
        for name in ["de", "ja", "fr"] {
            #expect(directory.catalogs(named: [name]) { reports.append($0) }.isEmpty)
        }
        #expect(
            reports == [
                "\(folder.path)/de/LC_MESSAGES/tabd.mo: not a file of msgfmt: it begins with 0x4030201",
                "\(folder.path)/ja/LC_MESSAGES/tabd.mo: not a regular file",
            ])
    }
}
