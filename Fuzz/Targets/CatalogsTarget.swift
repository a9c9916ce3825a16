import TabDaemon
import TabModel

extension FuzzTarget {
    /// A message catalog: it is refused with a reason, or its translations are texts without NUL, no longer than the file.
    static let catalogs = FuzzTarget(name: "catalogs", maximumLength: 4096) { bytes in
        let catalog: MessageCatalog
        do throws(MessageCatalog.Damage) {
            catalog = try MessageCatalog(bytes)
        } catch {
            return try Finding.expect(!error.description.isEmpty, "an error without a message")
        }
        for text in LocalizedStrings.Phrase.allCases.map(\.rawValue) + [""] {
            guard let translation = catalog[text]?.utf8 else { continue }
            try Finding.expect(!text.isEmpty, "the header is a translation")
            try Finding.expect(!translation.isEmpty && !translation.contains(0), "'\(text)' has no valid translation")
            try Finding.expect(translation.count < bytes.count, "'\(text)' is longer than the file")
        }
    }
}
