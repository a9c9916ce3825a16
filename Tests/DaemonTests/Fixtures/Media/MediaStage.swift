import TestSupport

/// A daemon with a page of the Media plugin, in a window that counts as visible.
@EventLoop final class MediaStage: PluginStage {
    private(set) var page = ObjectPath.none

    /// - Parameters:
    ///   - settings: The content of `tabd.toml`.
    ///   - arguments: Those of the page, which is created unless it is restored.
    ///   - isOnScreen: Whether to show the page, which is up to date only on screen.
    init(settings: String = "", _ arguments: [String: Variant] = [:], isOnScreen: Bool = true) async throws {
        try IsolatedStage.configure(settings)
        try await super.init(DaemonOptions(hasLog: true))
        page = try await client.createViewController("media.NowPlaying", arguments, identifiedBy: "page")
        try await client.viewController(page).loadViewIfNeeded()
        try await client.waitForView("Artwork", of: page)
        if isOnScreen { try await showPage() }
    }

    /// Shows the page in a window, alone or on a navigation stack.
    func showPage(inNavigation: Bool = false) async throws {
        // A view controller is restored with its containers.
        let restorable: Options = ["RestorationIdentifier": .string("navigation")]
        let tab = inNavigation ? try await client.manager.createNavigationController(page, restorable) : page
        try await createTabs([
            "Profile": .string("pad"), "Size": DBusSize(width: 1024, height: 768).variant,
            "RestorationIdentifier": .string("tabs"),
        ])
        try await client.setTabs([tab], of: tabs)
        try await show()
    }

    /// Waits until a label has a text.
    func shows(_ text: String, in label: String) async throws {
        try await EventLoop.until("'\(text)' in \(label)") { try await self.text(of: label, in: self.page) == text }
    }

    /// Waits until a view has a property.
    func has<Content: DBusType & Equatable>(_ value: Content, _ key: String, of view: String) async throws {
        try await EventLoop.until("\(key) \(value) of \(view)") {
            try await self.views(of: self.page).named(view)?.properties[key]?.get() == value
        }
    }

    /// Waits until the tab has a badge.
    func hasBadge(_ badge: String) async throws {
        try await EventLoop.until("the badge '\(badge)'") {
            try await self.client.tabBarItem(self.page).badgeValue == badge
        }
    }

    /// Whether a view is visible, and has not been hidden with a superview.
    func isShown(_ view: String) async throws -> Bool {
        let views = try await views(of: page)
        guard let entry = views.named(view) else { return false }
        return entry.properties["Hidden"] != .bool(true)
            && views.view(entry.parent)?.properties["Hidden"] != .bool(true)
    }

    /// Waits until the player has received a call.
    func received(_ call: String, by player: FakePlayer) async throws {
        try await EventLoop.until("\(call), not \(player.calls)") { player.calls.contains(call) }
    }

    /// Taps the button that opens the list of players, and returns the list.
    func openList() async throws -> ObjectPath {
        let item = try #require(try await client.navigationItem(page).rightBarButtonItems.first)
        try await client.navigationItem(page).tapBarButtonItem(item.id)
        var list = ObjectPath.none
        try await EventLoop.until("the list of players") {
            list = try await self.client.viewController(self.page).presentedViewController
            return list != .none
        }
        try await client.waitForView("Players", of: list)
        return list
    }
}
