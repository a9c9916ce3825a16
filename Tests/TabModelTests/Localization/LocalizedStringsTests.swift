import Foundation
import TestSupport

/// The texts that the model shows, and `po/tabd.pot`, which translators start from.
@Suite struct LocalizedStringsTests {
    private static let package = BuiltProducts.package

    /// The texts and their translations in a file of `po`.
    private static func entries(in file: String) throws -> [(text: String, translation: String)] {
        let text = try String(contentsOfFile: "\(package)/po/\(file)", encoding: .utf8)
        return text.matches(of: /(?m)^msgid "(.+)"\nmsgstr "(.*)"$/).map { (String($0.1), String($0.2)) }
    }

    @Test func `the template for translators has exactly the texts of the model`() throws {
        #expect(
            try Self.entries(in: "tabd.pot").map(\.text).sorted()
                == LocalizedStrings.Phrase.allCases.map(\.rawValue).sorted())
    }

    @Test func `every language translates every text`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.package + "/po")
        let languages = files.filter { $0.hasSuffix(".po") }
        #expect(Set(languages).isSuperset(of: ["de.po", "ja.po"]))
        for language in languages {
            let entries = try Self.entries(in: language)
            #expect(
                entries.map(\.text).sorted() == LocalizedStrings.Phrase.allCases.map(\.rawValue).sorted(), "\(language)"
            )
            #expect(entries.filter { $0.translation.isEmpty }.map(\.text) == [], "\(language)")
        }
    }

    /// A literal of words that begins in upper case is a text for users, unless it is the raw value of a case or names a
    /// property. Messages of errors begin in lower case.
    @Test func `the model shows no text that is not in its strings`() throws {
        let folder = Self.package + "/Sources/TabModel"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Localization/") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let others = /^ *(\/\/|case \w+ = )|visit\(|visited\(|named: "/
            for line in text.split(separator: "\n") where line.firstMatch(of: others) == nil {
                let isText = line.contains(/"[A-Z][a-z]*( [A-Za-z]+)*[.…?!]?"/)
                #expect(!isText, "\(file): \(line)")
            }
        }
    }

    @Test func `a text without a translation is English`() {
        let strings = LocalizedStrings { $0 == "More" ? "Mehr" : nil }
        #expect(strings[.more] == "Mehr" && strings[.back] == "Back")
        #expect(strings[SystemItem.more.phrase] == "Mehr" && strings[SystemItem.search.phrase] == "Search")
        #expect(LocalizedStrings.Phrase.allCases.allSatisfy { LocalizedStrings.english[$0] == $0.rawValue })
        #expect(strings != .english)
    }
}
