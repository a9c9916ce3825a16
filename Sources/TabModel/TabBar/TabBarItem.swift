/// What a tab bar shows for one view controller.
package struct TabBarItem: Hashable, Sendable {
    @Text package var title: String? = nil
    @Text package var image: String? = nil
    /// `nil` = no badge, `""` = an empty one (`H-13`).
    @Text package var badgeValue: String? = nil
    /// `nil` = the system's red (`H-14`).
    @Text package var badgeColor: String? = nil
    /// The client's own number. tabd does not use it (`H-15`).
    package var tag: Int64 = 0
    /// A disabled item can't be tapped, but its controller can be selected in code (`C-16`).
    package var isEnabled = true
    package var systemItem: SystemItem?
    /// Whether the tab asks for the user's attention, besides its badge.
    package var needsAttention = false
    /// Whether the content of the tab is loading.
    package var isLoading = false
    /// A longer description, which a front end shows while the pointer is over the item.
    @Text package var tooltip: String? = nil
    /// The text that a screen reader speaks instead of the title.
    @Text package var accessibilityLabel: String? = nil
    /// Whether the user may close the tab.
    package var allowsClosing = false
    /// Whether the user may move the tab to another place in the list.
    package var allowsReordering = false
    /// The assigned selected image, whether or not it is in effect.
    @Text package private(set) var ownSelectedImage: String? = nil

    package init(title: String? = nil, image: String? = nil, systemItem: SystemItem? = nil) {
        self.title = title
        self.image = image
        self.systemItem = systemItem
    }

    /// The item of a new controller (`H-24`).
    package static func initial(of kind: Kind?) -> TabBarItem {
        TabBarItem(systemItem: kind == .moreNavigationController ? .more : nil)
    }

    /// The selected image in effect. It falls back to `image`, and is nil without an image. Setting nil restores the
    /// fallback (`H-12`).
    package var selectedImage: String? {
        get { image == nil ? nil : ownSelectedImage ?? image }
        set { ownSelectedImage = newValue }
    }

    /// The icon on the bar: the image, else the system item's (`H-22`).
    package var displayImage: String? {
        image ?? systemItem?.image
    }
}

extension TabBarItem: TextHolder {
    package mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void) {
        visit("Title", &title)
        visit("Image", &image)
        visit("SelectedImage", &ownSelectedImage)
        visit("BadgeValue", &badgeValue)
        visit("BadgeColor", &badgeColor)
        visit("Tooltip", &tooltip)
        visit("AccessibilityLabel", &accessibilityLabel)
    }
}

/// The items that the system names and draws, in the order of their raw values in UIKit (`H-20`).
package enum SystemItem: String, CaseIterable, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads, mostRecent
    case mostViewed

    /// The visible title (`H-20`).
    package var phrase: LocalizedStrings.Phrase { look.title }

    /// The name of the icon in the freedesktop icon naming specification.
    package var image: String { look.image }

    private var look: (title: LocalizedStrings.Phrase, image: String) {
        switch self {
        case .more: (.more, "applications-other")
        case .favorites: (.favorites, "emblem-favorite")
        case .featured: (.featured, "emblem-important")
        case .topRated: (.topRated, "go-top")
        case .recents: (.recents, "document-open-recent")
        case .contacts: (.contacts, "x-office-address-book")
        case .history: (.history, "appointment-soon")
        case .bookmarks: (.bookmarks, "user-bookmarks")
        case .search: (.search, "system-search")
        case .downloads: (.downloads, "emblem-downloads")
        case .mostRecent: (.mostRecent, "emblem-new")
        case .mostViewed: (.mostViewed, "document-print-preview")
        }
    }
}
