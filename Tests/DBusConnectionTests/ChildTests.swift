import Foundation
import TestSupport

/// Child processes of the loop: start and end.
@Suite struct ChildTests {
    init() { TestLoop.start() }

    private static let environment = ["PATH": "/usr/bin:/bin"]

    /// Runs a shell script to its end.
    @EventLoop private static func end(of script: String, killedBy signal: Int32? = nil) async throws -> ProcessEnd {
        let child = try LoopChild("/bin/sh", arguments: ["-c", script], environment: environment)
        return try await EventLoop.waiting(for: "the end of \(script)") { give in
            child.onEnd = give
            if let signal { child.kill(signal) }
        }
    }

    @Test @EventLoop func `the end of a child has its cause`() async throws {
        #expect(try await Self.end(of: "exit 0").text == "exited with code 0")
        #expect(try await Self.end(of: "exit 3").text == "exited with code 3")
        #expect(try await Self.end(of: "kill -SEGV $$").text.contains("SIGSEGV"))
        #expect(try await Self.end(of: "exec sleep 1000", killedBy: SIGKILL).text == "was killed by SIGKILL")
    }

    @Test @EventLoop func `the memory of this process does not count as a child's`() async throws {
        // The shell needs a few MiB, this process had far more.
        var block = [UInt8](repeating: 1, count: 64 << 20)
        block[block.count - 1] = 2
        #expect(try await Self.end(of: "exit 0").maximumMemory == 0)
        #expect(block.last == 2)
    }

    @Test @EventLoop func `a child's group ends with it`() async throws {
        let file = FileManager.default.temporaryDirectory.path + "/tabd-child-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try await Self.end(of: "(trap '' TERM; exec sleep 1000) & echo $! >\(file); exit 0")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let orphan = ProcessEntry(try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))))
        try await EventLoop.until("the end of the orphan") { !orphan.isAlive }
    }

    @Test @EventLoop func `an owner ends its own children only`() async throws {
        final class Owner {}
        let (first, second) = (Owner(), Owner())
        func child(of owner: Owner) throws -> LoopChild {
            try LoopChild(
                "/bin/sh", arguments: ["-c", "exec sleep 1000"], environment: Self.environment, of: owner)
        }
        let (ended, other) = (try child(of: first), try child(of: second))
        defer { other.kill(SIGKILL) }
        LoopChild.endAll(of: first, within: .zero)
        try await EventLoop.until("the end of the child") { ended.end != nil }
        #expect(ended.end?.text == "was killed by SIGKILL")
        #expect(!other.hasEnded)
    }

    @Test @EventLoop func `a child inherits only the standard output and error`() async throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        // The shell's own descriptor for reading the folder is the fourth.
        let end = try await Self.end(of: "[ $(ls /proc/self/fd | wc -l) = 4 ] && [ -z \"$HOME\" ]")
        #expect(end.text == "exited with code 0")
        #expect(
            try await Self.end(of: "! grep -E '^Sig(Blk|Ign):.*[1-9a-f].{0,6}$' /proc/self/status").text.contains(
                "code 0"))
    }

    @Test @EventLoop func `a missing program is an error that names it`() async throws {
        let error = #expect(throws: LoopChild.StartError.self) {
            _ = try LoopChild("/nonexistent/program", arguments: [], environment: [:])
        }
        #expect(error?.message.contains("/nonexistent/program") == true)
    }
}
