import Foundation
import TabDaemon
import TestSupport

/// Message catalogs that the real `msgfmt` makes, whole and damaged.
@Suite struct MessageCatalogTests {
    private static let header = #"msgid ""\#nmsgstr "Content-Type: text/plain; charset=UTF-8\n"\#n"#

    private func catalog(_ text: String, options: [String] = []) throws -> [UInt8] {
        try CatalogFolder().compile(text, options: options)
    }

    @Test(arguments: ["de", "ja"], ["little", "big"])
    func `a catalog of either byte order has the texts of its source`(language: String, order: String) throws {
        let source = try String(contentsOfFile: "\(HouseCommand.package)/po/\(language).po", encoding: .utf8)
        let catalog = try MessageCatalog(catalog(source, options: ["--endianness=\(order)"]))
        let entries = source.matches(of: /(?m)^msgid "(.+)"\nmsgstr "(.+)"$/)
        #expect(entries.count == LocalizedStrings.Phrase.allCases.count)
        for entry in entries { #expect(catalog[String(entry.1)] == String(entry.2)) }
        #expect(catalog["Less"] == nil)
    }

    @Test func `an empty translation counts as none, and the header is not a text`() throws {
        let bytes = try catalog(
            Self.header + #"msgid "More"\#nmsgstr ""\#nmsgid "Back"\#nmsgstr "Zurück"\#n"#)
        let catalog = try MessageCatalog(bytes)
        #expect(catalog["More"] == nil && catalog[""] == nil && catalog["Back"] == "Zurück")
    }

    @Test func `a text with plural forms has its singular`() throws {
        let header = Self.header + #""Plural-Forms: nplurals=2; plural=n!=1;\n"\#n"#
        let entry = #"msgid "Tab"\#nmsgid_plural "Tabs"\#nmsgstr[0] "Karte"\#nmsgstr[1] "Karten"\#n"#
        #expect(try MessageCatalog(catalog(header + entry))["Tab"] == "Karte")
    }

    @Test func `a catalog in another charset is refused`() throws {
        let text = #"msgid ""\#nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\n"\#nmsgid "a"\#nmsgstr "b"\#n"#
        let bytes = try catalog(text)
        let damage = #expect(throws: MessageCatalog.Damage.self) { try MessageCatalog(bytes) }
        #expect(damage?.description == "charset 'iso-8859-1' is not allowed; expected UTF-8")
    }

    @Test(arguments: ["little", "big"]) func `a catalog that is cut anywhere is refused`(order: String) throws {
        let source = try String(contentsOfFile: HouseCommand.package + "/po/de.po", encoding: .utf8)
        let bytes = try catalog(source, options: ["--endianness=\(order)"])
        // The last text ends with a NUL, so each byte counts.
        for length in bytes.indices {
            #expect(throws: MessageCatalog.Damage.self, "\(length) bytes") {
                try MessageCatalog(Array(bytes.prefix(length)))
            }
        }
    }

    @Test func `stress: a catalog with changed bytes is refused or has valid texts`() throws {
        let source = try String(contentsOfFile: HouseCommand.package + "/po/ja.po", encoding: .utf8)
        let whole = try catalog(source)
        let failures = Failures()
        for seed in Stress.rounds(2000, long: 1_000_000) {
            var numbers = Numbers(state: seed)
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                // Half of the changes are in the tables, where they do most harm.
                let end = Bool.random(using: &numbers) ? 28 + 16 * 17 : bytes.count
                bytes[.random(in: 0..<min(end, bytes.count), using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            guard let catalog = try? MessageCatalog(bytes) else { continue }
            for phrase in LocalizedStrings.Phrase.allCases {
                let text = catalog[phrase.rawValue]
                failures.expect(text?.isEmpty != true && text?.utf8.contains(0) != true, "TABD_SEED=\(seed)")
            }
        }
        #expect(failures.texts == [])
    }

    @Test func `texts that overlap are refused, as they could take far more memory than the file`() {
        var bytes: [UInt8] = []
        let rows: [UInt32] = (0..<200).map { $0 % 2 == 0 ? 500 : 28 }
        for word in [0x9504_12DE, 0, 100, 28, 28, 0, 0] + rows {
            bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        bytes.append(0)
        #expect(throws: MessageCatalog.Damage.self) { try MessageCatalog(bytes) }
    }

    @Test func `a file beyond the size limit is refused`() {
        let bytes = [UInt8](repeating: 0, count: MessageCatalog.maximumSize + 1)
        let damage = #expect(throws: MessageCatalog.Damage.self) { try MessageCatalog(bytes) }
        #expect(damage?.description == "1048577 bytes; at most 1048576 are allowed")
    }
}
