import Foundation
import TestSupport

/// The terminal is in its original state after `tabctl attach` ends or stops for any reason.
@EventLoop @Suite(.bus) struct ScreenLifeTests {
    /// The ways in which it ends, and the status in the shell.
    enum End: CaseIterable {
        case quit, controlC, interrupt, terminate, hangUp, quitSignal, fault, abort, kill

        var signal: Int32? {
            switch self {
            case .quit, .controlC: nil
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .quitSignal: SIGQUIT
            case .fault: SIGSEGV
            case .abort: SIGABRT
            case .kill: SIGKILL
            }
        }

        var status: Int32 {
            switch self {
            case .quit, .controlC, .interrupt, .terminate: 0
            case .hangUp, .quitSignal, .fault, .abort, .kill: 128 + (signal ?? 0)
            }
        }
    }

    private let stage: ScreenStage

    init() async throws { stage = try await ScreenStage() }

    @Test(arguments: End.allCases) func `the terminal is restored, however the front end ends`(end: End) async throws {
        try await stage.create(["gallery.Controls", "gallery.Labels"])
        let shell = try await ShellScreen(on: stage)
        // The mouse and an active text field do not prevent it.
        shell.terminal.type("\t\t")
        switch end {
        case .quit: shell.terminal.type("q")
        case .controlC: shell.terminal.type("\u{3}")
        default: try await shell.send(end.signal ?? SIGKILL)
        }
        try await shell.expectEnd(status: end.status)
        try await EventLoop.until("the front end's detachment") { try await stage.frontEnds().isEmpty }
    }

    @Test func `a hang-up ends the front end, and the daemon detaches it`() async throws {
        try await stage.create(["gallery.Labels"])
        let terminal = try await stage.attach().withPicture()
        #expect(try await stage.frontEnds().count == 1)
        let guards = ProcessEntry(terminal.processID).children
        #expect(guards.count == 1)
        terminal.hangUp()
        let cause = try await terminal.end()
        #expect(cause == .killed(signal: SIGHUP) || cause == .exited(0))
        try await EventLoop.until("the front end's detachment") { try await stage.frontEnds().isEmpty }
        try await EventLoop.until("the end of its guard") { guards.allSatisfy { !$0.isAlive } }
    }

    // MARK: Sizes

    @Test func `after many changes of size the picture has the last size`() async throws {
        try await stage.create(["gallery.Stacks", "gallery.Labels"], ["Title": .string("Storm")])
        let terminal = try await stage.attach(columns: 71, rows: 19).withPicture()
        var numbers = Numbers(state: Stress.firstSeed)
        for _ in 1...200 {
            terminal.resize(columns: .random(in: 1...120, using: &numbers), rows: .random(in: 1...50, using: &numbers))
        }
        terminal.resize(columns: 71, rows: 19)
        let fresh = try await stage.attach(columns: 71, rows: 19).withPicture()
        try await EventLoop.until("the picture of the last size") {
            terminal.shows(asMuchAs: fresh) && fresh.lines[17].contains("Labels")
        }
        #expect(try await stage.client.window(stage.tabs).size == DBusSize(width: 568, height: 288))
        try await stage.end(terminal, fresh)
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func `a stopped terminal is restored when it continues`(
        signal: Int32
    ) async throws {
        try await stage.create(["gallery.Stacks", "gallery.Labels"])
        let terminal = try await stage.attach(columns: 200, rows: 60).withPicture()
        terminal.pause()
        // Each is a whole picture, until the buffer is full.
        for index in 1...60 {
            terminal.resize(columns: 200, rows: 60 + index % 2)
            try await stage.client.barrier()
        }
        terminal.send(signal)
        try await EventLoop.until("the front end's detachment") { try await stage.frontEnds().isEmpty }
        terminal.resume()
        try await terminal.becomes("a sane terminal") { $0.isSane }
    }

    // MARK: Job control

    @Test func `Ctrl-Z returns the terminal to the shell until fg`() async throws {
        try await stage.create(["gallery.Controls", "gallery.Labels"])
        let shell = try await ShellScreen(on: stage, jobs: true)
        let (terminal, before) = (shell.terminal, shell.terminal.screen.styled)
        let lines = terminal.lines
        terminal.type("\u{1A}")
        try await shell.expectRestored("stopped \(128 + SIGTSTP)")
        #expect(terminal.foreground == terminal.processID)
        try await EventLoop.until("the front end's detachment") { try await stage.frontEnds().isEmpty }
        terminal.resize(columns: 60, rows: 20)
        terminal.resize(columns: 80, rows: 24)
        terminal.type("\n")
        try await terminal.becomes("the whole picture") {
            $0.isAlternate && $0.lines == lines && $0.styled == before
        }
        #expect(terminal.isRaw && terminal.foreground == shell.processID)
        try await EventLoop.until("a front end's attachment") { try await stage.frontEnds().count == 1 }
        terminal.type("2")
        try await EventLoop.until("the tap") { try await stage.selectedIndex() == 1 }
        terminal.type("q")
        try await shell.expectEnd(status: 0)
    }

    @Test func `SIGTSTP stops it like the key`() async throws {
        try await stage.create(["gallery.Labels"])
        let shell = try await ShellScreen(on: stage, jobs: true)
        try await shell.send(SIGTSTP)
        try await shell.expectRestored("stopped \(128 + SIGTSTP)")
        shell.terminal.type("\n")
        try await shell.terminal.becomes("the picture") { $0.isAlternate && $0.lines[23].contains("? keys") }
        shell.terminal.type("q")
        try await shell.expectEnd(status: 0)
    }

    @Test func `a controller that was destroyed while it was stopped is reported`() async throws {
        try await stage.create(["gallery.Labels"])
        let shell = try await ShellScreen(on: stage, jobs: true)
        shell.terminal.type("\u{1A}")
        try await shell.expectRestored("stopped \(128 + SIGTSTP)")
        try await stage.client.manager.destroy(stage.tabs)
        shell.terminal.type("\n")
        try await shell.terminal.shows("the outcome") { $0.contains { $0.hasSuffix(" was destroyed") } }
        try await shell.expectEnd(status: 0)
    }

    @Test func `after SIGSTOP it draws the whole current picture when it continues`() async throws {
        try await stage.create(["gallery.Labels", "gallery.Stacks"])
        let shell = try await ShellScreen(on: stage)
        let path = "/proc/\(shell.processID)/fd/0"
        let tty = try #require(
            FileHandle(forWritingAtPath: try FileManager.default.destinationOfSymbolicLink(atPath: path)))
        let scribble = Data("\u{1B}[H\u{1B}[1mscribble\u{1B}[m".utf8)
        for (index, key) in [nil, "\u{C}"].enumerated() {
            if key == nil { try await shell.send(SIGSTOP) }
            try await stage.client.select(Int64(1 - index), in: stage.tabs)
            try tty.write(contentsOf: scribble)
            try await shell.terminal.shows("the scribble") { $0[0].hasPrefix("scribble") }
            if let key { shell.terminal.type(key) } else { try await shell.send(SIGCONT) }
            let text = index == 0 ? "0, 100" : "quick fox"
            try await shell.terminal.shows("the other tab") { lines in
                !lines[0].hasPrefix("scribble") && lines.contains { $0.localizedCaseInsensitiveContains(text) }
            }
        }
        shell.terminal.type("q")
        try await shell.expectEnd(status: 0)
    }
}
