import Foundation
import TestSupport

/// A widget with what screen readers are told about it.
struct Widget: Hashable {
    let reference: AccessibleReference
    let role: String
    let name: String
    let states: UInt64

    /// Whether a switch or a button is on.
    var isChecked: Bool { states & 1 << 4 != 0 || states & 1 << 20 != 0 }
    var isSelected: Bool { states & 1 << 23 != 0 }
    var isEnabled: Bool { states & 1 << 24 != 0 }
    /// GTK 4.8 does not tell which visible widgets are on the screen.
    var isVisible: Bool { states & 1 << 30 != 0 }
}

/// A daemon, and a window on a display of its own that shows one of its controllers.
@EventLoop class WindowStage {
    let bus: PrivateBus
    private(set) var daemon: DaemonProcess
    private var daemonArguments: [String] = []
    let client: BusClient
    let display: VirtualDisplay
    let screenReader: AccessibilityBus
    private var window: ChildProcess?
    /// The exit status of the window, when it has ended.
    private var status: Int32?
    private var others: [ChildProcess?] = []
    private(set) var tabs = ObjectPath.none
    let errors: String
    private let program: String
    private let output: String

    /// - Parameters:
    ///   - types: The tabs of a new controller.
    ///   - navigation: The type of a single tab in a navigation controller.
    ///   - options: The options of its creation.
    ///   - configuration: The daemon's configuration.
    ///   - plugin: A plugin in C that the daemon finds as well.
    ///   - isAnimated: Whether GTK animates changes.
    init(
        _ types: [String], navigation: String? = nil, _ options: [String: Variant] = [:], configuration: String = "",
        plugin: String? = nil, environment: [String: String] = [:], arguments: [String] = [], isAnimated: Bool = false,
        program: String = "tabd-window"
    ) async throws {
        bus = try PrivateBus.current
        try bus.configure(configuration)
        errors = bus.directory + "/window.log"
        output = bus.directory + "/window.out"
        self.program = program
        // A widget that moves is hard to hit.
        let folder = bus.directory + "/config/gtk-4.0"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[Settings]\ngtk-enable-animations=\(isAnimated)\n".write(
            toFile: folder + "/settings.ini", atomically: true, encoding: .utf8)
        if let plugin {
            let folder = bus.directory + "/fixtures"
            // Not on the loop: other tests wait on it.
            try await Task.detached { try CPlugin.build(plugin, in: folder) }.value
            daemonArguments = ["--plugin-path", folder]
        }
        daemon = try await DaemonProcess.start(arguments: daemonArguments)
        client = try BusClient()
        display = try VirtualDisplay()
        screenReader = try await AccessibilityBus(on: bus)
        tabs = try await client.manager.createTabBarController(
            Options(
                ["Types": types.variant, "Title": .string("Test"), "RestorationIdentifier": .string("test")]
                    .merging(options) { $1 }))
        if let navigation {
            let root = try await client.manager.createViewController(navigation, Options())
            let stack = try await client.manager.createNavigationController(root, Options())
            try await client.setTabs([stack], of: tabs)
        }
        window = try open(arguments + ["test"], environment)
    }

    isolated deinit { for window in [window] + others { window?.send(SIGKILL) } }

    /// Opens another window.
    func openAnother(_ arguments: [String]) throws { others.append(try open(arguments)) }

    private func open(
        _ arguments: [String], _ environment: [String: String] = [:], program: String? = nil, output: String? = nil
    ) throws -> ChildProcess {
        var variables = bus.environment
        variables["DISPLAY"] = display.name
        variables["WAYLAND_DISPLAY"] = nil
        variables["GSK_RENDERER"] = "cairo"
        variables["GDK_BACKEND"] = "x11"
        variables["GTK_A11Y"] = "atspi"
        variables["GSETTINGS_BACKEND"] = "memory"
        variables["XDG_DATA_DIRS"] = "/usr/share"
        variables["G_DEBUG"] = "fatal-criticals"
        variables["DBUS_FATAL_WARNINGS"] = "0"
        return try ChildProcess(
            BuiltProducts.directory + "/" + (program ?? self.program), arguments,
            environment: variables.merging(environment) { $1 }, output: .file(output ?? self.output),
            errors: .file(errors))
    }

    /// The process of the window.
    var processID: Int32 { window?.id ?? 0 }

    func restartDaemon() async throws { daemon = try await DaemonProcess.start(arguments: daemonArguments) }

    /// Gives the window another size.
    func resize(width: Int, height: Int) async throws {
        try await display.act(
            "search", "--sync", "--onlyvisible", "--class", "tabd-window", "windowsize", "\(width)", "\(height)")
    }

    /// The place of the daemon's window on the display.
    func origin() async throws -> (x: Double, y: Double) {
        let bar = try await widgets().first { $0.role == "tab list" }
        let place = try await screenReader.extents(of: try #require(bar).reference)
        let frame = try await client.tabBar(of: tabs).frame
        return (Double(place.x) - frame.x, Double(place.y) - frame.y)
    }

    /// Closes the window as its user does, and returns its exit status.
    func close() async throws -> Int32 {
        guard let window else { return -1 }
        let end = Task.immediate { @EventLoop in
            status = await window.ended()
        }
        // A menu that is just closing takes a key for itself.
        try await Self.until("the end of the window") {
            try await display.act("key", "ctrl+q")
            for _ in 0..<20 where status == nil { await EventLoop.pause(50) }
            return status != nil
        }
        await end.value
        return status ?? -1
    }

    /// Asks the probe which texts have no room.
    func clippedTexts() async throws -> [String] {
        func lines() -> [Substring] {
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
        }
        let before = lines().count
        window?.send(SIGUSR1)
        try await Self.until("the answer of the probe") { lines().dropFirst(before).last == "end" }
        return lines().dropFirst(before).dropLast().map(String.init)
    }

    /// Runs the probe beside the window, and returns the lines that it has printed.
    func probe(_ arguments: [String]) async throws -> [Substring] {
        let file = bus.directory + "/probe.out"
        let probe = try open(arguments, program: "WindowProbe", output: file)
        #expect(await probe.ended() == 0)
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    }

    /// What the window has printed: nothing, if GTK is content.
    var printed: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    /// Waits for what the window shows, less long than other tests wait: reading all widgets costs time.
    static func until(_ event: String, _ condition: @EventLoop () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard .now < deadline else { throw TestTimeoutError(description: "\(event) did not happen") }
            await EventLoop.pause(50)
        }
    }

    // MARK: Widgets

    /// Returns all widgets on the screen, parents before children.
    func widgets() async throws(DBusError) -> [Widget] {
        var found: [Widget] = []
        for application in try await screenReader.applications() { await collect(application, into: &found) }
        return found
    }

    private func collect(_ reference: AccessibleReference, into found: inout [Widget]) async {
        // A widget can go while the tree is read.
        guard let role = try? await screenReader.role(of: reference),
            let states = try? await screenReader.states(of: reference)
        else { return }
        let name: String? = try? await screenReader.property("Name", of: "Accessible", reference)
        let widget = Widget(reference: reference, role: role, name: name ?? "", states: states)
        if role != "application", !widget.isVisible { return }
        found.append(widget)
        for child in (try? await screenReader.children(of: reference)) ?? [] { await collect(child, into: &found) }
    }

    /// Waits until a widget is on the screen, and returns it.
    @discardableResult
    func widget(_ role: String, _ name: String, where fits: (Widget) -> Bool = { _ in true }) async throws -> Widget {
        var result: Widget?
        var all: [Widget] = []
        do {
            try await Self.until("a \(role) named '\(name)'") {
                all = try await widgets()
                result = all.first { $0.role == role && $0.name == name && fits($0) }
                return result != nil
            }
        } catch {
            Issue.record("no \(role) '\(name)' among \(all.map { "\($0.role) \($0.name)" })\n\(printed)")
        }
        return try #require(result)
    }

    /// Waits until a widget is gone.
    func waitForEnd(of role: String, _ name: String) async throws {
        try await Self.until("the end of the \(role) '\(name)'") {
            try await !widgets().contains { $0.role == role && $0.name == name }
        }
    }

    /// Does the first action of a widget: a click.
    func press(_ role: String, _ name: String) async throws {
        try await screenReader.act(on: try await widget(role, name).reference)
    }

    /// Clicks on a widget with the pointer.
    func click(_ role: String, _ name: String) async throws {
        let place = try await screenReader.extents(of: try await widget(role, name).reference).middle
        try await display.click(x: place.x, y: place.y)
    }

    /// The text of a text field or view, with the position of the caret.
    func text(_ role: String, _ name: String) async throws -> String {
        try await screenReader.text(of: try await widget(role, name).reference)
    }

    // MARK: The daemon's side

    /// The selected tab.
    func selected() async throws(DBusError) -> ObjectPath {
        try await client.tabBarController(tabs).selectedViewController
    }

    /// The views of the selected tab.
    func views() async throws(DBusError) -> [ViewEntry] {
        let selected = try await selected()
        let (_, views) = try await client.viewController(selected).getView()
        return views
    }

    /// Waits until a view of the selected tab has a value.
    func expect(_ key: String, of identifier: String, _ value: Variant) async throws {
        var last: Variant?
        do {
            try await Self.until("\(key) of \(identifier) being \(value)") {
                last = try await views().first { $0.text(ViewKeys.identifier) == identifier }?.value(of: key)
                return last == value
            }
        } catch {
            Issue.record("\(key) of \(identifier) is \(String(describing: last)), not \(value)")
            throw error
        }
    }
}
