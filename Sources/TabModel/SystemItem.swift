/// The items that the system names and draws itself, in the order of their raw values in UIKit (`H-20`).
package enum SystemItem: String, CaseIterable, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads, mostRecent
    case mostViewed

    /// The visible English title (`H-20`).
    package var title: String {
        switch self {
        case .more: "More"
        case .favorites: "Favorites"
        case .featured: "Featured"
        case .topRated: "Top Rated"
        case .recents: "Recents"
        case .contacts: "Contacts"
        case .history: "History"
        case .bookmarks: "Bookmarks"
        case .search: "Search"
        case .downloads: "Downloads"
        case .mostRecent: "Most Recent"
        case .mostViewed: "Most Viewed"
        }
    }

    /// The name of the icon in the freedesktop icon naming specification.
    package var image: String {
        switch self {
        case .more: "applications-other"
        case .favorites: "emblem-favorite"
        case .featured: "emblem-important"
        case .topRated: "go-top"
        case .recents: "document-open-recent"
        case .contacts: "x-office-address-book"
        case .history: "appointment-soon"
        case .bookmarks: "user-bookmarks"
        case .search: "system-search"
        case .downloads: "emblem-downloads"
        case .mostRecent: "emblem-new"
        case .mostViewed: "document-print-preview"
        }
    }
}
