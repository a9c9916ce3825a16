import Foundation
import TestSupport

/// A window, a terminal in tmux and the Python example on one controller, with random gestures in each.
@EventLoop @Suite(.bus) struct StepStressTests {
    /// The pages, and a text that only one of them has.
    private static let pages = [
        (title: "Labels", text: "headline"), (title: "Controls", text: "Filled"),
        (title: "Tables", text: "With detail"),
        (title: "Stacks", text: "Turn the"),
    ]

    @Test(.whileThereIsTime, arguments: Stress.seeds(1, long: 20))
    func `all front ends show the same`(seed: UInt64) async throws {
        let stage = try await WindowStage(Self.pages.map { "gallery.\($0.title)" })
        let terminal = try await TerminalInTmux(stage.bus)
        let python = try PythonFrontEnd(stage.bus, stage.tabs)
        defer { terminal.end() }
        var numbers = Numbers(state: seed)
        let tabs = try await stage.client.tabBarController(stage.tabs).viewControllers
        try await stage.widget("tab", Self.pages[0].title) { $0.isSelected }
        for _ in 0..<(Stress.isLong ? 100 : 12) where !Stress.isOver {
            // A tap on the selected tab would have no effect to wait for.
            let current = try await stage.selected()
            let position = Self.pages.indices.filter { tabs[$0] != current }.randomElement(using: &numbers) ?? 0
            let kind = Int.random(in: 0..<6, using: &numbers)
            switch kind {
            case 0: try await stage.press("tab", Self.pages[position].title)
            case 1: try await stage.display.act("key", "alt+\(position + 1)")
            case 2: try await terminal.press("\(position + 1)")
            case 3: python.tap(position)
            case 4: _ = try await stage.client.tap(UInt32(position), in: stage.tabs)
            default:
                let item = stage.client.tabBarItem(try await stage.selected())
                try await item.set(\.badgeValue, to: "\(Int.random(in: 1...99, using: &numbers))")
                continue
            }
            // The front ends have no common order, so the next gesture waits for this one.
            try await WindowStage.until("tap \(kind) of \(position)") { try await stage.selected() == tabs[position] }
        }
        // A last change that all must show.
        let last = try await stage.selected()
        try await stage.client.tabBarItem(last).set(\.badgeValue, to: "777")
        let title = try await stage.client.tabBarItem(last).displayTitle
        let position = try #require(Self.pages.firstIndex { $0.title == title }) + 1
        let tab = try await stage.widget("tab", title) { $0.isSelected }
        try await WindowStage.until("the window showing the badge") {
            try await stage.screenReader.property("Description", of: "Accessible", tab.reference) == "777"
        }
        try await WindowStage.until("the terminal showing \(title)") {
            try await terminal.screen().contains(Self.pages[position - 1].text)
        }
        try await WindowStage.until("Python showing \(title)") { python.shown.contains("[\(position) \(title) 777]") }
        let views = try await stage.views()
        try await WindowStage.until("the page of \(title)") {
            let widgets = try await stage.widgets()
            return views.allSatisfy { GalleryWindowTests.isShown($0, among: views, by: widgets) }
        }
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }
}

/// `tabctl attach` in a terminal of tmux.
@EventLoop
private final class TerminalInTmux {
    private let bus: PrivateBus

    init(_ bus: PrivateBus) async throws {
        self.bus = bus
        try await run(
            "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "40",
            "'\(BuiltProducts.directory)/tabctl' attach test")
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String {
        let file = bus.directory + "/tmux-output"
        var environment = bus.environment
        environment["TMUX"] = nil
        environment["TERM"] = "xterm-256color"
        let tmux = try ChildProcess(
            "/usr/bin/tmux", ["-u", "-S", bus.directory + "/tmux"] + arguments, environment: environment,
            output: .file(file), errors: .none)
        #expect(await tmux.ended() == 0, "tmux \(arguments)")
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    func press(_ key: String) async throws { try await run("send-keys", key) }
    func screen() async throws -> String { try await run("capture-pane", "-p") }

    func end() {
        _ = try? ChildProcess("/usr/bin/tmux", ["-S", bus.directory + "/tmux", "kill-server"], errors: .none)
    }
}

/// The front end of docs/front-ends.md.
private final class PythonFrontEnd: Sendable {
    private let process: ChildProcess
    private let input = Pipe()
    private let file: String

    init(_ bus: PrivateBus, _ tabs: ObjectPath) throws {
        file = bus.directory + "/python-output"
        process = try ChildProcess(
            "/usr/bin/python3", ["-u", BuiltProducts.package + "/docs/examples/front_end.py", tabs.text],
            environment: bus.environment, input: .pipe(input), output: .file(file), errors: .none)
    }

    deinit { process.send(SIGKILL) }

    func tap(_ position: Int) { try? input.fileHandleForWriting.write(contentsOf: Data("\(position + 1)\n".utf8)) }

    /// The last line of tabs that it has printed.
    var shown: String {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").last { $0.contains("[") }.map(String.init) ?? ""
    }
}
