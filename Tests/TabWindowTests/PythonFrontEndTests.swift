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

    @Test func `the front end has less than 250 lines, none of them long`() throws {
        let lines = try String(contentsOfFile: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 < 250)
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
        let bus = try PrivateBus.current
        let daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let display = try VirtualDisplay()
        let tabs = try await client.manager.createTabBarController(Options(["Types": types.variant]))
        let output = bus.directory + "/front_end"
        let environment = [
            "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory", "XDG_DATA_DIRS": "/usr/share",
        ]
        let check = BuiltProducts.package + "/Tests/Fixtures/gtk_front_end_check.py"
        let frontEnd = try ChildProcess(
            "/usr/bin/python3", [check, Self.file, tabs.text],
            environment: bus.environment.merging(environment) { $1 }, output: .file(output), errors: .file(output + "2")
        )
        defer { frontEnd.send(SIGKILL) }
        for (tab, type) in zip(try await client.tabBarController(tabs).viewControllers, types) {
            try await client.viewController(tab).select()
            var last: Shown?
            do {
                try await EventLoop.until("\(type) without problems") {
                    let lines = (try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n") ?? []
                    last = try lines.last.map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
                    let (_, views) = try await client.viewController(tab).getView()
                    let texts = views.filter { $0.className == "Label" && !$0.isHidden }.map { $0.text("Text") ?? "" }
                    return last?.problems.isEmpty == true && Set(texts).isSubset(of: last?.texts ?? [])
                }
            } catch {
                let errors = (try? String(contentsOfFile: output + "2", encoding: .utf8)) ?? ""
                Issue.record("\(type): \(last?.problems ?? ["it shows nothing"])\n\(errors)")
            }
        }
        withExtendedLifetime(daemon) {}
    }
}
