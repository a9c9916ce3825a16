/// What a bar of the plugin's own draws for the items of the system. The host has the same for managed bars.
extension TabBarItem.SystemItem {
    /// The visible English title (H-20).
    var title: String {
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
    var image: String {
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
