import Foundation

/// An X server without a screen. Tests press its keys and move its pointer with xdotool (XTEST).
package final class VirtualDisplay: Sendable {
    private let server: ChildProcess
    package let name: String

    package init(width: Int = 1400, height: Int = 1000) throws {
        let output = Pipe()
        server = try ChildProcess(
            "/usr/bin/Xvfb",
            ["-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset"],
            output: .pipe(output), errors: .none)
        // It prints the number of the display when it listens.
        name = ":" + output.firstLine()
    }

    deinit { server.send(SIGKILL) }

    /// Runs xdotool with arguments such as `key Return`.
    package func act(_ arguments: String...) async throws {
        let environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
        let tool = try ChildProcess("/usr/bin/xdotool", arguments, environment: environment, output: .none)
        let status = await tool.ended()
        try #require(status == 0, "xdotool \(arguments)")
    }

    package func click(x: Double, y: Double, button: Int = 1) async throws {
        try await act("mousemove", "\(Int(x))", "\(Int(y))", "click", "\(button)")
    }

    /// Drags the pointer in small steps, as a hand does.
    package func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) async throws {
        try await act("mousemove", "\(Int(start.x))", "\(Int(start.y))", "mousedown", "1")
        for step in 1...10 {
            let part = Double(step) / 10
            let (x, y) = (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            try await act("mousemove", "\(Int(x))", "\(Int(y))")
            await EventLoop.pause(20)
        }
        try await act("mouseup", "1")
    }

    package func type(_ text: String) async throws { try await act("type", "--delay", "2", text) }
}
