/// What a bar of the plugin's own draws for the items of the system. The host has the same for managed bars.
extension TabBarItem.SystemItem {
    /// The visible English title (H-20).
    var title: String { look.title }

    /// The name of the icon in the freedesktop icon naming specification.
    var image: String { look.image }

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
