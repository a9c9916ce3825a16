import DBusConnection
import Foundation
import Glibc
import TestSupport

/// A `tabctl` on a terminal of its own: what it shows, and keys for it.
@EventLoop
final class TerminalProcess {
    private let process = Process()
    private let terminal: Int32
    private var input: LoopInput?
    private var screen: TerminalScreen
    private var status: Int32?
    private var expected: (@EventLoop () -> Void)?

    // TIOCSPTLCK and TIOCGPTPEER, computed macros that Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let openPeer: UInt = 0x5441

    init(_ arguments: [String], on bus: PrivateBus, columns: Int = 80, rows: Int = 24) throws {
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        screen = TerminalScreen(columns: columns, rows: rows)
        var isLocked: Int32 = 0
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard terminal >= 0, ioctl(terminal, Self.setLock, &isLocked) == 0,
            ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
        else { throw NothingHappened(description: "there is no terminal: errno \(errno)") }
        let end = ioctl(terminal, Self.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard end >= 0 else { throw NothingHappened(description: "the terminal does not open: errno \(errno)") }
        let handle = FileHandle(fileDescriptor: end, closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: BuiltProducts.directory + "/tabctl")
        process.arguments = arguments
        process.environment = bus.environment
        process.standardInput = handle
        process.standardOutput = handle
        try process.run()
        process.onEnd { [weak self] status in EventLoop.post { self?.ended(status) } }
        input = LoopInput(terminal) { [weak self] in self?.read() }
    }

    isolated deinit {
        input?.cancel()
        close(terminal)
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
    }

    var lines: [String] { screen.lines }

    func type(_ keys: String) { _ = keys.withCString { write(terminal, $0, strlen($0)) } }

    /// Waits until the screen is so.
    func shows(_ what: String, where fits: @escaping @EventLoop ([String]) -> Bool) async throws {
        try await happens(what) { fits($0.lines) }
    }

    func exitStatus() async throws -> Int32? {
        try await happens("its end") { $0.status != nil }
        return status
    }

    private func happens(_ what: String, _ condition: @escaping @EventLoop (TerminalProcess) -> Bool) async throws {
        guard !condition(self) else { return }
        do {
            let _: Bool = try await EventLoop.waiting(for: what) { give in
                expected = { [unowned self] in if condition(self) { give(true) } }
            }
        } catch {
            throw NothingHappened(description: "\(error); shown was\n\(lines.joined(separator: "\n"))")
        }
        expected = nil
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(terminal, &bytes, bytes.count)
        guard count > 0 else {
            // The other end is closed.
            if count == 0 || errno != EAGAIN { input?.cancel() }
            return
        }
        screen.receive(bytes.prefix(count))
        expected?()
    }

    private func ended(_ status: Int32) {
        self.status = status
        expected?()
    }
}
