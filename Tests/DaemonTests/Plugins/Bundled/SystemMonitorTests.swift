import TestSupport

/// The bundled plugin in C, from a user's point of view.
@Suite(.serialized) struct SystemMonitorTests {
    private static let type = "system_monitor.SystemMonitor"

    @EventLoop private static func create(_ client: BusClient) async throws -> ObjectPath {
        try await client.manager.createViewController(type)
    }

    /// Waits for changes of a controller's views after a revision, received since the last `clearSignals`.
    @EventLoop @discardableResult private static func changes(
        _ count: Int, of monitor: ObjectPath, _ client: BusClient, after revision: UInt64 = 0
    ) async throws -> [ReceivedSignal] {
        let changes: @EventLoop () -> [ReceivedSignal] = {
            client.signals.filter { signal in
                guard signal.path == monitor, signal.member == "ViewChanged" else { return false }
                return signal.arguments.first?.get(as: UInt64.self) ?? 0 > revision
            }
        }
        try await client.waitForSignal("change \(count) of a view") { _ in changes().count >= count }
        return changes()
    }

    /// Shows another monitor until it has reported two samples.
    @EventLoop private static func show(_ client: BusClient) async throws {
        let (monitor, tabs) = (try await create(client), try await client.manager.createTabBarController())
        try await client.setTabs([monitor], of: tabs)
        try await client.attach(to: tabs)
        client.clearSignals()
        try await changes(2, of: monitor, client)
    }

