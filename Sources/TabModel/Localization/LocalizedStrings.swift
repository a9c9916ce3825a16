/// The texts that the model itself shows to users, in one language. `po/tabd.pot` lists them for translators, and a test
/// compares it with this type.
package struct LocalizedStrings: Hashable, Sendable {
    /// A text of the model. Its raw value is the English text, which is also its key in a message catalog.
    package enum Phrase: String, CaseIterable, Sendable {
        // The system items.
        case more = "More"
        case favorites = "Favorites"
        case featured = "Featured"
        case topRated = "Top Rated"
        case recents = "Recents"
        case contacts = "Contacts"
        case history = "History"
        case bookmarks = "Bookmarks"
        case search = "Search"
        case downloads = "Downloads"
        case mostRecent = "Most Recent"
        case mostViewed = "Most Viewed"
        // The navigation bar.
        case back = "Back"
        case edit = "Edit"
        case done = "Done"
        /// UIKit's title of the customizing page.
        case configure = "Configure"
    }

    package static let english = LocalizedStrings { _ in nil }

    /// Without the phrases that have no translation.
    private let translations: [Phrase: String]

    /// - Parameter translation: Returns the translation of an English text; nil when there is none.
    package init(_ translation: (String) -> String?) {
        var translations: [Phrase: String] = [:]
        for phrase in Phrase.allCases { translations[phrase] = translation(phrase.rawValue) }
        self.translations = translations
    }

    /// The text of a phrase, in English when it has no translation.
    package subscript(_ phrase: Phrase) -> String { translations[phrase] ?? phrase.rawValue }
}
