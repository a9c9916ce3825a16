import TestSupport

/// The pictures of `tabctl attach` in each state, in a terminal of the usual size and in a very small one.
@EventLoop @Suite(.bus) struct ScreenGoldenTests {
    enum Size: String, CaseIterable {
        case usual = "80x24"
        case small = "40x12"

        var columns: Int { self == .usual ? 80 : 40 }
        var rows: Int { self == .usual ? 24 : 12 }
    }

    // MARK: The Gallery

    /// The tabs that do not change by themselves. `ScreenGalleryTests` test the others.
    @Test(arguments: ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"], Size.allCases)
    func `every view class of the Gallery is drawn`(tab: String, size: Size) async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.\(tab)"], ["Title": .string("Gallery")])
        let terminal = try stage.attach(columns: size.columns, rows: size.rows)
        try await terminal.matches("gallery-\(tab.lowercased())-\(size.rawValue)", styled: true) {
            $0[size.rows - 1].contains("? keys")
        }
        try await stage.end(terminal)
    }

    // MARK: States

    enum State: String, CaseIterable {
        case bar, more, customizing, pushed, popover, remoteBar, remoteContent, help, empty, failed, noDaemon, readOnly
        case wide, rightToLeft

        /// The name of the golden file.
        var name: String {
            String(rawValue.flatMap { $0.isUppercase ? "-\($0.lowercased())" : String($0) })
        }
    }

    @Test(arguments: State.allCases, Size.allCases)
    func `each state is drawn`(state: State, size: Size) async throws {
        let stage = try await ScreenStage()
        try await Self.prepare(state, on: stage)
        let terminal =
            state == .readOnly
            ? try stage.attach("--read-only", columns: size.columns, rows: size.rows)
            : try stage.attach(columns: size.columns, rows: size.rows)
        try await terminal.shows("the first picture") { $0[size.rows - 1].contains("? keys") }
        try await Self.lead(state, terminal, size, on: stage)
        try await terminal.matches("\(state.name)-\(size.rawValue)", styled: true)
        guard state != .noDaemon else {
            try await terminal.quit()
            return
        }
        if state == .help { terminal.type(" ") }
        try await stage.end(terminal)
    }

    /// Sets up the state before a front end attaches.
    private static func prepare(_ state: State, on stage: ScreenStage) async throws {
        switch state {
        case .more, .customizing:
            try await stage.create(
                ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"].map { "gallery.\($0)" },
                ["Title": .string("Gallery")])
        case .popover: try await stage.create(["gallery.Stacks", "gallery.Tables"], ["Profile": .string("pad")])
        case .remoteBar, .remoteContent:
            try await stage.create(["gallery.States", "gallery.Labels"], ["Profile": .string("tv")])
        case .empty: try await stage.create([], ["Title": .string("Nothing yet")])
        case .pushed:
            try await stage.create([], ["Title": .string("Desk")])
            let settings = try await stage.client.createViewController("settings.Settings")
            let navigation = try await stage.client.manager.createNavigationController(settings)
            let other = try await stage.client.createViewController("gallery.Labels")
            try await stage.client.setTabs([navigation, other], of: stage.tabs)
        case .failed, .noDaemon, .readOnly, .help, .bar:
            try await stage.create(["gallery.Stacks", "gallery.Labels", "gallery.Tables"], ["Title": .string("Desk")])
        case .wide, .rightToLeft: try await stage.create(["gallery.Labels"])
        }
        guard state == .bar else { return }
        try await stage.item(TabBarItemInterface.badgeValue, of: 0, to: "3")
        try await stage.item(TabBarItemInterface.badgeValue, of: 1, to: "日本")
        try await stage.item(TabBarItemInterface.badgeColor, of: 1, to: "systemGreen")
        try await stage.item(TabBarItemInterface.enabled, of: 2, to: false)
    }

    /// Performs the actions of the user, a script or the system that lead to the state.
    private static func lead(
        _ state: State, _ terminal: TerminalProcess, _ size: Size, on stage: ScreenStage
    ) async throws {
        switch state {
        case .more: terminal.type("5")
        case .customizing:
            try await terminal.type("5", shows: "[Edit]")
            try await terminal.type("e", shows: "Configure")
            terminal.type("\t\t")
        case .pushed: terminal.type("\t\u{1B}[B\r")
        case .popover: try await present(on: stage)
        case .remoteContent: terminal.type("\u{1B}[B")
        case .help: terminal.type("?")
        case .failed: try await fail(on: stage)
        case .noDaemon:
            stage.daemon.send(SIGKILL)
            try await terminal.shows("the message about the missing daemon") {
                $0[size.rows - 1].contains("tabd ended")
            }
        case .wide: terminal.type("\t\u{1B}[C")
        case .rightToLeft: terminal.type("\t\u{1B}[C\u{1B}[C\u{1B}[C")
        case .bar, .remoteBar, .empty, .readOnly: break
        }
    }

    /// Presents a table in a popover at the second tab's item.
    private static func present(on stage: ScreenStage) async throws {
        let table = try await stage.client.createViewController("gallery.Tables")
        try await stage.client.viewController(table).set(\.modalPresentationStyle, to: "popover")
        try await stage.client.viewController(table).set(\.preferredContentSize, to: DBusSize(width: 200, height: 120))
        let bar = ObjectPath("\(stage.tabs.text)/tab_bar")
        let frames = try await stage.client.tabBar(bar).itemFrames
        try await stage.client.popover(table).set(\.sourceView, to: ViewReference(viewController: bar, view: 0))
        try await stage.client.popover(table).set(\.sourceRect, to: try #require(frames.last))
        _ = try await stage.client.viewController(stage.tabs).present(table)
    }

    /// Adds a tab of a client that then leaves the bus.
    private static func fail(on stage: ScreenStage) async throws {
        let owner = try BusClient()
        let page = try await owner.register(["Title": .string("Weather"), "RestorationIdentifier": .string("weather")])
        try await owner.setTabs([page] + (try await stage.viewControllers()), of: stage.tabs)
        try await owner.viewController(page).loadViewIfNeeded()
        try await owner.updateView(
            of: page,
            [
                ViewEntry(
                    id: 2, parent: 1, className: "Label", frame: DBusRect(x: 16, y: 100, width: 160, height: 20),
                    properties: ["Text": .string("Sunny, 21 °C")])
            ])
        try await stage.client.select(0, in: stage.tabs)
        owner.connection.close()
    }
}
