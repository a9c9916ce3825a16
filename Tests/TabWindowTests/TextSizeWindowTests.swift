import TestSupport

/// The shipped plugins in a window with usual and large texts: no label and no row is clipped.
@EventLoop @Suite(.bus) struct TextSizeWindowTests {
    private nonisolated static let controllers = [
        ["Labels", "Controls", "Tables", "Pictures", "Stacks"].map { "gallery.\($0)" },
        ["Masks", "States", "Popovers", "Alerts", "Toolbars"].map { "gallery.\($0)" },
        ["gallery.Stress", "gallery.Bars", "system_monitor.SystemMonitor", "notes.Notes", "media.NowPlaying"],
        ["clock.WorldClock", "clock.Alarm", "clock.Stopwatch", "clock.CountdownTimer", "settings.Settings"],
    ]

    @Test(.rules("S-210"), arguments: controllers, [1.0, 2])
    func `no text of a shipped plugin is clipped`(types: [String], scale: Double) async throws {
        let stage = try await WindowStage(
            types, arguments: ["window", "--text-scale", "\(scale)"], program: "WindowProbe")
        let tabs = try await stage.client.tabBarController(stage.tabs).viewControllers
        for (tab, type) in zip(tabs, types) {
            try await stage.client.viewController(tab).select()
            try await Self.expectRoom(in: stage, of: tab, type)
        }
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    @Test(arguments: [1.0, 2]) func `no text of the settings is clipped`(scale: Double) async throws {
        let stage = try await WindowStage(
            [], navigation: "settings.Settings", arguments: ["window", "--text-scale", "\(scale)"],
            program: "WindowProbe")
        let stack = try await stage.selected()
        let navigation = stage.client.navigationController(stack)
        let root = try #require(try await navigation.viewControllers.first)
        try await stage.client.viewController(root).loadViewIfNeeded()
        for row in 0..<4 {
            try await Self.select(row, "Settings", of: root, in: stage)
            let page = try await navigation.topViewController
            try await Self.expectRoom(in: stage, of: page, "page \(row)")
            if row == 3 {
                for choice in 0..<2 {
                    try await Self.select(choice, "General", of: page, in: stage)
                    try await Self.expectRoom(in: stage, of: try await navigation.topViewController, "list \(choice)")
                    _ = try await navigation.pop(false, Options())
                }
            }
            _ = try await navigation.popToRoot(false, Options())
        }
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    private static let sentences = [
        "The window shows the pages of all plugins.", "Choose a city to see the time there.",
        "The alarm rings every weekday at 6:45.", "Three of twelve updates are installed.",
        "Enter the name of the new tab, for example Mail.", "The battery lasts about 2 hours and 15 minutes.",
        "Music is playing in the kitchen & the bedroom.", "No network: the last forecast is from yesterday.",
        "Die Tür zum Flur ist geöffnet, das Licht brennt.", "Le café près de la gare ferme à 23 heures.",
    ]

    @Test(.rules("S-211 S-213"), arguments: [1.0, 2])
    func `tabd knows the width of a sentence to two per cent, and the sizes of controls`(scale: Double) async throws {
        let stage = try await WindowStage(
            ["gallery.Labels"], arguments: ["window", "--text-scale", "\(scale)"], program: "WindowProbe")
        let window = stage.client.window(stage.tabs)
        var advances: [String: [Double]] = [:]
        try await WindowStage.until("the widths of characters") {
            advances = try await window.textAdvances
            return advances.count == TextMetrics.styles.count
        }
        let metrics = TextMetrics(
            given: try await window.textStyles, advances: try TextMetrics.checked(advances: advances))
        let lines = try await stage.probe(["sizes", "\(scale)"] + Self.sentences).map { $0.split(separator: " ") }
        let widths = lines.filter { $0.count == 2 }
        #expect(widths.count == TextMetrics.styles.count * Self.sentences.count)
        for (line, sentence) in zip(widths, TextMetrics.styles.flatMap { _ in Self.sentences }) {
            let real = try #require(Double(line[1]))
            let width = metrics.width(of: sentence, style: String(line[0]))
            #expect(width.rounded(.up) >= real && width <= real * 1.02, "\(line[0]): \(sentence)")
        }

        let fitting = ViewFitting(metrics, try ControlMetricsTable(checking: try await window.controlMetrics))
        let controls = lines.filter { $0.count == 3 }
        #expect(controls.map { $0[0] } == ["Button", "Switch", "TextField", "ProgressView"])
        for line in controls {
            let (width, height) = try (#require(Double(line[1])), #require(Double(line[2])))
            let properties: [String: Variant] = line[0] == "Button" ? ["Title": .string(Self.sentences[0])] : [:]
            let view = ViewEntry(
                id: 1, parent: 0, className: String(line[0]), frame: .zero, properties: properties)
            let size = fitting.size(of: view, in: .zero)
            #expect(size.height == height, "\(line[0])")
            // The window draws buttons narrower than GTK does.
            if line[0] != "Button" { #expect(size.width == width, "\(line[0])") }
        }
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    private static func select(
        _ row: Int, _ table: String, of controller: ObjectPath, in stage: WindowStage
    ) async throws {
        try await stage.client.viewController(controller).sendActionToView(
            table, "selectRow", .uint32(UInt32(row)), Options())
    }

    /// Waits until the window has the page that the plugin laid out for its texts.
    private static func expectRoom(in stage: WindowStage, of controller: ObjectPath, _ page: String) async throws {
        var clipped = [""]
        do {
            try await WindowStage.until("room for the texts of \(page)") {
                let styles = try await stage.client.window(stage.tabs).textStyles
                guard styles["body"] != TextMetrics.standard["body"] else { return false }
                let (_, views) = try await stage.client.viewController(controller).getView()
                let labels = views.filter { $0.className == "Label" && !$0.isHidden }
                let low = labels.filter { label in
                    label.frame.height + 1 < styles[label[ViewKeys.textStyle].rawValue]?.lineHeight ?? 0
                }
                clipped = try await stage.clippedTexts() + low.map { "too low: \($0[ViewKeys.text])" }
                return !views.isEmpty && clipped.isEmpty
            }
        } catch {
            Issue.record("\(page): \(clipped)")
        }
    }
}