    @Test(.bus) @EventLoop
    func `it shows CPU, cores, memory, load and uptime, and samples only while it is shown`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let monitor = try await Self.create(client)
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register(), monitor], of: tabs)
        try await client.attach(to: tabs)
        #expect(try await client.get(TabBarItemInterface.title, at: monitor) == "System")
        #expect(try await client.tap(1, in: tabs))
        let screen = try await client.getView(of: monitor).views
        #expect(screen.text("CPU").contains(/^CPU: [0-9]+%$/))
        #expect(screen.text("Memory").contains(/^Memory: [0-9]+\.[0-9] of [0-9]+\.[0-9] GiB$/))
        #expect(screen.text("Load").contains(/^Load: [0-9]+\.[0-9]+ [0-9]+\.[0-9]+ [0-9]+\.[0-9]+$/))
        #expect(screen.text("Uptime").contains(/^Uptime: .*[0-9]+:[0-9]{2}$/))
        #expect(screen.text("Cores").contains(/^[0-9]+ cores?/))
        #expect(screen.named("CPUHistory")?.properties["Maximum"] == .double(100))
        #expect(screen.named("CPUHistory")?.properties["Style"] == nil)
        #expect((0...1).contains(screen.named("MemoryProgress")?.properties["Progress"]?.get(as: Double.self) ?? -1))

        // Two samples, a second each.
        client.clearSignals()
        var mirror = ViewMirror(try await client.getView(of: monitor))
        let before = mirror.snapshot.views.values("CPUHistory").count
        let signals = try await Self.changes(2, of: monitor, client, after: mirror.revision)
        try mirror.apply(signals, of: monitor)
        let values = mirror.snapshot.views.values("CPUHistory")
        #expect(values.count >= before + 2)
        #expect(values.allSatisfy { (0...100).contains($0) })
        // Only changed views are sent. The frames and the root stay.
        let classes = signals.flatMap { signal in
            (signal.arguments[1].get(as: [ViewEntry].self) ?? []).map(\.className)
        }
        #expect(!classes.contains("View") && !classes.contains("ScrollView"))

        #expect(try await client.tap(0, in: tabs))
        client.clearSignals()
        // Another monitor measures the time of two samples.
        try await Self.show(client)
        try await client.barrier()
        #expect(!client.signals.contains { $0.path == monitor && $0.member == "ViewChanged" })
    }

    @Test(.bus) @EventLoop func `a read without a front end gets current numbers`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let (first, second) = (try await Self.create(client), try await Self.create(client))
        for monitor in [first, second] { try await client.viewController(monitor).loadViewIfNeeded() }
        let before = try await client.getView(of: first)
        #expect(!before.views.values("CPUHistory").isEmpty)
        // After some seconds the same read returns a new sample, though none was taken in between.
        try await Self.show(client)
        try await client.barrier()
        #expect(!client.signals.contains { $0.path == first && $0.member == "ViewChanged" })
        let after = try await client.getView(of: first)
        #expect(after.revision > before.revision)
        #expect(after.views.values("CPUHistory") != before.views.values("CPUHistory"))
        // The other instance is independent, and ends alone.
        try await client.manager.destroy(first)
        #expect(try await client.getView(of: second).views.text("CPU").hasPrefix("CPU: "))
    }

    @Test(.bus, arguments: [(320, 200), (320, 480), (375, 667), (1024, 768)])
    @EventLoop func `all views fit into a window of any size`(width: Int, height: Int) async throws {
        let size = DBusSize(width: Double(width), height: Double(height))
        let client = try await BusClient.ofNewDaemon()
        let monitor = try await Self.create(client)
        let tabs = try await client.manager.createTabBarController(["Size": size.variant])
        try await client.setTabs([monitor], of: tabs)
        try await client.attach(to: tabs)
        let screen = try await client.getView(of: monitor).views
        let insets = try await client.viewController(monitor).safeAreaInsets
        let content = try #require(screen.named("Content"))
        #expect(
            content.frame
                == DBusRect(insets.left, insets.top, size.width, size.height - insets.top - insets.bottom))
        let area: DBusSize = try #require(content.properties["ContentSize"]?.get())
        #expect(area.width == size.width && area.height >= content.frame.height)
        #expect(screen.content.count >= 8)
        for frame in screen.content {
            #expect(frame.x >= 0 && frame.x + frame.width <= area.width && frame.width > 0)
            #expect(frame.y >= 0 && frame.y + frame.height <= area.height + 0.001 && frame.height > 0)
        }
        for (index, frame) in screen.content.enumerated() {
            for other in screen.content.dropFirst(index + 1) {
                let isApart =
                    frame.x + frame.width <= other.x + 0.001 || other.x + other.width <= frame.x + 0.001
                    || frame.y + frame.height <= other.y + 0.001 || other.y + other.height <= frame.y + 0.001
                #expect(isApart, "\(frame) and \(other)")
            }
        }
        // Content that does not fit is scrolled to, and not further.
        try await client.sendAction(
            "scrolled", DBusSize(width: 5, height: 1e6).variant, to: 0, of: monitor, ["Identifier": .string("Content")])
        let scrolled = try await client.getView(of: monitor).views.named("Content")?.properties["ContentOffset"]
        let end = area.height - content.frame.height
        #expect(scrolled == (end == 0 ? nil : DBusSize(width: 0, height: end).variant))
    }

    @Test func `the readers of the kernel's files accept any content`() throws {
        let folder = try TemporaryFolder()
        let sources = HouseCommand.package + "/Plugins/SystemMonitor"
        let program = folder.path + "/proc_readers"
        let command = [
            "cc", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all", "-static-libasan", "-I", sources, "-o", program,
            HouseCommand.package + "/Tests/Fixtures/proc_readers.c", sources + "/proc.c",
        ]
        // The sanitizers are slow, and on a loaded machine much slower.
        try HouseCommand.run(command, timeout: 600).succeeded()
        try HouseCommand.run([program], timeout: 600).succeeded()
    }
}

extension [ViewEntry] {
    fileprivate func text(_ identifier: String) -> String { named(identifier)?.properties["Text"]?.get() ?? "" }

    fileprivate func values(_ identifier: String) -> [Double] { named(identifier)?.properties["Values"]?.get() ?? [] }

    /// The frames of the visible views inside the scrolling content.
    fileprivate var content: [DBusRect] {
        let id = named("Content")?.id
        return filter { $0.parent == id && $0.properties["Hidden"] != .bool(true) }.map(\.frame)
    }
}
