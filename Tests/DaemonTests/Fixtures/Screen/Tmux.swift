import Foundation
import TestSupport

/// The test's own tmux server with a single window.
@EventLoop struct Tmux {
    private static let program = "/usr/bin/tmux"
    nonisolated static var isInstalled: Bool { HouseCommand.isInstalled("/usr/bin/tmux") }
    /// Whether docs/fzf.md can be tested.
    nonisolated static let hasFzf = isInstalled && HouseCommand.succeeds(["sh", "-c", "command -v fzf jq"])

    let bus: PrivateBus
    /// The name of the server's socket in the folder of the bus.
    var socket = "tmux"

    func callAsFunction(_ arguments: String...) async throws -> String {
        let words = [Self.program, "-f", "/dev/null", "-S", "\(bus.directory)/\(socket)"] + arguments
        let result = try await HouseCommand.runOnThread(words, environment: bus.environment)
        guard result.status == 0 else {
            throw TestTimeoutError(description: "tmux \(arguments): \(result.errors)")
        }
        return result.output
    }

    /// Starts a shell, or another command, in a window of 80 x 24.
    ///
    /// - Returns: The process IDs of the server and of the command.
    func start(_ command: String = "sh") async throws -> [Substring] {
        let line = "PATH=\(BuiltProducts.directory):$PATH exec \(command)"
        _ = try await self("new-session", "-d", "-s", "tour", "-x", "80", "-y", "24", line)
        let processes = try await self("display-message", "-p", "-t", "tour", "#{pid} #{pane_pid}")
        _ = try await self("set-option", "-g", "status", "off")
        _ = try await self("resize-window", "-t", "tour", "-x", "80", "-y", "24")
        return processes.split(whereSeparator: \.isWhitespace)
    }

    func lines() async throws -> [String] {
        try await self("capture-pane", "-p", "-t", "tour").components(separatedBy: "\n")
    }

    /// The text with its colours, and whether the cursor is visible.
    struct Picture: Equatable {
        let text: String
        let hasCursor: Bool
    }

    /// The picture once it is stable and differs from an earlier one, or after a timeout also when it does not.
    func picture(after old: Picture? = nil) async throws -> Picture {
        func capture() async throws -> Picture {
            let text = try await self("capture-pane", "-p", "-e", "-t", "tour")
            let flag = try await self("display-message", "-p", "-t", "tour", "#{cursor_flag}")
            return Picture(text: text, hasCursor: flag.hasPrefix("1"))
        }
        let end = ContinuousClock.now + .seconds(30)
        var (last, next) = (try await capture(), try await capture())
        while next != last || next == old, .now < end { (last, next) = (next, try await capture()) }
        return next
    }

    func keys(_ keys: String...) async throws {
        for key in keys { _ = try await self("send-keys", "-t", "tour", key) }
    }

    /// Waits until the text satisfies the condition.
    func shows(_ event: String, _ fits: ([String]) -> Bool) async throws {
        let deadline = TestTimeout.deadline
        var lines = try await lines()
        while !fits(lines) {
            guard ContinuousClock().now < deadline else {
                throw TestTimeoutError(description: "\(event) was not shown:\n\(lines.joined(separator: "\n"))")
            }
            lines = try await self.lines()
        }
    }

    /// Ends the processes that `start` has returned. The server inherits the blocked signals of its parent, SIGCHLD among
    /// them, and can't end by itself.
    nonisolated static func end(_ processes: [Substring]) {
        for process in processes {
            if let process = pid_t(process), process > 1 { kill(process, SIGKILL) }
        }
    }
}
