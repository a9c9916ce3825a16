import EventLoop
import Logging
import TabModel

/// The texts of the model in the languages of the message catalogs.
@EventLoop
final class Translations {
    /// The number of locales that are kept. Clients choose the locales.
    static let maximumKept = 32

    /// The locale of the daemon's environment.
    let ownLocale: LocaleName
    private let directory: CatalogDirectory
    private let log = Logger(label: "tabd")
    private var stringsByLocale: [String: LocalizedStrings] = [:]

    nonisolated init(_ directory: CatalogDirectory, ownLocale: LocaleName = .none) {
        self.directory = directory
        self.ownLocale = ownLocale
    }

    /// Returns the language of a window.
    ///
    /// - Parameters:
    ///   - locale: nil for that of the daemon.
    ///   - isRightToLeft: nil for the direction of the locale.
    func language(_ locale: LocaleName?, isRightToLeft: Bool? = nil) -> Language {
        let locale = locale ?? ownLocale
        return Language(
            locale: locale.name, isRightToLeft: isRightToLeft ?? locale.isRightToLeft,
            strings: strings(for: locale.name))
    }

    /// Returns the texts for a locale such as `de_AT` or `de_AT.UTF-8`. A text that the catalog of `de_AT` lacks is that
    /// of `de`, and else English. A missing catalog is not an error.
    func strings(for locale: String) -> LocalizedStrings {
        let names = CatalogDirectory.names(for: locale)
        guard let name = names.first else { return .english }
        if let known = stringsByLocale[name] { return known }
        let catalogs = directory.catalogs(named: names) { log.warning("message catalog ignored: \($0)") }
        let strings = LocalizedStrings { text in catalogs.lazy.compactMap { $0[text] }.first }
        if stringsByLocale.count >= Self.maximumKept { stringsByLocale = [:] }
        stringsByLocale[name] = strings
        return strings
    }
}
