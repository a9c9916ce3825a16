internal import Glibc

@testable import TerminalUI

/// A pseudo-terminal with both ends in the test.
final class TestTerminal {
    /// The end of the terminal emulator.
    private let screen: Int32
    /// The end of the program.
    let descriptor: Int32

    // TIOCSPTLCK and TIOCGPTPEER, computed macros that Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let openPeer: UInt = 0x5441

    init() throws {
        screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var isLocked: Int32 = 0
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard screen >= 0, ioctl(screen, Self.setLock, &isLocked) == 0, ioctl(screen, UInt(TIOCSWINSZ), &size) == 0
        else { throw NoTerminal() }
        descriptor = ioctl(screen, Self.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw NoTerminal() }
    }

    deinit {
        close(descriptor)
        close(screen)
    }

    struct NoTerminal: Error {}

    var mode: String { TerminalModes.get(descriptor).map(TerminalModes.text) ?? "" }

    func type(_ text: String) { DescriptorOutput.write(text, to: screen) }

    /// Returns the output up to a given end; less after ten seconds, or when all programs have ended.
    func output(until end: String = "") -> String {
        var bytes: [UInt8] = []
        while !bytes.ends(with: end.utf8) || end.isEmpty {
            var wait = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, end.isEmpty ? 0 : 10_000) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(screen, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func canBeRead(_ descriptor: Int32, _ events: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&wait, 1, 10_000) > 0
    }
}

extension Array where Element: Equatable {
    fileprivate func ends(with end: some Collection<Element>) -> Bool { suffix(end.count).elementsEqual(end) }
}
