/// The items that the system names and draws itself, in the order of their raw values in UIKit (`H-20`).
package enum SystemItem: String, CaseIterable, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads, mostRecent
    case mostViewed

    /// The visible English title (`H-20`).
    package var title: String { look.title }

    /// The name of the icon in the freedesktop icon naming specification.
    package var image: String { look.image }

    private var look: (title: String, image: String) {
        switch self {
        case .more: ("More", "applications-other")
        case .favorites: ("Favorites", "emblem-favorite")
        case .featured: ("Featured", "emblem-important")
        case .topRated: ("Top Rated", "go-top")
        case .recents: ("Recents", "document-open-recent")
        case .contacts: ("Contacts", "x-office-address-book")
        case .history: ("History", "appointment-soon")
        case .bookmarks: ("Bookmarks", "user-bookmarks")
        case .search: ("Search", "system-search")
        case .downloads: ("Downloads", "emblem-downloads")
        case .mostRecent: ("Most Recent", "emblem-new")
        case .mostViewed: ("Most Viewed", "document-print-preview")
        }
    }
}
