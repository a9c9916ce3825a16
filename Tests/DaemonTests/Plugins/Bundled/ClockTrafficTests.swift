import Foundation
import TestSupport

/// The bus traffic of a ticking clock.
@EventLoop @Suite(.bus) struct ClockTrafficTests {
    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/dbus-monitor"), "dbus-monitor is not installed"))
    func `a tick of the stopwatch has at most 416 bytes`() async throws {
        let stage = try await ClockStage()
        let watch = try await stage.create("Stopwatch")
        _ = try await stage.window([watch])
        try await stage.press("StartStop", of: watch)
        stage.client.clearSignals()
        try await stage.change(of: "Elapsed", in: watch)
        // Not on the loop: other tests wait on it.
        let rule = "type='signal',member='ViewChanged',path='\(watch)'"
        let sizes = try await onThread { try Self.messages(5, of: rule) }
        #expect(sizes.count == 5)
        // The name of the receiver takes 16 of them.
        #expect(sizes.allSatisfy { $0 <= 416 }, "\(sizes)")
    }

    /// The lengths of the next messages that match a rule, as they cross the bus.
    private nonisolated static func messages(_ count: Int, of rule: String) throws -> [Int] {
        let bus = try PrivateBus.current
        let output = Pipe()
        let process = try ChildProcess(
            "/usr/bin/timeout",
            ["\(TestTimeout.milliseconds / 1000)", "dbus-monitor", "--binary", "--address", bus.address, rule],
            output: .pipe(output), errors: .none)
        defer { process.send(SIGTERM) }
        var bytes: [UInt8] = []
        while lengths(in: bytes).count < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            bytes += data
        }
        return Array(lengths(in: bytes).prefix(count))
    }

    /// The lengths of the complete messages in a stream. Each has 16 bytes with the lengths of body and fields, the
    /// fields padded to 8, and the body.
    private nonisolated static func lengths(in bytes: [UInt8]) -> [Int] {
        var lengths: [Int] = []
        var rest = bytes[...]
        while rest.count >= 16 {
            let header = Array(rest.prefix(16))
            func number(_ offset: Int) -> Int { header[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
            let length = 16 + (number(12) + 7) / 8 * 8 + number(4)
            guard header[0] == UInt8(ascii: "l"), rest.count >= length else { break }
            lengths.append(length)
            rest = rest.dropFirst(length)
        }
        return lengths
    }
}
