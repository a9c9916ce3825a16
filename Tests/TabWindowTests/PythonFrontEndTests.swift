import Foundation
import TestSupport

/// The front end with PyGObject in docs/examples.
@EventLoop @Suite(.bus) struct PythonFrontEndTests {
    private nonisolated static let file = BuiltProducts.package + "/docs/examples/gtk_front_end.py"
    private nonisolated static let hasGTK: Bool = {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = ["-c", "import gi; gi.require_version('Gtk', '4.0')"]
        python.standardError = FileHandle.nullDevice
        guard (try? python.run()) != nil else { return false }
        python.waitUntilExit()
        return python.terminationStatus == 0
    }()

    /// What the check of the front end prints.
    private struct Shown: Decodable {
        let texts: [String]
        let problems: [String]
    }

    @Test func `the front end has less than 260 lines, none of them long`() throws {
        let lines = try String(contentsOfFile: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 < 260)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test(
        .enabled(if: hasGTK, "python3-gi or gir1.2-gtk-4.0 is not installed"),
        arguments: [
            ["Labels", "Controls", "Tables", "Pictures", "Stacks"].map { "gallery.\($0)" },
            ["Masks", "States", "Popovers", "Alerts", "Toolbars"].map { "gallery.\($0)" },
            ["gallery.Stress", "gallery.Bars", "clock.WorldClock", "clock.Alarm", "clock.Stopwatch"],
        ])
    func `it shows the Gallery and the Clock without broken icons or clipped texts`(types: [String]) async throws {
        let stage = try await Stage()
        let tabs = try await stage.client.manager.createTabBarController(Options(["Types": types.variant]))
        try stage.start(tabs)
        for (tab, type) in zip(try await stage.client.tabBarController(tabs).viewControllers, types) {
            try await stage.client.viewController(tab).select()
            try await stage.expect(type, of: tab)
        }
    }

    @Test(.enabled(if: hasGTK, "python3-gi or gir1.2-gtk-4.0 is not installed"))
    func `it shows navigation bars and popovers`() async throws {
        let stage = try await Stage()
        let manager = stage.client.manager
        let tabs = try await manager.createTabBarController(Options(["Types": ["gallery.Popovers"].variant]))
        let root = try await manager.createViewController("settings.Settings", Options())
        let navigation = try await manager.createNavigationController(root, Options())
        let popovers = try await stage.client.tabBarController(tabs).viewControllers[0]
        try await stage.client.setTabs([popovers, navigation], of: tabs)
        try stage.start(tabs)
        try await stage.expect("the popovers", of: popovers)
        try await stage.client.viewController(popovers).sendActionToView(
            "Bubble", "primaryActionTriggered", .bool(true), Options())
        try await stage.shows("the popover") { texts in texts.contains { $0.hasPrefix("Arrow height: ") } }
        try await stage.client.viewController(popovers).dismiss(Options())
        try await stage.client.viewController(navigation).select()
        try await stage.shows("the settings") { $0.contains("Settings") && $0.contains("Appearance") }
        try await stage.client.viewController(root).sendActionToView(
            "Settings", "selectRow", .uint32(UInt32(1)), Options())
        try await stage.shows("the page, with a back button") { $0.contains("Sound") && $0.contains("‹ Settings") }
    }

    /// A daemon, and the front end on a display of its own.
    @EventLoop private final class Stage {
        private let bus: PrivateBus
        private let daemon: DaemonProcess
        private let display: VirtualDisplay
        private var frontEnd: ChildProcess?
        private var output: String { bus.directory + "/front_end" }
        let client: BusClient

        init() async throws {
            bus = try PrivateBus.current
            daemon = try await DaemonProcess.start()
            client = try BusClient()
            display = try VirtualDisplay()
        }

        isolated deinit { frontEnd?.send(SIGKILL) }

        func start(_ tabs: ObjectPath) throws {
            let environment = [
                "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory", "XDG_DATA_DIRS": "/usr/share",
            ]
            frontEnd = try ChildProcess(
                "/usr/bin/python3",
                [
                    BuiltProducts.package + "/Tests/Fixtures/gtk_front_end_check.py", PythonFrontEndTests.file,
                    tabs.text,
                ],
                environment: bus.environment.merging(environment) { $1 }, output: .file(output),
                errors: .file(output + ".log"))
        }

        /// Waits until the front end shows all labels of a view controller.
        func expect(_ name: String, of controller: ObjectPath) async throws {
            try await shows(name) { [client] texts in
                let (_, views) = try await client.viewController(controller).getView()
                let labels = views.filter { $0.className == "Label" && !$0.isHidden }.map { $0[ViewKeys.text] }
                // A view that is not loaded yet has no labels.
                return !views.isEmpty && Set(labels).isSubset(of: texts)
            }
        }

        /// Waits until the front end shows texts that fit, without a clipped one or a missing image.
        func shows(_ name: String, _ fits: @EventLoop ([String]) async throws -> Bool) async throws {
            var last: Shown?
            do {
                try await WindowStage.until("\(name) without problems") {
                    let lines = (try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n") ?? []
                    last = try lines.last.map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
                    guard let last, last.problems.isEmpty else { return false }
                    return try await fits(last.texts)
                }
            } catch {
                let errors = (try? String(contentsOfFile: output + ".log", encoding: .utf8)) ?? ""
                Issue.record("\(name): \(last?.problems ?? ["nothing is shown"]) \(last?.texts ?? [])\n\(errors)")
            }
        }
    }
}
